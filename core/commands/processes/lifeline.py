"""Ending a process of ours: with its parent, however the parent ends, and within a time limit when it is told to end."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time

PARENT_VARIABLE = "WENLU_PARENT"
"""The environment variable that gives a child the id of the parent that it must not outlive."""
PR_SET_PDEATHSIG = 1
"""The option of prctl(2) that names the signal a process gets when its parent ends."""
PARENT_CHECK_SECONDS = 1.0
EXIT_SECONDS = 7.0
"""After SIGTERM a process of ours ends within this time, whatever its threads are doing: service managers wait ten seconds."""


def child_environment(**more: str) -> dict[str, str]:
    """The environment for a child that is to end with this process (`tie_to_parent`)."""
    return {**os.environ, **more, PARENT_VARIABLE: str(os.getpid())}


def tie_to_parent() -> None:
    """Make this process end as soon as its parent does, even by kill -9. Children call it first; without a named parent it does nothing.

    It ends by SIGKILL, not SIGTERM, which a process that hangs would not obey. What was acknowledged is committed, so nothing is lost.
    """
    parent = os.environ.pop(PARENT_VARIABLE, "")
    if not parent.isdigit():
        return
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    else:
        threading.Thread(target=_exit_with_parent, args=(int(parent),), name="parent", daemon=True).start()
    if os.getppid() != int(parent):  # the parent ended before this process was tied to it
        os._exit(1)


def _exit_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(PARENT_CHECK_SECONDS)
    os._exit(1)


def end_within(seconds: float = EXIT_SECONDS) -> None:
    """End this process after `seconds`, even if threads are still computing or calls hang."""
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()


def end_now(code: int = 0) -> None:
    """Exit without waiting for threads; the caller has closed and written whatever matters."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
