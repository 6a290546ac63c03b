"""The policy of the daily plan, on standings made by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import ceil

import numpy as np
import pytest

from core.learning.choosing import (
    BACKLOG_CAP,
    RANDOM_SHARE,
    SHIPPED,
    Choice,
    PointStates,
    choose,
    item_probability,
    solid,
)

POINTS = 60


def standing(seed: int = 1, *, answered: int = 30, due: int = 10) -> PointStates:
    """The first points of the order answered, the first of those due, the ten after them ready."""
    random = np.random.default_rng(seed)
    index = np.arange(POINTS)
    return PointStates(
        predicted=random.uniform(0.3, 0.95, POINTS),
        attempts=np.where(index < answered, 3, 0),
        met=(index < answered) & (index % 3 > 0),
        ready=(index >= answered) & (index < answered + 10),
        idle_days=np.where(index < answered, 5.0, np.inf),
        overdue_days=np.where(index < due, 1.0 + index, np.where(index < answered, -4.0, -np.inf)),
    )


def chosen(given: PointStates, count: int = 30, *, seed: int = 3, cap: int = BACKLOG_CAP) -> list[Choice]:
    """What was not picked at random."""
    return [each for each in choose(given, count, random=np.random.default_rng(seed), cap=cap) if each.why != "random"]


def reasons(choices: list[Choice]) -> Counter[str]:
    return Counter(each.why for each in choices)


def test_the_same_standing_and_seed_give_the_same_plan() -> None:
    first, second = (choose(standing(), 20, random=np.random.default_rng(5)) for _ in range(2))
    assert first == second
    assert first != choose(standing(), 20, random=np.random.default_rng(6))


@pytest.mark.parametrize("count", [0, 1, 7, 40])
def test_a_plan_has_as_many_positions_as_were_asked_for(count: int) -> None:
    assert len(choose(standing(), count, random=np.random.default_rng(1))) == count


def test_errors_of_the_last_days_come_first_and_do_not_take_the_whole_plan() -> None:
    given = replace(standing(), urgent=tuple(range(40, 60)))
    choices = choose(given, 20, random=np.random.default_rng(1))
    count = ceil(SHIPPED.urgent_share * 20)
    assert {each.why for each in choices[:count]} == {"urgent"}
    assert all(each.why != "urgent" for each in choices[count:])


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_most_pressing_error_is_booked_however_short_the_plan_and_never_by_chance_displaced(count: int) -> None:
    given = replace(standing(), urgent=(45, 46))
    plans = [choose(given, count, random=np.random.default_rng(seed)) for seed in range(300)]
    assert {plan[0].point_index for plan in plans} == {45}
    assert {plan[0].probability for plan in plans} == {1.0}


def test_new_points_come_in_path_order_and_once_each() -> None:
    given = replace(standing(), predicted=np.full(POINTS, 0.8))
    indexes = [each.point_index for each in chosen(given) if each.why == "ready"]
    assert indexes
    assert indexes == sorted(set(indexes))


def test_the_expected_share_of_right_answers_is_lifted_to_the_floor_by_firm_points_at_any_place_of_the_plan() -> None:
    predicted = np.full(POINTS, 0.4)
    predicted[10:30] = 0.9
    given = replace(standing(), predicted=predicted, met=np.zeros(POINTS, dtype=np.bool_))
    choices = chosen(given, 20)
    expected = np.cumsum([each.predicted for each in choices]) / np.arange(1, len(choices) + 1)
    assert expected[3:].min() > SHIPPED.floor - 0.15
    assert expected[-1] >= SHIPPED.floor - 0.05
    firm = [each for each in choices if each.predicted == 0.9]
    assert {each.target_probability for each in firm} == {SHIPPED.item_firm}
    assert {each.target_probability for each in choices if each.predicted == 0.4} == {SHIPPED.item_near}


def test_without_firm_points_the_plan_is_as_long_as_asked_for() -> None:
    assert len(chosen(replace(standing(), predicted=np.full(POINTS, 0.3)), 30)) >= 25


def test_an_item_with_options_is_likelier_right_than_an_open_one_and_a_harder_one_less_likely() -> None:
    easy, hard, open_one = item_probability(0.6, np.array([0.25, 0.25, 0.0]), np.array([-0.5, 0.5, 0.0])).tolist()
    assert easy > hard > open_one


def test_a_new_point_too_hard_for_now_waits_behind_the_likely_ones() -> None:
    predicted = np.full(POINTS, 0.8)
    predicted[30:33] = 0.3
    indexes = [each.point_index for each in chosen(replace(standing(), predicted=predicted), 12) if each.why == "ready"]
    assert indexes
    assert min(indexes) >= 33


def test_points_that_rest_on_open_ones_come_after_all_that_are_ready() -> None:
    choices = [each for each in chosen(standing(due=0), 60) if each.why in ("ready", "early")]
    assert [each.why for each in choices] == sorted((each.why for each in choices), reverse=True)
    assert all((each.why == "ready") is (each.point_index < 40) for each in choices)
    assert choices[-1].why == "early"


def test_what_counts_as_known_is_not_new() -> None:
    assumed = np.arange(POINTS) == 33
    indexes = {each.point_index for each in chosen(replace(standing(due=0), assumed=assumed), 60)}
    assert 33 not in indexes
    assert 34 in indexes


def test_a_student_who_forgets_reviews_first_longest_overdue_first() -> None:
    given = replace(standing(due=25), predicted=np.full(POINTS, 0.65), kept_share=0.2)
    choices = chosen(given, 20)
    assert reasons(choices).keys() == {"due"}
    overdue = [given.overdue_days[each.point_index] for each in choices]
    assert overdue == sorted(overdue, reverse=True)


def test_new_points_are_held_back_while_many_reviews_wait_and_come_when_few_do() -> None:
    many, few = (
        replace(standing(due=due), kept_share=0.2) for due in (SHIPPED.backlog_limit + 1, SHIPPED.backlog_limit - 5)
    )
    assert not reasons(chosen(many, 60))["ready"]
    assert reasons(chosen(few, 40))["ready"]


def test_a_student_who_keeps_what_was_learnt_meets_new_points_and_reviews_side_by_side() -> None:
    given = replace(standing(due=20), predicted=np.full(POINTS, 0.75), kept_share=0.95)
    found = reasons(chosen(given, 20))
    assert found["due"] == pytest.approx(SHIPPED.review_share * 20, abs=2)
    assert found["ready"] >= 6


def test_back_after_a_fortnight_nothing_is_new_and_what_goes_best_comes_first() -> None:
    given = replace(standing(), returning=True)
    choices = choose(given, 30, random=np.random.default_rng(2))
    assert all(given.attempts[each.point_index] > 0 for each in choices)
    due = [each.predicted for each in choices if each.why == "due"]
    assert due == sorted(due, reverse=True)


def test_no_day_has_more_reviews_than_the_cap() -> None:
    assert reasons(chosen(replace(standing(due=30), kept_share=0.1), 50, cap=7))["due"] == 7
    assert reasons(chosen(standing(due=30), 50, cap=0))["due"] == 0


def test_an_answered_point_does_not_come_back_on_the_same_day_while_others_are_left() -> None:
    given = standing(answered=30, due=0)
    given.idle_days[:10] = 0.1
    assert not {each.point_index for each in chosen(given, 30)} & set(range(10))


def test_when_everything_was_answered_today_practice_goes_on() -> None:
    given = replace(standing(answered=POINTS, due=0), idle_days=np.full(POINTS, 0.1))
    assert reasons(chosen(given, 10)).keys() == {"repeat"}


def test_only_points_on_the_way_to_the_goal_are_chosen() -> None:
    on_goal_path = np.arange(POINTS) % 2 == 0
    choices = choose(replace(standing(), on_goal_path=on_goal_path, urgent=(1, 2)), 40, random=np.random.default_rng(1))
    assert all(on_goal_path[each.point_index] for each in choices)


def test_random_positions_are_as_many_as_named_and_their_probability_says_so() -> None:
    random = np.random.default_rng(1)
    choices = [each for _ in range(200) for each in choose(standing(), 20, random=random)]
    share = sum(each.why == "random" for each in choices) / len(choices)
    assert share == pytest.approx(RANDOM_SHARE, abs=0.015)
    assert {each.probability for each in choices if each.why == "random"} == {RANDOM_SHARE / 40}
    assert {each.probability for each in choices if each.why != "random"} == {1 - RANDOM_SHARE}


def test_a_choice_bears_the_chance_that_the_plan_saw() -> None:
    given = standing()
    assert all(each.predicted == given.predicted[each.point_index] for each in chosen(given))


def test_nothing_to_ask_gives_an_empty_plan() -> None:
    none = np.zeros(POINTS, dtype=np.bool_)
    assert choose(replace(standing(), on_goal_path=none), 10, random=np.random.default_rng(1)) == []


def test_a_point_is_solid_when_met_or_answered_and_likely() -> None:
    met, predicted, attempts = np.array([True, False, False]), np.array([0.2, 0.7, 0.7]), np.array([5, 5, 0])
    assert solid(met, predicted, attempts).tolist() == [True, True, False]
