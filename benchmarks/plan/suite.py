"""The daily plan: what it holds, what it costs, moves, minutes, and what it does for simulated learners."""

from __future__ import annotations

from benchmarks.plan import cost as plan_cost
from benchmarks.plan import counts as plan_counts
from benchmarks.plan import learning as plan_learning
from benchmarks.plan import moves as plan_moves
from benchmarks.plan import times as plan_times
from benchmarks.plan import videos as plan_videos
from evaluation.bars import Bars


def run() -> int:
    """Print each figure beside its bar; how many did not hold."""
    bars = Bars()
    for part in (plan_counts, plan_videos, plan_moves, plan_times, plan_cost, plan_learning):
        print(f"-- {part.__name__.removeprefix('benchmarks.')}", flush=True)
        part.run(bars)
    return bars.failed
