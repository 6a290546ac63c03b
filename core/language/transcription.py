"""Pinyin of whole texts, written by words: Nín hǎo, lǚxíngshè ma?"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.language.pinyin import split_marked

PUNCTUATION = str.maketrans("，。！？、：；“”‘’（）…", ",.!?,:;\"\"''().")
CLOSING = ",.!?:;)"
DOUBLED_VERBS = frozenset("看说听想试问走坐等找吃喝读写学玩猜聊谈用做讲尝管改笑动擦洗打爬教查")
"""One-syllable verbs whose second half is read without tone when doubled (看看 kànkan)."""

ALONE = {
    "一": "yī", "不": "bù", "了": "le", "着": "zhe", "的": "de", "地": "de", "得": "de", "和": "hé", "教": "jiāo",
    "场": "chǎng", "数": "shǔ", "还": "hái", "谁": "shéi", "长": "cháng", "都": "dōu", "为": "wèi", "给": "gěi",
}  # fmt: skip
"""The usual reading of a character that stands as a word by itself; exceptions are phrases in data/readings.csv."""

MODAL_DEI = frozenset("我你您他她们也都就还又总只谁家真，")
"""得 after one of these and before a verb is the modal verb děi."""

LONGEST_WORD = 8
PHRASE_COST = 0.5
DOUBLED_COST = 1.2
LEVEL_COST = 0.55
"""A rarer word must save more words: 两个人 is 两|个|人 and not 两|个人, 一口水 is no 口水."""
UNLISTED_COST = 2.0


@dataclass(frozen=True)
class Reading:
    """Pinyin of a word or phrase, and what choosing it costs when a text is cut into words."""

    pinyin: str
    cost: float


def word_reading(pinyin: str, level: int) -> Reading:
    """The reading of a listed word; easier words are cheaper. Level 0 is a name."""
    return Reading(pinyin, 1 + LEVEL_COST * max(0, level - 1))


def phrase_reading(pinyin: str) -> Reading:
    """The reading of a phrase that overrides its words."""
    return Reading(pinyin, PHRASE_COST)


def transcribe(text: str, syllables: Sequence[str], readings: Mapping[str, Reading]) -> str:
    """The text in pinyin with words joined and sentence beginnings in capitals.

    Parameters
    ----------
    text : Chinese text
    syllables : one syllable with tone mark for each character, '' where there is none
    readings : known words and phrases

    >>> transcribe("您好，旅行社吗？", ["nín", "hǎo", "", "lǚ", "xíng", "shè", "ma", ""],
    ...            {"旅行社": word_reading("lǚxíngshè", 3)})
    'Nín hǎo, lǚxíngshè ma?'
    """
    written = ""
    begins = text.rstrip("”’")[-1:] in "。！？"  # a phrase is no sentence and begins small
    for piece, is_word, _ in _pieces(text, syllables, readings):
        if is_word:
            written += (piece[0].upper() + piece[1:] if begins else piece) + " "
            begins = False
        elif piece and piece in CLOSING:
            written = f"{written.rstrip()}{piece} "
            begins = begins or piece in ".!?"
        else:
            written += piece
    return written.strip()


def syllables_in_context(text: str, syllables: Sequence[str], readings: Mapping[str, Reading]) -> list[str]:
    """One syllable for each character, corrected by the words and phrases that stand in the text."""
    found: list[str] = []
    for piece, is_word, length in _pieces(text, syllables, readings):
        split = [part.lower() for part in split_marked(piece)] if is_word else []
        if len(split) == length:
            found += split
        elif len(split) == length + 1 and split[-1] == "r":
            found += [*split[:-2], split[-2] + "r"]
        else:
            found += syllables[len(found) : len(found) + length]
    return found


def _pieces(text: str, syllables: Sequence[str], readings: Mapping[str, Reading]) -> Iterator[tuple[str, bool, int]]:
    """Words in pinyin (True) and everything else as it stands (False), with their lengths in characters."""
    place = 0
    for length in _lengths(text, readings):
        word = text[place : place + length]
        if length > 1 and word in readings:
            yield readings[word].pinyin, True, length
        elif length == 2:
            yield syllables[place] + _without_tone(syllables[place]), True, length
        elif syllables[place]:
            yield _alone(text, place, syllables[place], readings), True, length
        elif word.isalnum():
            yield from _foreign_run(text, place)
        else:
            yield word.translate(PUNCTUATION).strip(), False, length
        place += length


def _foreign_run(text: str, place: int) -> Iterator[tuple[str, bool, int]]:
    """Digits and Latin letters: one word from the first to the last of them (302路)."""
    if place and _foreign(text[place - 1]):
        yield "", False, 1
        return
    end = place
    while end < len(text) and _foreign(text[end]):
        end += 1
    yield text[place:end], True, 1


def _foreign(character: str) -> bool:
    return character.isalnum() and not "\u3400" <= character <= "\u9fff"


def _alone(text: str, place: int, syllable: str, readings: Mapping[str, Reading]) -> str:
    """A character that is a word by itself."""
    character = text[place]
    if character == "得" and place and text[place - 1] in MODAL_DEI and place + 1 < len(text):
        return "děi"
    if character in ALONE:
        return ALONE[character]
    return readings[character].pinyin if character in readings else syllable


def _lengths(text: str, readings: Mapping[str, Reading]) -> list[int]:
    """Lengths of the cheapest words; among equals the longer words stand later (十|分钟, not 十分|钟)."""
    least = [0.0] * (len(text) + 1)
    chosen = [1] * len(text)
    for place in range(len(text) - 1, -1, -1):
        costs = {
            size: cost + least[place + size]
            for size in range(1, min(LONGEST_WORD, len(text) - place) + 1)
            if (cost := _cost(text[place : place + size], readings)) is not None
        }
        chosen[place] = min(costs, key=lambda size: (round(costs[size], 6), size))
        least[place] = costs[chosen[place]]
    lengths, place = [], 0
    while place < len(text):
        lengths.append(chosen[place])
        place += chosen[place]
    return lengths


def _cost(word: str, readings: Mapping[str, Reading]) -> float | None:
    if word in readings:
        return readings[word].cost
    if len(word) == 2 and word[0] == word[1] and word[0] in DOUBLED_VERBS:
        return DOUBLED_COST
    return UNLISTED_COST if len(word) == 1 else None


def _without_tone(syllable: str) -> str:
    bare = [mark for mark in unicodedata.normalize("NFD", syllable) if mark not in "\u0300\u0301\u0304\u030c"]
    return unicodedata.normalize("NFC", "".join(bare))
