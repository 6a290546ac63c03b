"""The command line: what it makes, and one line instead of a traceback where it cannot."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from core.cli import main
from core.settings import Settings
from core.store.database.engine import make_engine
from core.store.sql import SqlStore
from core.wiring import migrate

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a database that is not there yet, and is not the default one."""
    url = f"sqlite:///{tmp_path / 'chosen.db'}"
    monkeypatch.setenv("WENLU_DATABASE_URL", f"sqlite:///{tmp_path / 'default.db'}")
    return url


def opened(url: str) -> SqlStore:
    """The store at an address."""
    return SqlStore(make_engine(url))


@pytest.mark.parametrize("before", [True, False])
def test_a_key_is_made_in_the_database_that_is_named_before_or_after_the_action(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], before: bool
) -> None:
    named, made = ["--database", database], ["create", "--organisation", "School"]
    assert main(["keys", *named, *made] if before else ["keys", *made, *named]) == 0
    assert capsys.readouterr().out.startswith("wl_")
    assert not (tmp_path / "default.db").exists()
    store = opened(database)
    assert [each.name for each in store.organisations()] == ["School"]
    store.close()
    assert main(["quota", *named, "show", "--organisation", "School"]) == 0


def test_a_command_closes_what_it_opened_also_where_it_fails(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[SqlStore] = []
    close = SqlStore.close

    def noted(store: SqlStore) -> None:
        closed.append(store)
        close(store)

    monkeypatch.setattr(SqlStore, "close", noted)
    assert main(["keys", "--database", database, "create", "--organisation", "School"]) == 0
    assert len(closed) == 1
    assert main(["keys", "--database", database, "list", "--organisation", "Nobody"]) == 1
    assert len(closed) == 2


def test_a_key_made_before_the_first_start_does_not_keep_the_demo_away(database: str) -> None:
    main(["keys", "--database", database, "create", "--organisation", "School"])
    for _ in range(2):
        migrate(Settings(database_url=database, demo=True, demo_class=False))
    store = opened(database)
    assert [each.name for each in store.organisations()] == ["School", "Wenlu demo"]
    demo = store.organisation_named("Wenlu demo")
    assert demo is not None
    assert [each.username for each in store.accounts(demo.organisation_id)] == ["admin", "student", "teacher"]
    store.close()


def account(database: str, password: str, *options: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """`wenlu accounts create` with the password on stdin."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{password}\n"))
    return main(["accounts", "--database", database, "create", "--organisation", "School", *options])


def test_an_account_is_made_and_can_sign_in(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("--username", "li", "--role", "student", "--name", "李明", "--student-id", "s-7")
    assert account(database, "correct horse", *asked, monkeypatch=monkeypatch) == 0
    store = opened(database)
    (made,) = store.accounts_named("li")
    assert (made.role, made.student_id, made.display_name) == ("student", "s-7", "李明")
    student = store.student(made.organisation_id, "s-7")
    assert student is not None
    assert student.name == "李明"
    store.close()
    assert account(database, "correct horse", *asked, monkeypatch=monkeypatch) == 1
    assert "'li' is taken" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("password", "options", "message"),
    [
        ("short", ["--role", "teacher"], "has 5 characters; at least 8"),
        ("correct horse", ["--role", "teacher", "--student-id", "s1"], "a teacher is no student"),
    ],
)
def test_an_account_of_no_use_is_refused(
    database: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    password: str,
    options: list[str],
    message: str,
) -> None:
    assert account(database, password, "--username", "li", *options, monkeypatch=monkeypatch) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("command", [["migrate"], ["keys", "list", "--organisation", "School"], ["nightly"]])
@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("foo", "'foo' is no database address"),
        ("", "'' is no database address"),
        ("mysql://user:hidden@host/name", "is no database address"),
        ("postgresql://nobody:hidden@127.0.0.1:1/name", "cannot be used"),
        ("sqlite:////dev/null/x.db", "cannot be made"),
        ("sqlite:////proc/x.db", "cannot be used"),
        (f"sqlite:///{Path(__file__)}", "file is not a database"),
    ],
)
def test_a_database_that_cannot_be_used_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str], url: str, message: str
) -> None:
    monkeypatch.setenv("WENLU_DATABASE_URL", url)
    assert main([*command, "--database", url]) == 1
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert "hidden" not in error
    assert "request id" not in error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["quota", "grant", "9" * 20, "--organisation", "School"], "is not a whole number from 1 to 2147483647"),
        (["quota", "grant", "0", "--organisation", "School"], "is not a whole number from 1"),
        (["quota", "plan", "--limit", "9" * 20, "--organisation", "School"], "is not a whole number from -1"),
        (["quota", "show", "--month", "garbage", "--organisation", "School"], "'garbage' is not a month YYYY-MM"),
        (["quota", "ledger", "--month", "2026-13"], "'2026-13' is not a month YYYY-MM"),
        (["keys", "create", "--organisation", ""], "'' is not a name of 1 to 128 characters"),
        (["keys", "create", "--organisation", " "], "' ' is not a name of 1 to 128 characters"),
        (["serve", "--port", "99999"], "'99999' is not a whole number from 1 to 65534"),
        (["api", "--workers", "0"], "'0' is not a whole number from 1 to 64"),
        (
            ["accounts", "create", "--username", "a b", "--role", "admin", "--organisation", "x"],
            "without white space or slash",
        ),
    ],
)
def test_an_option_of_no_use_is_named(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert message in capsys.readouterr().err


def test_the_doctor_says_what_is_wrong_with_the_address(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WENLU_DATABASE_URL", "foo")
    assert main(["doctor", "--database", "foo"]) == 1
    assert "WRONG database: 'foo' is no database address" in capsys.readouterr().out


def test_help_does_not_wait_for_the_database_libraries() -> None:
    program = (
        "import sys; from core.cli import build_parser; build_parser(); "
        "print([name for name in ('sqlalchemy', 'fastapi', 'streamlit', 'networkx') if name in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"


def test_one_name_asked_for_at_once_becomes_one_organisation(database: str) -> None:
    migrate(Settings(database_url=database, demo=False))
    codes: list[int] = []

    def make() -> None:
        codes.append(main(["keys", "--database", database, "create", "--organisation", "School"]))

    threads = [threading.Thread(target=make) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store = opened(database)
    assert codes == [0] * 6
    assert len(store.organisations()) == 1
    store.close()
