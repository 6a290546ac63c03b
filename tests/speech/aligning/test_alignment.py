"""A reading is laid over its text: what was said where, what is missing, what was said beside it."""

from __future__ import annotations

import time

import numpy as np
import pytest

from core.language.pinyin import SYLLABLES
from core.speech.aligning.alignment import align
from core.speech.aligning.emissions import emissions_of
from core.speech.aligning.free_reading import free_reading
from core.speech.aligning.phones import sounds
from core.speech.measures.integrity import integrity
from core.speech.model import Alignment
from evaluation.speech.edits import verdicts_by_sound
from tests.speech.aligning.posteriors import expected, flat_priors, posteriors_of

TEXT = "jin tian tian qi hen hao"


def aligned(text: str, said: str, *, seed: int = 0) -> tuple[Alignment, list[float]]:
    posteriors, onsets = posteriors_of(said, seed=seed)
    return align(expected(text), emissions_of(posteriors, log_priors=flat_priors())), onsets


def statuses(alignment: Alignment) -> str:
    """A letter a syllable: r read, w said otherwise, - omitted."""
    return "".join(
        "-" if syllable.presence == "omitted" else "r" if syllable.confidence >= 0.5 else "w"
        for syllable in alignment.syllables
    )


def test_every_syllable_of_a_faithful_reading_is_found_where_it_was_said():
    found, onsets = aligned(TEXT, "jin tian _ tian qi _ _ hen hao")
    assert statuses(found) == "rrrrrr"
    assert found.extras == ()
    assert [one.start for one in found.syllables] == pytest.approx(onsets, abs=0.03)
    assert all(one.start < one.final_start < one.end for one in found.syllables)


def test_a_syllable_without_initial_begins_with_its_final():
    found, _ = aligned("yi er wu", "yi er wu")
    assert all(one.start == one.final_start for one in found.syllables)


@pytest.mark.parametrize("seed", range(5))
def test_words_left_out_are_omitted_and_nothing_else(seed: int):
    found, _ = aligned("wo men jin tian xia wu qu gong yuan", "wo men xia wu qu gong yuan", seed=seed)
    assert statuses(found) == "rr--rrrrr"


def test_a_beginning_and_an_end_may_be_left_out():
    found, _ = aligned(TEXT, "tian tian qi hen")
    assert statuses(found) == "-rrrr-"


def test_a_word_added_is_speech_beside_the_text():
    found, _ = aligned(TEXT, "jin tian zhe li tian qi hen hao")
    assert statuses(found) == "rrrrrr"
    (extra,) = found.extras
    assert (extra.kind, extra.after, extra.syllables) == ("extra", 1, 2)


def test_speech_before_and_after_the_text_is_beside_it():
    found, _ = aligned(TEXT, "lao shi hao _ jin tian tian qi hen hao _ xie xie")
    assert statuses(found) == "rrrrrr"
    assert [(extra.kind, extra.after, extra.syllables) for extra in found.extras] == [("extra", -1, 3), ("extra", 5, 2)]


def test_another_word_in_its_place_is_said_otherwise():
    posteriors, _ = posteriors_of("jin tian bu kuai hen hao")
    emissions = emissions_of(posteriors, log_priors=flat_priors())
    found = align(expected(TEXT), emissions)
    kept = integrity(found, verdicts_by_sound(found, expected(TEXT), emissions))
    assert (kept.wrong, kept.omitted, kept.extra) == ((2, 3), (), ())


def test_a_hesitation_is_a_filler():
    found, _ = aligned(TEXT, "jin tian e _ tian qi hen hao")
    assert [extra.kind for extra in found.extras] == ["filler"]


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("jin tian jin tian tian qi hen hao", 0, 1),
        ("jin tian tian qi tian qi hen hao", 2, 3),
        ("jin tian tian qi hen _ hen hao", 4, 4),
        ("jin tian tian qi hen hao _ jin tian tian qi hen hao", 0, 5),
    ],
)
def test_what_is_said_again_is_a_repeat_and_stands_as_said_last(said: str, first: int, last: int):
    found, onsets = aligned(TEXT, said)
    assert statuses(found) == "rrrrrr"
    (repeat,) = found.extras
    assert (repeat.kind, repeat.first, repeat.last) == ("repeat", first, last)
    assert repeat.start == pytest.approx(onsets[first], abs=0.05)


def test_the_accepted_reading_that_was_said_is_named():
    found, _ = aligned("di/de hao", "de hao")
    assert found.syllables[0].sounds == 1
    assert statuses(found) == "rr"


def test_another_text_fits_badly():
    same, _ = aligned(TEXT, TEXT)
    other, _ = aligned(TEXT, "wo men qu xue xiao ba")
    assert other.fit < -3 < same.fit <= 0


def test_of_two_texts_the_one_without_a_word_too_many_is_likelier():
    posteriors, _ = posteriors_of("shi dian ban zou")
    sound = emissions_of(posteriors, log_priors=flat_priors())
    right, longer, other = (
        align(expected(f"shi dian {said} zou"), sound) for said in ("ban", "ban fen", "san shi fen")
    )
    assert right.score > longer.score > other.score


def test_silence_holds_no_syllable():
    found, _ = aligned(TEXT, "_ _")
    assert statuses(found) == "------"


def test_no_sound_at_all_holds_no_syllable():
    empty = np.zeros((0, len(flat_priors())), np.float32)
    found = align(expected(TEXT), emissions_of(empty, log_priors=flat_priors()))
    assert statuses(found) == "------"


def test_the_free_reading_hears_syllables_without_a_text():
    posteriors, _ = posteriors_of("zhong guo _ ren")
    read = free_reading(posteriors)
    assert [(one.initial, one.final) for one in read.syllables(0, len(posteriors))] == [
        ("zh", "ong"),
        ("g", "uo"),
        ("r", "en"),
    ]


def test_two_minutes_are_aligned_in_time():
    pool = [letters for letters in sorted(SYLLABLES) if sounds(letters)]
    text = " ".join(np.random.default_rng(1).choice(pool, 400))
    posteriors, _ = posteriors_of(text)
    begun = time.process_time()
    found = align(expected(text), emissions_of(posteriors, log_priors=flat_priors()))
    assert time.process_time() - begun < 4
    assert statuses(found).count("r") == 400
