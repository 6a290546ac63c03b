"""The machine's clock and its random numbers."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime


class SystemClock:
    """`core.ports.system.Clock`: the machine's time."""

    def now(self) -> datetime:
        """The present in UTC."""
        return datetime.now(UTC)


class RandomIdentifiers:
    """`core.ports.system.Identifiers`: 80 random bits, so that an identifier cannot be guessed."""

    def new(self, prefix: str) -> str:
        """`<prefix>_<20 hex>`."""
        return f"{prefix}_{secrets.token_hex(10)}"
