"""Readings that learners mix up: tones, retroflex and dental initials, front and back nasals, aspiration."""

from __future__ import annotations

import random
from collections.abc import Iterator

from core.language.pinyin import NEUTRAL, SYLLABLES, Syllable, join_syllables, parse
from core.language.sandhi import spoken_forms

INITIALS = (("zh", "z"), ("ch", "c"), ("sh", "s"), ("b", "p"), ("d", "t"), ("g", "k"), ("j", "q"), ("x", "sh"), ("r", "l"), ("n", "l"), ("h", "f"), ("zh", "ch"), ("zh", "j"), ("q", "ch"))  # fmt: skip
FINALS = (("an", "ang"), ("en", "eng"), ("in", "ing"), ("ü", "u"), ("uo", "ou"), ("ie", "ei"), ("ian", "iang"), ("uan", "uang"), ("ai", "ei"), ("ao", "ou"))  # fmt: skip
"""Confusions described again and again for learners of many first languages (retroflex/dental, nasal finals,
aspiration, ü/u, and diphthongs)."""


def confusable_pinyin(marked: str, *, avoid: set[str], characters: str, seed: str) -> list[str]:
    """Wrong readings of a word, one syllable changed in each: first tones, then letters; deterministic by seed.

    They are written like the right one, capitals, spaces and hyphens included, so that the spelling gives nothing away.
    None of them is the right reading, one in `avoid`, or a spoken form of one (sandhi of 一, 不 and the third tone).
    """
    syllables = parse(marked)
    if not syllables:
        return []
    chance = random.Random(seed)
    tones, letters = list(_other_tones(syllables)), list(_other_letters(syllables))
    chance.shuffle(tones)
    chance.shuffle(letters)
    right = {form for reading in (marked, *avoid) for form in _right_forms(reading, characters)}
    mixed = tones[:2] + letters[:2] + tones[2:] + letters[2:]
    return [_written_like(marked, syllables, changed) for changed in dict.fromkeys(mixed) if changed not in right]


def other_tones(marked: str, *, characters: str, avoid: set[str], seed: str) -> list[str]:
    """Readings of a word with the same letters and one tone changed, in random order by seed.

    None is the right reading, one in `avoid`, or a spoken form of one (sandhi): what cannot be told apart by ear.
    """
    syllables = parse(marked)
    if not syllables:
        return []
    tones = list(_other_tones(syllables))
    random.Random(seed).shuffle(tones)
    right = {form for reading in (marked, *avoid) for form in _right_forms(reading, characters)}
    return [
        _written_like(marked, syllables, changed)
        for changed in tones
        if right.isdisjoint(spoken_forms(characters, changed))
    ]


def _right_forms(reading: str, characters: str) -> Iterator[tuple[Syllable, ...]]:
    return spoken_forms(characters, parse(reading) or ())


def _written_like(marked: str, syllables: tuple[Syllable, ...], changed: tuple[Syllable, ...]) -> str:
    """The changed syllables with the capitals and separators of the right reading."""
    written, place = "", 0
    for old, new in zip(syllables, changed, strict=True):
        start = marked.lower().find(old.marked, place)
        if start < 0:
            return join_syllables([syllable.marked for syllable in changed])
        shown = new.marked
        written += marked[place:start] + (shown.capitalize() if marked[start].isupper() else shown)
        place = start + len(old.marked)
    return written + marked[place:]


def _other_tones(syllables: tuple[Syllable, ...]) -> Iterator[tuple[Syllable, ...]]:
    for place, syllable in enumerate(syllables):
        if syllable.tone in (0, NEUTRAL):
            continue
        for tone in range(1, 5):
            if tone != syllable.tone:
                yield (*syllables[:place], Syllable(syllable.letters, tone), *syllables[place + 1 :])


def _other_letters(syllables: tuple[Syllable, ...]) -> Iterator[tuple[Syllable, ...]]:
    for place, syllable in enumerate(syllables):
        for letters in _near(syllable.letters):
            yield (*syllables[:place], Syllable(letters, syllable.tone), *syllables[place + 1 :])


def _near(letters: str) -> Iterator[str]:
    """Other possible syllables that differ by one confusion."""
    for one, other in INITIALS:
        for here, there in ((one, other), (other, one)):
            rest = letters[len(here) :]
            if letters.startswith(here) and rest[:1] != "h" and there + rest in SYLLABLES:
                yield there + rest
    for one, other in FINALS:
        for here, there in ((one, other), (other, one)):
            if letters.endswith(here):
                changed = letters[: -len(here)] + there
                if changed in SYLLABLES and changed != letters:
                    yield changed
