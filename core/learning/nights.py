"""When the nightly run of a day is due: at 02:00 of the next day in UTC+8, whatever the machine's zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from core.learning.days import SHANGHAI

NIGHTLY = time(2)
"""02:00 Asia/Shanghai (18:00 UTC: Shanghai has no summer time)."""
DAY = timedelta(days=1)


def due_day(now: datetime) -> date:
    """The latest business date whose run is due.

    >>> due_day(datetime(2026, 11, 24, 18, 0, tzinfo=UTC)), due_day(datetime(2026, 11, 24, 17, 59, tzinfo=UTC))
    (datetime.date(2026, 11, 24), datetime.date(2026, 11, 23))
    """
    local = now.astimezone(SHANGHAI)
    return local.date() - (DAY if local.time() >= NIGHTLY else 2 * DAY)


def missed_days(last: date | None, now: datetime) -> list[date]:
    """The days whose runs are due and not done, in order; without a `last` one, the day that is due alone.

    >>> [day.day for day in missed_days(date(2026, 11, 20), datetime(2026, 11, 24, 18, tzinfo=UTC))]
    [21, 22, 23, 24]
    """
    due = due_day(now)
    if last is None:
        return [due]
    return [last + number * DAY for number in range(1, (due - last).days + 1)]


def next_start(now: datetime) -> datetime:
    """The next 02:00 in UTC+8 after `now`, in UTC.

    >>> next_start(datetime(2026, 11, 24, 18, tzinfo=UTC)).isoformat()
    '2026-11-25T18:00:00+00:00'
    """
    local = now.astimezone(SHANGHAI)
    day = local.date() + (DAY if local.time() >= NIGHTLY else timedelta(0))
    return datetime.combine(day, NIGHTLY, SHANGHAI).astimezone(UTC)
