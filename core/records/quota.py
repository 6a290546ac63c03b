"""Requests of organisations for more calls, and the operator's answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from core.records.access import Tier

RequestKind = Literal["temporary", "upgrade"]
"""More calls in one month, or another plan from now on."""
RequestState = Literal["open", "granted", "refused", "withdrawn"]
"""`withdrawn`: taken back by the organisation before it was answered."""


@dataclass(frozen=True)
class QuotaRequest:
    """What an organisation asked for, and what became of it."""

    request_id: str
    organisation_id: str
    key_id: str
    """The key with which it was made; "" where an administrator made it on the pages."""
    kind: RequestKind
    calls: int | None
    """Calls that are asked for: of this month, or of every month. None leaves the number to the operator."""
    tier: Tier | None
    reason: str
    period: str
    """The month in which it was made, `YYYY-MM` in UTC+8."""
    made_at: datetime
    state: RequestState = "open"
    granted_calls: int | None = None
    granted_tier: Tier | None = None
    answered_at: datetime | None = None


@dataclass(frozen=True)
class TemporaryGrant:
    """Calls that are added to one month."""

    period: str
    calls: int
    note: str


@dataclass(frozen=True)
class Plan:
    """A plan that takes the place of the one before; whether calls past the quota are billed stays as it is."""

    tier: Tier
    monthly_limit: int | None
    """None: the tier's own."""
