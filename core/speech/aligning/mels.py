"""Log mel energies: what the acoustic model hears."""

from __future__ import annotations

from functools import cache

import numpy as np

from core.arrays import Float32
from core.speech.model import SAMPLE_RATE

BANDS = 40
LOWEST_HZ, HIGHEST_HZ = 60.0, 7_600.0
WINDOW, HOP, POINTS = 400, 160, 512
"""Samples: 25 ms every 10 ms."""
EMPHASIS = 0.97
FLOOR = 1e-7
"""Added to a band's energy: below it lies the rounding of 16 bits."""
LOUD_SHARE = 0.2
"""The level of a recording is that of its loudest fifth of frames, which are vowels."""
SPREAD = 3.0
"""Divides the log energies, so that they are near unit variance."""
BLOCK = 3_000
"""Frames transformed at a time: bounds the memory."""


def log_mels(samples: Float32) -> Float32:
    """Log mel energies of a recording, free of its level.

    Parameters
    ----------
    samples : array [shape=(n_samples,)]
        16 kHz, -1 to 1.

    Returns
    -------
    array [shape=(n_frames, BANDS)]
        Frame i covers samples i * HOP to i * HOP + WINDOW of the recording padded by half a window at both ends, so that it is
        centred at i * HOP; n_frames = 1 + n_samples // HOP.
    """
    raw = _mel_energies(samples)
    return levelled(np.log(raw + FLOOR, dtype=np.float32))


def levelled(logs: Float32) -> Float32:
    """Log energies less the recording's level, scaled."""
    loudness = logs.mean(axis=1)
    loud = np.sort(loudness)[-max(1, round(LOUD_SHARE * len(loudness))) :]
    return np.asarray((logs - loud.mean()) / SPREAD, np.float32)


def _mel_energies(samples: Float32) -> Float32:
    emphasised = np.append(samples[:1] * (1 - EMPHASIS), samples[1:] - EMPHASIS * samples[:-1])
    padded = np.pad(emphasised.astype(np.float32), WINDOW // 2)
    count = 1 + len(samples) // HOP
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][:count]
    window = np.hanning(WINDOW + 1)[:-1].astype(np.float32)
    energies = np.empty((len(frames), BANDS), np.float32)
    for first in range(0, len(frames), BLOCK):
        spectrum = np.fft.rfft(frames[first : first + BLOCK] * window, POINTS, axis=1)
        power = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
        energies[first : first + BLOCK] = power @ mel_filters().T
    return energies


@cache
def mel_filters(warp: float = 1.0) -> Float32:
    """Triangles on the mel scale (O'Shaughnessy 1987), each summing to 1.

    Parameters
    ----------
    warp : a factor on all frequencies, for training
        Above 1 a voice sounds as if its vocal tract were shorter.

    Returns
    -------
    array [shape=(BANDS, POINTS // 2 + 1)]
    """
    edges = np.linspace(_mel(LOWEST_HZ), _mel(HIGHEST_HZ), BANDS + 2)
    hz = 700 * (np.exp(edges / 1127) - 1) / warp
    bins = np.linspace(0, SAMPLE_RATE / 2, POINTS // 2 + 1)
    rising = (bins - hz[:-2, None]) / (hz[1:-1] - hz[:-2])[:, None]
    falling = (hz[2:, None] - bins) / (hz[2:] - hz[1:-1])[:, None]
    filters = np.maximum(0, np.minimum(rising, falling))
    sums = filters.sum(axis=1, keepdims=True)
    return np.asarray(filters / np.maximum(sums, 1e-9), np.float32)


def _mel(hz: float) -> float:
    return float(1127 * np.log1p(hz / 700))
