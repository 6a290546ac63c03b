"""The shipped predictor, fitted on simulated students: `uv run python -m training.predictor.fit`.

Three rules of learning in equal parts, so that the shipped weights fit none of them best. The seeds are not those of the
benchmark. Difficulties of points are the simulator's and are left out: before the first refit a point has the
difficulty of its level.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime

import numpy as np

from core.learning.prediction.features import LEAST, MOST, NAMES, logistic, logit
from core.learning.prediction.fitting import Prepared, fit_calibration, fit_weights, prepare
from core.learning.simulation.logs import simulated_log
from core.learning.simulation.rules import RULES
from core.learning.simulation.students import ITEMS_A_POINT
from core.tables import DATA, Tables
from core.tables.points import Points

SEED = 101
STUDENTS = 150
START = datetime(2025, 9, 1, tzinfo=UTC)
ANSWERS_A_LEVEL = 50.0
"""Each level starts from so many answers with a probability of one half."""


def main() -> None:
    """Write data/models/predictor/predictor.json."""
    points = Tables().points
    prepared = [_prepared(rule, points) for rule in RULES]
    features = np.concatenate([prepared_log.features for prepared_log in prepared])
    outcome = np.concatenate([prepared_log.outcome for prepared_log in prepared])
    weights = fit_weights(features, outcome, np.zeros(len(NAMES)), ridge=1.0)
    model = {
        "version": f"shipped-{SEED}",
        "weights": {name: round(float(weight), 4) for name, weight in zip(NAMES, weights, strict=True)},
        "levels": _levels(points, prepared),
        "calibration": fit_calibration(features @ weights, outcome),
        "answers": len(outcome),
        "fitted_on": f"{STUDENTS} simulated students under each of {', '.join(RULES)}; seed {SEED}",
    }
    path = DATA / "models" / "predictor" / "predictor.json"
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in model.items())
    path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    print(path.read_text(encoding="utf-8"))


def _prepared(rule: str, points: Points) -> Prepared:
    log, _ = simulated_log(rule, students=STUDENTS, days=365, seed=SEED, points=points, start=START)
    overall = logit(np.clip(np.full(len(points.rows), log.outcome.mean()), LEAST, MOST))
    return prepare(
        log, expected=overall, items=len(points.rows) * ITEMS_A_POINT, before=np.zeros(len(NAMES)), ridge=1.0
    )


def _levels(points: Points, prepared: list[Prepared]) -> list[float]:
    level = np.array([row.level for row in points.rows])
    easiness = np.mean([prepared_log.easiness for prepared_log in prepared], axis=0)
    level_means = [logistic(easiness[level == level_number]).mean() for level_number in range(1, 8)]
    return [round(float(logit(np.array(mean))), 3) for mean in level_means]


if __name__ == "__main__":
    main()
