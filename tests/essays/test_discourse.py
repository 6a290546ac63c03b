"""Checklists of structure, coherence and content."""

from __future__ import annotations

from core.essays.discourse.checklists import checklist, score
from core.essays.discourse.composition import Line, composition

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


def cut(text: str) -> list[tuple[str, int, int, int]]:
    found = []
    for word in WORDS:
        at = text.find(word)
        while at >= 0:
            found.append((word, at, at + len(word), 2))
            at = text.find(word, at + 1)
    return sorted(found, key=lambda row: row[1])


def lines(text: str, title: str = "", level: int = 4) -> dict[str, Line]:
    return {line.name: line for line in checklist(composition(text, title, cut(text), hsk_level=level))}


def test_a_good_essay_meets_every_line() -> None:
    found = lines(GOOD, "我家附近的公园")
    assert [name for name, line in found.items() if line.share < 0.7] == []
    assert all(line.advice is None for line in found.values())


def test_each_line_names_the_places_it_speaks_of() -> None:
    found = lines(GOOD)
    assert {GOOD[start:end] for start, end in found["connectives"].places} >= {"因为", "所以", "但是", "后来"}
    assert len(found["paragraphs"].places) == 3


def test_a_sentence_written_many_times_is_named_and_costs_the_content() -> None:
    found = lines("我喜欢学习中文。" * 30)
    assert found["repetition"].share < 0.01
    assert len(found["repetition"].places) == 29
    assert found["repetition"].advice


def test_one_block_without_full_stops_gets_advice_on_both() -> None:
    text = "我家附近有一个小公园每天早上很多老人在那儿" * 12
    found = lines(text)
    assert found["paragraphs"].advice
    assert found["sentences"].advice


def test_another_subject_than_the_title_is_noticed() -> None:
    assert lines(GOOD, "难忘的旅行经历")["title"].share < 0.6 < lines(GOOD, "公园")["title"].share


def test_what_cannot_be_judged_is_left_out() -> None:
    assert set(lines("你好！我是学生。")) == {"length", "sentences", "details"}
    assert score([], "coherence") == 50.0


def test_scores_lie_on_the_scale() -> None:
    made = checklist(composition(GOOD, "公园", cut(GOOD), hsk_level=4))
    assert all(0 <= score(made, part) <= 100 for part in ("structure", "coherence", "content"))
