"""What keeps to the text, and what does not; whether it was this text at all."""

from __future__ import annotations

import pytest

from core.speech.aligning.alignment import align
from core.speech.aligning.emissions import emissions_of
from core.speech.measures.integrity import Integrity, departures, integrity, is_other_text
from core.speech.model import AlignedSyllable, Alignment, ExtraSpeech
from evaluation.speech.edits import verdicts_by_sound
from tests.speech.aligning.posteriors import expected, flat_priors, posteriors_of

TEXT = "wo men jin tian xia wu qu gong yuan kan hua"


def alignment(text: str, said: str, seed: int = 0) -> Alignment:
    posteriors, _ = posteriors_of(said, seed=seed)
    return align(expected(text), emissions_of(posteriors, log_priors=flat_priors()))


def integrity_of(said: str) -> Integrity:
    posteriors, _ = posteriors_of(said)
    emissions = emissions_of(posteriors, log_priors=flat_priors())
    laid = align(expected(TEXT), emissions)
    return integrity(laid, verdicts_by_sound(laid, expected(TEXT), emissions))


def test_a_faithful_reading_keeps_the_whole_text():
    assert integrity_of(TEXT) == Integrity((), (), (), (), 1.0, 1.0)


def test_each_omitted_syllable_costs_its_share():
    kept = integrity_of("wo men xia wu qu gong yuan kan hua")
    assert kept.omitted == (2, 3)
    assert kept.share == pytest.approx(9 / 11)


def test_a_syllable_said_otherwise_costs_half():
    kept = integrity_of("wo men jin tian xia wu qu gong yuan kan shu")
    assert (kept.omitted, kept.wrong) == ((), (10,))
    assert kept.share == pytest.approx(10.5 / 11)


def test_words_added_cost_their_syllables():
    kept = integrity_of("wo men jin tian xia wu yi qi qu gong yuan kan hua")
    assert [(extra.after, extra.syllables) for extra in kept.extra] == [(5, 2)]
    assert kept.share == pytest.approx(9 / 11)


def test_saying_something_again_costs_nothing_here():
    kept = integrity_of("wo men jin tian jin tian xia wu qu gong yuan kan hua")
    assert [(again.first, again.last) for again in kept.repeated] == [(2, 3)]
    assert kept.share == 1.0


def test_speech_beside_omitted_syllables_was_said_instead_of_them():
    syllables = tuple(
        AlignedSyllable(place, "omitted" if place in (1, 2) else "read", place * 0.2, place * 0.2 + 0.2, place * 0.2)
        for place in range(4)
    )
    beside = departures(Alignment(syllables, (ExtraSpeech("extra", 0.2, 0.6, after=0, syllables=2),), -0.5))
    assert (beside.replaced, beside.extra, beside.added) == ({1, 2}, (), 0)


def test_silence_keeps_nothing():
    kept = integrity_of("_ _ _")
    assert kept.omitted == tuple(range(11))
    assert kept.share == 0.0


def test_the_own_text_is_not_another_even_when_half_of_it_is_read():
    assert not is_other_text(alignment(TEXT, TEXT))
    assert not is_other_text(alignment(TEXT, "wo men jin tian xia wu"))


def test_a_text_that_is_read_again_and_again_is_not_another():
    for said in (f"{TEXT} _ {TEXT}", f"{TEXT} _ {TEXT} _ {TEXT}", " ".join(f"{one} {one}" for one in TEXT.split())):
        assert not is_other_text(alignment(TEXT, said))


@pytest.mark.parametrize(
    "said",
    ["ni hao ma wo hen hao xie xie ni ne", "hua kan yuan gong qu wu xia tian jin men wo", "_ _ _"],
    ids=["another text", "backwards", "silence"],
)
def test_another_text_is_known_for_one(said: str):
    assert is_other_text(alignment(TEXT, said))
