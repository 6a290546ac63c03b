"""What is generated of the clients is what the OpenAPI documents say now."""

from __future__ import annotations

import ast
import json
import sys

from clients.generate.__main__ import files, stale
from clients.generate.model import ROOT, Operation, read


def test_writing_the_clients_anew_changes_nothing() -> None:
    made = files()
    different = [
        path.relative_to(ROOT).as_posix()
        for path, text in made.items()
        if not path.is_file() or path.read_bytes() != text.encode()
    ]
    assert not different, "run `python -m clients.generate`"
    assert not stale(made)


def test_every_operation_has_a_vector_of_each_kind() -> None:
    files = {path.stem: json.loads(path.read_text("utf-8")) for path in (ROOT / "clients" / "vectors").glob("*.json")}
    operations = {operation.name: operation for operation in read().operations}
    assert files.keys() == operations.keys() | {"client"}
    common = {"ok", "ok_with_the_least", "ok_of_a_newer_service", "bad_request", "rate_limited_then_ok", "timed_out"}
    for name, operation in operations.items():
        kinds = {vector["name"].removeprefix(f"{name}.") for vector in files[name]}
        refused = "unauthorized" if operation.authentication == "none" else "unauthorized_then_renewed"
        failed = {"server_error_then_ok", "dropped_then_ok"} if operation.repeatable else {"server_error", "dropped"}
        assert common | {refused} | failed <= kinds, name


def test_every_operation_can_be_sent_again() -> None:
    """A new POST that the service does not recognise by its key is never sent twice; the clients' documents then must say so."""

    def sent_once(operation: Operation) -> bool:
        return not operation.repeatable

    assert [operation.name for operation in read().operations if sent_once(operation)] == []


def test_clients_and_their_generator_need_the_standard_library_alone() -> None:
    imported = {
        name
        for path in (ROOT / "clients").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in _imported(node)
    }
    assert imported - sys.stdlib_module_names <= {"clients"}


def _imported(node: ast.AST) -> list[str]:
    """Top names that a statement imports; none of a relative one."""
    if isinstance(node, ast.Import):
        return [each.name.partition(".")[0] for each in node.names]
    if isinstance(node, ast.ImportFrom) and not node.level:
        return [str(node.module).partition(".")[0]]
    return []
