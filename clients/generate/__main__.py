"""Writes the vectors and what is generated of the three clients anew: `python -m clients.generate`."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import cast

from clients.generate.model import ROOT, Api, read

WRITERS = ("vectors", "python", "javascript", "java")
"""Modules beside this one. Each has `written(api)`: texts of files by their paths from `clients/`."""
ALL_GENERATED = (
    "vectors/*.json",
    "java/src/main/java/wenlu/client/models/*.java",
    "java/src/main/java/wenlu/client/*Options.java",
)
"""Files of which none is written by hand."""

Writer = Callable[[Api], dict[PurePosixPath, str]]


def files() -> dict[Path, str]:
    """Every generated file and its text."""
    api = read()
    return {
        ROOT / "clients" / path: text
        for name in WRITERS
        for path, text in cast(Writer, importlib.import_module(f"clients.generate.{name}").written)(api).items()
    }


def stale(made: dict[Path, str]) -> list[Path]:
    """Files of operations and models that are no more."""
    generated = (each for pattern in ALL_GENERATED for each in sorted((ROOT / "clients").glob(pattern)))
    return [each for each in generated if each not in made]


if __name__ == "__main__":
    made = files()
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path in stale(made):
        path.unlink()
