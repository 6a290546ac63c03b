"""Confusion sets: which characters are written for one another, because they sound or look alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import NamedTuple, Protocol

from core.language.caching import bounded_cache

INITIALS = ("zh", "ch", "sh", "b", "p", "m", "f", "d", "t", "n", "l", "g", "k", "h", "j", "q", "x", "r", "z", "c", "s", "y", "w", "")  # fmt: skip
NEAR_INITIALS = ("zh/z", "ch/c", "sh/s", "n/l", "f/h", "r/l")
NEAR_FINALS = ("an/ang", "en/eng", "in/ing", "ian/iang", "uan/uang", "un/ong")
"""Pairs that speakers of many dialects, and input methods with "fuzzy sounds", do not distinguish."""
FAR_INITIALS = (
    "b/p", "d/t", "g/k", "j/q", "x/sh", "h/f", "zh/ch", "zh/j", "q/ch", "z/c", "c/s", "q/x", "j/x", "sh/ch", "sh/zh", "g/h",
    "k/h", "b/m", "d/l", "y/", "w/",
)  # fmt: skip
FAR_FINALS = (
    "ü/u", "uo/ou", "ie/ei", "ai/ei", "ao/ou", "eng/ong", "i/in", "i/ing", "u/uo", "e/ei", "e/uo", "e/o", "ui/ei", "ie/e", "an/ai",
    "u/ou", "i/e", "e/en", "a/an", "i/u", "i/ü", "ian/in", "ian/an", "uan/an", "un/en", "ie/ian", "ia/a", "ua/a", "ang/iang",
    "ang/uang", "i/ei", "e/a", "iu/u",
)  # fmt: skip
"""Pairs that learners mishear or misspell: aspiration, vowels, lost endings. Only one of initial and final may differ so."""


class Sound(IntEnum):
    """How alike two characters sound, over all their readings; the nearest counts."""

    SAME = 0
    """Letters and tone."""
    OTHER_TONE = 1
    NEAR = 2
    """Initial and final the same or near (`NEAR_INITIALS`, `NEAR_FINALS`), whatever the tone."""
    FAR = 3
    """One of the two the same, the other of the wider lists."""
    UNLIKE = 4


class Confusion(NamedTuple):
    """A character that may have been meant."""

    character: str
    sound: Sound
    shape_rank: int
    """Rank among the characters that look like what was written, from 0; -1 where it is not among them."""


class CharacterForms(Protocol):
    """Readings of a character and the characters that look like it: a row of `core.tables.essays.confusions`."""

    @property
    def character(self) -> str: ...
    @property
    def readings(self) -> tuple[str, ...]: ...
    @property
    def alike(self) -> str: ...


@bounded_cache(4_096)
def initial_and_final(letters: str) -> tuple[str, str]:
    """Initial and final of a syllable; y and w count as initials.

    >>> initial_and_final("zhuang"), initial_and_final("yuan"), initial_and_final("er")
    (('zh', 'uang'), ('y', 'uan'), ('', 'er'))
    """
    initial = next(initial for initial in INITIALS if letters.startswith(initial))
    return initial, letters[len(initial) :]


def _pairs_in(*lists: Sequence[str]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair.split("/")) for pairs in lists for pair in pairs)


_NEAR_INITIALS, _NEAR_FINALS = _pairs_in(NEAR_INITIALS), _pairs_in(NEAR_FINALS)
_ALL_INITIALS, _ALL_FINALS = _pairs_in(NEAR_INITIALS, FAR_INITIALS), _pairs_in(NEAR_FINALS, FAR_FINALS)


def _partners_of(pairs: frozenset[frozenset[str]]) -> dict[str, list[str]]:
    partners: dict[str, list[str]] = defaultdict(list)
    for pair in pairs:
        for part in pair:
            partners[part] += pair - {part}
    return partners


_LIKE_INITIALS, _LIKE_FINALS = _partners_of(_ALL_INITIALS), _partners_of(_ALL_FINALS)


def sound_of_syllables(first: str, second: str) -> Sound:
    """How alike two syllables without tones are; `OTHER_TONE` where they are the same.

    >>> [sound_of_syllables(*pair).name for pair in (("zhang", "zan"), ("bao", "pao"), ("bao", "ping"))]
    ['NEAR', 'FAR', 'UNLIKE']
    """
    if first == second:
        return Sound.OTHER_TONE
    (initial, final), (other_initial, other_final) = initial_and_final(first), initial_and_final(second)
    initials, finals = frozenset((initial, other_initial)), frozenset((final, other_final))
    same_initial, same_final = len(initials) == 1, len(finals) == 1
    if (same_initial or initials in _NEAR_INITIALS) and (same_final or finals in _NEAR_FINALS):
        return Sound.NEAR
    far = (same_final and initials in _ALL_INITIALS) or (same_initial and finals in _ALL_FINALS)
    return Sound.FAR if far else Sound.UNLIKE


class ConfusionSets:
    """The confusions of every character of the table. They are not cached here: a caller keeps them in less than the 30 kB they take.

    Parameters
    ----------
    rows : the table
    among : characters that may be meant; all of the table where None
    """

    def __init__(self, rows: Sequence[CharacterForms], *, among: Collection[str] | None = None) -> None:
        self._rows = {row.character: row for row in rows}
        self._among = frozenset(self._rows if among is None else among)
        self._by_letters: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for row in rows:
            if row.character in self._among:
                for reading in row.readings:
                    self._by_letters[reading[:-1]].append((reading, row.character))
        self._neighbours: dict[str, list[tuple[Sound, str]]] = {}

    def sound(self, first: str, second: str) -> Sound:
        """How alike two characters sound; `UNLIKE` where one is not in the table."""
        first_readings, second_readings = self._readings(first), self._readings(second)
        if set(first_readings) & set(second_readings):
            return Sound.SAME
        return min(
            (sound_of_syllables(a[:-1], b[:-1]) for a in first_readings for b in second_readings), default=Sound.UNLIKE
        )

    def shape_rank(self, written: str, meant: str) -> int:
        """See `Confusion.shape_rank`."""
        return self._alike(written).find(meant)

    def confusions(self, written: str) -> tuple[Confusion, ...]:
        """The characters that may have been meant by one, by code point; none where it is not in the table."""
        sounds = self._sounding_like(written)
        alike = [meant for meant in self._alike(written) if meant in self._among]
        candidates = sorted({*sounds, *alike} - {written})
        return tuple(
            Confusion(meant, sounds.get(meant, Sound.UNLIKE), self.shape_rank(written, meant)) for meant in candidates
        )

    def _readings(self, character: str) -> tuple[str, ...]:
        return self._rows[character].readings if character in self._rows else ()

    def _alike(self, written: str) -> str:
        return self._rows[written].alike if written in self._rows else ""

    def _sounding_like(self, written: str) -> dict[str, Sound]:
        nearest: dict[str, Sound] = {}
        for reading in self._readings(written):
            for letters_sound, letters in self._near_syllables(reading[:-1]):
                for other_reading, meant in self._by_letters[letters]:
                    sound = Sound.SAME if other_reading == reading else letters_sound
                    if sound < nearest.get(meant, Sound.UNLIKE):
                        nearest[meant] = sound
        return nearest

    def _near_syllables(self, letters: str) -> list[tuple[Sound, str]]:
        """The syllables of the table that sound somewhat like this one, itself included, and how alike they are."""
        if letters not in self._neighbours:
            initial, final = initial_and_final(letters)
            others = {
                f"{near_initial}{syllable}"
                for near_initial in (initial, *_LIKE_INITIALS.get(initial, ()))
                for syllable in (final, *_LIKE_FINALS.get(final, ()))
            }
            likeness = [
                (sound_of_syllables(letters, syllable), syllable) for syllable in others if syllable in self._by_letters
            ]
            self._neighbours[letters] = [(sound, syllable) for sound, syllable in likeness if sound < Sound.UNLIKE]
        return self._neighbours[letters]
