"""Restores a backup in one transaction: at its end the database holds what the backup holds, or else what it held before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, text

from core.errors import BadBackup, DatabaseAway, DatabaseNotEmpty
from core.store.copies.manifest import TableEntry
from core.store.copies.reading import BackupFile, reported
from core.store.copies.shapes import REVISION_TABLE, Shape, shapes_at
from core.store.copies.snapshot import Snapshot, quoted, sequence_of
from core.store.copies.writing import Progress, nothing
from core.store.database.engine import file_check, writer
from core.store.database.faults import as_database_away, fault_reason
from core.store.database.migrate import NEWEST, current_revision, raise_to, refuse_unknown_revision, take_turns
from core.wire import Bilingual

WITH_NUL = Bilingual(
    zh="没有改动任何数据。这份备份是完整的：请恢复到 SQLite 数据库，或者在原数据库里去掉这个字符后重新备份。",
    en="Nothing was changed. The backup is whole: restore it into a SQLite database, or remove the character where it was made and back up again.",
)
LOCK_SECONDS = 60
"""How long a restore on PostgreSQL waits for the calls that are under way; then it gives up and changes nothing."""


def refuse_what_is_used(engine: Engine) -> None:
    """Raises `DatabaseNotEmpty` where the database holds anything, so that a caller learns it before a long check of the backup."""
    with as_database_away(), engine.connect() as connection:
        present = _present(connection)
        if present is not None and present.holds_anything():
            raise DatabaseNotEmpty


def restore(
    engine: Engine,
    backup: BackupFile,
    *,
    keep: Callable[[Snapshot], object] | None,
    migrate: bool = True,
    progress: Progress = nothing,
    done: Callable[[Connection], object] | None = None,
) -> None:
    """Put what a backup holds in the place of what the database holds, and look whether it is all there.

    A backup of an older revision is restored at that revision and then, with `migrate`, brought to the newest. `keep` is given what the database
    holds before it is dropped; None: a database that holds anything is refused. `done` is called at the end, inside the transaction. The engine must be disposed of afterwards. Raises
    `DatabaseNotEmpty`, `BadBackup`, `Unavailable`; after each of them, and after a crash, the database is as it was.
    """
    backup.refuse_newer_schema()
    shapes = shapes_at(backup.manifest.revision)
    entries = _entries(backup, shapes)
    with as_database_away():
        with writer(engine, patient=True).begin() as connection:
            file_in_place = file_check(connection)
            take_turns(connection)
            _make_way(connection, keep)
            raise_to(connection, backup.manifest.revision)
            for shape, entry in entries:
                _fill(connection, shape, reported(backup.rows(entry), entry.name, progress))
            _check(Snapshot(connection, backup.manifest.revision, shapes), entries)
            if connection.dialect.name == "postgresql":
                connection.execute(text(f"ANALYZE {', '.join(quoted(shape.name) for shape in shapes)}"))
            if migrate:
                raise_to(connection, NEWEST)
            _continue_counters(connection, entries)
            if done is not None:
                done(connection)
        if not file_in_place():
            raise DatabaseAway("The database file was moved away under the restore.")


def _entries(backup: BackupFile, shapes: Sequence[Shape]) -> list[tuple[Shape, TableEntry]]:
    """The tables of the backup beside those of its revision. Raises `BadBackup` where they are not the same."""
    by_name = {entry.name: entry for entry in backup.manifest.tables}
    written = {name: tuple(entry.columns) for name, entry in by_name.items()}
    if written != {shape.name: shape.columns for shape in shapes} or len(by_name) != len(backup.manifest.tables):
        raise BadBackup(f"The tables of the backup are not those of its revision, {backup.manifest.revision}.")
    return [(shape, by_name[shape.name]) for shape in shapes]


# -- what was there ----------------------------------------------------------------------------------------


def _present(connection: Connection) -> Snapshot | None:
    """What the database holds; None where it has no tables. Raises `Unavailable` where a newer version migrated it."""
    revision = current_revision(connection)
    if revision is None:
        return None
    refuse_unknown_revision(revision)
    return Snapshot(connection, revision, shapes_at(revision))


def _make_way(connection: Connection, keep: Callable[[Snapshot], object] | None) -> None:
    """Drop all tables of ours, after `keep` was given what they hold."""
    present = _present(connection)
    if present is None:
        return
    if connection.dialect.name == "postgresql":
        _keep_others_out(connection, present)
    if present.holds_anything():
        if keep is None:
            raise DatabaseNotEmpty
        keep(present)
    for name in [*(shape.name for shape in reversed(present.shapes)), REVISION_TABLE]:
        connection.execute(text(f"DROP TABLE {quoted(name)}"))


def _keep_others_out(connection: Connection, present: Snapshot) -> None:
    """Wait for the calls that are under way on PostgreSQL, and let no other begin: what is kept is then all that was there."""
    connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'"))
    names = ", ".join(quoted(shape.name) for shape in present.shapes)
    connection.execute(text(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE"))


# -- what comes --------------------------------------------------------------------------------------------


def _fill(connection: Connection, shape: Shape, rows: Iterator[list[Any]]) -> None:
    """Insert rows through the driver, one after the other, so that memory stays bounded."""
    counted = _Counted(rows)
    fill = _copy_into if connection.dialect.name == "postgresql" else _insert_into
    try:
        fill(connection, shape, counted)
    except BadBackup:
        raise
    except Exception as error:
        if fault_reason(error) is not None:
            raise
        if connection.dialect.name == "postgresql" and any(
            isinstance(each, str) and "\0" in each for each in counted.last
        ):
            raise BadBackup(
                f"Table {shape.name}, row {counted.count} holds the character NUL, which PostgreSQL cannot hold.",
                remedy=WITH_NUL,
            ) from error
        reason = str(error).strip().partition("\n")[0]
        raise BadBackup(f"Table {shape.name}, row {counted.count} cannot be stored here: {reason}.") from error


class _Counted:
    """Rows as the driver takes them, how many of them it took, and the last of these."""

    def __init__(self, rows: Iterator[list[Any]]) -> None:
        self.count = 0
        self.last: list[Any] = []
        self._rows = rows

    def __iter__(self) -> Iterator[list[Any]]:
        for row in self._rows:
            self.count += 1
            self.last = row
            yield row


def _insert_into(connection: Connection, shape: Shape, rows: _Counted) -> None:
    columns = ", ".join(map(quoted, shape.column_names))
    places = ", ".join("?" * len(shape.columns))
    driver: Any = connection.connection.driver_connection
    driver.executemany(f"INSERT INTO {quoted(shape.name)} ({columns}) VALUES ({places})", rows)


def _copy_into(connection: Connection, shape: Shape, rows: _Counted) -> None:
    columns = ", ".join(map(quoted, shape.column_names))
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY {quoted(shape.name)} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _check(restored: Snapshot, entries: Sequence[tuple[Shape, TableEntry]]) -> None:
    """Raises `BadBackup` where the database does not give back what was put into it."""
    for shape, entry in entries:
        if restored.digest(shape) != (entry.rows, entry.sha256):
            raise BadBackup(f"Table {entry.name} does not come back from the database as it was written.")


def _continue_counters(connection: Connection, entries: Sequence[tuple[Shape, TableEntry]]) -> None:
    """Let counters go on after the last number that was ever given, be its row still there or not."""
    for shape, entry in entries:
        if entry.last_number and connection.dialect.name == "sqlite":
            _continue_on_sqlite(connection, shape, entry.last_number)
        elif entry.last_number and (sequence := sequence_of(connection, shape)) is not None:
            named = {"sequence": sequence, "last": entry.last_number}
            connection.execute(text("SELECT setval(CAST(:sequence AS regclass), :last)"), named)


def _continue_on_sqlite(connection: Connection, shape: Shape, last_number: int) -> None:
    """Only tables that never reuse a number have a counter that is kept."""
    made = connection.execute(text("SELECT sql FROM sqlite_master WHERE name = :name"), {"name": shape.name}).scalar()
    if "AUTOINCREMENT" not in str(made).upper():
        return
    row = {"name": shape.name, "last": last_number}
    if not connection.execute(
        text("UPDATE sqlite_sequence SET seq = max(seq, :last) WHERE name = :name"), row
    ).rowcount:
        connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), row)
