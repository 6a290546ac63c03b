"""What the predictor is compared with on simulated logs: `uv run python -m training.predictor.compare`.

Four fifths of the students to fit on, the others to measure; none of the seeds is the benchmark's. Rivals:

PFA      performance factors (Pavlik and others 2009): difficulty of the point, log counts of right and wrong answers on it.
Best-LR  (Gervet and others 2020): PFA, difficulty of the item, log counts of all right and wrong answers.
Elo      online: ability, ability on the point, difficulties of points and items (Pelanek 2016), steps tried by hand.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from math import exp

import numpy as np

from core.arrays import Float64
from core.learning.items.difficulty import easier
from core.learning.prediction.features import LEAST, MOST, NAMES, logistic, logit
from core.learning.prediction.fitting import fit, mean_easiness
from core.learning.prediction.replay import AnswerLog, sums_before
from core.learning.simulation.logs import simulated_log
from core.learning.simulation.rules import RULES
from core.tables import Tables
from evaluation.learning.answer_logs import pseudo_times
from evaluation.statistics import accuracies, auc, log_loss

SEED = 7
STUDENTS = 100
START = datetime(2025, 9, 1, tzinfo=UTC)
ITEM_STEP, ABILITY_STEP, POINT_STEP = 0.4, 0.6, 0.35


def main() -> None:
    """One line for each log and model: AUC and log loss on held-out students."""
    points = Tables().points
    logs = {
        rule: simulated_log(rule, students=STUDENTS, days=365, seed=SEED, points=points, start=START)[0]
        for rule in RULES
    }
    for name, log in {**logs, "blocked": blocked_log(2_500, SEED)}.items():
        print_comparison(name, log)


def print_comparison(name: str, log: AnswerLog) -> None:
    """Every model on one log."""
    held_out = log.student % 5 == 0
    train, test = log.take(np.flatnonzero(~held_out)), log.take(np.flatnonzero(held_out))
    points, items = int(log.point.max()) + 1, int(log.item.max()) + 1
    overall = float(logit(train.outcome.mean()))
    expected = np.full(points, overall)
    point_easiness = logistic(mean_easiness(train, expected))
    raw, _, shrunk = accuracies(test, point_easiness, float(train.outcome.mean()))
    ours = fit(train, expected=expected, items=items, before=np.zeros(len(NAMES)), ridge=1.0).predict(test)
    models = {
        "raw accuracy": raw,
        "shrunk accuracy": shrunk,
        "PFA": regression(train, test, expected, items=0),
        "Best-LR": regression(train, test, expected, items=items),
        "Elo": elo(train, test, point_easiness),
        "this": ours,
    }
    for model, probabilities in models.items():
        print(
            f"{name:10} {model:16} {auc(test.outcome, probabilities):.3f} / {log_loss(test.outcome, probabilities):.3f}",
            flush=True,
        )


def regression(train: AnswerLog, test: AnswerLog, expected: Float64, *, items: int) -> Float64:
    """PFA, or with items Best-LR."""
    easiness = mean_easiness(train, expected)
    base = logistic(easiness)
    offsets = easier(train.item, train.outcome, base[train.point], items)

    def columns(log: AnswerLog) -> Float64:
        wholes, cells = sums_before(log, base)
        features = [
            np.ones(len(log)),
            easiness[log.point],
            np.log1p(cells.correct),
            np.log1p(cells.attempts - cells.correct),
        ]
        if items:
            features += [offsets[log.item], np.log1p(wholes.correct), np.log1p(wholes.attempts - wholes.correct)]
        return np.stack(features, axis=1)

    return logistic(columns(test) @ logistic_weights(columns(train), train.outcome))


def logistic_weights(features: Float64, outcome: Float64) -> Float64:
    """Logistic weights by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(25):
        probabilities = logistic(features @ weights)
        curved = (features * (probabilities * (1 - probabilities))[:, None]).T @ features + np.eye(len(weights))
        weights = weights + np.linalg.solve(curved, features.T @ (outcome - probabilities) - weights)
    return weights


def elo(train: AnswerLog, test: AnswerLog, point_easiness: Float64) -> Float64:
    """Elo ratings moved by every answer; items move while training only."""
    items: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    easiness = logit(np.clip(point_easiness, LEAST, MOST)).tolist()
    predicted: list[float] = []
    for log, learning in ((train, True), (test, False)):
        ability: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
        own_point: dict[tuple[int, int], float] = defaultdict(float)
        rows = zip(log.student.tolist(), log.point.tolist(), log.item.tolist(), log.outcome.tolist(), strict=True)
        for student, point, item, outcome in rows:
            student_rating, item_rating = ability[student], items[item]
            probability = 1.0 / (
                1.0 + exp(-(student_rating[0] + own_point[student, point] + easiness[point] + item_rating[0]))
            )
            error = outcome - probability
            student_rating[0] += ABILITY_STEP / (1 + 0.05 * student_rating[1]) * error
            student_rating[1] += 1
            own_point[student, point] += POINT_STEP * error
            if learning:
                item_rating[0] += ITEM_STEP / (1 + 0.1 * item_rating[1]) * error
                item_rating[1] += 1
            else:
                predicted.append(probability)
    return np.array(predicted)


def blocked_log(students: int, seed: int, *, points: int = 100, items: int = 150) -> AnswerLog:
    """A log as tutoring systems make them: one point until three right answers in a row, thousands of items, no times."""
    rng = np.random.default_rng(seed)
    point_difficulty, item_difficulty = rng.normal(-0.3, 0.8, points), rng.normal(0, 1.2, (points, items))
    rows: list[tuple[int, int, int, float, int]] = []
    for student in range(students):
        ability, length = rng.normal(0, 1.0), int(np.clip(exp(rng.normal(3.7, 1.1)), 8, 900))
        own_point = rng.normal(0, 0.9, points)
        practised, start, position, block = np.zeros(points), int(rng.integers(points)), 0, 0
        while position < length:
            point = int((start + block + rng.integers(3)) % points)
            mood, row, questions, block = rng.normal(0, 0.6), 0, 0, block + 1
            while position < length and row < 3 and questions < 25:
                item = int(rng.integers(items))
                log_odds = (
                    ability
                    + own_point[point]
                    + mood
                    + 0.15 * practised[point]
                    - point_difficulty[point]
                    - item_difficulty[point, item]
                )
                right = bool(rng.random() < 0.1 + 0.86 / (1 + exp(-log_odds)))
                rows.append((student, point, point * items + item, float(right), position))
                practised[point] += 1
                position, questions, row = position + 1, questions + 1, row + 1 if right else 0
    student_of, point_of, item_of, outcome, position_of = (np.array(column) for column in zip(*rows, strict=True))
    return AnswerLog(student_of, point_of, item_of, outcome, np.ones(len(rows)), pseudo_times(position_of))


if __name__ == "__main__":
    main()
