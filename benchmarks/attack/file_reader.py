"""A process with a core over a copy of a database, which is given files as the pages would give them to it.

`python -m benchmarks.attack.file_reader DATABASE FOLDER`: each line of standard input is a JSON object with `kind` and `path`; each
line of standard output is an `Outcome`: what became of the file, how long that took, and how long the process was blocked meanwhile.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import queue
import select
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

from core.api.core import Core
from core.api.questions import ImportFormat
from core.backends import recordings
from core.backends.isolated.files import IsolatedFiles
from core.errors import BadRequest, CostlyFile, WenluError
from core.records.access import PERMISSIONS, Caller
from core.settings import Settings
from core.store.database.migrate import upgrade
from core.store.sql import SqlStore
from core.wiring import build_core

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 45.0
"""A file that is not answered in this time holds the process; it is then ended."""
TICK_SECONDS = 0.005
FORMATS: dict[str, ImportFormat] = {
    "gift": "gift",
    "moodle_xml": "moodle_xml",
    "qti": "qti",
    "csv": "csv",
    "anki": "qti",
}
"""A deck is no format that is read; who chooses one sends a zip."""


@dataclass(frozen=True)
class Outcome:
    """What became of a file. `result`: read, refused (by an error that blames the file), ended (by the limits of its process), or
    the name of a fault."""

    result: str
    message: str
    seconds: float
    pause_seconds: float
    """The longest time in which the process answered nobody."""
    peak_mb: float
    """Memory of the process so far, at its highest."""


# -- the process itself ------------------------------------------------------------------------------------------


class Pulse:
    """A thread that notes for how long it did not get its turn."""

    def __init__(self) -> None:
        self.longest, self._last = 0.0, time.monotonic()
        threading.Thread(target=self._beat, daemon=True).start()

    def begin(self) -> None:
        """Count from now."""
        self.longest = 0.0

    def _beat(self) -> None:
        while True:
            time.sleep(TICK_SECONDS)
            now = time.monotonic()
            self.longest, self._last = max(self.longest, now - self._last), now


def main(database: str, folder: str) -> None:
    """Serve until standard input ends."""
    answers, sys.stdout = sys.stdout, sys.stderr  # Logs would stand between the answers.
    core = build_core(Settings(database_url=f"sqlite:///{database}", secret="of-a-benchmark-" * 3, recordings=""))
    assert isinstance(core.store, SqlStore)
    upgrade(core.store.engine)
    caller = Caller(_organisation(database), frozenset(PERMISSIONS), "en")
    by = next((each.account_id for each in core.store.accounts(caller.organisation_id) if each.role == "admin"), "")
    core.files.start()
    # What is loaded at the first file of a kind is no cost of that file.
    core.questions.read_file("题 {=是 ~不}".encode(), "gift", caller)
    pulse = Pulse()
    print(json.dumps({"ready": True}), file=answers, flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        read = _reading(request["kind"], Path(request["path"]), core, caller, by, Path(folder) / "recordings")
        pulse.begin()
        began = time.monotonic()
        result, message = _tried(read)
        seconds = time.monotonic() - began
        time.sleep(2 * TICK_SECONDS)
        outcome = {"result": result, "message": message[:300], "seconds": seconds, "pause_seconds": pulse.longest}
        outcome["peak_mb"] = _peak_mb()
        print(json.dumps(outcome), file=answers, flush=True)


def _peak_mb() -> float:
    """Of this process (Linux). `getrusage` would say that of the process that started it, where that one was larger."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _reading(kind: str, path: Path, core: Core, caller: Caller, by: str, folder: Path) -> Callable[[], object]:
    """What the pages, the API or the command line do with a file of the kind; `by`: an administrator's account."""
    file = path.read_bytes()
    match kind:
        case "recordings":
            return partial(recordings.install, path, folder)
        case "word":
            return partial(core.documents.word_text, file)
        case "sound":
            return partial(cast(IsolatedFiles, core.files).decode, file, name="")
        case "people":
            return partial(core.people.dry_run, file, caller, by=by, new_classes=("一班",))
        case "student":
            return partial(core.student_data.bring_back, file, caller)
        case "own_texts":
            return partial(core.own_texts.read_file, file)
        case "own_lessons":
            return partial(core.own_lessons.read_file, file)
        case _:
            return partial(core.questions.read_file, file, FORMATS[kind], caller)


def _tried(read: Callable[[], Any]) -> tuple[str, str]:
    try:
        contents = read()
    except CostlyFile as error:
        return "ended", str(error)
    except BadRequest as error:
        return "refused", str(error)
    except WenluError as error:
        return "refused" if error.status < 500 else type(error).__name__, str(error)
    except BaseException as error:
        return type(error).__name__, str(error)
    return "refused" if contents is None else "read", ""


def _organisation(database: str) -> str:
    with contextlib.closing(sqlite3.connect(database)) as opened, contextlib.suppress(sqlite3.Error):
        row = opened.execute("SELECT organisation_id FROM organisation LIMIT 1").fetchone()
        if row is not None:
            return str(row[0])
    return "org"


# -- the one who asks --------------------------------------------------------------------------------------------


class FileReader:
    """Holds such a process over a copy of a server's database and starts another when it no longer answers."""

    def __init__(self, database: Path) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="wenlu-files-"))
        self._copy = self._folder / "wenlu.db"
        if database.exists():
            with (
                contextlib.closing(sqlite3.connect(database)) as original,
                contextlib.closing(sqlite3.connect(self._copy)) as copy,
            ):
                original.backup(copy)
        self._process: subprocess.Popen[bytes] | None = None
        self.begun = 0
        """How many processes there were: one, where none had to be ended and none died."""
        atexit.register(self.close)

    def read(self, kind: str, file: bytes) -> Outcome:
        """What becomes of the file."""
        path = self._folder / "file"
        path.write_bytes(file)
        process = self._running()
        assert process.stdin is not None
        process.stdin.write(json.dumps({"kind": kind, "path": str(path)}).encode() + b"\n")
        process.stdin.flush()
        outcome = self._line(PATIENCE_SECONDS)
        if outcome is None:
            process.kill()
            process.wait()
            return Outcome("silent", "the process did not answer any more", PATIENCE_SECONDS, PATIENCE_SECONDS, 0.0)
        return Outcome(**outcome)

    def close(self) -> None:
        """End the process and remove the copy."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-m", "benchmarks.attack.file_reader", str(self._copy), str(self._folder)]
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            self.begun += 1
            if self._line(4 * PATIENCE_SECONDS) is None:
                raise TimeoutError("The process that reads files does not start.")
        return self._process

    def _line(self, seconds: float) -> dict[str, Any] | None:
        """One line of its output; None where none comes in that time."""
        assert self._process is not None
        assert self._process.stdout is not None
        handle, line, deadline = self._process.stdout.fileno(), b"", time.monotonic() + seconds
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([handle], [], [], max(0.0, deadline - time.monotonic()))
            part = os.read(handle, 65_536) if ready else b""
            if not part:
                return None
            line += part
        answer: dict[str, Any] = json.loads(line)
        return answer


def outcomes(
    reader_of: Callable[[], FileReader], files: Iterator[tuple[str, str, bytes]], *, readers: int
) -> Iterator[tuple[str, str, Outcome]]:
    """(name, kind, outcome) of each (name, kind, file), several at a time, in the order in which they are done."""
    source, lock = files, threading.Lock()
    finished: queue.Queue[tuple[str, str, Outcome] | None] = queue.Queue()

    def work() -> None:
        reader = reader_of()
        try:
            while True:
                with lock:
                    entry = next(source, None)
                if entry is None:
                    return
                name, kind, file = entry
                finished.put((name, kind, reader.read(kind, file)))
        finally:
            finished.put(None)
            reader.close()

    for _ in range(readers):
        threading.Thread(target=work, daemon=True).start()
    ended = 0
    while ended < readers:
        outcome = finished.get()
        if outcome is None:
            ended += 1
        else:
            yield outcome


if __name__ == "__main__":
    main(*sys.argv[1:])
