"""The arithmetic of the tree, against values worked out by hand, and what must hold for any observations."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.learning.indicators import (
    UNKNOWN,
    IndicatorStates,
    LeafSums,
    Observation,
    Part,
    Scored,
    absorb,
    combined,
    decayed_to,
    halves,
    leaf_part,
    leaf_score,
)  # fmt: skip
from core.portrait.feeds import FEEDS
from core.tables import shipped_tables

TREE = shipped_tables().indicators
TODAY = date(2026, 11, 24)
FED = sorted({feed.leaf_id for feed in FEEDS})


def standing(leaf_id: str, *amounts: float, days: int = 0) -> IndicatorStates:
    """Observations of one leaf, all as old."""
    seen = [Observation(leaf_id, amount, 1.0, TODAY - timedelta(days=days)) for amount in amounts]
    return absorb(IndicatorStates(TODAY), seen, day=TODAY, indicators=TREE.by_id)


def score(leaf_id: str, kept: IndicatorStates) -> Scored:
    return leaf_score(TREE.by_id[leaf_id], kept)


def test_a_percentage_is_shrunk_by_eight_observations_to_its_prior() -> None:
    found = score("D34", standing("D34", *[1.0] * 6, *[0.0] * 2))
    assert found.value is not None
    assert found.value == pytest.approx(100 * (6 + 8 * 0.65) / 16)
    assert found.low < found.value < found.high


def test_a_level_is_100_times_level_less_one_over_eight() -> None:
    found = score("D73", standing("D73", 3, 4, 5))
    assert found.value == pytest.approx(100 * 3 / 8)
    assert found.raw == 4


def test_a_count_grows_with_the_logarithm_up_to_its_target() -> None:
    row = TREE.by_id["D22"]
    assert (row.target, row.x0) == (12, 3)
    assert score("D22", standing("D22", 6)).value == pytest.approx(100 * log(3) / log(5))
    assert score("D22", standing("D22", 40)).value == 100


def test_a_rate_is_the_amount_a_week_at_a_steady_pace() -> None:
    seen = [Observation("D08", 10.0, 1.0, TODAY - timedelta(days=day)) for day in range(300)]
    kept = absorb(IndicatorStates(TODAY), seen, day=TODAY, indicators=TREE.by_id)
    assert score("D08", kept).raw == pytest.approx(70, abs=0.1)


def test_active_days_are_those_of_the_last_28() -> None:
    on = [TODAY - timedelta(days=day) for day in (0, 0, 3, 27, 28, 200)]
    kept = absorb(IndicatorStates(TODAY), [], day=TODAY, active_days=on, indicators=TREE.by_id)
    assert score("D70", kept).raw == 3
    assert score("D70", decayed_to(kept, TODAY + timedelta(days=1), TREE.by_id)).raw == 2
    assert score("D70", decayed_to(kept, TODAY + timedelta(days=40), TREE.by_id)).value is None


def test_a_reversed_leaf_is_100_less_the_score() -> None:
    assert score("D49", standing("D49", *[0.0] * 32)).value == pytest.approx(100 - 100 * 8 * 0.2 / 40)


def test_half_lives_are_60_days_for_proficiency_and_21_for_effort() -> None:
    assert standing("D34", 1.0, days=60).leaves["D34"].n == pytest.approx(0.5)
    assert standing("D61", 1.0, days=21).leaves["D61"].n == pytest.approx(0.5)


def test_confidence_is_n_over_n_plus_eight_and_the_parent_is_weighted_by_it() -> None:
    one, other = score("D37", standing("D37", *[1.0] * 24)), score("D38", standing("D38", *[0.0] * 8))
    parts = [leaf_part(TREE.by_id["D37"], one), leaf_part(TREE.by_id["D38"], other)]
    assert [part.confidence for part in parts] == [0.75, 0.5]
    found = combined(parts)
    assert one.value is not None
    assert other.value is not None
    assert found.value == pytest.approx((0.75 * one.value + 0.5 * other.value) / 1.25)


def test_a_parent_is_null_under_30_per_cent_of_its_weight() -> None:
    known = Part(1.0, 0.5, Scored(60.0, 50.0, 70.0, 60.0, 60.0, 8.0, 1.0, TODAY))
    nothing = Part(1.0, 0.0, UNKNOWN)
    assert combined([known, nothing, nothing, nothing]).value is None
    assert combined([known, nothing, nothing]).value == 60.0


def test_the_band_is_wider_the_more_is_hidden() -> None:
    known = Part(1.0, 0.5, Scored(60.0, 50.0, 70.0, 60.0, 60.0, 8.0, 1.0, TODAY))
    nothing = Part(1.0, 0.0, UNKNOWN)
    widths = [combined([*[known] * count, *[nothing] * (6 - count)]).variance for count in range(2, 7)]
    assert widths == sorted(widths, reverse=True)


def test_half_and_half_takes_the_one_that_is_known() -> None:
    one = Scored(80.0, 70.0, 90.0, 60.0, None, 8.0, 1.0, TODAY)
    other = replace(one, value=40.0)
    assert halves(one, other).value == 60.0
    assert halves(one, UNKNOWN).value == 80.0


def test_one_old_observation_is_forgotten_after_a_half_life() -> None:
    assert score("D34", standing("D34", 1.0, days=59)).value is not None
    assert score("D34", standing("D34", 1.0, days=61)).value is None


observations = st.lists(
    st.tuples(st.sampled_from(FED), st.floats(0, 1), st.sampled_from((1.0, 1.0, 2.0, -1.0)), st.integers(0, 300)),
    max_size=60,
)


@given(observations, st.randoms(use_true_random=False))
def test_sums_do_not_depend_on_the_order(rows: list[tuple[str, float, float, int]], rng: object) -> None:
    seen = [Observation(leaf, amount, weight, TODAY - timedelta(days=age)) for leaf, amount, weight, age in rows]
    whole = absorb(IndicatorStates(TODAY), seen, day=TODAY, indicators=TREE.by_id)
    rng.shuffle(seen)  # type: ignore[attr-defined]
    parts = IndicatorStates(TODAY - timedelta(days=301))
    for place, each in enumerate(seen):
        later = min(TODAY, parts.day + timedelta(days=place % 2))
        parts = absorb(parts, [each], day=later, indicators=TREE.by_id)
    parts = decayed_to(parts, TODAY, TREE.by_id)
    for key, sums in whole.leaves.items():
        assert abs(sums.total - parts.leaves[key].total) < 1e-9
        assert abs(sums.n - parts.leaves[key].n) < 1e-9
        assert sums.last == parts.leaves[key].last


@given(
    st.sampled_from(FED), st.lists(st.tuples(st.floats(0, 1), st.integers(0, 300)), max_size=40), st.integers(0, 300)
)
def test_one_more_right_answer_never_lowers_the_leaf_it_feeds(
    leaf_id: str, rows: list[tuple[float, int]], age: int
) -> None:
    seen = [Observation(leaf_id, amount, 1.0, TODAY - timedelta(days=days)) for amount, days in rows]
    before = absorb(IndicatorStates(TODAY), seen, day=TODAY, indicators=TREE.by_id)
    one = Observation(leaf_id, 1.0, 1.0, TODAY - timedelta(days=age))
    after = score(leaf_id, absorb(before, [one], day=TODAY, indicators=TREE.by_id)).value
    was = score(leaf_id, before).value
    assert was is None or (after is not None and after >= was - 1e-9)


@given(st.sampled_from([row.leaf_id for row in TREE.rows]), st.floats(0, 50), st.floats(0.5, 200))
def test_every_score_lies_inside_its_band_and_the_scale(leaf_id: str, amount: float, n: float) -> None:
    found = score(leaf_id, IndicatorStates(TODAY, {leaf_id: LeafSums(amount * n, n, TODAY)}))
    if found.value is not None:
        assert 0 <= found.low <= found.value <= found.high <= 100
