"""Scores from values: anchors, both sides of speed, short texts, the composite; and the table of norms itself."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import CorruptTable
from core.speech.measures.mapping import FLUENCY_WEIGHTS, confidence_of, fluency, score_of, scored_indicator
from core.speech.measures.timing import charged_measures, raw_measures, timing
from core.speech.model import Measure, Pause
from core.speech.wire import INDICATORS
from core.tables import DATA
from core.tables.speech_norms import speech_norms
from tests.speech.readings import read_through, text_of

NORMS = speech_norms(DATA / "speech_norms.toml")
RISING = ("text_integrity", "pronunciation_time_ratio", "average_flow_length", "sentence_intonation", "accurary")
FALLING = ("silent_pause_frequency", "pause_fluency", "corrected_fluency", "average_length_of_silent_pause")
NATIVE = {
    "speed_of_speech": 3.9,
    "rate_of_pronunciation": 4.0,
    "pronunciation_time_ratio": 0.98,
    "silent_pause_frequency": 2.0,
    "average_length_of_silent_pause": 0.36,
    "average_flow_length": 11.0,
    "pause_fluency": 0.0,
    "corrected_fluency": 0.0,
}
SLOW = {
    "speed_of_speech": 1.5,
    "rate_of_pronunciation": 2.3,
    "pronunciation_time_ratio": 0.65,
    "silent_pause_frequency": 25.0,
    "average_length_of_silent_pause": 0.8,
    "average_flow_length": 3.5,
    "pause_fluency": 4.0,
    "corrected_fluency": 4.0,
}


def test_all_eleven_indicators_have_a_norm():
    assert set(NORMS) == set(INDICATORS)


@pytest.mark.parametrize("name", RISING)
def test_more_is_never_worse(name: str):
    scores = [score for _, score in NORMS[name].anchors]
    assert all(low <= high for low, high in pairwise(scores))


@pytest.mark.parametrize("name", FALLING)
def test_less_is_never_worse(name: str):
    scores = [score for _, score in NORMS[name].anchors]
    assert all(low >= high for low, high in pairwise(scores))


@pytest.mark.parametrize("name", ["speed_of_speech", "rate_of_pronunciation"])
def test_too_fast_costs_only_far_beyond_native_readers(name: str):
    norm = NORMS[name]
    assert score_of(6.0, 50, norm) == 100
    assert score_of(12.0, 50, norm) < 40
    values = [score_of(value / 10, 50, norm) for value in range(60)]
    assert all(low <= high for low, high in pairwise(values))


@pytest.mark.parametrize("name", NATIVE)
def test_a_median_native_reading_has_ninety_or_more(name: str):
    assert score_of(NATIVE[name], 100, NORMS[name]) >= 90


def test_a_slow_learner_lies_in_between():
    native = fluency({name: score_of(value, 100, NORMS[name]) for name, value in NATIVE.items()})
    slow = fluency({name: score_of(value, 100, NORMS[name]) for name, value in SLOW.items()})
    assert native > 92
    assert 35 < slow < 65


def test_one_pause_in_a_short_sentence_says_less_than_many_in_a_long_one():
    norm = NORMS["silent_pause_frequency"]
    assert score_of(20.0, 5, norm) > score_of(20.0, 100, norm) + 10


def test_a_reading_without_pauses_has_no_length_of_pauses_and_nothing_to_fault():
    times = timing(text_of([1] * 8), read_through(8), [])
    assert times is not None
    name = "average_length_of_silent_pause"
    found = scored_indicator(raw_measures(times)[name], NORMS[name], charged=charged_measures(times)[name])
    assert (found.raw.value, found.score) == (None, 100)


def test_free_pauses_are_shown_and_do_not_lower_the_score():
    reading = text_of([1] * 10, breaks={5: "minor"})
    times = timing(reading, read_through(10, gaps={5: 0.9}), [Pause(1.75, 2.65)])
    assert times is not None
    raw, charged = raw_measures(times), charged_measures(times)
    for name, measure in raw.items():
        assert scored_indicator(measure, NORMS[name], charged=charged[name]).score >= 90, name


def test_what_cannot_be_said_scores_nothing_with_no_confidence():
    found = scored_indicator(Measure(None, "share", 0), NORMS["sentence_intonation"])
    assert (found.score, found.confidence) == (0, 0)


def test_confidence_grows_with_what_it_rests_on():
    norm = NORMS["speed_of_speech"]
    assert confidence_of(0, norm) == 0
    assert confidence_of(round(norm.settles), norm) == pytest.approx(0.5)
    assert confidence_of(200, norm) > 0.9


def test_weights_of_fluency_sum_to_one_and_name_indicators():
    assert sum(FLUENCY_WEIGHTS.values()) == pytest.approx(1)
    assert set(FLUENCY_WEIGHTS) < set(INDICATORS)
    with pytest.raises(ValueError, match="no indicator"):
        fluency({})


@given(st.dictionaries(st.sampled_from(sorted(FLUENCY_WEIGHTS)), st.floats(0, 100), min_size=1), st.floats(0, 100))
def test_a_better_indicator_never_lowers_the_composite(scores: dict[str, float], better: float):
    for name, score in scores.items():
        assert fluency({**scores, name: max(score, better)}) >= fluency(scores) - 1e-9


def test_a_norm_whose_anchors_do_not_rise_is_refused(tmp_path: Path):
    text = (DATA / "speech_norms.toml").read_text(encoding="utf-8")
    (tmp_path / "norms.toml").write_text(text.replace("[0.6, 12]", "[2.6, 12]"), encoding="utf-8")
    with pytest.raises(CorruptTable, match="must rise"):
        speech_norms(tmp_path / "norms.toml")
