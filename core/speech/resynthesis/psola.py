"""Another pitch for a stretch of voice, by pitch-synchronous overlap and add in the time domain (TD-PSOLA).

Moulines and Charpentier (1990), "Pitch-synchronous waveform processing techniques for text-to-speech synthesis using diphones",
Speech Communication 9: the voice is cut into windows round its periods, and they are added up again at the distances of the wanted
pitch. Windows are left out or used twice, so that the length stays; the shape of each, and with it the sound of the vowel, stays too.
"""

from __future__ import annotations

import numpy as np

from core.arrays import Float32, Float64, Positions
from core.speech.model import SAMPLE_RATE

FINENESS = 4
"""Steps in a sample: at 400 Hz a period is 40 samples, and whole ones would make the voice rough (20 cents of jitter)."""
SLACK = 0.15
"""Share of a period by which the next one may come early or late."""
LEAST_MARKS = 4
"""Periods; of fewer nothing is made."""


def with_pitch(samples: Float32, source_hz: Float64, target_hz: Float64, *, first: int, last: int) -> Float32 | None:
    """The sound with another pitch between two samples; as long as before, and the same sample by sample outside them.

    Parameters
    ----------
    samples : array of float32 [shape=(n,)]
        One channel, 16,000 samples a second.
    source_hz, target_hz : arrays [shape=(n,)]
        Fundamental frequency that there is and that is wanted, Hz at each sample; finite and positive from `first` to `last`.
    first, last : int, 0 <= first < last <= n
        A stretch that is voiced throughout.

    Returns
    -------
    array of float32 [shape=(n,)] or None
        None where fewer than `LEAST_MARKS` periods lie in the stretch.
    """
    # An even count, and room for the ends, which the Fourier transform joins to one another.
    padded = np.concatenate([samples, np.zeros(len(samples) % 2 + 2 * SAMPLE_RATE // 100, np.float32)])
    fine = _resampled(padded.astype(np.float64), FINENESS * len(padded))
    steps = np.arange(FINENESS * len(samples)) / FINENESS
    here = np.arange(len(samples))
    source_period = FINENESS * SAMPLE_RATE / np.interp(steps, here[first:last], source_hz[first:last])
    target_period = FINENESS * SAMPLE_RATE / np.interp(steps, here[first:last], target_hz[first:last])
    marks = _marks(fine, source_period, FINENESS * first, FINENESS * last)
    if len(marks) < LEAST_MARKS:
        return None
    moved = _resampled(_overlapped(fine, marks, source_period, target_period), len(padded))
    result = samples.copy()
    inner = slice(-(-int(marks[0]) // FINENESS), int(marks[-1]) // FINENESS + 1)
    result[inner] = moved[inner]
    return result


def _resampled(samples: Float64, count: int) -> Float64:
    """The same band-limited wave in `count` samples."""
    spectrum = np.fft.rfft(samples)
    kept = np.zeros(count // 2 + 1, complex)
    both = min(len(kept), len(spectrum))
    kept[:both] = spectrum[:both]
    return np.asarray(np.fft.irfft(kept, count) * (count / len(samples)))


def _marks(samples: Float64, period: Float64, first: int, last: int) -> Positions:
    """One mark a period between two samples, in order: from the strongest peak in the middle outwards, each where the wave round
    it is most like the wave round its neighbour."""
    third = (last - first) // 3
    middle = first + third + int(np.argmax(np.abs(samples[first + third : max(last - third, first + third + 1)])))
    marks = [middle]
    for direction in (-1, 1):
        mark = middle
        while (following := _next_mark(samples, period, mark, direction)) is not None and first <= following < last:
            marks.append(following)
            mark = following
    return np.sort(np.array(marks, np.intp))


def _next_mark(samples: Float64, period: Float64, mark: int, direction: int) -> int | None:
    """The mark of the period after (1) or before (-1) this one; None where the sound ends."""
    length = int(period[min(max(mark, 0), len(period) - 1)])
    half, slack = length // 2, max(2, round(SLACK * length))
    centre = mark + direction * length
    low, high = centre - slack - half, centre + slack + half
    if mark < half or low < 0 or high > len(samples) or centre >= len(period) or mark + half > len(samples):
        return None
    pattern = samples[mark - half : mark + half]
    windows = np.lib.stride_tricks.sliding_window_view(samples[low:high], 2 * half)
    likeness = windows @ pattern / np.sqrt((windows**2).sum(axis=1) + 1e-12)
    return centre - slack + int(likeness.argmax())


def _overlapped(samples: Float64, marks: Positions, source_period: Float64, target_period: Float64) -> Float64:
    """The windows added up at the wanted distances between the first and the last mark; the sound outside fades into them."""
    summed = np.zeros(len(samples))
    positions = _positions(marks, target_period)
    gaps = np.diff(positions)
    first, last = int(marks[0]), int(marks[-1])
    for index, position in enumerate(positions):
        mark = int(marks[np.abs(marks - position).argmin()])
        there = int(position)
        own = source_period[min(there, len(source_period) - 1)]
        # Half as wide as one period of the higher pitch: two windows then add up to one, and a lower pitch leaves a gap
        # as a slower voice would.
        before = min(own, gaps[index - 1]) if index else 0.0
        after = min(own, gaps[index]) if index < len(gaps) else 0.0
        # Fewer periods a second would be softer, more of them louder.
        is_seam = index in (0, len(positions) - 1)
        gain = 1.0 if is_seam else float(np.sqrt(target_period[min(there, len(target_period) - 1)] / own))
        _add(summed, samples, mark, there, before, after, gain)
    summed[:first], summed[last:] = samples[:first], samples[last:]
    return summed


def _positions(marks: Positions, target_period: Float64) -> Float64:
    """Where periods of the wanted length lie from the first mark on; the last is the last mark, so that nothing after it moves."""
    positions, end = [float(marks[0])], float(marks[-1])
    while positions[-1] < end:
        period = float(target_period[min(int(positions[-1]), len(target_period) - 1)])
        positions.append(positions[-1] + period)
    if len(positions) > 2 and end - positions[-2] < 0.5 * (positions[-1] - positions[-2]):
        positions.pop()
    positions[-1] = end
    return np.array(positions)


def _add(summed: Float64, samples: Float64, mark: int, position: int, before: float, after: float, gain: float) -> None:
    """Add the window round a mark at a position; it reaches so many samples before and after."""
    offsets = np.arange(-int(before), int(after) + 1)
    width = np.where(offsets < 0, max(before, 1.0), max(after, 1.0))
    window = 0.5 + 0.5 * np.cos(np.pi * np.clip(offsets / width, -1, 1))
    source, target = mark + offsets, position + offsets
    fits = (source >= 0) & (source < len(samples)) & (target >= 0) & (target < len(summed))
    summed[target[fits]] += gain * samples[source[fits]] * window[fits]
