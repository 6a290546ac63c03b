"""Minutes that the plan predicts: floors (here: most error) on simulated students after fifty answers."""

from __future__ import annotations

import pytest

from evaluation.simulator.minutes import Errors, by_kinds, mean_error
from tests.evaluation.floors import FLOORS

STUDENTS, SEED = 200, 11


@pytest.fixture(scope="module")
def errors() -> Errors:
    """Predicted beside real minutes."""
    return by_kinds(STUDENTS, SEED)


@pytest.mark.parametrize(("shown", "floor"), [("slot", "slot_error"), ("set, usual", "set_usual_error")])
def test_predicted_minutes_hold_their_floor(errors: Errors, shown: str, floor: str) -> None:
    assert mean_error(errors, shown) <= FLOORS["plan_minutes"][floor]
