"""wenlu people import and wenlu organisation address."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.cli import main
from core.store.database.engine import make_engine
from core.store.sql import SqlStore

ROWS = "学号,姓名,班级\n1,王小明,一班\n2,=x,一班\n"


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The address of a database with a school."""
    address = f"sqlite:///{tmp_path / 'wenlu.db'}"
    assert main(["keys", "--database", address, "create", "--organisation", "蓝天"]) == 0
    return address


def bring_in(database: str, tmp_path: Path, *options: str) -> int:
    (tmp_path / "list.csv").write_text(ROWS, encoding="gb18030")
    return main(
        ["people", "--database", database, "import", str(tmp_path / "list.csv"), "--organisation", "蓝天", *options]
    )


def students(database: str) -> list[str]:
    store = SqlStore(make_engine(database))
    organisation = store.organisation_named("蓝天")
    assert organisation is not None
    found = [each.name for each in store.students(organisation.organisation_id)]
    store.close()
    return found


def test_a_list_is_brought_in_from_a_file(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bring_in(database, tmp_path, "--dry-run", "--make-classes") == 0
    assert "row 3, 姓名: This begins like a formula" in capsys.readouterr().out
    assert bring_in(database, tmp_path, "--make-classes") == 1
    assert students(database) == []
    assert bring_in(database, tmp_path, "--leave-out-faulty") == 0
    assert "There is no class '一班' (1 rows are left out)" in capsys.readouterr().out
    assert students(database) == []
    assert bring_in(database, tmp_path, "--leave-out-faulty", "--make-classes") == 0
    assert students(database) == ["王小明"]
    capsys.readouterr()
    assert bring_in(database, tmp_path, "--leave-out-faulty", "--make-classes") == 0
    assert "0 new, 0 changed, 1 same, 0 question, 1 fault\nNothing had to be written." in capsys.readouterr().out


def test_what_is_not_there_is_said(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bring_in(database, tmp_path, "--class", "九班") == 1
    assert "There is no class '九班'" in capsys.readouterr().err
    nothing = ["people", "--database", database, "import", str(tmp_path / "no.csv"), "--organisation", "蓝天"]
    assert main(nothing) == 1
    assert "'no.csv' cannot be read" in capsys.readouterr().err


def test_a_school_gets_a_short_name(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["organisation", "--database", database, "address", "蓝天", "Lan tian"]) == 1
    assert "not 2 to 32 of a-z" in capsys.readouterr().err
    assert main(["organisation", "--database", database, "address", "蓝天", "lantian"]) == 0
    store = SqlStore(make_engine(database))
    found = store.organisation_at("lantian")
    store.close()
    assert found is not None
    assert found.name == "蓝天"
