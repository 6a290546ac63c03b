"""Verdicts on syllables, and the one score of each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.speech.judging import (
    accuracy,
    pinyin_spelling,
    sound_judged,
    syllable_judged,
    syllable_omitted,
    syllable_score,
    tone_judged,
)
from core.speech.model import AlignedSyllable, SegmentScore, ToneScore
from core.speech.tones.verdicts import LEAST_CONFIDENCE
from core.speech.wire import SoundJudged, SyllableJudged, ToneJudged, Verdict
from tests.speech.readings import text_of

POINTS = st.floats(0, 100)
SURE = 1.0
EXPECTED = text_of([1]).syllables[0]
PLACE = AlignedSyllable(0, "read", 0.5, 0.75, 0.55)


def sound(score: float | None, verdict: Verdict = "right") -> SoundJudged:
    return SoundJudged(expected="a", score=score, confidence=0.9, verdict=verdict, heard=None)


def tone(score: float | None, verdict: Verdict = "right") -> ToneJudged:
    return ToneJudged(expected=1, accepted=[1], score=score, confidence=0.9, verdict=verdict, heard=None)


def syllable(points: float | None) -> SyllableJudged:
    """A syllable that was read, judged by its final alone."""
    return syllable_judged(EXPECTED, PLACE, initial=None, final=sound(points), tone=None, contour=None)


@given(st.one_of(st.none(), st.floats(80, 100)), st.floats(80, 100), st.floats(80, 100), st.floats(0, 30))
def test_a_wrong_tone_costs_a_syllable_at_least_thirty_points(
    initial: float | None, final: float, before: float, after: float
) -> None:
    sounds = (None if initial is None else sound(initial), sound(final))
    good, bad = syllable_score(*sounds, tone(before)), syllable_score(*sounds, tone(after))
    assert good is not None
    assert bad is not None
    assert good - bad >= 30


def test_a_wrong_initial_or_final_costs_a_syllable_at_least_thirty_points_too() -> None:
    good = syllable_score(sound(95), sound(95), tone(95))
    assert good == 95
    for parts in ((sound(5), sound(95)), (sound(95), sound(5))):
        assert (syllable_score(*parts, tone(95)) or 100) <= good - 30


@given(POINTS, POINTS)
def test_a_part_without_a_number_costs_nothing(final: float, pitch: float) -> None:
    known = syllable_score(None, sound(final), tone(pitch))
    assert syllable_score(sound(None, "unsure"), sound(final), tone(pitch)) == known
    only = syllable_score(None, sound(final), None)
    assert only == pytest.approx(final, abs=0.051)
    assert syllable_score(sound(None, "unsure"), sound(final), tone(None, "unsure")) == only
    assert syllable_score(sound(None, "unsure"), sound(None, "unsure"), tone(None, "unsure")) is None


@given(st.tuples(POINTS, POINTS, POINTS), st.integers(0, 2), POINTS)
def test_a_better_part_never_lowers_a_syllable(parts: tuple[float, float, float], which: int, better: float) -> None:
    raised = list(parts)
    raised[which] = max(better, raised[which])
    low = syllable_score(sound(parts[0]), sound(parts[1]), tone(parts[2]))
    high = syllable_score(sound(raised[0]), sound(raised[1]), tone(raised[2]))
    assert low is not None
    assert high is not None
    assert 0 <= low <= high <= 100


def test_an_unsure_sound_has_neither_number_nor_claim() -> None:
    found = sound_judged(SegmentScore("zh", 0.3, 0.2, "z"), "unsure")
    assert (found.score, found.heard, found.verdict, found.confidence) == (None, None, "unsure", 0.2)


def test_a_wrong_sound_names_what_was_heard_and_a_right_one_does_not() -> None:
    wrong = sound_judged(SegmentScore("zh", 0.02, 0.9, "z"), "wrong")
    assert (wrong.score, wrong.heard) == (2.0, "z")
    assert sound_judged(SegmentScore("zh", 0.9, 0.8, "z"), "right").heard is None


def test_sounds_are_spelt_as_pinyin_spells_them() -> None:
    assert [pinyin_spelling(name) for name in ("ii", "iii", "i", "üe", "ng")] == ["i", "i", "i", "üe", "ng"]
    found = sound_judged(SegmentScore("iii", 0.1, 0.8, "ii"), "wrong")
    assert (found.expected, found.heard) == ("i", "i")


def test_a_tone_of_unclear_pitch_has_no_number_and_one_of_clear_pitch_has_it_even_without_a_claim() -> None:
    probabilities = (0.1, 0.6, 0.1, 0.1, 0.1)
    unclear = tone_judged(ToneScore(1, 0.1, LEAST_CONFIDENCE / 2, 2, probabilities, None), EXPECTED, "unsure")
    assert (unclear.score, unclear.heard) == (None, None)
    between = tone_judged(ToneScore(1, 0.35, 0.9, 2, probabilities, None), EXPECTED, "unsure")
    assert (between.score, between.heard) == (35.0, None)
    wrong = tone_judged(ToneScore(1, 0.1, 0.9, 2, probabilities, None), EXPECTED, "wrong")
    assert (wrong.score, wrong.heard, wrong.accepted) == (10.0, 2, [1])


def test_a_syllable_has_its_times_in_milliseconds_and_one_left_out_has_none() -> None:
    read, left = syllable(80), syllable_omitted(EXPECTED)
    assert (read.start_ms, read.final_start_ms, read.end_ms) == (500, 550, 750)
    assert left.status == "omitted"
    assert (left.start_ms, left.final_start_ms, left.end_ms, left.score) == (None, None, None, None)


def test_accuracy_is_the_mean_over_syllables_that_were_read_and_judged() -> None:
    syllables = [syllable(100), syllable(50), syllable(None), syllable_omitted(EXPECTED)]
    assert accuracy(syllables, [], [SURE] * 4) == (0.75, 2)
    assert accuracy([], [], []) == (None, 0)
    assert accuracy([syllable_omitted(EXPECTED)], [], [SURE]) == (None, 0)


def test_a_syllable_surely_said_otherwise_counts_nothing_judged_or_not() -> None:
    assert accuracy([syllable(100), syllable(90)], [1], [SURE, 0.0]) == (0.5, 2)
    assert accuracy([syllable(100), syllable(None)], [1], [SURE, 0.0]) == (0.5, 2)


@given(POINTS, st.floats(0, 1), st.floats(0, 1))
def test_a_syllable_said_otherwise_counts_the_less_the_surer_that_is(points: float, one: float, two: float) -> None:
    doubtful, sure = (accuracy([syllable(points)], [0], [each])[0] for each in (max(one, two), min(one, two)))
    right, _ = accuracy([syllable(points)], [], [SURE])
    assert doubtful is not None
    assert sure is not None
    assert right is not None
    assert sure <= doubtful <= right


@given(st.lists(st.one_of(st.none(), POINTS), max_size=6), st.sets(st.integers(0, 5)), st.floats(0, 1))
def test_accuracy_is_a_share(points: list[float | None], wrong: set[int], confidence: float) -> None:
    share, judged = accuracy([syllable(each) for each in points], sorted(wrong), [confidence] * len(points))
    assert (share is None) == (judged == 0)
    assert share is None or 0 <= share <= 1
