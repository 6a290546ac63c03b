"""Confusion sets: which characters are written for one another, because they sound or look alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import NamedTuple, Protocol

from core.language.remembering import remembered

INITIALS = ("zh", "ch", "sh", "b", "p", "m", "f", "d", "t", "n", "l", "g", "k", "h", "j", "q", "x", "r", "z", "c", "s", "y", "w", "")  # fmt: skip
NEAR_INITIALS = ("zh/z", "ch/c", "sh/s", "n/l", "f/h", "r/l")
NEAR_FINALS = ("an/ang", "en/eng", "in/ing", "ian/iang", "uan/uang", "un/ong")
"""What speakers of many dialects, and input methods with "fuzzy sounds", take for one another."""
FAR_INITIALS = (
    "b/p", "d/t", "g/k", "j/q", "x/sh", "h/f", "zh/ch", "zh/j", "q/ch", "z/c", "c/s", "q/x", "j/x", "sh/ch", "sh/zh", "g/h",
    "k/h", "b/m", "d/l", "y/", "w/",
)  # fmt: skip
FAR_FINALS = (
    "ü/u", "uo/ou", "ie/ei", "ai/ei", "ao/ou", "eng/ong", "i/in", "i/ing", "u/uo", "e/ei", "e/uo", "e/o", "ui/ei", "ie/e", "an/ai",
    "u/ou", "i/e", "e/en", "a/an", "i/u", "i/ü", "ian/in", "ian/an", "uan/an", "un/en", "ie/ian", "ia/a", "ua/a", "ang/iang",
    "ang/uang", "i/ei", "e/a", "iu/u",
)  # fmt: skip
"""What learners hear or spell wrongly: aspiration, vowels, lost endings. One of the two parts at a time."""


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
    likeness: int
    """Place among the characters that look like what was written, from 0; -1 where it is not among them."""


class Row(Protocol):
    """What is known of a character: a row of `core.tables.essays.confusions`."""

    @property
    def character(self) -> str: ...
    @property
    def readings(self) -> tuple[str, ...]: ...
    @property
    def alike(self) -> str: ...


@remembered(4_096)
def parts(letters: str) -> tuple[str, str]:
    """Initial and final of a syllable; y and w count as initials.

    >>> parts("zhuang"), parts("yuan"), parts("er")
    (('zh', 'uang'), ('y', 'uan'), ('', 'er'))
    """
    initial = next(initial for initial in INITIALS if letters.startswith(initial))
    return initial, letters[len(initial) :]


def _pairs(*lists: Sequence[str]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair.split("/")) for pairs in lists for pair in pairs)


_NEAR_INITIALS, _NEAR_FINALS = _pairs(NEAR_INITIALS), _pairs(NEAR_FINALS)
_ALL_INITIALS, _ALL_FINALS = _pairs(NEAR_INITIALS, FAR_INITIALS), _pairs(NEAR_FINALS, FAR_FINALS)


def _partners(pairs: frozenset[frozenset[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for pair in pairs:
        for one in pair:
            found[one] += pair - {one}
    return found


_LIKE_INITIALS, _LIKE_FINALS = _partners(_ALL_INITIALS), _partners(_ALL_FINALS)


def likeness_of_letters(one: str, other: str) -> Sound:
    """How alike two syllables without tones are; `OTHER_TONE` where they are the same.

    >>> [likeness_of_letters(*pair).name for pair in (("zhang", "zan"), ("bao", "pao"), ("bao", "ping"))]
    ['NEAR', 'FAR', 'UNLIKE']
    """
    if one == other:
        return Sound.OTHER_TONE
    (initial, final), (other_initial, other_final) = parts(one), parts(other)
    initials, finals = frozenset((initial, other_initial)), frozenset((final, other_final))
    same = len(initials) == 1, len(finals) == 1
    if (same[0] or initials in _NEAR_INITIALS) and (same[1] or finals in _NEAR_FINALS):
        return Sound.NEAR
    far = (same[1] and initials in _ALL_INITIALS) or (same[0] and finals in _ALL_FINALS)
    return Sound.FAR if far else Sound.UNLIKE


class ConfusionSets:
    """The confusions of every character of the table; whoever asks keeps them, in less than the 30 kB that they take here.

    Parameters
    ----------
    rows : the table
    among : characters that may be meant; all of the table where None
    """

    def __init__(self, rows: Sequence[Row], *, among: Collection[str] | None = None) -> None:
        self._rows = {row.character: row for row in rows}
        self._among = frozenset(self._rows if among is None else among)
        self._by_letters: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for row in rows:
            if row.character in self._among:
                for reading in row.readings:
                    self._by_letters[reading[:-1]].append((reading, row.character))
        self._neighbours: dict[str, list[tuple[Sound, str]]] = {}

    def sound(self, one: str, other: str) -> Sound:
        """How alike two characters sound; `UNLIKE` where one is not in the table."""
        first, second = self._readings(one), self._readings(other)
        if set(first) & set(second):
            return Sound.SAME
        return min((likeness_of_letters(a[:-1], b[:-1]) for a in first for b in second), default=Sound.UNLIKE)

    def likeness(self, written: str, meant: str) -> int:
        """See `Confusion.likeness`."""
        return self._alike(written).find(meant)

    def confusions(self, written: str) -> tuple[Confusion, ...]:
        """What may have been meant by a character, by code point; none where it is not in the table."""
        sounds = self._sounding_like(written)
        alike = [meant for meant in self._alike(written) if meant in self._among]
        found = sorted({*sounds, *alike} - {written})
        return tuple(
            Confusion(meant, sounds.get(meant, Sound.UNLIKE), self.likeness(written, meant)) for meant in found
        )

    def _readings(self, character: str) -> tuple[str, ...]:
        return self._rows[character].readings if character in self._rows else ()

    def _alike(self, written: str) -> str:
        return self._rows[written].alike if written in self._rows else ""

    def _sounding_like(self, written: str) -> dict[str, Sound]:
        found: dict[str, Sound] = {}
        for reading in self._readings(written):
            for letters_sound, letters in self._near(reading[:-1]):
                for other, meant in self._by_letters[letters]:
                    sound = Sound.SAME if other == reading else letters_sound
                    if sound < found.get(meant, Sound.UNLIKE):
                        found[meant] = sound
        return found

    def _near(self, letters: str) -> list[tuple[Sound, str]]:
        """The syllables of the table that are not unlike this one."""
        if letters not in self._neighbours:
            initial, final = parts(letters)
            others = {
                f"{one}{other}"
                for one in (initial, *_LIKE_INITIALS.get(initial, ()))
                for other in (final, *_LIKE_FINALS.get(final, ()))
            }
            told = [(likeness_of_letters(letters, other), other) for other in others if other in self._by_letters]
            self._neighbours[letters] = [(sound, other) for sound, other in told if sound < Sound.UNLIKE]
        return self._neighbours[letters]
