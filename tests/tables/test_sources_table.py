"""The sources as a checked table."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import CorruptTable
from core.tables import shipped_tables
from core.tables.sources import sources

GOOD = '[files."a.csv"]\nwhat = "words"\nrows = 3\nsource = "own"\nlicence = "own"\n'


def test_every_entry_is_a_row_in_the_order_of_the_file() -> None:
    sources = shipped_tables().sources
    assert sources[0].name == "grammar_points.jsonl"
    assert (sources[0].rows, sources[0].recipe) == (572, "training/knowledge_points.py")


def test_the_first_bad_entry_stops_with_file_line_field_and_value(tmp_path: Path) -> None:
    file = tmp_path / "sources.toml"
    file.write_text(GOOD + '\n[files."b.csv"]\nwhat = "words"\nrows = -1\nsource = "own"\nlicence = "own"\n', "utf-8")
    with pytest.raises(CorruptTable, match=r"sources.toml, line 7, rows=-1"):
        sources(file)
