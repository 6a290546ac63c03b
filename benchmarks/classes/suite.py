"""People and classes: the marking desk."""

from __future__ import annotations

from benchmarks.classes import desk
from evaluation.bars import Bars


def run() -> int:
    """Print each figure beside its bar; how many did not hold."""
    bars = Bars()
    for part in (desk,):
        print(f"-- {part.__name__.removeprefix('benchmarks.')}", flush=True)
        part.run(bars)
    return bars.failed
