"""Minutes that the plan predicts: floors (here: most error) on simulated students after fifty answers."""

from __future__ import annotations

import pytest

from evaluation.simulator.minutes import by_kinds, mean_error
from tests.evaluation.floors import FLOORS

STUDENTS, SEED = 200, 11
ERRORS = by_kinds(STUDENTS, SEED)


@pytest.mark.parametrize(("shown", "floor"), [("slot", "slot_error"), ("set, usual", "set_usual_error")])
def test_predicted_minutes_hold_their_floor(shown: str, floor: str) -> None:
    assert mean_error(ERRORS, shown) <= FLOORS["plan_minutes"][floor]
