"""Who did what: entries of the audit log, and the closed lists of acts and of what is told of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

ActorKind = Literal["account", "key", "operator", "service"]
"""A person signed in, a program with an API key, whoever sits at the command line, the service by itself."""
SubjectKind = Literal["", "organisation", "key", "account", "student", "class", "import", "request", "platform"]
AuditAction = Literal[
    "organisation_made",
    "address_changed",
    "plan_changed",
    "quota_granted",
    "quota_requested",
    "quota_request_answered",
    "quota_request_withdrawn",
    "key_made",
    "key_revoked",
    "key_suspended",
    "key_resumed",
    "account_made",
    "account_renamed",
    "account_closed",
    "account_opened",
    "password_changed",
    "code_given",
    "signins_ended",
    "roster_imported",
    "roster_import_undone",
    "student_renamed",
    "student_renumbered",
    "students_merged",
    "student_exported",
    "student_brought_back",
    "student_erased",
    "student_searched",
    "class_made",
    "class_changed",
    "class_members_changed",
    "class_opened_to_teacher",
    "class_taken_from_teacher",
    "joining_opened",
    "joining_ended",
    "joining_admitted",
    "joining_refused",
    "platform_registered",
    "platform_removed",
    "record_store_registered",
    "record_store_removed",
    "records_exported",
    "backup_made",
    "backup_restored",
]
AUDIT_ACTIONS: tuple[AuditAction, ...] = get_args(AuditAction)
FactName = Literal[
    "address",
    "address_before",
    "tier",
    "tier_before",
    "limit",
    "limit_before",
    "overage",
    "overage_before",
    "calls",
    "period",
    "state",
    "permissions",
    "rules",
    "role",
    "ended",
    "students",
    "accounts",
    "classes",
    "members",
    "teachers",
    "rows",
    "scope",
    "words",
    "renamed",
    "consent",
    "consent_before",
    "keep_days",
    "keep_days_before",
    "over",
    "over_before",
    "added",
    "removed",
    "days",
    "approval",
    "naming",
    "made_at",
]
"""What is told of an act beside whom it concerned; with `_before` what held until then."""
FACT_NAMES: tuple[FactName, ...] = get_args(FactName)
Fact = str | int | bool | None
"""A number, a code, a name of a closed list; never words that somebody typed."""


@dataclass(frozen=True)
class Actor:
    """Who acts. It names an account or a key by its id, and holds no secret."""

    kind: ActorKind
    id: str = ""
    request_id: str = ""
    """Of the call over HTTP by which it was done."""


THE_SERVICE = Actor("service")
THE_OPERATOR = Actor("operator")


@dataclass(frozen=True)
class Subject:
    """Whom or what an act concerns. Of a student who was erased it holds the id of the receipt."""

    kind: SubjectKind = ""
    id: str = ""


NOBODY = Subject()


@dataclass(frozen=True)
class AuditEntry:
    """One act."""

    seq: int
    """Its place in the log."""
    organisation_id: str
    at: datetime
    actor: Actor
    action: AuditAction
    subject: Subject
    related: Subject
    """Who else is concerned: the teacher whom a class was opened to, the student whom it admitted."""
    facts: Mapping[FactName, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class AuditFilter:
    """Which entries are wanted; what is None is not looked at."""

    actor: tuple[ActorKind, str] | None = None
    """Kind and id."""
    action: AuditAction | None = None
    since: datetime | None = None
    before: datetime | None = None
    """The first moment that is no longer wanted."""
