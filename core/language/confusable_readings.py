"""Wrong readings of a word that learners mistake for the right one: tones, retroflex and dental initials, nasals, aspiration."""

from __future__ import annotations

import random
from collections.abc import Iterator

from core.language.pinyin import NEUTRAL, SYLLABLES, Syllable, join_syllables, parse
from core.language.sandhi import spoken_forms

CONFUSED_INITIALS = (("zh", "z"), ("ch", "c"), ("sh", "s"), ("b", "p"), ("d", "t"), ("g", "k"), ("j", "q"), ("x", "sh"), ("r", "l"), ("n", "l"), ("h", "f"), ("zh", "ch"), ("zh", "j"), ("q", "ch"))  # fmt: skip
CONFUSED_FINALS = (("an", "ang"), ("en", "eng"), ("in", "ing"), ("ü", "u"), ("uo", "ou"), ("ie", "ei"), ("ian", "iang"), ("uan", "uang"), ("ai", "ei"), ("ao", "ou"))  # fmt: skip
"""Pairs that learners of many first languages are often reported to confuse (retroflex/dental, nasal finals,
aspiration, ü/u, and diphthongs)."""


def confusable_pinyin(marked: str, *, avoid: set[str], characters: str, seed: str) -> list[str]:
    """Wrong readings of a word with one syllable changed: first tones, then letters; in an order that `seed` determines.

    They are spelt like the right one, with its capitals, spaces and hyphens, so that the spelling gives nothing away.
    None of them is the right reading, one in `avoid`, or a spoken form of one (sandhi of 一, 不 and the third tone).
    """
    syllables = parse(marked)
    if not syllables:
        return []
    rng = random.Random(seed)
    tones, letters = list(_other_tones(syllables)), list(_other_letters(syllables))
    rng.shuffle(tones)
    rng.shuffle(letters)
    right = {form for reading in (marked, *avoid) for form in _right_forms(reading, characters)}
    candidates = tones[:2] + letters[:2] + tones[2:] + letters[2:]
    return [_written_like(marked, syllables, changed) for changed in dict.fromkeys(candidates) if changed not in right]


def other_tones(marked: str, *, characters: str, avoid: set[str], seed: str) -> list[str]:
    """Readings of a word with the same letters and one tone changed, in a random order that `seed` determines.

    None is the right reading, one in `avoid`, or a spoken form of one (sandhi), which the ear cannot tell apart.
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


def one_change_away(syllables: tuple[Syllable, ...]) -> Iterator[tuple[Syllable, ...]]:
    """Every reading that differs from this one by one tone, or by one initial or final that learners confuse with it."""
    yield from _other_tones(syllables)
    yield from _other_letters(syllables)


def _right_forms(reading: str, characters: str) -> Iterator[tuple[Syllable, ...]]:
    return spoken_forms(characters, parse(reading) or ())


def _written_like(marked: str, syllables: tuple[Syllable, ...], changed: tuple[Syllable, ...]) -> str:
    """The changed syllables with the capitals and separators of the right reading."""
    written, position = "", 0
    for old, new in zip(syllables, changed, strict=True):
        start = marked.lower().find(old.marked, position)
        if start < 0:
            return join_syllables([syllable.marked for syllable in changed])
        shown = new.marked
        written += marked[position:start] + (shown.capitalize() if marked[start].isupper() else shown)
        position = start + len(old.marked)
    return written + marked[position:]


def _other_tones(syllables: tuple[Syllable, ...]) -> Iterator[tuple[Syllable, ...]]:
    for index, syllable in enumerate(syllables):
        if syllable.tone in (0, NEUTRAL):
            continue
        for tone in range(1, 5):
            if tone != syllable.tone:
                yield (*syllables[:index], Syllable(syllable.letters, tone), *syllables[index + 1 :])


def _other_letters(syllables: tuple[Syllable, ...]) -> Iterator[tuple[Syllable, ...]]:
    for index, syllable in enumerate(syllables):
        for letters in _one_confusion_away(syllable.letters):
            yield (*syllables[:index], Syllable(letters, syllable.tone), *syllables[index + 1 :])


def _one_confusion_away(letters: str) -> Iterator[str]:
    """Possible syllables that differ from this one by one confused initial or final."""
    for first, second in CONFUSED_INITIALS:
        for written, confused in ((first, second), (second, first)):
            rest = letters[len(written) :]
            if letters.startswith(written) and rest[:1] != "h" and confused + rest in SYLLABLES:
                yield confused + rest
    for first, second in CONFUSED_FINALS:
        for written, confused in ((first, second), (second, first)):
            if letters.endswith(written):
                changed = letters[: -len(written)] + confused
                if changed in SYLLABLES and changed != letters:
                    yield changed
