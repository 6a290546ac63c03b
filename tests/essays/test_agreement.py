"""The joint probability of what the speller and the encoder say."""

from __future__ import annotations

import pytest

from core.essays.merging.agreement import AgreementWeights, combined_probability, log_odds


def test_two_that_agree_are_surer_than_either() -> None:
    assert combined_probability(0.6, 0.6) > max(combined_probability(0.6, None), combined_probability(None, 0.6))


@pytest.mark.parametrize("other", [None, 0.2, 0.7])
def test_a_surer_speller_makes_a_surer_change(other: float | None) -> None:
    assert combined_probability(0.3, other) < combined_probability(0.5, other) < combined_probability(0.9, other)


def test_each_case_has_its_own_curve() -> None:
    agreement = AgreementWeights(both=(1.0, 1.0, 0.0), speller=(0.0, 1.0), encoder=(-1.0, 0.5))
    assert combined_probability(0.5, None, agreement) == pytest.approx(0.5)
    assert log_odds(combined_probability(0.5, 0.9, agreement)) == pytest.approx(1.0)
    assert log_odds(combined_probability(None, 0.5, agreement)) == pytest.approx(-1.0)


def test_certainty_is_bounded() -> None:
    assert 0 < combined_probability(0.0, 0.0) < combined_probability(1.0, 1.0) < 1
