"""The level of a student: what moves it, what it rests on, and that evidence may come in any order and be taken back."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest

from core.learning.level import (
    GUESSES,
    LEVELS,
    NOBODY,
    LevelAnswer,
    LevelCounts,
    cell_of,
    placement_prior,
    prior_of,
    student_level,
)  # fmt: skip
from core.learning.placement import GRID, Trial, level_estimate, posterior
from core.records.learner import FirstPortrait

NOW = datetime(2026, 11, 24, 4, tzinfo=UTC)
TODAY = date(2026, 11, 24)
SKILLS = ("listen", "speak", "read", "write")


def first_portrait(score: float | None, duration: str = "unknown", **further: object) -> FirstPortrait:
    results = {f"{skill}_ability": score for skill in SKILLS} | further
    source = "placement" if "unknown" in further else "api"
    return FirstPortrait("org", "s1", json.dumps({"learning_duration": duration}), json.dumps(results), source, NOW)


def counts(*answers: tuple[int, float, int, int]) -> LevelCounts:
    """(level, guessing, right, wrong), all of today."""
    return LevelCounts(
        TODAY, {cell_of(level, guessing): (float(right), float(wrong)) for level, guessing, right, wrong in answers}
    )


def test_of_nobody_nothing_is_claimed() -> None:
    assert NOBODY.level == 1
    assert not NOBODY.known
    assert NOBODY.below == frozenset()


def test_first_portraits_far_apart_stand_for_levels_far_apart() -> None:
    far = student_level(None, first_portrait(95, "five years"), NOW)
    near = student_level(None, first_portrait(10, "one month"), NOW)
    assert (far.level, near.level) == (7, 2)
    assert far.known
    assert near.known
    assert {1, 2, 3, 4, 5} <= far.below


def test_a_test_outweighs_how_long_one_has_learnt() -> None:
    mean = float(prior_of(first_portrait(50, "one month")) @ GRID)
    assert mean == pytest.approx((5 * 4 + 1) / 5, abs=0.3)


def test_what_says_nothing_leaves_a_beginner() -> None:
    assert prior_of(first_portrait(None)) is prior_of(None)
    assert not student_level(None, first_portrait(None), NOW).known


def test_a_placement_says_by_its_items_what_it_found() -> None:
    """The level after it is that of its own posterior: it begins from the same belief and its items stand in the log."""
    trials = [Trial(level, 0.25, "right" if level <= 6 else "unknown") for level in (4, 5, 6, 7, 6, 7, 6, 5, 7, 6)]
    found = level_estimate(posterior(trials, placement_prior("{}")))
    right = [(trial.level, 0.25, 1, 0) for trial in trials if trial.outcome == "right"]
    totals: dict[int, int] = {}
    for level, *_ in right:
        totals[level] = totals.get(level, 0) + 1
    after = student_level(
        counts(*((level, 0.25, count, 0) for level, count in totals.items())),
        first_portrait(None, unknown={"7": sum(trial.outcome == "unknown" for trial in trials)}),
        NOW,
    )
    assert (after.level, after.band) == (found.level, tuple(min(end, 7) for end in found.band))


def test_many_right_answers_on_easy_items_do_not_make_an_expert() -> None:
    level = student_level(counts((1, 0.25, 95, 5)), None, NOW)
    assert 2 <= level.level <= 3
    assert level.band[0] <= 2


@pytest.mark.parametrize("level", LEVELS)
def test_three_of_four_right_at_a_level_are_that_level(level: int) -> None:
    told = student_level(counts((level, 0.25, 31, 9)), None, NOW)
    assert abs(told.level - level) <= 1
    assert told.band[0] <= level <= told.band[1]


def test_one_more_right_answer_never_lowers_any_level() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        cells = {
            (int(rng.integers(1, 8)), int(rng.integers(len(GUESSES)))): (float(rng.integers(9)), float(rng.integers(9)))
            for _ in range(4)
        }
        before = student_level(LevelCounts(TODAY, cells), None, NOW)
        cell = (int(rng.integers(1, 8)), 2)
        right, wrong = cells.get(cell, (0.0, 0.0))
        after = student_level(LevelCounts(TODAY, {**cells, cell: (right + 1, wrong)}), None, NOW)
        assert (after.shift >= before.shift - 1e-9).all()
        assert after.level >= before.level


def test_easier_points_are_likelier_at_every_level() -> None:
    level = student_level(counts((3, 0.25, 15, 5)), None, NOW)
    assert (np.diff(level.shift) <= 1e-9).all()


def test_answers_come_in_any_order_and_are_taken_back() -> None:
    answers = [
        LevelAnswer(cell_of(1 + number % 4, 0.25), float(number % 3 > 0), 1.0, TODAY - timedelta(days=number * 7))
        for number in range(12)
    ]
    empty = LevelCounts(date(2026, 1, 1))
    at_once = empty.with_answers(answers, TODAY)
    one_by_one = empty
    for answer in reversed(answers):
        one_by_one = one_by_one.with_answers([answer], answer.day)
    one_by_one = one_by_one.faded_to(TODAY)
    assert one_by_one.cells.keys() == at_once.cells.keys()
    for cell, pair in at_once.cells.items():
        assert one_by_one.cells[cell] == pytest.approx(pair)
    back = at_once.with_answers(
        [LevelAnswer(each.cell, each.outcome, -each.weight, each.day) for each in answers], TODAY
    )
    assert back.total == pytest.approx(0.0, abs=1e-9)


def test_old_answers_fade_and_what_was_told_stands_out_again() -> None:
    told = first_portrait(50)
    fresh = student_level(counts((1, 0.25, 10, 10)), told, NOW)
    old = student_level(counts((1, 0.25, 10, 10)), told, NOW + timedelta(days=600))
    assert fresh.level < old.level


def test_what_was_not_known_in_a_placement_counts() -> None:
    without = student_level(counts((3, 0.25, 5, 1)), None, NOW)
    admitted = student_level(counts((3, 0.25, 5, 1)), first_portrait(None, unknown={"4": 5, "5": 3}), NOW)
    assert admitted.weights @ np.linspace(0, 10, 201) < without.weights @ np.linspace(0, 10, 201)
    assert admitted.known


def test_the_counts_survive_storage() -> None:
    stored = counts((1, 0.25, 3, 1), (7, 0.0, 0, 2))
    assert LevelCounts.of_rows(json.loads(json.dumps(stored.rows())), TODAY) == stored
