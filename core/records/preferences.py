"""What a person set for themselves, and the texts that a student read for pleasure: rows that capabilities and the store exchange."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class KeptPreferences:
    """The preferences of one account."""

    organisation_id: str
    account_id: str
    student_id: str
    """Of a student's account, with whom they are erased; "" for other roles."""
    body: str
    """`core.access.wire.Preferences` as JSON text."""
    changed_at: datetime
