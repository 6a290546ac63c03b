"""Tones as the dictionary has them, by the offset of each character."""

from __future__ import annotations

from core.language.pinyin import NEUTRAL, parse
from core.ports.language import PinyinReader


def citation_tones(simplified: str, reader: PinyinReader) -> dict[int, int]:
    """Tones as written, 1-5, by code-point offset into a text in simplified characters; what has no reading is left out."""
    tones = {}
    for position, syllable in enumerate(reader.syllables(simplified)):
        parsed = parse(syllable) if syllable else None
        if parsed:
            tones[position] = parsed[0].tone or NEUTRAL
    return tones
