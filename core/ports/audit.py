"""What the audit log needs of the store. Each method is one transaction named for its intent.

Acts on the database are noted by the methods that do them, in the same transaction, as the doing of `core.access.acting.acting_now()`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from core.records.audit import Actor, AuditAction, AuditEntry, AuditFilter, Fact, FactName, Subject


class AuditStore(Protocol):
    """Entries of who did what."""

    def note_act(
        self,
        organisation_id: str,
        action: AuditAction,
        subject: Subject,
        *,
        at: datetime,
        facts: Mapping[FactName, Fact] | None = None,
    ) -> None:
        """Add an act that writes nothing else: somebody looked at something, or took it out."""
        ...

    def audit_entries(
        self, organisation_id: str, wanted: AuditFilter, *, below: int | None, limit: int
    ) -> list[AuditEntry]:
        """At most so many of the organisation's entries, the newest first; with `below` those before that place in the log."""
        ...

    def audit_actors(self, organisation_id: str) -> list[Actor]:
        """Whoever stands in the organisation's log as having done something, each once, without a request."""
        ...

    def forget_audit_entries(self, before: datetime) -> int:
        """Delete the entries of all organisations from before a time; returns their number."""
        ...
