"""Learning platforms that open Wenlu by LTI 1.3: records that capabilities and the store exchange."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Activity = Literal["Submitted", "Completed"]
"""`activityProgress` of a score (LTI Assignment and Grade Services 2.0, 3.4.7)."""
Grading = Literal["PendingManual", "FullyGraded"]
"""`gradingProgress` of a score (3.4.8)."""


@dataclass(frozen=True)
class Registration:
    """A deployment of Wenlu in a learning platform, as the operator registered it."""

    registration_id: str
    organisation_id: str
    issuer: str
    client_id: str
    deployment_id: str
    authorize_url: str
    token_url: str
    keys_url: str
    made_at: datetime


@dataclass(frozen=True)
class LtiPerson:
    """Somebody of a platform, and whose account that is here."""

    organisation_id: str
    issuer: str
    subject: str
    """The platform's `sub`."""
    account_id: str
    student_id: str | None
    """None of a teacher."""
    made_at: datetime


@dataclass(frozen=True)
class LtiCourse:
    """A course of a platform, and the class that it is here."""

    organisation_id: str
    registration_id: str
    context_id: str
    class_id: str
    members_url: str = ""
    """Where the platform tells who is in it; empty where it does not."""
    members_read_at: datetime | None = None


@dataclass(frozen=True)
class LineItem:
    """A column of a platform's gradebook, and the assignment whose scores belong there."""

    organisation_id: str
    registration_id: str
    url: str
    context_id: str
    """The course that it stands in: nobody else's scores belong there."""
    assignment_id: str
    seen_at: datetime
    """When it was opened from the platform last."""


@dataclass(frozen=True)
class LtiScore:
    """How a student stands in a column: what is to be sent, or was."""

    organisation_id: str
    registration_id: str
    url: str
    student_id: str
    score: float | None
    """0-100; None where a person has yet to give it."""
    activity: Activity
    grading: Grading
    made_at: datetime
    """When it came to stand so: the platform orders scores by it."""
    sent_at: datetime | None = None
    """When this very state was taken by the platform; None while it waits, and where it was given up."""
    tries: int = 0
    """Attempts that failed since it came to stand so."""
    try_at: datetime | None = None
    """When it is to be sent next; None where nothing is left to send."""

    def says_the_same(self, other: LtiScore) -> bool:
        """Whether both would tell the platform the same, their times apart."""
        return (self.score, self.activity, self.grading) == (other.score, other.activity, other.grading)
