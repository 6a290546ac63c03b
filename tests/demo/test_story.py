"""The presenter's story: what it tells is what the service found."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.api.core import Core
from core.demo.story import PRACTISED_POINT, _Stage, pairs_around
from core.demo.year import SteppedClock
from core.records.items import Item
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import StoppedClock
from tests.speech.made_reports import report, spoken_syllables

TEXT, PINYIN = "老师在学校", "lǎo-shī zài xué-xiào"


@pytest.fixture
def stage(clock: StoppedClock) -> Iterator[_Stage]:
    """A sample class on its first day."""
    stepped = SteppedClock(clock.now())
    core: Core = in_memory_core(clock=stepped, bank=shared_bank())
    made = _Stage(core, stepped, "en")
    made.make_class()
    yield made
    core.store.close()


@pytest.mark.parametrize(
    ("character", "pairs"),
    [("学", [(2, 4), (4, 2)]), ("师", [(3, 1), (1, 4)]), ("在", [(1, 4), (4, 2)]), ("老", [(3, 1)]), ("校", [(2, 4)])],
)
def test_the_pair_within_the_word_comes_before_that_with_another_word(
    character: str, pairs: list[tuple[int, int]]
) -> None:
    syllables = report(TEXT, spoken_syllables(TEXT, PINYIN)).syllables
    number = next(number for number, syllable in enumerate(syllables) if syllable.character == character)
    assert pairs_around(syllables, number) == pairs


def test_an_answer_is_told_as_it_was_marked(stage: _Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    given = stage._items(PRACTISED_POINT)
    other = next(option.id for option in given[0].options if option.id != given[0].key)
    mistaken: list[Item] = [given[0].model_copy(update={"key": other}), *given[1:]]
    monkeypatch.setattr(stage, "_items", lambda _point: mistaken)
    told = stage.practice()
    assert [answer.right for answer in told.answers] == [False, *[True] * (len(given) - 1)]
