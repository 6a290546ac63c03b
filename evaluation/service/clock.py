"""A clock that stands still, and identifiers that count up."""

from __future__ import annotations

from datetime import datetime, timedelta


class StoppedClock:
    """`core.ports.system.Clock` that moves only when told."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        """The moment at which the clock stands."""
        return self.moment

    def advance(self, span: timedelta) -> None:
        """Move the clock forward."""
        self.moment += span


class CountingIdentifiers:
    """`core.ports.system.Identifiers` that count up: `ev_0001`, `ev_0002`."""

    def __init__(self) -> None:
        self._made: dict[str, int] = {}

    def new(self, prefix: str) -> str:
        """`<prefix>_<number>`."""
        self._made[prefix] = self._made.get(prefix, 0) + 1
        return f"{prefix}_{self._made[prefix]:04d}"
