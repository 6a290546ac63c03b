"""How long a task will take a student: default times by kind and length of a question, moved by the student's own answers.

Times of answers are log-normal round a pace of the student's (van der Linden 2006, A lognormal model for response times on
test items). With r the log of a time over the default of its kind,

    r = student + student's own effect of the kind + rest,

each normal round 0. From the answers at hand the first two are estimated by their posterior means, so that few answers move
little (empirical Bayes), and what is predicted is the mean of the log-normal, not its median: means add up over the
questions of a slot.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from itertools import product
from math import exp, log
from typing import Protocol

from core.records.items import Item
from core.wire import QUESTION_TYPES, TOPICS, QuestionType, Topic

FIRST_CHARACTER, LAST_CHARACTER = "\u4e00", "\u9fff"
"""CJK Unified Ideographs."""
WINDOW = timedelta(days=28)
"""Answers that a pace is read from: readers get faster within months, and a plan is for tomorrow."""

HANDLING_SECONDS: Mapping[QuestionType, float] = {
    "multiple_choice": 10.0,  # to weigh four options and tap one
    "fill_blank": 18.0,  # to recall a word and type it by its pinyin
    "matching": 32.0,  # four or five pairs at some seven seconds each
    "ordering": 25.0,  # four to six pieces to move, and the whole to read again
}
"""Mean seconds of an answer beyond reading or hearing what it is about."""
CHARACTER_SECONDS: Mapping[Topic, float] = {
    "grammar": 0.5,  # a sentence is read with care: 120 characters a minute
    "vocabulary": 0.5,
    "reading": 0.4,  # 150 a minute; the papers of HSK 4 give a minute for a text of 60 characters with its question
    "listening": 0.5,  # spoken at 240 a minute and heard twice
}
"""Mean seconds for a character that is read or heard, options included."""
TYPICAL_CHARACTERS: Mapping[tuple[QuestionType, Topic], tuple[int, ...]] = {
    ("multiple_choice", "grammar"): (14, 17, 20, 24, 24, 24, 30),
    ("multiple_choice", "vocabulary"): (5, 6, 7, 11, 14, 11, 14),
    ("multiple_choice", "reading"): (50, 66, 85, 155, 174, 204, 192),
    ("multiple_choice", "listening"): (27, 39, 49, 30, 58, 71, 58),
    ("fill_blank", "grammar"): (7, 11, 13, 17, 18, 18, 22),
    ("fill_blank", "vocabulary"): (4, 6, 7, 11, 15, 14, 15),
    ("fill_blank", "reading"): (29, 41, 56, 185, 222, 217, 232),
    ("fill_blank", "listening"): (10, 11, 9, 4, 8, 8, 5),
    ("matching", "grammar"): (30, 41, 45, 61, 62, 62, 77),
    ("matching", "vocabulary"): (7, 7, 8, 8, 8, 8, 8),
    ("matching", "reading"): (79, 101, 123, 155, 165, 211, 189),
    ("matching", "listening"): (31, 35, 34, 16, 25, 25, 21),
    ("ordering", "grammar"): (9, 13, 14, 18, 19, 20, 25),
    ("ordering", "vocabulary"): (3, 3, 3, 3, 3, 3, 4),
    ("ordering", "reading"): (55, 84, 114, 103, 116, 116, 128),
    ("ordering", "listening"): (18, 24, 25, 18, 23, 21, 21),
}
"""Mean Chinese characters of items of the bank at levels 1 to 7, 400 of each kind and level (November 2026). In simulation the error of
a slot's minutes rose from 18 to 20 % where a pace was read without the level, to 24 % where lengths were not looked at at all."""
ALOUD_SECONDS = 12.0
"""A sentence to read aloud: hearing the model, pressing record, looking at the tones afterwards."""
ALOUD_CHARACTER_SECONDS = 0.8
"""Reading it once in silence and once aloud, at 150 characters a minute each."""
ESSAY_SECONDS = 180.0
"""Reading the title and thinking, before the first sentence."""
ESSAY_CHARACTER_SECONDS = 8.0
"""The papers give 20 minutes for two texts of 80 characters (HSK 5), 35 minutes for 400 (HSK 6): 7.5 and 5.3; a learner
without a clock who looks words up takes somewhat longer."""

STUDENT_SD = 0.4
"""Of the log of pace between students. Van der Linden finds .2 to .4 for native readers; second-language readers differ more."""
KIND_SD = 0.3
"""Of a student's own effect of a kind: some .2 of the student's (one types slowly), and the error of the default, the same for all."""
ANSWER_SD = 0.5
"""Of one answer round what is usual for the student: .3 to .5 (van der Linden), and items of one kind differ in length."""

MOST_TIMES_DEFAULT = 5.0
"""A longer time counts as this many times the default: a page left open says nothing of the student."""
LEAST_OF_DEFAULT = 0.1
"""A shorter time counts as this share of the default: a slip of the finger."""

PRIOR_VARIANCE = STUDENT_SD**2 + KIND_SD**2 + ANSWER_SD**2
"""A log-normal mean lies half the variance above the median, so with no answers at all the default itself is predicted."""


def typical_characters(type_: QuestionType, topic: Topic, level: int | None) -> float:
    """Characters of an item of the kind at a level (1-7), or over all levels."""
    of_levels = TYPICAL_CHARACTERS[type_, topic]
    return sum(of_levels) / len(of_levels) if level is None else of_levels[level - 1]


def default_seconds(type_: QuestionType, topic: Topic, characters: float) -> float:
    """Mean seconds of an answer over all students, on an item of so many Chinese characters.

    >>> default_seconds("multiple_choice", "grammar", 24)
    22.0
    """
    return HANDLING_SECONDS[type_] + CHARACTER_SECONDS[topic] * characters


def characters_of(item: Item) -> int:
    """Chinese characters of an item that are read or heard: stem, sound, options."""
    heard = item.audio.text if item.audio and item.audio.text else ""
    texts = (item.stem, heard, *(option.text for option in (*item.left, *item.options)))
    return sum(FIRST_CHARACTER <= character <= LAST_CHARACTER for text in texts for character in text)


class TimedAnswer(Protocol):
    """What a pace is read from, e.g. `core.records.plan.AnswerTime`."""

    @property
    def type(self) -> str: ...

    @property
    def topic(self) -> str: ...

    @property
    def seconds(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Effect:
    """A log-normal factor on a default: posterior mean and variance of its log."""

    mean: float = 0.0
    variance: float = STUDENT_SD**2 + KIND_SD**2

    @property
    def factor(self) -> float:
        """Mean of answers over the default.

        >>> Effect().factor
        1.0
        """
        return exp(self.mean + (self.variance + ANSWER_SD**2 - PRIOR_VARIANCE) / 2)


@dataclass(frozen=True)
class Pace:
    """A student's pace, as the answers of the last `WINDOW` show it."""

    known: int = 0
    """Answers that it is read from."""
    general: Effect = field(default_factory=Effect)
    """For a kind of which nothing is known."""
    kinds: Mapping[tuple[str, str], Effect] = field(default_factory=dict)
    """For kinds answered before."""

    level: int | None = None
    """At which the student practises, 1-7; None: not known."""

    @classmethod
    def of(cls, times: Iterable[TimedAnswer], *, level: int | None = None) -> Pace:
        """Read a pace; answers without a time and of unknown kinds are passed over.

        `level` (1-7): at which the student practises; it says how long the texts were that took so long.
        """
        ratios = _log_ratios(times, level)
        means = {kind: sum(logs) / len(logs) for kind, logs in ratios.items()}
        weights = {kind: 1 / (KIND_SD**2 + ANSWER_SD**2 / len(logs)) for kind, logs in ratios.items()}
        precision = 1 / STUDENT_SD**2 + sum(weights.values())
        student = sum(weights[kind] * mean for kind, mean in means.items()) / precision
        general = Effect(student, 1 / precision + KIND_SD**2)
        kinds = {kind: _of_kind(means[kind], len(logs), student, 1 / precision) for kind, logs in ratios.items()}
        return cls(sum(map(len, ratios.values())), general, kinds, level)

    def seconds(self, type_: QuestionType, topic: Topic, characters: float | None = None) -> float:
        """Mean seconds that a question of this kind will take, of so many characters (None: as many as usual)."""
        if characters is None:
            characters = typical_characters(type_, topic, self.level)
        return default_seconds(type_, topic, characters) * self.kinds.get((type_, topic), self.general).factor

    def seconds_of(self, item: Item) -> float:
        """Mean seconds that this question will take."""
        return self.seconds(item.type, item.topic, characters_of(item))

    def seconds_aloud(self, characters: int) -> float:
        """Seconds for a sentence of so many characters to be read aloud."""
        return (ALOUD_SECONDS + ALOUD_CHARACTER_SECONDS * characters) * self.general.factor

    def seconds_of_essay(self, characters: int) -> float:
        """Seconds for an essay of so many characters."""
        return (ESSAY_SECONDS + ESSAY_CHARACTER_SECONDS * characters) * self.general.factor


def _log_ratios(times: Iterable[TimedAnswer], level: int | None) -> dict[tuple[str, str], list[float]]:
    """By kind: log of each time over the kind's median."""
    defaults = _defaults(level)
    ratios: dict[tuple[str, str], list[float]] = defaultdict(list)
    for each in times:
        kind = each.type, each.topic
        if each.seconds > 0 and kind in defaults:
            ratio = min(max(each.seconds / defaults[kind], LEAST_OF_DEFAULT), MOST_TIMES_DEFAULT)
            ratios[kind].append(log(ratio) + PRIOR_VARIANCE / 2)
    return dict(ratios)


@cache
def _defaults(level: int | None) -> dict[tuple[str, str], float]:
    """Seconds of each kind at a level."""
    return {
        (type_, topic): default_seconds(type_, topic, typical_characters(type_, topic, level))
        for type_, topic in product(QUESTION_TYPES, TOPICS)
    }


def _of_kind(mean: float, n: int, student: float, student_variance: float) -> Effect:
    """Posterior of student and kind together, from the kind's n answers and what is known of the student."""
    share = KIND_SD**2 / (KIND_SD**2 + ANSWER_SD**2 / n)
    """Of the kind's mean that is taken over."""
    return Effect(student + share * (mean - student), (1 - share) ** 2 * student_variance + (1 - share) * KIND_SD**2)
