"""What every part of the SQL store shares: read and write transactions, the counting of a call, the noting of an act."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime

from sqlalchemy import Connection, Engine, Table, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.pool import StaticPool

from core.access.acting import acting_now
from core.errors import AlreadyAnswered, DatabaseAway, QuotaExceeded
from core.records.access import Call
from core.records.audit import NOBODY, AuditAction, Fact, FactName, Subject
from core.store.database.engine import BUSY_TIMEOUT_MS, file_check, reader, writer
from core.store.database.faults import as_database_away
from core.store.tables.access import IdempotencyTable, UsageLedgerTable
from core.store.tables.audit import AuditEntryTable
from core.store.tables.columns import table, to_micros

COUNT_CALL = text(
    "INSERT INTO quota_use (organisation_id, period, used) VALUES (:organisation_id, :period, 1) "
    "ON CONFLICT (organisation_id, period) DO UPDATE SET used = quota_use.used + 1 "
    "WHERE :unlimited = 1 OR quota_use.used < :limit RETURNING used"
)
ADD_USAGE = table(UsageLedgerTable).insert()
ADD_ENTRY = table(AuditEntryTable).insert()


def present() -> datetime:
    """The time of the machine."""
    return datetime.now(UTC)


class WriteTurn:
    """A lock among the writers of this process that is waited for as long as SQLite would wait for its own: while another process has
    locked the database, calls would otherwise wait for one another without end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=BUSY_TIMEOUT_MS / 1000):
            raise DatabaseAway("The database is locked: other writes were waited for too long.")

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class SqlPart:
    """Base of the parts of the SQL store."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.now: Callable[[], datetime] = present
        """When acts are noted to have been done that are not given a time; the clock of the core that works on the store."""
        self._reader = reader(engine)
        self._writer = writer(engine)
        self._in_memory_lock = threading.RLock() if isinstance(engine.pool, StaticPool) else None
        # Threads wait for each other here: SQLite's own waiting sleeps for up to 0.1 s while the lock is long free.
        self._write_turn: AbstractContextManager[object] = (
            WriteTurn() if engine.dialect.name == "sqlite" else nullcontext()
        )
        self._inserts: dict[str, postgresql.Insert | sqlite.Insert] = {}

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for reads, each of which is a transaction by itself. Raises `DatabaseAway` for faults of the database."""
        with as_database_away(), self._exclusive(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One write transaction, of which all is kept or nothing. Raises `DatabaseAway` for faults of the database."""
        with as_database_away(), self._exclusive(), self._write_turn, self._writer.begin() as connection:
            file_in_place = file_check(connection)
            yield connection
        if not file_in_place():
            raise DatabaseAway("The database file was moved away under a transaction.")

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """An in-memory database has a single connection, which its users take turns with."""
        if self._in_memory_lock is None:
            yield
        else:
            with self._in_memory_lock:
                yield

    def insert(self, target: Table) -> postgresql.Insert | sqlite.Insert:
        """An INSERT with ON CONFLICT in the dialect of the engine."""
        if self.engine.dialect.name == "postgresql":
            return postgresql.insert(target)
        return sqlite.insert(target)

    def insert_new(self, target: Table) -> postgresql.Insert | sqlite.Insert:
        """An INSERT that skips rows that exist already; built once, since building costs more than running.

        Its `rowcount` is the number of new rows; psycopg reports it only with `preserve_rowcount`.
        """
        if target.name not in self._inserts:
            statement = self.insert(target).on_conflict_do_nothing()
            self._inserts[target.name] = statement.execution_options(preserve_rowcount=True)
        return self._inserts[target.name]

    def count(
        self, connection: Connection, call: Call | None, reply: str | None, *, student_id: str | None = None
    ) -> None:
        """Count a call inside the transaction of its business write, bill it, and remember its reply.

        `student_id`: whom the reply is about, so that the reply is removed when the student is erased. Raises `QuotaExceeded` (then
        the transaction is undone) and `AlreadyAnswered`.
        """
        if call is None:
            return
        if reply is not None:
            self.remember(connection, call, reply, student_id=student_id)
        billed_li = self._take_quota(connection, call)
        connection.execute(
            ADD_USAGE,
            {
                "organisation_id": call.organisation_id,
                "period": call.period,
                "endpoint": call.endpoint,
                "billed_li": billed_li,
                "request_id": call.request_id,
                "key_id": call.key_id,
                "at": to_micros(call.called_at),
            },
        )

    def _take_quota(self, connection: Connection, call: Call) -> int:
        """Move the counter and note its new value on the receipt; returns the li to bill: 0 inside the quota, the price past it."""
        row = {
            "organisation_id": call.organisation_id,
            "period": call.period,
            "unlimited": int(call.limit is None),
            "limit": call.limit or 0,
        }
        # A limit of 0 needs its own guard: the first INSERT is not bound by the WHERE.
        call.receipt.used = connection.execute(COUNT_CALL, row).scalar() if call.limit != 0 else None
        if call.receipt.used is not None:
            return 0
        if not (call.overage and call.price_li):
            call.receipt.used = call.limit
            raise QuotaExceeded(limit=call.limit or 0, retry_after_seconds=call.retry_after_seconds)
        call.receipt.used = connection.execute(COUNT_CALL, {**row, "unlimited": 1}).scalar_one()
        return 0 if call.empty_result else call.price_li

    def remember(self, connection: Connection, call: Call, reply: str, *, student_id: str | None) -> None:
        """Keep a reply under the call's Idempotency-Key. Raises `AlreadyAnswered` when another call was quicker."""
        row = {
            "organisation_id": call.organisation_id,
            "student_id": student_id,
            "idempotency_key": call.idempotency_key,
            "endpoint": call.endpoint,
            "fingerprint": call.fingerprint,
            "reply": reply,
            "at": to_micros(call.called_at),
        }
        if connection.execute(self.insert_new(table(IdempotencyTable)), row).rowcount == 0:
            raise AlreadyAnswered("This Idempotency-Key was answered by an earlier call.")

    def note(
        self,
        connection: Connection,
        organisation_id: str,
        action: AuditAction,
        *subjects: Subject,
        at: datetime | None = None,
        related: Subject = NOBODY,
        facts: Mapping[FactName, Fact] | None = None,
    ) -> None:
        """Add an act to the audit log inside the transaction that does it, once for each whom it concerns: without its entry it is not done."""
        actor = acting_now()
        row = {
            "organisation_id": organisation_id,
            "at": to_micros(at or self.now()),
            "actor_kind": actor.kind,
            "actor_id": actor.id,
            "request_id": actor.request_id,
            "action": action,
            "related_kind": related.kind,
            "related_id": related.id,
            "facts": json.dumps(facts or {}, sort_keys=True),
        }
        rows = [{**row, "subject_kind": each.kind, "subject_id": each.id} for each in subjects]
        if rows:
            connection.execute(ADD_ENTRY, rows)
