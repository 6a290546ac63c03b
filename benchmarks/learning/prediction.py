"""Prediction: simulated classes under three rules of learning, and a public log of answers given by WENLU_ANSWER_LOG.

Weights, difficulties and calibration are fitted on four fifths of the students and measured on the others, from what each
had answered before. Beside the product's model stand the accuracy so far, raw and shrunk to the point's mean.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path

import numpy as np

from benchmarks.learning.ideal_observer import ideal_probabilities
from core.arrays import Bool, Float64, Positions
from core.learning.prediction.features import LEAST, MOST, NAMES, logit
from core.learning.prediction.fitting import fit
from core.learning.prediction.replay import AnswerLog
from core.learning.simulation.logs import simulated_log
from core.learning.simulation.rules import RULES, Rule
from core.tables import Tables
from evaluation.bars import Bars
from evaluation.figures import Figure, Section
from evaluation.learning.answer_logs import read_answer_log
from evaluation.statistics import BINS, accuracies, auc, calibration_error, interval, log_loss

LOSS_RATIO, CALIBRATION, AUC_GAIN = 0.93, 0.02, 0.09
"""The bars."""
SEED = 2026
STUDENTS = 200
DAYS = 365
START = datetime(2025, 9, 1, tzinfo=UTC)
HELD_OUT = 5


def run(bars: Bars) -> None:
    """Every rule, then the public log if one is named."""
    for rule in RULES:
        _simulated(bars, rule)
    path = os.environ.get("WENLU_ANSWER_LOG")
    if path:
        public = read_answer_log(Path(path))
        print(f"   {public.summary}")
        _measured(bars, Path(path).name, public.log, public.held_out)


def _simulated(bars: Bars, rule: Rule) -> None:
    points = tables().points
    log, truth = simulated_log(rule, students=STUDENTS, days=DAYS, seed=SEED, points=points, start=START)
    held = log.student % HELD_OUT == 0
    probability = _measured(bars, rule, log, held)
    right = log.outcome[held]
    print(
        f"   {rule}: mean squared distance from the true probability {np.mean((probability - truth[held]) ** 2):.4f}; the true probability itself: "
        f"log loss {log_loss(right, truth[held]):.3f}, AUC {auc(right, truth[held]):.3f}"
    )
    if rule == "two_state":
        ideal = ideal_probabilities(students=STUDENTS, days=DAYS, seed=SEED, points=points, start=START)[held]
        print(
            f"   {rule}: an observer who knows every parameter, and not the hidden states: "
            f"log loss {log_loss(right, ideal):.3f}, AUC {auc(right, ideal):.3f}"
        )


@dataclass(frozen=True)
class Measured:
    """Answers of the held-out students in order, and the probabilities that each way gave them."""

    test: AnswerLog
    probability: Float64
    """The product's model."""
    raw: Float64
    """Accuracy so far: the better of .5 and the overall mean where a point was never answered."""
    shrunk: Float64
    """Accuracy shrunk to the point's mean."""


def measured(log: AnswerLog, held: Bool) -> Measured:
    """Fit on the students who are not held out, predict those who are."""
    train, test = log.take(np.flatnonzero(~held)), log.take(np.flatnonzero(held))
    points, items = int(log.point.max()) + 1, int(log.item.max()) + 1
    overall = float(train.outcome.mean())
    expected = np.full(points, float(logit(np.clip(np.array(overall), LEAST, MOST))))
    shipped = np.array([tables().predictor.weights[each] for each in NAMES])
    probability = fit(train, expected=expected, items=items, before=shipped).predict(test)
    counts = np.bincount(train.point, minlength=points)
    of_point = (np.bincount(train.point, train.outcome, points) + overall) / (counts + 1)
    raw, means, shrunk = accuracies(test, of_point, overall)
    # The stronger of two readings of "raw accuracy" where a point was never answered.
    best = raw if auc(test.outcome, raw) > auc(test.outcome, means) else means
    return Measured(test, probability, best, shrunk)


def _measured(bars: Bars, name: str, log: AnswerLog, held: Bool) -> Float64:
    found = measured(log, held)
    _say(name, found)
    _check(bars, name, found)
    return found.probability


def _say(name: str, found: Measured) -> None:
    test, raw, shrunk, right = found.test, found.raw, found.shrunk, found.test.outcome
    print(
        f"   {name}: {len(test)} answers of {len(np.unique(test.student))} held-out students, {right.mean():.3f} right; "
        f"raw accuracy AUC {auc(right, raw):.3f}, log loss {log_loss(right, raw):.3f}; "
        f"shrunk AUC {auc(right, shrunk):.3f}, log loss {log_loss(right, shrunk):.3f}"
    )


def _check(bars: Bars, name: str, found: Measured) -> None:
    probability, raw, shrunk = found.probability, found.raw, found.shrunk
    right, student = found.test.outcome, found.test.student
    loss, base = log_loss(right, probability), log_loss(right, shrunk)
    low, high = interval(
        student, lambda rows: log_loss(right[rows], probability[rows]) / log_loss(right[rows], shrunk[rows])
    )
    bars.at_most(
        f"{name}: log loss {loss:.3f} over shrunk accuracy's {base:.3f} [{low:.3f}, {high:.3f}]",
        loss / base,
        LOSS_RATIO,
    )
    low, high = interval(student, lambda rows: calibration_error(right[rows], probability[rows]))
    bars.at_most(
        f"{name}: expected calibration error, {BINS} equal groups [{low:.3f}, {high:.3f}]",
        calibration_error(right, probability),
        CALIBRATION,
    )
    ours, theirs = auc(right, probability), auc(right, raw)
    low, high = interval(student, lambda rows: auc(right[rows], probability[rows]) - auc(right[rows], raw[rows]))
    bars.at_least(
        f"{name}: AUC {ours:.3f} above raw accuracy's {theirs:.3f} [{low:.3f}, {high:.3f}]", ours - theirs, AUC_GAIN
    )


def section() -> Section:
    """The simulated classes as they stand in docs/accuracy.md."""
    figures = []
    for rule in RULES:
        log, _truth = simulated_log(rule, students=STUDENTS, days=DAYS, seed=SEED, points=tables().points, start=START)
        figures += _figures(rule, measured(log, log.student % HELD_OUT == 0))
    return Section(
        title="Prediction of the next answer",
        model="logistic model on decayed sums of evidence (`core/learning/prediction/predictor.py`)",
        data=f"simulated classes of {STUDENTS} students over a year under three rules of learning, one fifth held out",
        figures=figures,
        command="WENLU_LEARNER_PARTS=prediction uv run python -m benchmarks learner",
        notes=[
            "Simulated students are no students: the figures say that the model finds what is there to be found, not how well it",
            "predicts a school. `WENLU_ANSWER_LOG=log.csv` measures it on a log of real answers. Log loss: lower is better.",
        ],
    )


def _of_rows(
    figure: Callable[[Float64, Float64], float], right: Float64, probability: Float64, rows: Positions
) -> float:
    return figure(right[rows], probability[rows])


def _figures(rule: str, found: Measured) -> list[Figure]:
    right, student, n = found.test.outcome, found.test.student, len(found.test)
    told = (
        ("AUC", auc, f"{auc(right, found.raw):.3f} (raw accuracy)"),
        ("log loss", log_loss, f"{log_loss(right, found.shrunk):.3f} (accuracy shrunk to the point's mean)"),
        ("calibration error", calibration_error, f"{calibration_error(right, found.shrunk):.3f} (shrunk accuracy)"),
    )
    made = []
    for name, figure, baseline in told:
        low, high = interval(student, partial(_of_rows, figure, right, found.probability))
        value = figure(right, found.probability)
        made.append(Figure(f"{rule}: {name}", value, n, "answers", low, high, baseline=baseline))
    return made


@cache
def tables() -> Tables:
    """The data files."""
    return Tables()
