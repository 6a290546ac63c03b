"""kill -9 under load: nothing acknowledged may be lost, and what is counted is what is kept.

`wenlu api --workers 2` on a SQLite file takes evaluation/submit from several clients. In each round all workers are
killed while calls are under way; in odd rounds the supervisor brings them back, in even rounds it is killed as well and
the server is started anew. Afterwards every evaluation that was answered with 200 is read back.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import servers
from benchmarks.bars import Bars
from benchmarks.quota import counts, prepared
from benchmarks.servers import Connection
from core.api import Core
from core.settings import Settings
from core.wiring import build_core, migrate

ROUNDS = 5
CLIENTS = 8
LOAD_SECONDS = 1.5
"""Of load before each kill: more than a hundred calls."""
FAST = {"WENLU_RATE_PER_SECOND": "1000000", "WENLU_RATE_BURST": "1000000", "WENLU_DEMO": "0"}


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
    refused: list[int] = field(default_factory=list)
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
            self.refused.append(reply.status)


class Api:
    """`wenlu api --workers 2` that can be killed and brought back."""

    def __init__(self, url: str) -> None:
        self.port = servers.free_port()
        self._url = url
        self._process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        arguments = ("core.cli", "api", "--port", str(self.port), "--workers", "2", "--database", self._url)
        process = servers.start(*arguments, environment=FAST)
        servers.wait_until_it_answers(self.port, process)
        return process

    def workers(self) -> list[int]:
        """Process ids of the workers."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return [int(child) for child in children if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()]

    def kill_workers(self) -> None:
        """kill -9 of both workers; the supervisor starts others."""
        for worker in self.workers():
            os.kill(worker, signal.SIGKILL)
        servers.wait_until_it_answers(self.port, self._process)

    def kill_all(self) -> None:
        """kill -9 of workers and supervisor, and a new start."""
        servers.stop(self._process, signal.SIGKILL)
        self._process = self._started()

    def stop(self) -> None:
        """An orderly end."""
        servers.stop(self._process)


def run() -> int:
    """Print the figures; how many bars failed."""
    bars = Bars()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'crash.db'}"
        settings = Settings(database_url=url, demo=False)
        migrate(settings)
        core = build_core(settings)
        api_key, question_id = prepared(core, tier="enterprise", limit=None)
        api = Api(url)
        try:
            load = Load(api.port, servers.bearer(api.port, api_key), question_id)
            _rounds(api, load)
            _check(bars, core, load)
        finally:
            api.stop()
        core.store.close()
    return bars.failed


def _rounds(api: Api, load: Load) -> None:
    clients = [threading.Thread(target=load.client, args=(number,)) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    try:
        for number in range(1, ROUNDS + 1):
            time.sleep(LOAD_SECONDS)
            before = len(load.acknowledged)
            (api.kill_workers if number % 2 else api.kill_all)()
            print(f"    round {number}: killed after {before} acknowledged calls", flush=True)
        time.sleep(LOAD_SECONDS)
    finally:
        load.stopped.set()
        for client in clients:
            client.join()


def _check(bars: Bars, core: Core, load: Load) -> None:
    used, ledger, evaluations = counts(core)
    bars.equal("counter = ledger rows = evaluation rows", (used, ledger), (evaluations, evaluations))
    connection = Connection(load.port, load.headers)
    lost = changed = 0
    for evaluation_id, first in load.acknowledged.items():
        reply = connection.call("GET", f"/v1/classroom/evaluation/{evaluation_id}")
        lost += reply.status != 200
        changed += reply.status == 200 and reply.payload != first
    connection.close()
    print(f"    {len(load.acknowledged)} acknowledged, {evaluations} kept, {load.cut} calls cut off by a kill")
    bars.at_least("acknowledged calls", len(load.acknowledged), ROUNDS * CLIENTS)
    bars.at_least("calls cut off", load.cut, ROUNDS)
    bars.equal("answers other than 200", load.refused, [])
    bars.equal("acknowledged evaluations lost", lost, 0)
    bars.equal("acknowledged evaluations changed", changed, 0)
    bars.check(
        "kept beyond the acknowledged",
        evaluations - len(load.acknowledged),
        evaluations - len(load.acknowledged) <= load.cut,
        f"at most the {load.cut} cut off",
    )
