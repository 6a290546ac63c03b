"""Evidence at random, the fold as one plain pass over it, and the difference between the two."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from core.knowledge import update as updating
from core.knowledge.wire import UpdateRequest, UpdateResult
from core.learning.mastery import FAST_HALF_LIFE, HALF_LIFE, decay
from core.learning.prediction.predictor import Predictor
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.evidence import Evidence
from core.records.learner import Learner, Sums
from core.tables import shipped_tables

NOW = datetime(2026, 11, 24, 2, tzinfo=UTC)
TABLES = shipped_tables()
PREDICTOR = Predictor.shipped(TABLES)
CALLER = Caller("org", frozenset())


def piece(key: str, **changed: object) -> Evidence:
    """A right answer of s1 on the first point, yesterday."""
    made = Evidence(
        student_id="s1",
        kind="answer",
        target_kind="point",
        target=PREDICTOR.point_ids[0],
        outcome=1.0,
        weight=1.0,
        source="ev_1#0",
        occurred_at=NOW - timedelta(days=1),
        idempotency_key=key,
    )
    return replace(made, **changed)  # type: ignore[arg-type]


def some_evidence(seed: int, *, students: int, each: int, days: int = 200) -> list[Evidence]:
    """Answers of several students on a few points each, partly right, partly from comprehension."""
    rng = random.Random(seed)
    return [
        piece(
            f"{student}:{number}",
            student_id=f"s{student}",
            target=rng.choice(PREDICTOR.point_ids[:20]),
            outcome=rng.choice((0.0, 0.5, 1.0, 1.0)),
            weight=rng.choice((1.0, 1.0, 0.25)),
            occurred_at=NOW - timedelta(seconds=rng.randrange(3_600, days * 86_400)),
        )
        for student in range(students)
        for number in range(each)
    ]


def update(
    store: Store, clock: Clock, identifiers: Identifiers, *, predictor: Predictor = PREDICTOR, **request: object
) -> UpdateResult:
    """POST /knowledge-map/update."""
    return updating.update(
        UpdateRequest(**request),  # type: ignore[arg-type]
        CALLER,
        points=TABLES.points,
        predictor=predictor,
        store=store,
        clock=clock,
        identifiers=identifiers,
    )


def one_pass(log: Iterable[Evidence], *, predictor: Predictor = PREDICTOR) -> dict[str, tuple[Sums, dict[str, Sums]]]:
    """What all of the log adds up to, student by student: each piece decayed to the latest, added in plain numbers."""
    by_student: dict[str, list[Evidence]] = {}
    for row in log:
        by_student.setdefault(row.student_id, []).append(row)
    folded = {}
    for student_id, rows in by_student.items():
        points = {
            target: _sums([row for row in rows if row.target == target]) for target in {row.target for row in rows}
        }
        folded[student_id] = (_sums(rows, predictor=predictor), points)
    return folded


def _sums(rows: Sequence[Evidence], *, predictor: Predictor | None = None) -> Sums:
    at = max(row.occurred_at for row in rows)
    amounts = [0.0] * 6
    for row in rows:
        probability = 0.0 if predictor is None else float(predictor.base_probability[predictor.index_of[row.target]])
        right = row.weight * row.outcome * (1 - probability)
        wrong = row.weight * (1 - row.outcome) * (1.0 if predictor is None else probability)
        slow, fast = decay(at - row.occurred_at), decay(at - row.occurred_at, FAST_HALF_LIFE)
        attempt = 0 if abs(row.weight) < 1 else (1 if row.weight > 0 else -1)
        added = (attempt, attempt * (row.outcome == 1), right * slow, wrong * slow, right * fast, wrong * fast)
        amounts = [before + one for before, one in zip(amounts, added, strict=True)]
    assert HALF_LIFE > FAST_HALF_LIFE
    return Sums(int(amounts[0]), int(amounts[1]), *amounts[2:], last_at=at)


def difference(learner: Learner, wanted: tuple[Sums, dict[str, Sums]]) -> float:
    """The greatest difference between stored and wanted sums; infinite where points or moments differ."""
    whole, points = wanted
    if learner.points.keys() != points.keys():
        return float("inf")
    pairs = [(learner.whole, whole), *((learner.points[target], points[target]) for target in points)]
    if any(found.last_at != right.last_at for found, right in pairs):
        return float("inf")
    names = ("attempts", "correct", "right", "wrong", "right_fast", "wrong_fast")
    return max(abs(getattr(found, name) - getattr(right, name)) for found, right in pairs for name in names)
