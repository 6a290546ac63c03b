"""The monthly quota: when a month begins, how many calls it includes, what a call beyond them costs."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from core.records.access import Organisation, Tier

SHANGHAI = ZoneInfo("Asia/Shanghai")

TIER_CALLS: dict[Tier, int | None] = {"free": 1_000, "education": 50_000, "professional": 200_000, "enterprise": None}
"""Calls a month by tier (interface, Limits). The limit of an enterprise is agreed by contract and stored with the organisation."""

QUESTION_PRICE_LI = 50
EVALUATION_PRICE_LI = 80
"""Overage prices of the contract, 0.05 and 0.08 yuan a call, in li (0.001 yuan) so that sums stay whole."""


def period_of(moment: datetime) -> str:
    """The quota month `YYYY-MM` that a moment falls in: months begin at 00:00 UTC+8.

    >>> from datetime import UTC
    >>> period_of(datetime(2026, 11, 30, 15, 59, 59, tzinfo=UTC)), period_of(datetime(2026, 11, 30, 16, tzinfo=UTC))
    ('2026-11', '2026-12')
    """
    return moment.astimezone(SHANGHAI).strftime("%Y-%m")


def reset_after(moment: datetime) -> datetime:
    """When the next month begins: 00:00 UTC+8 on day 1."""
    local = moment.astimezone(SHANGHAI)
    year, month = divmod(local.year * 12 + local.month, 12)
    return datetime(year, month + 1, 1, tzinfo=SHANGHAI)


def monthly_limit(organisation: Organisation, *, temporary: int) -> int | None:
    """Calls that the organisation may make this month, temporary quota included; None = no limit."""
    own = organisation.monthly_limit if organisation.monthly_limit is not None else TIER_CALLS[organisation.tier]
    return None if own is None else own + temporary
