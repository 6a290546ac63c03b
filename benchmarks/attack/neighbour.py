"""A caller with a token, in a process of its own, whose answers are timed while the service is attacked.

`python -m benchmarks.attack.neighbour PORT` reads the token from standard input, asks for a student's path again and again until its standard input
closes, and writes a line for each answer: when it began (monotonic), seconds, and what went wrong, if anything did.
"""

from __future__ import annotations

import http.client
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

from benchmarks.attack.trying import Target

PAUSE_SECONDS = 0.05
PATIENCE_SECONDS = 30.0
ADDRESS = "/v1/knowledge-map/student/path"
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Waited:
    """One answer."""

    began: float
    seconds: float
    fault: str


@dataclass(frozen=True)
class Neighbour:
    """What the process has written so far."""

    file: Path

    def since(self, began: float) -> list[Waited]:
        """The answers asked for after a moment of the monotonic clock, one that is still awaited included."""
        lines = [line.split("\t") for line in self.file.read_text().splitlines() if line.count("\t") == 2]
        answers = [Waited(float(start), float(seconds), fault) for start, seconds, fault in lines]
        last = answers[-1].began + answers[-1].seconds if answers else began
        open_for = time.monotonic() - last - PAUSE_SECONDS
        pending = [Waited(last, open_for, "no answer yet")] if open_for > 1 else []
        return [answer for answer in [*answers, *pending] if answer.began + answer.seconds >= began]


def p95(answers: list[Waited]) -> float:
    """The 95th percentile of the seconds that answers took; 0 of fewer than two."""
    return quantiles([answer.seconds for answer in answers], n=20)[-1] if len(answers) > 1 else 0.0


@contextmanager
def neighbour(target: Target) -> Iterator[Neighbour]:
    """The neighbour at work, ended on leaving."""
    file = target.folder / "neighbour.tsv"
    with file.open("w") as out:
        command = [sys.executable, "-m", "benchmarks.attack.neighbour", str(target.port)]
        process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=out)
        assert process.stdin is not None
        process.stdin.write(f"{target.token}\n".encode())
        process.stdin.flush()
        try:
            yield Neighbour(file)
        finally:
            process.stdin.close()
            process.wait(PATIENCE_SECONDS + 5)


def work(port: int, token: str, over: threading.Event) -> None:
    """Ask until told to stop."""
    headers = {"Authorization": f"Bearer {token}"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    while not over.wait(PAUSE_SECONDS):
        began, fault = time.monotonic(), ""
        try:
            connection.request("GET", ADDRESS, headers=headers)
            reply = connection.getresponse()
            reply.read()
            fault = "" if reply.status == 200 else f"status {reply.status}"
        except (OSError, http.client.HTTPException) as error:
            fault = type(error).__name__
            connection.close()
        print(f"{began:.4f}\t{time.monotonic() - began:.4f}\t{fault}", flush=True)
    connection.close()


def main() -> None:
    """See the module."""
    token, over = sys.stdin.readline().strip(), threading.Event()
    threading.Thread(target=work, args=(int(sys.argv[1]), token, over)).start()
    sys.stdin.read()
    over.set()


if __name__ == "__main__":
    main()
