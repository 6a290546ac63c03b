"""CPU of metered calls against a bare handler with one SQL statement, and latency at 8 clients.

Both servers run uvicorn with one worker on a SQLite file of their own (WAL, the same pragmas) at the same time; rounds
of the same number of requests over one keep-alive connection take turns, so that noise of the machine meets both.
The figure is user and system time of the server process; the ratio is of the sums over all rounds.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.service import servers
from benchmarks.service.servers import Connection, cpu_seconds
from evaluation.bars import Bars

MOST_RATIO = 3.0
MOST_P95_MS = 60.0
ROUNDS = 10
CALLS = 100
"""Calls in a round: with 10 rounds the ticks of 10 ms in which CPU is counted are under 1 % of a sum."""
WARM_CALLS = 200
CLIENTS = 8
CALLS_PER_CLIENT = 150
STUDENTS = 40
FAST = {
    "WENLU_RATE_PER_SECOND": "1000000",
    "WENLU_RATE_BURST": "1000000",
    "WENLU_DEMO": "0",
    "WENLU_SCHEDULER": "0",
}

Call = Callable[[Connection, int], int]


@dataclass(frozen=True)
class Server:
    """A running server: where it listens and which process it is."""

    pid: int
    port: int
    headers: dict[str, str]

    def connect(self) -> Connection:
        """A new connection with the server's credentials."""
        return Connection(self.port, self.headers)


def run() -> int:
    """Print the figures; how many bars failed."""
    bars = Bars()
    with tempfile.TemporaryDirectory() as folder, _product(folder) as product, _bare(folder) as bare:
        question_id, key = _a_question(product)
        submit = _submit("/v1/classroom/evaluation/submit", question_id, key)
        insert = _submit("/records", question_id, key)
        read = _get(
            "/v1/classroom/evaluation/{}",
            _first_id(product, submit_path="/v1/classroom/evaluation/submit", question_id=question_id, key=key),
        )
        select = _get("/records/{}", _first_id(bare, submit_path="/records", question_id=question_id, key=key))
        _compare(bars, "POST evaluation/submit, one answer", (product, submit), (bare, insert))
        _compare(bars, "GET evaluation/{id}", (product, read), (bare, select))
        for count in (1, 10):
            _compare(bars, f"POST questions/generate, count {count}", (product, _generate(count)), (bare, insert))
        bars.at_most(f"p95 of evaluation/submit at {CLIENTS} clients, ms", _p95_ms(product, submit), MOST_P95_MS)
    return bars.failed


@contextmanager
def _product(folder: str) -> Iterator[Server]:
    url = f"sqlite:///{Path(folder) / 'product.db'}"
    api_key = servers.new_key(url, "benchmark")
    port = servers.free_port()
    arguments = ("core.cli", "api", "--port", str(port), "--workers", "1", "--database", url)
    with servers.running(*arguments, port=port, environment=FAST) as pid:
        servers.wait_until_idle(pid)
        yield Server(pid, port, servers.bearer(port, api_key))


@contextmanager
def _bare(folder: str) -> Iterator[Server]:
    port = servers.free_port()
    url = f"sqlite:///{Path(folder) / 'bare.db'}"
    with servers.running("benchmarks.service.bare", url, str(port), port=port) as pid:
        yield Server(pid, port, {})


# -- calls -----------------------------------------------------------------------------------------------------


def _a_question(product: Server) -> tuple[str, str]:
    request = {"level": "beginner", "type": "multiple_choice", "topic": "grammar", "count": 1, "seed": 1}
    connection = product.connect()
    (question,) = connection.call("POST", "/v1/classroom/questions/generate", request).payload["questions"]
    connection.close()
    return question["id"], question["correct_answer"]


def _submit(path: str, question_id: str, key: str) -> Call:
    answers = [{"question_id": question_id, "answer": key, "time_spent": 12}]

    def call(connection: Connection, number: int) -> int:
        return connection.call("POST", path, {"student_id": f"s{number % STUDENTS}", "answers": answers}).status

    return call


def _first_id(server: Server, *, submit_path: str, question_id: str, key: str) -> str:
    answers = [{"question_id": question_id, "answer": key, "time_spent": 12}]
    connection = server.connect()
    reply = connection.call("POST", submit_path, {"student_id": "s0", "answers": answers})
    connection.close()
    return str(reply.payload["evaluation_id"])


def _get(path: str, identifier: str) -> Call:
    return lambda connection, _: connection.call("GET", path.format(identifier)).status


def _generate(count: int) -> Call:
    def call(connection: Connection, number: int) -> int:
        request = {"level": "beginner", "type": "multiple_choice", "topic": "grammar", "count": count, "seed": number}
        return connection.call("POST", "/v1/classroom/questions/generate", request).status

    return call


# -- figures ---------------------------------------------------------------------------------------------------


def _compare(bars: Bars, name: str, metered: tuple[Server, Call], plain: tuple[Server, Call]) -> None:
    """One bar: CPU of the metered call over CPU of the plain one."""
    for server, call in (metered, plain):
        _cpu_of(server, call, WARM_CALLS)
    spent = [0.0, 0.0]
    for _ in range(ROUNDS):
        for index, (server, call) in enumerate((metered, plain)):
            spent[index] += _cpu_of(server, call, CALLS)
    metered_ms, plain_ms = (1000 * seconds / (ROUNDS * CALLS) for seconds in spent)
    print(f"    {name}: {metered_ms:.2f} ms of CPU a call, bare {plain_ms:.2f} ms")
    bars.at_most(f"CPU ratio of {name}", metered_ms / plain_ms, MOST_RATIO)


def _cpu_of(server: Server, call: Call, calls: int) -> float:
    connection = server.connect()
    before = cpu_seconds(server.pid)
    statuses = {call(connection, number) for number in range(calls)}
    spent = cpu_seconds(server.pid) - before
    connection.close()
    if statuses != {200}:
        raise RuntimeError(f"Calls were answered with {sorted(statuses)}.")
    return spent


def _p95_ms(server: Server, call: Call) -> float:
    """95th percentile of the seconds that a call takes when several clients call at once."""
    durations: list[float] = []

    def client() -> None:
        connection = server.connect()
        for number in range(CALLS_PER_CLIENT):
            started = time.perf_counter()
            call(connection, number)
            durations.append(time.perf_counter() - started)
        connection.close()

    threads = [threading.Thread(target=client) for _ in range(CLIENTS)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rate = len(durations) / (time.perf_counter() - started)
    print(
        f"    {CLIENTS} clients on one worker: {rate:.0f} calls a second, median {1000 * sorted(durations)[len(durations) // 2]:.1f} ms"
    )
    return 1000 * sorted(durations)[int(0.95 * len(durations))]
