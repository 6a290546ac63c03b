"""A dry run as it is drawn up: what is decided, what happens with each row, and the draft of what would be written."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Literal

from core.access.roster.entries import Entry, Fault
from core.wire import Bilingual

Action = Literal["new", "changed", "same", "question", "fault", "left_out"]
SAME, ANOTHER, LEAVE = "same:", "another", "leave"
"""Answers to the question whether a person is one who is here already: `same:` with the student's id, another person, or leave the row out."""

TO_BE_MADE = "+"
"""Before the folded name of a class that is to be made, so that it is never taken for an id."""


@dataclass(frozen=True)
class Choices:
    """What the person who imports has decided."""

    new_classes: frozenset[str] = frozenset()
    """Names of unknown classes that are to be made, as `key_of` folds them."""
    answers: dict[str, str] = field(default_factory=dict)
    """By the key of a line."""


@dataclass(frozen=True)
class Question:
    """Whether a row is about somebody who is here already."""

    text: Bilingual
    candidates: tuple[tuple[str, Bilingual], ...]
    """Ids of the students that it may be, each with what tells it apart."""


@dataclass(frozen=True)
class PlannedLine:
    """What would happen with a row."""

    key: str
    entry: Entry
    action: Action
    username: str = ""
    changes: tuple[Bilingual, ...] = ()
    faults: tuple[Fault, ...] = ()
    question: Question | None = None


@dataclass(frozen=True)
class NewPerson:
    """An account to be made, with its student where the person is one that is not here yet."""

    name: str
    username: str
    role: str
    language: str | None
    student_id: str = ""
    number: str | None = None
    """Of a student who is to be made; None where the student is here already."""
    makes_student: bool = False


@dataclass
class Draft:
    """What an import would write, without the ids that are only given when it is written. Classes that are to be made stand under keys of their own."""

    classes: dict[str, str] = field(default_factory=dict)
    """Names of the classes to be made, by key."""
    people: list[NewPerson] = field(default_factory=list)
    members: list[tuple[str, str]] = field(default_factory=list)
    """Class (its id, or the key of one to be made) and student."""
    teachers: list[tuple[str, str]] = field(default_factory=list)
    """Class and user name."""
    renamings: list[tuple[str, str, str]] = field(default_factory=list)
    """Student, name before, name after."""

    @property
    def empty(self) -> bool:
        """Whether nothing would change."""
        return not (self.classes or self.people or self.members or self.teachers or self.renamings)

    def digest(self) -> str:
        """By which a plan is recognised when it is confirmed."""
        return hashlib.sha256(repr(vars(self)).encode()).hexdigest()


@dataclass(frozen=True)
class Plan:
    """A dry run."""

    lines: tuple[PlannedLine, ...]
    unknown_classes: tuple[tuple[str, int], ...]
    """Names of classes that are not here, with the number of rows that name them."""
    unused: tuple[str, ...]
    draft: Draft

    def count(self, action: Action) -> int:
        """How many rows have this outcome."""
        return sum(line.action == action for line in self.lines)
