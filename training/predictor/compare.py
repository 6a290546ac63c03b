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
        compared(name, log)


def compared(name: str, log: AnswerLog) -> None:
    """Every model on one log."""
    held = log.student % 5 == 0
    train, test = log.take(np.flatnonzero(~held)), log.take(np.flatnonzero(held))
    points, items = int(log.point.max()) + 1, int(log.item.max()) + 1
    overall = float(logit(train.outcome.mean()))
    expected = np.full(points, overall)
    of_point = logistic(mean_easiness(train, expected))
    raw, _, shrunk = accuracies(test, of_point, float(train.outcome.mean()))
    ours = fit(train, expected=expected, items=items, before=np.zeros(len(NAMES)), ridge=1.0).predict(test)
    rivals = {
        "raw accuracy": raw,
        "shrunk accuracy": shrunk,
        "PFA": regression(train, test, expected, items=0),
        "Best-LR": regression(train, test, expected, items=items),
        "Elo": elo(train, test, of_point),
        "this": ours,
    }
    for rival, chance in rivals.items():
        print(
            f"{name:10} {rival:16} {auc(test.outcome, chance):.3f} / {log_loss(test.outcome, chance):.3f}", flush=True
        )


def regression(train: AnswerLog, test: AnswerLog, expected: Float64, *, items: int) -> Float64:
    """PFA, or with items Best-LR."""
    easiness = mean_easiness(train, expected)
    base = logistic(easiness)
    offsets = easier(train.item, train.outcome, base[train.point], items)

    def columns(log: AnswerLog) -> Float64:
        wholes, cells = sums_before(log, base)
        found = [
            np.ones(len(log)),
            easiness[log.point],
            np.log1p(cells.correct),
            np.log1p(cells.attempts - cells.correct),
        ]
        if items:
            found += [offsets[log.item], np.log1p(wholes.correct), np.log1p(wholes.attempts - wholes.correct)]
        return np.stack(found, axis=1)

    return logistic(columns(test) @ unbounded(columns(train), train.outcome))


def unbounded(features: Float64, outcome: Float64) -> Float64:
    """Logistic weights by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(25):
        chance = logistic(features @ weights)
        curved = (features * (chance * (1 - chance))[:, None]).T @ features + np.eye(len(weights))
        weights = weights + np.linalg.solve(curved, features.T @ (outcome - chance) - weights)
    return weights


def elo(train: AnswerLog, test: AnswerLog, of_point: Float64) -> Float64:
    """Elo ratings moved by every answer; items move while training only."""
    items: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    easiness = logit(np.clip(of_point, LEAST, MOST)).tolist()
    chances: list[float] = []
    for log, learning in ((train, True), (test, False)):
        ability: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
        own: dict[tuple[int, int], float] = defaultdict(float)
        rows = zip(log.student.tolist(), log.point.tolist(), log.item.tolist(), log.outcome.tolist(), strict=True)
        for student, point, item, outcome in rows:
            whole, seen = ability[student], items[item]
            chance = 1.0 / (1.0 + exp(-(whole[0] + own[student, point] + easiness[point] + seen[0])))
            left = outcome - chance
            whole[0] += ABILITY_STEP / (1 + 0.05 * whole[1]) * left
            whole[1] += 1
            own[student, point] += POINT_STEP * left
            if learning:
                seen[0] += ITEM_STEP / (1 + 0.1 * seen[1]) * left
                seen[1] += 1
            else:
                chances.append(chance)
    return np.array(chances)


def blocked_log(students: int, seed: int, *, points: int = 100, items: int = 150) -> AnswerLog:
    """A log as tutoring systems make them: one point until three right answers in a row, thousands of items, no times."""
    chance = np.random.default_rng(seed)
    point_difficulty, item_difficulty = chance.normal(-0.3, 0.8, points), chance.normal(0, 1.2, (points, items))
    rows: list[tuple[int, int, int, float, int]] = []
    for student in range(students):
        ability, length = chance.normal(0, 1.0), int(np.clip(exp(chance.normal(3.7, 1.1)), 8, 900))
        own = chance.normal(0, 0.9, points)
        practised, start, position, block = np.zeros(points), int(chance.integers(points)), 0, 0
        while position < length:
            point = int((start + block + chance.integers(3)) % points)
            mood, row, asked, block = chance.normal(0, 0.6), 0, 0, block + 1
            while position < length and row < 3 and asked < 25:
                item = int(chance.integers(items))
                wanted = (
                    ability
                    + own[point]
                    + mood
                    + 0.15 * practised[point]
                    - point_difficulty[point]
                    - item_difficulty[point, item]
                )
                right = bool(chance.random() < 0.1 + 0.86 / (1 + exp(-wanted)))
                rows.append((student, point, point * items + item, float(right), position))
                practised[point] += 1
                position, asked, row = position + 1, asked + 1, row + 1 if right else 0
    student_of, point_of, item_of, outcome, place = (np.array(column) for column in zip(*rows, strict=True))
    return AnswerLog(student_of, point_of, item_of, outcome, np.ones(len(rows)), pseudo_times(place))


if __name__ == "__main__":
    main()
