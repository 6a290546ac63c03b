"""What may be counted on in every prediction, whatever the weights."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.learning.mastery import band_of, mastery_cells, mastery_of
from core.learning.prediction.features import NAMES, RISING
from core.learning.prediction.predictor import Predictor
from core.learning.prediction.replay import AnswerLog, sums_before
from core.learning.sums.columns import SumColumns, micros_of
from core.records.learner import Sums
from core.tables import shipped_tables
from core.tables.predictor import PredictorModel
from core.wiring import in_memory_core
from tests.learning.folding import NOW, Piece, learner_of, summed

TABLES = shipped_tables()
SHIPPED = Predictor.shipped(TABLES)
POINTS = SHIPPED.point_ids[:3]
BASE = dict(zip(SHIPPED.point_ids, SHIPPED.base_probability.tolist(), strict=True))

pieces = st.builds(
    Piece,
    point=st.sampled_from(POINTS),
    outcome=st.sampled_from([0.0, 0.5, 1.0]),
    weight=st.sampled_from([0.25, 1.0]),
    days_ago=st.floats(0, 500),
)
later = st.floats(0, 400)


def predicted(evidence: list[Piece], *, days_later: float = 0.0, predictor: Predictor = SHIPPED) -> np.ndarray:
    whole, points = learner_of(evidence, BASE)
    return predictor.predict(whole, points, NOW + timedelta(days=days_later))


def mastered(evidence: list[Piece], point: str, *, days_later: float = 0.0) -> float:
    prediction = float(predicted(evidence, days_later=days_later)[SHIPPED.index_of[point]])
    own = [piece for piece in evidence if piece.point == point]
    if not own:
        return prediction
    sums = summed(own)
    return mastery_of(sums.right, sums.wrong, prediction, at=sums.last_at, now=NOW + timedelta(days=days_later))


@given(st.lists(pieces, max_size=12), pieces, later)
def test_one_more_right_answer_whenever_it_was_given_never_lowers_a_prediction_or_mastery(
    evidence: list[Piece], more: Piece, days_later: float
) -> None:
    right = Piece(more.point, 1.0, more.weight, more.days_ago)
    before, after = predicted(evidence, days_later=days_later), predicted([*evidence, right], days_later=days_later)
    assert (after >= before - 1e-12).all()
    for point in POINTS:
        gained = mastered([*evidence, right], point, days_later=days_later)
        assert gained >= mastered(evidence, point, days_later=days_later) - 1e-12


@given(st.lists(pieces, max_size=12), pieces)
def test_the_same_holds_of_any_model_whose_rising_weights_are_not_negative(evidence: list[Piece], more: Piece) -> None:
    weights = {name: 0.7 if name in RISING else -0.4 for name in NAMES}
    model = TABLES.predictor.model_copy(
        update={"weights": weights, "calibration": ((-1.0, -0.5), (0.0, 0.0), (2.0, 0.0))}
    )
    predictor = Predictor.over(model, TABLES.points)
    right = Piece(more.point, 1.0, more.weight, more.days_ago)
    before, after = predicted(evidence, predictor=predictor), predicted([*evidence, right], predictor=predictor)
    assert (after >= before - 1e-12).all()


def test_the_shipped_weights_that_must_not_be_negative_are_not() -> None:
    assert set(TABLES.predictor.weights) == set(NAMES)
    assert all(TABLES.predictor.weights[name] >= 0.0 for name in RISING)
    steps = np.diff(np.array(TABLES.predictor.calibration), axis=0)
    assert (steps >= 0.0).all()


@given(st.lists(pieces, min_size=1, max_size=12).flatmap(lambda each: st.tuples(st.just(each), st.permutations(each))))
def test_the_order_of_evidence_does_not_matter(orders: tuple[list[Piece], list[Piece]]) -> None:
    evidence, turned = orders
    assert predicted(turned) == pytest.approx(predicted(evidence), abs=1e-12)


def test_without_new_answers_mastery_goes_back_to_the_prediction() -> None:
    evidence = [Piece(POINTS[0], 1.0, 1.0, 1.0)] * 6
    place = SHIPPED.index_of[POINTS[0]]
    far = 20 * 365.0
    assert mastered(evidence, POINTS[0], days_later=far) == pytest.approx(predicted(evidence, days_later=far)[place])
    assert mastered(evidence, POINTS[0]) > mastered(evidence, POINTS[0], days_later=120)


def test_predictions_lie_between_one_and_ninety_nine_percent() -> None:
    certain = [Piece(POINTS[0], 1.0, 1.0, 0.0)] * 10_000
    hopeless = [Piece(POINTS[0], 0.0, 1.0, 0.0)] * 10_000
    assert predicted(certain).max() <= 0.99
    assert predicted(hopeless).min() >= 0.01


@given(st.lists(st.lists(pieces, max_size=6), min_size=1, max_size=4))
def test_many_students_at_once_get_what_each_gets_alone(students: list[list[Piece]]) -> None:
    folded = [learner_of(evidence, BASE) for evidence in students]
    learner = np.repeat(np.arange(len(students)), len(POINTS))
    point = np.tile([SHIPPED.index_of[each] for each in POINTS], len(students))
    cells = SumColumns.of([points.get(each) for _, points in folded for each in POINTS])
    together = SHIPPED.predict_cells(SumColumns.of([whole for whole, _ in folded]), learner, point, cells, NOW)
    alone = [SHIPPED.predict(whole, points, NOW)[SHIPPED.index_of[each]] for whole, points in folded for each in POINTS]
    assert together == pytest.approx(np.array(alone), abs=1e-12)


def test_mastery_of_many_rows_is_that_of_each() -> None:
    sums = [Sums(3, 2, 2.0, 1.0, 1.0, 0.5, NOW - timedelta(days=30)), Sums(0, 0, 0.0, 0.0, 0.0, 0.0, NOW)]
    prediction = np.array([0.6, 0.7])
    rows = mastery_cells(SumColumns.of(sums), prediction, micros_of(NOW))
    each = [
        mastery_of(one.right, one.wrong, probability, at=one.last_at, now=NOW)
        for one, probability in zip(sums, (0.6, 0.7), strict=True)
    ]
    assert rows == pytest.approx(np.array(each))


def test_the_band_holds_mastery_and_narrows_with_evidence() -> None:
    low, high = band_of(np.array([0.0, 3.0, 30.0]), np.array([0.0, 1.0, 10.0]), np.array([0.75, 0.75, 0.75]))
    assert (low < 0.75).all()
    assert (high > 0.75).all()
    assert (np.diff(high - low) < 0).all()


@given(st.lists(pieces, min_size=2, max_size=10))
def test_sums_met_in_order_are_those_of_the_definition(evidence: list[Piece]) -> None:
    ordered = sorted(evidence, key=lambda piece: piece.at)
    log = AnswerLog(
        student=np.zeros(len(ordered), dtype=np.intp),
        point=np.array([SHIPPED.index_of[piece.point] for piece in ordered], dtype=np.intp),
        item=np.full(len(ordered), -1, dtype=np.intp),
        outcome=np.array([piece.outcome for piece in ordered]),
        weight=np.array([piece.weight for piece in ordered]),
        at=np.array([micros_of(piece.at) for piece in ordered], dtype=np.int64),
    )
    wholes, _ = sums_before(log, SHIPPED.base_probability)
    expected = SumColumns.of([summed(ordered[:-1], BASE)])
    for column in ("attempts", "correct", "right", "wrong", "right_fast", "wrong_fast"):
        assert getattr(wholes, column)[-1] == pytest.approx(getattr(expected, column)[0], abs=1e-9)


def test_a_kept_model_stands_before_the_shipped_one_unless_its_features_are_others() -> None:
    core = in_memory_core()
    assert core.predictor.version == TABLES.predictor.version
    kept = PredictorModel(
        version="refit-1", weights=TABLES.predictor.weights, levels=(0.0,) * 7, points={POINTS[0]: 2.0}
    )
    core.store.save_predictor(kept.model_dump_json())
    assert core.predictor.version == "refit-1"
    assert core.predictor.base_probability[:2] == pytest.approx([0.8808, 0.5], abs=1e-4)
    core.store.save_predictor(kept.model_copy(update={"weights": {"other": 1.0}}).model_dump_json())
    assert core.predictor.version == TABLES.predictor.version


def test_an_easier_item_is_answered_rightly_more_often_than_its_point() -> None:
    assert SHIPPED.for_item(0.6, 1.0) > 0.6 > SHIPPED.for_item(0.6, -1.0)
    assert SHIPPED.for_item(0.6, 0.0) == pytest.approx(0.6)
