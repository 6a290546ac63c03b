"""The table of statements: every row holds on SQLite and on PostgreSQL, and the table says something of everything."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from core.api.endpoints import ENDPOINTS, GRAMMAR_TEXT
from evaluation.service.postgresql import migrated_database
from evaluation.service.sqlite import migrated_file
from tests.contract.language import ALL, CODES, EACH, must_hold
from tests.contract.school import School
from tests.contract.table import EVERYWHERE, Row, rows
from tests.http.service import IN_MEMORY

pytestmark = pytest.mark.timeout(900)
"""The first row waits for the school's script, which takes minutes on a machine that has other work."""
LEAST_ROWS = 700
LEAST_OF_AN_OPERATION = 10
OPERATIONS = {endpoint.operation for endpoint in ENDPOINTS} | {GRAMMAR_TEXT.operation, "uploadfile", "token"}
STATUSES = (400, 401, 403, 404, 405, 413, 429, 500)


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def school(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[School]:
    """The scripted school, once on each database."""

    def file() -> str:
        return migrated_file(tmp_path_factory.mktemp("contract") / "wenlu.db")

    if request.param == "sqlite":
        made = School(lambda: IN_MEMORY, file)
    else:
        server = request.getfixturevalue("postgresql")
        made = School(lambda: migrated_database(server), file)
    yield made
    made.close()


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.id)
def test_the_statement_holds(row: Row, school: School) -> None:
    check(row, school)


def check(row: Row, school: School) -> None:
    """Raise `AssertionError` unless the row holds."""
    if row.function is None:
        must_hold(row.check, school.looked_at(row.look), school.looked_at)
    else:
        name, arguments = row.function
        function_of(row, name)(school, *arguments)


def function_of(row: Row, name: str) -> Callable[..., None]:
    """The function of a row's part."""
    found: Callable[..., None] = getattr(import_module(f"tests.contract.checks.{row.part}"), name)
    return found


# -- the table ---------------------------------------------------------------------------------------------


def test_there_are_enough_rows_and_no_two_say_the_same() -> None:
    assert len(rows()) >= LEAST_ROWS
    for same in (lambda row: row.id, lambda row: (row.endpoint, row.look, row.check, row.statement)):
        twice = [key for key, count in Counter(map(same, rows())).items() if count > 1]
        assert twice == []


def test_every_operation_has_rows() -> None:
    counted = Counter(row.endpoint for row in rows())
    assert set(counted) - {EVERYWHERE} == OPERATIONS
    assert {
        operation: counted[operation] for operation in OPERATIONS if counted[operation] < LEAST_OF_AN_OPERATION
    } == {}


@pytest.mark.parametrize("code", [*STATUSES, *CODES])
def test_every_code_of_the_contract_has_rows(code: int) -> None:
    detailed = {str(each) for each, status in CODES.items() if code in (each, status)} | {str(code)}
    functions = "".join(file.read_text(encoding="utf-8") for file in (Path(__file__).parent / "checks").glob("*.py"))
    refused = {row.check.split()[1] for row in rows() if row.check.startswith("refused ")}
    assert detailed & (refused | set(re.findall(r"must_refuse\(.*?, (\d+)", functions)))


def test_every_row_names_document_and_heading_and_a_check_that_exists() -> None:
    for row in rows():
        assert row.source.startswith(("interface: ", "decisions: ")), row
        assert row.statement, row
        if row.function is not None:
            assert callable(function_of(row, row.function[0])), row
        elif row.check.split()[0] not in ("answered", "refused"):
            assert row.check.split()[1] in {*EACH, *ALL}, row


def test_every_function_is_used() -> None:
    used = {(row.part, row.function[0]) for row in rows() if row.function}
    for part in sorted({row.part for row in rows()}):
        module = import_module(f"tests.contract.checks.{part}")
        functions = {
            name
            for name, value in vars(module).items()
            if getattr(value, "__module__", "") == module.__name__ and "school" in getattr(value, "__annotations__", {})
        }
        public = {name for name in functions if not name.startswith("_")}
        assert {name for name in public if value_is_check(module, name)} == {
            name for file, name in used if file == part
        }


def value_is_check(module: object, name: str) -> bool:
    """Whether a function checks something: it gives nothing back."""
    found: object = getattr(module, name).__annotations__.get("return")
    return found == "None"
