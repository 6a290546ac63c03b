"""Pinyin of whole texts, written by words: Nín hǎo, lǚxíngshè ma?"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

PUNCTUATION = str.maketrans("，。！？、：；“”‘’（）…", ",.!?,:;\"\"''().")
LONGEST_WORD = 6
CLOSING = ",.!?:;)"
DOUBLED_VERBS = frozenset("看说听想试问走坐等找吃喝读写学玩猜聊谈用做讲尝管改笑动擦洗")
"""One-syllable verbs whose second half is read without tone when doubled (看看 kànkan)."""


def transcribe(text: str, syllables: Sequence[str], readings: Mapping[str, str]) -> str:
    """The text in pinyin with words joined and sentence beginnings in capitals.

    Parameters
    ----------
    text : Chinese text
    syllables : one syllable with tone mark for each character, '' where there is none
    readings : known words of two characters or more with their pinyin

    >>> transcribe("您好，旅行社吗？", ["nín", "hǎo", "", "lǚ", "xíng", "shè", "ma", ""], {"旅行社": "lǚxíngshè"})
    'Nín hǎo, lǚxíngshè ma?'
    """
    written = ""
    begins = text[-1:] in "。！？"  # a phrase is no sentence and begins small
    for piece, is_word in _pieces(text, syllables, readings):
        if is_word:
            written += (piece[0].upper() + piece[1:] if begins else piece) + " "
            begins = False
        elif piece in CLOSING:
            written = f"{written.rstrip()}{piece} "
            begins = begins or piece in ".!?"
        else:
            written += piece
    return written.strip()


def _pieces(text: str, syllables: Sequence[str], readings: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    """Words in pinyin (True) and everything else as it stands (False)."""
    place = 0
    for length in _lengths(text, readings):
        word = text[place : place + length]
        if word in readings:
            yield readings[word], True
        elif length == 2:
            yield syllables[place] + _without_tone(syllables[place]), True
        elif syllables[place]:
            yield syllables[place], True
        elif not word.isspace():
            yield word.translate(PUNCTUATION), word.isalnum()
        place += length


def _lengths(text: str, readings: Mapping[str, str]) -> list[int]:
    """Lengths of the fewest words; among equals the longer words stand later (十|分钟, not 十分|钟)."""
    fewest = [0] * (len(text) + 1)
    chosen = [1] * len(text)
    for place in range(len(text) - 1, -1, -1):
        possible = [1]
        for size in range(2, min(LONGEST_WORD, len(text) - place) + 1):
            word = text[place : place + size]
            if word in readings or (size == 2 and word[0] == word[1] and word[0] in DOUBLED_VERBS):
                possible.append(size)
        chosen[place] = min(possible, key=lambda size: fewest[place + size])
        fewest[place] = 1 + fewest[place + chosen[place]]
    lengths, place = [], 0
    while place < len(text):
        lengths.append(chosen[place])
        place += chosen[place]
    return lengths


def _without_tone(syllable: str) -> str:
    bare = [mark for mark in unicodedata.normalize("NFD", syllable) if mark not in "\u0300\u0301\u0304\u030c"]
    return unicodedata.normalize("NFC", "".join(bare))
