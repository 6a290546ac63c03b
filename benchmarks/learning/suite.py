"""The learner model: prediction, level, nightly job, path and peers, portrait and placement, the map page.

`WENLU_ANSWER_LOG=log.csv` adds the prediction figures of a public answer log (student, point, right or wrong; item and
time where there are some). `python -m benchmarks learner` runs all parts; `WENLU_LEARNER_PARTS=path,portrait` some.
"""

from __future__ import annotations

import importlib
import os
import time

from evaluation.bars import Bars

PARTS = ("prediction", "levels", "nightly", "path", "portrait", "map_labels", "pages")


def run() -> int:
    """Each part in turn; how many bars failed."""
    bars = Bars()
    wanted = os.environ.get("WENLU_LEARNER_PARTS")
    for part in wanted.split(",") if wanted else PARTS:
        begun = time.monotonic()
        print(f"-- {part}", flush=True)
        importlib.import_module(f"benchmarks.learning.{part}").run(bars)
        print(f"   {part}: {time.monotonic() - begun:.0f} s", flush=True)
    return bars.failed
