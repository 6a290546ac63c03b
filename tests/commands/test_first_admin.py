"""wenlu first-admin, and the line by which a server without anybody says so."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from core.cli import main
from core.commands.first_admin import suggest_first_admin
from core.store.database.engine import make_engine
from core.store.sql import SqlStore
from core.wiring import shared_core

SCHOOL = "Lantian School"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a database that is not there yet."""
    url = f"sqlite:///{tmp_path / 'wenlu.db'}"
    monkeypatch.setenv("WENLU_DATABASE_URL", url)
    return url


def test_the_link_and_the_code_that_are_printed_let_the_administrator_in(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--organisation", SCHOOL, "--username", "head", "--site", "https://wenlu.example/"]
    assert main(["first-admin", *asked]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"https://wenlu\.example/\?school=[a-z0-9-]+&user=head\n", printed)
    code = re.search(r"one-time code: (\S+)", printed)
    assert code is not None
    core = shared_core.__wrapped__()
    assert core.access.people.sign_in("head", code[1]).account.role == "admin"
    core.store.close()


def test_a_second_first_administrator_is_refused_in_one_line(
    database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("correct horse battery\n"))
    assert main(["accounts", "create", "--organisation", SCHOOL, "--username", "head", "--role", "admin"]) == 0
    assert main(["first-admin", "--organisation", SCHOOL]) == 1
    error = capsys.readouterr().err
    assert "has an administrator already" in error
    assert "wenlu accounts password --organisation 'Lantian School' --username NAME" in error
    assert error.count("\n") == 1


def test_a_school_that_was_not_there_is_called_new_so_that_a_mistyped_name_is_seen(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, new in ((SCHOOL, True), (SCHOOL, False), ("Lantain School", True)):
        assert main(["first-admin", "--organisation", name]) == 0
        assert (f"A new school: {name}" in capsys.readouterr().out) is new


@pytest.mark.parametrize("site", ["wenlu.example", "ftp://wenlu.example", "https://wenlu.example/path", "https://a@b"])
def test_what_is_no_address_of_a_server_is_refused(
    database: str, capsys: pytest.CaptureFixture[str], site: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["first-admin", "--organisation", SCHOOL, "--site", site])
    assert "is not an address such as" in capsys.readouterr().err


def test_a_server_that_nobody_can_sign_in_to_says_what_to_do_until_somebody_can(
    database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WENLU_DEMO", "0")
    assert main(["migrate"]) == 0
    capsys.readouterr()
    suggest_first_admin()
    assert "wenlu first-admin --organisation NAME" in capsys.readouterr().out
    assert main(["first-admin", "--organisation", SCHOOL]) == 0
    capsys.readouterr()
    suggest_first_admin()
    assert capsys.readouterr().out == ""


def test_where_the_demo_is_open_nothing_is_suggested(
    database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WENLU_DEMO", "1")
    SqlStore(make_engine(database)).close()
    suggest_first_admin()
    assert capsys.readouterr().out == ""
