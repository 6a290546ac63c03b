"""At which level a student stands: one estimate with a range, read by path, plan, practice, speaking and portrait alike.

Ability lies on the scale of levels of `core.learning.placement` (item response theory, Birnbaum 1968). The estimate is the
posterior over it: a prior from what was told (questionnaire, first test) times the likelihood of every answer, each
faded by half in `HALF_LIFE_DAYS`. All that is kept of the answers is how many were right and wrong at each level and
guessing, so evidence may come in any order and be taken back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property, lru_cache
from statistics import median_low

import numpy as np

from core.arrays import Float64
from core.language.caching import DigestCache
from core.learning.days import day_of
from core.learning.indicators import remaining_share
from core.learning.items.prediction import GUESSED
from core.learning.placement import GRID, knowing, level_estimate, level_weights, right_probability
from core.learning.prediction.features import LEAST, MOST, logit
from core.ports.portrait import PortraitStore
from core.records.learner import FirstPortrait, PortraitState

LEVELS = range(1, 8)
"""Levels of the standard; 7 is the band 7-9."""
HALF_LIFE_DAYS = 60.0
"""Answers tell half as much about today's level after so many days: as of mastery."""
GUESSES = (0.0, 0.1, 0.25, 1 / 3, 0.5)
"""Probabilities of guessing right that are told apart; an item takes the nearest."""
BEGINNER = (1.5, 3.0)
"""Mean and standard deviation, in levels, of somebody of whom nothing was told: most begin, and those who do not must be found out
within a few rounds. Students of every level who were within one after 20 answers (`benchmarks.learning.levels`, n = 63): .78 at
(1.0, 2.0), .92 at (1.5, 2.5), .94 here; beginners get 60 % of these answers right instead of 64."""
TEST_SPREAD = 1.0
"""Standard deviation, in levels, of a first test as a statement about the level; a test of twenty items places within one of
nine levels in 95 of 100 cases (`benchmarks.learning.portrait`), and what an unknown test measures is less sure."""
DURATION_SPREAD = 2.0
"""The same of how long somebody has learnt: courses differ by more than a level a year."""
MONTHS_TO_LEVEL = ((0.0, 0.7), (1.0, 1.0), (6.0, 2.0), (12.0, 3.0), (24.0, 4.0), (36.0, 5.0), (60.0, 6.0), (96.0, 7.0))
"""Usual level after so many months of lessons: the standard's own pace is a level in half a year to a year."""
BEYOND_ASKED = 2
"""Levels above everything asked that the answers of somebody of whom nothing was told may speak for."""
KNOWN_FROM = 10.0
"""Faded answers from which a level is said without a first test."""
BELOW_SURE = 0.9
"""Probability of standing above a level from which its points count as known until an answer says otherwise."""
LARGEST_SHIFT = 1.5
"""Logits by which a point far below a student's level is easier than one at it, at most: own answers must still weigh."""

UNTOLD = (3.0, 5.0)
"""Mean and standard deviation, in levels, before a placement's first item where nothing was said: so wide that it only keeps the first
items from being far too hard (the first is of level 4; flat it was 6)."""
LEAST_SPREAD = 2.0
"""Standard deviation, in levels, before a placement's first item at least, whatever was said."""
SKILLS = ("listen", "speak", "read", "write")

Statement = tuple[float, float]
"""Mean and standard deviation, in levels."""

ANSWERS = "answers"
"""Where the counts stand in the stored state of a portrait."""

Cell = tuple[int, int]
"""Level of the item and index in `GUESSES`."""


def cell_of(level: int, guessing: float) -> Cell:
    """Where an answer on an item of this level and probability of guessing is counted.

    >>> cell_of(3, 0.25), cell_of(1, 0.02)
    ((3, 2), (1, 0))
    """
    return level, min(range(len(GUESSES)), key=lambda index: abs(GUESSES[index] - guessing))


@dataclass(frozen=True, slots=True)
class LevelAnswer:
    """One answer as it counts for the level."""

    cell: Cell
    outcome: float
    """0-1."""
    weight: float
    """1 for an answer, -1 for one that is taken back."""
    day: date


@dataclass(frozen=True)
class LevelCounts:
    """Right and wrong answers at each level and guessing, faded to a day."""

    day: date
    cells: Mapping[Cell, tuple[float, float]] = field(default_factory=dict)

    def faded_to(self, day: date) -> LevelCounts:
        """The same, seen from a later day."""
        days = (day - self.day).days
        if days <= 0:
            return self
        share = remaining_share(days, HALF_LIFE_DAYS)
        return LevelCounts(day, {cell: (right * share, wrong * share) for cell, (right, wrong) in self.cells.items()})

    def with_answers(self, answers: Iterable[LevelAnswer], day: date) -> LevelCounts:
        """The counts with further answers, seen from `day` or from the latest of them if that is later."""
        listed = list(answers)
        day = max([day, self.day, *(answer.day for answer in listed)])
        cells = dict(self.faded_to(day).cells)
        for answer in listed:
            share = answer.weight * remaining_share((day - answer.day).days, HALF_LIFE_DAYS)
            right, wrong = cells.get(answer.cell, (0.0, 0.0))
            cells[answer.cell] = right + share * answer.outcome, wrong + share * (1.0 - answer.outcome)
        return LevelCounts(day, cells)

    @property
    def total(self) -> float:
        """Faded answers in all."""
        return sum(right + wrong for right, wrong in self.cells.values())

    def rows(self) -> list[list[float]]:
        """As JSON: [level, index in `GUESSES`, right, wrong]."""
        return [[*cell, *counts] for cell, counts in sorted(self.cells.items())]

    @classmethod
    def of_rows(cls, rows: Iterable[Sequence[float]], day: date) -> LevelCounts:
        """What `rows` wrote."""
        return cls(day, {(int(level), int(guess)): (right, wrong) for level, guess, right, wrong in rows})


# -- what was told ---------------------------------------------------------------------------------------------


NUMBERS = {
    "半": 0.5, "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
    "half a": 0.5, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
UNITS = {"年": 12.0, "year": 12.0, "月": 1.0, "month": 1.0, "周": 0.25, "星期": 0.25, "week": 0.25}
DURATION = re.compile(
    r"(?:(?P<bound>under|less than|不到|不足|over|more than|超过)\s?)?"
    r"(?P<low>\d{1,3}(?:\.\d)?|half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|[半一两二三四五六七八九十])"
    r"(?:\s?(?:[-–~—到至]|to)\s?(?P<high>\d{1,3}))?\s?个?\s?(?P<unit>年|月|周|星期|years?|months?|weeks?)(?P<half>半)?",
    re.IGNORECASE,
)
NOT_YET = re.compile(r"none|not yet|zero|零基础|没学过|还没|刚开始", re.IGNORECASE)
LESS, MORE = 0.5, 1.25
"""What "less than" and "more than" make of a span."""


def months_learnt(said: str) -> float | None:
    """How many months a learning duration in words or figures means; None where it cannot be read.

    >>> [months_learnt(said) for said in ("6 months", "6-12 months", "两年半", "five years", "under half a year", "half a year to a year")]
    [6.0, 9.0, 30.0, 60.0, 3.0, 9.0]
    >>> months_learnt("none"), months_learnt("since childhood")
    (0.0, None)
    """
    spans = [_months(found) for found in DURATION.finditer(said)][:2]
    if spans:
        return sum(spans) / len(spans)
    return 0.0 if NOT_YET.search(said) else None


def _months(found: re.Match[str]) -> float:
    unit = next(months for name, months in UNITS.items() if found["unit"].lower().startswith(name))
    low = _number(found["low"])
    high = _number(found["high"]) if found["high"] else low
    bound = (found["bound"] or "").lower()
    factor = LESS if bound in ("under", "less than", "不到", "不足") else MORE if bound else 1.0
    return ((low + high) / 2 + (0.5 if found["half"] else 0.0)) * unit * factor


def _number(said: str) -> float:
    said = said.lower()
    if said.startswith("half"):
        return 0.5
    return NUMBERS[said] if said in NUMBERS else float(said)


def prior_of(first: FirstPortrait | None) -> Float64:
    """What a first portrait says of the level before any answer, as weights on `GRID`.

    A test result of 0-100 stands for the level 1 + 8 x result / 100, as in the portrait's leaves of levels; the mean of the skills
    tested counts, with the duration of learning beside it, each by its precision. A placement's items stand in the log as answers,
    so of it the questionnaire alone counts here, as it did before its first item.
    """
    if first is None:
        return prior_weights(*BEGINNER)
    if first.source == "placement":
        return placement_prior(first.questionnaire)
    return prior_weights(*(_combined([*_tested(first), *_said(first.questionnaire)]) or BEGINNER))


def placement_prior(questionnaire: str) -> Float64:
    """What is believed before the first item of a placement, from its questionnaire (JSON): wide, for the items are to decide."""
    said = _combined(_said(questionnaire))
    return prior_weights(*(UNTOLD if said is None else (said[0], max(said[1], LEAST_SPREAD))))


def is_told(first: FirstPortrait | None) -> bool:
    """Whether a first portrait says anything of the level: a placement does by its items."""
    return first is not None and (first.source == "placement" or bool([*_tested(first), *_said(first.questionnaire)]))


def _tested(first: FirstPortrait) -> list[Statement]:
    results = json.loads(first.test_results)
    scores = [results[f"{skill}_ability"] for skill in SKILLS if results.get(f"{skill}_ability") is not None]
    return [(1.0 + 8.0 * sum(scores) / len(scores) / 100.0, TEST_SPREAD)] if scores else []


def _said(questionnaire: str) -> list[Statement]:
    months = months_learnt(str(json.loads(questionnaire).get("learning_duration", "")))
    if months is None:
        return []
    at, level = zip(*MONTHS_TO_LEVEL, strict=True)
    return [(float(np.interp(months, at, level)), DURATION_SPREAD)]


def _combined(statements: Sequence[Statement]) -> Statement | None:
    if not statements:
        return None
    precision = sum(spread**-2 for _, spread in statements)
    return sum(level * spread**-2 for level, spread in statements) / precision, precision**-0.5


@lru_cache(maxsize=256)
def prior_weights(mean: float, spread: float) -> Float64:
    """A normal distribution over `GRID`."""
    weights = np.exp(-0.5 * ((GRID - mean) / spread) ** 2)
    return np.asarray(weights / weights.sum())


# -- the estimate ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _log_likelihoods(cell: Cell) -> tuple[Float64, Float64]:
    """Of a right and of a wrong answer at each ability of `GRID`."""
    right = right_probability(GRID, cell[0], GUESSES[cell[1]])
    return np.log(right), np.log(1.0 - right)


@lru_cache(maxsize=16)
def _log_unknown(level: int) -> Float64:
    """Of "I don't know" at each ability."""
    return np.log(np.maximum(1.0 - knowing(GRID, level), 1e-12))


AT_LEVEL = float(right_probability(1.0, 1, GUESSED))
"""Probability of a right answer on a point of one's own level, where guessing is as in the predictor's material."""


@dataclass(frozen=True)
class StudentLevel:
    """The posterior over ability, and what it rests on."""

    weights: Float64
    """On `GRID`, summing to 1."""
    answers: float = 0.0
    """Faded answers under it."""
    told: bool = False
    """Whether a test, a placement or a questionnaire said anything."""
    asked_up_to: int = LEVELS[-1]
    """Highest level of an item that was answered; 0 = none."""

    @property
    def known(self) -> bool:
        """Whether enough is known to call it the student's level."""
        return self.told or self.answers >= KNOWN_FROM

    @cached_property
    def level(self) -> int:
        """1-7: that of the median; the first, where one begins, before anything is known. Where nothing was told, right answers on easy items
        leave open how far up a student stands, and no level is said that lies more than `BEYOND_ASKED` above them."""
        if not self.told and not self.answers:
            return LEVELS[0]
        median = min(level_estimate(self.weights).level, LEVELS[-1])
        return median if self.told else min(median, self.asked_up_to + BEYOND_ASKED)

    @cached_property
    def band(self) -> tuple[int, int]:
        """80 % range, 1-7; where nothing was told it begins one level above everything asked at most: how much of a level is known does
        not follow from the easier ones as surely as the model has it."""
        low, high = (min(end, LEVELS[-1]) for end in level_estimate(self.weights).band)
        return (low if self.told else min(low, self.asked_up_to + 1)), high

    @cached_property
    def by_level(self) -> Float64:
        """Probability of standing at each of the levels 1 to 7."""
        nine = level_weights(self.weights)
        return np.append(nine[: len(LEVELS) - 1], nine[len(LEVELS) - 1 :].sum())

    @cached_property
    def shift(self) -> Float64:
        """[levels] logits by which a point of a level is easier for the student than one at the student's own level."""
        expected = np.array([self.weights @ right_probability(GRID, level, GUESSED) for level in LEVELS])
        shifts = logit(np.clip(expected, LEAST, MOST)) - float(logit(np.array(AT_LEVEL)))
        return np.minimum(shifts, LARGEST_SHIFT)

    @cached_property
    def below(self) -> frozenset[int]:
        """Levels that the student has behind them with probability `BELOW_SURE`: their points count as known until an answer says
        otherwise. None before anything is known."""
        if not self.known:
            return frozenset()
        above = 1.0 - np.cumsum(self.by_level)
        highest = LEVELS[-1] if self.told else self.asked_up_to
        return frozenset(level for level in LEVELS if level <= highest and above[level - 1] >= BELOW_SURE)


def student_level(counts: LevelCounts | None, first: FirstPortrait | None, now: datetime) -> StudentLevel:
    """The estimate from a student's answers and from what was told."""
    return _student_level(counts, first, day_of(now))


def _student_level(counts: LevelCounts | None, first: FirstPortrait | None, today: date) -> StudentLevel:
    log_weights = np.log(prior_of(first) + 1e-300)
    answers = 0.0
    asked: list[int] = []
    if counts is not None:
        faded = counts.faded_to(today)
        for cell, (right, wrong) in faded.cells.items():
            of_right, of_wrong = _log_likelihoods(cell)
            log_weights = log_weights + max(right, 0.0) * of_right + max(wrong, 0.0) * of_wrong
        answers = max(faded.total, 0.0)
        asked = [level for (level, _), counted in faded.cells.items() if sum(counted) > 0]
    unknown = _unknown_of(first, today)
    for level, count in unknown.items():
        log_weights = log_weights + count * _log_unknown(level)
    weights = np.exp(log_weights - log_weights.max())
    return StudentLevel(
        weights / weights.sum(), answers + sum(unknown.values()), told=is_told(first), asked_up_to=max(asked, default=0)
    )


def _unknown_of(first: FirstPortrait | None, today: date) -> dict[int, float]:
    """What a placement was answered with "I don't know", by level, faded: no answer in the log says it."""
    if first is None or first.source != "placement":
        return {}
    share = remaining_share(max((today - day_of(first.created_at)).days, 0), HALF_LIFE_DAYS)
    return {int(level): count * share for level, count in json.loads(first.test_results).get("unknown", {}).items()}


def counts_of(state: PortraitState | None) -> LevelCounts | None:
    """The answers that a folded portrait holds."""
    return _counts_in(None if state is None else state.standing)


def _counts_in(standing: str | None) -> LevelCounts | None:
    """The answers in the stored state of a portrait (JSON)."""
    if standing is None:
        return None
    stored = json.loads(standing)
    return LevelCounts.of_rows(stored.get(ANSWERS, ()), date.fromisoformat(stored["day"]))


def levels_of(
    organisation_id: str, student_ids: Sequence[str], *, store: PortraitStore, now: datetime
) -> dict[str, StudentLevel]:
    """The level of each student, as of the last update of the portrait."""
    sources = store.level_sources(organisation_id, student_ids)
    today = day_of(now)
    return {
        student_id: _level_on(None if state is None else state.standing, first, today)
        for student_id, (state, first) in sources.items()
    }


_LEVELS: DigestCache[StudentLevel] = DigestCache(1024)


def _level_on(standing: str | None, first: FirstPortrait | None, today: date) -> StudentLevel:
    """The estimate from what is stored: pages of a class ask for the same ones at every run."""
    return _LEVELS.get((standing, first, today), lambda: _student_level(_counts_in(standing), first, today))


def level_of(organisation_id: str, student_id: str, *, store: PortraitStore, now: datetime) -> StudentLevel:
    """The level of one student."""
    return levels_of(organisation_id, [student_id], store=store, now=now)[student_id]


def level_of_group(levels: Iterable[StudentLevel]) -> int | None:
    """The level of several students together: the median of those whose level is known, the lower of the two in the middle; None where nobody's is.

    >>> level_of_group([]) is None
    True
    """
    known = [level.level for level in levels if level.known]
    return median_low(known) if known else None


NOBODY = StudentLevel(prior_weights(*BEGINNER))
"""Of somebody of whom nothing is known."""
