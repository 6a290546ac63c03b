"""What is drawn, and that it fits whom it is for."""

from __future__ import annotations

import random

import pytest

from core.api.core import Core
from core.learning.fit import TARGET_PROBABILITY, Fit
from core.questions.draw import draw
from core.wire import BANDS, QUESTION_TYPES, TOPICS, QuestionType, Topic
from core.wiring import in_memory_core


@pytest.fixture(scope="module")
def core() -> Core:
    return in_memory_core()


def drawn_levels(core: Core, fit: Fit | None) -> list[int]:
    piles = [core.bank.piles("multiple_choice", "grammar", "beginner")]
    items = draw(piles, levels=(1, 3), tags=(), count=20, seen=(), fit=fit, rng=random.Random(1))
    return [item.standard_level for item in items]


def test_with_a_fit_the_draw_is_of_the_level_whose_chance_is_wanted(core: Core) -> None:
    assert set(drawn_levels(core, None)) == {1, 2, 3}
    fitted = drawn_levels(core, Fit({}, [0.99, TARGET_PROBABILITY, 0.3, 0.2, 0.1, 0.1, 0.1]))
    assert fitted.count(2) >= 18


def test_a_point_that_is_ready_to_be_learned_comes_before_its_equals(core: Core) -> None:
    chances = {point.id: TARGET_PROBABILITY for point in core.tables.points.grammar}
    piles = [core.bank.piles("multiple_choice", "grammar", "beginner")]
    wanted = {point.id for point in core.tables.points.grammar if point.level <= 3 and point.number % 10 == 1}

    def about(fit: Fit) -> int:
        items = draw(piles, levels=(1, 3), tags=(), count=40, seen=(), fit=fit, rng=random.Random(3))
        return sum(item.points[0] in wanted for item in items)

    assert about(Fit(chances, [TARGET_PROBABILITY] * 7, wanted)) > about(Fit(chances, [TARGET_PROBABILITY] * 7))


def test_what_was_seen_does_not_come_again(core: Core) -> None:
    piles = [core.bank.piles("multiple_choice", "listening", "beginner")]
    first = draw(piles, levels=(1, 3), tags=(), count=30, seen=(), rng=random.Random(5))
    again = draw(piles, levels=(1, 3), tags=(), count=30, seen={item.id for item in first}, rng=random.Random(5))
    assert {item.id for item in first}.isdisjoint(item.id for item in again)


@pytest.mark.parametrize("kind", QUESTION_TYPES)
@pytest.mark.parametrize("topic", TOPICS)
def test_every_band_gives_fifty_of_each_cell(core: Core, kind: QuestionType, topic: Topic) -> None:
    for band, levels in BANDS.items():
        items = draw(
            [core.bank.piles(kind, topic, band)], levels=levels, tags=(), count=50, seen=(), rng=random.Random(7)
        )
        assert len({item.id for item in items}) == 50, band
        assert {item.level for item in items} == {band}


def test_a_heard_tone_has_four_readings_of_the_same_letters(core: Core) -> None:
    drafts = [
        draft for draft in core.bank.drafts("multiple_choice", "listening", "beginner") if "tones" in draft.frame.tags
    ]
    items = [item for draft in drafts[::5] if (item := draft.item()) is not None]
    assert len(items) >= 100
    for item in items:
        assert item.audio is not None
        right = next(option.text for option in item.options if option.id == item.key)
        assert right == item.audio.pinyin
        assert len({option.text for option in item.options}) == 4
