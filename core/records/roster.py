"""Bringing people in: one-time codes, imports, codes to join a class. Records that capabilities and the store exchange."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from core.records.access import Account
from core.records.classes import SchoolClass
from core.records.students import Student
from core.wire import Language

ChangeKind = Literal["class", "student", "account", "member", "teacher", "name"]
"""What an import changed: made a class, a student, an account; put a student into a class; gave a class a teacher; renamed a student."""


@dataclass(frozen=True)
class AccessCode:
    """A one-time code by which a person signs in to an account that has no password of its own yet."""

    organisation_id: str
    account_id: str
    code_sha256: str
    """Keyed hash of account and code: the code itself is on paper only."""
    made_at: datetime
    expires_at: datetime


@dataclass(frozen=True)
class Renaming:
    """Another name of a student."""

    student_id: str
    before: str
    after: str


@dataclass(frozen=True)
class ImportRun:
    """An import that was carried out."""

    organisation_id: str
    import_id: str
    source: str
    """Name of the file; empty for rows that were pasted."""
    made_by: str
    """Id of the account of whoever confirmed it."""
    made_at: datetime
    undone_at: datetime | None = None


@dataclass(frozen=True)
class RosterChange:
    """One change of an import, as it is kept to be undone; what does not apply is empty."""

    kind: ChangeKind
    student_id: str = ""
    account_id: str = ""
    class_id: str = ""
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class RosterChanges:
    """Everything that an import writes, all of it or nothing."""

    run: ImportRun
    classes: tuple[SchoolClass, ...] = ()
    students: tuple[Student, ...] = ()
    accounts: tuple[Account, ...] = ()
    members: tuple[tuple[str, str], ...] = ()
    """Class and student."""
    teachers: tuple[tuple[str, str], ...] = ()
    """Class and account."""
    renamings: tuple[Renaming, ...] = ()

    def kept(self) -> list[RosterChange]:
        """The changes as they are kept to be undone."""
        return [
            *(RosterChange("class", class_id=each.class_id, after=each.name) for each in self.classes),
            *(RosterChange("student", student_id=each.student_id) for each in self.students),
            *(
                RosterChange("account", student_id=each.student_id or "", account_id=each.account_id)
                for each in self.accounts
            ),
            *(RosterChange("member", class_id=class_id, student_id=each) for class_id, each in self.members),
            *(RosterChange("teacher", class_id=class_id, account_id=each) for class_id, each in self.teachers),
            *(
                RosterChange("name", student_id=each.student_id, before=each.before, after=each.after)
                for each in self.renamings
            ),
        ]


@dataclass(frozen=True)
class Undone:
    """What an undoing took back."""

    students: int
    accounts: int
    members: int
    names: int
    classes: int
    kept: tuple[str, ...]
    """Ids of students that the import made and that stay, because they have worked since, or signed in."""


@dataclass(frozen=True)
class JoinCode:
    """The code of a class by which a visitor asks to join it."""

    organisation_id: str
    class_id: str
    code: str
    made_at: datetime
    expires_at: datetime
    approval: bool = True
    """Whether a teacher admits each who asks; otherwise whoever has the code is in, except those who may be there already."""


@dataclass(frozen=True)
class JoinRequest:
    """Somebody who asks to join a class. Nothing about them is kept once they are admitted or refused but the account they asked for."""

    organisation_id: str
    request_id: str
    class_id: str
    name: str
    number: str
    username: str
    password_hash: str
    language: Language | None
    asked_at: datetime
