"""Backups: equal to the moment, on either kind of database and from one to the other; damage is found, and a restore is whole or nothing."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Boolean, Float, Integer, LargeBinary, inspect, select, text

from core.errors import BackupFailed, BadBackup, DatabaseNotEmpty, NothingToBackUp, Unavailable
from core.settings import Settings
from core.store.copies import reading, writing
from core.store.copies.backup import back_up
from core.store.copies.folder import (
    backups_of,
    delete_between,
    delete_older,
    delete_unfinished,
    name_of_database,
    new_file,
)
from core.store.copies.manifest import MANIFEST_MEMBER, Manifest
from core.store.copies.reading import open_backup
from core.store.copies.restoring import restore
from core.store.copies.snapshot import Snapshot
from core.store.database.engine import make_engine, writer
from core.store.database.migrate import config, current_revision, newest_revision, raise_to
from core.store.sql import SqlStore
from core.store.tables.columns import METADATA
from core.wiring import migrate
from evaluation.service.postgresql import migrated_database, new_database
from evaluation.service.sqlite import migrated_file
from tests.store.rows import NOW, STUDENT, answer, evaluation, evidence, with_organisation

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ("爱好", "a\tb\nc\\n\"q\" \u2028 , 'x'", "", "𠮷野家 é é", "\\N")
NUMBERS = (0.1 + 0.2, 1e300, -5e-324, 100.0, -0.0)
LARGE = (2**53 + 1, -1, 0, 9_007_199_254_740_993, 2**62)
BYTES = (b"\x00\xff\n", b"", bytes(range(256)))
BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)]


@pytest.fixture
def new_address(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., str]:
    """Makes databases of a kind, with all tables or empty, and gives their addresses."""
    made = 0

    def make(kind: str, *, migrated: bool = True) -> str:
        nonlocal made
        made += 1
        if kind == "postgresql":
            server = request.getfixturevalue("postgresql")
            return migrated_database(server) if migrated else new_database(server)
        file = tmp_path / f"database-{made}.db"
        return migrated_file(file) if migrated else f"sqlite:///{file}"

    return make


def value(kind: object, number: int, *, null: bool) -> Any:
    """A value of a column that is easily spoiled on its way."""
    if null:
        return None
    if isinstance(kind, Boolean):
        return bool(number % 2)
    if isinstance(kind, Float):
        return NUMBERS[number % len(NUMBERS)]
    if isinstance(kind, Integer):
        return LARGE[number % len(LARGE)] if type(kind).__name__ == "BigInteger" else number
    if isinstance(kind, LargeBinary):
        return BYTES[number % len(BYTES)]
    return TEXTS[number % len(TEXTS)]


def fill_every_table(address: str, rows: int = 5) -> None:
    """Rows in every table, with a value of each kind that is easily spoiled, and NULL where it may stand."""
    engine = make_engine(address)
    with writer(engine).begin() as connection:
        for target in METADATA.sorted_tables:
            for number in range(rows):
                row: dict[str, Any] = {}
                for column in target.columns:
                    made = value(column.type, number, null=bool(column.nullable) and number % 2 == 1)
                    if column.foreign_keys or column.primary_key or column.unique or column.index or target.indexes:
                        made = made if made is None or not isinstance(made, str) else f"{TEXTS[0]}-{number}"
                    if column.primary_key and isinstance(made, int) and not isinstance(made, bool):
                        made = number + 1
                    row[column.name] = made
                connection.execute(target.insert(), row)
    engine.dispose()


def everything(address: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    engine = make_engine(address)
    with engine.connect() as connection:
        found = {
            target.name: sorted((tuple(row) for row in connection.execute(select(target))), key=repr)
            for target in METADATA.sorted_tables
        }
    engine.dispose()
    return found


def backed_up(address: str, file: Path) -> Path:
    """A backup of the database at an address."""
    back_up(address, file, now=lambda: datetime.now(UTC))
    return file


def restored(file: Path, address: str, **options: Any) -> None:
    """Restore a backup, checked before as the command does it."""
    engine = make_engine(address)
    try:
        with open_backup(file) as opened:
            opened.check()
            restore(engine, opened, keep=options.pop("keep", None), **options)
    finally:
        engine.dispose()


# -- equal -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", BOTH)
@pytest.mark.parametrize("of", BOTH)
def test_every_row_of_every_table_is_back_after_a_restore_also_into_the_other_kind_of_database(
    of: str, to: str, new_address: Callable[..., str], tmp_path: Path
) -> None:
    source, target = new_address(of), new_address(to, migrated=False)
    fill_every_table(source)
    file = backed_up(source, tmp_path / "b.zip")
    restored(file, target)
    assert everything(target) == everything(source)
    assert all(everything(target).values())
    again = backed_up(target, tmp_path / "again.zip")
    assert entries(again) == entries(file)
    store = SqlStore(make_engine(target))
    assert store.ready()
    store.close()


def entries(file: Path) -> list[Any]:
    """What a backup says about its tables."""
    with open_backup(file) as opened:
        return [each.model_dump() for each in opened.manifest.tables]


@pytest.mark.parametrize(
    ("of", "to"),
    [
        ("sqlite", "sqlite"),
        pytest.param("sqlite", "postgresql", marks=pytest.mark.postgresql),
        pytest.param("postgresql", "sqlite", marks=pytest.mark.postgresql),
    ],
)
def test_numbers_go_on_after_the_last_one_given_although_its_row_is_gone(
    of: str, to: str, new_address: Callable[..., str], tmp_path: Path
) -> None:
    source, target = new_address(of), new_address(to, migrated=False)
    store = SqlStore(make_engine(source))
    store.append_evidence("org", [evidence(f"e{number}") for number in range(9)])
    with store.write() as connection:
        connection.execute(text("DELETE FROM evidence WHERE seq > 5"))
    store.close()
    restored(backed_up(source, tmp_path / "b.zip"), target)
    store = SqlStore(make_engine(target))
    store.append_evidence("org", [evidence("new")])
    with store.read() as connection:
        assert connection.execute(text("SELECT max(seq) FROM evidence")).scalar() == 10
    store.close()


def test_a_backup_while_others_write_is_of_one_moment_and_nothing_before_it_is_missing(
    store: SqlStore, tmp_path: Path
) -> None:
    with_organisation(store)
    store.put_student(STUDENT)
    address = store.engine.url.render_as_string(hide_password=False)
    committed: list[tuple[datetime, str]] = []
    stop, second = threading.Event(), threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            name = f"ev_{number}"
            pieces = [evidence(f"{name}#{position}", source=f"{name}#{position}") for position in range(3)]
            answers = [answer(name, position) for position in range(3)]
            store.add_evaluation(evaluation(name), answers, pieces, call=None, reply=None)
            committed.append((datetime.now(UTC), name))
            if number == 2:
                second.set()

    thread = threading.Thread(target=write)
    thread.start()
    try:
        assert second.wait(60)
        files = [backed_up(address, tmp_path / f"{number}.zip") for number in range(3)]
    finally:
        stop.set()
        thread.join()
    for file in files:
        with open_backup(file) as opened:
            opened.check()
            made_at = datetime.fromisoformat(opened.manifest.made_at)
            rows = {entry.name: (entry, list(opened.rows(entry))) for entry in opened.manifest.tables}
        kept = column(rows["evaluation"], "evaluation_id")
        expected = sorted(f"{name}#{position}" for name in kept for position in range(3))
        assert sorted(column(rows["evidence"], "source")) == expected
        assert len(column(rows["answer"], "position")) == 3 * len(kept)
        assert {name for at, name in committed if at < made_at} <= set(kept)
    assert len(kept) > 1


def column(entry_and_rows: tuple[Any, list[list[Any]]], name: str) -> list[Any]:
    """The values of a column."""
    entry, rows = entry_and_rows
    index = [each for each, _ in entry.columns].index(name)
    return [row[index] for row in rows]


# -- whole or nothing --------------------------------------------------------------------------------------


@pytest.fixture
def backup(new_address: Callable[..., str], tmp_path: Path) -> Path:
    """A backup with rows in every table."""
    address = new_address("sqlite")
    fill_every_table(address)
    return backed_up(address, tmp_path / "whole.zip")


def test_a_flipped_byte_is_noticed_wherever_it_is(backup: Path, tmp_path: Path) -> None:
    whole = backup.read_bytes()
    damaged = tmp_path / "damaged.zip"
    for place in [*range(0, len(whole), len(whole) // 90), *range(len(whole) - 90, len(whole), 3)]:
        damaged.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        with pytest.raises(BadBackup, match=r"damaged|cut off|is no backup|newer version|not 1"):
            checked(damaged)


def checked(file: Path) -> None:
    """Read a whole backup."""
    with open_backup(file) as opened:
        opened.check()


def test_a_backup_that_was_cut_off_is_refused(backup: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.zip"
    for length in (0, 10, 1_000, backup.stat().st_size - 1):
        cut.write_bytes(backup.read_bytes()[:length])
        with pytest.raises(BadBackup, match="is no backup, or was cut off"):
            checked(cut)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: [*lines[:2], lines[2].replace(b"hidden", b"public"), *lines[3:]], "table student, row 3"),
        (lambda lines: [*lines[:1], *lines[2:]], "table student, row 2"),
        (lambda lines: [lines[1], lines[0], *lines[2:]], "table student, row 1"),
        (lambda lines: lines[:-1], "table student, row 4: 4 rows were written, 3 are there"),
        (lambda lines: [*lines, lines[-1]], "table student, row 5"),
        (lambda lines: [*lines[:-1], lines[-1][:-1]], "table student, row 4"),
    ],
)
def test_the_first_row_that_does_not_hold_is_named(
    change: Callable[[list[bytes]], list[bytes]], said: str, new_address: Callable[..., str], tmp_path: Path
) -> None:
    """Also where the archive was packed anew, so that it is whole as an archive."""
    address = new_address("sqlite")
    store = SqlStore(make_engine(address))
    for number in range(4):
        store.put_student(replace(STUDENT, student_id=f"s{number}", name="hidden"))
    store.close()
    file = repacked(backed_up(address, tmp_path / "b.zip"), "tables/student.jsonl", change)
    with pytest.raises(BadBackup, match=said):
        checked(file)
    target = new_address("sqlite", migrated=False)
    with pytest.raises(BadBackup, match=said), closing_engine(target) as engine, open_backup(file) as opened:
        restore(engine, opened, keep=None)


@contextmanager
def closing_engine(address: str) -> Iterator[Any]:
    engine = make_engine(address)
    try:
        yield engine
    finally:
        engine.dispose()


def repacked(file: Path, member: str, change: Callable[[list[bytes]], list[bytes]]) -> Path:
    """A copy of an archive in which the lines of one member are changed."""
    copy = file.with_name(f"repacked-{file.name}")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(copy, "w") as new:
        for name in old.namelist():
            held = old.read(name)
            new.writestr(name, b"".join(change(held.splitlines(keepends=True))) if name == member else held)
        new.comment = old.comment
    return copy


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"revision": "9999"}, "A newer version made this backup"),
        ({"format_version": 2}, "has format 2, not 1"),
        ({"format_version": 3, "tables": {"of": "another form"}}, "has format 3, not 1"),
        ({"format": "another"}, "is none of ours"),
        ({"tables": []}, "The tables of the backup are not those of its revision"),
    ],
)
def test_a_backup_that_this_version_cannot_restore_is_refused_and_changes_nothing(
    backup: Path, changed: dict[str, object], said: str, new_address: Callable[..., str]
) -> None:
    def change(lines: list[bytes]) -> list[bytes]:
        return [json.dumps({**json.loads(b"".join(lines)), **changed}).encode()]

    file = repacked(backup, MANIFEST_MEMBER, change)
    target = new_address("sqlite", migrated=False)
    with pytest.raises(BadBackup, match=said), closing_engine(target) as engine, open_backup(file) as opened:
        restore(engine, opened, keep=None)
    with closing_engine(target) as engine:
        assert inspect(engine).get_table_names() == []


def test_a_database_that_holds_something_is_refused_unless_it_is_kept_first(
    kind_of_database: str, backup: Path, new_address: Callable[..., str], tmp_path: Path
) -> None:
    address = new_address(kind_of_database)
    store = SqlStore(make_engine(address))
    store.put_student(replace(STUDENT, name="earlier"))
    store.close()
    before = everything(address)
    with pytest.raises(DatabaseNotEmpty, match="is not empty"):
        restored(backup, address)
    assert everything(address) == before

    def keep(there: Snapshot) -> None:
        writing.write_backup(there, tmp_path / "kept.zip", made_at=NOW)

    restored(backup, address, keep=keep)
    assert everything(address) != before
    target = new_address(kind_of_database, migrated=False)
    restored(tmp_path / "kept.zip", target)
    assert everything(target) == before


def test_a_store_that_was_open_meanwhile_reads_and_writes_what_was_restored(
    store: SqlStore, new_address: Callable[..., str], tmp_path: Path
) -> None:
    source = new_address("sqlite")
    other = SqlStore(make_engine(source))
    other.put_student(replace(STUDENT, student_id="s2"))
    other.close()
    store.put_student(STUDENT)
    assert store.student("org", "s1") is not None
    restored(
        backed_up(source, tmp_path / "b.zip"),
        store.engine.url.render_as_string(hide_password=False),
        keep=lambda _: None,
    )
    assert (store.student("org", "s1"), store.student("org", "s2") is not None) == (None, True)
    store.put_student(STUDENT)
    assert store.student("org", "s1") == STUDENT
    assert store.ready()


def test_a_restore_that_is_interrupted_changes_nothing(
    kind_of_database: str, backup: Path, new_address: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = new_address(kind_of_database)
    store = SqlStore(make_engine(address))
    store.put_student(STUDENT)
    store.close()
    before = everything(address)
    rows = reading.BackupFile.rows

    def interrupted(self: reading.BackupFile, entry: Any) -> Iterator[list[Any]]:
        yield from rows(self, entry)
        if entry.name == "student":
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(reading.BackupFile, "check", lambda *_: None)
        patch.setattr(reading.BackupFile, "rows", interrupted)
        with pytest.raises(KeyboardInterrupt):
            restored(backup, address, keep=lambda _: None)
    assert everything(address) == before
    restored(backup, address, keep=lambda _: None)


def test_rows_that_the_database_does_not_give_back_are_noticed_before_anything_is_changed(
    backup: Path, new_address: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = new_address("sqlite", migrated=False)
    digest = Snapshot.digest
    monkeypatch.setattr(
        Snapshot, "digest", lambda self, shape: (0, "") if shape.name == "answer" else digest(self, shape)
    )
    with pytest.raises(BadBackup, match="Table answer does not come back from the database"):
        restored(backup, address)
    with closing_engine(address) as engine:
        assert inspect(engine).get_table_names() == []


@pytest.mark.exhaustive
def test_a_restore_that_is_killed_changes_nothing(backup: Path, new_address: Callable[..., str]) -> None:
    address = new_address("sqlite")
    store = SqlStore(make_engine(address))
    store.put_student(STUDENT)
    store.close()
    before = everything(address)
    program = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom core.store.copies import restoring\n"
        "from core.store.copies.reading import open_backup\nfrom core.store.database.engine import make_engine\n"
        "restoring._continue_counters = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "with open_backup(Path(sys.argv[1])) as opened:\n"
        "    restoring.restore(make_engine(sys.argv[2]), opened, keep=lambda _: None)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(backup), address], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    assert everything(address) == before


@pytest.mark.postgresql
def test_a_row_that_the_other_kind_of_database_cannot_hold_is_named(
    new_address: Callable[..., str], tmp_path: Path
) -> None:
    source, target = new_address("sqlite"), new_address("postgresql", migrated=False)
    store = SqlStore(make_engine(source))
    store.put_student(replace(STUDENT, student_id="s0"))
    store.put_student(replace(STUDENT, name="\x00"))
    store.close()
    with pytest.raises(BadBackup, match="Table student, row 2 holds the character NUL") as refused:
        restored(backed_up(source, tmp_path / "b.zip"), target)
    assert "restore it into a SQLite database" in refused.value.remedy("en")
    with closing_engine(target) as engine:
        assert inspect(engine).get_table_names() == []


# -- files -------------------------------------------------------------------------------------------------


def test_a_backup_and_its_folder_are_their_owners_alone(new_address: Callable[..., str], tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        file = backed_up(new_address("sqlite"), tmp_path / "backups" / "b.zip")
    finally:
        os.umask(before)
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert list(file.parent.iterdir()) == [file]


def test_a_backup_that_fails_leaves_nothing_and_overwrites_nothing(
    new_address: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, file = new_address("sqlite"), tmp_path / "folder" / "b.zip"

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(writing, "_put_digest", full)
        with pytest.raises(BackupFailed, match="cannot be written: No space left on device"):
            backed_up(address, file)
    assert list(file.parent.iterdir()) == []
    backed_up(address, file)
    with pytest.raises(BackupFailed, match="exists already"):
        backed_up(address, file)
    with pytest.raises(BackupFailed, match="cannot be written"):
        backed_up(address, file / "b.zip")


def test_a_database_that_is_not_there_is_not_made_by_a_backup(tmp_path: Path) -> None:
    with pytest.raises(NothingToBackUp, match=r"There is no database at sqlite:///.*none.db"):
        backed_up(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "b.zip")
    assert list(tmp_path.iterdir()) == []


def test_a_database_without_tables_has_nothing_to_back_up(empty_database: str, tmp_path: Path) -> None:
    make_engine(empty_database).dispose()
    with pytest.raises(NothingToBackUp, match="has no tables yet"):
        backed_up(empty_database, tmp_path / "b.zip")


def test_only_older_backups_of_the_same_database_are_deleted(tmp_path: Path) -> None:
    url = "sqlite:////srv/school.db"
    made = [new_file(tmp_path, url, NOW.replace(day=day)) for day in (1, 2, 3, 4)]
    before_migrating = new_file(tmp_path, url, NOW.replace(day=1), occasion="before-0031")
    stem = name_of_database(url)
    same_name = new_file(tmp_path, "sqlite:////home/school.db", NOW.replace(day=1))
    others = [
        same_name,
        *(tmp_path / name for name in ("school-20261101T020000Z.zip", "school.db", f"{stem}-notes.zip")),
    ]
    part, stale = tmp_path / f".{stem}-1.zip.0a.part", tmp_path / f".{stem}-0.zip.0b.part"
    for file in (*made, before_migrating, *others, part, stale):
        file.touch()
    os.utime(stale, (0, 0))
    delete_unfinished(tmp_path, url)
    assert delete_older(tmp_path, url, keep=2, spare=made[-1]) == [made[0], made[1]]
    assert set(tmp_path.iterdir()) == {made[2], made[3], before_migrating, *others, part}
    assert backups_of(tmp_path, url) == [before_migrating, *made[2:]]
    assert delete_older(tmp_path, url, keep=1, spare=made[2]) == [made[3]]
    assert new_file(tmp_path, url, NOW.replace(day=3)).name == f"{stem}-20261103T020000Z-1.zip"


def test_of_the_backups_before_one_migration_the_first_and_the_newest_stay(tmp_path: Path) -> None:
    url = "sqlite:////srv/school.db"

    def made(day: int, occasion: str) -> Path:
        file = new_file(tmp_path, url, NOW.replace(day=day), occasion=occasion)
        file.touch()
        return file

    first, again, third, newest = (made(day, "before-0031") for day in (1, 1, 2, 3))
    others = {made(day, occasion) for day in (1, 2, 4) for occasion in ("", "before-0030", "before-restore")}
    assert delete_between(tmp_path, url, occasion="before-0031") == [again, third]
    assert set(tmp_path.iterdir()) == {first, newest, *others}


def test_a_name_that_another_process_took_meanwhile_is_not_written_over(
    new_address: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "b.zip"
    monkeypatch.setattr(writing, "_put_digest", lambda _: file.write_text("another's"))
    with pytest.raises(BackupFailed, match="cannot be written: File exists"):
        backed_up(new_address("sqlite"), file)
    assert file.read_text() == "another's"
    monkeypatch.setattr(writing.os, "link", refuse_links)
    with pytest.raises(BackupFailed, match="cannot be written: File exists"):
        backed_up(new_address("sqlite"), tmp_path / "folder" / ".." / "b.zip")
    assert file.read_text() == "another's"


def refuse_links(*_: object) -> None:
    """As file systems without links do."""
    raise PermissionError(errno.EPERM, "Operation not permitted")


# -- revisions ---------------------------------------------------------------------------------------------

EARLIER = "0026"


def _downgrade(address: str, revision: str) -> None:
    with closing_engine(address) as engine, writer(engine).begin() as connection:
        settings = config()
        settings.attributes["connection"] = connection
        command.downgrade(settings, revision)


def revision_of(address: str) -> str | None:
    with closing_engine(address) as engine, engine.connect() as connection:
        return current_revision(connection)


def test_a_backup_of_an_earlier_revision_is_restored_and_brought_to_the_newest(
    kind_of_database: str, new_address: Callable[..., str], tmp_path: Path
) -> None:
    source = new_address(kind_of_database, migrated=False)
    with closing_engine(source) as engine, writer(engine).begin() as connection:
        raise_to(connection, EARLIER)
        connection.execute(text("INSERT INTO student VALUES ('org', 's1', '王', NULL, 7, NULL)"))
    file = backed_up(source, tmp_path / "b.zip")
    target = new_address(kind_of_database, migrated=False)
    restored(file, target)
    store = SqlStore(make_engine(target))
    assert store.ready()
    student = store.student("org", "s1")
    assert student is not None
    assert student.name == "王"
    store.close()


def test_a_database_that_is_used_is_backed_up_before_it_is_migrated_and_can_go_back(
    kind_of_database: str, new_address: Callable[..., str], tmp_path: Path
) -> None:
    address = new_address(kind_of_database)
    store = SqlStore(make_engine(address))
    store.put_student(STUDENT)
    store.close()
    _downgrade(address, EARLIER)
    settings = Settings(database_url=address, backups=str(tmp_path / "backups"), demo=False)
    migrate(settings)
    migrate(settings)
    (file,) = backups_of(tmp_path / "backups", address)
    assert file.name.endswith(f"-before-{newest_revision()}.zip")
    assert revision_of(address) == newest_revision()
    restored(file, address, keep=lambda _: None, migrate=False)
    assert revision_of(address) == EARLIER
    migrate(replace(settings, backup_before_migrating=False))
    assert revision_of(address) == newest_revision()
    assert backups_of(tmp_path / "backups", address) == [file]


def test_a_migration_without_its_backup_does_not_begin(new_address: Callable[..., str], tmp_path: Path) -> None:
    address = new_address("sqlite")
    store = SqlStore(make_engine(address))
    store.put_student(STUDENT)
    store.close()
    _downgrade(address, EARLIER)
    (tmp_path / "file").touch()
    with pytest.raises(BackupFailed, match=r"No backup before the migration: .* cannot be written") as refused:
        migrate(Settings(database_url=address, backups=str(tmp_path / "file"), demo=False))
    assert "The database was not changed" in refused.value.remedy("en")
    assert revision_of(address) == EARLIER


def test_an_unused_database_is_migrated_without_a_backup(new_address: Callable[..., str], tmp_path: Path) -> None:
    address = new_address("sqlite")
    _downgrade(address, EARLIER)
    migrate(Settings(database_url=address, backups=str(tmp_path / "backups"), demo=False))
    assert revision_of(address) == newest_revision()
    assert not (tmp_path / "backups").exists()


def test_a_database_of_a_newer_version_is_left_alone(
    kind_of_database: str, backup: Path, new_address: Callable[..., str], tmp_path: Path
) -> None:
    address = new_address(kind_of_database)
    with closing_engine(address) as engine, writer(engine).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Unavailable, match="revision 9999, which this version does not know"):
        backed_up(address, tmp_path / "b.zip")
    with pytest.raises(Unavailable, match="revision 9999"):
        restored(backup, address, keep=lambda _: None)
    with pytest.raises(Unavailable, match="revision 9999"):
        migrate(Settings(database_url=address, backups=str(tmp_path), demo=False))
    assert revision_of(address) == "9999"


def test_the_manifest_names_nobody(backup: Path) -> None:
    with zipfile.ZipFile(backup) as archive:
        manifest = archive.read(MANIFEST_MEMBER).decode()
    assert Manifest.model_validate_json(manifest).rows > 100
    assert TEXTS[0] not in manifest
