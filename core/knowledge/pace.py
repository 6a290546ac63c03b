"""How fast and how much a student works, and what a point costs at that pace."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from statistics import median

from core.ports.knowledge import PeerStore

LOOKED_BACK = timedelta(days=28)
"""Four whole weeks: every weekday counts alike, and the pace is that of now."""
LEAST_ANSWERS = 20
"""Below it the usual pace is assumed: the median of twenty answers lies within a third of the student's own."""
USUAL_SECONDS = 30.0
"""An answer with its explanation read; no measurement stands behind it, and twenty answers replace it."""
USUAL_MINUTES_A_WEEK = 150
"""Half an hour on each of five days; an assumption like the above, replaced by the goal or the student's own weeks."""
LEAST_MINUTES, MOST_MINUTES = 10, 5000
"""The bounds that a goal has (`GoalRequest.minutes_a_week`)."""

MINUTES_TO_READ = 3.0
"""Explanation and examples of a point that is new: some 300 characters at the 100-120 a minute of a beginner."""
ANSWERS_TO_MEET = 6
"""For a new point: with four right of five it stands at 80 %, and one answer may be a comprehension question."""
PRACTISED_SUCCESS = 0.8
"""Expected share of right answers while a point is practised: what the daily plan aims at (0.775)."""
MOST_ANSWERS = 40
"""Nobody is sent to one point for longer than a slot; after a long row of wrong answers the estimate stops there."""
ANSWERS_TO_REVIEW = 2


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds for an answer, minutes a week, and whether they are the student's own."""

    seconds: float
    minutes_a_week: int
    known: bool

    def minutes_for(self, attempts: int, correct: int) -> float:
        """To bring a point that is not met to met.

        Answers needed: k with (correct + 0.8 k) / (attempts + k) = 0.6, at least `ANSWERS_TO_MEET` for a new point.

        >>> Pace(30.0, 150, False).minutes_for(0, 0), Pace(30.0, 150, False).minutes_for(10, 5)
        (6.0, 2.5)
        """
        if attempts <= 0:
            return MINUTES_TO_READ + ANSWERS_TO_MEET * self.seconds / 60
        # In whole numbers (tenths): 0.6 x attempts - correct over 0.8 - 0.6.
        needed = min(MOST_ANSWERS, max(1, ceil((6 * attempts - 10 * correct) / (10 * PRACTISED_SUCCESS - 6))))
        return needed * self.seconds / 60

    @property
    def minutes_for_review(self) -> float:
        """To look at a point again."""
        return ANSWERS_TO_REVIEW * self.seconds / 60


def pace_of(
    organisation_id: str, student_id: str, *, minutes_a_week: int | None, store: PeerStore, now: datetime
) -> Pace:
    """The student's pace over the last four weeks: median seconds of an answer, and minutes a week.

    The minutes are answers x median, over the weeks since the first of them (a week at least), so that one page left open
    overnight does not count; `minutes_a_week`, when the goal says it, stands before them.
    """
    answers = store.answer_times(organisation_id, student_id, now - LOOKED_BACK)
    timed = [seconds for _, seconds in answers if seconds > 0]
    if len(timed) < LEAST_ANSWERS:
        return Pace(USUAL_SECONDS, minutes_a_week or USUAL_MINUTES_A_WEEK, known=False)
    seconds = float(median(timed))
    weeks = max((now - answers[0][0]) / timedelta(days=7), 1.0)
    own = round(len(answers) * seconds / 60 / weeks)
    return Pace(seconds, minutes_a_week or min(max(own, LEAST_MINUTES), MOST_MINUTES), known=True)
