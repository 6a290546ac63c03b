"""A recording said again with another pitch, all else equal: pitch-synchronous overlap and add (Moulines and Charpentier 1990).

Of its own and not the product's: where periods lie is found with librosa's YIN, so that the tracker that is tested never sees its
own errors. With `semitones_kept` 1 it is the control: the same cutting and adding, the same pitch.
"""

from __future__ import annotations

import numpy as np

from core.arrays import Float32, Float64, Int64
from core.speech.model import SAMPLE_RATE

HOP = 160
FLOOR_HZ, CEILING_HZ = 65.0, 420.0
LEAST_PERIODICITY = 0.5
"""Correlation of a stretch with the next period over which it is voiced."""
LEAST_LEVEL = 0.02
"""Share of the loudest frames under which nothing is called voiced."""


def with_flat_pitch(samples: Float32) -> Float32:
    """The same with every voiced frame at the speaker's median pitch: the tones and the intonation are gone."""
    return with_pitch_range(samples, semitones_kept=0.0)


def with_pitch_range(samples: Float32, *, semitones_kept: float) -> Float32:
    """The same with the pitch's distance from its median multiplied by `semitones_kept`."""
    hz = _pitch(samples)
    heard = hz[np.isfinite(hz)]
    if not len(heard):
        return samples.copy()
    middle = np.median(heard)
    target_hz = middle * (hz / middle) ** semitones_kept
    result = samples.astype(np.float64)
    voiced = np.flatnonzero(np.diff(np.concatenate([[False], np.isfinite(hz), [False]]).astype(np.int8)))
    for first, last in zip(voiced[::2], voiced[1::2], strict=True):
        _restretch(result, samples, hz, target_hz, first * HOP, last * HOP)
    return result.astype(np.float32)


def _pitch(samples: Float32) -> Float64:
    """Hz each `HOP`, NaN where unvoiced; octave slips are pulled to the median's neighbourhood."""
    import librosa

    hz = np.asarray(
        librosa.yin(samples, fmin=FLOOR_HZ, fmax=CEILING_HZ, sr=SAMPLE_RATE, frame_length=1024, hop_length=HOP)
    )
    level = librosa.feature.rms(y=samples, frame_length=512, hop_length=HOP)[0][: len(hz)]
    voiced = (level > LEAST_LEVEL * np.quantile(level, 0.98)) & (_periodicity(samples, hz) > LEAST_PERIODICITY)
    middle = np.median(hz[voiced]) if voiced.any() else 1.0
    hz = np.where(hz > 1.7 * middle, hz / 2, np.where(hz < 0.55 * middle, hz * 2, hz))
    runs = np.flatnonzero(np.diff(np.concatenate([[False], voiced, [False]]).astype(np.int8)))
    for first, last in zip(runs[::2], runs[1::2], strict=True):
        if last - first < 4:
            voiced[first:last] = False
    return np.where(voiced, hz, np.nan)


def _periodicity(samples: Float32, hz: Float64) -> Float64:
    periodicity = np.zeros(len(hz))
    for frame, pitch in enumerate(hz):
        period = round(SAMPLE_RATE / pitch)
        start = max(0, frame * HOP - period)
        period_before, period_after = samples[start : start + 2 * period], samples[start + period : start + 3 * period]
        if len(period_after) == 2 * period:
            periodicity[frame] = float(period_before @ period_after) / (
                float(np.linalg.norm(period_before) * np.linalg.norm(period_after)) + 1e-9
            )
    return periodicity


def _restretch(result: Float64, samples: Float32, hz: Float64, target_hz: Float64, start: int, end: int) -> None:
    """Cut a voiced stretch into windows of two periods and add them up again at the wanted distances."""
    end = min(end, len(samples))
    marks = _marks(samples, hz, start, end)
    if len(marks) < 3:
        return
    summed, weight = np.zeros(end - start), np.full(end - start, 1e-6)
    position = float(marks[0])
    while position <= marks[-1]:
        mark = marks[int(np.argmin(np.abs(marks - position)))]
        frame = min(int(position / HOP), len(hz) - 1)
        period = round(SAMPLE_RATE / _near(hz, frame))
        _add(summed, weight, samples, mark, round(position), period, start)
        position += SAMPLE_RATE / _near(target_hz, frame)
    inner = slice(marks[0], marks[-1])
    result[inner] = (summed / np.maximum(weight, 0.3))[marks[0] - start : marks[-1] - start]


def _add(summed: Float64, weight: Float64, samples: Float32, mark: int, position: int, period: int, start: int) -> None:
    window = np.hanning(2 * period + 1)
    offsets = np.arange(-period, period + 1)
    source, target = mark + offsets, position - start + offsets
    fits = (source >= 0) & (source < len(samples)) & (target >= 0) & (target < len(summed))
    summed[target[fits]] += samples[source[fits]] * window[fits]
    weight[target[fits]] += window[fits]


def _marks(samples: Float32, hz: Float64, start: int, end: int) -> Int64:
    """One mark a period, each where the wave fits the window round the mark before it best."""
    period = round(SAMPLE_RATE / _near(hz, start // HOP))
    mark = start + int(np.argmax(np.abs(samples[start : min(start + 2 * period, end)])))
    marks = [mark]
    while True:
        period = round(SAMPLE_RATE / _near(hz, min(mark // HOP, len(hz) - 1)))
        if mark + 2 * period >= end or mark < period:
            break
        pattern = samples[mark - period // 2 : mark + period // 2]
        slack = max(2, period // 6)
        near = samples[mark + period - period // 2 - slack : mark + period + period // 2 + slack]
        mark += period - slack + int(np.argmax(np.correlate(near, pattern, mode="valid")))
        marks.append(mark)
    return np.array(marks)


def _near(hz: Float64, frame: int) -> float:
    """The pitch at a frame, or at the next voiced one."""
    frame = min(frame, len(hz) - 1)
    if np.isfinite(hz[frame]):
        return float(hz[frame])
    voiced = np.flatnonzero(np.isfinite(hz))
    return float(hz[voiced[np.argmin(np.abs(voiced - frame))]])
