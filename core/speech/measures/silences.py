"""Where speech is and where it pauses: an adaptive energy detector, frames of 10 ms.

A frame's loudness is measured over the recording's own noise, band by band, so that neither hum nor hiss nor the level
of the recording matters: every band is divided by its noise floor, and the mean ratio, in decibels, is the frame's
height over the noise. Steady noise stays within 1 dB of 0 whatever its colour, so 3 dB are speech.

Measured on 189 pauses of 0.3-1.2 s put into 63 native sentences (`python -m benchmarks.speech.pauses`): all found, in the
quiet and in white and pink noise down to 10 dB; the median end is off by 0.01 s, nine of ten by 0.06 s at most. Noise that itself
talks hides them: of 226 in babble at 20 dB, 87 were found.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np

from core.arrays import Bool, Float32, Float64
from core.speech.model import FRAME_SECONDS, SAMPLE_RATE, Pause

STEP_SECONDS = 0.01
STEP = int(STEP_SECONDS * SAMPLE_RATE)
WINDOW = 400
"""25 ms: two periods of the lowest voice."""
BINS = 512
LOWEST_HZ, HIGHEST_HZ = 90.0, 7_900.0
"""Below lies mains hum with its first overtone, above the edge of the resampling filter."""
BANDS = 20
"""Even steps on the mel scale."""
SHORTEST_PAUSE = 0.25
"""Seconds; shorter silences are closures of stops as often as pauses; best threshold for L2 fluency: .25-.3 s (de Jong & Bosker 2013)."""
LONGEST_CLOSURE = 0.15
"""Seconds; the closure of a stop belongs to the speech around it."""
SHORTEST_SPEECH = 0.05
"""Seconds; less is a click."""
QUIET_SHARE = 0.1
"""Readings pause for a tenth of the time at least, their ends included; where they do not, the dips between syllables do."""
FLOOR_FRAMES, HEIGHT_FRAMES = 5, 3
"""Frames that a band's floor and a frame's height are smoothed over."""
INDEPENDENT = 0.275
"""Share of the numbers in a smoothed band that vary freely, the windows overlapping: white, pink and brown noise then
have floors within 1 dB of their power."""
QUIET_DEVIATIONS = 1.2816
"""Standard deviations that a tenth of a normal distribution lies below."""
DIGITAL_SILENCE = 1e-10
"""Mean power of a frame (-100 dBFS): it holds nothing at all, and says nothing of the noise of the room."""
ON_DB, OFF_DB = 3.0, 1.5
"""Decibels over the noise at which speech begins, and down to which it goes on."""
RANGE_DB = 28.0
"""What is so far below the loudest speech is breath, echo or noise raised by gain control, however quiet the room.
Of 226 pauses in babble at 20 dB, 30 hears 47, 28 hears 87, 25 hears 138, and weak ends are lost with it; shares of the range (0.15-0.35 of it) found as many in the quiet, and
lost up to three times as much of weak ends in noise."""
LOUD_SHARE = 0.95
MARGIN_SECONDS = 0.5
"""Silence at either end that `spoken_part` leaves; native sentences have about as much."""


def speech_mask(samples: Float32) -> Bool:
    """Whether each step of 10 ms holds speech; array [shape=(ceil(n_samples / 160),)].

    Gaps shorter than `LONGEST_CLOSURE` are speech, bursts shorter than `SHORTEST_SPEECH` are not. Sustained sounds
    without a level of their own (noise, hum, one tone all along) are silence.
    """
    return mask_of(band_powers(samples))


def mask_of(powers: Float64) -> Bool:
    """As `speech_mask`, from the powers that `band_powers` gives."""
    if not len(powers):
        return np.zeros(0, dtype=bool)
    height = heights(powers, noise_floor(powers))
    least = float(np.quantile(height, LOUD_SHARE)) - RANGE_DB
    over = _hysteresis(height, on=max(ON_DB, least + ON_DB), off=max(OFF_DB, least))
    spoken = without_short(over, SHORTEST_SPEECH)
    bounds = intervals(spoken)
    if not bounds:
        return spoken
    gaps = without_short(~spoken, LONGEST_CLOSURE)
    gaps[: bounds[0][0]] = gaps[bounds[-1][1] :] = True
    return ~gaps


def spoken_part(samples: Float32) -> tuple[Float32, float]:
    """The stretch from the first speech to the last, with `MARGIN_SECONDS` around it, and where it begins (seconds, whole frames).

    Levels of sound and pitch are taken from the recording as a whole: half a minute of silence before a reading made others of its
    syllables, or another text of it.
    """
    spoken = intervals(speech_mask(samples))
    if not spoken:
        return samples, 0.0
    frame = round(FRAME_SECONDS * SAMPLE_RATE)
    first = max(0, spoken[0][0] * STEP - round(MARGIN_SECONDS * SAMPLE_RATE)) // frame * frame
    last = spoken[-1][1] * STEP + round(MARGIN_SECONDS * SAMPLE_RATE)
    return samples[first:last], first / SAMPLE_RATE


def intervals(mask: Bool) -> list[tuple[int, int]]:
    """Runs of True: first frame and the one after the last.

    >>> intervals(np.array([True, False, True, True]))
    [(0, 1), (2, 4)]
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return [(int(first), int(last)) for first, last in zip(edges[::2], edges[1::2], strict=True)]


def without_short(mask: Bool, seconds: float) -> Bool:
    """The mask without its runs that are shorter than so many seconds."""
    remaining = mask.copy()
    for first, last in intervals(mask):
        if last - first < round(seconds / STEP_SECONDS):
            remaining[first:last] = False
    return remaining


def pauses(mask: Bool, *, shortest: float = SHORTEST_PAUSE) -> list[Pause]:
    """Silences between the first and the last speech that last `shortest` seconds or more, in order."""
    return [
        Pause(round(first * STEP_SECONDS, 2), round(last * STEP_SECONDS, 2))
        for (_, first), (last, _) in pairwise(intervals(mask))
        if last - first >= round(shortest / STEP_SECONDS)
    ]


def speech_seconds(mask: Bool) -> float:
    """How long there is speech, pauses apart."""
    return round(int(np.count_nonzero(mask)) * STEP_SECONDS, 2)


def band_powers(samples: Float32) -> Float64:
    """Power in each band around each step of 10 ms; array [shape=(ceil(n_samples / 160), BANDS)], 1 is full scale.

    Frame i is centred on the middle of its step, (i + 0.5) * 10 ms.
    """
    count = -(-len(samples) // STEP)
    if not count:
        return np.zeros((0, BANDS))
    padded = np.zeros(count * STEP + WINDOW - STEP, dtype=np.float32)
    padded[(WINDOW - STEP) // 2 :][: len(samples)] = samples
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::STEP]
    window = np.hanning(WINDOW).astype(np.float32)
    filters = _filters().T / (BINS / 2 * float(np.sum(window**2)))
    powers = np.empty((count, BANDS))
    for first in range(0, count, 2_000):  # in blocks: two minutes of spectra would take 50 MB
        spectrum = np.fft.rfft(frames[first : first + 2_000] * window, BINS)
        powers[first : first + 2_000] = (spectrum.real**2 + spectrum.imag**2) @ filters
    return powers


def noise_floor(powers: Float64) -> Float64:
    """Power of the steady noise in each band; array [shape=(BANDS,)].

    The smoothed power that a tenth of the frames stay under, set right for the spread that noise has about its mean
    (a chi-squared quantile by Wilson & Hilferty 1931).
    """
    heard = powers[powers.sum(axis=1) > DIGITAL_SILENCE]
    least = np.full(BANDS, DIGITAL_SILENCE / BANDS)
    if len(heard) < FLOOR_FRAMES:
        return least
    low = np.quantile(_smoothed(heard, FLOOR_FRAMES), QUIET_SHARE, axis=0)
    width = np.maximum(_filters().sum(axis=1) / 2, 1)
    spread = 2 / (9 * 4 * width * FLOOR_FRAMES * INDEPENDENT)
    return np.asarray(np.maximum(low / (1 - spread - QUIET_DEVIATIONS * np.sqrt(spread)) ** 3, least))


def heights(powers: Float64, floor: Float64) -> Float64:
    """Decibels over the noise, each frame; array [shape=(n_frames,)]. Noise alone lies about 0."""
    return np.asarray(10 * np.log10(np.mean(_smoothed(powers, HEIGHT_FRAMES) / floor, axis=1) + 1e-3))


def _hysteresis(height: Float64, *, on: float, off: float) -> Bool:
    over = np.zeros(len(height), dtype=bool)
    for first, last in intervals(height > off):
        over[first:last] = bool(np.any(height[first:last] > on))
    return over


def _smoothed(powers: Float64, frames: int) -> Float64:
    """Moving mean over time; at the ends of fewer frames."""
    total = np.cumsum(np.vstack([np.zeros((1, powers.shape[1])), powers]), axis=0)
    centre = np.arange(len(powers))
    first = np.maximum(centre - frames // 2, 0)
    last = np.minimum(centre + frames // 2 + 1, len(powers))
    # The running total forgets what is far below it: never under zero.
    return np.asarray(np.maximum(total[last] - total[first], 0) / (last - first)[:, None])


@cache
def _filters() -> Float64:
    """Which bins each band sums; array [shape=(BANDS, BINS / 2 + 1)]."""
    mel = _mel(np.arange(BINS // 2 + 1) * SAMPLE_RATE / BINS)
    edges = np.linspace(_mel(LOWEST_HZ), _mel(HIGHEST_HZ), BANDS + 1)
    return ((mel >= edges[:-1, None]) & (mel < edges[1:, None])).astype(np.float64)


def _mel(hz: Float64 | float) -> Float64:
    return np.asarray(2595 * np.log10(1 + np.asarray(hz) / 700))
