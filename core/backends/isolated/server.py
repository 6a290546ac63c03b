"""The process that reads nothing itself: it has everything loaded and forks a process for each file.

`python -m core.backends.isolated.server FD`: each order on that socket brings the two limits and one end of a connection on which
the file comes. It has one thread, so that a fork is safe, and an environment without secrets. It ends when its socket closes,
which happens however its parent ends, and what it forked ends with it.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
import time
from typing import NoReturn

from core.backends.isolated import framing
from core.backends.isolated.framing import ORDER, BrokenOff, Message
from core.backends.isolated.limits import allow_spare_memory, confine
from core.backends.isolated.tasks import TASKS, answer, warm

READY = b"+"
LOOK_SECONDS = 0.2
"""Between two looks at what was forked, while there is any."""
GRACE_SECONDS = 2.0
"""After its own timer should have ended a process, it is killed from here."""
SPAWN_SECONDS = 600.0
"""A forked process waits at most so long for its file; its timer is shorter in every case."""


def serve(orders: socket.socket) -> None:
    """Fork for each order until the socket closes."""
    parent = os.getpid()
    running: dict[int, float] = {}
    while True:
        ready, _, _ = select.select([orders], [], [], LOOK_SECONDS if running else None)
        _reap(running)
        if not ready:
            continue
        order, handles, _, _ = socket.recv_fds(orders, ORDER.size, 1)
        if not order:
            break
        seconds, memory_bytes = ORDER.unpack(order)
        pid = os.fork()
        if pid == 0:
            orders.close()
            _read_one(socket.socket(fileno=handles[0]), seconds, memory_bytes, parent)
        os.close(handles[0])
        running[pid] = time.monotonic() + seconds + GRACE_SECONDS
    for pid in running:
        _kill(pid)


def _reap(running: dict[int, float]) -> None:
    """Forget those that ended; end those that outlive their time. (A process that was not waited for keeps its number.)"""
    for pid, deadline in list(running.items()):
        ended, _ = os.waitpid(pid, os.WNOHANG)
        if ended:
            del running[pid]
        elif time.monotonic() > deadline:
            _kill(pid)


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _read_one(connection: socket.socket, seconds: float, memory_bytes: int, parent: int) -> NoReturn:
    """The life of a forked process: limits, one file, one answer."""
    try:
        confine(seconds=seconds, memory_bytes=memory_bytes, parent=parent)
        deadline = time.monotonic() + SPAWN_SECONDS
        framing.send(connection, _answered(framing.receive(connection, deadline=deadline)), deadline=deadline)
    except (BrokenOff, TimeoutError):
        pass  # Nobody waits for the answer any more.
    except MemoryError:
        allow_spare_memory()
        framing.send(connection, Message({"is": "memory"}), deadline=time.monotonic() + GRACE_SECONDS)
    finally:
        # Not by `sys.exit`: nothing of the process that was copied is to be tidied up a second time.
        os._exit(0)


def _answered(request: Message) -> Message:
    try:
        return answer(request)
    except MemoryError:
        allow_spare_memory()
        return Message({"is": "memory"})


def main(handle: int) -> None:
    """Load everything, say so, serve."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The one who started it ends it.
    orders = socket.socket(fileno=handle)
    warm(TASKS)
    gc.collect()
    gc.freeze()  # Or the collector of each process that is forked would copy every page.
    orders.sendall(READY)
    serve(orders)


if __name__ == "__main__":
    main(int(sys.argv[1]))
