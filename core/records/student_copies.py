"""Everything about a student: the copy that is taken out and brought in again, and the receipt of an erasure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

ColumnKind = Literal["text", "number", "boolean", "time", "bytes"]
"""How a column is read: times in UTC."""
CopyScope = Literal["whole", "own"]
"""Of a copy: for the school, or for the student, who must not learn by it what is not shown yet."""


@dataclass(frozen=True)
class CopiedTable:
    """The rows of one table that are about a student."""

    name: str
    columns: Mapping[str, ColumnKind]
    rows: tuple[dict[str, Any], ...]
    comes_back: bool
    """False: for reading only; its rows are secrets of a sign-in, which are left out."""


@dataclass(frozen=True)
class CopiedItem:
    """A question that the student was given, as it was given."""

    item_id: str
    body: str
    first_issued_at: datetime
    own: bool
    """Written at the student's school."""
    answered: bool


@dataclass(frozen=True)
class StudentCopy:
    """All rows about a student at one moment."""

    student_id: str
    revision: str
    """Of the schema from which the rows are."""
    tables: tuple[CopiedTable, ...]
    items: tuple[CopiedItem, ...]
    pseudonyms: Mapping[str, str]
    """Of the other students whom the rows name and who can be found as study peers."""
    scope: CopyScope = "whole"

    @property
    def counts(self) -> dict[str, int]:
        """Numbers of rows by table, empty tables left out."""
        return {table.name: len(table.rows) for table in self.tables if table.rows}


@dataclass(frozen=True)
class Restored:
    """What came back."""

    counts: Mapping[str, int]
    """Numbers of rows by table."""
    left_out: Mapping[str, int]
    """Numbers of rows by table that name what this school does not have: a class, an assignment, another student."""
    unlinked: Mapping[str, int]
    """Numbers of rows by table that came back without a ruling that this school does not have."""
    username: str | None
    """Of the sign-in; None where the copy holds none."""
    has_password: bool
    """False: the sign-in needs a one-time code."""
    number_taken: bool
    """Whether another student here has the number, so that this one came back without."""
    scope: CopyScope
    """Of the copy: in a student's own not everything is."""


@dataclass(frozen=True)
class ErasureReceipt:
    """What was erased, for whom and when: the student's id stands in it only as a salted hash, by which who knows or guesses the id can check it."""

    organisation_id: str
    receipt_id: str
    erased_at: datetime
    asked_by: str
    """Account id of the administrator, or `command-line`."""
    salt: str
    subject_hash: str
    """Of organisation and student id with the salt, by scrypt, which makes every guess slow."""
    counts: Mapping[str, int]
    """Numbers of removed rows by table."""
    counts_sha256: str
    """SHA-256 of the counts as JSON with sorted keys."""

    def is_of(self, student_id: str) -> bool:
        """Whether it is this student's; slow, as every guess is to be."""
        return self.subject_hash == subject_hash(self.salt, self.organisation_id, student_id)


def subject_hash(salt: str, organisation_id: str, student_id: str) -> str:
    """Whose receipt it is, for those who know the student's id, or guess it: short ids are few, so that each guess is made slow."""
    subject = "\n".join((organisation_id, student_id)).encode()
    return hashlib.scrypt(subject, salt=salt.encode(), n=2**14, r=8, p=1, dklen=32).hex()


@dataclass(frozen=True)
class Trace:
    """Where a word stands that was looked for."""

    where: str
    """`table.column`, or a file's name."""
    word: str
    count: int
    """Rows, or lines of a file."""
