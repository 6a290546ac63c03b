"""Operations of the contract that are to go away: what docs/api-policy.md promises of them is made from this table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from email.utils import format_datetime


@dataclass(frozen=True)
class Retirement:
    """From when an operation is deprecated, from when it need not answer any more, and the address of what takes its place."""

    since: date
    until: date
    successor: str

    @property
    def headers(self) -> dict[str, str]:
        """What each answer of the operation bears.

        >>> Retirement(date(2027, 1, 1), date(2027, 7, 1), "/v1/study-peers").headers
        {'Deprecation': '@1798761600', 'Sunset': 'Thu, 01 Jul 2027 00:00:00 GMT', 'Link': '</v1/study-peers>; rel="successor-version"'}
        """
        return {
            "Deprecation": f"@{_begin(self.since).timestamp():.0f}",  # RFC 9745
            "Sunset": format_datetime(_begin(self.until), usegmt=True),  # RFC 8594
            "Link": f'<{self.successor}>; rel="successor-version"',  # RFC 5829
        }


def _begin(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


RETIREMENTS: dict[str, Retirement] = {}
"""By operationId. Its day goes into CHANGELOG.md with what takes its place; it is at least six months before `until`."""
