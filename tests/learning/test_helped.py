"""Did it help: what simulated classes say whose truth is known."""

from __future__ import annotations

import numpy as np

from core.learning.helped import LEAST_STUDENTS, Answered, Helped, helped


def simulated(rng: np.random.Generator, *, effect: float, students: int = 30, given: int = 10) -> Helped:
    """A class whose weakest were given a set that moves them by `effect` logits; everybody answers before and after."""
    ability = rng.normal(0.6, 1.0, students)
    before = [rng.random(8) < 1 / (1 + np.exp(-each)) for each in ability]
    weakest = set(np.argsort([scores.mean() for scores in before], kind="stable")[:given].tolist())
    sides: dict[bool, list[Answered]] = {True: [], False: []}
    for index, each in enumerate(ability):
        right = 1 / (1 + np.exp(-(each + (effect if index in weakest else 0.0))))
        after = rng.random(8) < right
        sides[index in weakest].append(Answered(before[index].astype(float).tolist(), after.astype(float).tolist()))
    return helped(sides[True], sides[False])


def test_the_weak_get_better_by_chance_and_it_is_not_claimed_that_the_set_helped() -> None:
    rng = np.random.default_rng(7)
    found = [simulated(rng, effect=0.0) for _ in range(200)]
    rises = [each.given.value for each in found if each.given is not None]
    assert np.mean(rises) > 0.05, "the weakest rise without any help"
    assert np.mean([each.advantage is not None and each.advantage.certain for each in found]) < 0.1


def test_what_helps_much_is_seen() -> None:
    rng = np.random.default_rng(8)
    found = [simulated(rng, effect=3.0) for _ in range(60)]
    assert np.mean([each.advantage is not None and each.advantage.low > 0 for each in found]) > 0.6


def test_of_a_few_students_nothing_is_said() -> None:
    one = Answered([0.0, 1.0], [1.0, 1.0])
    nothing_after = Answered([1.0], [])
    few = helped([one] * (LEAST_STUDENTS - 1), [one] * 10)
    assert (few.given, few.advantage) == (None, None)
    assert helped([one, one, nothing_after], [one] * 10).given is None
    assert helped([one] * 3, [one] * 3).advantage is None, "six together are too few"


def test_students_who_all_did_alike_before_are_compared_by_what_came_after() -> None:
    better = [Answered([0.5, 0.5], [1.0, each]) for each in (0.8, 0.9, 1.0, 0.7)]
    alike = [Answered([0.5, 0.5], [0.2, each]) for each in (0.3, 0.4, 0.5, 0.2)]
    advantage = helped(better, alike).advantage
    assert advantage is not None
    assert advantage.low > 0
    assert advantage.high <= 1


def test_answers_all_alike_prove_nothing() -> None:
    given = [Answered([0.0, 1.0], [1.0])] * 3
    others = [Answered([0.0, 1.0], [0.0])] * 5
    assert helped(given, others).advantage is None
    assert helped(given, [Answered([0.0, 1.0], [1.0])] * 5).advantage is None
