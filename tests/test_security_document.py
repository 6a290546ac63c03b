"""docs/security.md names a test for every promise; those tests exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def test_every_test_that_the_threat_model_names_exists() -> None:
    missing = []
    for file, name in NAMED.findall((ROOT / "docs" / "security.md").read_text(encoding="utf-8")):
        path = ROOT / file
        if not path.exists() or (name and name not in _functions(path)):
            missing.append(f"{file}::{name}")
    assert missing == []


def test_every_promise_names_its_test() -> None:
    rows = [
        line
        for line in (ROOT / "docs" / "security.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and not line.startswith(("| threat", "|---"))
    ]
    assert [row for row in rows if not NAMED.search(row)] == []


def _functions(path: Path) -> set[str]:
    return {
        node.name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)
    }
