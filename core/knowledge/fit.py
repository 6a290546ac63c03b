"""What a student's record says about which exercises suit."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from core.arrays import Int64
from core.learning.fit import Fit
from core.learning.level import LEVELS, level_of
from core.learning.prediction.predictor import Predictor
from core.learning.sums.record import moment_of, record, structure
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.tables.points import Points


def student_fit(
    student_id: str, caller: Caller, *, points: Points, predictor: Predictor, store: Store, clock: Clock
) -> Fit:
    """Which exercises suit a student, as of the last update of the map; of one without answers, those for a beginner.

    An exercise that tests no point is taken to be as hard as the mean official point of its level.
    """
    learner = store.learner(caller.organisation_id, student_id)
    now = clock.now()
    level = level_of(caller.organisation_id, student_id, store=store, now=now)
    student_record = record(learner, level, points=points, predictor=predictor, at=moment_of(learner, now))
    ids = structure(points).ids
    by_level = [float(student_record.prediction[indexes].mean()) for indexes in _indexes_by_level(points)]
    ready = frozenset(ids[index] for index in np.flatnonzero(student_record.ready))
    return Fit(dict(zip(ids, student_record.prediction.tolist(), strict=True)), by_level, ready, level)


@lru_cache(maxsize=4)
def _indexes_by_level(points: Points) -> list[Int64]:
    """Indexes of the official points of each level; of all points where a table has none of the level."""
    rows = list(enumerate(points.rows))
    official = [[index for index, row in rows if row.level == level and row.kind == "point"] for level in LEVELS]
    return [np.array(indexes or [index for index, _ in rows]) for indexes in official]
