"""Pinyin of whole texts, written by words: Nín hǎo, lǚxíngshè ma?"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.language.lattice import is_doubled, is_erhua, word_lengths
from core.language.pinyin import split_marked
from core.language.readings import Reading, parts_of, phrase_reading, reading_in_context, word_reading

__all__ = ["Reading", "phrase_reading", "read_words", "syllables_in_context", "transcribe", "word_reading"]

PUNCTUATION = str.maketrans("，。！？、：；“”‘’（）…", ",.!?,:;\"\"''().")
CLOSING = ",.!?:;)"
PLURAL = "们"
"""Written with its noun (GB/T 16159-2012): háizimen."""
FREQUENT_COST = word_reading("", 2).cost
"""Listed words up to this cost, and all in the table of polyphones, are better known there than by pypinyin's phrases."""


@dataclass(frozen=True)
class ReadWord:
    """A piece of a text from `start`, `length` characters long: its pinyin if it is a word, else the sign as written."""

    pinyin: str
    is_word: bool
    start: int
    length: int


def transcribe(text: str, syllables: Sequence[str], readings: Mapping[str, Reading], sure: Collection[int] = ()) -> str:
    """The text in pinyin with words joined and sentence beginnings in capitals.

    Parameters
    ----------
    text : Chinese text
    syllables : one syllable with tone mark for each character, '' where there is none
    readings : known words and phrases
    sure : places whose syllable was chosen by more than the character itself

    >>> transcribe("您好，旅行社吗？", ["nín", "hǎo", "", "lǚ", "xíng", "shè", "ma", ""],
    ...            {"旅行社": word_reading("lǚxíngshè", 3)})
    'Nín hǎo, lǚxíngshè ma?'
    """
    written = ""
    begins = text.rstrip("”’")[-1:] in "。！？"  # a phrase is no sentence and begins small
    for word in read_words(text, syllables, readings, sure):
        piece = word.pinyin
        if text[word.start : word.start + word.length] == PLURAL and written[-1:] == " ":
            written = f"{written.rstrip()}{piece} "
        elif word.is_word:
            written += (piece[0].upper() + piece[1:] if begins else piece) + " "
            begins = False
        elif piece and piece in CLOSING:
            written = f"{written.rstrip()}{piece} "
            begins = begins or piece in ".!?"
        else:
            written += piece
    return written.strip()


def syllables_in_context(
    text: str, syllables: Sequence[str], readings: Mapping[str, Reading], sure: Collection[int] = ()
) -> list[str]:
    """One syllable for each character, corrected by the words and phrases that stand in the text."""
    found: list[str] = []
    for word in read_words(text, syllables, readings, sure):
        found += _syllables_of(word, syllables)
    return found


def _syllables_of(word: ReadWord, syllables: Sequence[str]) -> Sequence[str]:
    split = [part.lower() for part in split_marked(word.pinyin)] if word.is_word else []
    if len(split) == word.length:
        return split
    if len(split) == word.length + 1 and split[-1] == "r":
        return [*split[:-2], split[-2] + "r"]
    return syllables[word.start : word.start + word.length]


def read_words(
    text: str, syllables: Sequence[str], readings: Mapping[str, Reading], sure: Collection[int] = ()
) -> Iterator[ReadWord]:
    """Words in pinyin and everything else as it stands, in order."""
    place, before = 0, ""
    for length in word_lengths(text, readings):
        span = (place, place + length)
        word = text[slice(*span)]
        if syllables[place]:
            after = _next_word(text, span[1], readings)
            parts = (parts_of(before, readings), parts_of(after, readings))
            yield ReadWord(_word_pinyin(text, span, syllables, readings, parts, place in sure), True, place, length)
        elif word.isalnum():
            yield from _foreign_run(text, place)
        else:
            yield ReadWord(word.translate(PUNCTUATION).strip(), False, place, length)
        place, before = span[1], word


def _next_word(text: str, place: int, readings: Mapping[str, Reading]) -> str:
    """The longest listed word that begins at a place."""
    sizes = range(min(4, len(text) - place), 0, -1)
    return next((text[place : place + size] for size in sizes if text[place : place + size] in readings), "")


def _word_pinyin(
    text: str,
    span: tuple[int, int],
    syllables: Sequence[str],
    readings: Mapping[str, Reading],
    parts: tuple[frozenset[str], frozenset[str]],
    sure: bool,
) -> str:
    """A word: by its context; else by pypinyin's phrase if it is one character; else as listed; else as guessed."""
    word, known = text[slice(*span)], readings.get(text[slice(*span)])
    if known is not None:
        special = reading_in_context(known, text, span, parts)
        phrased = sure and len(word) == 1 and not known.contexts and known.cost > FREQUENT_COST
        return special or (syllables[span[0]] if phrased or not known.pinyin else known.pinyin)
    if len(word) > 1 and is_doubled(word):
        first = _word_pinyin(text, (span[0], span[0] + 1), syllables, readings, parts, sure)
        return first + without_tone(first)
    if len(word) > 1 and is_erhua(word, readings):
        return _word_pinyin(text, (span[0], span[1] - 1), syllables, readings, parts, sure) + "r"
    return syllables[span[0]]


def _foreign_run(text: str, place: int) -> Iterator[ReadWord]:
    """Digits and Latin letters: one word from the first to the last of them (302路)."""
    if place and _foreign(text[place - 1]):
        yield ReadWord("", False, place, 1)
        return
    end = place
    while end < len(text) and _foreign(text[end]):
        end += 1
    yield ReadWord(text[place:end], True, place, 1)


def _foreign(character: str) -> bool:
    return character.isalnum() and not "\u3400" <= character <= "\u9fff"


def without_tone(syllable: str) -> str:
    """The syllable without its tone mark.

    >>> without_tone("lǜ")
    'lü'
    """
    bare = [mark for mark in unicodedata.normalize("NFD", syllable) if mark not in "\u0300\u0301\u0304\u030c"]
    return unicodedata.normalize("NFC", "".join(bare))
