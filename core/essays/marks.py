"""The marked version: an essay with its edits written into it, in a notation from which everything can be read back.

    提[B题]高        the character before the mark is right, the one inside stands in the essay
    吃[L了]          missing: to be inserted
    [D的]            extra: to be removed
    ，[P,]           the punctuation mark before is right, those inside stand in the essay; `。[P]` inserts one
    [P，→]           punctuation old→new where the new is not exactly one mark: `[P，→]` removes one, `[P...→……]` makes two of three
    [W尊敬→尊重]     words old→new
    [S...→...]       structure old→new; either side may be empty

`[`, `]`, `→` and `\\` of the essay and of replacements are written with `\\` before them, everywhere. A removed mark cannot be
written `[P，]`: after 好 that would say that 好 replaces it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.essays.model import Change, EditType

OPEN, CLOSE, ARROW, ESCAPE = "[", "]", "→", "\\"
SPECIAL = frozenset((OPEN, CLOSE, ARROW, ESCAPE))
CLAIMING = frozenset("BP")
"""Types of marks that may claim the character before them as the right one."""
TYPES = frozenset("BLDPWS")


@dataclass(frozen=True)
class Marked:
    """The content of a marked version."""

    essay: str
    corrected: str
    edits: tuple[Change, ...]


class BadMarks(ValueError):
    """A text that is not the marked version of any essay."""

    def __init__(self, offset: int, why: str) -> None:
        super().__init__(f"at {offset}: {why}")


# -- writing ---------------------------------------------------------------------------------------------------


def write(essay: str, edits: Iterable[Change]) -> str:
    """The marked version of an essay with valid edits (`core.essays.edits.check`).

    >>> write("我题高了[一级]", [Change(1, 2, "题", "提", "B"), Change(4, 4, "", "很多", "L")])
    '我提[B题]高了[L很多]\\\\[一级\\\\]'
    """
    parts: list[str] = []
    last = 0
    for edit in edits:
        parts += (_escaped(essay[last : edit.start]), _mark(edit))
        last = edit.end
    return "".join((*parts, _escaped(essay[last:])))


def _mark(edit: Change) -> str:
    old, new = _escaped(edit.original), _escaped(edit.replacement)
    if edit.type in ("L", "D"):
        return f"{OPEN}{edit.type}{old or new}{CLOSE}"
    if edit.type in CLAIMING and len(edit.replacement) == 1:
        return f"{new}{OPEN}{edit.type}{old}{CLOSE}"
    return f"{OPEN}{edit.type}{old}{ARROW}{new}{CLOSE}"


def _escaped(text: str) -> str:
    return "".join(ESCAPE + character if character in SPECIAL else character for character in text)


# -- reading ---------------------------------------------------------------------------------------------------


def parse(marked: str) -> Marked:
    """Essay, corrected version and edits of a marked version; the offsets of the edits are those of the essay.

    Raises `BadMarks` for what `write` does not write.
    """
    return _Reader(marked).read()


class _Reader:
    """Reads a marked version in one pass."""

    def __init__(self, marked: str) -> None:
        self._marked = marked
        self._position = 0
        self._essay: list[str] = []
        self._corrected: list[str] = []
        self._edits: list[Change] = []
        self._length = 0
        """How many code points of the essay have been read."""
        self._claimable = False
        """Whether the last character is not part of a mark, so that the next mark may claim it as the right one."""

    def read(self) -> Marked:
        """Essay, corrected version and edits."""
        while self._position < len(self._marked):
            if self._marked[self._position] == OPEN:
                self._mark()
                self._claimable = False
            else:
                self._keep(self._character(), self._corrected)
                self._claimable = True
        return Marked("".join(self._essay), "".join(self._corrected), tuple(self._edits))

    def _keep(self, character: str, corrected: list[str]) -> None:
        self._essay.append(character)
        corrected.append(character)
        self._length += 1

    def _character(self) -> str:
        """The next character, without its escape."""
        character = self._marked[self._position]
        if character == ESCAPE:
            self._position += 1
            character = self._marked[self._position : self._position + 1]
            if character not in SPECIAL:
                raise BadMarks(self._position, f"{character!r} after {ESCAPE!r}")
        elif character in SPECIAL:
            raise BadMarks(self._position, f"{character!r} stands alone")
        self._position += 1
        return character

    def _mark(self) -> None:
        mark_start, kind = self._position, self._marked[self._position + 1 : self._position + 2]
        if kind not in TYPES:
            raise BadMarks(mark_start, f"there is no mark {kind!r}")
        self._position += 2
        sides = [self._side()]
        if self._peek() == ARROW:
            self._position += 1
            sides.append(self._side())
        if self._peek() != CLOSE:
            raise BadMarks(mark_start, "the mark is not closed")
        self._position += 1
        self._add_edit(mark_start, kind, sides)  # type: ignore[arg-type]

    def _peek(self) -> str:
        return self._marked[self._position : self._position + 1]

    def _side(self) -> str:
        characters = []
        while self._peek() not in ("", CLOSE, ARROW):
            characters.append(self._character())
        return "".join(characters)

    def _add_edit(self, mark_start: int, kind: EditType, sides: list[str]) -> None:
        old, new = self._sides(mark_start, kind, sides)
        if old == new or (kind == "B" and not len(old) == len(new) == 1) or (kind == "W" and not (old and new)):
            raise BadMarks(mark_start, f"{old!r} to {new!r} is no {kind}")
        self._edits.append(Change(self._length, self._length + len(old), old, new, kind))
        self._essay.append(old)
        self._corrected.append(new)
        self._length += len(old)

    def _sides(self, mark_start: int, kind: EditType, sides: list[str]) -> tuple[str, str]:
        """What stands in the essay, and what should."""
        if len(sides) == 2:
            if kind in ("B", "L", "D"):
                raise BadMarks(mark_start, f"a mark {kind} has no arrow")
            return sides[0], sides[1]
        if kind == "L":
            return "", sides[0]
        if kind == "D":
            return sides[0], ""
        if kind not in CLAIMING or not self._claimable:
            raise BadMarks(mark_start, f"a mark {kind} without what is right")
        self._essay.pop()
        self._length -= 1
        return sides[0], self._corrected.pop()
