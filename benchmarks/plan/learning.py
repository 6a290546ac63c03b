"""The policy of the daily plan on simulated learners: six worlds, 30 students each, against other plans with equal minutes.

The assumptions stand in evaluation/simulator/README.md. The seeds here were never used while the policy was chosen.
"""

from __future__ import annotations

from multiprocessing import get_context

import numpy as np

from core.arrays import Float64
from core.learning.choosing import BACKLOG_CAP
from evaluation.bars import Bars
from evaluation.simulator.ledger import tables
from evaluation.simulator.pairs import paired
from evaluation.simulator.plans import (
    NEAR_SUCCESS,
    OURS,
    OURS_ANY_ITEM,
    RANDOM,
    REVIEWS_FIRST,
    WEAKEST,
    Compared,
)
from evaluation.simulator.practice import Outcome, practised
from evaluation.simulator.students import SETTINGS, Setting, student_of
from evaluation.simulator.year import Year, until_cleared, year_of

SEED = 20_261_123
STUDENTS = 30
YEAR_STUDENTS = 12
PROCESSES = 2
PLANS = (OURS, RANDOM, WEAKEST, NEAR_SUCCESS, REVIEWS_FIRST, OURS_ANY_ITEM)
OVER_RANDOM, OVER_WEAKEST = 0.02, 0.10
SUCCESS = (0.70, 0.85)
"""The bars."""


def run(bars: Bars) -> None:
    """Six worlds, then a year of the agenda."""
    jobs = [(setting, plan, number) for setting in SETTINGS for plan in PLANS for number in range(STUDENTS)]
    with get_context("spawn").Pool(PROCESSES) as pool:
        outcomes = pool.map(_practised, jobs, chunksize=5)
        years = pool.map(_year, range(YEAR_STUDENTS), chunksize=1)
    by_world: dict[Setting, dict[str, list[Outcome]]] = {}
    for (setting, plan, _number), outcome in zip(jobs, outcomes, strict=True):
        by_world.setdefault(setting, {}).setdefault(plan.name, []).append(outcome)
    for setting, by_plan in by_world.items():
        _world(bars, setting, by_plan)
    _years(bars, years)


def _practised(job: tuple[Setting, Compared, int]) -> Outcome:
    setting, plan, number = job
    return practised(setting.rule, student_of(setting, number, SEED, tables().points), plan)


def _year(number: int) -> Year:
    return year_of(number, SEED, tables().points)


def _world(bars: Bars, setting: Setting, by_plan: dict[str, list[Outcome]]) -> None:
    ours = _later(by_plan[OURS.name])
    for plan in PLANS:
        _say(setting, plan, by_plan[plan.name], ours)
    random, weakest = (paired(ours, _later(by_plan[plan.name])) for plan in (RANDOM, WEAKEST))
    bars.check(
        f"{setting.name}: true recall a week later, ours over random",
        str(random),
        random.mean >= OVER_RANDOM and random.low > 0.0,
        f"at least {OVER_RANDOM}, interval above 0",
    )
    bars.check(
        f"{setting.name}: ours over always the weakest",
        str(weakest),
        weakest.mean >= OVER_WEAKEST,
        f"at least {OVER_WEAKEST}",
    )
    success = success_rate(by_plan[OURS.name])
    bars.check(
        f"{setting.name}: share of right answers under ours",
        success,
        SUCCESS[0] <= success <= SUCCESS[1],
        f"{SUCCESS[0]} to {SUCCESS[1]}",
    )


def _later(outcomes: list[Outcome]) -> Float64:
    return np.array([each.later for each in outcomes])


def success_rate(outcomes: list[Outcome]) -> float:
    """Of all answers together."""
    return sum(each.right for each in outcomes) / sum(each.answers for each in outcomes)


def _say(setting: Setting, plan: Compared, outcomes: list[Outcome], ours: Float64) -> None:
    before = np.mean([each.before for each in outcomes])
    answers = np.mean([each.answers for each in outcomes])
    new = np.mean([each.explained for each in outcomes])
    later = _later(outcomes)
    against = "" if plan is OURS else f"; ours over it {paired(ours, later)}"
    print(
        f"   {setting.name:18} {plan.name:20} true recall {before:.3f} -> {later.mean():.3f}, right {success_rate(outcomes):.3f}, "
        f"{answers:.0f} answers, {new:.0f} new points{against}"
    )


def _years(bars: Bars, years: list[Year]) -> None:
    waiting = [each for year in years for each in year.waiting]
    days, still_open = until_cleared(years)
    median, late = np.percentile(days, (50, 95)) if len(days) else (np.nan, np.nan)
    print(
        f"   a year of {len(years)} students who forget: {np.median(waiting):.0f} reviews waiting on a day of study (median), "
        f"{max(waiting)} at most; after {len(days) + still_open} returns everything that waited was reviewed within {median:.0f} days "
        f"(median), {late:.0f} (95 %), {still_open} open at the year's end"
    )
    bars.at_most(
        "reviews on the plan of one day, most in a year", max(map(max, (year.planned for year in years))), BACKLOG_CAP
    )
