"""Keeps the processes of the service alive: one that ended is started again, one that hangs is replaced, and all end jointly.

All processes are direct children of the supervisor. A server beats once a second from its event loop into a pipe; one that stops
beating while its process lives accepts calls without answering them. Which parts run is written to a file that the children read
(`core.web.siblings`), for /readyz.
"""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import structlog

from core.commands.processes.lifeline import EXIT_SECONDS, child_environment
from core.web import siblings

PULSE_VARIABLE = "WENLU_PULSE"
"""The environment variable that gives a child the number of the descriptor that it beats into."""
TICK_SECONDS = 0.2
HUNG_SECONDS = 30.0
"""A server that has not beaten for so long hangs; on a busy machine a healthy one misses a few seconds."""
START_SECONDS = 180.0
"""A server that has not beaten so long after its start is started again; on a cold, busy machine a start takes less than 30 s."""
FIRST_SERVER_SECONDS = 30.0
"""How long the other parts wait at most for the first server of each name to begin."""
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before the next start of a part, by how often in a row it has ended before it did anything."""
STEADY_SECONDS = 5.0
"""A part that does not beat counts as started once it has run for so long."""
KILL_SECONDS = EXIT_SECONDS + 1.0
"""Children that have not ended so long after they were told to are killed."""

log = structlog.get_logger("wenlu.supervisor")


@dataclass(frozen=True)
class Part:
    """A process to keep alive: its name in /readyz (several may share one), its command, the sockets it listens on."""

    name: str
    command: Sequence[str]
    sockets: tuple[int, ...] = ()
    beats: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)


class SupervisedPart:
    """A part with its current process, if one runs."""

    def __init__(self, part: Part, status_descriptor: int, *, now: float) -> None:
        self.part = part
        self._status_descriptor = status_descriptor
        self._process: subprocess.Popen[bytes] | None = None
        self._pulse: int | None = None
        self._failures = 0
        self._start_at = now
        self._started_at = self._last_beat_at = now
        self._has_beaten = False

    @property
    def pid(self) -> int | None:
        """The id of its current process."""
        return None if self._process is None else self._process.pid

    @property
    def pulse(self) -> int | None:
        """The descriptor on which its beats arrive."""
        return self._pulse

    @property
    def serves(self) -> bool:
        """Whether it runs and, if it is a server, has begun to serve, as its first beat shows."""
        return self._process is not None and (self._has_beaten or not self.part.beats)

    def is_starting(self, now: float) -> bool:
        """Whether it is about to serve: started or due, and it has not failed yet."""
        return (
            not self.serves
            and self._failures == 0
            and now - max(self._start_at, self._started_at) < FIRST_SERVER_SECONDS
        )

    def start_if_due(self, now: float) -> None:
        """Start it, unless it runs already or its pause is not over."""
        if self._process is not None or now < self._start_at:
            return
        read, write = os.pipe()
        os.set_blocking(read, False)
        os.set_blocking(write, False)
        variables = {siblings.VARIABLE: str(self._status_descriptor), PULSE_VARIABLE: str(write)}
        self._process = subprocess.Popen(
            self.part.command,
            env=child_environment(**variables, **self.part.environment),
            pass_fds=(*self.part.sockets, self._status_descriptor, write),
            stdin=subprocess.DEVNULL,
        )
        os.close(write)
        self._pulse, self._has_beaten = read, False
        self._started_at = self._last_beat_at = now

    def read_beats(self, now: float) -> None:
        """Read its beats from the pipe."""
        if self._pulse is None:
            return
        try:
            if os.read(self._pulse, 4096):
                self._last_beat_at, self._has_beaten = now, True
        except BlockingIOError:
            pass

    def forgive_silence(self, now: float) -> None:
        """Count its silence from now on: nobody has read its beats for a while, so that it proves nothing."""
        self._last_beat_at = now

    def check(self, now: float) -> None:
        """Notice when it has ended, and end it when it hangs."""
        if self._process is None:
            return
        status = self._process.poll()
        if status is None:
            limit = HUNG_SECONDS if self._has_beaten else START_SECONDS
            if self.part.beats and now - self._last_beat_at > limit:
                log.error(
                    "hangs", part=self.part.name, pid=self._process.pid, silent_seconds=round(now - self._last_beat_at)
                )
                self._process.kill()
                self._process.wait()
                status = self._process.returncode
        if status is not None:
            self._ended(status, now)

    def _ended(self, status: int, now: float) -> None:
        steady = self._has_beaten or (not self.part.beats and now - self._started_at >= STEADY_SECONDS)
        self._failures = 0 if steady else self._failures + 1
        pause = PAUSES[min(self._failures, len(PAUSES) - 1)]
        log.error("ended", part=self.part.name, pid=self.pid, status=status, again_in_seconds=pause)
        self._release()
        self._start_at = now + pause

    def terminate(self) -> None:
        """Ask it to end."""
        if self._process is not None:
            self._process.terminate()

    def has_ended(self) -> bool:
        """Whether it has ended; if so, its descriptors are closed."""
        if self._process is not None and self._process.poll() is not None:
            self._release()
        return self._process is None

    def kill(self) -> None:
        """End it without asking."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._release()

    def _release(self) -> None:
        self._process = None
        if self._pulse is not None:
            os.close(self._pulse)
            self._pulse = None


class Supervisor:
    """Starts the parts, the first server of each name ahead of the rest, and keeps them alive until told to end."""

    def __init__(
        self, parts: Sequence[Part], *, status_descriptor: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._now = now
        self._status_descriptor = status_descriptor
        self.parts = [SupervisedPart(part, status_descriptor, now=now()) for part in parts]
        # If all started at once, they would share the processors, and the first answer would come as late as the last.
        servers = [supervised for supervised in self.parts if supervised.part.beats]
        self._first_servers = list({server.part.name: server for server in reversed(servers)}.values())
        self._reported: dict[str, bool] = {}

    def run(self, ended: Callable[[], bool]) -> None:
        """Keep the parts alive until `ended` returns True; then end all of them, within `KILL_SECONDS`."""
        try:
            checked_at = self._now()
            while not ended():
                checked_at = self.check(checked_at)
        finally:
            self.end()

    def check(self, last_check: float) -> float:
        """Wait for a beat or a short time, then check every part. Returns the time of this check; `last_check`: that of the last."""
        pulses = [supervised.pulse for supervised in self.parts if supervised.pulse is not None]
        if pulses:
            select.select(pulses, [], [], TICK_SECONDS)
        time.sleep(TICK_SECONDS / 2)
        now = self._now()
        for supervised in self.parts:
            if now - last_check > HUNG_SECONDS / 2:  # this process itself was stopped
                supervised.forgive_silence(now)
            supervised.read_beats(now)
            supervised.check(now)
        others_wait = any(supervised.is_starting(now) for supervised in self._first_servers)
        for supervised in self.parts:
            if not others_wait or supervised in self._first_servers:
                supervised.start_if_due(now)
        self._report()
        return now

    def _report(self) -> None:
        running: dict[str, bool] = {}
        for supervised in self.parts:
            running[supervised.part.name] = running.get(supervised.part.name, False) or supervised.serves
        if running != self._reported:
            siblings.write(self._status_descriptor, running)
            log.info("parts", **{name: "serves" if serves else "does not serve" for name, serves in running.items()})
            self._reported = running

    def end(self) -> None:
        """Ask all parts to end and kill those that do not, so that no process is left."""
        for supervised in self.parts:
            supervised.terminate()
        deadline = self._now() + KILL_SECONDS
        while any(not supervised.has_ended() for supervised in self.parts) and self._now() < deadline:
            time.sleep(TICK_SECONDS / 4)
        for supervised in self.parts:
            supervised.kill()


def beat() -> None:
    """Report from a server's event loop that it is alive; without a supervisor this does nothing."""
    descriptor = os.environ.get(PULSE_VARIABLE, "")
    if descriptor.isdigit():
        try:
            os.write(int(descriptor), b".")
        except (
            OSError
        ):  # the pipe is full where the supervisor is stopped, closed where it has ended, as this process soon will
            return
