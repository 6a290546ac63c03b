"""How available the service was in a month, beside what each tier was promised.

A minute counts as available where some process that serves was ready in it, as `/readyz` would have answered. A minute that nobody watched,
because no process ran or it was stuck, counts as not available: from inside it cannot be told from one that failed. What lies between the
server and its callers is not seen from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from pydantic import Field

from core.access.quota import SHANGHAI, reset_after
from core.errors import BadParameter
from core.ports.availability import AvailabilityStore
from core.ports.system import Clock
from core.records.access import Tier
from core.records.availability import AvailabilityHour
from core.wire import Closed

COMMITMENTS: dict[Tier, int] = {"free": 9_950, "education": 9_950, "professional": 9_990, "enterprise": 9_995}
"""Availability by tier, in hundredths of a percent (interface, Limits), so that it is compared in whole numbers."""
WHOLE = 10_000
MINUTE = timedelta(minutes=1)


class Commitment(Closed):
    """What a tier was promised, and whether it was kept so far."""

    tier: Tier
    percent: float
    kept: bool | None = Field(description="None: nothing was measured")


class Availability(Closed):
    """A month, or as much of it as is over and was measured."""

    month: str = Field(description="YYYY-MM in UTC+8")
    since: datetime | None = Field(description="From when minutes count: the beginning of the month or of measuring")
    until: datetime | None
    minutes: int
    ready: int = Field(description="Minutes in which a process that serves was ready")
    not_ready: int = Field(description="Minutes in which none was, though one looked")
    unwatched: int = Field(description="Minutes in which nobody looked: no process ran, or it was stuck")
    percent: float | None = Field(
        description="Ready minutes of all, cut after three places; None: nothing was measured"
    )
    calls: int = Field(description="Calls of the API that were answered")
    failed: int = Field(description="Those of them with a status of 500 or above, turned away (503) included")
    commitments: list[Commitment]


def availability_of(month: str, *, store: AvailabilityStore, clock: Clock) -> Availability:
    """The availability of a month `YYYY-MM` up to the last minute that is over. Raises `BadParameter`."""
    begins, ends = _bounds(month)
    measured_since = store.availability_begins()
    since = begins if measured_since is None else max(begins, measured_since)
    until = min(ends, _whole_minute(clock.now()))
    minutes = 0 if measured_since is None else max(0, (until - since) // MINUTE)
    hours = store.availability(begins, min(ends, until + timedelta(hours=1))) if minutes else []
    ready = _count([hour.ready & _over(hour, until) for hour in hours])
    watched = _count([hour.watched & _over(hour, until) for hour in hours])
    return Availability(
        month=month,
        since=since if minutes else None,
        until=until if minutes else None,
        minutes=minutes,
        ready=ready,
        not_ready=watched - ready,
        unwatched=minutes - watched,
        percent=ready * 100_000 // minutes / 1_000 if minutes else None,
        calls=sum(hour.calls for hour in hours),
        failed=sum(hour.failed for hour in hours),
        commitments=[
            Commitment(tier=tier, percent=promised / 100, kept=ready * WHOLE >= minutes * promised if minutes else None)
            for tier, promised in COMMITMENTS.items()
        ],
    )


def _bounds(month: str) -> tuple[datetime, datetime]:
    """The month in UTC. It begins and ends on a whole hour there, since UTC+8 is whole hours away."""
    try:
        begins = datetime.strptime(month, "%Y-%m").replace(tzinfo=SHANGHAI)
        return begins.astimezone(UTC), reset_after(begins).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise BadParameter.of("month", f"{month!r} is not a month YYYY-MM") from error


def _whole_minute(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(second=0, microsecond=0)


def _over(hour: AvailabilityHour, until: datetime) -> int:
    """The minutes of an hour that are over at `until`, as bits."""
    minutes = min(60, max(0, (until - hour.hour) // MINUTE))
    return (1 << minutes) - 1


def _count(masks: Sequence[int]) -> int:
    return sum(mask.bit_count() for mask in masks)
