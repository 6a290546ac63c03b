"""The simulator of plans: repeatable, fair to all plans, and truthful where the truth can be worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from core.learning.choosing import BACKLOG_CAP
from core.learning.prediction.predictor import Predictor
from core.learning.simulation.rules import MISSING_PREREQUISITE, RULES, Rule
from core.learning.simulation.students import GUESS_CHOICE
from core.learning.sums.columns import EPOCH, MICROSECOND
from core.learning.sums.record import record
from core.records.learner import Learner, Sums
from evaluation.simulator.items import STATISTICS_ERROR, Items
from evaluation.simulator.ledger import Given, Ledger, moment, tables
from evaluation.simulator.minds import Mind
from evaluation.simulator.pairs import paired
from evaluation.simulator.plans import NEAR_SUCCESS, OURS, RANDOM, REVIEWS_FIRST, WEAKEST
from evaluation.simulator.practice import EXPLANATION_SECONDS, Practice, practised
from evaluation.simulator.spacing import LEAST, teaches
from evaluation.simulator.students import DAYS, SETTINGS, Setting, Student, student_of, study_minutes
from evaluation.simulator.times import Kind, median_seconds, simulated_seconds
from evaluation.simulator.year import year_of

KIND: Kind = ("multiple_choice", "grammar")


def student(setting: Setting = SETTINGS[0], number: int = 0) -> Student:
    return student_of(setting, number, 7, tables().points)


def short(given: Student) -> Student:
    """Two weeks instead of eight."""
    return replace(given, minutes=tuple(15.0 if day < 14 else 0.0 for day in range(DAYS)))


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_the_same_student_under_the_same_plan_ends_in_the_same_place(setting: Setting) -> None:
    given = short(student(setting))
    assert practised(setting.rule, given, OURS) == practised(setting.rule, given, OURS)


@pytest.mark.parametrize("rule", RULES)
def test_every_plan_begins_with_the_same_knowledge_and_the_same_answers(rule: Rule) -> None:
    given = short(student(Setting(rule, "whole")))
    begun = {practised(rule, given, plan).before for plan in (OURS, RANDOM, WEAKEST, NEAR_SUCCESS, REVIEWS_FIRST)}
    assert len(begun) == 1


def test_practice_teaches_and_nobody_knows_what_was_never_explained() -> None:
    given = short(student(number=1))
    outcome = practised("practice", given, OURS)
    assert outcome.later > outcome.before
    practice = Practice("practice", given)
    assert practice.mind.recall(practice.ids[-1], 1.0) == 0.0


def test_a_session_ends_with_the_answer_that_uses_its_minutes_up() -> None:
    practice = Practice("two_state", student(number=1))
    practice.session(OURS, 0.8, 20.0, np.random.default_rng(1))
    last = max(practice.ledger.last_days().values())
    # The last answer may begin just before the end, with an explanation before it.
    assert 0.8 < last < 0.8 + (20.0 * 60.0 + EXPLANATION_SECONDS * practice.student.pace) / 86_400.0


def test_explaining_costs_minutes_so_fewer_answers_are_given() -> None:
    given = short(student(number=1))
    known = replace(given, learnt=len(given.world.order))
    assert practised("practice", known, RANDOM).answers > 1.5 * practised("practice", given, RANDOM).answers


@pytest.mark.parametrize("rule", RULES)
def test_an_explanation_helps_less_when_a_prerequisite_is_not_known(rule: Rule) -> None:
    given = student(number=1)
    world = given.world
    point = next(each for each in world.order if len(world.requires[each]) == 1)
    (below,) = world.requires[point]

    def explained(prepared: bool) -> float:
        recalls = []
        for number in range(300):
            mind = Mind(rule, world, given, (3, number))
            if prepared:
                mind.learnt_before(below, 0.0)
                for day in range(30):
                    mind.answer(below, 0, float(day))
            mind.explain(point, 30.0)
            recalls.append(mind.recall(point, 31.0))
        return float(np.mean(recalls))

    assert explained(prepared=False) < (1 + MISSING_PREREQUISITE) / 2 * explained(prepared=True) + 0.05


@pytest.mark.parametrize("rule", RULES)
def test_answers_in_one_breath_teach_less_than_answers_on_different_days(rule: Rule) -> None:
    given = student(number=1)
    point = given.world.order[3]

    def known(gap: float) -> float:
        recalls = []
        for number in range(300):
            mind = Mind(rule, given.world, given, (4, number))
            mind.explain(point, 0.0)
            for time in range(1, 5):
                mind.answer(point, time, time * gap)
            recalls.append(mind.recall(point, 4 * gap + 7.0))
        return float(np.mean(recalls))

    assert known(gap=1.0) > known(gap=1 / 1440) + 0.03


def test_an_answer_teaches_a_quarter_at_once_and_nearly_all_after_a_day() -> None:
    assert teaches(0.0) == LEAST
    assert 0.9 < teaches(1.0) < 1.0
    assert teaches(0.1) < teaches(0.2)


def test_on_the_whole_map_every_point_counts() -> None:
    assert len(student(SETTINGS[3]).world.order) == len(Practice("practice", student(SETTINGS[3])).ids) == 853


def test_a_wanted_chance_draws_items_with_options_for_weak_points() -> None:
    world = student().world
    items = Items(world, np.random.default_rng(1))

    def with_options(wanted: float | None) -> float:
        drawn = [(place, items.item(place, 0.4, wanted)) for place in range(len(world.order))]
        return float(np.mean([world.guess[world.order[place]][item] == GUESS_CHOICE for place, item in drawn]))

    assert with_options(0.9) > 0.75 > with_options(None)


def test_a_chosen_item_is_none_of_the_last_three_and_an_even_one_not_the_last() -> None:
    items = Items(student().world, np.random.default_rng(1))
    drawn = [items.item(5, 0.4, 0.9) for _ in range(8)]
    even = [items.item(6, 0.4, None) for _ in range(400)]
    assert all(len(set(drawn[start : start + 4])) == 4 for start in range(5))
    assert set(even) == set(range(12))
    assert all(one != other for one, other in pairwise(even))


def test_what_is_known_of_items_is_near_the_truth_and_the_same_for_all_students() -> None:
    one, other = (Items(student(number=number).world, np.random.default_rng(number)) for number in (0, 6))
    assert (one.error == other.error).all()
    assert one.error.std() == pytest.approx(STATISTICS_ERROR, rel=0.1)


def test_what_a_plan_sees_is_what_the_product_would_show() -> None:
    ledger = Ledger(student(SETTINGS[3]))
    random = np.random.default_rng(1)
    answers = [Given(int(place), bool(random.random() < 0.6), float(at)) for at, place in enumerate([0, 5, 0, 9, 5, 0])]
    for each in answers:
        ledger.note([each])
    seen, at = ledger.states(9.0), moment(9.0)
    shown = record(
        _learner(ledger), ledger.level(9.0), points=tables().points, predictor=Predictor.shipped(tables()), at=at
    )
    rows = ledger.course.rows
    assert seen.predicted == pytest.approx(shown.prediction[rows])
    assert seen.met.tolist() == shown.met[rows].tolist()
    assert seen.attempts.tolist() == shown.attempts[rows].tolist()
    assert int(np.isfinite(seen.idle_days).sum()) >= 3


def _learner(ledger: Ledger) -> Learner:
    def sums(amounts: list[float], at: int) -> Sums:
        attempts, correct, *weights = amounts
        right, wrong, right_fast, wrong_fast = weights
        when = EPOCH + at * MICROSECOND
        return Sums(int(attempts), int(correct), right, wrong, right_fast, wrong_fast, when)

    cells = ledger.cells
    points = {
        point: sums(cells.amounts[place].tolist(), int(cells.last_at[place]))
        for place, point in enumerate(ledger.course.ids)
        if cells.last_at[place]
    }
    whole = sums(ledger.whole.amounts[0].tolist(), int(ledger.whole.last_at[0]))
    return Learner("o", "s", 0, "v", whole, points, b"", moment(9.0))


def test_students_differ_and_stay_within_the_bounds_that_are_written_down() -> None:
    for setting in SETTINGS:
        group = [student(setting, number) for number in range(12)]
        assert len({each.ability for each in group}) == 12
        for each in group:
            assert 0 <= each.learnt < len(each.world.order)
            assert len(each.minutes) == DAYS


def test_an_absence_leaves_days_without_study() -> None:
    away = study_minutes(np.random.default_rng(2), 400, absences=3, absence_days=(30, 35))
    longest = max(len(run) for run in "".join("x" if minutes else "." for minutes in away).split("x"))
    assert longest >= 30


def test_answer_times_spread_round_their_median_and_longer_texts_take_longer() -> None:
    random = np.random.default_rng(1)
    seconds = [simulated_seconds(KIND, 1.5, 30, random) for _ in range(4000)]
    assert np.median(seconds) == pytest.approx(median_seconds(KIND, 1.5, 30), rel=0.05)
    assert median_seconds(KIND, 1.0, 60) > median_seconds(KIND, 1.0, 20)
    assert median_seconds(("ordering", "grammar"), 1.0, 20) > median_seconds(KIND, 1.0, 20)


def test_a_years_plan_never_asks_more_reviews_a_day_than_the_cap() -> None:
    year = year_of(1, 5, tables().points)
    assert max(year.planned) <= BACKLOG_CAP
    assert len(year.waiting) == len(year.planned)
    assert year.returns


def test_the_interval_of_paired_differences_holds_their_mean() -> None:
    found = paired(np.array([0.5, 0.6, 0.7]), np.array([0.4, 0.5, 0.5]))
    assert found.mean == pytest.approx(0.4 / 3)
    assert found.low < found.mean < found.high
    assert found.n == 3
