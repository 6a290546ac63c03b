"""Prediction on simulated students whose answers nothing was fitted on: what was reached is not lost."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

import numpy as np
import pytest

from core.learning.prediction.features import NAMES, logistic, logit
from core.learning.prediction.fitting import fit, mean_easiness
from core.learning.simulation.logs import simulated_log
from core.learning.simulation.rules import RULES, Rule
from core.learning.simulation.students import ITEMS_A_POINT
from core.tables import shipped_tables
from evaluation.statistics import accuracies, auc, calibration_error, log_loss
from tests.evaluation.floors import FLOORS

TABLES = shipped_tables()
START = datetime(2025, 9, 1, tzinfo=UTC)


@cache
def figures(rule: Rule) -> dict[str, float]:
    """Log loss saved against shrunk accuracy, calibration, AUC gained over raw accuracy; a class of 50 in half a year."""
    log, _ = simulated_log(rule, students=50, days=180, seed=31, points=TABLES.points, start=START)
    held = log.student % 5 == 0
    train, test = log.take(np.flatnonzero(~held)), log.take(np.flatnonzero(held))
    overall = float(train.outcome.mean())
    expected = np.full(len(TABLES.points.rows), float(logit(np.array(overall))))
    shipped = np.array([TABLES.predictor.weights[name] for name in NAMES])
    chance = fit(train, expected=expected, items=len(expected) * ITEMS_A_POINT, before=shipped).predict(test)
    _, raw, shrunk = accuracies(test, logistic(mean_easiness(train, expected)), overall)
    return {
        "loss_saved": 1.0 - log_loss(test.outcome, chance) / log_loss(test.outcome, shrunk),
        "calibration": 1.0 - calibration_error(test.outcome, chance),
        "auc_gained": auc(test.outcome, chance) - auc(test.outcome, raw),
    }


@pytest.mark.parametrize("name", ["loss_saved", "calibration", "auc_gained"])
@pytest.mark.parametrize("rule", RULES)
def test_prediction_keeps_what_it_reached(rule: Rule, name: str) -> None:
    assert figures(rule)[name] >= FLOORS[f"prediction_{rule}"][name]
