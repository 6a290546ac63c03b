"""Classes of an organisation: records that capabilities and the store exchange."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

EVERYONE = "everyone"
"""Id of the class of all students that every organisation begins with."""
Consent = Literal["not_needed", "given", "missing"]
"""Of guardians, for what goes beyond marking answers: keeping recordings, and meeting others as study peers."""
CONSENTS: tuple[Consent, ...] = get_args(Consent)


@dataclass(frozen=True)
class SchoolClass:
    """A class of an organisation."""

    organisation_id: str
    class_id: str
    name: str
    made_at: datetime
    everyone: bool = False
    """Whether all students of the organisation are in it, whoever comes; otherwise those who were put into it are."""
    archived_at: datetime | None = None
    """Time since which it is over; what was done in it stays."""
    consent: Consent = "not_needed"
    keep_days: int | None = None
    """Days that recordings of its students are kept where the operator keeps any; None: the operator's own setting."""


@dataclass(frozen=True)
class Membership:
    """Who is in an organisation's classes, by class id."""

    students: dict[str, frozenset[str]]
    """Ids of students; of a class of everyone there are no rows."""
    teachers: dict[str, frozenset[str]]
    """Ids of accounts."""


@dataclass(frozen=True)
class ReportComment:
    """What a teacher writes under a student's report of a month, for those who read it at home."""

    organisation_id: str
    student_id: str
    month: str
    """`YYYY-MM`."""
    text: str
    by: str
    """Display name of who wrote it."""
    written_at: datetime
