"""How long simulated students take over an answer: the truth for plans in minutes and for the prediction of times."""

from __future__ import annotations

from math import exp, log

import numpy as np

from core.wire import QuestionType, Topic

Kind = tuple[QuestionType, Topic]

HANDLING: dict[QuestionType, float] = {
    "multiple_choice": 8.0,
    "fill_blank": 14.0,
    "matching": 26.0,
    "ordering": 20.0,
}
"""Seconds for deciding and for the fingers: tapping one of four, typing a word, drawing four lines, moving five parts."""
A_CHARACTER: dict[Topic, float] = {"grammar": 0.45, "vocabulary": 0.45, "reading": 0.4, "listening": 0.5}
"""Seconds a character: learners read some 130 to 150 characters a minute; a recording of 240 a minute is heard twice."""
PACE_SPREAD = 0.3
"""Standard deviation of the log of students' pace."""
ANSWER_SPREAD = 0.4
"""The same of one answer round the student's pace; van der Linden (2006) finds .3 to .5."""
INTERRUPTED = 0.02
"""Share of answers during which the student is called away ..."""
INTERRUPTION = (30.0, 300.0)
"""... for so many seconds, spread evenly on a log scale."""


def median_seconds(kind: Kind, pace: float, characters: int) -> float:
    """Median seconds of an answer without interruptions.

    Parameters
    ----------
    kind
        Type and topic of the item.
    pace
        The student's: 1 is usual, 2 takes twice as long.
    characters
        Of the text that is read or heard, options included.
    """
    question, topic = kind
    return pace * (HANDLING[question] + A_CHARACTER[topic] * characters)


def simulated_seconds(kind: Kind, pace: float, characters: int, random: np.random.Generator) -> float:
    """Seconds of one answer; parameters as of `median_seconds`."""
    noise, called_away, how_long = random.normal(0.0, ANSWER_SPREAD), random.random(), random.random()
    seconds = median_seconds(kind, pace, characters) * exp(noise)
    if called_away < INTERRUPTED:
        low, high = (log(bound) for bound in INTERRUPTION)
        seconds += exp(low + how_long * (high - low))
    return float(seconds)


def simulated_pace(random: np.random.Generator) -> float:
    """A student's pace; the median is 1."""
    return exp(float(random.normal(0.0, PACE_SPREAD)))
