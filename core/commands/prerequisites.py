"""wenlu check-prerequisites: checks whether a prerequisite graph can be used."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.tables import Tables
from core.tables.prerequisites import read_prerequisites


def check(options: argparse.Namespace) -> int:
    """Print how many edges there are. Raises `BadParameter` that names what is wrong; a circle is named by its points."""
    edges = read_prerequisites(Path(options.file), Tables().points)
    print(f"{len(edges)} edges over {len({edge.point_id for edge in edges})} points, no circle")
    return 0
