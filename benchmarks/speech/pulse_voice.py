"""A voice made of pulses through formants, whose pitch is known at every sample: twelve syllables with tones, some of them creaky."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.arrays import Bool, Float64

RATE = 16_000
FORMANTS: dict[str, tuple[tuple[float, float], ...]] = {
    "a": ((750, 80), (1200, 90), (2500, 120), (3500, 150)),
    "i": ((290, 60), (2250, 100), (2950, 130), (3600, 150)),
    "u": ((320, 60), (750, 80), (2400, 120), (3300, 150)),
    "e": ((500, 70), (1150, 90), (2450, 120), (3400, 150)),
    "n": ((250, 60), (1400, 200), (2300, 200), (3300, 250)),
}
"""Hz and bandwidth (Peterson and Barney 1952, rounded)."""
LEVELS = {1: (5, 5, 5), 2: (3, 3.3, 5), 3: (2.2, 1, 1, 2.5), 4: (5, 4, 1), 5: (3, 2.5)}
RANGE = 9.0
"""Semitones from level 1 to level 5."""
BASES_HZ = (90, 110, 135, 180, 220, 270)
SYLLABLES = 12
LOWEST_HZ = 62.0


class Voice(NamedTuple):
    """Samples, and true Hz every 10 ms, NaN where there is no voice."""

    samples: Float64
    hz: Float64


def sentence(seed: int) -> Voice:
    """Twelve random tones in one of six registers, with pauses and friction between them."""
    rng = np.random.default_rng(seed)
    base = float(rng.choice(BASES_HZ)) * rng.uniform(0.95, 1.05)
    parts = [_rest(np.zeros(RATE // 5))]
    for index in range(SYLLABLES):
        between = rng.integers(0, 3)
        if between:
            count = int(rng.uniform(0.04, 0.12) * RATE)
            hiss = np.diff(rng.normal(0, 0.01, count + 1))
            parts.append(_rest(hiss if between == 2 else np.zeros(count)))
        parts.append(_syllable(base, index, rng))
    parts.append(_rest(np.zeros(RATE // 5)))
    samples, hz = (np.concatenate(side) for side in zip(*parts, strict=True))
    return Voice(samples, hz[::160])


def _rest(samples: Float64) -> Voice:
    return Voice(samples, np.full(len(samples), np.nan))


def _syllable(base: float, index: int, rng: np.random.Generator) -> Voice:
    tone, count = int(rng.integers(1, 6)), int(rng.uniform(0.12, 0.3) * RATE)
    points = LEVELS[tone]
    level = np.interp(np.linspace(0, 1, count), np.linspace(0, 1, len(points)), points)
    hz = base * 2 ** (((level - 3) / 4 * RANGE * rng.uniform(0.7, 1) - 0.15 * index) / 12)
    creaky = np.zeros(count, bool)
    if tone == 3 and rng.random() < 0.5:
        creaky[count // 3 : 2 * count // 3] = True
        hz = np.where(creaky, np.maximum(hz * 0.8, LOWEST_HZ), hz)
    source = _pulses(hz, creaky, rng) + rng.normal(0, 0.02, count)
    sound = _through(source, FORMANTS[str(rng.choice(list(FORMANTS)))], 1.15 if base > 160 else 1.0)
    steps = np.arange(count) / RATE
    envelope = np.minimum(1, np.minimum(steps / 0.02, (count / RATE - steps) / 0.03)) * rng.uniform(0.4, 1)
    return Voice(0.1 * envelope * sound / np.sqrt(np.mean(sound**2)), hz)


def _pulses(hz: Float64, creaky: Bool, rng: np.random.Generator) -> Float64:
    """Derivatives of the flow of Rosenberg (1971), one a period, uneven in length and height, eight times as uneven in creak."""
    samples, position = np.zeros(len(hz) + RATE // 40), 0.0
    while position < len(hz) - 1:
        period, uneven = RATE / hz[int(position)], 8 if creaky[int(position)] else 1
        part = (np.arange(int(period)) + 1 - position % 1) / period
        rising = 0.5 * np.pi / 0.4 * np.sin(np.pi * part / 0.4)
        falling = -np.pi / 0.4 * np.sin(np.pi / 2 * (part - 0.4) / 0.2)
        pulse = np.where(part < 0.4, rising, np.where(part < 0.6, falling, 0.0))
        first = int(position) + 1
        samples[first : first + len(pulse)] += pulse * (1 + rng.normal(0, 0.03 * uneven))
        position += period * (1 + rng.normal(0, 0.005 * uneven))
    return samples[: len(hz)]


def _through(source: Float64, formants: tuple[tuple[float, float], ...], scale: float) -> Float64:
    from scipy.signal import lfilter

    for hz, width in formants:
        radius = np.exp(-np.pi * width / RATE)
        poles = [1.0, -2 * radius * np.cos(2 * np.pi * hz * scale / RATE), radius**2]
        source = lfilter([sum(poles)], poles, source)
    return source
