"""Keeps the processes of the service alive: what ended is started again, what hangs is replaced, and all end together.

Every child is a direct one. A server beats once a second from its event loop into a pipe; one that stops beating while its process
lives accepts calls that nobody answers. Which parts run is written where the children read it (`core.web.siblings`), for /readyz.
"""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import structlog

from core.commands.processes.lifeline import EXIT_SECONDS, surroundings
from core.web import siblings

PULSE = "WENLU_PULSE"
"""Names to a child the descriptor that it beats into."""
TICK_SECONDS = 0.2
HUNG_SECONDS = 30.0
"""Without a beat; a busy machine makes a server miss some seconds, a frozen one all."""
START_SECONDS = 180.0
"""A server that did not beat so long after its start is started anew: a cold, busy machine takes under 30 s."""
AHEAD_SECONDS = 30.0
"""So long the other parts wait for a server that begins."""
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Before the first, second, ... start of a part that ends again before it did anything."""
STEADY_SECONDS = 5.0
"""A part without a beat that ran so long had started."""
KILL_SECONDS = EXIT_SECONDS + 1.0
"""Children that are told to end and have not are killed then."""

log = structlog.get_logger("wenlu.supervisor")


@dataclass(frozen=True)
class Part:
    """A process to keep: what it is called in /readyz (several may share a name), its command, the sockets it listens on."""

    name: str
    command: Sequence[str]
    sockets: tuple[int, ...] = ()
    beats: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)


class Kept:
    """A part with its process of the moment."""

    def __init__(self, part: Part, page: int, *, now: float) -> None:
        self.part = part
        self._page = page
        self._process: subprocess.Popen[bytes] | None = None
        self._pulse: int | None = None
        self._failed = 0
        self._due = now
        self._started = self._heard = now
        self._beaten = False

    @property
    def pid(self) -> int | None:
        """Of the process of the moment."""
        return None if self._process is None else self._process.pid

    @property
    def pulse(self) -> int | None:
        """Where its beats arrive."""
        return self._pulse

    @property
    def serves(self) -> bool:
        """Whether it runs and, if it is a server, has begun to serve."""
        return self._process is not None and (self._beaten or not self.part.beats)

    def begins(self, now: float) -> bool:
        """Whether it is about to serve: started or due, and it has not failed yet."""
        return not self.serves and self._failed == 0 and now - max(self._due, self._started) < AHEAD_SECONDS

    def start_if_due(self, now: float) -> None:
        """Start it, unless it runs or its pause is not over."""
        if self._process is not None or now < self._due:
            return
        read, write = os.pipe()
        os.set_blocking(read, False)
        os.set_blocking(write, False)
        named = {siblings.VARIABLE: str(self._page), PULSE: str(write)}
        self._process = subprocess.Popen(
            self.part.command,
            env=surroundings(**named, **self.part.environment),
            pass_fds=(*self.part.sockets, self._page, write),
            stdin=subprocess.DEVNULL,
        )
        os.close(write)
        self._pulse, self._beaten = read, False
        self._started = self._heard = now

    def hear(self, now: float) -> None:
        """Take what it beat."""
        if self._pulse is None:
            return
        try:
            if os.read(self._pulse, 4096):
                self._heard, self._beaten = now, True
        except BlockingIOError:
            pass

    def excuse(self, now: float) -> None:
        """Nobody listened for a while: its silence says nothing."""
        self._heard = now

    def look(self, now: float) -> None:
        """Notice its end, and end it when it hangs."""
        if self._process is None:
            return
        status = self._process.poll()
        if status is None:
            limit = HUNG_SECONDS if self._beaten else START_SECONDS
            if self.part.beats and now - self._heard > limit:
                log.error("hangs", part=self.part.name, pid=self._process.pid, silent_seconds=round(now - self._heard))
                self._process.kill()
                self._process.wait()
                status = self._process.returncode
        if status is not None:
            self._ended(status, now)

    def _ended(self, status: int, now: float) -> None:
        steady = self._beaten or (not self.part.beats and now - self._started >= STEADY_SECONDS)
        self._failed = 0 if steady else self._failed + 1
        pause = PAUSES[min(self._failed, len(PAUSES) - 1)]
        log.error("ended", part=self.part.name, pid=self.pid, status=status, again_in_seconds=pause)
        self._let_go()
        self._due = now + pause

    def terminate(self) -> None:
        """Ask it to end."""
        if self._process is not None:
            self._process.terminate()

    def gone(self) -> bool:
        """Whether it has ended; then nothing of it is left."""
        if self._process is not None and self._process.poll() is not None:
            self._let_go()
        return self._process is None

    def kill(self) -> None:
        """End it without asking."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._let_go()

    def _let_go(self) -> None:
        self._process = None
        if self._pulse is not None:
            os.close(self._pulse)
            self._pulse = None


class Supervisor:
    """Starts parts, the first server of each name ahead of the rest, and keeps them until told to end."""

    def __init__(self, parts: Sequence[Part], *, page: int, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._page = page
        self.kept = [Kept(part, page, now=now()) for part in parts]
        # Started all at once, they share the processors, and the first answer is as late as the last.
        self._ahead = list({each.part.name: each for each in reversed(self.kept) if each.part.beats}.values())
        self._said: dict[str, bool] = {}

    def run(self, ended: Callable[[], bool]) -> None:
        """Until `ended`; then all parts are ended, within `KILL_SECONDS`."""
        try:
            looked = self._now()
            while not ended():
                looked = self.look(looked)
        finally:
            self.end()

    def look(self, looked: float) -> float:
        """Wait for a beat or a moment, then see to every part; gives the time of this look. `looked`: that of the last one."""
        pulses = [kept.pulse for kept in self.kept if kept.pulse is not None]
        if pulses:
            select.select(pulses, [], [], TICK_SECONDS)
        time.sleep(TICK_SECONDS / 2)
        now = self._now()
        for kept in self.kept:
            if now - looked > HUNG_SECONDS / 2:  # this process itself stood still
                kept.excuse(now)
            kept.hear(now)
            kept.look(now)
        others_wait = any(kept.begins(now) for kept in self._ahead)
        for kept in self.kept:
            if not others_wait or kept in self._ahead:
                kept.start_if_due(now)
        self._say()
        return now

    def _say(self) -> None:
        running: dict[str, bool] = {}
        for kept in self.kept:
            running[kept.part.name] = running.get(kept.part.name, False) or kept.serves
        if running != self._said:
            siblings.write(self._page, running)
            log.info("parts", **{name: "serves" if serves else "does not serve" for name, serves in running.items()})
            self._said = running

    def end(self) -> None:
        """Ask all to end, kill those that do not, leave nothing behind."""
        for kept in self.kept:
            kept.terminate()
        deadline = self._now() + KILL_SECONDS
        while any(not kept.gone() for kept in self.kept) and self._now() < deadline:
            time.sleep(TICK_SECONDS / 4)
        for kept in self.kept:
            kept.kill()


def beat() -> None:
    """From a server's event loop: it is alive. Nothing where nobody listens."""
    named = os.environ.get(PULSE, "")
    if named.isdigit():
        try:
            os.write(int(named), b".")
        except OSError:  # full: a supervisor that stands still; closed: it is gone, and so is this process in a moment
            return
