"""Tone sandhi of 一, 不 and the third tone: which spoken tones a written syllable may have.

Pinyin is written with dictionary tones; a learner who types what is spoken has not made a mistake. Rules after
Chao (1968): 一 is yí before tone 4 and yì before tones 1-3; 不 is bú before tone 4; a third tone before a third tone is
spoken as a second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from core.language.pinyin import Syllable


def spoken_tones(characters: str, syllables: Sequence[Syllable]) -> list[set[int]]:
    """For each syllable the tones that count as right: the dictionary tone, and the tone that sandhi makes of it.

    `characters` stand one for each syllable; where they do not, only the third-tone rule applies.
    """
    aligned = characters if len(characters) == len(syllables) else " " * len(syllables)
    next_tones = [*(syllable.tone for syllable in syllables[1:]), 0]
    return [
        _tones(character, syllable.tone, next_tone)
        for character, syllable, next_tone in zip(aligned, syllables, next_tones, strict=True)
    ]


def _tones(character: str, tone: int, following: int) -> set[int]:
    """Tone as listed, dictionary tone, spoken tone; `following` is the tone of the next syllable, 0 for none."""
    if character == "一" and tone in (1, 2, 4):
        return {tone, 1, 2 if following == 4 else 4 if following in (1, 2, 3) else 1}
    if character == "不" and tone in (2, 4):
        return {tone, 4, 2 if following == 4 else 4}
    return {tone, 2} if tone == 3 and following == 3 else {tone}


def spoken_forms(characters: str, syllables: Sequence[Syllable]) -> Iterator[tuple[Syllable, ...]]:
    """Every way of writing the syllables with dictionary or spoken tones."""
    for tones in product(*map(sorted, spoken_tones(characters, syllables))):
        yield tuple(Syllable(syllable.letters, tone) for syllable, tone in zip(syllables, tones, strict=True))
