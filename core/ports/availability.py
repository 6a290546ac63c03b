"""What measuring availability needs of the store. It knows no organisation: all are served by the same processes."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from core.records.availability import AvailabilityHour


class AvailabilityStore(Protocol):
    """The minutes in which the service was available."""

    def note_availability(self, hours: Collection[AvailabilityHour]) -> None:
        """Add what a process saw to what others have noted: minutes are joined, calls are added up."""
        ...

    def availability(self, since: datetime, until: datetime) -> list[AvailabilityHour]:
        """The hours that begin in [since, until), in order; those in which nothing was noted are left out."""
        ...

    def availability_begins(self) -> datetime | None:
        """The first minute that was ever watched; None before there is one."""
        ...
