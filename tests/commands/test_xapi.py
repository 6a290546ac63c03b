"""wenlu xapi."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.backends.outgoing import Outgoing
from core.cli import main
from core.records.evidence import Evidence
from core.records.students import Student
from core.store.database.engine import make_engine
from core.store.sql import SqlStore
from tests.access.xapi.record_store_double import ENDPOINT, PASSWORD, USER, RecordStoreDouble, status

SITE = "https://wenlu.school.test"


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of a database with a school, a student of which played two lessons on 24 November 2026."""
    address = f"sqlite:///{tmp_path / 'wenlu.db'}"
    assert main(["keys", "--database", address, "create", "--organisation", "蓝天"]) == 0
    store = SqlStore(make_engine(address))
    organisation = store.organisation_named("蓝天")
    assert organisation is not None
    at = datetime(2026, 11, 24, 2, tzinfo=UTC)
    store.put_student(Student(organisation.organisation_id, "s1", "王小明", None, at))
    pieces = [
        Evidence("s1", "lesson", "indicator", "D14", 2.0, 1.0, f"l{number}", at, f"lesson:{number}")
        for number in (1, 2)
    ]
    store.append_evidence(organisation.organisation_id, pieces, at=at)
    store.close()
    (tmp_path / "password").write_text(f"{PASSWORD}\n", encoding="utf-8-sig")  # as an editor of Windows writes it
    return address


@pytest.fixture
def double(monkeypatch: pytest.MonkeyPatch) -> RecordStoreDouble:
    """The record store that is reached from here."""
    made = RecordStoreDouble()
    outgoing = Outgoing("The record store", transport=made.transport, sleep=made.waits.append)
    monkeypatch.setattr("core.backends.record_store.Outgoing", lambda name: outgoing)
    return made


def xapi(database: str, action: str, *more: str) -> int:
    return main(["xapi", "--database", database, action, "--organisation", "蓝天", *more])


def register(database: str, tmp_path: Path, *more: str) -> int:
    given = ["--endpoint", ENDPOINT, "--user", USER, "--password-file", str(tmp_path / "password"), "--site", SITE]
    return xapi(database, "register", *given, *more)


def test_statements_are_written_into_a_new_file_one_a_line(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = tmp_path / "statements.jsonl"
    assert (
        xapi(database, "export", "--to", str(to), "--site", SITE, "--since", "2026-11-24", "--until", "2026-11-24") == 0
    )
    assert capsys.readouterr().out.endswith("statements.jsonl: 2 statements.\n")
    lines = [json.loads(line) for line in to.read_text(encoding="utf-8").splitlines()]
    assert [each["object"]["id"] for each in lines] == [f"{SITE}/xapi/lessons/l1", f"{SITE}/xapi/lessons/l2"]
    assert to.stat().st_mode & 0o077 == 0
    assert xapi(database, "export", "--to", str(to)) == 1
    assert "'statements.jsonl' exists already" in capsys.readouterr().err
    other = tmp_path / "ids.jsonl"
    assert xapi(database, "export", "--to", str(other), "--names", "student-ids", "--since", "2026-11-25") == 0
    assert other.read_text(encoding="utf-8") == ""
    assert xapi(database, "export", "--to", str(tmp_path / "x"), "--since", "2026-11-25", "--until", "2026-11-24") == 1
    assert "is before 2026-11-25" in capsys.readouterr().err
    assert xapi(database, "export", "--to", str(tmp_path / "no" / "x")) == 1
    assert "'x' cannot be written" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        xapi(database, "export", "--to", str(tmp_path / "x"), "--until", "9999-12-31")
    assert "is not a day of the years 1970 to 9998" in capsys.readouterr().err
    assert main(["audit", "--database", database]) == 0
    assert capsys.readouterr().out.count("records_exported") == 2  # those that took something out


def test_half_a_file_is_taken_away(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(*_: object, **__: object) -> Iterator[dict[str, str]]:
        yield {"id": "1"}
        raise RuntimeError("gone")

    monkeypatch.setattr("core.api.learning_records.LearningRecords.statements", broken_off)
    with pytest.raises(RuntimeError, match="gone"):
        xapi(database, "export", "--to", str(tmp_path / "x"))
    assert not (tmp_path / "x").exists()


def test_real_ids_are_given_where_they_are_asked_for_alone(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], double: RecordStoreDouble
) -> None:
    assert register(database, tmp_path, "--names", "student-ids") == 0
    assert register(database, tmp_path) == 0
    assert capsys.readouterr().out.count("named by their ids") == 2
    to = tmp_path / "statements.jsonl"
    assert xapi(database, "export", "--to", str(to)) == 0
    assert '"name":"s1"' not in to.read_text(encoding="utf-8")
    capsys.readouterr()
    assert xapi(database, "actor", "--student", "s1") == 0
    assert json.loads(capsys.readouterr().out)["account"]["name"] == "s1"
    assert register(database, tmp_path, "--endpoint", "https://other.test") == 0
    assert "named by pseudonyms" in capsys.readouterr().out


def test_a_store_is_registered_sent_to_and_forgotten(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], double: RecordStoreDouble
) -> None:
    assert xapi(database, "status") == 1
    assert "nothing is sent anywhere" in capsys.readouterr().out
    assert xapi(database, "send") == 1
    assert "No record store is registered" in capsys.readouterr().err
    assert register(database, tmp_path, "--everything") == 0
    assert "named by pseudonyms, never by names" in capsys.readouterr().out
    double.failures = [status(503)] * 3
    assert xapi(database, "send") == 1
    assert "The record store answered 503." in capsys.readouterr().err
    assert xapi(database, "status") == 0
    assert "The last try broke off: The record store answered 503." in capsys.readouterr().out
    assert xapi(database, "send") == 0
    assert capsys.readouterr().out == "2 statements sent, 0 refused by the store.\n"
    assert xapi(database, "status") == 0
    told = capsys.readouterr()
    assert "2 statements sent, 0 refused by the store, last tried" in told.out
    assert PASSWORD not in told.out + told.err
    assert xapi(database, "actor", "--student", "s1") == 0
    assert json.loads(capsys.readouterr().out) == next(iter(double.kept.values()))["actor"]
    assert xapi(database, "forget") == 0
    assert xapi(database, "forget") == 1


def test_the_password_is_no_option_and_can_be_piped(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit):
        register(database, tmp_path, "--password", "x")
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    assert xapi(database, "register", "--endpoint", ENDPOINT, "--user", USER, "--site", SITE) == 0
    store = SqlStore(make_engine(database))
    organisation = store.organisation_named("蓝天")
    assert organisation is not None
    registered = store.record_store(organisation.organisation_id)
    store.close()
    assert registered is not None
    assert (registered.password, registered.watermark) == (PASSWORD, 2)


def test_what_cannot_be_registered_is_refused(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert xapi(database, "register", "--endpoint", "http://lrs.test", "--user", USER) == 1
    assert "neither https nor on this machine" in capsys.readouterr().err
    assert xapi(database, "register", "--endpoint", ENDPOINT, "--user", USER) == 1
    assert "such as https://wenlu.example" in capsys.readouterr().err
    assert register(database, tmp_path, "--user", "a:b") == 1
    assert "has no colon" in capsys.readouterr().err
    missing = ["xapi", "--database", database, "status", "--organisation", "红星"]
    assert main(missing) == 1
    assert "There is no organisation" in capsys.readouterr().err
