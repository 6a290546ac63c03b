"""When what a student has answered should come back: due dates of points and words by FSRS.

FSRS (Free Spaced Repetition Scheduler, version 6; Ye and others 2022) keeps a stability and a difficulty for each card and
sets the day on which recall is expected to have sunk to `RETENTION`. Only that day is used: the probability of recall that the
formula implies is not calibrated for our students (log loss .520 against .489 for a running average) and is never shown.
The probability of a right answer comes from `core.learning.prediction.predictor`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

import fsrs

from core.learning.sums.columns import EPOCH, MICROSECOND, micros_of

RETENTION = 0.9
"""Recall expected on the day a card is due: the default of FSRS, which its parameters were fitted around."""
LONGEST_DAYS = 365
"""Nothing waits longer than a school year."""
HALF_RIGHT = 0.5
"""An answer this right, but not fully, counts as hard; below, as forgotten."""
GAP_DAYS = 10.0
"""An answer so long after the one before on the same target shows whether it was kept: more than a week, so that weekly
homework by itself does not count."""
KEPT_DAYS = 28.0
"""How far back such answers count."""
KEPT_LEAST = 8
"""Fewer such answers say nothing."""
DECIMALS = 4
"""Of stability and difficulty: a card is the same before and after it was stored."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is kept of a student's memory of one point or word."""

    stability: float
    """Days until recall is expected to have sunk to .9."""
    difficulty: float
    """1 (easy) to 10."""
    last_at: datetime
    """The latest answer, UTC."""
    due_at: datetime
    """When it should be asked again, UTC: a whole number of days after `last_at`, at least one."""

    def overdue_days(self, now: datetime) -> float:
        """Days since it was due; negative while it is not."""
        return (now - self.due_at) / timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Review:
    """One answer on a point or word."""

    target: str
    outcome: float
    """0-1."""
    at: datetime


def reviewed(cards: Mapping[str, Card], reviews: Iterable[Review]) -> dict[str, Card]:
    """The cards after these answers, in any order; targets without a card get one, all others stay as they are.

    An answer given before its card's last one (a phone that was offline) does not move the card: a schedule looks ahead
    from the latest answer, and the order within FSRS cannot be mended afterwards. To count late answers too, fold all of
    them anew from no cards.
    """
    moved = dict(cards)
    for review in sorted(reviews, key=lambda review: (review.at, review.target, review.outcome)):
        card = moved.get(review.target)
        if card is None or review.at >= card.last_at:
            moved[review.target] = _after(card, review)
    return moved


def _after(card: Card | None, review: Review) -> Card:
    at = review.at.astimezone(UTC)
    # An id of its own: the package would make one from the clock, and wait a millisecond to keep it apart.
    before = fsrs.Card(card_id=0)
    if card is not None:
        before = fsrs.Card(
            card_id=0,
            state=fsrs.State.Review,
            stability=card.stability,
            difficulty=card.difficulty,
            due=card.due_at,
            last_review=card.last_at,
        )
    after, _log = _scheduler().review_card(before, rating_of(review.outcome), at)
    assert after.stability is not None
    assert after.difficulty is not None
    return Card(round(after.stability, DECIMALS), round(after.difficulty, DECIMALS), at, after.due)


def rating_of(outcome: float) -> fsrs.Rating:
    """FSRS's word for an outcome of 0-1. Nobody says that an answer was easy, so none is.

    >>> [rating_of(outcome).name for outcome in (1.0, 0.75, 0.5, 0.25, 0.0)]
    ['Good', 'Hard', 'Hard', 'Again', 'Again']
    """
    if outcome >= 1.0:
        return fsrs.Rating.Good
    return fsrs.Rating.Hard if outcome >= HALF_RIGHT else fsrs.Rating.Again


@cache
def _scheduler() -> fsrs.Scheduler:
    # No steps of minutes: a plan is made for days. No fuzz: the same answers give the same plan.
    return fsrs.Scheduler(
        desired_retention=RETENTION,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=LONGEST_DAYS,
        enable_fuzzing=False,
    )


Spaced = tuple[int, float]
"""When an answer was given (microseconds since 1970), and its outcome."""


def kept_share(reviews: Iterable[Review], now: datetime) -> float | None:
    """How much of what was answered some time ago is still known, 0-1: whether a student forgets. None = too few answers.

    The mean outcome of the answers of the last `KEPT_DAYS` that came `GAP_DAYS` or more after the one before on the same
    target. The predictor hardly sees forgetting: it looks at answers, and what is asked often is answered well.

    Parameters
    ----------
    reviews
        The student's answers of the last two months or more, in any order.
    """
    last: dict[str, datetime] = {}
    outcomes: list[float] = []
    gap, since = timedelta(days=GAP_DAYS), now - timedelta(days=KEPT_DAYS)
    for each in sorted(reviews, key=lambda review: review.at):
        before = last.get(each.target)
        if before is not None and each.at - before >= gap and since <= each.at <= now:
            outcomes.append(each.outcome)
        last[each.target] = each.at
    return sum(outcomes) / len(outcomes) if len(outcomes) >= KEPT_LEAST else None


def spaced(cards: Mapping[str, Card], reviews: Iterable[Review]) -> list[Spaced]:
    """Of these answers those that came `GAP_DAYS` or more after the one before on the same target, oldest first: what
    `kept_share` is a mean of, for who keeps cards instead of all answers. `cards`: as they stood before the answers."""
    last = {target: card.last_at for target, card in cards.items()}
    late_answers: list[Spaced] = []
    for review in sorted(reviews, key=lambda review: review.at):
        before = last.get(review.target)
        if before is not None and review.at - before >= timedelta(days=GAP_DAYS):
            late_answers.append((micros_of(review.at), review.outcome))
        last[review.target] = review.at
    return late_answers


def share_of_spaced(answers: Iterable[Spaced], now: datetime) -> float | None:
    """`kept_share` from what `spaced` gave."""
    since, until = micros_of(now - timedelta(days=KEPT_DAYS)), micros_of(now)
    outcomes = [outcome for at, outcome in answers if since <= at <= until]
    return sum(outcomes) / len(outcomes) if len(outcomes) >= KEPT_LEAST else None


# -- text ------------------------------------------------------------------------------------------------------


def packed(cards: Mapping[str, Card]) -> str:
    """The cards as JSON text: of each its stability, difficulty, last answer (microseconds since 1970) and days to due."""
    rows = {
        target: (card.stability, card.difficulty, micros_of(card.last_at), (card.due_at - card.last_at).days)
        for target, card in cards.items()
    }
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def unpacked(text: str) -> dict[str, Card]:
    """What `packed` wrote; an empty text holds no cards."""
    return from_rows(json.loads(text) if text else {})


def from_rows(rows: Mapping[str, tuple[float, float, int, int]]) -> dict[str, Card]:
    """The cards from the rows of that text."""
    return {target: _card(*row) for target, row in rows.items()}


def _card(stability: float, difficulty: float, micros: int, days: int) -> Card:
    last = EPOCH + micros * MICROSECOND
    return Card(stability, difficulty, last, last + timedelta(days=days))
