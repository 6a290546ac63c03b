"""Simulated answers as a log that the predictor can be fitted on and measured with."""

from __future__ import annotations

from datetime import datetime

import numpy as np

from core.arrays import Float64
from core.learning.prediction.replay import AnswerLog
from core.learning.simulation.rules import Answerer, Rule
from core.learning.simulation.students import ITEMS_A_POINT, profiles, simulate
from core.learning.sums.columns import micros_of
from core.tables.points import Points


def simulated_log(
    rule: Rule,
    *,
    students: int,
    days: int,
    seed: int,
    points: Points,
    start: datetime,
    mind: type[Answerer] | None = None,
) -> tuple[AnswerLog, Float64]:
    """The answers of simulated students, and the true probability of each; points and items by number.

    The number of a point is its place in `points.rows`, that of an item ITEMS_A_POINT x point + item.
    """
    place = {row.id: number for number, row in enumerate(points.rows)}
    nature = profiles(students, seed, days=days)
    answers = simulate(rule, nature, days=days, seed=seed, points=points, start=start, mind=mind)
    point = np.array([place[each.point] for each in answers], dtype=np.intp)
    log = AnswerLog(
        student=np.array([each.student for each in answers], dtype=np.intp),
        point=point,
        item=point * ITEMS_A_POINT + np.array([each.item for each in answers], dtype=np.intp),
        outcome=np.array([float(each.right) for each in answers]),
        weight=np.ones(len(answers)),
        at=np.array([micros_of(each.moment) for each in answers], dtype=np.int64),
    )
    return log, np.array([each.truth for each in answers])
