"""The total: what leads, what gates, and properties that hold for every reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.speech.measures.total import Part, curved, total

scores = st.floats(0, 100)
confidences = st.floats(0, 1)


def of(accuracy: float, fluency: float, intonation: float | None = 80.0, completeness: float = 1.0) -> float:
    """The total of three scores that are sure."""
    line = None if intonation is None else Part(intonation, 1.0)
    return total(
        accuracy=Part(accuracy, 1.0), fluency=Part(fluency, 1.0), intonation=line, completeness=completeness
    ).score


def test_a_reading_good_in_everything_has_nearly_all():
    assert 95 <= of(95, 95, 95) <= 98


def test_half_the_text_keeps_a_quarter():
    assert of(90, 90, 90, 0.5) == pytest.approx(of(90, 90, 90) / 4)


def test_silence_has_nothing():
    assert of(0, 0, None, 0.0) == 0


def test_fluent_speech_that_is_not_the_text_stays_under_25():
    assert of(10, 100, 100) < 25


def test_accuracy_weighs_more_than_fluency_and_that_more_than_intonation():
    assert of(60, 80, 80) < of(80, 60, 80) < of(80, 80, 60)


@given(scores, scores, scores, confidences, scores)
def test_a_better_part_never_lowers_the_total(a: float, f: float, i: float, c: float, better: float):
    base = of(a, f, i, c)
    assert of(max(a, better), f, i, c) >= base - 1e-9
    assert of(a, max(f, better), i, c) >= base - 1e-9
    assert of(a, f, max(i, better), c) >= base - 1e-9


@given(scores, scores, scores, confidences, confidences)
def test_less_of_the_text_never_raises_the_total(a: float, f: float, i: float, c: float, less: float):
    assert of(a, f, i, min(c, less)) <= of(a, f, i, c) + 1e-9


@given(scores, scores, st.none() | scores, st.floats(0, 0.5))
def test_half_the_text_or_less_never_scores_over_25(a: float, f: float, i: float | None, c: float):
    assert of(a, f, i, c) <= 25 + 1e-9


@given(scores, scores, st.none() | scores, confidences, confidences, confidences)
def test_the_range_holds_the_score_and_is_wider_with_less_confidence(
    a: float, f: float, i: float | None, c: float, sure: float, less: float
):
    def at(confidence: float) -> tuple[float, float, float]:
        line = None if i is None else Part(i, confidence)
        found = total(accuracy=Part(a, confidence), fluency=Part(f, confidence), intonation=line, completeness=c)
        assert 0 <= found.low <= found.score <= found.high <= 100
        assert found.confidence == pytest.approx(confidence)
        return found.low, found.high, found.score

    low, high, _ = at(max(sure, less))
    wider_low, wider_high, _ = at(min(sure, less))
    assert wider_low <= low + 1e-9
    assert high <= wider_high + 1e-9


def test_a_curve_is_followed_and_level_beyond_its_end():
    curve = ((0.0, 0.0), (50.0, 80.0), (100.0, 100.0))
    assert [curved(at, curve) for at in (0, 25, 50, 75, 100, 110)] == [0, 40, 80, 90, 100, 100]


def test_a_completeness_that_is_no_share_is_refused():
    with pytest.raises(ValueError, match=r"completeness is 1\.5"):
        total(accuracy=Part(1, 1), fluency=Part(1, 1), intonation=None, completeness=1.5)
