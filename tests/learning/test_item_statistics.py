"""Figures of items against truths known beforehand."""

from __future__ import annotations

import numpy as np
import pytest

from core.arrays import Float64
from core.learning.items.statistics import (
    ABILITY_ERROR,
    ABILITY_PRIOR,
    PREDICTED_SPREAD,
    abilities,
    curve,
    discrimination,
    options,
    predicted_curve,
    slope,
)  # fmt: skip
from core.learning.items.suspicion import of_choices, of_scores
from core.learning.prediction.features import logistic
from core.learning.sums.columns import SumColumns


def answers(
    count: int, *, difficulty: float, slope: float = 1.0, floor: float = 0.0
) -> tuple[Float64, Float64, Float64]:
    """Abilities known exactly, and scores."""
    rng = np.random.default_rng(3)
    ability = rng.normal(0, 1, count)
    right = rng.random(count) < floor + (1 - floor) * logistic(slope * (ability - difficulty))
    return ability, np.zeros(count), right.astype(np.float64)


@pytest.mark.parametrize("floor", [0.0, 0.25])
@pytest.mark.parametrize("difficulty", [-1.5, 0.0, 1.0])
def test_many_answers_recover_difficulty_and_slope(difficulty: float, floor: float) -> None:
    ability, error, score = answers(5_000, difficulty=difficulty, slope=1.4, floor=floor)
    fitted = curve(ability, error, score, predicted=0.0, floor=floor)
    assert fitted.difficulty.value == pytest.approx(difficulty, abs=0.15)
    assert fitted.slope.value == pytest.approx(1.4, abs=0.2)
    assert fitted.difficulty.high - fitted.difficulty.low < 0.3


def test_without_answers_the_prediction_stands() -> None:
    nothing = np.zeros(0)
    fitted = curve(nothing, nothing, nothing, predicted=0.8, floor=0.25)
    assert fitted == predicted_curve(0.8)
    assert fitted.difficulty.high - 0.8 == pytest.approx(1.96 * PREDICTED_SPREAD, rel=1e-3)


def test_a_right_answer_never_makes_an_item_harder() -> None:
    ability, error, score = answers(40, difficulty=0.0)
    for place in np.flatnonzero(score == 0):
        better = score.copy()
        better[place] = 1.0
        before = curve(ability, error, score, predicted=0.0, floor=0.0).difficulty.value
        assert curve(ability, error, better, predicted=0.0, floor=0.0).difficulty.value < before


def test_errors_of_ability_widen_the_interval_and_make_the_slope_steeper() -> None:
    ability, error, score = answers(300, difficulty=0.5)
    sure, unsure = (curve(ability, error + extra, score, predicted=0.0, floor=0.0) for extra in (0.0, 0.5))
    assert unsure.slope.value > sure.slope.value


def test_where_the_able_do_worse_the_falling_slope_is_shown() -> None:
    ability, error, score = answers(200, difficulty=0.0)
    fitted = curve(ability, error, 1 - score, predicted=0.0, floor=0.0)
    shown = discrimination(ability, 1 - score, fitted)
    assert shown.high < 0
    assert shown == slope(ability, 1 - score)
    assert discrimination(ability, score, curve(ability, error, score, predicted=0.0, floor=0.0)).value > 0


def test_one_sided_scores_give_finite_figures() -> None:
    ability, error, score = answers(30, difficulty=-9.0)
    assert score.all()
    fitted = curve(ability, error, score, predicted=0.0, floor=0.25)
    assert np.isfinite([fitted.difficulty.low, fitted.difficulty.high, slope(ability, score).value]).all()
    assert fitted.difficulty.value < -0.5


def test_an_ability_is_what_the_other_answers_say() -> None:
    nothing = np.zeros(2)
    wholes = SumColumns(
        nothing, nothing, np.array([5.5, 5.0]), np.array([2.0, 2.5]), nothing, nothing, np.zeros(2, np.int64)
    )
    found, error = abilities(wholes, 0, score=np.array([1.0, 0.0]), probability=np.array([0.5, 0.5]))
    assert found[0] == pytest.approx(found[1])
    assert error[0] == pytest.approx(ABILITY_ERROR / (7.0 / 2 + ABILITY_PRIOR))


def test_an_unknown_student_counts_as_average() -> None:
    found, error = abilities(SumColumns.nothing(1), 0, score=np.ones(1), probability=np.full(1, 0.5))
    assert (found[0], error[0]) == (0.0, ABILITY_ERROR / ABILITY_PRIOR)


def test_options_are_rated_among_all_answers() -> None:
    found = options(["A", "B", "", "A"], np.array([1.0, -1.0, 0.0, 0.0]), ["A", "B", "C"])
    assert [found[label].count for label in "ABC"] == [2, 1, 0]
    assert found["A"].rate.value == 0.5
    assert found["C"].ability is None
    assert found["C"].rate.low == pytest.approx(0.0)


# -- suspicion -------------------------------------------------------------------------------------------------


def choices(count: int = 150) -> tuple[Float64, Float64, np.ndarray[tuple[int], np.dtype[np.intp]]]:
    rng = np.random.default_rng(5)
    ability, error, score = answers(count, difficulty=0.0, slope=1.2, floor=0.25)
    return ability, error, np.where(score == 1, 0, rng.integers(1, 4, count))


def test_a_sound_item_raises_no_suspicion() -> None:
    found = of_choices(*choices(), options=4, predicted=0.0)
    assert found.any < 0


def test_a_wrong_key_is_named() -> None:
    ability, error, chosen = choices()
    found = of_choices(ability, error, np.array([2, 1, 0, 3])[chosen], options=4, predicted=0.0)
    assert int(np.argmax(found.wrong_key)) == 1
    assert max(found.wrong_key) > max(*found.two_right, found.tells_nothing, 3.0)


def test_a_second_right_answer_is_named() -> None:
    ability, error, chosen = choices(400)
    split = np.where((chosen == 0) & (np.arange(400) % 2 == 0), 3, chosen)
    found = of_choices(ability, error, split, options=4, predicted=0.0)
    assert int(np.argmax(found.two_right)) == 2
    assert max(found.two_right) > max(*found.wrong_key, found.tells_nothing, 3.0)


def test_answers_by_chance_tell_nothing() -> None:
    ability, error, _ = choices(300)
    coin = np.random.default_rng(8).random(300) < 0.5
    assert of_scores(ability, error, coin, predicted=0.0, floor=0.0).tells_nothing > 3
    assert of_scores(ability, error, ability > 0, predicted=0.0, floor=0.0).tells_nothing < 0


def test_two_options_leave_no_room_for_a_second_right_one() -> None:
    ability, error, chosen = choices()
    found = of_choices(ability, error, np.minimum(chosen, 1), options=2, predicted=0.0)
    assert found.two_right == ()
    assert np.isfinite(found.any)
