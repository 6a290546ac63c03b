"""From a recording and its report to the misread syllables in the right tone, each as a sound file."""

from __future__ import annotations

import io
import wave
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from core.arrays import Float32
from core.speech.model import SAMPLE_RATE
from core.speech.resynthesis.transplant import Doubt, RightTone, with_tone
from core.speech.tones import f0
from core.speech.tones.features import Span
from core.speech.tones.verdicts import ToneModel
from core.speech.wire import SpeechReport, SyllableJudged

MOST_SYLLABLES = 20
"""Of one reading, each some 65 ms of one core; a reader who misses more tones has enough to hear in them."""
EDGE_SECONDS = 0.03
"""Sound around the syllable, as much as the page plays around the original, so that both begin alike."""
MEDIA_TYPE = "audio/wav"


@dataclass(frozen=True)
class OwnVoice:
    """Sound files by the number of the syllable, and for the other misread syllables why there is none."""

    sounds: Mapping[int, bytes] = field(default_factory=dict)
    doubts: Mapping[int, Doubt] = field(default_factory=dict)


def own_voice(samples: Float32, report: SpeechReport, *, model: ToneModel) -> OwnVoice:
    """The syllables whose tone was called wrong, said by the same voice with the right tone.

    Parameters
    ----------
    samples : array of float32 [shape=(n,)]
        The recording as it was scored: one channel, 16,000 samples a second.
    report
        Of that recording. Where another syllable was said altogether, nothing is made.
    model
        The tone network, by which each sound is heard before it is offered.
    """
    read = list(_read(report))
    wanted = [place for place, (number, syllable) in enumerate(read) if _is_misread(syllable, number, report)]
    if not wanted:
        return OwnVoice()
    track = f0.track(samples)
    spans = [_span(syllable) for _, syllable in read]
    tones = [syllable.tone.expected for _, syllable in read if syllable.tone]
    paused = {pause.after for pause in report.pauses} | {read[-1][0]}
    pauses_after = [number in paused for number, _ in read]
    sounds: dict[int, bytes] = {}
    doubts: dict[int, Doubt] = {}
    for place in wanted[:MOST_SYLLABLES]:
        made = with_tone(samples, track, spans, tones, place, pauses_after=pauses_after, model=model)
        if isinstance(made, RightTone):
            sounds[read[place][0]] = wav(_cut(made))
        else:
            doubts[read[place][0]] = made
    return OwnVoice(sounds, doubts)


def _read(report: SpeechReport) -> Iterator[tuple[int, SyllableJudged]]:
    """The syllables that were read, with their numbers in the text."""
    for number, syllable in enumerate(report.syllables):
        if syllable.status == "read" and syllable.tone is not None and syllable.start_ms is not None:
            yield number, syllable


def _is_misread(syllable: SyllableJudged, number: int, report: SpeechReport) -> bool:
    return syllable.tone is not None and syllable.tone.verdict == "wrong" and number not in report.wrong


def _span(syllable: SyllableJudged) -> Span:
    assert syllable.start_ms is not None
    assert syllable.end_ms is not None
    final_start = syllable.start_ms if syllable.final_start_ms is None else syllable.final_start_ms
    return Span(syllable.start_ms / 1000, final_start / 1000, syllable.end_ms / 1000)


def _cut(made: RightTone) -> Float32:
    first = max(round((made.start - EDGE_SECONDS) * SAMPLE_RATE), 0)
    return made.samples[first : round((made.end + EDGE_SECONDS) * SAMPLE_RATE)]


def wav(samples: Float32) -> bytes:
    """A WAV file of 16 bits of sound at 16 kHz, -1 to 1."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes(np.round(np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
    return buffer.getvalue()
