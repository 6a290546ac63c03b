"""Hesitation that can be heard: filled pauses (嗯, 呃), and words said again, broken off or put right.

A filled pause is a vowel or nasal that is held: voiced, at one pitch, with a spectrum that does not move (Shriberg 1994; Goto,
Itou and Hayamizu 1999 find them by these two signs). A syllable of Mandarin moves in at least one of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from core.arrays import Float32, Float64
from core.speech.model import F0_SECONDS, SAMPLE_RATE, Alignment, ExtraSpeech, Measure, PitchTrack

FALSE_START_SYLLABLES = 1
"""An addition this short before a syllable of the text is taken for one that was broken off; longer ones are added words."""
FALSE_START_SECONDS = 0.6
"""How soon the text must go on after it."""
EDGE_SECONDS = 0.04
"""Taken off both ends: onset and release move even in a held vowel."""
BANDS_HZ = tuple(float(edge) for edge in np.geomspace(100, 5_000, 17))
"""Sixteen bands, even on a logarithmic scale: three to an octave tell vowels apart and not harmonics."""
WINDOW = 512


@dataclass(frozen=True)
class HeldSound:
    """What tells a held sound from a syllable: `seconds` without the edges, share of voiced frames, `pitch_range` in semitones
    (10th to 90th percentile), `movement` of the spectrum in decibels (mean over bands of the spread over time).
    """

    seconds: float
    voiced: float
    pitch_range: float
    movement: float


SHORTEST_FILLER_SECONDS = 0.2
LEAST_VOICED = 0.7
WIDEST_PITCH = 2.0
WIDEST_MOVEMENT = 4.2
"""Level a, e, o, en, eng, m and n of three voices move by 1.5 to 4.1 dB and .2 to 1.3 semitones; stretches of .3 to .6 s out of 300
words by 6 to 8 dB (quartiles) and 3 to 9 semitones: 2.3 % of these pass, mostly a long level vowel."""


def held_sound(samples: Float32, pitch: PitchTrack, start: float, end: float) -> HeldSound:
    """Figures of the sound between two times in seconds. Louder is the same sound: levels are taken off frame by frame."""
    start, end = start + EDGE_SECONDS, end - EDGE_SECONDS
    if end - start < 2 * WINDOW / SAMPLE_RATE:
        return HeldSound(max(0.0, end - start), 0.0, 0.0, np.inf)
    hz = pitch.hz[round(start / F0_SECONDS) : round(end / F0_SECONDS)]
    heard = hz[np.isfinite(hz)]
    semitones = 12 * np.log2(heard) if len(heard) else np.zeros(1)
    low, high = np.percentile(semitones, (10, 90))
    levels = _band_levels(samples[round(start * SAMPLE_RATE) : round(end * SAMPLE_RATE)])
    shape = levels - levels.mean(axis=1, keepdims=True)
    return HeldSound(end - start, len(heard) / max(1, len(hz)), float(high - low), float(shape.std(axis=0).mean()))


def _band_levels(samples: Float32) -> Float64:
    """Decibels in each band, frame by frame; array [shape=(frames, bands)]."""
    hop = round(F0_SECONDS * SAMPLE_RATE)
    frames = np.lib.stride_tricks.sliding_window_view(samples, WINDOW)[::hop] * np.hanning(WINDOW)
    power = np.abs(np.fft.rfft(frames, axis=1)) ** 2
    edges = np.searchsorted(np.fft.rfftfreq(WINDOW, 1 / SAMPLE_RATE), BANDS_HZ)
    summed = np.stack([power[:, low : max(high, low + 1)].sum(axis=1) for low, high in pairwise(edges)], axis=1)
    # 40 dB below the loudest band is noise or codec, and it moves.
    return np.asarray(10 * np.log10(np.maximum(summed, summed.max(axis=1, keepdims=True) * 1e-4 + 1e-12)))


def is_filled_pause(samples: Float32, pitch: PitchTrack, start: float, end: float) -> bool:
    """Whether what sounds between two times (seconds) is a held vowel or nasal."""
    sound = held_sound(samples, pitch, start, end)
    return (
        sound.seconds >= SHORTEST_FILLER_SECONDS
        and sound.voiced >= LEAST_VOICED
        and sound.pitch_range <= WIDEST_PITCH
        and sound.movement <= WIDEST_MOVEMENT
    )


def with_fillers(alignment: Alignment, samples: Float32, pitch: PitchTrack) -> Alignment:
    """The alignment with extras of one syllable marked as fillers where they sound like one: a held vowel or nasal."""

    def classified(extra: ExtraSpeech) -> ExtraSpeech:
        is_held = (
            extra.kind == "extra" and extra.syllables <= 1 and is_filled_pause(samples, pitch, extra.start, extra.end)
        )
        return replace(extra, kind="filler") if is_held else extra

    return replace(alignment, extras=tuple(classified(extra) for extra in alignment.extras))


def pause_fluency(alignment: Alignment, *, produced: int) -> Measure:
    """Filled pauses per 100 syllables produced."""
    return _per_hundred(sum(extra.kind == "filler" for extra in alignment.extras), produced)


def corrected_fluency(alignment: Alignment, *, produced: int) -> Measure:
    """Repetitions, false starts and repairs per 100 syllables produced."""
    return _per_hundred(len(repairs(alignment)), produced)


def repairs(alignment: Alignment) -> list[ExtraSpeech]:
    """Extras that were said again, or broken off and put right at once."""
    return [extra for extra in alignment.extras if extra.kind == "repeat" or _broken_off(alignment, extra)]


def _broken_off(alignment: Alignment, extra: ExtraSpeech) -> bool:
    following = [
        syllable.start
        for syllable in alignment.syllables
        if syllable.presence == "read" and syllable.start >= extra.end
    ]
    soon = bool(following) and min(following) - extra.end <= FALSE_START_SECONDS
    return extra.kind == "extra" and extra.syllables <= FALSE_START_SYLLABLES and soon


def _per_hundred(count: int, produced: int) -> Measure:
    return Measure(100 * count / produced if produced else None, "per 100 syllables", produced)
