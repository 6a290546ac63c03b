"""Predicted minutes against true ones, on simulated students after 50 answers: of a slot's questions, and of single sets.

Two simulations. *Kinds*: paces spread by .35, a student's own effects of kinds by .2, answers by .5, and the defaults wrong by .2, kind
by kind. *Items*: `benchmarks.simulator.times`, by the characters of items of the bank at the student's level and beside it, with an
interruption in one answer of fifty. Its form (handling, seconds a character) is also that of the defaults; the numbers are not.

A slot has 9 to 15 questions in sets of 2 to 6 of one topic. Error: |predicted - true| / true, averaged over students; the intervals are
those of this mean. *True* is what the student took; *usual* what such a student takes on average over these very questions, without
the luck of the day. Beside the prediction stand a fixed 30 s a question, the defaults, the median of the student's own 50 times, and
the floor: one who knows the usual seconds of each question.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from benchmarks.bars import Bars
from benchmarks.figures import Figure, Section
from benchmarks.simulator.times import (
    ANSWER_SPREAD,
    INTERRUPTED,
    INTERRUPTION,
    median_seconds,
    simulated_pace,
    simulated_seconds,
)  # fmt: skip
from core.learning.intervals import Z95
from core.learning.times import Pace, characters_of
from core.wire import QUESTION_TYPES, TOPICS, QuestionType, Topic
from core.wiring import in_memory_core

STUDENTS = 1_000
ANSWERS = 50
SET_SIZES = (2, 6)
SLOT_SIZES = (9, 15)
MOST_ERROR = 0.20
MOST_BIAS = 0.05
FIXED_SECONDS = 30.0
PACE_SPREAD, KIND_SPREAD, SPREAD, DEFAULTS_WRONG = 0.35, 0.2, 0.5, 0.2
ITEMS_A_CELL = 60
"""Of the bank, for each kind and level."""
LEVELS = (1, 2, 3, 4, 5, 6, 7)
BESIDE, BESIDE_SHARES = (-1, 0, 1), (0.15, 0.7, 0.15)
"""Where a student's questions lie round the own level."""
OURS = "own pace"

Kind = tuple[QuestionType, Topic]
KINDS: tuple[Kind, ...] = tuple(product(QUESTION_TYPES, TOPICS))


@dataclass(frozen=True)
class Timed:
    """A question with the seconds it took, and those it takes this student on average."""

    type: QuestionType
    topic: Topic
    seconds: int
    usual: float
    characters: int | None = None


@dataclass(frozen=True)
class Student:
    """A simulated student."""

    answer: Callable[[Kind], Timed]
    level: int | None = None


Guess = Callable[[Timed], float]
Errors = dict[str, dict[str, list[float]]]


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    for name, errors in _both().items():
        for shown in ("slot", "set", "slot, usual", "set, usual"):
            print(f"   {name}, {shown} (n = {STUDENTS} students): {_said(errors[shown])}", flush=True)
        for shown in ("slot", "set, usual"):
            bars.at_most(f"{name}: mean error of minutes, {shown}", mean_error(errors, shown), MOST_ERROR)
        bars.at_most(f"{name}: minutes of all slots together, predicted over true, off by", _bias(errors), MOST_BIAS)


def section() -> Section:
    """The errors as they stand in docs/accuracy.md."""
    figures = []
    for name, errors in _both().items():
        for shown, said in (("slot", "a slot's questions"), ("set", "a set of 2 to 6 questions")):
            value = mean_error(errors, shown)
            half = _half(errors[shown][OURS])
            others = ("fixed 30 s", "own median", "floor")
            baseline = ", ".join(f"{other} {np.mean(errors[shown][other]):.3f}" for other in others)
            figure = Figure(
                f"{name}: {said}, error", value, STUDENTS, "students", value - half, value + half, None, baseline
            )
            figures.append(figure)
    return Section(
        title="Minutes of the daily plan",
        model="a student's own pace over defaults by kind and length (`core/learning/times.py`)",
        data="simulated students after 50 answers, two simulations (benchmarks/plan_times.py)",
        figures=figures,
        command="uv run python -m benchmarks accuracy",
        notes=[
            "Mean of |predicted - taken| / taken. *floor* knows what each question takes this student on average: what is left is the luck of",
            "single answers, so no prediction of a set of two to six questions comes near .20.",
        ],
    )


def _both() -> dict[str, Errors]:
    return {name: _errors(make, seed=2026) for name, make in (("kinds", _by_kinds()), ("items", _by_items()))}


def by_kinds(students: int, seed: int) -> Errors:
    """The first simulation with so many students."""
    return _errors(_by_kinds(), seed=seed, students=students)


def mean_error(errors: Errors, shown: str) -> float:
    """Of the product's own prediction; `shown`: slot, set, or either with ", usual"."""
    return float(np.mean(errors[shown][OURS]))


def _said(errors: Mapping[str, Sequence[float]]) -> str:
    parts = []
    for name, values in errors.items():
        parts.append(f"{name} {np.mean(values):.1%} +- {_half(values):.1%}")
    return ", ".join(parts)


def _half(values: Sequence[float]) -> float:
    """Half of the 95 % interval of the mean."""
    return float(Z95 * np.std(values) / np.sqrt(len(values)))


def _bias(errors: Errors) -> float:
    return abs(float(np.sum(errors["sums"]["predicted"]) / np.sum(errors["sums"]["true"])) - 1)


def _errors(make: Callable[[np.random.Generator], Student], *, seed: int, students: int = STUDENTS) -> Errors:
    """By slot and by set, of each way of predicting: a student's mean error; under `sums` the seconds themselves."""
    errors: Errors = defaultdict(lambda: defaultdict(list))
    for number in range(students):
        random = np.random.default_rng([seed, number])
        student = make(random)
        guesses = _guesses([each for part in _sets(student, random, ANSWERS) for each in part], student.level)
        sets = _sets(student, random, int(random.integers(SLOT_SIZES[0], SLOT_SIZES[1] + 1)))
        slot = [each for part in sets for each in part]
        for name, guess in guesses.items():
            for against, seconds_of in (("", _taken), (", usual", _usual)):
                errors[f"slot{against}"][name].append(_error(slot, guess, seconds_of))
                errors[f"set{against}"][name].append(_mean([_error(part, guess, seconds_of) for part in sets]))
        errors["sums"]["predicted"].append(sum(map(guesses[OURS], slot)))
        errors["sums"]["true"].append(sum(map(_taken, slot)))
    return errors


def _guesses(past: Sequence[Timed], level: int | None) -> dict[str, Guess]:
    pace, anybody = Pace.of(past, level=level), Pace(level=level)
    median = float(np.median([each.seconds for each in past]))
    return {
        OURS: lambda each: pace.seconds(each.type, each.topic, each.characters),
        "fixed 30 s": lambda _: FIXED_SECONDS,
        "defaults": lambda each: anybody.seconds(each.type, each.topic, each.characters),
        "own median": lambda _: median,
        "floor": _usual,
    }


def _taken(each: Timed) -> float:
    return each.seconds


def _usual(each: Timed) -> float:
    return each.usual


def _error(questions: Sequence[Timed], guess: Guess, seconds_of: Guess) -> float:
    true = sum(map(seconds_of, questions))
    return abs(sum(map(guess, questions)) - true) / true


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values))


def _sets(student: Student, random: np.random.Generator, count: int) -> list[list[Timed]]:
    """So many questions in sets of one topic each; a rest too small for a set joins the last one's topic."""
    sets = []
    while count > 0:
        size = min(int(random.integers(SET_SIZES[0], SET_SIZES[1] + 1)), count)
        if 0 < count - size < SET_SIZES[0]:
            size = count if count <= SET_SIZES[1] else size - 1
        topic = TOPICS[random.integers(len(TOPICS))]
        sets.append(
            [student.answer((QUESTION_TYPES[random.integers(len(QUESTION_TYPES))], topic)) for _ in range(size)]
        )
        count -= size
    return sets


# -- the two simulations ---------------------------------------------------------------------------------------


def _by_kinds() -> Callable[[np.random.Generator], Student]:
    wrong = np.random.default_rng(4).normal(0.0, DEFAULTS_WRONG, len(KINDS))
    means = {kind: Pace().seconds(*kind) * exp(off) for kind, off in zip(KINDS, wrong, strict=True)}
    above_median = (PACE_SPREAD**2 + KIND_SPREAD**2 + SPREAD**2) / 2

    def make(random: np.random.Generator) -> Student:
        pace = float(random.normal(0.0, PACE_SPREAD))
        own = {kind: float(random.normal(0.0, KIND_SPREAD)) for kind in KINDS}

        def answer(kind: Kind) -> Timed:
            median = means[kind] * exp(pace + own[kind] - above_median)
            seconds = median * exp(random.normal(0.0, SPREAD))
            return Timed(*kind, max(1, round(seconds)), median * exp(SPREAD**2 / 2))

        return Student(answer)

    return make


def _by_items() -> Callable[[np.random.Generator], Student]:
    lengths = _characters()
    interruptions = INTERRUPTED * (INTERRUPTION[1] - INTERRUPTION[0]) / log(INTERRUPTION[1] / INTERRUPTION[0])

    def make(random: np.random.Generator) -> Student:
        pace, level = simulated_pace(random), LEVELS[random.integers(len(LEVELS))]

        def answer(kind: Kind) -> Timed:
            at = min(max(level + int(random.choice(BESIDE, p=BESIDE_SHARES)), LEVELS[0]), LEVELS[-1])
            characters = int(random.choice(lengths[kind][at]))
            seconds = simulated_seconds(kind, pace, characters, random)
            usual = median_seconds(kind, pace, characters) * exp(ANSWER_SPREAD**2 / 2) + interruptions
            return Timed(*kind, max(1, round(seconds)), usual, characters)

        return Student(answer, level)

    return make


@cache
def _characters() -> dict[Kind, dict[int, NDArray[np.int64]]]:
    """Characters that are read or heard, of some items of each kind and level; a level without any has those of the nearest."""
    bank, random = in_memory_core().bank, np.random.default_rng(11)
    found: dict[Kind, dict[int, NDArray[np.int64]]] = {}
    for kind in KINDS:
        drafts = defaultdict(list)
        for band in ("beginner", "intermediate", "advanced"):
            for draft in bank.drafts(*kind, band):
                drafts[draft.frame.standard_level].append(draft)
        of_level = {}
        for level, there in drafts.items():
            some = random.permutation(len(there))[:ITEMS_A_CELL]
            items = [item for place in some if (item := there[place].item()) is not None]
            of_level[level] = np.array([characters_of(item) for item in items], dtype=np.int64)
        found[kind] = {level: of_level[min(of_level, key=lambda each: abs(each - level))] for level in LEVELS}
    return found
