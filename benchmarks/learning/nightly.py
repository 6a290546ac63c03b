"""The nightly fold: the same in any order, once a night, in every zone; and what it costs beside its bare writes."""

from __future__ import annotations

import gc
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any

from benchmarks.learning.nightly_cost import Cost, on_postgresql, on_sqlite
from core.api.core import Core
from core.jobs import nightly
from core.knowledge import update as updating
from core.learning.nights import due_day
from core.records.access import Organisation
from core.records.evidence import Evidence
from core.records.learner import Learner, Sums
from core.settings import Settings
from core.wiring import build_core, in_memory_core, migrate
from evaluation.bars import Bars
from evaluation.service.clock import StoppedClock
from evaluation.service.postgresql import temporary_server

START = datetime(2026, 11, 2, 2, tzinfo=UTC)
"""10:00 in UTC+8."""
DAY = timedelta(days=1)
ORGANISATION = Organisation("org", "School", "free", None, False, START)
STUDENTS, EACH = 300, 40
LATE, TWICE = 0.05, 0.03
"""Shares of the evidence."""
ROUNDS, PROCESSES, NIGHTS_OFF = 100, 4, 7
CLOSE = 1e-9
SIZES = (1_000, 10_000, 100_000)
ZONES = (
    "UTC", "Asia/Shanghai", "America/New_York", "America/St_Johns", "Europe/London", "Europe/Berlin",
    "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "Africa/Casablanca",
)  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]


def run(bars: Bars) -> None:
    """All figures of the nightly job."""
    _any_order(bars)
    _nights_off(bars)
    _processes(bars)
    _zones(bars)
    _costs(bars, "SQLite", on_sqlite)
    with temporary_server() as server:
        _costs(bars, "PostgreSQL", lambda students: on_postgresql(students, server))


# -- the same, whatever the order ----------------------------------------------------------------------------


def _evidence(core: Core, seed: int) -> list[Evidence]:
    rng = random.Random(seed)
    points = core.predictor.point_ids
    return [
        Evidence(
            student_id=f"s{student:04d}",
            kind="answer",
            target_kind="point",
            target=rng.choice(points[:60]),
            outcome=rng.choice((0.0, 0.5, 1.0, 1.0)),
            weight=rng.choice((1.0, 1.0, 0.25)),
            source="simulated#0",
            occurred_at=START - timedelta(seconds=rng.randrange(7_200, 180 * 86_400)),
            idempotency_key=f"{student}:{number}",
        )
        for student in range(STUDENTS)
        for number in range(EACH)
    ]


def _core(clock: StoppedClock) -> Core:
    core = in_memory_core(clock=clock)
    core.store.add_organisation(ORGANISATION)
    return core


def _update(core: Core, day: date) -> updating.Run:
    return updating.update_all(
        "org",
        day,
        points=core.tables.points,
        predictor=core.predictor,
        store=core.store,
        clock=core.clock,
        identifiers=core.identifiers,
        after=None,
    )


def _any_order(bars: Bars) -> None:
    """Shuffled over ten nights, some a week late, some twice, the third night crashed: against one pass over all."""
    clock, rng = StoppedClock(START), random.Random(1)
    whole, broken = _core(clock), _core(clock)
    evidence = _evidence(whole, 1)
    whole.store.append_evidence("org", evidence, at=START)
    _update(whole, START.date())
    nights: list[list[Evidence]] = [[] for _ in range(17)]
    for piece in evidence:
        night = rng.randrange(10)
        nights[night + 7 if rng.random() < LATE else night].append(piece)
        if rng.random() < TWICE:
            nights[rng.randrange(night, 17)].append(piece)
    for number, arrived in enumerate(nights):
        rng.shuffle(arrived)
        broken.store.append_evidence("org", arrived, at=clock.now())
        clock.moment += DAY
        if number == 2:
            _crash(broken, clock)
        _update(broken, due_day(clock.now()))
    pairs = zip(whole.store.learners("org"), broken.store.learners("org"), strict=True)
    _close(bars, "any order, 5 % late, 3 % twice, a crash: largest difference", max(_difference(*p) for p in pairs))
    stood = broken.store.learners("org")
    again = _update(broken, due_day(clock.now()))
    changed = again.counts.records + sum(
        one != other for one, other in zip(stood, broken.store.learners("org"), strict=True)
    )
    bars.equal("rows changed by a second run", changed, 0)
    broken.store.mark_learners_outdated("org")
    clock.moment += DAY
    _update(broken, due_day(clock.now()))
    rebuilt = zip(whole.store.learners("org"), broken.store.learners("org"), strict=True)
    _close(bars, "a rebuild from the log: largest difference", max(_difference(*pair) for pair in rebuilt))
    whole.store.close()
    broken.store.close()


def _close(bars: Bars, name: str, figure: float) -> None:
    bars.check(name, f"{figure:.1e}", figure <= CLOSE, f"at most {CLOSE:.0e}")


def _crash(core: Core, clock: StoppedClock) -> None:
    """The run of the night ends in its second block, as a killed process does: its lease stands."""
    real, blocks = core.store.fold_students, 0

    def failing(*arguments: Any, **named: Any) -> Any:
        nonlocal blocks
        blocks += 1
        if blocks == 2:
            raise KeyboardInterrupt
        return real(*arguments, **named)

    core.store.fold_students, kept = failing, updating.BLOCK  # type: ignore[method-assign]
    updating.BLOCK = STUDENTS // 3
    try:
        _update(core, due_day(clock.now()))
    except KeyboardInterrupt:
        pass
    finally:
        core.store.fold_students, updating.BLOCK = real, kept  # type: ignore[method-assign]
    clock.moment += updating.LEASE


def _difference(one: Learner, other: Learner) -> float:
    if one.points.keys() != other.points.keys():
        return float("inf")
    pairs = [(one.whole, other.whole), *((one.points[point], other.points[point]) for point in one.points)]
    return max(_apart(*pair) for pair in pairs)


def _apart(one: Sums, other: Sums) -> float:
    names = ("attempts", "correct", "right", "wrong", "right_fast", "wrong_fast")
    moved = abs((one.last_at - other.last_at).total_seconds())
    return max(moved, *(abs(float(getattr(one, name)) - float(getattr(other, name))) for name in names))


def _nights_off(bars: Bars) -> None:
    clock = StoppedClock(START)
    core = _core(clock)
    evidence = _evidence(core, 2)
    list(nightly(core))
    for night in range(NIGHTS_OFF):
        core.store.append_evidence("org", evidence[night::NIGHTS_OFF], at=clock.now())
        clock.moment += DAY
    list(nightly(core))
    runs = list(reversed(core.store.job_runs("org", updating.JOB)))
    days = [(START - DAY).date() + number * DAY for number in range(NIGHTS_OFF + 1)]
    bars.equal("nights run after seven off, in order", [run.business_date for run in runs] == days, True)
    follow = all(later.watermark_from == earlier.watermark_to for earlier, later in pairwise(runs))
    started = all(earlier.watermark_to <= later.watermark_to for earlier, later in pairwise(runs))
    bars.equal("each night goes on where the one before ended", follow and started, True)
    bars.equal("records of the seven nights", sum(run.records for run in runs), len(evidence))
    core.store.close()


# -- once -----------------------------------------------------------------------------------------------------


def _processes(bars: Bars) -> None:
    """Four processes, forked anew each time and let go together: whoever did the night says so."""
    clock = StoppedClock(START)
    context = multiprocessing.get_context("fork")
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database_url=f"sqlite:///{folder}/wenlu.db", demo=False)
        migrate(settings)
        core = build_core(settings, clock=clock)
        core.store.add_organisation(ORGANISATION)
        evidence = _evidence(core, 3)
        core.predictor.base_probability  # noqa: B018 (made once, before the processes are)
        effective = []
        for number in range(ROUNDS):
            core.store.append_evidence("org", evidence[number::ROUNDS], at=clock.now())
            clock.moment += DAY
            core.store.close()
            effective.append(_together(context, settings, clock, core))
        runs = core.store.job_runs("org", updating.JOB, limit=ROUNDS)
        core.store.close()
    bars.equal(f"{PROCESSES} processes x {ROUNDS}: effective runs each", set(effective), {1})
    bars.equal("records taken in by them", sum(run.records for run in runs), len(evidence))


def _together(context: Any, settings: Settings, clock: StoppedClock, core: Core) -> int:
    barrier, done = context.Barrier(PROCESSES), context.Queue()

    def one() -> None:
        own = build_core(settings, clock=clock, tables=core.tables)
        barrier.wait()
        done.put(sum("records of" in line and "School" in line for line in nightly(own)))
        own.store.close()

    processes = [context.Process(target=one) for _ in range(PROCESSES)]
    for process in processes:
        process.start()
    counted = [int(done.get(timeout=60)) for _ in processes]
    for process in processes:
        process.join()
    return sum(counted)


# -- in every zone ---------------------------------------------------------------------------------------------


def _zones(bars: Bars) -> None:
    """The machine's zone is set for a process; half-hours of two years give the same nights in all of them."""
    program = "from benchmarks.learning.nightly_zones import two_years; print(two_years())"
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for zone in ZONES
    }
    bars.equal(f"different outcomes of two years in {len(ZONES)} zones of the machine", len(found), 1)
    bars.equal("nights of the two years, each day once, at 02:00", found.pop().strip(), "730 True True")


# -- what it costs ---------------------------------------------------------------------------------------------


def _costs(bars: Bars, name: str, measure: Callable[[int], Cost]) -> None:
    costs: list[Cost] = []
    for students in SIZES:
        gc.collect()
        cost = measure(students)
        costs.append(cost)
        print(f"    {name}, {students} students x 9 answers: {cost}", flush=True)
    largest = costs[-1]
    bars.at_most(f"{name}: CPU s of {SIZES[-1]} students", largest.job, 60.0)
    bars.at_most(f"{name}: CPU beside the bare upsert of the same rows", largest.job / largest.bare, 2.0)
    slope = log(costs[-1].job / costs[-2].job) / log(SIZES[-1] / SIZES[-2])
    bars.at_most(f"{name}: exponent of cost from {SIZES[-2]} to {SIZES[-1]}", slope, 1.1)
