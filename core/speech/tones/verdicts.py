"""Whether the tone of a syllable was one that counts as right.

The probabilities of the five tones come from a network over `core.speech.tones.features`, which is never given the tone that is
expected of the syllable itself. In fast speech even natives' tones run into one another, so the answer is a verification with a
confidence, and "cannot judge" is one of the answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from core.arrays import Float32, Float64
from core.speech.model import F0_SECONDS, AlignedSyllable, ExpectedSyllable, PitchTrack, ToneScore
from core.speech.tones.features import Register, Span, features, loudness, register, semitones
from core.speech.verdicts import Verdict

NEUTRAL = 5
CONTOUR_POINTS = 11
LEAST_VOICED = 0.03
"""Seconds of voice in the final, below which there is no contour."""
ENOUGH_VOICED = 0.06
"""Seconds of voice from which length no longer lowers the confidence."""
LEAST_STRENGTH, ENOUGH_STRENGTH = 0.55, 0.85
"""Mean height of the correlation peaks: creak and noise are below, clear voice above."""
LEAST_SHARE, ENOUGH_SHARE = 0.15, 0.5
"""Voiced share of the final."""
OCTAVE_JUMP = 7.0
"""Semitones between neighbouring frames that no voice makes."""
OCTAVE_DOUBT = 0.5
"""Factor on the confidence where there is such a jump."""
HEARD_FROM = 0.6
"""Probability from which a tone is named as the one heard."""
LEAST_CONFIDENCE = 0.2
"""Below it nothing is claimed."""
WRONG_BELOW, RIGHT_FROM = 0.31, 0.4
"""Probabilities; `training/tones/thresholds.py` prints what other settings do."""


class ToneModel(Protocol):
    """The trained network with its calibration."""

    @property
    def version(self) -> str:
        """Name and version, as reports give them."""
        ...

    @property
    def calibration(self) -> tuple[float, float]:
        """Slope and intercept over log odds; see `verification`."""
        ...

    def probabilities(self, rows: Float32) -> Float64:
        """Probabilities of tones 1 to 5; array [shape=(n_rows, 5)], rows sum to 1. The rows are all syllables of one reading, in order."""
        ...


class ReadSyllable(NamedTuple):
    """A syllable that was read, with what the text expects."""

    span: Span
    expected: ExpectedSyllable


def tone_scores(
    track: PitchTrack,
    samples: Float32,
    aligned: Sequence[AlignedSyllable],
    expected: Sequence[ExpectedSyllable],
    *,
    model: ToneModel,
) -> list[ToneScore | None]:
    """A score for each aligned syllable, None for those that were omitted.

    Parameters
    ----------
    track
        Pitch of the whole recording.
    samples : array of float32 [shape=(n,)]
        The recording, 16 kHz.
    aligned : in order; `index` points into `expected`
    expected : syllables of the text
    """
    read = [
        ReadSyllable(Span(syllable.start, syllable.final_start, syllable.end), expected[syllable.index])
        for syllable in aligned
        if syllable.presence == "read"
    ]
    pitch = semitones(track.hz)
    voice = register(pitch, [syllable.span for syllable in read])
    loud = loudness(samples)[: len(pitch)]
    spans, tones = [syllable.span for syllable in read], [syllable.expected.tones for syllable in read]
    probabilities = model.probabilities(features(pitch, track.strength, loud, spans, tones, voice))
    scores = iter(
        _score(syllable, row, pitch, track.strength, voice, model.calibration)
        for syllable, row in zip(read, probabilities, strict=True)
    )
    return [next(scores) if syllable.presence == "read" else None for syllable in aligned]


def verdict(score: ToneScore) -> Verdict:
    """The verdict on a tone. Of readers of sentences left out of the training 1.7 % of the full tones are called wrong and 6.4 % not judged."""
    if score.confidence < LEAST_CONFIDENCE:
        return "unsure"
    if score.probability < WRONG_BELOW:
        return "wrong"
    return "right" if score.probability >= RIGHT_FROM else "unsure"


def verification(probabilities: Float64, accepted: frozenset[int], calibration: tuple[float, float]) -> float:
    """Probability that one of the accepted tones was said.

    The log odds of the accepted tones against the other full tones, by a straight line fitted on left-out speakers. A neutral tone
    that was not expected is no counter-evidence: in fast speech natives wear down every other full tone as far.
    """
    slope, intercept = calibration
    return float(1 / (1 + np.exp(-(slope * log_odds(probabilities, accepted) + intercept))))


def log_odds(probabilities: Float64, accepted: frozenset[int]) -> float:
    """Log odds of the accepted tones against the other full tones."""
    right = sum(float(probabilities[tone - 1]) for tone in accepted)
    wrong = sum(float(probabilities[tone - 1]) for tone in range(1, NEUTRAL) if tone not in accepted)
    return float(np.log(right + 1e-4) - np.log(wrong + 1e-4))


def _score(
    syllable: ReadSyllable,
    probabilities: Float64,
    pitch: Float64,
    strength: Float64,
    voice: Register,
    calibration: tuple[float, float],
) -> ToneScore:
    accepted = syllable.expected.tones
    likeliest = int(probabilities.argmax()) + 1
    first, second, third, fourth, neutral = (float(probability) for probability in probabilities)
    return ToneScore(
        expected=syllable.expected.tone,
        probability=verification(probabilities, accepted, calibration),
        confidence=confidence(pitch, strength, syllable.span),
        heard=likeliest if probabilities.max() >= HEARD_FROM else None,
        probabilities=(first, second, third, fourth, neutral),
        contour=contour(pitch, syllable.span, voice),
    )


def confidence(pitch: Float64, strength: Float64, span: Span) -> float:
    """How far the pitch of a final can be trusted, 0-1: length and share of its voice, clearness, no doubt about the octave."""
    frames = slice(max(round(span.final_start / F0_SECONDS), 0), max(round(span.end / F0_SECONDS), 1))
    inside = pitch[frames]
    voiced = np.isfinite(inside)
    if not voiced.any():
        return 0.0
    jumps = np.abs(np.diff(inside[voiced]))
    trust = _ramp(float(voiced.sum()) * F0_SECONDS, 0.0, ENOUGH_VOICED)
    trust *= _ramp(float(voiced.mean()), LEAST_SHARE, ENOUGH_SHARE)
    trust *= _ramp(float(strength[frames][voiced].mean()), LEAST_STRENGTH, ENOUGH_STRENGTH)
    return trust * (OCTAVE_DOUBT if (jumps > OCTAVE_JUMP).any() else 1.0)


def _ramp(value: float, least: float, enough: float) -> float:
    return min(max((value - least) / (enough - least), 0.0), 1.0)


def contour(pitch: Float64, span: Span, voice: Register) -> tuple[float, ...] | None:
    """Pitch at `CONTOUR_POINTS` over the final on the five-level scale (Chao 1930): 1 at the reader's floor, 5 at the
    ceiling."""
    first, last = round(span.final_start / F0_SECONDS), round(span.end / F0_SECONDS)
    frames = np.arange(max(first, 0), min(max(last, first + 1), len(pitch)))
    voiced = frames[np.isfinite(pitch[frames])]
    if len(voiced) * F0_SECONDS < LEAST_VOICED - 1e-9:
        return None
    positions = np.linspace(voiced[0], voiced[-1], CONTOUR_POINTS)
    levels = 1 + (np.interp(positions, voiced, pitch[voiced]) - voice.floor) / voice.level
    return tuple(float(level) for level in levels.round(3))
