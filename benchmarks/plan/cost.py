"""What plans cost: one student's, and 10,000 students' in a night, on SQLite in a file, CPU of one process.

The students stand anywhere in the 853 points, with sixty points practised, as many words, fifty timed answers and sixty items
seen lately; written straight into the tables, since how they came about is not what is measured.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from core.api.core import Core
from core.learning.days import day_of
from core.plan import service
from core.plan.day.memory import POINT, VERSION, WORD
from core.plan.wire import DailyRequest
from core.records.access import Caller, Organisation
from core.settings import Settings
from core.store.sql import SqlStore
from core.wire import QUESTION_TYPES, TOPICS
from core.wiring import build_core, migrate
from evaluation.bars import Bars
from evaluation.service.clock import StoppedClock

STUDENTS = 10_000
SINGLE = 200
"""Students whose plans are made one by one."""
POINTS, WORDS, ANSWERS, SHOWN = 60, 60, 50, 60
SCHOOL = "school"
MONDAY = datetime(2026, 11, 23, 1, tzinfo=UTC)
CALLER = Caller(SCHOOL, frozenset())


def run(bars: Bars, *, students: int = STUDENTS) -> None:
    """Print each figure beside its bar."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database_url=f"sqlite:///{Path(folder) / 'plans.db'}", demo=False)
        migrate(settings)
        core = build_core(settings, clock=StoppedClock(MONDAY))
        core.store.add_organisation(Organisation(SCHOOL, "School", "enterprise", None, False, MONDAY))
        fill(core, students + SINGLE)
        assert core.plan.target_index.shelves  # the bank is found when the service starts
        _one_by_one(bars, core, students)
        _night(bars, core, students)
        core.store.close()


def _one_by_one(bars: Bars, core: Core, first: int) -> None:
    spent = []
    for number in range(first, first + SINGLE):
        request = DailyRequest(student_id=name_of(number))
        begun = time.process_time()
        plan = core.plan.daily(request, CALLER)
        spent.append(1000 * (time.process_time() - begun))
        assert sum(each.count or 0 for each in plan.recommendations) == 42
    kept = []
    for number in range(first, first + SINGLE):
        begun = time.process_time()
        core.plan.daily(DailyRequest(student_id=name_of(number)), CALLER)
        kept.append(1000 * (time.process_time() - begun))
    bars.at_most("milliseconds of CPU for a student's first look at the day, median", float(np.median(spent)), 50.0)
    bars.at_most("the same, 95th percentile", float(np.percentile(spent, 95)), 50.0)
    print(f"    a later look: median {np.median(kept):.1f} ms")


def _night(bars: Bars, core: Core, students: int) -> None:
    day = day_of(MONDAY)
    begun = time.process_time()
    made = service.make_plans(SCHOOL, [name_of(number) for number in range(students)], day, sources=core.plan.sources)
    spent = time.process_time() - begun
    bars.at_most(f"CPU seconds for {made} students' plans", spent * STUDENTS / students, 180.0)


# -- students ------------------------------------------------------------------------------------------------------


def name_of(number: int) -> str:
    return f"st_{number:06d}"


def fill(core: Core, students: int) -> None:
    """Students with what a plan is made from."""
    assert isinstance(core.store, SqlStore)
    makers = {
        "student": _students,
        "learner_state": _states,
        "point_mastery": _cells,
        "memory_state": _memories,
        "answer": _answers,
        "item_issue": _issues,
    }
    # Begun before the transaction: what a generator asks of the store would end it.
    begun = {table: rows(core, students) for table, rows in makers.items()}
    named = {table: next(rows) for table, rows in begun.items()}
    with core.store.write() as connection:
        cursor: Any = connection.connection.cursor()
        for table, rows in begun.items():
            names = named[table]
            statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
            cursor.executemany(statement, rows)
        cursor.close()


def _micros(days_ago: float) -> int:
    return int((MONDAY - timedelta(days=days_ago)).timestamp() * 1e6)


def _practised(core: Core, number: int) -> tuple[np.random.Generator, list[str]]:
    """A student's random numbers, and the points before the place where the student stands."""
    rng = np.random.default_rng(number)
    rows = sorted(
        (row for row in core.tables.points.rows if row.kind == "point"), key=lambda row: (row.level, row.number)
    )
    first = int(rng.integers(0, len(rows) - POINTS))
    return rng, [row.id for row in rows[first : first + POINTS]]


def _students(_core: Core, students: int) -> Iterator[Sequence[Any]]:
    yield ("organisation_id", "student_id", "name", "created_at")
    for number in range(students):
        yield (SCHOOL, name_of(number), "", _micros(90))


def _states(core: Core, students: int) -> Iterator[Sequence[Any]]:
    version = core.predictor.version
    yield (
        "organisation_id", "student_id", "watermark", "model", "attempts", "correct", "right_slow", "wrong_slow",
        "right_fast", "wrong_fast", "last_at", "vector", "updated_at",
    )  # fmt: skip
    for number in range(students):
        yield (
            SCHOOL, name_of(number), 1, version, 240, 170, 60.0, 25.0, 2.0, 1.0, _micros(0.6), bytes(853), _micros(0.3),
        )  # fmt: skip


def _cells(core: Core, students: int) -> Iterator[Sequence[Any]]:
    yield (
        "organisation_id", "student_id", "point_id", "attempts", "correct", "right_slow", "wrong_slow", "right_fast",
        "wrong_fast", "last_at",
    )  # fmt: skip
    for number in range(students):
        rng, points = _practised(core, number)
        for point in points:
            right, wrong, ago = int(rng.integers(0, 5)), int(rng.integers(0, 3)), float(rng.uniform(0.6, 40))
            yield (
                SCHOOL, name_of(number), point, right + wrong, right, float(right), float(wrong), 0.1, 0.1, _micros(ago),
            )  # fmt: skip


def _memories(core: Core, students: int) -> Iterator[Sequence[Any]]:
    yield ("organisation_id", "student_id", "watermark", "cards", "version", "updated_at")
    words = [word.text for word in core.tables.words.rows]
    for number in range(students):
        rng, points = _practised(core, number)
        named = [
            *(POINT + each for each in points),
            *(WORD + words[int(at)] for at in rng.integers(0, len(words), WORDS)),
        ]
        cards = {
            each: (
                round(float(rng.uniform(1, 30)), 2),
                5.0,
                _micros(float(rng.uniform(1, 30))),
                int(rng.integers(1, 40)),
            )
            for each in named
        }
        yield (SCHOOL, name_of(number), 1, json.dumps(cards, ensure_ascii=False), VERSION, _micros(0.3))


def _answers(_core: Core, students: int) -> Iterator[Sequence[Any]]:
    yield (
        "evaluation_id", "position", "organisation_id", "student_id", "item_id", "type", "topic", "standard_level", "points",
        "words", "given", "answered", "is_correct", "score", "time_spent_seconds", "answered_at",
    )  # fmt: skip
    for number in range(students):
        rng = np.random.default_rng([number, 1])
        for place in range(ANSWERS):
            kind, topic = QUESTION_TYPES[int(rng.integers(4))], TOPICS[int(rng.integers(4))]
            yield (
                f"ev_{number:06d}", place, SCHOOL, name_of(number), f"q_{int(rng.integers(1 << 40)):016x}", kind, topic, 3, "[]",
                "[]", '"A"', True, True, 100.0, int(rng.integers(8, 90)), _micros(float(rng.uniform(0.6, 27))),
            )  # fmt: skip


def _issues(_core: Core, students: int) -> Iterator[Sequence[Any]]:
    yield ("organisation_id", "student_id", "item_id", "issued_at")
    for number in range(students):
        for place in range(SHOWN):
            yield (SCHOOL, name_of(number), f"q_{number:08d}{place:08d}", _micros(place % 13 + 0.5))
