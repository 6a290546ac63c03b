"""Days and months as the reader writes them, in UTC+8."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from pages.parts.i18n import language

SHANGHAI = ZoneInfo("Asia/Shanghai")
LOCALES = {"zh": "zh_Hans_CN", "en": "en_GB"}


def day_in_shanghai(moment: datetime) -> date:
    """The calendar day in UTC+8."""
    return moment.astimezone(SHANGHAI).date()


def day_name(moment: datetime | date) -> str:
    """`2026年11月20日`, `20 Nov 2026`."""
    day = day_in_shanghai(moment) if isinstance(moment, datetime) else moment
    return _formatted(day, "yMMMd")


def moment_name(moment: datetime) -> str:
    """`2026年11月20日 14:05`, `20 Nov 2026 14:05`."""
    return f"{day_name(moment)} {moment.astimezone(SHANGHAI):%H:%M}"


def short_day(day: date) -> str:
    """`11月20日`, `20 Nov`."""
    return _formatted(day, "MMMd")


def month_name(month: str) -> str:
    """`2026年11月`, `November 2026` for `2026-11`."""
    return _formatted(date.fromisoformat(f"{month}-01"), "yMMMM")


def months_back(now: datetime, count: int) -> list[str]:
    """The month of `now` and those before it as `YYYY-MM`, newest first.

    >>> from datetime import UTC
    >>> months_back(datetime(2026, 1, 31, 16, tzinfo=UTC), 3)
    ['2026-02', '2026-01', '2025-12']
    """
    day = day_in_shanghai(now)
    months = [day.year * 12 + day.month - 1 - steps for steps in range(count)]
    return [f"{month // 12:04d}-{month % 12 + 1:02d}" for month in months]


def month_before(month: str) -> str:
    """`2025-12` for `2026-01`."""
    year, number = map(int, month.split("-"))
    previous = year * 12 + number - 2
    return f"{previous // 12:04d}-{previous % 12 + 1:02d}"


def _formatted(day: date, skeleton: str) -> str:
    from babel.dates import format_skeleton

    return str(format_skeleton(skeleton, day, locale=LOCALES[language()]))
