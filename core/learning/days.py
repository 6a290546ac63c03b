"""Days and months as students live them: UTC+8, whatever the machine's zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

SHANGHAI = ZoneInfo("Asia/Shanghai")


def day_of(moment: datetime) -> date:
    """The calendar day in UTC+8."""
    return moment.astimezone(SHANGHAI).date()


def day_start(day: date) -> datetime:
    """00:00 in UTC+8, as a moment in UTC."""
    return datetime.combine(day, time(), SHANGHAI).astimezone(UTC)


def month_span(month: str) -> tuple[date, date]:
    """First and last day of `YYYY-MM`.

    >>> month_span("2026-02")
    (datetime.date(2026, 2, 1), datetime.date(2026, 2, 28))
    """
    first = date.fromisoformat(f"{month}-01")
    following = (first.replace(day=28) + timedelta(days=4)).replace(day=1)
    return first, following - timedelta(days=1)
