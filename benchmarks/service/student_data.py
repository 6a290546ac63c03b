"""A year of a student, as the demo simulates it: taken out, erased, looked for, brought in again; equal, and in what time."""

from __future__ import annotations

import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from core.api.core import Core
from core.demo.behaviours import behaviours
from core.demo.cast import cast
from core.demo.year import SteppedClock, shelf, write_past
from core.knowledge.wire import MapRequest
from core.learning.days import day_of
from core.portrait.wire import UpdatePortraitRequest
from core.records.access import PERMISSIONS, Caller
from core.records.student_copies import StudentCopy
from core.settings import Settings
from core.wiring import build_core, migrate
from evaluation.bars import Bars
from evaluation.service.student_rows import rows_of

UNTIL = datetime(2026, 11, 22, 4, tzinfo=UTC)
MOST_SECONDS = 60.0
LEAST_ANSWERS = 300
"""A year with fewer says nothing of one."""


def run() -> int:
    """Every step timed; the state before and after compared."""
    bars = Bars()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database_url=f"sqlite:///{Path(folder) / 'wenlu.db'}", demo=False, demo_class=False)
        migrate(settings)
        core = build_core(settings, clock=SteppedClock(UNTIL))
        try:
            _measure(core, bars)
        finally:
            core.store.close()
    return bars.failed


def _measure(core: Core, bars: Bars) -> None:
    actor = cast()[0]
    organisation = core.access.organisation("School")
    caller = Caller(organisation.organisation_id, frozenset(PERMISSIONS), "en")
    answers = write_past(actor, core, shelf(core), caller.organisation_id, until=UNTIL)
    done = behaviours(actor, until=UNTIL)
    core.portrait.update(UpdatePortraitRequest(student_id=actor.student_id, behaviors=done), caller)
    core.plan.day(actor.student_id, day_of(UNTIL), caller)
    before = core.store.student_copy(caller.organisation_id, actor.student_id)
    map_before = core.knowledge.map(MapRequest(student_id=actor.student_id), caller)

    words = core.student_data.names(actor.student_id, caller)
    seconds = {}
    began = time.perf_counter()
    content = core.student_data.export(actor.student_id, caller)
    seconds["export"] = time.perf_counter() - began
    began = time.perf_counter()
    core.student_data.erase(actor.student_id, caller)
    seconds["erase"] = time.perf_counter() - began
    began = time.perf_counter()
    traces = core.student_data.traces(words, caller)
    seconds["traces"] = time.perf_counter() - began
    began = time.perf_counter()
    core.student_data.bring_back(content, caller)
    seconds["import"] = time.perf_counter() - began

    print(f"{answers} answers, {sum(before.counts.values())} rows, {len(content) / 2**20:.1f} MB")
    print(", ".join(f"{name} {value:.2f} s" for name, value in seconds.items()))
    after = core.store.student_copy(caller.organisation_id, actor.student_id)
    same_map = core.knowledge.map(MapRequest(student_id=actor.student_id), caller) == map_before
    bars.at_least("answers of that year", answers, LEAST_ANSWERS)
    bars.at_most("s: a year of a student out, erased, looked for and in again", sum(seconds.values()), MOST_SECONDS)
    bars.equal("traces of the student after the erasure", len(traces), 0)
    bars.equal("tables that came back otherwise", _different(before, after), 0)
    bars.equal("the map says the same", same_map, True)


def _different(before: StudentCopy, after: StudentCopy) -> int:
    rows = rows_of(before), rows_of(after)
    return sum(rows[0].get(name) != rows[1].get(name) for name in rows[0] | rows[1])
