"""Floors of measured accuracy: what was reached and must not be lost. A floor moves only with the number before and after in the commit message."""

from __future__ import annotations

import tomllib
from pathlib import Path

FLOORS: dict[str, dict[str, float]] = tomllib.loads((Path(__file__).parent / "floors.toml").read_text(encoding="utf-8"))
