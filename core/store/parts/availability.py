"""The part of the store for the minutes in which the service was available."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select

from core.records.availability import AvailabilityHour
from core.store.database.session import SqlPart
from core.store.tables.availability import AvailabilityHourTable
from core.store.tables.columns import table

HOUR = table(AvailabilityHourTable)
HOUR_FORMAT = "%Y-%m-%dT%H"


class AvailabilityPart(SqlPart):
    """`core.ports.availability.AvailabilityStore` in SQL."""

    def note_availability(self, hours: Collection[AvailabilityHour]) -> None:
        """See `core.ports.availability.AvailabilityStore.note_availability`."""
        if not hours:
            return
        insert = self.insert(HOUR)
        joined: dict[str, Any] = {name: HOUR.c[name].op("|")(insert.excluded[name]) for name in ("watched", "ready")}
        added: dict[str, Any] = {name: HOUR.c[name] + insert.excluded[name] for name in ("calls", "failed")}
        statement = insert.on_conflict_do_update(index_elements=["hour"], set_={**joined, **added})
        with self.write() as connection:
            connection.execute(statement, [{**vars(each), "hour": _text(each.hour)} for each in hours])

    def availability(self, since: datetime, until: datetime) -> list[AvailabilityHour]:
        """See `core.ports.availability.AvailabilityStore.availability`."""
        within = HOUR.c.hour >= _text(since), HOUR.c.hour < _text(until)
        with self.read() as connection:
            rows = connection.execute(select(HOUR).where(*within).order_by(HOUR.c.hour)).mappings().all()
        return [AvailabilityHour(**{**row, "hour": _hour(row["hour"])}) for row in rows]

    def availability_begins(self) -> datetime | None:
        """See `core.ports.availability.AvailabilityStore.availability_begins`."""
        watched = select(HOUR.c.hour, HOUR.c.watched).where(HOUR.c.watched != 0)
        with self.read() as connection:
            first = connection.execute(watched.order_by(HOUR.c.hour).limit(1)).first()
        if first is None:
            return None
        lowest_bit = (first.watched & -first.watched).bit_length() - 1
        return _hour(first.hour) + timedelta(minutes=lowest_bit)


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime(HOUR_FORMAT)


def _hour(text: str) -> datetime:
    return datetime.strptime(text, HOUR_FORMAT).replace(tzinfo=UTC)
