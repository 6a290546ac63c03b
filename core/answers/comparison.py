"""One period compared with another: mean scores with intervals, and no claim where the interval of the difference holds 0."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date

from core.answers.analysis import score_interval
from core.answers.wire import Change, Comparison, MonthScore, SkillChanges, TimeScore, Verdict
from core.learning.days import day_of
from core.learning.differences import Difference, difference
from core.records.answers import FULL_SCORE, AnswerRow
from core.wire import TOPICS

MONTHS_COMPARED = 12
"""How many months are shown beside each other: a year."""


def comparison(period_before: str, before: Sequence[AnswerRow], now: Sequence[AnswerRow]) -> Comparison:
    """The answers of a period compared with those of the period before it, over all and by skill."""
    by_skill = {
        topic: change([row for row in before if row.topic == topic], [row for row in now if row.topic == topic])
        for topic in TOPICS
    }
    return Comparison(period=period_before, overall=change(before, now), skills=SkillChanges(**by_skill))


def change(before: Sequence[AnswerRow], now: Sequence[AnswerRow]) -> Change:
    """What can be said of two sets of answers."""
    estimate = difference(_by_day(before), _by_day(now))
    first, second = time_score(before), time_score(now)
    both_known = first.score is not None and second.score is not None
    return Change(
        before=first,
        now=second,
        difference=round(_mean(now) - _mean(before), 1) if both_known else None,
        interval=None
        if estimate is None
        else (round(FULL_SCORE * estimate.low, 1), round(FULL_SCORE * estimate.high, 1)),
        verdict=_verdict(estimate),
    )


def _verdict(estimate: Difference | None) -> Verdict:
    if estimate is None or not estimate.certain:
        return "no_claim"
    return "improved" if estimate.value > 0 else "declined"


def time_score(rows: Sequence[AnswerRow]) -> TimeScore:
    """Mean score, its interval, and the numbers of answers and of days with answers."""
    mean = _mean(rows)
    return TimeScore(
        score=round(mean, 1) if rows else None,
        interval=score_interval(mean, len(rows)),
        n=len(rows),
        days=len({day_of(row.answered_at) for row in rows}),
    )


def month_scores(rows: Iterable[AnswerRow], last: date) -> list[MonthScore]:
    """The months up to that of `last`, at most twelve; months before the first answer are left out."""
    by_month: dict[str, list[AnswerRow]] = defaultdict(list)
    for row in rows:
        by_month[day_of(row.answered_at).strftime("%Y-%m")].append(row)
    months = months_up_to(last)
    begun = [month for month in months if any(answered_month <= month for answered_month in by_month)]
    return [MonthScore(month=month, score=time_score(by_month[month])) for month in begun]


def months_up_to(last: date) -> list[str]:
    """Twelve months `YYYY-MM`, that of `last` at the end.

    >>> months_up_to(date(2026, 1, 31))[0], months_up_to(date(2026, 1, 31))[-1]
    ('2025-02', '2026-01')
    """
    ending = last.year * 12 + last.month - 1
    return [f"{month // 12}-{month % 12 + 1:02d}" for month in range(ending - MONTHS_COMPARED + 1, ending + 1)]


def _by_day(rows: Iterable[AnswerRow]) -> list[list[float]]:
    days: dict[date, list[float]] = defaultdict(list)
    for row in rows:
        days[day_of(row.answered_at)].append(row.score / FULL_SCORE)
    return list(days.values())


def _mean(rows: Sequence[AnswerRow]) -> float:
    return sum(row.score for row in rows) / len(rows) if rows else 0.0
