"""The six scores of every student of a class."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import median

from core.portrait.sums import SIX
from core.portrait.wire import ClassPortraits
from core.ports.store import Store
from core.records.access import Caller

LEAST_STUDENTS = 10
"""Under it a median says too much about single students, and too little about the class."""


def class_portraits(caller: Caller, *, store: Store) -> ClassPortraits:
    """As of each student's last update; students without a portrait stand with nothing known."""
    stored = {state.student_id: json.loads(state.six) for state in store.portrait_states(caller.organisation_id)}
    nothing: dict[str, float | None] = dict.fromkeys(SIX.values())
    students = [
        (student.student_id, student.shown_number, student.name, {**nothing, **stored.get(student.student_id, {})})
        for student in store.students(caller.organisation_id)
        if caller.sees(student.student_id)
    ]
    return ClassPortraits(
        students=students, medians={name: _median([six[name] for *_, six in students]) for name in SIX.values()}
    )


def _median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(median(known), 2) if len(known) >= LEAST_STUDENTS else None
