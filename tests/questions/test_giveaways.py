"""Items that must not stand in one paper: of one text, about one word, or one showing what the other asks."""

from __future__ import annotations

from random import Random

import pytest

from core.questions.draw import draw
from core.questions.exchanging import other_item
from core.questions.giveaways import Batch, Giveaway, apart, giveaways
from core.records.items import Audio, Item, Option, parts_of
from core.wire import Bilingual
from evaluation.questions.bank_items import shared_bank


def gap(item_id: str, stem: str, key: str, **changed: object) -> Item:
    """A gap that is typed."""
    fields = {
        "id": item_id, "type": "fill_blank", "topic": "grammar", "level": "beginner", "standard_level": 1, "source": item_id,
        "question": Bilingual(zh=f"填一个词。\n{stem}", en=stem), "stem": stem, "answer_kind": "text", "key": key,
        "explanation": Bilingual(zh="", en=""), "full_text": stem.replace("____", key), **changed,
    }  # fmt: skip
    return Item.model_validate(fields)


RIDE = gap("q_1", "他每天都____自行车上学。", "骑")


@pytest.mark.parametrize(
    ("other", "pair"),
    [
        (gap("q_2", "今天____冷了。", "太", source="s0001+q_1"), Giveaway(first="q_1", second="q_2", reason="source")),
        (gap("q_2", "他每天都骑自行车____。", "上学"), Giveaway(first="q_1", second="q_2", reason="source")),
        (gap("q_2", "我们每天都骑自行____。", "车"), Giveaway(first="q_2", second="q_1", reason="answer")),
        (gap("q_2", "他____骑车。", "会"), None),
        (gap("q_2", "你每天骑什么？____", "马"), None),
    ],
)
def test_a_gap_is_given_away_by_its_source_its_sentence_and_its_neighbourhood(
    other: Item, pair: Giveaway | None
) -> None:
    assert giveaways([RIDE, other]) == ([] if pair is None else [pair])


def test_what_is_heard_and_what_stands_in_an_option_shows_an_answer_too() -> None:
    heard = gap("q_2", "", "好", full_text="", audio=Audio(kind="speech", text="每天都骑，自行车。"))
    option = gap("q_3", "", "好", full_text="", options=[Option(id="A", text="每天都骑自行车很累。")])
    assert [(pair.first, pair.second) for pair in giveaways([RIDE, heard, option])] == [("q_2", "q_1"), ("q_3", "q_1")]


def test_two_items_about_one_word_show_its_meaning_and_its_reading() -> None:
    meaning = gap("q_2", "学校", "school", topic="vocabulary", words=["学校"])
    gapped = gap("q_3", "我们的____很大。", "学校", topic="vocabulary", words=["学校"])
    assert [pair.reason for pair in giveaways([meaning, gapped])] == ["word"]


def test_a_sentence_to_be_put_in_order_is_given_away_where_it_stands() -> None:
    pieces = [Option(id=name, text=text) for name, text in zip("ABC", ("上学", "骑自行车", "他们"), strict=True)]
    order = gap(
        "q_2", "", "C,B,A", answer_kind="order", type="ordering", options=pieces, full_text="他们骑自行车上学。"
    )
    reading = gap("q_3", "小王说：“他们骑自行车上学。”小李呢？____", "走路")
    assert [(pair.first, pair.second) for pair in giveaways([order, reading])] == [("q_3", "q_2")]


def test_of_many_items_those_come_first_that_go_together() -> None:
    same = gap("q_2", "他每天都骑自行车____。", "上学")
    other = gap("q_3", "今天____冷了。", "太")
    assert apart([RIDE, same, other], 2) == [RIDE, other]
    assert apart([RIDE, same, other], 3) == [RIDE, other, same]


def test_a_batch_of_the_bank_gives_nothing_away_and_has_no_source_twice() -> None:
    for seed in range(12):
        cells = [shared_bank().piles("matching", "reading", "beginner"), shared_bank().piles("multiple_choice", "listening", "beginner")]  # fmt: skip
        drawn = draw(cells, levels=(1, 3), tags=(), count=10, seen=(), rng=Random(seed))
        sources = [source for item in drawn for source in parts_of(item.source)]
        assert len(drawn) == 10
        assert len(sources) == len(set(sources))
        assert giveaways(drawn) == []


def test_what_was_shown_comes_only_where_too_little_else_is_left() -> None:
    cell = shared_bank().piles("multiple_choice", "reading", "beginner")
    texts = {draft.frame.source for pile in cell for draft in pile if draft.frame.standard_level == 1}
    left = sorted(texts)[:3]
    shown = texts - set(left)
    for seed in range(5):
        drawn = draw([cell], levels=(1, 1), tags=(), shown_sources=shown, count=6, seen=(), rng=Random(seed))
        assert len(drawn) == 6
        assert {item.source for item in drawn[:3]} == set(left)


def test_without_anything_shown_the_same_seed_gives_the_same_items() -> None:
    cell = shared_bank().piles("fill_blank", "grammar", "beginner")
    first, second = (
        draw([cell], levels=(1, 3), tags=(), count=8, seen=(), shown_sources=shown, rng=Random(3))
        for shown in ((), ("p9999",))
    )
    assert first == second


def test_the_item_that_comes_instead_is_on_the_same_point_and_goes_with_the_others() -> None:
    cell = shared_bank().piles("multiple_choice", "grammar", "beginner")
    first, *others = draw([cell], levels=(2, 2), tags=(), count=4, seen=(), rng=Random(1))
    found = other_item(first, others, bank=shared_bank(), rng=Random(2))
    assert found is not None
    assert found.id not in {first.id, *(item.id for item in others)}
    assert (found.points[0], found.standard_level) == (first.points[0], first.standard_level)
    assert Batch(others).takes(found)
