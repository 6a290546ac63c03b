"""What the first pass left out or put in is looked at once more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.speech.aligning import local_scores
from core.speech.aligning.alignment import align
from core.speech.aligning.emissions import Emissions, emissions_of
from core.speech.aligning.phones import STATES
from core.speech.aligning.presence import syllables_followed
from core.speech.aligning.second_look import OMITTED_FROM, FirstPass, omission_probability, second_look
from core.speech.measures.integrity import LEAST_OMISSION, integrity
from core.speech.model import AlignedSyllable, ExtraSpeech
from core.speech.verdicts import SyllableVerdict
from tests.speech.aligning.posteriors import expected, flat_priors, posteriors_of

OMITTED: SyllableVerdict = "omitted"
TEXT = "wo men jin tian xia wu qu gong yuan kan hua"


def sound(said: str, seed: int = 0) -> Emissions:
    posteriors, _ = posteriors_of(said, seed=seed)
    return emissions_of(posteriors, log_priors=flat_priors())


def read(index: int, start: float, end: float, confidence: float = 1.0) -> AlignedSyllable:
    return AlignedSyllable(index, "read", start, end, start, confidence=confidence)


def path_without(letters: str, missing: int) -> list[AlignedSyllable]:
    """Every syllable in its place, .24 s each after a silence as long, but one that the path left out and its neighbour
    swallowed."""
    made = []
    for index in range(len(letters.split())):
        start = 0.24 * (index + 1)
        if index == missing:
            made.append(AlignedSyllable(index, "omitted", start, start, start, confidence=0.0))
        else:
            made.append(read(index, start, start + 0.24 * (2 if index == missing - 1 else 1)))
    return made


@pytest.mark.parametrize("missing", [1, 4, 9])
def test_a_syllable_that_was_said_is_restored_in_its_place(missing: int):
    text, said = expected(TEXT), sound(TEXT)
    made, _ = second_look(text, path_without(TEXT, missing), [], said)
    assert [one.presence for one in made] == ["read"] * 11
    assert made[missing].start == pytest.approx(0.24 * (missing + 1), abs=0.05)
    assert made[missing].confidence > 0.5


def test_a_syllable_that_nobody_said_stays_left_out_and_costs_its_share():
    found = align(expected(TEXT), sound(TEXT.replace("xia ", "")))
    kept = integrity(found, [OMITTED if number == 4 else "right" for number in range(11)])
    assert [syllable.presence for syllable in found.syllables].count("omitted") == 1
    assert kept.completeness == pytest.approx(10 / 11)


def test_a_doubtful_omission_costs_less_than_a_sure_one():
    doubtful = AlignedSyllable(1, "omitted", 0.3, 0.3, 0.3, confidence=0.75)
    made = align(expected("ni hao"), sound("ni hao"))
    laid = type(made)((made.syllables[0], doubtful), (), made.fit)
    assert integrity(laid, ["right", OMITTED]).completeness == pytest.approx(
        1 - LEAST_OMISSION / 2
    )  # of two: the one that was judged, and this
    sure = replace(laid, syllables=(made.syllables[0], replace(doubtful, confidence=0.25)))
    assert integrity(sure, ["right", OMITTED]).completeness == pytest.approx(1 - 0.75 / 2)


def test_a_stretch_of_the_text_is_no_speech_beside_it():
    text = expected(TEXT)
    path = [read(index, 0.24 * (index + 1), 0.24 * (index + 2)) for index in range(11)]
    swallowed = ExtraSpeech("extra", 1.2, 1.32, after=3, syllables=1)
    _, extras = second_look(text, path, [swallowed], sound(TEXT))
    assert extras == []


def test_nothing_is_forgiven_to_a_reading_that_does_not_follow_the_text():
    path = [read(index, 0.24 * (index + 1), 0.24 * (index + 2), confidence=0.1) for index in range(11)]
    path[4] = AlignedSyllable(4, "omitted", 1.2, 1.2, 1.2, confidence=0.0)
    made, _ = second_look(expected(TEXT), path, [], sound(TEXT))
    assert made[4].presence == "omitted"


def test_what_is_said_beside_the_text_is_taken_off_what_follows_it():
    path = [read(0, 0.0, 0.2), read(1, 0.2, 0.4), read(2, 0.4, 0.6, confidence=0.1)]
    assert syllables_followed(path, []) == 2
    assert syllables_followed(path, [ExtraSpeech("extra", 0.6, 1.0, after=2, syllables=2)]) == 0
    assert syllables_followed(path, [ExtraSpeech("repeat", 0.6, 1.0, after=0, syllables=2, first=1, last=2)]) == 1


def test_an_omission_is_probable_only_where_the_sound_lacks_the_syllable():
    text = expected(TEXT)
    said = FirstPass(text, path_without(TEXT, 4), [], sound(TEXT))
    assert omission_probability(said, 4) < OMITTED_FROM
    silent = FirstPass(
        text, align(text, sound(TEXT.replace("xia ", ""))).syllables, [], sound(TEXT.replace("xia ", ""))
    )
    assert omission_probability(silent, 4) > 0.5


def test_the_right_syllables_fit_best_and_others_only_where_they_may_stand():
    scores, text = sound("ni hao ma").scores, expected("ni hao ma")
    right = local_scores.score_as_written(scores, text)
    assert right > local_scores.score_as_written(scores, [text[0], text[2]])
    changed = [text[0], expected("shu")[0], text[2]]
    assert local_scores.score_with_substitute(scores, changed, 1) > local_scores.score_as_written(scores, changed)
    assert local_scores.score_with_substitute(scores, changed, 0) < right
    assert local_scores.score_with_other_speech(scores, [text[0], text[2]]) > local_scores.score_as_written(
        scores, [text[0], text[2]]
    )


def test_syllables_that_a_stretch_is_too_short_for_are_not_laid():
    scores = sound("ni hao ma").scores
    assert scores.shape[1] > len(STATES)
    assert local_scores.steps_for_each(scores[:2], expected("ni hao ma")) is None
    steps = local_scores.steps_for_each(scores, expected("ni hao ma"))
    assert steps is not None
    assert len(steps) == 3
