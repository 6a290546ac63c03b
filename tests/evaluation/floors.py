"""Floors of measured accuracy: what was reached and must not be lost. A floor moves only with the number before and after in the commit message."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from evaluation.reference import REFERENCE

FLOORS: dict[str, dict[str, float]] = tomllib.loads((Path(__file__).parent / "floors.toml").read_text(encoding="utf-8"))


def needs(folder: Path) -> pytest.MarkDecorator:
    """Skip, and say why, where a folder of the reference data is absent; in CI it lies beside the project."""
    name = folder.relative_to(REFERENCE)
    return pytest.mark.skipif(
        not folder.is_dir(),
        reason=f"not measured: there is no {name}/ in {REFERENCE}; set WENLU_REFERENCE to the folder that holds it",
    )
