"""The table of the minutes in which the service was available."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from core.store.tables.columns import long_integer


class AvailabilityHourTable(SQLModel, table=True):
    """An hour of 60 minutes, in which every process that serves notes what it saw."""

    __tablename__ = "availability_hour"
    hour: str = Field(primary_key=True)
    """`YYYY-MM-DDTHH` in UTC."""
    watched: int = long_integer()
    """Bit `n` is 1 where some process looked in minute `n`."""
    ready: int = long_integer()
    """Bit `n` is 1 where some process was ready to serve in minute `n`."""
    calls: int = long_integer()
    """Calls of the API that were answered."""
    failed: int = long_integer()
    """Those of them that failed by a fault of the service: status 500 or above."""
