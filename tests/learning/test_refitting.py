"""The refit: better where it says so, kept only then, blind to what was taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

import numpy as np
import pytest

from core.errors import BadRequest
from core.learning.prediction.features import NAMES, RISING, logistic
from core.learning.prediction.predictor import Predictor
from core.learning.prediction.refitting import answer_log, refit
from core.learning.simulation.students import Profile, profiles, simulate
from core.records.evidence import Evidence
from core.tables import shipped_tables

TABLES = shipped_tables()
SHIPPED = Predictor.shipped(TABLES)
START = datetime(2026, 1, 1, tzinfo=UTC)
PIECE = Evidence("s1", "answer", "point", SHIPPED.point_ids[0], 0.0, 1.0, "ev_1#1", START, "k1", item_id="q_1")


@cache
def simulated(students: int, days: int) -> tuple[tuple[str, Evidence], ...]:
    """The evidence of simulated students on an item of each answer's point."""
    nature: list[Profile] = profiles(students, 9, days=days)
    answers = simulate("practice", nature, days=days, seed=9, points=TABLES.points, start=START)
    return tuple(
        (
            "org",
            replace(
                PIECE,
                student_id=f"s{answer.student}",
                target=answer.point,
                outcome=float(answer.right),
                source=f"ev_{number}#1",
                occurred_at=answer.moment,
            ),
        )
        for number, answer in enumerate(answers)
    )


def test_fitted_on_a_class_the_model_predicts_held_out_students_better_and_is_kept() -> None:
    found = refit(simulated(40, 90), SHIPPED, TABLES.points)
    assert found.by_student
    assert found.students == 40
    assert 0 < found.held_out < found.answers / 2
    assert found.loss_after < found.loss_before
    assert found.model is not None
    assert found.model.version.startswith("refit-")
    assert set(found.model.weights) == set(NAMES)
    assert all(found.model.weights[name] >= 0.0 for name in RISING)


def test_a_refitted_model_stays_when_a_second_refit_is_no_better() -> None:
    first = refit(simulated(40, 90), SHIPPED, TABLES.points).model
    assert first is not None
    second = refit(simulated(40, 90), Predictor.over(first, TABLES.points), TABLES.points)
    assert second.loss_before == pytest.approx(refit(simulated(40, 90), SHIPPED, TABLES.points).loss_after, abs=1e-4)
    assert second.model is None


def test_difficulties_of_points_come_near_the_truth() -> None:
    model = refit(simulated(40, 90), SHIPPED, TABLES.points).model
    assert model is not None
    asked: dict[str, list[float]] = {}
    for _, piece in simulated(40, 90):
        asked.setdefault(piece.target, []).append(piece.outcome)
    often = {point: np.mean(outcomes) for point, outcomes in asked.items() if len(outcomes) >= 30}
    fitted = [float(logistic(np.array(model.points[point]))) for point in often]
    assert np.corrcoef(fitted, list(often.values()))[0, 1] > 0.7


def test_of_few_students_the_latest_answers_are_held_out() -> None:
    found = refit(simulated(6, 120), SHIPPED, TABLES.points)
    assert not found.by_student
    assert found.held_out == pytest.approx(found.answers / 5, rel=0.05)


def test_too_few_answers_are_refused_with_their_number() -> None:
    with pytest.raises(BadRequest, match="There are 1 answers on knowledge points; a refit needs 500"):
        refit([("org", PIECE)], SHIPPED, TABLES.points)


def test_an_upheld_appeal_counts_once_and_in_favour() -> None:
    back = replace(PIECE, kind="retraction", weight=-1.0)
    favour = replace(PIECE, kind="appeal_upheld", outcome=1.0)
    log, students = answer_log([("org", piece) for piece in (favour, PIECE, back)], SHIPPED)
    assert students == ["org/s1"]
    assert (log.outcome.tolist(), log.weight.tolist()) == ([1.0], [1.0])


def test_what_was_taken_back_for_good_and_what_is_no_point_is_left_out() -> None:
    back = replace(PIECE, kind="retraction", weight=-1.0)
    skill = replace(PIECE, target_kind="skill", target="grammar")
    log, _ = answer_log([("org", piece) for piece in (PIECE, back, skill)], SHIPPED)
    assert len(log) == 0


def test_students_of_the_same_id_in_two_organisations_are_two() -> None:
    _, students = answer_log([("a", PIECE), ("b", PIECE)], SHIPPED)
    assert students == ["a/s1", "b/s1"]
