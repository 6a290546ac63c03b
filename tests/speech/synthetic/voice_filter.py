"""The sound of the test voice: pulses and noise through a spectral envelope that changes every 5 ms."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.arrays import Float64
from core.speech.model import SAMPLE_RATE

BANDS = 40
LOWEST_HZ, HIGHEST_HZ = 60.0, 7_800.0
HOP = 80
"""Samples from one frame to the next, 5 ms."""
WINDOW = 320
FFT = 640
BREATH_FROM_HZ = 3_500.0
"""Above it a voiced sound is half noise, as glottal flow is."""


def band_edges() -> Float64:
    """Edges of the bands in Hz, even on the mel scale (O'Shaughnessy 1987); array [shape=(BANDS + 2,)]."""
    low, high = 2595 * np.log10(1 + np.array([LOWEST_HZ, HIGHEST_HZ]) / 700)
    return np.asarray(700 * (10 ** (np.linspace(low, high, BANDS + 2) / 2595) - 1))


@cache
def bins_of_bands() -> Float64:
    """Linear interpolation from band centres to the bins of the FFT; array [shape=(BANDS, FFT // 2 + 1)]."""
    hz = np.fft.rfftfreq(FFT, 1 / SAMPLE_RATE)
    centres = band_edges()[1:-1]
    return np.stack([np.interp(hz, centres, row) for row in np.eye(BANDS)])


def pulses(f0_hz: Float64) -> Float64:
    """A train of pulses with power 1; `f0_hz` is given for every sample. A pulse between two samples is shared by them."""
    phase = np.cumsum(f0_hz / SAMPLE_RATE)
    train = np.zeros(len(f0_hz) + 1)
    at = np.flatnonzero(np.diff(np.floor(phase), prepend=0.0) > 0)
    late = (phase[at] - np.floor(phase[at])) / (f0_hz[at] / SAMPLE_RATE)
    height = np.sqrt(SAMPLE_RATE / f0_hz[at])
    train[at] += height * (1 - late)
    np.add.at(train, np.maximum(at - 1, 0), height * late)
    return train[: len(f0_hz)]


def sound(log_power: Float64, voicing: Float64, f0_hz: Float64, random: np.random.Generator) -> Float64:
    """Samples of a voice.

    Parameters
    ----------
    log_power : array [shape=(frames, BANDS)]
        Natural logarithm of the power density in each band.
    voicing : array [shape=(frames,)]
        1 for a voice, 0 for noise.
    f0_hz : array [shape=(frames,)]
        Fundamental frequency, also where nothing is voiced.

    Returns
    -------
    array [shape=(frames * HOP,)]
    """
    samples = len(voicing) * HOP
    per_sample = np.interp(np.arange(samples) / HOP, np.arange(len(f0_hz)), f0_hz)
    voiced, noise = _spectra(pulses(per_sample)), _spectra(random.standard_normal(samples))
    hz = np.fft.rfftfreq(FFT, 1 / SAMPLE_RATE)
    share = np.clip(voicing, 0, 1)[:, None] * np.where(hz > BREATH_FROM_HZ, 0.5, 1.0)
    mixed = voiced * np.sqrt(share) + noise * np.sqrt(1 - share)
    return _overlap_add(mixed * _minimum_phase(log_power @ bins_of_bands()), samples)


def _spectra(source: Float64) -> NDArray[np.complex128]:
    padded = np.pad(source, WINDOW // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][: len(source) // HOP]
    return np.asarray(np.fft.rfft(frames * np.hanning(WINDOW + 1)[:-1] / 2, FFT))


def _minimum_phase(log_power: Float64) -> NDArray[np.complex128]:
    """The transfer function of minimum phase with this power (Oppenheim and Schafer 1989, 12.4: the folded cepstrum)."""
    cepstrum = np.fft.irfft(log_power / 2, FFT)
    cepstrum[:, 1 : FFT // 2] *= 2
    cepstrum[:, FFT // 2 + 1 :] = 0
    return np.asarray(np.exp(np.fft.rfft(cepstrum, FFT)))


def _overlap_add(spectra: NDArray[np.complex128], samples: int) -> Float64:
    pieces = np.pad(np.fft.irfft(spectra, FFT), [(0, 0), (0, -FFT % HOP)]).reshape(len(spectra), -1, HOP)
    added = np.zeros((len(spectra) + pieces.shape[1], HOP))
    for place in range(pieces.shape[1]):
        added[place : place + len(spectra)] += pieces[:, place]
    return added.ravel()[WINDOW // 2 :][:samples]


def between(points: Float64, frames: int) -> Float64:
    """Points of a course, stretched evenly over frames; array [shape=(points, ...)] to [shape=(frames, ...)].

    >>> between(np.array([[0.0], [1.0]]), 3).tolist()
    [[0.0], [0.5], [1.0]]
    """
    places = np.linspace(0, len(points) - 1, frames)
    below = np.minimum(places.astype(int), max(len(points) - 2, 0))
    above = np.minimum(below + 1, len(points) - 1)
    part = (places - below).reshape(-1, *([1] * (points.ndim - 1)))
    return np.asarray(points[below] * (1 - part) + points[above] * part)


def smoothed(course: Float64, frames: int) -> Float64:
    """A moving mean over frames along the first axis."""
    if frames < 2:
        return course
    padded = np.pad(course, [(frames // 2, frames - frames // 2 - 1), *[(0, 0)] * (course.ndim - 1)], mode="edge")
    sums = np.cumsum(padded, axis=0)
    return np.asarray(np.concatenate([sums[frames - 1 : frames], sums[frames:] - sums[:-frames]]) / frames)


def rms(samples: Float64) -> float:
    """Root of the mean square."""
    return float(np.sqrt(np.mean(np.square(samples)))) if len(samples) else 0.0
