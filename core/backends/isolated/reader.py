"""The side that asks: a file out, an answer back, and a process that is ended when it costs too much.

A parser of a file that somebody sends may hang, take all memory, or be led astray by a defect of a library. So it runs in a process
forked for that one file, with limits that the kernel holds, with no database, no secret in its environment, and nothing to come
back with but plain values, which are checked. A process for each file, and not a pool of them: what one file did to its reader is
gone before the next file, which may be another school's.
"""

from __future__ import annotations

import atexit
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import structlog

from core.backends.isolated.framing import ORDER, BrokenOff, Message, receive, send
from core.backends.isolated.server import READY
from core.errors import Busy, CostlyFile, Unavailable
from core.wire import Bilingual

ROOT = Path(__file__).resolve().parent.parent.parent.parent
"""What `core` lies in."""
START_SECONDS = 60.0
"""Loading takes .6 s of CPU; a machine that is busy with its own start may take long."""
END_SECONDS = 5.0
GOING_SECONDS = 2.0
GRACE_SECONDS = 1.0
"""Beyond the limit, which the kernel holds: for the fork and for the way of the answer."""
AT_ONCE, WAITING = 2, 6
"""Files of one kind that are read at the same time, and that may wait for it."""
RETRY_AFTER_SECONDS = 5
SURROUNDINGS = {
    "LC_ALL": "C.UTF-8",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}
"""The whole environment of the readers. One thread for arithmetic: a process with several must not be forked."""
NO_READERS = Bilingual(
    zh="现在不能读取文件，请稍后再试；若仍不行，请告诉管理员。你的文件没有处理，其他内容不受影响。",
    en="Files cannot be read at the moment; try again later, and tell the administrator if it lasts. Nothing was changed.",
)
log = structlog.get_logger()


class IsolatedReader:
    """Reads files apart. Safe to share between threads; the server of forks starts with the first file, or with `start`."""

    def __init__(self, *, seconds: float, memory_bytes: int) -> None:
        """`seconds` and `memory_bytes` are what one file may cost."""
        self._seconds, self._memory_bytes = seconds, memory_bytes
        self._lock = threading.Lock()
        self._server: _Server | None = None
        self._lanes: dict[str, _Lane] = {}
        atexit.register(self.close)

    def read(self, task: str, file: bytes, **fields: object) -> Message:
        """What the task (`core.backends.isolated.tasks.TASKS`) makes of the file.

        Raises
        ------
        CostlyFile
            It takes more time or memory than a file may, or breaks off the process that reads it.
        Busy
            So many files of the kind are being read and waiting already.
        Unavailable
            No process can be started.
        """
        with self._lane(task).turn(self._seconds):
            try:
                return self._read(Message({"task": task, **fields}, file))
            except _ServerGone:
                # Reading changes nothing, so it can be done again; the one who asked does not notice.
                return self._read_or_unavailable(Message({"task": task, **fields}, file))

    def start(self) -> None:
        """Have the server ready before the first file comes. Raises `Unavailable`."""
        self._running()

    @property
    def server_pid(self) -> int | None:
        """The process that forks, None before there is one."""
        return self._server.process.pid if self._server is not None else None

    def close(self) -> None:
        """End the server and what it forked."""
        with self._lock:
            server, self._server = self._server, None
        if server is not None:
            server.close()

    def _read_or_unavailable(self, message: Message) -> Message:
        try:
            return self._read(message)
        except _ServerGone as error:
            raise Unavailable("No process can be started that reads files.", remedy=NO_READERS) from error

    def _read(self, message: Message) -> Message:
        server = self._running()
        began = time.monotonic()
        deadline = began + self._seconds + GRACE_SECONDS
        with self._forked(server) as connection:
            try:
                send(connection, message, deadline=deadline)
                answer = receive(connection, deadline=deadline)
            except TimeoutError as error:
                raise self._costly("time", message) from error
            except BrokenOff as error:
                if time.monotonic() - began > self._seconds - GRACE_SECONDS / 10:
                    raise self._costly("time", message) from error
                if server.ends():
                    raise _ServerGone from error
                raise self._costly("broken", message) from error
        if answer.fields.get("is") == "memory":
            raise self._costly("memory", message)
        return answer

    @contextmanager
    def _forked(self, server: _Server) -> Iterator[socket.socket]:
        """One end of a connection whose other end a new process holds."""
        own_end, their_end = socket.socketpair()
        with own_end:
            with their_end, self._lock:
                try:
                    order = ORDER.pack(self._seconds, self._memory_bytes)
                    socket.send_fds(server.orders, [order], [their_end.fileno()])
                except OSError as error:
                    raise _ServerGone from error
            yield own_end

    def _costly(self, why: str, message: Message) -> CostlyFile:
        log.warning("file_reader_ended", task=message.fields["task"], why=why, bytes=len(message.content))
        return CostlyFile(seconds=self._seconds, megabytes=self._memory_bytes // 2**20, broken=why == "broken")

    def _running(self) -> _Server:
        with self._lock:
            if self._server is None or not self._server.alive():
                if self._server is not None:
                    self._server.close()
                try:
                    self._server = _Server()
                except OSError as error:
                    self._server = None
                    raise Unavailable("No process can be started that reads files.", remedy=NO_READERS) from error
            return self._server

    def _lane(self, task: str) -> _Lane:
        with self._lock:
            return self._lanes.setdefault(task, _Lane())


class _ServerGone(Exception):
    """The server of forks ended (killed from outside, out of memory) before there was an answer."""


class _Lane:
    """A bounded queue for each kind of file, so that one kind cannot keep another waiting."""

    def __init__(self) -> None:
        self._turns = threading.BoundedSemaphore(AT_ONCE)
        self._places = threading.BoundedSemaphore(AT_ONCE + WAITING)

    @contextmanager
    def turn(self, seconds: float) -> Iterator[None]:
        """Raises `Busy` where too many wait, and where the wait is as long as a file may take to read."""
        if not self._places.acquire(blocking=False):
            raise Busy("files to be read", retry_after_seconds=RETRY_AFTER_SECONDS)
        try:
            if not self._turns.acquire(timeout=seconds):
                raise Busy("files to be read", retry_after_seconds=RETRY_AFTER_SECONDS)
            try:
                yield
            finally:
                self._turns.release()
        finally:
            self._places.release()


class _Server:
    """The process of `core.backends.isolated.server`. Raises `OSError` where it does not start."""

    def __init__(self) -> None:
        self.orders, its = socket.socketpair()
        with its:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "core.backends.isolated.server", str(its.fileno())],
                cwd=ROOT,
                env=SURROUNDINGS,
                pass_fds=[its.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C in a terminal is for the one who asks.
            )
        try:
            self.orders.settimeout(START_SECONDS)
            if self.orders.recv(1) != READY:
                raise OSError("the server of forks ended at its start")
            self.orders.settimeout(None)
        except OSError:
            self.close()
            raise

    def alive(self) -> bool:
        """Whether it runs."""
        return self.process.poll() is None

    def ends(self) -> bool:
        """Whether it has ended, or is about to: its connections close a moment before it is gone."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(GOING_SECONDS)
        return not self.alive()

    def close(self) -> None:
        """End it; it kills what it forked."""
        self.orders.close()
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, 9)
            self.process.wait(END_SECONDS)
