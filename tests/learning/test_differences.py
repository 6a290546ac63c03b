"""A change is claimed only where chance, days included, does not explain it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.learning.differences import difference

SCORES = st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=6), min_size=2, max_size=5)


def test_under_two_days_on_a_side_nothing_is_claimed() -> None:
    assert difference([[0.0] * 20], [[1.0] * 20, [1.0]]) is None
    assert difference([[0.0], [0.0]], []) is None


def test_a_clear_change_over_many_days_is_certain() -> None:
    found = difference([[0.0, 0.0, 1.0]] * 8, [[1.0, 1.0, 1.0, 0.0]] * 8)
    assert found is not None
    assert found.value == pytest.approx(0.75 - 1 / 3)
    assert found.certain
    assert found.low > 0


def test_days_that_differ_widely_take_the_certainty_away() -> None:
    """The same answers: once spread evenly over the days, once in good and bad days."""
    even = difference([[0.0, 1.0] * 5] * 4, [[1.0, 1.0, 1.0, 0.0] * 3] * 4)
    clustered = difference(
        [[0.0] * 10, [1.0] * 10, [0.0] * 10, [1.0] * 10], [[1.0] * 12, [1.0] * 12, [0.0] * 12, [1.0] * 12]
    )
    assert even is not None
    assert clustered is not None
    assert even.value == pytest.approx(clustered.value)
    assert even.certain
    assert not clustered.certain


def test_everything_right_on_both_sides_still_has_a_width() -> None:
    found = difference([[1.0] * 3] * 2, [[1.0] * 3] * 2)
    assert found is not None
    assert (found.value, found.certain) == (0.0, False)
    assert found.low < -0.2
    assert found.high > 0.2


@given(before=SCORES, after=SCORES)
def test_the_interval_holds_the_difference_and_turns_with_the_sides(
    before: list[list[float]], after: list[list[float]]
) -> None:
    there, back = difference(before, after), difference(after, before)
    assert there is not None
    assert back is not None
    assert -1 <= there.low <= there.value <= there.high <= 1
    assert (there.value, there.low, there.high) == pytest.approx((-back.value, -back.high, -back.low))


@pytest.mark.parametrize(("days", "answers", "spread"), [(4, 10, 0.2), (8, 12, 0.2), (12, 8, 0.0)])
def test_without_a_change_one_is_claimed_in_at_most_one_of_fifteen(days: int, answers: int, spread: float) -> None:
    """Nominal is one of twenty; 400 pairs are seen, days differing by chance."""
    rng = random.Random(5)

    def time() -> list[list[float]]:
        rates = [min(1.0, max(0.0, rng.gauss(0.7, spread))) for _ in range(days)]
        return [[float(rng.random() < rate) for _ in range(answers)] for rate in rates]

    found = [difference(time(), time()) for _ in range(400)]
    assert sum(each is not None and each.certain for each in found) / len(found) <= 1 / 15
