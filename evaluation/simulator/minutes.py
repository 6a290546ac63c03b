"""Predicted minutes against true ones, on simulated students after 50 answers: errors of each way of predicting."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import exp, log

import numpy as np

from core.arrays import Int64
from core.learning.times import Pace, characters_of
from core.wire import QUESTION_TYPES, TOPICS, QuestionType, Topic
from core.wiring import in_memory_core
from evaluation.simulator.times import (
    ANSWER_SPREAD,
    INTERRUPTED,
    INTERRUPTION,
    median_seconds,
    simulated_pace,
    simulated_seconds,
)  # fmt: skip

STUDENTS = 1_000
ANSWERS = 50
SET_SIZES = (2, 6)
SLOT_SIZES = (9, 15)
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


def by_kinds(students: int, seed: int) -> Errors:
    """The first simulation with so many students."""
    return _errors(_by_kinds(), seed=seed, students=students)


def mean_error(errors: Errors, measure: str) -> float:
    """Of the product's own prediction; `shown`: slot, set, or either with ", usual"."""
    return float(np.mean(errors[measure][OURS]))


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
            item_level = min(max(level + int(random.choice(BESIDE, p=BESIDE_SHARES)), LEVELS[0]), LEVELS[-1])
            characters = int(random.choice(lengths[kind][item_level]))
            seconds = simulated_seconds(kind, pace, characters, random)
            usual = median_seconds(kind, pace, characters) * exp(ANSWER_SPREAD**2 / 2) + interruptions
            return Timed(*kind, max(1, round(seconds)), usual, characters)

        return Student(answer, level)

    return make


@cache
def _characters() -> dict[Kind, dict[int, Int64]]:
    """Characters that are read or heard, of some items of each kind and level; a level without any has those of the nearest."""
    bank, random = in_memory_core().bank, np.random.default_rng(11)
    found: dict[Kind, dict[int, Int64]] = {}
    for kind in KINDS:
        drafts = defaultdict(list)
        for band in ("beginner", "intermediate", "advanced"):
            for draft in bank.drafts(*kind, band):
                drafts[draft.frame.standard_level].append(draft)
        of_level = {}
        for level, drafts_of_level in drafts.items():
            chosen = random.permutation(len(drafts_of_level))[:ITEMS_A_CELL]
            items = [item for index in chosen if (item := drafts_of_level[index].item()) is not None]
            of_level[level] = np.array([characters_of(item) for item in items], dtype=np.int64)
        found[kind] = {level: of_level[min(of_level, key=lambda each: abs(each - level))] for level in LEVELS}
    return found
