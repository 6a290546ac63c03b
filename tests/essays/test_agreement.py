"""What the speller and the encoder are worth together."""

from __future__ import annotations

import pytest

from core.essays.merging.agreement import Agreement, log_odds, together


def test_two_that_agree_are_surer_than_either() -> None:
    assert together(0.6, 0.6) > max(together(0.6, None), together(None, 0.6))


@pytest.mark.parametrize("other", [None, 0.2, 0.7])
def test_a_surer_speller_makes_a_surer_change(other: float | None) -> None:
    assert together(0.3, other) < together(0.5, other) < together(0.9, other)


def test_each_case_has_its_own_curve() -> None:
    agreement = Agreement(both=(1.0, 1.0, 0.0), speller=(0.0, 1.0), encoder=(-1.0, 0.5))
    assert together(0.5, None, agreement) == pytest.approx(0.5)
    assert log_odds(together(0.5, 0.9, agreement)) == pytest.approx(1.0)
    assert log_odds(together(None, 0.5, agreement)) == pytest.approx(-1.0)


def test_certainty_is_bounded() -> None:
    assert 0 < together(0.0, 0.0) < together(1.0, 1.0) < 1
