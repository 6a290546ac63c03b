"""The audit log as pages show it: with the names that people and things have now."""

from __future__ import annotations

from datetime import datetime

from core.records.audit import ActorKind, AuditAction, Fact, FactName, SubjectKind
from core.wire import Closed


class AuditActor(Closed):
    """Somebody who did something."""

    kind: ActorKind
    id: str
    name: str
    """What the account is called now, the beginning of the key; empty where it is gone, and for operator and service."""


class AuditSubject(Closed):
    """Whom or what something was done to."""

    kind: SubjectKind
    id: str
    name: str
    """What it is called now; empty where it is gone, or has no name."""
    erased: bool = False
    """Whether it was erased: then `id` is that of the receipt."""


class AuditLine(Closed):
    """One act."""

    seq: int
    at: datetime
    actor: AuditActor
    request_id: str
    action: AuditAction
    subject: AuditSubject
    related: AuditSubject
    facts: dict[FactName, Fact]


class AuditPage(Closed):
    """Some acts, the newest first."""

    lines: list[AuditLine]
    below: int | None
    """Where the next page begins; None on the last one."""
