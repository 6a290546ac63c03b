"""CPU of a nightly run over generated evidence, and of the bare upsert of the very same rows in the same run."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import text

from core.api.core import Core
from core.knowledge import update as updating
from core.learning.days import day_of
from core.learning.sums import fold as folding
from core.records.learner_blocks import FoldResult, StudentBlock
from core.settings import Settings
from core.store.blocks.rows import FoldScope
from core.store.sql import SqlStore
from core.wiring import build_core, migrate
from evaluation.service.postgresql import new_database

ANSWERS = 9
"""A student and night; each answer is a piece about its point and one about its skill."""
ORGANISATION = "org_000000000000000cost"
COLUMNS = (
    "organisation_id", "student_id", "kind", "target_kind", "target", "outcome", "weight", "source", "item_id",
    "occurred_at", "idempotency_key", "ingested_at",
)  # fmt: skip
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Cost:
    """CPU seconds of all processes that take part."""

    job: float
    bare: float
    """The same rows, ready in memory, upserted in the same blocks by the same statements."""
    later: float
    """A second night, onto the standing rows of the first."""
    later_bare: float
    records: int

    def __str__(self) -> str:
        return (
            f"{self.job:.2f} CPU s, bare upsert {self.bare:.2f} ({self.job / self.bare:.2f} x); a night later "
            f"{self.later:.2f}, bare {self.later_bare:.2f} ({self.later / self.later_bare:.2f} x)"
        )


def on_sqlite(students: int) -> Cost:
    """In files of their own, with the settings of the service."""
    with tempfile.TemporaryDirectory() as folder:
        addresses = [f"sqlite:///{Path(folder) / name}.db" for name in ("job", "bare")]
        return _measured(students, addresses, time.process_time)


def on_postgresql(students: int, server: str) -> Cost:
    """In databases of their own; the CPU of the server's processes counts with the client's."""
    return _measured(students, [new_database(server), new_database(server)], None)


def _measured(students: int, addresses: Sequence[str], cpu: Callable[[], float] | None) -> Cost:
    cores = [_made(address) for address in addresses]
    job, bare = cores
    spent = [_night(job, bare, students, number, cpu) for number in range(2)]
    for core in cores:
        core.store.close()
    (first, first_bare, records), (later, later_bare, _) = spent
    return Cost(first, first_bare, later, later_bare, records)


def _made(address: str) -> Core:
    settings = Settings(database_url=address, demo=False)
    migrate(settings)
    return build_core(settings)


def _night(
    job: Core, bare: Core, students: int, night: int, cpu: Callable[[], float] | None
) -> tuple[float, float, int]:
    """CPU of the job, of the bare upsert, and how many pieces were taken in."""
    assert isinstance(job.store, SqlStore)
    assert isinstance(bare.store, SqlStore)
    _fill(job, students, night)
    clock = cpu or _with_servers(job.store, bare.store)
    _update(job, "warm", 2 - night)  # imports and what is made once a process are no part of a night
    written: list[tuple[FoldScope, FoldResult]] = []
    real = folding.fold_block

    def kept(block: StudentBlock, **named: Any) -> FoldResult:
        folded = real(block, **named)
        written.append((FoldScope(ORGANISATION, block.student_ids, 0, job.predictor.version), folded))
        return folded

    updating.fold_block = kept  # type: ignore[attr-defined]
    try:
        begun = clock()
        run = _update(job, ORGANISATION, 2 - night)
        spent = clock() - begun
    finally:
        updating.fold_block = real  # type: ignore[attr-defined]
    assert run.counts.records == students * ANSWERS
    begun = clock()
    _upsert(bare.store, written, job.predictor.point_ids)
    return spent, clock() - begun, run.counts.records


def _update(core: Core, organisation_id: str, days_ago: int) -> updating.Run:
    return updating.update_all(
        organisation_id,
        day_of(core.clock.now()) - timedelta(days=days_ago),
        points=core.tables.points,
        predictor=core.predictor,
        store=core.store,
        clock=core.clock,
        identifiers=core.identifiers,
        after=None,
    )


def _upsert(store: SqlStore, written: Sequence[tuple[FoldScope, FoldResult]], point_ids: Sequence[str]) -> None:
    """The rows of every block in a transaction, by the job's own statements."""
    rows = store._block_rows()
    for scope, folded in written:
        with store.write() as connection:
            cursor = rows.cursor(connection.connection)
            rows.write_cells(cursor, scope, folded.cells, point_ids)
            rows.write_states(cursor, scope, folded, np.ones(len(folded.students), dtype=np.int64), 1)
            cursor.close()


def _with_servers(*stores: SqlStore) -> Callable[[], float]:
    """CPU of this process and of all server processes behind the stores' connections."""
    numbers = set()
    for store in stores:
        with store.write() as connection:
            numbers.add(connection.execute(text("SELECT pg_backend_pid()")).scalar_one())

    def now() -> float:
        return time.process_time() + sum(_cpu_of(number) for number in numbers)

    return now


def _cpu_of(number: int) -> float:
    fields = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


# -- evidence -----------------------------------------------------------------------------------------------


def _fill(core: Core, students: int, night: int) -> None:
    assert isinstance(core.store, SqlStore)
    day = timedelta(days=1)
    moment = datetime.combine(core.clock.now().date(), datetime.min.time(), UTC) - (2 - night) * day
    # 08:00 in UTC+8 of the business date.
    rows = _rows(students, core.predictor.point_ids, night, int(moment.timestamp() * 1e6))
    with core.store.write() as connection:
        if connection.dialect.name == "postgresql":
            cursor: Any = connection.connection.cursor()
            with cursor.copy(f"COPY evidence ({', '.join(COLUMNS)}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            statement = f"INSERT INTO evidence ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
            cursor = connection.connection.cursor()
            cursor.executemany(statement, rows)
        cursor.close()
    settled = (
        "ANALYZE evidence" if core.store.engine.dialect.name == "postgresql" else "PRAGMA wal_checkpoint(TRUNCATE)"
    )
    with core.store.read() as connection:
        connection.execute(text(settled))  # the log was written during the day: the night does not pay for it


def _rows(students: int, point_ids: Sequence[str], night: int, at: int) -> Iterator[tuple[Any, ...]]:
    """Answers in the order of their arrival: students by turns at random, points at random."""
    generator = np.random.default_rng(night)
    who = generator.permutation(np.repeat(np.arange(students), ANSWERS)).tolist()
    about = generator.integers(0, len(point_ids), len(who)).tolist()
    right = (generator.random(len(who)) < 0.7).astype(float).tolist()
    for number, (student, point, outcome) in enumerate(zip(who, about, right, strict=True)):
        source, named = f"ev_{night:04d}{number:016d}#0", f"st_{student:016d}"
        moment = at + number
        for kind, target in (("point", point_ids[point]), ("skill", "grammar")):
            yield (
                ORGANISATION, named, "answer", kind, target, outcome, 1.0, source, "q_0123456789abcdef", moment,
                f"{source}:{kind}:{target}", moment,
            )  # fmt: skip
