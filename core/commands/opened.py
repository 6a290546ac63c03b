"""What a command opened, to be closed when it has ended: a program that runs several commands, as tests do, keeps no connection of any."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from contextvars import ContextVar, copy_context

_OPENED: ContextVar[ExitStack | None] = ContextVar("opened", default=None)


def run_and_close(command: Callable[[], int]) -> int:
    """The status of a command; whatever it handed to `close_at_the_end` is closed then, also where it failed.

    It runs in a context of its own: who acts in this command acts in no other of the process.
    """
    with ExitStack() as opened:
        return copy_context().run(_run, command, opened)


def _run(command: Callable[[], int], opened: ExitStack) -> int:
    _OPENED.set(opened)
    return command()


def close_at_the_end(close: Callable[[], object]) -> None:
    """Call `close` when the command that runs now has ended; never outside of one."""
    if opened := _OPENED.get():
        opened.callback(close)
