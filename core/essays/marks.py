"""The marked version: an essay with its edits written into it, in a grammar of its own from which everything can be read back.

    提[B题]高        one character before the mark is right, the one inside stands in the essay
    吃[L了]          missing: put in
    [D的]            extra: to be removed
    ，[P,]           one mark before is right, the marks inside stand in the essay; `。[P]` puts a mark in
    [P，→]           marks old→new where the new is not exactly one: `[P，→]` removes one, `[P...→……]` makes two of three
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
BEFORE = frozenset("BP")
"""Types whose right character may stand before the mark."""
TYPES = frozenset("BLDPWS")


@dataclass(frozen=True)
class Marked:
    """What a marked version says."""

    essay: str
    corrected: str
    edits: tuple[Change, ...]


class BadMarks(ValueError):
    """A text that no essay and edits are written as."""

    def __init__(self, offset: int, why: str) -> None:
        super().__init__(f"at {offset}: {why}")


# -- writing ---------------------------------------------------------------------------------------------------


def write(essay: str, edits: Iterable[Change]) -> str:
    """The marked version of an essay with edits that hold (`core.essays.edits.check`).

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
    if edit.type in BEFORE and len(edit.replacement) == 1:
        return f"{new}{OPEN}{edit.type}{old}{CLOSE}"
    return f"{OPEN}{edit.type}{old}{ARROW}{new}{CLOSE}"


def _escaped(text: str) -> str:
    return "".join(ESCAPE + character if character in SPECIAL else character for character in text)


# -- reading ---------------------------------------------------------------------------------------------------


def parse(marked: str) -> Marked:
    """Essay, corrected version and edits of a marked version; edits have the places of the essay.

    Raises `BadMarks` for what `write` does not write.
    """
    return _Reader(marked).read()


class _Reader:
    """One pass over a marked version."""

    def __init__(self, marked: str) -> None:
        self._marked = marked
        self._at = 0
        self._essay: list[str] = []
        self._corrected: list[str] = []
        self._edits: list[Change] = []
        self._length = 0
        """Code points of the essay so far."""
        self._free = False
        """Whether the last character is no part of a mark, so that a mark may claim it."""

    def read(self) -> Marked:
        """The whole of it."""
        while self._at < len(self._marked):
            if self._marked[self._at] == OPEN:
                self._mark()
                self._free = False
            else:
                self._keep(self._character(), self._corrected)
                self._free = True
        return Marked("".join(self._essay), "".join(self._corrected), tuple(self._edits))

    def _keep(self, character: str, corrected: list[str]) -> None:
        self._essay.append(character)
        corrected.append(character)
        self._length += 1

    def _character(self) -> str:
        """The next character, its escape taken off."""
        character = self._marked[self._at]
        if character == ESCAPE:
            self._at += 1
            character = self._marked[self._at : self._at + 1]
            if character not in SPECIAL:
                raise BadMarks(self._at, f"{character!r} after {ESCAPE!r}")
        elif character in SPECIAL:
            raise BadMarks(self._at, f"{character!r} stands alone")
        self._at += 1
        return character

    def _mark(self) -> None:
        opened, kind = self._at, self._marked[self._at + 1 : self._at + 2]
        if kind not in TYPES:
            raise BadMarks(opened, f"there is no mark {kind!r}")
        self._at += 2
        inside = [self._stretch()]
        if self._peek() == ARROW:
            self._at += 1
            inside.append(self._stretch())
        if self._peek() != CLOSE:
            raise BadMarks(opened, "the mark is not closed")
        self._at += 1
        self._take(opened, kind, inside)  # type: ignore[arg-type]

    def _peek(self) -> str:
        return self._marked[self._at : self._at + 1]

    def _stretch(self) -> str:
        found = []
        while self._peek() not in ("", CLOSE, ARROW):
            found.append(self._character())
        return "".join(found)

    def _take(self, opened: int, kind: EditType, inside: list[str]) -> None:
        old, new = self._sides(opened, kind, inside)
        if old == new or (kind == "B" and not len(old) == len(new) == 1) or (kind == "W" and not (old and new)):
            raise BadMarks(opened, f"{old!r} to {new!r} is no {kind}")
        self._edits.append(Change(self._length, self._length + len(old), old, new, kind))
        self._essay.append(old)
        self._corrected.append(new)
        self._length += len(old)

    def _sides(self, opened: int, kind: EditType, inside: list[str]) -> tuple[str, str]:
        """What stands in the essay, and what should."""
        if len(inside) == 2:
            if kind in ("B", "L", "D"):
                raise BadMarks(opened, f"a mark {kind} has no arrow")
            return inside[0], inside[1]
        if kind == "L":
            return "", inside[0]
        if kind == "D":
            return inside[0], ""
        if kind not in BEFORE or not self._free:
            raise BadMarks(opened, f"a mark {kind} without what is right")
        self._essay.pop()
        self._length -= 1
        return inside[0], self._corrected.pop()
