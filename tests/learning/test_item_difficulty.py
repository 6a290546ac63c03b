"""Item difficulty: the expectation first, the answers in the end."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.learning.items.difficulty import difficulties, difficulty, easier
from core.learning.prediction.predictor import Predictor
from core.tables import shipped_tables
from tests.store.rows import item

SHIPPED = Predictor.shipped(shipped_tables())


@given(st.integers(0, 50), st.integers(0, 50), st.floats(0.05, 0.95))
def test_one_more_right_answer_makes_an_item_easier(right: int, wrong: int, expected: float) -> None:
    assert difficulty(right + wrong + 1, right + 1, expected) < difficulty(right + wrong, right, expected)


def test_with_many_answers_the_expectation_is_forgotten() -> None:
    assert difficulty(100_000, 80_000, 0.2) == pytest.approx(-np.log(4), abs=1e-3)


def test_an_item_without_answers_has_the_difficulty_of_its_points_or_of_its_level() -> None:
    bare, pointed = item("q_1"), item("q_2").model_copy(update={"points": list(SHIPPED.point_ids[:2])})
    found = difficulties([bare, pointed], {}, SHIPPED)
    assert found["q_1"] == pytest.approx(-SHIPPED.model.levels[0])
    assert found["q_2"] == pytest.approx(-SHIPPED.easiness[0])


def test_answers_move_the_item_they_are_about() -> None:
    found = difficulties([item("q_1"), item("q_2")], {"q_1": (20.0, 4.0)}, SHIPPED)
    assert found["q_1"] > found["q_2"]


def test_offsets_are_found_again_from_answers() -> None:
    rng = np.random.default_rng(1)
    true = rng.normal(0, 0.7, 30)
    number = np.repeat(np.arange(30), 400)
    base = rng.uniform(0.3, 0.8, len(number))
    odds = base / (1 - base) * np.exp(true[number])
    outcome = (rng.random(len(number)) < odds / (1 + odds)).astype(np.float64)
    assert np.corrcoef(easier(number, outcome, base, 30), true)[0, 1] > 0.95


def test_answers_on_unknown_items_are_left_out() -> None:
    unknown = np.array([-1, 0], dtype=np.intp)
    assert easier(unknown, np.array([1.0, 1.0]), np.array([0.5, 0.5]), 1).shape == (1,)
