"""What an operator's own recogniser heard, laid beside the text: a sound that it heard as expected is not called wrong."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from core.language.pinyin import parse
from core.ports.language import PinyinReader
from core.speech.aligning.phones import sounds
from core.speech.aligning.presence import SAID_FROM
from core.speech.model import Alignment, ExpectedSyllable, Sounds


def confirmed(syllables: Sequence[ExpectedSyllable], transcript: str, *, reader: PinyinReader) -> frozenset[int]:
    """Numbers of the expected syllables that stand in the transcript too, in order; tones do not count.

    A recogniser knows the language and mends what it hears, so its word counts only for a reader, never against one.
    """
    heard = [pair for pair in map(_sounds, reader.syllables(transcript)) if pair is not None]
    expected = [syllable.sounds for syllable in syllables]
    blocks = SequenceMatcher(None, expected, heard, autojunk=False).get_matching_blocks()
    return frozenset(number for block in blocks for number in range(block.a, block.a + block.size))


def with_confirmed(alignment: Alignment, certain: Collection[int]) -> Alignment:
    """Nothing else was said for a syllable that the recogniser heard."""
    syllables = tuple(
        replace(syllable, confidence=max(syllable.confidence, SAID_FROM))
        if syllable.index in certain and syllable.presence == "read"
        else syllable
        for syllable in alignment.syllables
    )
    return replace(alignment, syllables=syllables)


def _sounds(marked: str) -> Sounds | None:
    parsed = parse(marked) if marked else None
    pair = sounds(parsed[0].letters) if parsed and len(parsed) == 1 else None
    return None if pair is None else Sounds(*pair)
