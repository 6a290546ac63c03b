"""Backups of a large database under load: equal to the moment, time, and memory, on SQLite and PostgreSQL and from one to the other."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import text

from core.records.evidence import Evidence
from core.store.copies.reading import open_backup
from core.store.database.engine import make_engine
from core.store.sql import SqlStore
from evaluation.bars import Bars
from evaluation.service.postgresql import NoPostgreSQL, new_database, temporary_server

ROWS = 200_000
"""Pieces of evidence: what a school of five hundred students leaves in a term."""
ITEM_ROWS = 10_000
LONGEST_SECONDS = 600
"""A command that takes longer fails the measurement: seconds of CPU do not tell how long it waits for others."""
SERIES = {
    "sqlite": "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) SELECT i FROM n)",
    "postgresql": "(SELECT generate_series(1, {count}) AS i) AS n",
}
EVIDENCE = (
    "INSERT INTO evidence (organisation_id, student_id, kind, target_kind, target, outcome, weight, source, item_id, occurred_at, "
    "idempotency_key, ingested_at) SELECT 'org', 's' || (i % 1000), 'answer', 'point', '【一' || (i % 500) || '】', i % 7 / 7.0, 1.0, "
    "'ev_' || i || '#0', 'q_' || (i % 9000), i, 'key_' || i, i FROM {series}"
)
ITEMS = "INSERT INTO item (item_id, body, first_issued_at) SELECT 'q_' || i, '{body}' || i, i FROM {series}"
BODY = "请把这个句子读一遍，然后选出最合适的词语。" * 40
MEASURED = (
    "import resource, sys; from core.cli import main; code = main(sys.argv[1:]); used = resource.getrusage(resource.RUSAGE_SELF); "
    "print(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024); sys.exit(code)"
)
"""Runs a command and says its seconds of CPU and the most memory that its process took, in MB."""


def run() -> int:
    """Back up under load, verify, and restore into each kind; held to half a minute of CPU, beside that of a server, and to 300 MB."""
    bars = Bars()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = {"sqlite": ""}
        try:
            servers["postgresql"] = stack.enter_context(temporary_server())
        except NoPostgreSQL as reason:
            print(f"PostgreSQL is left out: {reason}")
        for kind in servers:
            _measure(bars, kind, servers, folder)
    return bars.failed


def _measure(bars: Bars, kind: str, servers: dict[str, str], folder: Path) -> None:
    url, file = _address(kind, servers, folder, "source"), folder / f"{kind}.zip"
    _command("migrate", url)
    _fill(url, kind)
    with _load(url) as load:
        began = time.perf_counter()
        seconds, peak = _command("backup", url, str(file))
        print(f"{time.perf_counter() - began:.0f} s on the clock")
    bars.at_most(f"s of CPU: backup of {ROWS + ITEM_ROWS:,} rows on {kind}, others writing", seconds, 30)
    bars.at_most(f"MB: most memory of that backup on {kind}", peak, 300)
    print(f"{file.stat().st_size / 1e6:.0f} MB; the load wrote {len(load.written):,} rows meanwhile")
    bars.at_most(f"rows committed before the moment of the backup and not in it, on {kind}", _lost(file, load), 0)
    bars.at_most("s of CPU: verify", _command("verify", url, str(file))[0], 30)
    for target in servers:
        address = _address(target, servers, folder, f"of-{kind}")
        seconds, peak = _command("restore", address, str(file))
        bars.at_most(f"s of CPU: restore from {kind} into {target}, checked", seconds, 30)
        bars.at_most(f"MB: most memory of that restore into {target}", peak, 300)


def _address(kind: str, servers: dict[str, str], folder: Path, name: str) -> str:
    return new_database(servers[kind]) if servers[kind] else f"sqlite:///{folder / name}.db"


def _command(command: str, url: str, *arguments: str) -> tuple[float, float]:
    """Seconds of CPU of a command, and the MB of memory that its process took at most."""
    environment = {**os.environ, "WENLU_DATABASE_URL": url, "WENLU_DEMO": "0"}
    done = subprocess.run(
        (sys.executable, "-c", MEASURED, command, *arguments),
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=LONGEST_SECONDS,
    )
    seconds, peak = done.stdout.split()[-2:]
    return float(seconds), float(peak)


def _fill(url: str, kind: str) -> None:
    store = SqlStore(make_engine(url))
    with store.write() as connection:
        connection.execute(text(EVIDENCE.format(series=SERIES[kind].format(count=ROWS))))
        connection.execute(text(ITEMS.format(body=BODY, series=SERIES[kind].format(count=ITEM_ROWS))))
    store.close()


@dataclass
class Load:
    """What was written beside a backup: the key of each row, and when its transaction had been committed."""

    written: list[tuple[datetime, str]] = field(default_factory=list)


@contextmanager
def _load(url: str) -> Iterator[Load]:
    """A writer that appends evidence without a pause."""
    load, ended, store = Load(), threading.Event(), SqlStore(make_engine(url))

    def write() -> None:
        while not ended.is_set():
            key = f"load_{len(load.written)}"
            now = datetime.now(UTC)
            store.append_evidence("org", [Evidence("s1", "answer", "point", "【一01】", 1.0, 1.0, key, now, key)])
            load.written.append((datetime.now(UTC), key))

    with closing(store), ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        try:
            yield load
        finally:
            ended.set()
        writing.result()  # what the writer failed at fails the measurement


def _lost(file: Path, load: Load) -> int:
    """How many rows were committed before the moment that the backup names, and are not in it."""
    with open_backup(file) as opened:
        made_at = datetime.fromisoformat(opened.manifest.made_at)
        (entry,) = (each for each in opened.manifest.tables if each.name == "evidence")
        place = [name for name, _ in entry.columns].index("idempotency_key")
        kept = {row[place] for row in opened.rows(entry)}
    before = {key for at, key in load.written if at < made_at}
    assert before, "nothing was written before the moment of the backup"
    return len(before - kept)
