"""The direction of imports inside the house, by a walk over the syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx

ROOT = Path(__file__).resolve().parent.parent

ROWS: tuple[tuple[str, ...], ...] = (
    ("errors", "wire", "arrays"),
    ("records",),
    ("ports", "settings", "logs"),
    ("tables",),
    ("language",),
    ("learning",),
    ("questions", "answers", "speech", "essays", "texts", "portrait", "plan", "knowledge", "words"),
    ("access",),
    ("store",),
    ("models",),
    ("backends",),
    ("api",),
    ("demo",),
    ("wiring",),
    ("web",),
    ("jobs",),
    ("commands",),
    ("cli",),
)
"""Lowest first: a module may import from rows above its own in this list, and from its own folder."""

ROW_OF = {name: place for place, names in enumerate(ROWS) for name in names}
CAPABILITIES = ROWS[6]
ROWS_THAT_PAGES_MAY_SEE = (
    "core.tables",
    "core.learning.days",
    "core.access.demo",
    "core.records.printed",
    "core.plan.day.slots",
)
"""Frozen rows, the blocks of a document, the school's calendar and its slots: facts to draw, nothing that acts (decision of 2026-11-21)."""

ONLY_IN = {
    "fastapi": ("core/web/",),
    "starlette": ("core/web/", "app.py", "frame/"),
    "sqlmodel": ("core/store/",),
    "sqlalchemy": ("core/store/",),
    "alembic": ("core/store/",),
    "jieba": ("core/backends/",),
    "pypinyin": ("core/backends/",),
    "opencc": ("core/backends/",),
    "onnxruntime": ("core/models/", "core/backends/sherpa.py"),
    "docx": ("core/backends/word_documents.py",),
    "httpx": ("core/backends/chat.py", "core/backends/outgoing.py", "core/backends/platforms.py"),
    "openpyxl": ("core/backends/spreadsheets.py",),
    "reportlab": ("core/backends/pdf.py", "core/backends/pdf_cards.py", "core/backends/pdf_drawings.py"),
    "fontTools": ("core/backends/fonts.py",),
    "genanki": ("core/questions/formats/anki.py", "core/questions/formats/anki_words.py"),
    "defusedxml": ("core/questions/formats/",),
    "fsrs": ("core/learning/memory.py",),
    "icalendar": ("core/plan/calendar.py",),
    "streamlit": ("app.py", "frame/", "pages/"),
}
"""Where an outside package may be imported, tests and benchmarks apart."""


def modules() -> Iterator[Path]:
    """All Python files of the product."""
    yield ROOT / "app.py"
    for folder in ("core", "frame", "pages"):
        yield from sorted((ROOT / folder).rglob("*.py"))


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Dotted names that a file imports."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_core_modules_import_only_from_the_rows_above_them() -> None:
    wrong = []
    for path in sorted((ROOT / "core").rglob("*.py")):
        own = path.relative_to(ROOT / "core").with_suffix("").parts[0]
        if own == "__init__":
            continue
        for name in imported(path):
            parts = name.split(".")
            if parts[0] != "core" or len(parts) < 2 or parts[1] == own:
                continue
            if parts[1] in ROW_OF and ROW_OF[parts[1]] > ROW_OF[own]:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == []


def test_capabilities_never_import_one_another() -> None:
    wrong = []
    for capability in CAPABILITIES:
        for path in sorted((ROOT / "core" / capability).rglob("*.py")):
            for name in imported(path):
                other = name.split(".")[1] if name.startswith("core.") else ""
                if other in CAPABILITIES and other != capability:
                    wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == []


def test_an_outside_package_is_imported_only_where_it_may_be() -> None:
    wrong = []
    for path in modules():
        where = str(path.relative_to(ROOT))
        for package in {name.split(".")[0] for name in imported(path)} & ONLY_IN.keys():
            if not where.startswith(ONLY_IN[package]):
                wrong.append(f"{where} imports {package}")
    assert wrong == []


def test_pages_see_the_core_through_its_facade_only() -> None:
    allowed = (
        "core.api", "core.errors", "core.wiring", "core.wire", "core.arrays", "core.records",
        "core.web", *ROWS_THAT_PAGES_MAY_SEE,
    )  # fmt: skip
    wrong = []
    for folder in ("pages", "frame"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for name in imported(path):
                if name.startswith("core.") and not name.startswith(allowed) and ".wire" not in name:
                    wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == []


def test_every_core_module_has_a_row() -> None:
    found = {path.stem if path.suffix == ".py" else path.name for path in (ROOT / "core").iterdir()}
    assert found - {"__init__", "__pycache__", "_bundle", "README.md"} <= set(ROW_OF)


def test_tests_benchmarks_and_training_share_evaluation_and_import_nothing_of_one_another() -> None:
    may = {
        "core": {"core"},
        "frame": {"core", "pages", "frame"},
        "pages": {"core", "pages"},
        "evaluation": {"core", "evaluation"},
        "tests": {"core", "frame", "pages", "evaluation", "tests"},
        "benchmarks": {"core", "frame", "pages", "evaluation", "benchmarks"},
        "training": {"core", "evaluation", "training"},
    }
    wrong = []
    for folder, allowed in may.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            others = {name.split(".")[0] for name in imported(path)} & (may.keys() - allowed)
            wrong += [f"{path.relative_to(ROOT)} imports {other}" for other in sorted(others)]
    assert wrong == []


def test_pages_and_frame_reach_the_store_through_the_facade() -> None:
    """`core.store` is the facade's own: a page that used it would pass by what the facade checks."""
    wrong = []
    for folder in ("pages", "frame"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and node.attr in ("store", "_store"):
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert wrong == []


def test_no_modules_import_one_another_in_a_circle() -> None:
    """Imports inside functions count: a circle that is put off is one all the same."""
    paths = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for folder in ("core", "frame", "pages", "evaluation", "benchmarks", "training", "tests")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }
    graph = nx.DiGraph()
    for module, path in paths.items():
        modules_named = {name for name in imported(path) if name in paths} - {module}
        graph.add_edges_from((module, name) for name in modules_named if not _is_package_of(name, modules_named))
    assert [sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1] == []


def _is_package_of(name: str, modules_named: set[str]) -> bool:
    """Whether a package is named only to take a module out of it: `from core.essays import edits`."""
    return any(other.startswith(f"{name}.") for other in modules_named)
