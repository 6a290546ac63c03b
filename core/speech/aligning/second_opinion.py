"""What an operator's own recogniser heard, laid beside the text: a sound that it heard as expected is not called wrong."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from core.language.pinyin import parse
from core.ports.language import PinyinReader
from core.speech.aligning.phones import sounds
from core.speech.aligning.presence import SAID
from core.speech.model import Alignment, ExpectedSyllable, Sounds


def confirmed(syllables: Sequence[ExpectedSyllable], transcript: str, *, reader: PinyinReader) -> frozenset[int]:
    """Numbers of the expected syllables that stand in the transcript too, in order; tones do not count.

    A recogniser knows the language and mends what it hears, so its word counts only for a reader, never against one.
    """
    heard = [found for found in map(_sounds, reader.syllables(transcript)) if found is not None]
    wanted = [each.sounds for each in syllables]
    blocks = SequenceMatcher(None, wanted, heard, autojunk=False).get_matching_blocks()
    return frozenset(number for block in blocks for number in range(block.a, block.a + block.size))


def with_confirmed(alignment: Alignment, certain: Collection[int]) -> Alignment:
    """Nothing else was said for a syllable that the recogniser heard."""
    syllables = tuple(
        replace(each, confidence=max(each.confidence, SAID))
        if each.index in certain and each.presence == "read"
        else each
        for each in alignment.syllables
    )
    return replace(alignment, syllables=syllables)


def _sounds(marked: str) -> Sounds | None:
    read = parse(marked) if marked else None
    found = sounds(read[0].letters) if read and len(read) == 1 else None
    return None if found is None else Sounds(*found)
