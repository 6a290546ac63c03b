"""How a process of ours ends: with its parent, however that ends, and in time when it is told to."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time

PARENT = "WENLU_PARENT"
"""Names to a child the process that it may not outlive."""
PR_SET_PDEATHSIG = 1
"""prctl(2)."""
LOOK_SECONDS = 1.0
EXIT_SECONDS = 7.0
"""After SIGTERM a process of ours is gone in so long, whatever its threads are at: whoever stops us counts to ten."""


def surroundings(**more: str) -> dict[str, str]:
    """The environment of a child that is to end with this process."""
    return {**os.environ, **more, PARENT: str(os.getpid())}


def tie_to_parent() -> None:
    """First thing in a child: end at once when the parent does, by kill -9 as well; nothing where no parent is named.

    SIGKILL, not SIGTERM: a process that hangs would not obey. What was acknowledged is committed, so nothing is lost.
    """
    parent = os.environ.pop(PARENT, "")
    if not parent.isdigit():
        return
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    else:
        threading.Thread(target=_follow, args=(int(parent),), name="parent", daemon=True).start()
    if os.getppid() != int(parent):  # it ended before this could be said
        os._exit(1)


def _follow(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)


def end_within(seconds: float = EXIT_SECONDS) -> None:
    """End this process after so long whatever still goes on: no thread that computes and no call that hangs holds it."""
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()


def end_now(code: int = 0) -> None:
    """Leave without waiting for threads; what matters is closed and written."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
