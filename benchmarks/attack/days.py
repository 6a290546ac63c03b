"""Bad days: a database that fails, processes that are killed, a language model endpoint that lies. Each makes servers of its own."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from http.client import HTTPException
from pathlib import Path

from benchmarks.attack.trying import Answer, Attack, Target
from benchmarks.service import servers
from benchmarks.service.quota import prepared
from core.settings import Settings
from core.wiring import build_core, migrate

END_SECONDS = 10.0
READY_SECONDS = 12.0
"""/readyz tells a state that lasts; it looks anew each second."""
ESSAY = "我的爱好是打篮球。我每天下午都去学校打篮球，因为打篮球让我很高兴。周末我和朋友一起去公园打球。"
MODEL_SECONDS = 3
QUIET = {"WENLU_DEMO_CLASS": "0", "WENLU_RECORDINGS": "", "WENLU_SCHEDULER": "0"}


@dataclass
class Running:
    """A server of an attack's own on a SQLite file of its own."""

    port: int
    process: subprocess.Popen[bytes]
    file: Path
    token: str

    def call(self, method: str, path: str, target: Target, **more: object) -> Answer:
        """As the caller of its organisation."""
        return target.call(method, path, token=self.token, port=self.port, **more)  # type: ignore[arg-type]

    def children(self) -> list[int]:
        """Process ids, its own first."""
        return [self.process.pid, *_descendants(self.process.pid)]


def _descendants(number: int) -> list[int]:
    try:
        children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    except OSError:
        return []
    return [descendant for child in map(int, children) for descendant in (child, *_descendants(child))]


def _is_alive(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@contextmanager
def _served(
    *arguments: str, environment: dict[str, str] | None = None, token: bool = True, wait: bool = True
) -> Iterator[Running]:
    """`wenlu ARGUMENTS` over a new database; whatever is left of it is killed at the end."""
    with tempfile.TemporaryDirectory() as folder:
        file, key = Path(folder) / "wenlu.db", ""
        url, port = f"sqlite:///{file}", servers.free_port(following=1)
        if token:
            settings = Settings(database_url=url, demo=False)
            migrate(settings)
            core = build_core(settings)
            key, _ = prepared(core, tier="enterprise", limit=None)
            core.store.close()
        process = servers.start(
            "core.cli", *arguments, "--port", str(port), "--database", url, environment={**QUIET, **(environment or {})}
        )
        running = Running(port, process, file, "")
        try:
            if wait:
                servers.wait_until_it_answers(port, process)
            if token and wait:
                calls = port + 1 if "--split" in arguments else port
                servers.wait_until_it_answers(calls, process)
                running.token = servers.bearer(calls, key)["Authorization"].removeprefix("Bearer ")
            yield running
        finally:
            for number in running.children():
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
            process.wait(timeout=30)


def _comes_true(condition: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(OSError, HTTPException):
            if condition():
                return True
        time.sleep(0.1)
    return False


def _ready(running: Running, target: Target, port: int | None = None) -> int:
    return target.call("GET", "/readyz", port=port or running.port).status


# -- 13: a database that fails -----------------------------------------------------------------------------


def _fault_without_database(name: str, answer: Answer) -> str | None:
    """What of an answer without a database is not as it should be."""
    if answer.status != 503:
        return f"{name} answered {answer.status}"
    if "retry-after" not in answer.headers:
        return f"{name} says no time to come again"
    if re.search(rb"Traceback|sqlite|wenlu\.db|SELECT", answer.body):
        return f"{name} shows what is inside"
    return None


def _without_database(target: Target, take: Callable[[Path], object], give: Callable[[Path], object]) -> str | None:
    """Calls, tokens, sign-ins while the database is gone; then everything as before without a hand."""
    with _served("serve") as running:
        body = {"level": "beginner", "type": "multiple_choice", "count": 1}
        form = {"username": "student", "password": "not the one", "to": "/"}
        origin = {"Origin": f"http://127.0.0.1:{running.port}", "Accept-Language": "zh-CN"}
        path = "/v1/classroom/questions/generate"
        if running.call("POST", path, target, body=body).status != 200:
            return "does not serve at all"
        take(running.file)
        calls: dict[str, Callable[[], Answer]] = {
            "a call": lambda: running.call("POST", path, target, body=body),
            "a token": lambda: target.call("POST", "/v1/auth/token", {"api_key": "wl_x"}, port=running.port),
            "a sign-in": lambda: target.call("POST", "/session/enter", form=form, headers=origin, port=running.port),
        }
        for name, call in calls.items():
            answer = call()
            if wrong := _fault_without_database(name, answer):
                return wrong
            if name == "a sign-in" and "再试一次".encode() not in answer.body:
                return "a sign-in gets no calm page in its language"
        if not _comes_true(lambda: _ready(running, target) == 503, READY_SECONDS):
            return "/readyz says ready"
        if target.call("GET", "/healthz", port=running.port).status != 200:
            return "/healthz says dead"
        give(running.file)
        if not _comes_true(lambda: running.call("POST", path, target, body=body).status == 200, READY_SECONDS):
            return "does not serve again"
        return None if _comes_true(lambda: _ready(running, target) == 200, READY_SECONDS) else "/readyz stays unready"


def file_gone(target: Target) -> str | None:
    """The database file is moved away under a server, and back."""
    return _without_database(
        target,
        lambda file: file.rename(file.with_name("away")),
        lambda file: file.with_name("away").rename(file),
    )


def file_broken(target: Target) -> str | None:
    """Another file takes the place of the database, and goes."""

    def take(file: Path) -> None:
        file.rename(file.with_name("away"))
        file.write_bytes(b"no database" * 1_000)

    return _without_database(target, take, lambda file: file.with_name("away").rename(file))


def file_locked(target: Target) -> str | None:
    """Another process holds the write lock: forty writes at once are all told within half a minute."""
    import sqlite3

    with _served("api") as running:
        holder = sqlite3.connect(running.file, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        body = {"level": "beginner", "type": "multiple_choice", "count": 1}
        statuses: list[int] = []
        seconds: list[float] = []

        def call() -> None:
            answer = running.call("POST", "/v1/classroom/questions/generate", target, body=body)
            statuses.append(answer.status)
            seconds.append(answer.seconds)

        threads = [threading.Thread(target=call) for _ in range(40)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        ready = _ready(running, target)
        holder.execute("ROLLBACK")
        holder.close()
        if set(statuses) - {503, 429} or len(statuses) < 40:
            return f"answers {sorted(set(statuses))} of {len(statuses)}"
        if ready != 503:
            return "/readyz says ready"
        return None if max(seconds) < 30 else f"the last was told after {max(seconds):.0f} s"


# -- 14: processes -----------------------------------------------------------------------------------------

SPLIT = ("serve", "--split", "--workers", "2")


def _parts(running: Running, role: str) -> list[int]:
    numbers = []
    for number in running.children()[1:]:
        with suppress(OSError):
            if f"child\0{role}" in Path(f"/proc/{number}/cmdline").read_text():
                numbers.append(number)
    return numbers


def dead_api(target: Target) -> str | None:
    """kill -9 of everything that serves the API: the pages' /readyz says so, and it is back without a hand."""
    with _served(*SPLIT) as running:
        api = running.port + 1
        if not _comes_true(lambda: _ready(running, target) == 200, 60):
            return "never ready"
        killed = _parts(running, "API")
        for number in killed:
            os.kill(number, signal.SIGKILL)
        if not _comes_true(lambda: _ready(running, target) == 503, 5):
            return "/readyz of the pages says ready"
        began = time.monotonic()
        if not _comes_true(lambda: target.call("GET", "/healthz", port=api).status == 200, 30):
            return "nothing started the API again"
        if any(Path(f"/proc/{number}").exists() for number in killed):
            return "left a zombie"
        return None if time.monotonic() - began < 30 else "took half a minute"


def dead_supervisor(_: Target) -> str | None:
    """kill -9 of the parent: nothing outlives it, and its ports are free."""
    return _nothing_outlives(SPLIT, ports=2)


def dead_api_parent(_: Target) -> str | None:
    """The same with `wenlu api --workers 2`."""
    return _nothing_outlives(("api", "--workers", "2"), ports=1)


def dead_pages_parent(_: Target) -> str | None:
    """And plain `wenlu serve` with its scheduler and the maker of the demo's class."""
    return _nothing_outlives(("serve",), ports=1, environment={"WENLU_SCHEDULER": "1", "WENLU_DEMO_CLASS": "1"})


def _nothing_outlives(arguments: Sequence[str], *, ports: int, environment: dict[str, str] | None = None) -> str | None:
    with _served(*arguments, environment=environment, token=False) as running:
        family = running.children()
        running.process.kill()
        running.process.wait()
        if not _comes_true(lambda: not any(map(_is_alive, family)), 2):
            return f"{sum(map(_is_alive, family))} processes outlive their parent"
        for port in range(running.port, running.port + ports):
            if not _comes_true(lambda port=port: _free(port), 2):  # type: ignore[misc]
                return f"port {port} is not free"
    return None


def _free(port: int) -> bool:
    with socket.create_server(("127.0.0.1", port)):
        return True


def _fault_of_ending(
    arguments: Sequence[str], *, after: float, environment: dict[str, str] | None = None
) -> str | None:
    """SIGTERM so long after the start."""
    with _served(*arguments, environment=environment, token=False, wait=False) as running:
        time.sleep(after)
        family = running.children()
        began = time.monotonic()
        running.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            running.process.wait(timeout=3 * END_SECONDS)
        seconds = time.monotonic() - began
        if seconds > END_SECONDS:
            return f"ended {seconds:.0f} s after SIGTERM, {after} s after the start"
        survivors = [number for number in family if _is_alive(number)]
        return f"left {len(survivors)} processes behind" if survivors else None


def sigterm_while_starting(_: Target) -> str | None:
    """SIGTERM at four moments of the start: imports, migration, warming."""
    environment = {"WENLU_SCHEDULER": "1", "WENLU_DEMO_CLASS": "1"}
    for after in (0.3, 2.0, 6.0, 15.0):
        for arguments in (SPLIT, ("serve",)):
            if wrong := _fault_of_ending(arguments, after=after, environment=environment):
                return f"{' '.join(arguments)}: {wrong}"
    return None


def sigterm_with_calls_under_way(_: Target) -> str | None:
    """SIGTERM while connections stand open and bodies are half sent."""
    with _served(*SPLIT, token=False) as running:
        connections = []
        for port in (running.port, running.port + 1) * 10:
            connection = socket.create_connection(("127.0.0.1", port))
            connection.sendall(b"POST /v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
            connections.append(connection)
        began = time.monotonic()
        running.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            running.process.wait(timeout=3 * END_SECONDS)
        for connection in connections:
            connection.close()
        seconds = time.monotonic() - began
        return None if seconds < END_SECONDS else f"ended after {seconds:.0f} s"


def two_ports_two_rates(target: Target) -> str | None:
    """The rate of one key, asked for on both ports of a split service."""
    with _served(*SPLIT, environment={"WENLU_RATE_PER_SECOND": "0.01", "WENLU_RATE_BURST": "10"}) as running:
        path = "/v1/classroom/evaluation/report/nobody"
        accepted = 0
        for port in (running.port, running.port + 1) * 20:
            answer = target.call("GET", path, token=running.token, port=port)
            accepted += answer.status == 404 and b"student" in answer.body
        if target.call("POST", "/v1/auth/token", {"api_key": "x"}, port=running.port).status != 404:
            return "/v1 is served on the pages' port too"
        return None if accepted <= 10 else f"{accepted} calls at a burst of 10"


def frozen_worker(_: Target) -> str | None:
    """A worker that is stopped keeps its port and answers nobody: it is replaced."""
    with _served("api", "--workers", "2", token=False) as running:
        workers = _parts(running, "API")
        servers.wait_until_idle(workers[0])  # before it serves it may be silent for longer: a cold start is no fault
        os.kill(workers[0], signal.SIGSTOP)
        replaced = _comes_true(lambda: not _is_alive(workers[0]), 50)
        return None if replaced else "nobody noticed for 50 s"


# -- 15: a language model endpoint ---------------------------------------------------------------------------


@contextmanager
def _model(respond: Callable[[socket.socket], None]) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listening.accept()
                    threading.Thread(target=answered, args=(connection,), daemon=True).start()

        def answered(connection: socket.socket) -> None:
            with connection, suppress(OSError):
                connection.recv(65_536)
                respond(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        listening.shutdown(socket.SHUT_RDWR)


def _with_model(respond: Callable[[socket.socket], None]) -> Callable[[Target], str | None]:
    def attempt(target: Target) -> str | None:
        with _model(respond) as url:
            environment = {
                "WENLU_ESSAY_MODEL_URL": url,
                "WENLU_ESSAY_MODEL": "m",
                "WENLU_ESSAY_MODEL_SECONDS": str(MODEL_SECONDS),
            }
            with _served("api", environment=environment) as running:
                body = {"student_id": "s1", "essay_content": ESSAY}
                seconds: list[float] = []
                _comes_true(lambda: running.call("POST", "/v1/essay/evaluate", target, body=body).status == 200, 120)
                for _ in range(4):  # what evaluates essays is loaded now; after three failures the model is left alone
                    answer = running.call("POST", "/v1/essay/evaluate", target, body=body)
                    if answer.status != 200:
                        return f"the essay is answered with {answer.status}"
                    seconds.append(answer.seconds)
        slowest = max(seconds)
        if slowest > MODEL_SECONDS + 4:
            return f"an essay took {slowest:.0f} s at a limit of {MODEL_SECONDS}"
        return None if seconds[-1] < MODEL_SECONDS + 1 else "every essay waits for a model that is down"

    return attempt


def _trickle(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    for _ in range(60):
        connection.sendall(b" ")
        time.sleep(0.7)


def _trickle_head(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    for count in range(60):
        connection.sendall(b"X-%d: a\r\n" % count)
        time.sleep(0.7)


def _answer(content: bytes, head: bytes = b"") -> Callable[[socket.socket], None]:
    def respond(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n" + head + b"Content-Length: %d\r\n\r\n" % len(content) + content)

    return respond


def _flood(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in range(16_000):
        connection.sendall(b"10000\r\n" + b" " * 65_536 + b"\r\n")


@cache
def _bomb() -> Callable[[socket.socket], None]:
    return _answer(gzip.compress(b" " * 200_000_000, 1), b"Content-Encoding: gzip\r\n")


NESTED = b"[" * 200_000
NESTED_INSIDE = json.dumps({"choices": [{"message": {"content": '{"edits": ' + "[" * 100_000}}]}).encode()

ATTACKS: tuple[Attack, ...] = (
    Attack("the database is gone", 13, file_gone, original=True, alone=True),
    Attack("another file lies where the database was", 13, file_broken, alone=True),
    Attack("another process keeps the database locked", 13, file_locked, alone=True),
    Attack("the API of a split service is killed", 14, dead_api, original=True, alone=True),
    Attack("the supervisor of a split service is killed", 14, dead_supervisor, original=True, alone=True),
    Attack("the parent of API workers is killed", 14, dead_api_parent, alone=True),
    Attack("wenlu serve is killed", 14, dead_pages_parent, alone=True),
    Attack("SIGTERM while it starts", 14, sigterm_while_starting, original=True, alone=True),
    Attack("SIGTERM with half-sent calls", 14, sigterm_with_calls_under_way, alone=True),
    Attack("two ports, two rates", 14, two_ports_two_rates, original=True, alone=True),
    Attack("a worker that hangs", 14, frozen_worker, alone=True),
    Attack("a model that trickles", 15, _with_model(_trickle), original=True, alone=True),
    Attack("a model that trickles its headers", 15, _with_model(_trickle_head), alone=True),
    Attack("a model that nests", 15, _with_model(_answer(NESTED)), original=True, alone=True),
    Attack("a model whose words nest", 15, _with_model(_answer(NESTED_INSIDE)), alone=True),
    Attack("a model that floods", 15, _with_model(_flood), alone=True),
    Attack("a model that packs 200 MB", 15, _with_model(lambda connection: _bomb()(connection)), alone=True),
)
