"""A uvicorn server that ends within a time limit, and beats for the supervisor while it lives."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import uvicorn

from core.commands.processes.lifeline import end_within
from core.commands.processes.supervisor import beat

BEAT_SECONDS = 1


async def _beat() -> None:
    beat()


def uvicorn_config(application: Any, **options: Any) -> uvicorn.Config:
    """uvicorn's configuration, with the beat for a supervisor added."""
    return uvicorn.Config(application, callback_notify=_beat, timeout_notify=BEAT_SECONDS, **options)


class BoundedShutdownServer(uvicorn.Server):
    """Once told to end, it ends within `core.commands.processes.lifeline.EXIT_SECONDS`, whatever its threads are doing."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As in uvicorn, except that the signal is not raised again afterwards: the caller has children to end first."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """See `uvicorn.Server.handle_exit`."""
        end_within()
        super().handle_exit(sig, frame)
