"""People and classes: a list brought in, forty essays marked, a ruling for everybody, the pages of a class, who sees whom.

`python -m benchmarks classes` runs all parts; `WENLU_CLASSES_PARTS=people,desk` some.
"""

from __future__ import annotations

import importlib
import os

from evaluation.bars import Bars

PARTS = ("people", "desk", "rulings", "isolation", "classroom")


def run() -> int:
    """Print each figure beside its bar; how many did not hold."""
    bars = Bars()
    wanted = os.environ.get("WENLU_CLASSES_PARTS")
    for part in wanted.split(",") if wanted else PARTS:
        print(f"-- {part}", flush=True)
        importlib.import_module(f"benchmarks.classes.{part}").run(bars)
    return bars.failed
