"""30,000 requests that are nearly right, over every address: JSON, forms and files, headers, queries, paths and framings.

They are made by `evaluation.service.nearly_right` from the recorded examples, the same for a seed (`WENLU_ATTACK_SEED`; `WENLU_ATTACK_BODIES`
for another number). A call that the service failed at is kept in `var/attacks/`; `python -m benchmarks.attack.bodies FILE PORT [TOKEN]` sends it again.
"""

from __future__ import annotations

import heapq
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from benchmarks.attack import LONGEST_STOP_SECONDS, MOST_LEFT, SETTLE_SECONDS, memory_mb
from benchmarks.attack.neighbour import Neighbour
from benchmarks.attack.trying import Attack, Target
from benchmarks.service.servers import bearer, free_port, new_key, running
from core.tables import DATA
from core.tables.api_examples import api_examples
from evaluation.bars import Bars
from evaluation.service.nearly_right.addresses import PAGE_QUERY, PAGES, Known, requests
from evaluation.service.nearly_right.mutations import COOKIE, ODD_TEXTS, TOKEN, WELL_FRAMED, Call, mutated
from evaluation.service.nearly_right.sending import Line, Reply
from evaluation.service.open_page import open_page

SEED = int(os.environ.get("WENLU_ATTACK_SEED", "20261201"))
BODIES = int(os.environ.get("WENLU_ATTACK_BODIES", "30000"))
ON_POSTGRESQL = 5_000
SENDERS = 6
PER_SECOND = 90.0
"""Nine times what one key may call; with this the 30,000 take less than six minutes, and the neighbour is still answered."""
MOST_SECONDS = 10.0
"""Of one call, the neighbours' load included; an essay or a text of the greatest length takes some 4 s of CPU."""
SLOWEST = 10
KEPT = Path(__file__).resolve().parents[2] / "var" / "attacks"
GENERATE = "/v1/classroom/questions/generate"


@dataclass
class Report:
    """What became of all calls so far."""

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    changes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: list[tuple[float, int, str, int]] = field(default_factory=list)
    """Seconds, number, name, status; a heap of the longest."""
    seconds: float = 0.0

    def note(self, call: Call, reply: Reply) -> None:
        """Count a call, and keep it where the service failed."""
        self.statuses[call.name, reply.status] += 1
        self.changes.update(call.changes)
        heapq.heappush(self.slowest, (reply.seconds, call.number, call.name, reply.status))
        if len(self.slowest) > SLOWEST:
            heapq.heappop(self.slowest)
        if fault := _fault(reply):
            self.faults.append(f"{call.name} number {call.number} ({', '.join(call.changes)}): {fault}; {_kept(call)}")

    def by_status(self) -> dict[int, int]:
        """Calls by status; 0: cut off without an answer, which calls of a broken framing may be."""
        counts: Counter[int] = Counter()
        for (_, status), count in self.statuses.items():
            counts[status] += count
        return dict(sorted(counts.items()))

    def lines(self) -> Iterator[str]:
        """Statuses by address, then the slowest."""
        for name in sorted({name for name, _ in self.statuses}):
            counts = {status: count for (named, status), count in sorted(self.statuses.items()) if named == name}
            yield f"{sum(counts.values()):6} {name}: " + ", ".join(f"{status} x {n}" for status, n in counts.items())
        for seconds, number, name, status in sorted(self.slowest, reverse=True):
            yield f"{1000 * seconds:6.0f} ms: {name} number {number}, {status}"


def _fault(reply: Reply) -> str:
    if reply.fault:
        return reply.fault
    if reply.status > 499 and reply.status != 503:
        return f"{reply.status}: {reply.body[:200]!r}"
    return f"{reply.seconds:.1f} s" if reply.seconds > MOST_SECONDS else ""


def _kept(call: Call) -> str:
    """Write a call, with placeholders for secrets, where it can be read again; returns the file."""
    KEPT.mkdir(parents=True, exist_ok=True)
    file = KEPT / f"{SEED}-{call.number}-{call.framing}.http"
    file.write_bytes(call.head_and_body({}))
    return file.as_posix()


def known_of(target: Target) -> Known:
    """Ids that are on the server: questions, a stored result, something that a plan names."""
    asked = [
        target.call("POST", GENERATE, {"level": "beginner", "type": kind, "topic": "grammar", "count": 20}, token=target.token)
        for kind in ("multiple_choice", "fill_blank", "ordering")
    ]  # fmt: skip
    questions = [question["id"] for answer in asked for question in answer.payload["data"]["questions"]]
    answers = {"student_id": "student", "answers": [{"question_id": questions[0], "answer": "A", "time_spent": 3}]}
    marked = target.call("POST", "/v1/classroom/evaluation/submit", answers, token=target.token).payload["data"]
    plan = target.call("GET", "/v1/recommendation/daily/student", token=target.token).payload["data"]
    return Known(
        student_id="student",
        questions=questions,
        evaluation_id=marked["evaluation_id"],
        resource_id=plan["recommendations"][0]["resource_id"],
        origin=f"http://127.0.0.1:{target.port}",
    )


def sent(target: Target, count: int, *, per_second: float = PER_SECOND) -> Report:
    """Send so many calls, several at a time, at most so many a second."""
    valid = requests(api_examples(DATA / "api_examples.jsonl"), known_of(target))
    secrets = {TOKEN: target.token, COOKIE: target.cookies.get("student", "")}
    report, lock = Report(), threading.Lock()
    calls, began = enumerate(mutated(valid, count, seed=SEED)), time.monotonic()

    def work() -> None:
        line = Line(target.port, secrets)
        while True:
            with lock:
                place, call = next(calls, (0, None))
            if call is None:
                break
            time.sleep(max(0.0, began + place / per_second - time.monotonic()))
            reply = line.send(call)
            with lock:
                report.note(call, reply)
                if place % 2_000 == 1_999:
                    print(
                        f"    {place + 1:,} sent in {time.monotonic() - began:.0f} s, {len(report.faults)} faults",
                        flush=True,
                    )
        line.close()

    senders = [threading.Thread(target=work) for _ in range(SENDERS)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    report.seconds = time.monotonic() - began
    return report


def on_postgresql(target: Target) -> str | None:
    """As many as it takes to meet each address a hundred times, at a server of its own on PostgreSQL."""
    with _server_on_postgresql() as (port, pid, token):
        report = sent(replace(target, port=port, pid=pid, token=token, cookies={}), ON_POSTGRESQL)
    print(f"    {ON_POSTGRESQL:,} calls on PostgreSQL in {report.seconds:.0f} s: {report.by_status()}", flush=True)
    return "; ".join(report.faults[:5]) or None


@contextmanager
def _server_on_postgresql() -> Iterator[tuple[int, int, str]]:
    """Port, process and access token of a server over an empty database."""
    from evaluation.service.postgresql import new_database, temporary_server

    port = free_port()
    fast = {
        f"WENLU_{name}": "100000"
        for name in ("RATE_PER_SECOND", "RATE_BURST", "OPEN_RATE_PER_SECOND", "OPEN_RATE_BURST")
    }
    with temporary_server() as server:
        address = new_database(server)
        key = new_key(address, "attacked")
        command = ("core.cli", "serve", "--port", str(port), "--database", address)
        with running(*command, port=port, environment={**fast, "WENLU_SCHEDULER": "0", "WENLU_DEMO": "0"}) as pid:
            yield port, pid, bearer(port, key)["Authorization"].removeprefix("Bearer ")


def figures(target: Target, bars: Bars) -> None:
    """All of them on the runner's server, with what its neighbour saw meanwhile."""
    print(f"    seed {SEED}", flush=True)
    before, began = memory_mb(target.pid), time.monotonic()
    report = sent(target, BODIES)
    waited = Neighbour(target.folder / "neighbour.tsv").since(began)
    _told(report.lines())
    for fault in report.faults[:10]:
        print(f"    {fault}", flush=True)
    print(f"    {sum(report.statuses.values()):,} calls in {report.seconds:.0f} s: {report.by_status()}", flush=True)
    print(f"    what was done to them: {dict(report.changes.most_common())}", flush=True)
    bars.equal("mutated requests sent", sum(report.statuses.values()), BODIES)
    bars.equal("of them: above 499 but 503, late, or owed an answer", len(report.faults), 0)
    faults = Counter(each.fault for each in waited if each.fault)
    bars.check("the neighbour's calls that failed meanwhile", dict(faults), not faults, "none")
    bars.at_most(
        "the neighbour's longest wait meanwhile, s",
        round(max(each.seconds for each in waited), 2),
        LONGEST_STOP_SECONDS,
    )
    openings, failed = odd_openings(target)
    _told(failed[:10])
    bars.equal(f"of {openings} pages opened with odd values in their addresses: failed", len(failed), 0)
    after = memory_mb(target.pid)
    deadline = time.monotonic() + SETTLE_SECONDS
    while after > before * MOST_LEFT and time.monotonic() < deadline:
        time.sleep(1)
        after = memory_mb(target.pid)
    print(f"    memory before {before:.0f} MB, after {after:.0f} MB", flush=True)
    bars.at_most("memory after the requests / before", round(after / before, 3), MOST_LEFT)
    bars.equal("the server answers afterwards", target.call("GET", "/healthz").status, 200)


def odd_openings(target: Target) -> tuple[int, list[str]]:
    """Open every page with odd values in all its parameters, over its websocket; how many, and those that failed for a reason nobody foresaw."""
    rng, log, failed = random.Random(SEED), target.folder / "log", list[str]()
    openings = [(name, page) for page in PAGES for name in ("student", "teacher", "admin", "")]
    for name, page in openings:
        query = urlencode({parameter: rng.choice(ODD_TEXTS)[:2_000] for parameter in PAGE_QUERY}, errors="replace")
        before = log.stat().st_size
        with open_page(target.port, target.cookies.get(name, "")) as opened:
            answered = opened.ask(page, query)
        with log.open("rb") as written:
            written.seek(before)
            if not answered or b"page failed" in written.read():
                failed.append(f"{name or 'a visitor'}: {page}?{query[:300]}")
    return len(openings), failed


def _told(lines: Iterable[str]) -> None:
    for line in lines:
        print(f"    {line}", flush=True)


ATTACKS: tuple[Attack, ...] = (
    Attack(f"{ON_POSTGRESQL:,} mutated requests on PostgreSQL", 13, on_postgresql, alone=True),
)


def replayed(file: str, port: int, secrets: Mapping[str, str]) -> Reply:
    """Send a kept call again, ended as it was; an answer is owed where its end could be told."""
    content = Path(file).read_bytes()
    whole = Path(file).stem.rpartition("-")[2] in WELL_FRAMED
    for name, secret in secrets.items():
        content = content.replace(name.encode(), secret.encode())
    return Line(port, secrets).send_bytes(
        content, content.partition(b" ")[0].decode("latin-1"), owed=whole, whole=whole
    )


def main(file: str, port: str, token: str = "") -> Any:
    """See the module."""
    reply = replayed(file, int(port), {TOKEN: token, COOKIE: ""})
    print(reply.status, f"{reply.seconds:.2f} s", reply.fault)
    print(reply.body.decode("utf-8", "replace"))


if __name__ == "__main__":
    main(*sys.argv[1:])
