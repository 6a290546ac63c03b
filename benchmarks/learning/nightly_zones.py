"""Two years of nights as a machine in some zone sees them; a module of its own, so that ten processes start quickly."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from core.learning.nights import due_day, missed_days, next_start

DAY = timedelta(days=1)


def two_years() -> str:
    """How many nights are run in 2026 and 2027, whether they are its days in order, whether all begin at 18:00 UTC."""
    moment, end = datetime(2025, 12, 31, 18, tzinfo=UTC), datetime(2027, 12, 31, 17, 59, tzinfo=UTC)
    days, starts = [due_day(moment)], set()
    while moment < end:
        local = moment.astimezone()  # the machine's zone
        days.extend(missed_days(days[-1], local))
        start = next_start(local)
        starts.add((start.hour, start.minute, 0 < (start - moment).total_seconds() <= 86_400))
        moment += timedelta(minutes=30)
    in_order = all(later - earlier == DAY for earlier, later in pairwise(days))
    return f"{len(days)} {in_order} {starts == {(18, 0, True)}}"
