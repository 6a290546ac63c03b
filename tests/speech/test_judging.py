"""Verdicts on syllables, and the one score of each."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.speech.aligning.segments import SyllableSounds
from core.speech.judging import (
    accuracy,
    judged_syllables,
    pinyin_spelling,
    sound_judged,
    syllable_score,
    tone_judged,
)
from core.speech.model import AlignedSyllable, Alignment, ExtraSpeech, SegmentScore, ToneScore
from core.speech.tones.verdicts import LEAST_CONFIDENCE
from core.speech.verdicts import Verdict
from core.speech.wire import SoundJudged, SyllableJudged, ToneJudged
from tests.speech.readings import text_of

POINTS = st.floats(0, 100)
SURE = 1.0
EXPECTED = text_of([1]).syllables[0]
PLACE = AlignedSyllable(0, "read", 0.5, 0.75, 0.55)


def sound(score: float | None, verdict: Verdict = "right") -> SoundJudged:
    return SoundJudged(expected="a", score=score, confidence=0.9, verdict=verdict, heard=None)


def tone(score: float | None, verdict: Verdict = "right") -> ToneJudged:
    return ToneJudged(expected=1, accepted=[1], score=score, confidence=0.9, verdict=verdict, heard=None)


FLAT = (0.2, 0.2, 0.2, 0.2, 0.2)


def syllable(final: float, tone_: float | None = 1.0, *, confidence: float = SURE) -> SyllableJudged:
    """The judgement of a syllable that was read: probabilities of its final and its tone, None where that is unclear."""
    aligned = replace(PLACE, confidence=confidence)
    pitch = ToneScore(1, tone_ or 0.0, 0.9 if tone_ is not None else LEAST_CONFIDENCE / 2, 2, FLAT, None)
    heard = SyllableSounds(None, SegmentScore("a", final, abs(2 * final - 1), "o"))
    (only,) = judged_syllables([EXPECTED], Alignment((aligned,), (), 0.0), sounds=[heard], tones=[pitch])
    return only


def without_place(*extras: ExtraSpeech) -> SyllableJudged:
    """The judgement of a syllable that is not in the recording."""
    aligned = AlignedSyllable(0, "omitted", 0.5, 0.5, 0.5, confidence=0.0)
    (only,) = judged_syllables([EXPECTED], Alignment((aligned,), extras, 0.0), sounds=[None], tones=[None])
    return only


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


@pytest.mark.parametrize(("probability", "confidence"), [(0.1, LEAST_CONFIDENCE / 2), (0.35, 0.9)])
def test_a_tone_that_cannot_be_judged_has_neither_number_nor_claim(probability: float, confidence: float) -> None:
    unsure = tone_judged(ToneScore(1, probability, confidence, 2, FLAT, None), EXPECTED, "unsure")
    assert (unsure.score, unsure.heard) == (None, None)
    wrong = tone_judged(ToneScore(1, 0.1, 0.9, 2, FLAT, None), EXPECTED, "wrong")
    assert (wrong.score, wrong.heard, wrong.accepted) == (10.0, 2, [1])


def test_a_syllable_has_its_times_in_milliseconds_and_one_left_out_has_none() -> None:
    read, left = syllable(0.9), without_place()
    assert (read.start_ms, read.final_start_ms, read.end_ms) == (500, 550, 750)
    assert (left.status, left.verdict) == ("omitted", "omitted")
    assert (left.start_ms, left.final_start_ms, left.end_ms, left.score) == (None, None, None, None)


def test_a_poor_fit_alone_names_no_error() -> None:
    assert syllable(0.5, confidence=0.1).verdict == "unsure"
    assert syllable(0.95, confidence=0.1).verdict == "right"
    assert syllable(0.05, confidence=0.1).verdict == "replaced"
    assert syllable(0.05).verdict == "wrong"


def test_speech_where_a_syllable_is_missing_was_said_for_it() -> None:
    assert without_place(ExtraSpeech("extra", 0.5, 0.7, after=-1, syllables=1)).verdict == "replaced"
    assert without_place(ExtraSpeech("filler", 0.5, 0.7, after=-1, syllables=1)).verdict == "omitted"


def test_a_sound_that_a_recogniser_heard_is_not_called_wrong() -> None:
    heard = SyllableSounds(None, SegmentScore("a", 0.02, 0.96, "o"))
    pitch = ToneScore(1, 0.9, 0.9, None, FLAT, None)
    (only,) = judged_syllables(
        [EXPECTED], Alignment((PLACE,), (), 0.0), sounds=[heard], tones=[pitch], confirmed=frozenset({0})
    )
    assert only.final is not None
    assert (only.final.verdict, only.verdict) == ("unsure", "unsure")


def test_accuracy_is_the_mean_over_syllables_that_could_be_judged() -> None:
    syllables = [syllable(1.0), syllable(0.0), syllable(0.5), without_place()]
    whole, _ = accuracy(syllables[:1], [SURE])
    assert whole == 1.0
    half, judged = accuracy(syllables, [SURE] * 4)
    assert judged == 2
    assert half == pytest.approx((1.0 + (syllables[1].score or 0) / 100) / 2)
    assert accuracy([], []) == accuracy([without_place()], [SURE]) == accuracy([syllables[2]], [SURE]) == (None, 0)


def test_a_syllable_surely_said_otherwise_counts_nothing() -> None:
    other = without_place(ExtraSpeech("extra", 0.5, 0.7, after=-1, syllables=1))
    assert accuracy([syllable(1.0), syllable(0.1, confidence=0.0)], [SURE, 0.0]) == (0.5, 2)
    assert accuracy([syllable(1.0), other], [SURE, 0.0]) == (0.5, 2)


@given(st.floats(0, 0.2), st.floats(0, 0.49), st.floats(0, 0.49))
def test_a_syllable_said_otherwise_counts_the_less_the_surer_that_is(final: float, one: float, two: float) -> None:
    doubtful, sure = (
        accuracy([syllable(final, confidence=each)], [each])[0] for each in (max(one, two), min(one, two))
    )
    wrong, _ = accuracy([syllable(final)], [SURE])
    assert doubtful is not None
    assert sure is not None
    assert wrong is not None
    assert sure <= doubtful <= wrong
