"""Intonation against pitch drawn by hand: native courses, flat ones, ends that go the wrong way, higher voices."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.speech.measures.intonation import NATIVE_FALL, TONE_SEMITONES, intonation_groups, sentence_intonation
from core.speech.measures.timing import PlacedPause
from core.speech.model import PitchTrack
from tests.speech.readings import pitch_over, read_through, text_of

TONES = (1, 4, 2, 3, 4, 1, 5, 2, 4, 3)


def course(
    tones: tuple[int, ...] = TONES, *, fall: float = NATIVE_FALL, scale: float = 1.0, end: float = 0.0
) -> list[list[float]]:
    """Points of each syllable: its tone, a fall over the whole, and something more on the last."""
    steps = np.linspace(fall / 2, -fall / 2, len(tones))
    points = [
        [scale * (point + step) for point in TONE_SEMITONES[tone]] for tone, step in zip(tones, steps, strict=True)
    ]
    points[-1] = [point + end for point in points[-1]]
    return points


def score(points: list[list[float]], *, kind: str = "statement", hz: float = 200.0, last: float = 0.32) -> float:
    """Of a text in `TONES` read so."""
    alignment = read_through(len(TONES), last_seconds=last)
    groups = intonation_groups(text_of(TONES, kind=kind), alignment, pitch_over(alignment, points, middle_hz=hz), [])
    assert groups[0].score is not None
    return groups[0].score


def test_a_native_course_has_over_ninety():
    assert score(course()) > 90


def test_a_monotone_reading_loses_more_than_thirty():
    assert score(course()) - score(course(scale=0.0)) > 30


def test_a_reading_with_half_the_range_loses_some():
    assert score(course(scale=0.0)) < score(course(scale=0.5)) < score(course())


def test_a_statement_that_rises_all_along_loses():
    assert score(course()) - score(course(fall=-4.0)) > 10


def test_a_statement_that_ends_high_loses_and_says_so():
    alignment = read_through(len(TONES), last_seconds=0.32)
    pitch = pitch_over(alignment, course(end=7.0))
    group = intonation_groups(text_of(TONES), alignment, pitch, [])[0]
    assert group.score is not None
    assert group.score < score(course()) - 5
    assert any("句末上扬" in reason.zh for reason in group.reasons)


def test_a_question_may_end_high():
    assert score(course(fall=0.0, end=5.0), kind="question") > 90


def test_a_question_that_drops_at_the_end_loses():
    assert score(course(fall=0.0, end=-8.0), kind="question") < score(course(fall=0.0), kind="question") - 5


def test_a_last_syllable_drawn_out_loses():
    assert score(course(), last=1.2) < score(course()) - 4


@given(st.floats(80, 400), st.floats(-3, 6), st.floats(0.2, 1.5))
def test_a_higher_voice_has_the_same_intonation(hz: float, fall: float, scale: float):
    points = course(fall=fall, scale=scale)
    assert score(points, hz=hz) == pytest.approx(score(points), abs=1e-6)


def test_a_wrong_octave_here_and_there_changes_little():
    alignment = read_through(len(TONES), last_seconds=0.32)
    track = pitch_over(alignment, course())
    hz = track.hz.copy()
    hz[::20] *= 2
    slipped = intonation_groups(text_of(TONES), alignment, PitchTrack(hz), [])[0].score
    assert slipped == pytest.approx(score(course()), abs=5)


def test_level_tones_need_less_range_than_falling_ones():
    alignment = read_through(6, last_seconds=0.32)
    level = (1,) * 6
    points = course(level)
    group = intonation_groups(text_of(level), alignment, pitch_over(alignment, points), [])[0]
    assert group.score is not None
    assert group.score > 85


def test_pauses_inside_a_group_cost_and_are_named():
    alignment = read_through(len(TONES), last_seconds=0.32)
    pitch = pitch_over(alignment, course())
    paused = [PlacedPause(1.0, 1.4, 2, "inside"), PlacedPause(2.0, 2.4, 5, "inside")]
    group = intonation_groups(text_of(TONES), alignment, pitch, paused)[0]
    assert group.score is not None
    assert group.score < score(course()) - 5
    assert any("停顿" in reason.zh for reason in group.reasons)


def test_a_sentence_that_runs_into_the_next_loses_points_of_its_breaks():
    reading = text_of(TONES * 2, breaks={10: "major"})
    alignment = read_through(20, last_seconds=0.32)
    pitch = pitch_over(alignment, course() + course())
    run_on = intonation_groups(reading, alignment, pitch, [])
    paused = intonation_groups(reading, alignment, pitch, [PlacedPause(2.9, 3.3, 9, "boundary")])
    assert run_on[0].parts["breaks"] < paused[0].parts["breaks"]
    assert run_on[1].parts == paused[1].parts


def test_an_unvoiced_reading_cannot_be_judged():
    alignment = read_through(len(TONES))
    groups = intonation_groups(text_of(TONES), alignment, PitchTrack(np.full(600, np.nan)), [])
    assert groups[0].score is None
    assert sentence_intonation(groups).value is None


def test_a_clause_of_which_little_was_read_cannot_be_judged():
    alignment = read_through(len(TONES), omitted=range(4, 10))
    pitch = pitch_over(alignment, course())
    assert intonation_groups(text_of(TONES), alignment, pitch, [])[0].score is None


def test_long_clauses_weigh_more_in_the_mean():
    reading = text_of((*TONES, 1, 4, 2), breaks={10: "minor"})
    alignment = read_through(13)
    flat_end = course() + [[0.0] * 5] * 3
    groups = intonation_groups(reading, alignment, pitch_over(alignment, flat_end), [])
    measure = sentence_intonation(groups)
    first, second = (group.score for group in groups)
    assert first is not None
    assert second is not None
    assert measure.value == pytest.approx((10 * first + 3 * second) / 1300)


def test_the_line_is_drawn_in_semitones_over_the_readers_median():
    alignment = read_through(len(TONES))
    group = intonation_groups(text_of(TONES), alignment, pitch_over(alignment, course()), [])[0]
    assert len(group.line) >= 3 * len(TONES)
    assert min(seconds for seconds, _ in group.line) >= alignment.syllables[0].start
    assert abs(np.median([semitones for _, semitones in group.line])) < 1
