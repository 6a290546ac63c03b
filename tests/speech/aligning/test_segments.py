"""Initials and finals are judged, and only when the sound says enough."""

from __future__ import annotations

import numpy as np
import pytest

from core.speech.aligning.alignment import align
from core.speech.aligning.emissions import emissions_of
from core.speech.aligning.phones import FINALS, INITIALS, sounds
from core.speech.aligning.segments import LEAST_CONFIDENCE, SyllableSounds, score_sounds, verdict
from core.speech.aligning.syllable_fits import NO_INITIAL, fits, spoken_syllables, syllable_probabilities
from core.speech.model import SegmentScore
from tests.speech.aligning.posteriors import expected, flat_priors, posteriors_of

FRAMES, STATES = 9, 96


def scored(text: str, said: str, *, height: float = 8.0, snr_db: float | None = None) -> list[SyllableSounds | None]:
    posteriors, _ = posteriors_of(said, height=height)
    emissions = emissions_of(posteriors, log_priors=flat_priors())
    return score_sounds(align(expected(text), emissions), expected(text), emissions, snr_db=snr_db)


def test_sounds_said_as_expected_are_right():
    for one in scored("jin tian tian qi hen hao", "jin tian tian qi hen hao"):
        assert one is not None
        assert one.initial is not None
        assert (verdict(one.initial), verdict(one.final)) == ("right", "right")
        assert (one.initial.heard, one.final.heard) == (None, None)


@pytest.mark.parametrize(
    ("text", "said", "expected_sound", "heard_sound"),
    [("zhu", "zu", "zh", "z"), ("nan", "lan", "n", "l"), ("ji", "zhi", "j", "zh"), ("hua", "fa", "h", "f")],
)
def test_another_initial_is_wrong_and_named(text: str, said: str, expected_sound: str, heard_sound: str):
    _, middle, _ = scored(f"wo {text} ma", f"wo {said} ma")
    assert middle is not None
    assert middle.initial is not None
    assert (middle.initial.expected, verdict(middle.initial), middle.initial.heard) == (
        expected_sound,
        "wrong",
        heard_sound,
    )


@pytest.mark.parametrize(("text", "said"), [("ban", "bang"), ("jin", "jing"), ("nü", "nu"), ("xue", "xie")])
def test_another_final_is_wrong_and_named(text: str, said: str):
    _, middle, _ = scored(f"wo {text} ma", f"wo {said} ma")
    wanted, got = sounds(text), sounds(said)
    assert middle is not None
    assert wanted is not None
    assert got is not None
    assert (middle.final.expected, verdict(middle.final), middle.final.heard) == (wanted[1], "wrong", got[1])


def test_a_syllable_without_initial_has_only_a_final():
    (only,) = scored("er", "er")
    assert only is not None
    assert only.initial is None


def test_an_omitted_syllable_is_not_judged():
    first, left_out, _ = scored("wo hen hao", "wo hao")
    assert first is not None
    assert left_out is None


def test_mumbling_is_not_called_wrong_with_confidence():
    """A model that hears everything alike claims nothing."""
    flat = np.full((60, STATES), -np.log(STATES), np.float32)
    ear = emissions_of(flat, log_priors=flat_priors())
    for one in score_sounds(align(expected("ni hao"), ear), expected("ni hao"), ear):
        assert one is None or verdict(one.final) != "right" or one.final.confidence < 1


def test_noise_lowers_the_confidence_and_not_the_probability():
    (quiet,), (noisy,) = scored("hao", "hao", snr_db=30.0), scored("hao", "hao", snr_db=8.0)
    assert quiet is not None
    assert noisy is not None
    assert noisy.final.probability == quiet.final.probability
    assert noisy.final.confidence < quiet.final.confidence


def test_below_the_least_confidence_nothing_is_claimed():
    assert verdict(SegmentScore("zh", 0.3, LEAST_CONFIDENCE - 0.01, None)) == "unsure"
    assert verdict(SegmentScore("zh", 0.1, LEAST_CONFIDENCE, None)) == "wrong"
    assert verdict(SegmentScore("zh", 0.9, LEAST_CONFIDENCE, None)) == "right"


def test_the_best_division_of_a_stretch_is_found():
    """Against trying them all."""
    scores = np.random.default_rng(3).normal(size=(FRAMES, STATES)).astype(np.float32)
    fitted = fits(scores)
    initial, first, second = (scores[:, place] for place in (17, 40, 41))
    tried = [
        initial[:a].sum() + first[a:b].sum() + second[b:].sum()
        for a in range(1, FRAMES - 1)
        for b in range(a + 1, FRAMES)
    ]
    assert fitted[16, (40 - 22) // 2] == pytest.approx(max(tried), abs=1e-4)
    bare = [first[:b].sum() + second[b:].sum() for b in range(1, FRAMES)]
    assert fitted[NO_INITIAL, (40 - 22) // 2] == pytest.approx(max(bare), abs=1e-4)


def test_only_syllables_that_exist_share_the_probability():
    fitted = fits(np.random.default_rng(4).normal(size=(FRAMES, STATES)).astype(np.float32))
    probabilities = syllable_probabilities(fitted, sharpness=0.2)
    assert probabilities.sum() == pytest.approx(1, abs=1e-5)
    assert probabilities[INITIALS.index("j"), FINALS.index("a")] == 0
    assert (probabilities > 0).sum() <= spoken_syllables().sum()
