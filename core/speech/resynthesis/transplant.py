"""The pitch of one syllable of a recording exchanged for that of another tone; nothing where the pitch is not sure.

Learners of tones gain more from their own voice with the right tone than from another's (Xie et al. 2017): all that differs between
the two sounds is what has to be learned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from core.arrays import Float32, Float64
from core.speech.model import F0_SECONDS, SAMPLE_RATE, PitchTrack
from core.speech.resynthesis.psola import with_pitch
from core.speech.resynthesis.target import JOINED_SECONDS, local_shift, target_semitones, tone_levels
from core.speech.tones import f0
from core.speech.tones.features import Span, features, loudness, register, semitones
from core.speech.tones.verdicts import NEUTRAL, ToneModel, confidence

Doubt = Literal["too_short", "creaky", "octave", "clipped", "noisy", "not_reached"]
"""Why there is no sound: too little voice; gaps in the voice; an octave that is not sure; overdriven; no clear pitch; the new contour was
not measured in the result, or the tone network hears another tone in it."""

CONTEXT_SECONDS = 0.4
"""Sound before and after the syllable in what is given back."""
LEAST_VOICED_SECONDS = 0.08
"""In the final: a contour needs eight frames to be heard as one."""
LEAST_VOICED_SHARE = 0.6
LONGEST_GAP = 3
"""Frames without voice inside the final, beyond which it is creaky."""
LEAST_TRUST, LEAST_CLEARNESS = 0.8, 0.78
"""Of `verdicts.confidence`, and mean height of the correlation peaks."""
OCTAVE_JUMP = 4.0
"""Semitones between neighbouring frames."""
RAIL, MOST_CLIPPED = 0.985, 0.01
"""Share of full scale from which a sample is cut off; most of the samples of a syllable."""
GLIDE_SECONDS = 0.05
"""After the syllable, over which the new pitch returns to the old one where the voice goes on."""
REACHED_SEMITONES, REACHED_SHARE = 1.0, 0.9
"""The result is tracked anew: so many of the frames must lie within so much of the target."""
EMPHASES = (1.0, 1.3)
"""Times the size of the reader's levels; the second is tried where the tone network does not hear the tone in the first."""
SURROUNDINGS_SECONDS = 1.5
EDGE_FRAMES = 2
"""At either end of the voice, where a window of 40 ms sees more than the final."""


@dataclass(frozen=True)
class RightTone:
    """A stretch of the recording with one syllable in the target tone.

    `samples` at 16,000 a second, as many as the stretch had; the syllable lies from `start` to `end` seconds in it, and `offset` is where
    it begins in the recording. `hz` is the target every 10 ms over the voice of the final, from `voiced_from` seconds in the stretch on.
    """

    samples: Float32
    start: float
    end: float
    offset: float
    hz: Float64
    voiced_from: float


def with_tone(
    samples: Float32,
    track: PitchTrack,
    spans: Sequence[Span],
    tones: Sequence[int],
    index: int,
    *,
    pauses_after: Sequence[bool] = (),
    model: ToneModel | None = None,
) -> RightTone | Doubt:
    """A syllable of a recording in the tone that is expected of it, all else as it was said.

    Parameters
    ----------
    samples : array of float32 [shape=(n,)]
        The recording, one channel, 16,000 samples a second, -1 to 1.
    track : of the whole recording (`core.speech.tones.f0.track`)
    spans : the syllables that were read, in order, seconds
    tones : for each of them the tone that is to be spoken, 1 to 5, sandhi applied
    index : of the syllable
    pauses_after : for each whether a pause follows; empty = where the next begins `JOINED_SECONDS` or more after it
    model
        The tone network: nothing is given back in which it does not hear the tone. None = it is not asked.

    Returns
    -------
    RightTone, or the reason why there is none
    """
    pitch, span = semitones(track.hz), spans[index]
    doubt = _doubt(samples, pitch, track.strength, span)
    if doubt is not None:
        return doubt
    reading = _Reading(samples, track, pitch, spans, tones, pauses_after)
    for emphasis in EMPHASES:
        made = _made(reading, index, emphasis)
        if made is None:
            return "too_short"
        tracked = _tracked(reading, made)
        if _is_reached(tracked, made) and (model is None or _hears(model, reading, index, made, tracked)):
            return made
        if model is None:
            break
    return "not_reached"


class _Reading(NamedTuple):
    """A recording with what is known of it; `pitch` is that of `track` in semitones."""

    samples: Float32
    track: PitchTrack
    pitch: Float64
    spans: Sequence[Span]
    tones: Sequence[int]
    pauses_after: Sequence[bool]


def _made(reading: _Reading, index: int, emphasis: float) -> RightTone | None:
    """The syllable with its target contour; None with too few periods."""
    pitch, span = reading.pitch, reading.spans[index]
    first, last = _voiced(pitch, span)
    target = _target(reading, index, last - first, emphasis)
    stretch = _stretch(len(reading.samples), span)
    frames = np.arange(len(pitch))
    old = np.interp(frames, frames[np.isfinite(pitch)], pitch[np.isfinite(pitch)])
    begin, end = _run(pitch, first, last, span)
    new = old.copy()
    new[first:last] = target
    new[begin:first] = _ramp(old[begin:first], target[0], rising=True)
    new[last:end] = _ramp(old[last:end], target[-1], rising=False)
    places = np.arange(*stretch) / SAMPLE_RATE / F0_SECONDS
    made = with_pitch(
        reading.samples[slice(*stretch)],
        _hz(np.interp(places, frames, old)),
        _hz(np.interp(places, frames, new)),
        first=max(round(begin * F0_SECONDS * SAMPLE_RATE) - stretch[0], 0),
        last=min(round(end * F0_SECONDS * SAMPLE_RATE), stretch[1]) - stretch[0],
    )
    if made is None:
        return None
    offset = stretch[0] / SAMPLE_RATE
    return RightTone(
        np.clip(made, -1, 1), span.start - offset, span.end - offset, offset, _hz(target), first * F0_SECONDS - offset
    )


def _doubt(samples: Float32, pitch: Float64, strength: Float64, span: Span) -> Doubt | None:
    """Why nothing can be made of the syllable, None where all is clear."""
    frames = slice(max(round(span.final_start / F0_SECONDS), 0), max(round(span.end / F0_SECONDS), 1))
    inside, heights = pitch[frames], strength[frames]
    voiced = np.flatnonzero(np.isfinite(inside))
    sound = samples[round(span.start * SAMPLE_RATE) : round(span.end * SAMPLE_RATE)]
    if len(sound) == 0 or len(inside) * F0_SECONDS < LEAST_VOICED_SECONDS:
        return "too_short"
    if float((np.abs(sound) >= RAIL).mean()) > MOST_CLIPPED:
        return "clipped"
    if len(voiced) == 0:
        return "noisy"
    if len(voiced) * F0_SECONDS < LEAST_VOICED_SECONDS:
        return "too_short"
    if len(voiced) < LEAST_VOICED_SHARE * len(inside) or int(np.diff(voiced).max()) - 1 > LONGEST_GAP:
        return "creaky"
    if float(np.abs(np.diff(inside[voiced])).max()) > OCTAVE_JUMP:
        return "octave"
    if float(heights[voiced].mean()) < LEAST_CLEARNESS or confidence(pitch, strength, span) < LEAST_TRUST:
        return "noisy"
    return None


def _voiced(pitch: Float64, span: Span) -> tuple[int, int]:
    """First frame of the voice of a final, and the frame after its last."""
    first = max(round(span.final_start / F0_SECONDS), 0)
    voiced = first + np.flatnonzero(np.isfinite(pitch[first : round(span.end / F0_SECONDS)]))
    return int(voiced[0]), int(voiced[-1]) + 1


def _run(pitch: Float64, first: int, last: int, span: Span) -> tuple[int, int]:
    """The frames that get another pitch: a voiced initial before the final, and a glide where the voice goes on after it."""
    begin, end = first, last
    while begin > max(round(span.start / F0_SECONDS), 0) and np.isfinite(pitch[begin - 1]):
        begin -= 1
    while end < min(last + round(GLIDE_SECONDS / F0_SECONDS), len(pitch)) and np.isfinite(pitch[end]):
        end += 1
    return begin, end


def _target(reading: _Reading, index: int, points: int, emphasis: float) -> Float64:
    pitch, spans, tones = reading.pitch, reading.spans, reading.tones
    voice = register(pitch, spans)
    before = tones[index - 1] if index and not _pause_after(reading, index - 1) else None
    after = tones[index + 1] if index + 1 < len(spans) and not _pause_after(reading, index) else None
    return target_semitones(
        tone_levels(tones[index], before=before, after=after),
        voice,
        shift=local_shift(pitch, spans, tones, index, voice),
        before=_just_before(pitch, spans[index]),
        points=points,
        emphasis=emphasis,
    )


def _pause_after(reading: _Reading, index: int) -> bool:
    if reading.pauses_after:
        return reading.pauses_after[index]
    return reading.spans[index + 1].start - reading.spans[index].end > JOINED_SECONDS


def _just_before(pitch: Float64, span: Span) -> float | None:
    """Pitch at the end of the voice before the syllable, None where it is not joined to it."""
    start = round(span.start / F0_SECONDS)
    near = pitch[max(start - 3, 0) : max(start, 0)]
    initial = pitch[max(start, 0) : round(span.final_start / F0_SECONDS)]
    voiced = near[np.isfinite(near)]
    return float(voiced[-1]) if len(voiced) and np.isfinite(initial).all() else None


def _ramp(old: Float64, edge: float, *, rising: bool) -> Float64:
    """From the old pitch to the edge of the new contour, or back."""
    share = np.linspace(0, 1, len(old) + 2)[1:-1]
    share = share if rising else share[::-1]
    return old + share * (edge - old)


def _stretch(count: int, span: Span) -> tuple[int, int]:
    first = max(round((span.start - CONTEXT_SECONDS) * SAMPLE_RATE), 0)
    return first, min(round((span.end + CONTEXT_SECONDS) * SAMPLE_RATE), count)


def _hz(over_one_hz: Float64) -> Float64:
    return np.asarray(2 ** (over_one_hz / 12))


def _tracked(reading: _Reading, made: RightTone) -> PitchTrack:
    """The pitch of the recording with the new stretch in it. More than the stretch is tracked, for the register of a short one is no
    guide to the octave."""
    step = round(F0_SECONDS * SAMPLE_RATE)
    first = round(made.offset * SAMPLE_RATE)
    last = first + len(made.samples)
    begin = max(first - round(SURROUNDINGS_SECONDS * SAMPLE_RATE), 0) // step * step
    around = reading.samples[begin : last + round(SURROUNDINGS_SECONDS * SAMPLE_RATE)].copy()
    around[first - begin : last - begin] = made.samples
    tracked = f0.track(around)
    hz, strength = reading.track.hz.copy(), reading.track.strength.copy()
    frames = slice(first // step, min(last // step + 1, len(hz)))
    inside = slice(frames.start - begin // step, frames.stop - begin // step)
    hz[frames], strength[frames] = tracked.hz[inside], tracked.strength[inside]
    return PitchTrack(hz, strength)


def _is_reached(tracked: PitchTrack, made: RightTone) -> bool:
    """Whether the contour is measured in the result."""
    first = round((made.offset + made.voiced_from) / F0_SECONDS)
    heard = tracked.hz[first : first + len(made.hz)]
    away = np.abs(12 * np.log2(heard / made.hz))[EDGE_FRAMES:-EDGE_FRAMES]
    return float((away <= REACHED_SEMITONES).mean()) >= REACHED_SHARE


def _hears(model: ToneModel, reading: _Reading, index: int, made: RightTone, tracked: PitchTrack) -> bool:
    """Whether the tone is the likeliest: of the four full ones, or of all five where a neutral one is wanted."""
    pitch = semitones(tracked.hz)
    samples = reading.samples.copy()
    first = round(made.offset * SAMPLE_RATE)
    samples[first : first + len(made.samples)] = made.samples
    rows = features(
        pitch,
        tracked.strength,
        loudness(samples)[: len(pitch)],
        reading.spans,
        [frozenset([tone]) for tone in reading.tones],
        register(pitch, reading.spans),
    )
    tone = reading.tones[index]
    likeliest = model.probabilities(rows)[index, : max(tone, NEUTRAL - 1)].argmax()
    return int(likeliest) + 1 == tone
