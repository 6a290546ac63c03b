"""A second listener for tones, beside the network that ships: another tracker (librosa's YIN), other features, another network.

It is for sounds whose pitch the product has changed: neither its tracker nor its network may say alone whether that worked. Of the
network that ships it shares the recordings of two sentence readers, and nothing else (`training/tones/second_listener.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.arrays import Bool, Float32, Float64
from core.speech.model import F0_SECONDS, SAMPLE_RATE
from core.speech.tones.features import Register, Span, register, semitones

MODEL = Path(__file__).resolve().parent / "models" / "second_tones.npz"
HOP = 160
FLOOR_HZ, CEILING_HZ = 65.0, 500.0
LEAST_PERIODICITY, LEAST_LEVEL = 0.5, 0.02
"""Correlation of a stretch with the next period, and share of the loudest frames, from which a frame is voiced."""
POINTS, POINTS_BESIDE = 10, 4
LEAST_FRAMES = 4
LONGEST_GAP = 0.3
"""Seconds, beyond which a neighbour says nothing."""


def yin(samples: Float32) -> Float64:
    """Hz every 10 ms, NaN where unvoiced; slips of an octave are pulled to the median's neighbourhood."""
    import librosa

    hz = np.asarray(
        librosa.yin(samples, fmin=FLOOR_HZ, fmax=CEILING_HZ, sr=SAMPLE_RATE, frame_length=1024, hop_length=HOP)
    )
    level = librosa.feature.rms(y=samples, frame_length=512, hop_length=HOP)[0][: len(hz)]
    voiced = (level > LEAST_LEVEL * np.quantile(level, 0.98)) & _is_periodic(samples, hz)
    if not voiced.any():
        return np.full(len(hz), np.nan)
    middle = np.median(hz[voiced])
    hz = np.where(hz > 1.8 * middle, hz / 2, np.where(hz < 0.5 * middle, hz * 2, hz))
    return np.where(voiced, hz, np.nan)


def _is_periodic(samples: Float32, hz: Float64) -> Bool:
    periodic = np.zeros(len(hz), bool)
    for frame, pitch in enumerate(hz):
        period = round(SAMPLE_RATE / pitch)
        start = max(0, frame * HOP - period)
        one, other = samples[start : start + 2 * period], samples[start + period : start + 3 * period]
        if len(other) == 2 * period:
            norms = float(np.linalg.norm(one) * np.linalg.norm(other)) + 1e-9
            periodic[frame] = float(one @ other) / norms > LEAST_PERIODICITY
    return periodic


def rows(hz: Float64, spans: Sequence[Span]) -> Float64:
    """What is heard of each syllable: levels over its voice, its shape, its length, levels of the neighbours.

    `hz` of `yin`; array [shape=(len(spans), n_features)], a row of NaN where there is too little voice. No tone of the text is in it.
    """
    pitch = semitones(hz)
    voice = register(pitch, spans)
    own = [_levels(pitch, span, voice, POINTS) for span in spans]
    small = [_levels(pitch, span, voice, POINTS_BESIDE) for span in spans]
    filled = [np.zeros(POINTS_BESIDE) if levels is None else levels for levels in small]
    lengths = np.log([max(span.end - span.final_start, 0.02) for span in spans])
    result = []
    for index, levels in enumerate(own):
        if levels is None:
            result.append(np.full(POINTS * 2 + 2 * POINTS_BESIDE + 4, np.nan))
            continue
        sides = [_beside(filled, spans, index, step) for step in (-1, 1)]
        length = [lengths[index] + 1.6, lengths[index] - float(np.median(lengths))]
        result.append(np.concatenate([levels, levels - levels.mean(), *sides, length]))
    return np.stack(result)


def _levels(pitch: Float64, span: Span, voice: Register, points: int) -> Float64 | None:
    """Levels from the middle of the register at even places over the voice of a final; None with too little of it."""
    first = max(round(span.final_start / F0_SECONDS), 0)
    inside = pitch[first : round(span.end / F0_SECONDS)]
    voiced = np.flatnonzero(np.isfinite(inside))
    if len(voiced) < LEAST_FRAMES:
        return None
    places = np.linspace(voiced[0], voiced[-1], points)
    return np.clip((np.interp(places, voiced, inside[voiced]) - voice.median) / voice.level, -5, 5)


def _beside(levels: Sequence[Float64], spans: Sequence[Span], index: int, step: int) -> Float64:
    """Levels of a neighbour and that it is near; zeros without one."""
    other = index + step
    if not 0 <= other < len(spans):
        return np.zeros(POINTS_BESIDE + 1)
    first, second = sorted((index, other))
    near = spans[second].start - spans[first].end < LONGEST_GAP
    return np.append(levels[other] * near, float(near))


class SecondListener:
    """The network over `rows`."""

    def __init__(self, file: Path = MODEL) -> None:
        with np.load(file, allow_pickle=False) as stored:
            self._arrays = {name: stored[name] for name in stored.files}

    def probabilities(self, heard: Float64) -> Float64:
        """Probabilities of tones 1 to 4; array [shape=(n_rows, 4)]."""
        hidden = (heard - self._arrays["mean"]) / self._arrays["scale"]
        hidden = np.maximum(hidden @ self._arrays["weight0"] + self._arrays["bias0"], 0)
        logits = hidden @ self._arrays["weight1"] + self._arrays["bias1"]
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True))
