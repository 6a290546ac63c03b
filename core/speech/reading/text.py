"""A text as it is to be read aloud: its syllables with everything that counts as right, its words, breaks and clauses."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import accumulate

from core.language.pinyin import Syllable
from core.ports.language import PinyinReader, ScriptConverter, Segmenter
from core.speech.model import Break, ExpectedSyllable, ReadingText
from core.speech.reading import allowed_readings as allowed
from core.speech.reading.acceptance import SpokenLine, accepted_readings, accepted_tones, further_readings, syllable_of
from core.speech.reading.clauses import MAJOR, MINOR, break_of, clauses
from core.speech.reading.numerals import WAYS, SpokenCharacter, spoken_text
from core.tables.words.lists import Word

ERHUA = "r"
ERHUA_SYLLABLES = frozenset({"er", "ēr", "ér", "ěr", "èr"})
"""Syllables that end in r by themselves."""
SAID_SIGNS = frozenset("&@#%*")
"""Signs that a reader says, in a way that cannot be foreseen."""
JOINER = frozenset("·•")
"""Between the parts of a foreign name: no break at all."""


def reading_text(
    text: str,
    *,
    reader: PinyinReader,
    segmenter: Segmenter,
    converter: ScriptConverter | None = None,
    variants: Mapping[str, Sequence[str]] | None = None,
    way: int = 0,
) -> ReadingText:
    """The text as it is to be read aloud.

    Parameters
    ----------
    text : as the reader sees it, simplified or (with a `converter`) traditional
    variants : further right readings of words (`variants_of`)
    way : which of the ways of saying a number is meant where they differ in length (see `core.speech.reading.numerals`)

    Returns
    -------
    ReadingText
        Every position is one into `text`. Syllables of one number may share position and length; their `character` is the
        numeral that is said. Of traditional text `character` is the one that stands there.
    """
    simplified = converter.simplified(text) if converter else text
    return _read(text, spoken_text(simplified, way=way), reader, segmenter, variants or {})


def ways_of_reading(
    text: str,
    *,
    reader: PinyinReader,
    segmenter: Segmenter,
    converter: ScriptConverter | None = None,
    variants: Mapping[str, Sequence[str]] | None = None,
) -> tuple[ReadingText, ...]:
    """The text in each way of saying its numbers, the usual one first; one where nothing can be said in another length."""
    simplified = converter.simplified(text) if converter else text
    spoken_by_text: dict[str, list[SpokenCharacter]] = {}
    for way in range(WAYS):
        said = spoken_text(simplified, way=way)
        spoken_by_text.setdefault("".join(part.character for part in said), said)
    return tuple(_read(text, said, reader, segmenter, variants or {}) for said in spoken_by_text.values())


def variants_of(words: Sequence[Word]) -> dict[str, tuple[str, ...]]:
    """Further right readings that the word list itself names (谁 shuí, 学生 xuésheng)."""
    return {word.text: word.also for word in words if word.also}


def _read(
    text: str,
    characters: Sequence[SpokenCharacter],
    reader: PinyinReader,
    segmenter: Segmenter,
    variants: Mapping[str, Sequence[str]],
) -> ReadingText:
    """The text in one way of saying its numbers."""
    line = _line(characters, reader, segmenter)
    further = further_readings(line, variants)
    indexes = [index for index, syllable in enumerate(line.spoken) if syllable is not None]
    marks = _marks(line, indexes)
    new_words = [not number or not line.same_word(indexes[number - 1], index) for number, index in enumerate(indexes)]
    breaks = [
        break_of(before, first=not number, new_word=new_word)
        for number, (before, new_word) in enumerate(zip(["", *marks], new_words, strict=False))
    ]
    syllables = tuple(
        _expected(line, characters, index, text, further.get(index, ()), word - 1, pause)
        for index, word, pause in zip(indexes, accumulate(new_words), breaks, strict=True)
    )
    syllable_characters = "".join(line.text[index] for index in indexes)
    return ReadingText(text, syllables, clauses(breaks, syllable_characters, marks), _unread(characters, line))


def _line(characters: Sequence[SpokenCharacter], reader: PinyinReader, segmenter: Segmenter) -> SpokenLine:
    """The text as it is said, with its readings, words and pauses."""
    text = "".join(part.character for part in characters)
    hummed = [character in allowed.WITHOUT_SOUNDS for character in text]
    dictionary = [_judgeable_syllable(marked, hum) for marked, hum in zip(reader.syllables(text), hummed, strict=True)]
    spoken = [_judgeable_syllable(marked, hum) for marked, hum in zip(reader.spoken(text), hummed, strict=True)]
    return SpokenLine(
        text=text,
        dictionary=dictionary,
        spoken=spoken,
        word=_word_numbers(text, segmenter),
        pause=_pauses(text, spoken),
        from_digits=[part.of_digits for part in characters],
        lone=lambda character: _judgeable_syllable(reader.syllables(character)[0], False),
    )


def _judgeable_syllable(marked: str, hum: bool) -> Syllable | None:
    """The syllable of a character, without the r of an erhua that is not written; None where nothing can be judged."""
    if hum:
        return None
    plain = marked[:-1] if marked != ERHUA and marked.endswith(ERHUA) and marked not in ERHUA_SYLLABLES else marked
    return syllable_of(plain)


def _word_numbers(text: str, segmenter: Segmenter) -> list[int]:
    return [number for number, word in enumerate(segmenter.words(text)) for _ in word]


def _pauses(text: str, spoken: Sequence[Syllable | None]) -> list[bool]:
    """Whether a mark stands between a character and the syllable before it; the first has nothing before it."""
    pauses, marked = [], True
    for character, syllable in zip(text, spoken, strict=True):
        marked = marked or character in MAJOR | MINOR
        pauses.append(marked)
        if syllable is not None:
            marked = False
    return pauses


def _marks(line: SpokenLine, indexes: Sequence[int]) -> list[str]:
    """What stands between each syllable and the next, or the end, without the 儿 of erhua."""
    ends = [*indexes[1:], len(line.text)][: len(indexes)]
    between = [line.text[index + 1 : end] for index, end in zip(indexes, ends, strict=True)]
    return ["".join(mark for mark in marks if mark != "儿" and mark not in JOINER) for marks in between]


def _expected(
    line: SpokenLine,
    characters: Sequence[SpokenCharacter],
    index: int,
    text: str,
    further: Sequence[str],
    word: int,
    pause: Break,
) -> ExpectedSyllable:
    syllable, part = line.spoken[index], characters[index]
    assert syllable is not None
    erhua = line.text[index + 1 : index + 2] == "儿" and line.spoken[index + 1] is None
    accepted = accepted_readings(line, index, [*part.further, *further], erhua=erhua)
    length = characters[index + 1].position + 1 - part.position if erhua else part.length
    return ExpectedSyllable(
        position=part.position,
        character=part.character if part.of_digits else text[part.position : part.position + length],
        pinyin=syllable.marked + (ERHUA if erhua else ""),
        accepted=accepted.sounds,
        tone=syllable.tone,
        tones=accepted_tones(line, index) | accepted.tones,
        word=word,
        break_before=pause,
        erhua=erhua,
        length=length,
        dictionary_tone=line.dictionary_tone(index),
    )


def _unread(characters: Sequence[SpokenCharacter], line: SpokenLine) -> tuple[int, ...]:
    """Positions of letters, symbols and characters without a syllable; marks and the 儿 of erhua are none."""
    positions = []
    for index, (part, syllable) in enumerate(zip(characters, line.spoken, strict=True)):
        suffix = part.character == "儿" and index > 0 and line.spoken[index - 1] is not None
        mark = unicodedata.category(part.character)[0] in "PZC" and part.character not in SAID_SIGNS
        if syllable is None and not suffix and not mark:
            positions.append(part.position)
    return tuple(positions)
