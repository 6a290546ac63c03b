"""What a command opened, to be closed when it has ended: a program that runs several commands, as tests do, keeps no connection of any."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from contextvars import ContextVar

_OPENED: ContextVar[ExitStack | None] = ContextVar("opened", default=None)


def run_and_close(command: Callable[[], int]) -> int:
    """The status of a command; whatever it handed to `close_at_the_end` is closed then, also where it failed."""
    with ExitStack() as opened:
        token = _OPENED.set(opened)
        try:
            return command()
        finally:
            _OPENED.reset(token)


def close_at_the_end(close: Callable[[], object]) -> None:
    """Call `close` when the command that runs now has ended; never outside of one."""
    if opened := _OPENED.get():
        opened.callback(close)
