"""The fundamental frequency of a voice, every 10 ms.

Peaks of the autocorrelation of each frame, divided by that of its window (Boersma 1993), are candidates; the cheapest path through
them is taken (Viterbi), first over the whole range, then again with what the first said about the reader's register, which settles
most doubts about the octave.
"""

from __future__ import annotations

import numpy as np

from core.arrays import Float32, Float64, Positions
from core.speech.model import F0_SECONDS, SAMPLE_RATE, PitchTrack

FLOOR_HZ, CEILING_HZ = 60.0, 500.0
WINDOW_SECONDS = 0.04
"""Two and a half periods of the lowest pitch: longer windows smear falling tones (gross errors .44 % at 50 ms, .35 % at 40 ms)."""
BAND_HZ = (70.0, 130.0, 4_000.0)
"""Nothing below the first, all above the second (mains hum and rumble; a voice as low is heard by its overtones), nothing
above the third (breath and friction)."""
CANDIDATES = 5
VOICING = 0.5
"""Least height of a peak that counts as voice, 0-1, in a loud frame."""
SILENCE = 0.03
"""Loudness, as a share of the loudest frames, under which the least height rises."""
OVER_NOISE, MOST_NOISE = 2.5, 0.12
"""The same threshold is raised to so many times the quietest frames, but to no more than this share of the loudest."""
LOUD = 0.2
"""Share of the loudest from which a frame may speak for the register: hum is periodic, too."""
FIRST_OCTAVE_COST, MIDDLE_HZ = 0.12, 170.0
"""For each octave lower, beside the height of a peak: every multiple of the period is a peak, and the shortest is right. Much at
first, for a register that is taken an octave too low spoils all that follows."""
OCTAVE_COST = 0.06
"""The same once the register is known."""
JUMP_COST = 0.5
"""For each octave between neighbouring frames."""
VOICING_COST = 0.14
"""For each change between voiced and unvoiced."""
REGISTER_COST = 0.6
"""For each octave beyond `REGISTER_OCTAVES` from the reader's median."""
REGISTER_OCTAVES = 0.6
SHORTEST_VOICED = 3
"""Frames; shorter runs are clicks."""
QUIETEST = 1e-3
"""Loudness (root of the energy within a window) that is silence in any recording."""
CLEAR = 0.8
"""Height of a peak that leaves no doubt that there is voice."""
LEAST_FRAMES_FOR_MEDIAN = 10
"""Least voiced frames from which a median is taken."""
FFT = 960
"""Window and longest lag together, rounded up to small factors."""
FINENESS = 2
"""Steps of the correlation in a sample: between whole samples the peak of a bright high voice is missed, and twice its period wins."""
BLOCK = 1_000
"""Frames at a time: 4 MB of windows."""


def track(samples: Float32) -> PitchTrack:
    """The pitch of one voice.

    Costs about .004 of real time on one core; `benchmarks/speech/tones.py` prints errors and costs beside librosa's pYIN.

    Parameters
    ----------
    samples : array of float32 [shape=(n,)]
        One channel, 16,000 samples a second.

    Returns
    -------
    PitchTrack
        n // 160 + 1 frames; 60 to 500 Hz, NaN where unvoiced or silent.
    """
    hz, heights, loudness = _peaks(samples)
    unvoiced = _least_height(loudness)
    octaves = np.log2(np.where(np.isfinite(hz), hz, CEILING_HZ))
    usable = np.where(np.isfinite(hz), heights, -np.inf)
    chosen = _cheapest(octaves, usable + FIRST_OCTAVE_COST * (octaves - np.log2(MIDDLE_HZ)), unvoiced)
    is_loud = loudness > LOUD * np.quantile(loudness, 0.99)
    register = _median(octaves, heights, np.where(is_loud, chosen, -1))
    if register is not None:
        away = np.maximum(np.abs(octaves - register) - REGISTER_OCTAVES, 0.0)
        usable = usable + OCTAVE_COST * (octaves - register) - REGISTER_COST * away
        chosen = _cheapest(octaves, usable, unvoiced)
    return _picked(hz, heights, chosen)


def _peaks(samples: Float32) -> tuple[Float64, Float64, Float64]:
    """Hz and height of `CANDIDATES` peaks of every frame [n_frames, CANDIDATES], NaN where there are fewer; loudness of the frames."""
    width, step = round(WINDOW_SECONDS * SAMPLE_RATE), round(F0_SECONDS * SAMPLE_RATE)
    n_frames = len(samples) // step + 1
    padded = np.zeros((n_frames - 1) * step + width, np.float32)
    usable = samples[: len(padded) - width // 2]
    padded[width // 2 : width // 2 + len(usable)] = usable
    frames = np.lib.stride_tricks.sliding_window_view(padded, width)[::step]
    window = np.hanning(width + 2)[1:-1].astype(np.float32)
    blocks = [_block(frames[start : start + BLOCK], window) for start in range(0, n_frames, BLOCK)]
    hz, heights, loudness = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
    return hz, heights, loudness


def _block(frames: Float32, window: Float32) -> tuple[Float64, Float64, Float64]:
    shortest, longest = int(FINENESS * SAMPLE_RATE / CEILING_HZ), round(FINENESS * SAMPLE_RATE / FLOOR_HZ)
    hz = np.fft.rfftfreq(FFT, 1 / SAMPLE_RATE)
    band = np.clip((hz - BAND_HZ[0]) / (BAND_HZ[1] - BAND_HZ[0]), 0.0, 1.0) ** 2 * (hz < BAND_HZ[2])
    power = _power(frames * window) * band.astype(np.float32)
    correlation = np.fft.irfft(power, FINENESS * FFT)[:, : longest + 2]
    own = np.fft.irfft(_power(window), FINENESS * FFT)[: longest + 2]
    energy = np.maximum(correlation[:, :1], np.float32(1e-9))
    heights = correlation / energy * (own[0] / own)
    return *_highest(heights, shortest, longest), np.sqrt(energy[:, 0]).astype(np.float64)


def _power(frames: Float32) -> Float32:
    spectrum = np.fft.rfft(frames, FFT)
    return np.asarray(spectrum.real**2 + spectrum.imag**2, np.float32)


def _highest(heights: Float32, shortest: int, longest: int) -> tuple[Float64, Float64]:
    """Hz and height of the highest peaks between two lags, by a parabola through three points."""
    before, middle, after = (heights[:, shortest + shift : longest + shift] for shift in (-1, 0, 1))
    peaks = np.where((middle > before) & (middle >= after), middle, np.float32(-1))
    # Chosen by the cost that decides later: of a high voice all multiples of the period are peaks, more than there are candidates.
    octaves = np.log2(np.arange(shortest, longest)).astype(np.float32)
    best = np.argpartition(peaks - np.float32(FIRST_OCTAVE_COST) * octaves, -CANDIDATES, axis=1)[:, -CANDIDATES:]
    left, top, right = (np.take_along_axis(part, best, 1).astype(np.float64) for part in (before, middle, after))
    is_peak = np.take_along_axis(peaks, best, 1) > 0
    bend = np.where(is_peak, left - 2 * top + right, -1.0)
    shift = np.where(is_peak, 0.5 * (left - right) / bend, 0.0)
    hz = FINENESS * SAMPLE_RATE / (best + shortest + shift)
    return np.where(is_peak, hz, np.nan), np.minimum(top - 0.25 * (left - right) * shift, 1.0)


def _least_height(loudness: Float64) -> Float64:
    """The height that a peak must reach to count as voice: more in a quiet frame, up to the impossible in silence."""
    quietest, loudest = np.quantile(loudness, [0.1, 0.99])
    least = max(SILENCE * loudest, min(OVER_NOISE * quietest, MOST_NOISE * loudest), QUIETEST)
    return np.asarray(VOICING + np.maximum(0.0, 1.0 - loudness / least))


def _cheapest(octaves: Float64, heights: Float64, unvoiced: Float64) -> Positions:
    """The candidate of each frame on the path of least cost, -1 for unvoiced."""
    n_frames, n_voiced = octaves.shape
    cost = -np.column_stack([heights, unvoiced])
    step = np.full((n_frames, n_voiced + 1, n_voiced + 1), VOICING_COST)
    step[1:, :-1, :-1] = JUMP_COST * np.abs(octaves[:-1, :, None] - octaves[1:, None, :])
    step[:, -1, -1] = 0.0
    total, back = cost[0], np.zeros(cost.shape, np.intp)
    columns = np.arange(n_voiced + 1)
    for frame in range(1, n_frames):
        reached = total[:, None] + step[frame]
        back[frame] = sources = reached.argmin(0)
        total = reached[sources, columns] + cost[frame]
    return _traced(back, int(total.argmin()), n_voiced)


def _traced(back: Positions, last: int, unvoiced: int) -> Positions:
    path = np.empty(len(back), np.intp)
    for frame in range(len(back) - 1, -1, -1):
        path[frame] = last
        last = int(back[frame, last])
    path[path == unvoiced] = -1
    return path


def _median(octaves: Float64, heights: Float64, chosen: Positions) -> float | None:
    """The reader's median in octaves, over loud and clearly periodic frames; None without voice."""
    voiced = np.flatnonzero(chosen >= 0)
    clear = voiced[heights[voiced, chosen[voiced]] > CLEAR]
    used = clear if len(clear) >= LEAST_FRAMES_FOR_MEDIAN else voiced
    return float(np.median(octaves[used, chosen[used]])) if len(used) >= LEAST_FRAMES_FOR_MEDIAN else None


def _picked(hz: Float64, heights: Float64, chosen: Positions) -> PitchTrack:
    """The chosen pitches without runs too short to be voice, and the height of each frame's peak."""
    voiced = chosen >= 0
    edges = np.flatnonzero(np.diff(np.concatenate([[False], voiced, [False]]).astype(np.int8)))
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if end - start < SHORTEST_VOICED:
            voiced[start:end] = False
    rows = np.arange(len(chosen))
    picked_hz = np.where(voiced, hz[rows, chosen], np.nan)
    highest = np.where(np.isfinite(hz), heights, 0.0).max(axis=1)
    strength = np.where(voiced, heights[rows, chosen], highest)
    return PitchTrack(picked_hz, np.clip(strength, 0.0, 1.0))
