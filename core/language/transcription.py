"""Pinyin of whole texts with words joined: Nín hǎo, lǚxíngshè ma?"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.language.lattice import is_doubled, is_erhua, word_lengths
from core.language.pinyin import split_marked
from core.language.readings import Reading, parts_of_speech, phrase_reading, reading_in_context, word_reading

__all__ = ["Reading", "phrase_reading", "read_words", "syllables_in_context", "transcribe", "word_reading"]

PUNCTUATION = str.maketrans("，。！？、：；“”‘’（）…", ",.!?,:;\"\"''().")
CLOSING = ",.!?:;)"
PLURAL = "们"
"""Written with its noun (GB/T 16159-2012): háizimen."""
FREQUENT_COST = word_reading("", 2).cost
"""Listed words up to this cost, and all in the table of polyphones, are read as listed rather than as pypinyin's phrases have them."""


@dataclass(frozen=True)
class ReadWord:
    """A stretch of a text from `start`, `length` characters long: its pinyin if it is a word, else the sign as written."""

    pinyin: str
    is_word: bool
    start: int
    length: int


def transcribe(
    text: str, syllables: Sequence[str], readings: Mapping[str, Reading], certain: Collection[int] = ()
) -> str:
    """The text in pinyin with words joined and sentence beginnings in capitals.

    Parameters
    ----------
    text : Chinese text
    syllables : one syllable with tone mark for each character, '' where there is none
    readings : known words and phrases
    certain : offsets whose syllable was chosen by more than the character itself

    >>> transcribe("您好，旅行社吗？", ["nín", "hǎo", "", "lǚ", "xíng", "shè", "ma", ""],
    ...            {"旅行社": word_reading("lǚxíngshè", 3)})
    'Nín hǎo, lǚxíngshè ma?'
    """
    written = ""
    begins = text.rstrip("”’")[-1:] in "。！？"  # a phrase is no sentence: no capital
    for word in read_words(text, syllables, readings, certain):
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
    text: str, syllables: Sequence[str], readings: Mapping[str, Reading], certain: Collection[int] = ()
) -> list[str]:
    """One syllable for each character, corrected by the words and phrases of the text."""
    corrected: list[str] = []
    for word in read_words(text, syllables, readings, certain):
        corrected += _syllables_of(word, syllables)
    return corrected


def _syllables_of(word: ReadWord, syllables: Sequence[str]) -> Sequence[str]:
    split = [part.lower() for part in split_marked(word.pinyin)] if word.is_word else []
    if len(split) == word.length:
        return split
    if len(split) == word.length + 1 and split[-1] == "r":
        return [*split[:-2], split[-2] + "r"]
    return syllables[word.start : word.start + word.length]


def read_words(
    text: str, syllables: Sequence[str], readings: Mapping[str, Reading], certain: Collection[int] = ()
) -> Iterator[ReadWord]:
    """Words in pinyin and everything else as it stands, in order."""
    start, previous = 0, ""
    for length in word_lengths(text, readings):
        span = (start, start + length)
        word = text[slice(*span)]
        if syllables[start]:
            following = _next_word(text, span[1], readings)
            neighbours = (parts_of_speech(previous, readings), parts_of_speech(following, readings))
            yield ReadWord(
                _word_pinyin(text, span, syllables, readings, neighbours, start in certain), True, start, length
            )
        elif word.isalnum():
            yield from _foreign_run(text, start)
        else:
            yield ReadWord(word.translate(PUNCTUATION).strip(), False, start, length)
        start, previous = span[1], word


def _next_word(text: str, start: int, readings: Mapping[str, Reading]) -> str:
    """The longest listed word that begins at an offset."""
    sizes = range(min(4, len(text) - start), 0, -1)
    return next((text[start : start + size] for size in sizes if text[start : start + size] in readings), "")


def _word_pinyin(
    text: str,
    span: tuple[int, int],
    syllables: Sequence[str],
    readings: Mapping[str, Reading],
    neighbours: tuple[frozenset[str], frozenset[str]],
    certain: bool,
) -> str:
    """Pinyin of a word: by its context; else by pypinyin's phrase if it is one character; else as listed; else as guessed."""
    word, reading = text[slice(*span)], readings.get(text[slice(*span)])
    if reading is not None:
        in_context = reading_in_context(reading, text, span, neighbours)
        from_phrase = certain and len(word) == 1 and not reading.contexts and reading.cost > FREQUENT_COST
        return in_context or (syllables[span[0]] if from_phrase or not reading.pinyin else reading.pinyin)
    if len(word) > 1 and is_doubled(word):
        first = _word_pinyin(text, (span[0], span[0] + 1), syllables, readings, neighbours, certain)
        return first + without_tone(first)
    if len(word) > 1 and is_erhua(word, readings):
        return _word_pinyin(text, (span[0], span[1] - 1), syllables, readings, neighbours, certain) + "r"
    return syllables[span[0]]


def _foreign_run(text: str, start: int) -> Iterator[ReadWord]:
    """Digits and Latin letters: one word from the first to the last of them (302路)."""
    if start and _is_foreign(text[start - 1]):
        yield ReadWord("", False, start, 1)
        return
    end = start
    while end < len(text) and _is_foreign(text[end]):
        end += 1
    yield ReadWord(text[start:end], True, start, 1)


def _is_foreign(character: str) -> bool:
    return character.isalnum() and not "\u3400" <= character <= "\u9fff"


def without_tone(syllable: str) -> str:
    """The syllable without its tone mark.

    >>> without_tone("lǜ")
    'lü'
    """
    plain = [
        character for character in unicodedata.normalize("NFD", syllable) if character not in "\u0300\u0301\u0304\u030c"
    ]
    return unicodedata.normalize("NFC", "".join(plain))
