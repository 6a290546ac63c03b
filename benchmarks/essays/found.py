"""Writes `data/essay_found.toml`: how many of the errors in free writing the embedded engine finds, as the page of a review quotes it.

    uv run python -m benchmarks.essays.found

measures and writes it alone; `uv run python -m benchmarks essay` writes it too.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.essays.engine import Engine
from core.tables.essays.found import essay_found
from core.wiring import in_memory_core
from evaluation.essays.found import FOUND, found_toml
from evaluation.essays.sets import yaclc
from evaluation.essays.told import Told, measured


def write_found(sentences: Sequence[Told]) -> None:
    """Write the file and read it as the service does."""
    FOUND.write_text(found_toml(sentences), encoding="utf-8")
    essay_found(FOUND)


def main() -> None:
    """Measure the embedded engine and write the file."""
    engine = Engine(in_memory_core().essays.evaluator)
    rows = yaclc(scored=True)
    write_found(measured(rows, lambda text: [(edit.start, edit.end, edit.replacement) for edit in engine.edits(text)]))
    print(FOUND.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
