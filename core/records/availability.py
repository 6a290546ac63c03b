"""The minutes in which the service was available: what servers note and the store keeps."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class AvailabilityHour:
    """What the processes that serve noted in an hour; of 60 minutes, minute `n` is bit `n`."""

    hour: datetime
    """Its beginning, in UTC."""
    watched: int
    """Minutes in which some process looked whether calls can be served."""
    ready: int
    """Minutes in which some process found that they can."""
    calls: int = 0
    """Calls of the API that were answered."""
    failed: int = 0
    """Those of them with status 500 or above, turned away (503) included."""
