"""Every data file is named with its source, licence and size."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path

import numpy as np
import pytest

DATA = Path(__file__).resolve().parents[2] / "data"
SOURCES = tomllib.loads((DATA / "sources.toml").read_text(encoding="utf-8"))["files"]
NOT_DATA = {"README.md", "knowledge.md", "sources.toml"}


def rows(path: Path) -> int:
    """Data rows of a file; arrays of a file of weights; a network's graph and a sound have none."""
    if path.suffix == ".npz":
        with np.load(path, allow_pickle=False) as stored:
            return len(stored.files)
    if path.suffix in (".onnx", ".wav"):
        return 0
    with path.open(encoding="utf-8", newline="") as lines:
        if path.suffix == ".csv":
            return sum(1 for _ in csv.DictReader(lines))
        return sum(1 for line in lines if line.strip())


def test_every_file_is_named_and_every_name_is_a_file() -> None:
    present = {str(path.relative_to(DATA)) for path in DATA.rglob("*") if path.is_file()} - NOT_DATA
    assert present == set(SOURCES)


@pytest.mark.parametrize("folder", sorted({name.partition("/")[0] for name in SOURCES}))
def test_source_licence_and_rows_hold(folder: str) -> None:
    for name, entry in SOURCES.items():
        if name.partition("/")[0] == folder:
            assert entry["what"], name
            assert entry["source"], name
            assert entry["licence"], name
            assert entry["rows"] == rows(DATA / name), name
