"""What many tests share: a clock that stands still until told otherwise."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest


class StoppedClock:
    """`core.ports.Clock` that moves only when told."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        """The moment it stands at."""
        return self.moment

    def advance(self, span: timedelta) -> None:
        """Move on."""
        self.moment += span


@pytest.fixture
def clock() -> StoppedClock:
    """10:00 in UTC+8 on a Tuesday."""
    return StoppedClock(datetime(2026, 11, 24, 2, tzinfo=UTC))
