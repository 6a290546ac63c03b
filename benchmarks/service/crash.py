"""kill -9, a database that goes away, a disk that is full, all under load: nothing acknowledged may be lost, and what is counted is what is kept.

Servers take evaluation/submit from several clients. Each round kills something at whatever moment it is: workers, their
supervisor, the pages, the scheduler; or takes the database away. Afterwards every evaluation that was answered with 200 is read
back and compared with what was answered. `python -m benchmarks crash` runs all parts, `python -m benchmarks.service.crash PART...` some.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.service import servers
from benchmarks.service.quota import counts, prepared
from benchmarks.service.servers import Connection
from core.api.core import Core
from core.settings import Settings
from core.wiring import build_core, migrate
from evaluation.bars import Bars
from evaluation.service.postgresql import NoPostgreSQL, controlled_server, new_database, temporary_server

ROUNDS = 20
CLIENTS = 6
LOAD_SECONDS = (0.3, 1.2)
"""Of load before each kill, drawn anew each time: a kill is to come at any moment."""
AWAY_SECONDS = 2.0
AWAY_ROUNDS = 3
BACK_SECONDS = 10.0
DISK = "24m"
"""A disk of its own for a database: small enough to be filled."""
FAST = {
    "WENLU_RATE_PER_SECOND": "1000000",
    "WENLU_RATE_BURST": "1000000",
    "WENLU_DEMO": "0",
    "WENLU_RECORDINGS": "",
}


@dataclass
class Load:
    """Clients that submit until told to stop, and what was acknowledged to them."""

    port: int
    headers: dict[str, str]
    question_id: str
    acknowledged: dict[str, Any] = field(default_factory=dict)
    """The evaluation first given, by its id."""
    cut: int = 0
    """Calls whose answer never came."""
    refused: Counter[int] = field(default_factory=Counter)
    """Other answers by status."""
    stopped: threading.Event = field(default_factory=threading.Event)

    def client(self, number: int) -> None:
        """Submit again and again; when the connection breaks, knock until someone answers."""
        calls = 0
        while not self.stopped.is_set():
            try:
                connection = Connection(self.port, self.headers)
            except OSError:
                time.sleep(0.05)
                continue
            try:
                while not self.stopped.is_set():
                    calls += 1
                    self._submit(connection, f"s{number}-{calls % 50}")
            except OSError:
                self.cut += 1
            finally:
                connection.close()

    def _submit(self, connection: Connection, student_id: str) -> None:
        answers = [{"question_id": self.question_id, "answer": "A", "time_spent": 3}]
        body = {"student_id": student_id, "answers": answers}
        reply = connection.call("POST", "/v1/classroom/evaluation/submit", body)
        if reply.status == 200:
            self.acknowledged[reply.payload["evaluation_id"]] = reply.payload
        else:
            self.refused[reply.status] += 1
            time.sleep(0.02)

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """The clients at work, until the block ends."""
        clients = [threading.Thread(target=self.client, args=(number,)) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        try:
            yield
            time.sleep(LOAD_SECONDS[1])
        finally:
            self.stopped.set()
            for client in clients:
                client.join()


class Server:
    """A command of several processes that can be killed one by one and started anew."""

    def __init__(self, arguments: Sequence[str], url: str, *, port: int, api_port: int) -> None:
        self.port, self.api_port = port, api_port
        self._arguments = (*arguments, "--port", str(port), "--database", url)
        self._process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        process = servers.start("core.cli", *self._arguments, environment=FAST)
        servers.wait_until_it_answers(self.api_port, process)
        return process

    def children(self, role: str = "") -> list[int]:
        """Process ids of the parts of a role, or of all."""
        numbers = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return [child for child in map(int, numbers) if f"child\0{role}" in _command(child)]

    def kill(self, role: str) -> None:
        """kill -9 of the parts of a role."""
        for child in self.children(role):
            _kill(child)

    def kill_one(self, role: str) -> None:
        """kill -9 of one of them."""
        for child in self.children(role)[:1]:
            _kill(child)

    def kill_supervisor(self) -> float:
        """kill -9 of the supervisor alone, and a new start; seconds that its children outlived it."""
        children = self.children()
        self._process.kill()
        self._process.wait()
        began = time.monotonic()
        while any(map(_is_alive, children)) and time.monotonic() - began < BACK_SECONDS:
            time.sleep(0.01)
        outlived = time.monotonic() - began
        self._process = self._started()
        return outlived

    def stop(self) -> float:
        """An orderly end; seconds that it took."""
        began = time.monotonic()
        self._process.terminate()
        try:
            self._process.wait(timeout=3 * BACK_SECONDS)
        finally:
            servers.stop(self._process, signal.SIGKILL)
        return time.monotonic() - began


def _command(number: int) -> str:
    try:
        return Path(f"/proc/{number}/cmdline").read_text()
    except OSError:
        return ""


def _is_alive(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _kill(number: int) -> None:
    try:
        os.kill(number, signal.SIGKILL)
    except ProcessLookupError:
        return


def run(names: Sequence[str] = ()) -> int:
    """Print the figures of the named parts, or of all; how many bars failed."""
    bars = Bars()
    for name, part in PARTS.items():
        if not names or name in names:
            began = time.monotonic()
            try:
                part(bars)
            except NoPostgreSQL as reason:
                print(f"    {name} left out: {reason}")
            print(f"    {name}: {time.monotonic() - began:.0f} s", flush=True)
    return bars.failed


# -- kill -9 -----------------------------------------------------------------------------------------------


def _workers_on_sqlite(bars: Bars) -> None:
    with tempfile.TemporaryDirectory() as folder:
        _kill_workers(bars, "SQLite", f"sqlite:///{Path(folder) / 'crash.db'}")


def _workers_on_postgresql(bars: Bars) -> None:
    with temporary_server() as url:
        _kill_workers(bars, "PostgreSQL", new_database(url))


def _kill_workers(bars: Bars, name: str, url: str) -> None:
    """In odd rounds the supervisor brings its workers back, in even rounds it is killed and the server started anew."""
    port = servers.free_port()

    def kills(server: Server, number: int) -> float:
        if number % 2 == 0:
            return server.kill_supervisor()
        server.kill("API")
        return 0.0

    _rounds(bars, name, url, ("api", "--workers", "2"), port, port, kills)


def _split(bars: Bars) -> None:
    """Pages, one worker, all workers, the scheduler, everything, the supervisor, in turn."""
    port = servers.free_port()

    def kills(server: Server, number: int) -> float:
        turn = number % 6
        if turn == 0:
            return server.kill_supervisor()
        (server.kill_one if turn == 2 else server.kill)(("pages", "API", "API", "scheduler", "")[turn - 1])
        return 0.0

    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'crash.db'}"
        _rounds(bars, "split", url, ("serve", "--split", "--workers", "2"), port, port + 1, kills)


def _rounds(
    bars: Bars,
    name: str,
    url: str,
    arguments: Sequence[str],
    port: int,
    api_port: int,
    kills: Callable[[Server, int], float],
) -> None:
    with _prepared(url) as (core, api_key, question_id):
        server = Server(arguments, url, port=port, api_port=api_port)
        moments = random.Random(17)
        outlived, back = [], []
        try:
            load = Load(api_port, servers.bearer(api_port, api_key), question_id)
            with load.under_way():
                for number in range(1, ROUNDS + 1):
                    time.sleep(moments.uniform(*LOAD_SECONDS))
                    began = time.monotonic()
                    outlived.append(kills(server, number))
                    back.append(_back(load, server, began))
                    print(f"    {name}, round {number}: back after {back[-1]:.1f} s", flush=True)
            _check(bars, name, core, load)
            bars.equal(f"{name}: answers other than 200 and 503", _others(load), {})
        finally:
            ended = server.stop()
        bars.at_most(
            f"{name}: longest until calls and pages are served again, s, of {ROUNDS} kills", max(back), BACK_SECONDS
        )
        bars.at_most(f"{name}: children that outlived their supervisor, s", max(outlived), 1.0)
        bars.at_most(f"{name}: SIGTERM until all have ended, s", ended, BACK_SECONDS)


def _back(load: Load, server: Server, began: float) -> float:
    """Seconds from the kill until a submit is acknowledged and the pages answer."""
    known = len(load.acknowledged)
    servers.wait_until_it_answers(server.port)
    while len(load.acknowledged) == known and time.monotonic() - began < 6 * BACK_SECONDS:
        time.sleep(0.02)
    return time.monotonic() - began


# -- the database away -------------------------------------------------------------------------------------


def _stopped(bars: Bars) -> None:
    with controlled_server() as database:
        url = new_database(database.url)
        _away(bars, "PostgreSQL stopped", url, database.stop, database.start)


def _full(bars: Bars) -> None:
    with _small_disk() as folder:
        if folder is None:
            print("    a disk of its own cannot be mounted here: left out")
            return
        filler = folder / "filler"

        def fill() -> None:
            with filler.open("wb", buffering=0) as file:
                for size in (2**16, 2**12, 1):
                    with suppress(OSError):
                        while file.write(b"\0" * size):
                            pass

        _away(bars, "disk full", f"sqlite:///{folder / 'crash.db'}", fill, filler.unlink)


@contextmanager
def _small_disk() -> Iterator[Path | None]:
    with tempfile.TemporaryDirectory() as folder:
        command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "wenlu-benchmark", folder]
        if shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode != 0:
            yield None
            return
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def _away(bars: Bars, name: str, url: str, take: Callable[[], None], give: Callable[[], None]) -> None:
    """Under load the database goes and comes back; meanwhile only 503, and /readyz says so."""
    port = servers.free_port()
    with _prepared(url) as (core, api_key, question_id):
        server = Server(("api", "--workers", "2"), url, port=port, api_port=port)
        back, told = [], 0
        try:
            load = Load(port, servers.bearer(port, api_key), question_id)
            with load.under_way():
                for _ in range(AWAY_ROUNDS):
                    time.sleep(LOAD_SECONDS[1])
                    take()
                    time.sleep(AWAY_SECONDS)
                    told += _readiness(port) == 503
                    give()
                    back.append(_back(load, server, time.monotonic()))
            _check(bars, name, core, load, cut=0)
        finally:
            server.stop()
        statuses = dict(load.refused)
        bars.check(f"{name}: answers other than 200", statuses, set(statuses) == {503}, "503 alone, and some")
        bars.equal(f"{name}: /readyz says so", told, AWAY_ROUNDS)
        bars.at_most(f"{name}: longest until calls are served again, s", max(back), BACK_SECONDS)


def _readiness(port: int) -> int:
    connection = Connection(port)
    try:
        return connection.call("GET", "/readyz").status
    finally:
        connection.close()


# -- what is kept ------------------------------------------------------------------------------------------


@contextmanager
def _prepared(url: str) -> Iterator[tuple[Core, str, str]]:
    """A migrated database with an organisation, its key and a question."""
    settings = Settings(database_url=url, demo=False)
    migrate(settings)
    core = build_core(settings)
    try:
        yield (core, *prepared(core, tier="enterprise", limit=None))
    finally:
        core.store.close()


def _others(load: Load) -> dict[int, int]:
    return {status: count for status, count in load.refused.items() if status != 503}


def _check(bars: Bars, name: str, core: Core, load: Load, *, cut: int | None = None) -> None:
    used, ledger, evaluations = counts(core)
    bars.equal(f"{name}: counter = ledger rows = evaluation rows", (used, ledger), (evaluations, evaluations))
    connection = Connection(load.port, load.headers)
    lost = changed = 0
    for evaluation_id, first in load.acknowledged.items():
        reply = connection.call("GET", f"/v1/classroom/evaluation/{evaluation_id}")
        lost += reply.status != 200
        changed += reply.status == 200 and reply.payload != first
    connection.close()
    print(f"    {name}: {len(load.acknowledged)} acknowledged, {evaluations} kept, {load.cut} calls cut off")
    bars.at_least(f"{name}: acknowledged calls", len(load.acknowledged), 10 * CLIENTS)
    if cut is None:
        bars.at_least(f"{name}: calls cut off by a kill", load.cut, ROUNDS // 2)
    bars.equal(f"{name}: acknowledged evaluations lost", lost, 0)
    bars.equal(f"{name}: acknowledged evaluations changed", changed, 0)
    beyond, most = evaluations - len(load.acknowledged), load.cut + sum(load.refused.values())
    bars.check(
        f"{name}: kept beyond the acknowledged", beyond, 0 <= beyond <= most, f"at most the {most} cut off or refused"
    )


PARTS: dict[str, Callable[[Bars], None]] = {
    "sqlite": _workers_on_sqlite,
    "postgresql": _workers_on_postgresql,
    "split": _split,
    "stopped": _stopped,
    "full": _full,
}


if __name__ == "__main__":
    sys.exit(1 if run(sys.argv[1:]) else 0)
