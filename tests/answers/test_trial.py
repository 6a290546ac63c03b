"""The cards that a visitor may try."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from core.api.trial import CARDS, SENTENCES, Trial
from core.wire import Language
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import StoppedClock

NOW = datetime(2026, 11, 29, 4, tzinfo=UTC)


@pytest.fixture(scope="module")
def trial() -> Trial:
    """On a clock that stands still."""
    return in_memory_core(bank=shared_bank(), clock=StoppedClock(NOW)).trial


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_wrong_answer_is_told_what_was_chosen_and_only_the_key_is_right(trial: Trial, language: Language) -> None:
    cards = trial._all(language)
    assert [card.item.source for card in cards] == list(SENTENCES)
    for card in cards:
        assert card.item.standard_level <= 2
        assert [each.detail.is_correct for each in card.answered if each.detail] == [
            option.id == card.item.key for option in card.item.options
        ]
        for option, answered in zip(card.item.options, card.answered, strict=True):
            assert answered.detail is not None
            assert answered.detail.explanation
            assert answered.detail.suggestion is None
            told = answered.diagnosis.startswith(f"“{option.text}”")
            assert told != (option.id == card.item.key), answered.diagnosis


def test_another_card_comes_first_on_each_day_of_a_week() -> None:
    clock = StoppedClock(NOW)
    trial = in_memory_core(bank=shared_bank(), clock=clock).trial
    firsts = []
    for _day in SENTENCES:
        cards = trial.cards("en")
        assert len({card.item.id for card in cards}) == CARDS
        firsts.append(cards[0].item.source)
        clock.advance(timedelta(days=1))
    assert sorted(firsts) == sorted(SENTENCES)
