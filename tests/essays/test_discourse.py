"""Checklists of structure, coherence and content."""

from __future__ import annotations

from core.essays.discourse.checklists import checklist, part_score
from core.essays.discourse.composition import ChecklistItem, composition_of

GOOD = """我家附近有一个小公园。每天早上，很多老人在那儿打太极拳，孩子们也喜欢在草地上跑来跑去。

因为工作很忙，所以我平时没有时间去公园。但是到了周末，我常常带一本书，坐在湖边的椅子上看一个上午。有一次，我在那儿认识了一位老先生，他告诉我，这个公园已经有一百多年了。后来我们成了朋友，他还教我下棋。

现在，这个公园对我来说不只是休息的地方。我希望以后能带家人一起去。"""
WORDS = [
    "公园",
    "每天",
    "早上",
    "老人",
    "那儿",
    "太极拳",
    "孩子们",
    "因为",
    "所以",
    "但是",
    "有一次",
    "后来",
    "朋友",
    "现在",
    "这个",
    "希望",
    "以后",
    "家人",
    "周末",
    "老先生",
    "他",
]


def positioned_words(text: str) -> list[tuple[str, int, int, int]]:
    words = []
    for word in WORDS:
        start = text.find(word)
        while start >= 0:
            words.append((word, start, start + len(word), 2))
            start = text.find(word, start + 1)
    return sorted(words, key=lambda row: row[1])


def items_of(text: str, title: str = "", level: int = 4) -> dict[str, ChecklistItem]:
    return {item.name: item for item in checklist(composition_of(text, title, positioned_words(text), hsk_level=level))}


def test_a_good_essay_meets_every_item() -> None:
    items = items_of(GOOD, "我家附近的公园")
    assert [name for name, item in items.items() if item.share < 0.7] == []
    assert all(item.advice is None for item in items.values())


def test_each_item_names_the_passages_it_is_about() -> None:
    items = items_of(GOOD)
    assert {GOOD[start:end] for start, end in items["connectives"].spans} >= {"因为", "所以", "但是", "后来"}
    assert len(items["paragraphs"].spans) == 3


def test_a_sentence_written_many_times_is_named_and_costs_the_content() -> None:
    items = items_of("我喜欢学习中文。" * 30)
    assert items["repetition"].share < 0.01
    assert len(items["repetition"].spans) == 29
    assert items["repetition"].advice


def test_one_block_without_full_stops_gets_advice_on_both() -> None:
    text = "我家附近有一个小公园每天早上很多老人在那儿" * 12
    items = items_of(text)
    assert items["paragraphs"].advice
    assert items["sentences"].advice


def test_an_essay_of_nothing_but_examples_is_not_told_to_give_one() -> None:
    examples = "爷爷七十岁还学游泳，三个月以后能游一千米。邻居王阿姨退休以后学画画，办了两次画展。我自己学汉语时也不年轻了。现在我能看报纸。"
    assert [item.name for item in items_of(examples, "活到老，学到老").values() if item.advice] == []


def test_no_advice_follows_from_what_examiners_do_not_reward() -> None:
    plain = "我家很大。猫在睡觉。今天下雨。车很贵。"
    assert {name for name, item in items_of(plain, "难忘的旅行经历", 6).items() if item.advice} == {"length"}


def test_another_subject_than_the_title_is_noticed() -> None:
    assert items_of(GOOD, "难忘的旅行经历")["title"].share < 0.6 < items_of(GOOD, "公园")["title"].share


def test_what_cannot_be_judged_is_left_out() -> None:
    assert set(items_of("你好！我是学生。")) == {"length", "sentences", "details"}
    assert part_score([], "coherence") == 50.0


def test_scores_lie_on_the_scale() -> None:
    items = checklist(composition_of(GOOD, "公园", positioned_words(GOOD), hsk_level=4))
    assert all(0 <= part_score(items, part) <= 100 for part in ("structure", "coherence", "content"))
