"""Which tones a student says for which: the tones of readings that could be judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from core.learning.tone_confusion import HeardTone
from core.speech.history_wire import SpokenSyllables


def said_tones(readings: Iterable[SpokenSyllables]) -> Iterator[HeardTone]:
    """The tones that were meant, and what they came out as; where a tone was wrong and none other was heard for sure, nothing is said.

    A tone that is right by sandhi or habit came out as it was meant.
    """
    for reading in readings:
        for syllable in reading.syllables:
            tone = syllable.tone
            if tone is None or tone.verdict == "unsure":
                continue
            heard = tone.expected if tone.verdict == "right" else tone.heard
            if heard is not None:
                yield HeardTone(
                    tone.expected,
                    heard,
                    reading.evaluation_id,
                    text=f"{syllable.character} {syllable.pinyin}",
                    at=datetime.fromisoformat(reading.read_at),
                )
