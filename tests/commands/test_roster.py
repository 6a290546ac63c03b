"""wenlu roster pull."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

import pytest

from core.backends.outgoing import Outgoing
from core.cli import build_parser, main
from core.commands import roster
from core.commands.opened import run_and_close
from core.errors import BadParameter, NotFound, OtherServiceFailed
from core.store.database.engine import make_engine
from core.store.sql import SqlStore
from tests.access.roster.oneroster_double import CLIENT, ENDPOINT, SECRET, OneRosterDouble, cut_off


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a database with a school, which commands that are called by themselves find too."""
    address = f"sqlite:///{tmp_path / 'wenlu.db'}"
    assert main(["keys", "--database", address, "create", "--organisation", "蓝天"]) == 0
    monkeypatch.setenv("WENLU_DATABASE_URL", address)
    monkeypatch.setattr("core.commands.roster.day_of", lambda _: date(2026, 11, 24))  # before the double's terms end
    (tmp_path / "secret").write_text(f"{SECRET}\n", encoding="utf-8")
    return address


def options(tmp_path: Path, *more: str) -> argparse.Namespace:
    given = ["roster", "pull", "--organisation", "蓝天", "--endpoint", ENDPOINT, "--client-id", CLIENT]
    return build_parser().parse_args([*given, "--secret-file", str(tmp_path / "secret"), *more])


def pull(options: argparse.Namespace, *, outgoing: Outgoing) -> int:
    """The command over a network of the test's, as `main` runs commands."""
    return run_and_close(lambda: roster.pull(options, outgoing=outgoing))


def names(database: str) -> list[str]:
    store = SqlStore(make_engine(database))
    organisation = store.organisation_named("蓝天")
    assert organisation is not None
    found = [each.name for each in store.students(organisation.organisation_id)]
    store.close()
    return sorted(found)


def test_it_says_what_would_change_and_writes_only_where_that_is_asked_for(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    double = OneRosterDouble()
    assert pull(options(tmp_path), outgoing=double.outgoing) == 0
    told = capsys.readouterr().out
    assert "1 classes whose terms are over are passed over." in told
    assert "There is no class '三年级1班' (3 rows are left out); --make-classes makes it." in told
    assert "Nothing is written: this says what would be. Give --apply to write it." in told
    assert pull(options(tmp_path, "--make-classes"), outgoing=double.outgoing) == 0
    assert "3 new, 0 changed, 0 same" in capsys.readouterr().out
    assert names(database) == []
    assert pull(options(tmp_path, "--make-classes", "--apply"), outgoing=double.outgoing) == 0
    assert "Written." in capsys.readouterr().out
    assert names(database) == ["张红", "王小明"]
    assert pull(options(tmp_path, "--make-classes", "--apply"), outgoing=double.outgoing) == 0
    assert "0 new, 0 changed, 3 same, 0 question, 0 fault\nNothing had to be written." in capsys.readouterr().out
    double.collections["users"][1]["givenName"] = "大明"
    assert pull(options(tmp_path, "--apply"), outgoing=double.outgoing) == 0
    assert "users 2, 王大明: renamed: 王小明 → 王大明" in capsys.readouterr().out
    assert names(database) == ["张红", "王大明"]


def test_rows_with_faults_keep_the_others_back_unless_they_are_left_out(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    double = OneRosterDouble()
    double.collections["users"][2]["familyName"] = "=张"
    assert pull(options(tmp_path, "--make-classes", "--apply"), outgoing=double.outgoing) == 1
    assert "users 3, familyName: This begins like a formula" in capsys.readouterr().out
    assert names(database) == []
    assert pull(options(tmp_path, "--make-classes", "--apply", "--leave-out-faulty"), outgoing=double.outgoing) == 0
    assert names(database) == ["王小明"]


def test_what_a_server_says_stays_in_one_line_of_the_terminal(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    double = OneRosterDouble()
    double.collections["enrollments"][1]["user"]["sourcedId"] = "s9\x1b[2J\nWritten."
    assert pull(options(tmp_path, "--make-classes"), outgoing=double.outgoing) == 0
    told = capsys.readouterr().out
    assert "“s9 [2J Written.” is in nothing that the server gives." in told
    assert "\x1b" not in told
    double.collections["orgs"][0]["name"] = "\x1b]0;x\x07"
    with pytest.raises(NotFound) as failure:
        pull(options(tmp_path, "--school", "红星"), outgoing=double.outgoing)
    assert failure.value.remedy("en").isprintable()


def test_a_server_that_breaks_off_leaves_everything_as_it_was(database: str, tmp_path: Path) -> None:
    double = OneRosterDouble()
    double.collections["enrollments"] = [{"sourcedId": "e1", "user": 5}]
    with pytest.raises(BadParameter, match="enrollments, row 1: user"):
        pull(options(tmp_path, "--make-classes", "--apply"), outgoing=double.outgoing)
    double = OneRosterDouble()
    double.failures = [*[None] * 8, cut_off, cut_off, cut_off]
    with pytest.raises(OtherServiceFailed, match="could not be reached, or broke off"):
        pull(options(tmp_path, "--make-classes", "--apply"), outgoing=double.outgoing)
    assert names(database) == []


def test_the_secret_is_no_option_and_is_printed_nowhere(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit):
        options(tmp_path, "--secret", "x")
    capsys.readouterr()
    double = OneRosterDouble()
    assert pull(options(tmp_path), outgoing=double.outgoing) == 0
    told = capsys.readouterr()
    assert SECRET not in told.out + told.err
    (tmp_path / "secret").write_text("", encoding="utf-8")
    with pytest.raises(BadParameter, match="holds no secret"):
        pull(options(tmp_path), outgoing=double.outgoing)
    arguments = ["roster", "pull", "--organisation", "蓝天", "--client-id", CLIENT]
    assert main([*arguments, "--endpoint", "http://sis.test/v1p1"]) == 1
    assert "neither https nor on this machine" in capsys.readouterr().err
    assert main([*arguments, "--endpoint", ENDPOINT, "--secret-file", str(tmp_path / "none")]) == 1
    assert "'none' cannot be read" in capsys.readouterr().err
