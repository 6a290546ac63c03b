"""Twelve kinds of students walk through three months; every number that two places show is compared, over HTTP and on the pages.

On one morning a week the reasons of everybody's plan are recomputed from the log of evidence.

`WENLU_WALK_LIST=1` prints every place of a number with what it was compared with; `WENLU_WALK_STUDENTS=steady,called` walks with some only.
"""

from __future__ import annotations

import os
from pathlib import Path

import evaluation.walk.cast as walking
from evaluation.bars import Bars
from evaluation.walk.cast import KINDS
from evaluation.walk.comparing import Comparison, compared, names_of
from evaluation.walk.numbers import PageRecorder, of_class, of_student
from evaluation.walk.reasons import Checked, check
from pages.parts import components, i18n, visitor

ROOT = Path(__file__).resolve().parents[2]
LEAST_PAIRS = 60
LEAST_REASONS = 2_000


def run() -> int:
    """The walk; how many bars failed."""
    bars = Bars()
    wanted = os.environ.get("WENLU_WALK_STUDENTS")
    kinds = [kind for kind in KINDS if not wanted or kind.name in wanted.split(",")]
    reasons = Checked()
    walk = walking.walked(kinds, each_week=lambda walker: check(walker, reasons))
    print_reasons(reasons)
    recorder = PageRecorder(walk, ROOT / "pages", i18n, visitor, components)
    names = names_of(ROOT / "data" / "indicators.csv")
    in_class = of_class(recorder, walk.core.access.open_signin(walk.teacher))
    unknown: set[str] = set()
    places: set[tuple[str, str, str]] = set()
    fewest, differing = 10**9, 0
    for kind in kinds:
        found = of_student(walk, walk.walkers[kind.name], recorder, in_class)
        comparison = compared(found, names)
        unknown |= comparison.unknown
        places |= comparison.kinds
        fewest, differing = min(fewest, len(comparison.pairs)), differing + len(comparison.differing)
        print_student(kind.name, kind.what, len(set(found)), comparison)
    if os.environ.get("WENLU_WALK_LIST"):
        for quantity, one, other in sorted(places):
            print(f"   {quantity}: {one} | {other}")
    bars.at_least("reasons of plans recomputed from the log", reasons.count, LEAST_REASONS)
    bars.at_most("reasons that the log does not bear out", len(reasons.false), 0)
    bars.at_most("contradictions", differing, 0)
    bars.at_least("pairs of the student with the fewest", fewest, LEAST_PAIRS)
    bars.at_most("places that the register does not know", len(unknown), 0)
    for place in sorted(unknown):
        print(f"   not in the register: {place}")
    return bars.failed


def print_reasons(reasons: Checked) -> None:
    """How many reasons of each kind were recomputed, which are false, and what the check would notice."""
    print("reasons:", ", ".join(f"{count} {why}" for why, count in reasons.by_why.most_common()))
    print(f"   with one number raised by one: {reasons.noticed} of {reasons.changed} are called false")
    for line in reasons.false:
        print(f"   false: {line}")


def print_student(name: str, what: str, numbers: int, comparison: Comparison) -> None:
    """One student: how much was compared, and what differs."""
    pairs, kinds, differing = len(comparison.pairs), len(comparison.kinds), comparison.differing
    print(f"{name:10} {what}: {numbers} numbers, {pairs} pairs of {kinds} pairs of places, {len(differing)} differ")
    for quantity, one, other in differing:
        print(f"   {quantity}: {one.place} {one.text} | {other.place} {other.text}")
