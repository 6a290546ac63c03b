"""The monthly learning report, computed from the answers of a period."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta

from core.answers.analysis import MarkedAnswer, point_records, score_interval, skill_analysis, strongest, weakest
from core.answers.comparison import comparison, month_scores, months_up_to
from core.answers.decisions import as_decided
from core.answers.gains import gained_and_lost
from core.answers.wire import OverallProgress, Report, ReportRequest
from core.errors import NotFound
from core.learning.days import day_of, day_start, month_span
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.answers import AnswerRow
from core.tables.points import Points
from core.wire import Language

DEFAULT_DAYS = 30


def report(
    request: ReportRequest, caller: Caller, *, language: Language, points: Points, store: Store, clock: Clock
) -> Report:
    """The report of a month, or of the last 30 days, against the time before. Raises `NotFound` for an unknown student.

    Every number is a fold over stored rows: scores over the answers (as teachers decided about them), gained and lost points over
    the evidence log.
    """
    if store.student(caller.organisation_id, request.student_id) is None:
        raise NotFound(f"There is no student {request.student_id!r}.")
    today = day_of(clock.now())
    first, last = _period(request.month, today)
    first_before, last_before = _period_before(request.month, first)
    year = [month_span(month)[0] for month in months_up_to(last)]
    start, end = day_start(first), day_start(last + timedelta(days=1))
    answers = store.answers_between(
        caller.organisation_id, request.student_id, day_start(min(first_before, *year)), end
    )
    answers = as_decided(answers, request.student_id, caller, store=store)
    rows = _within(answers, first, last)
    records = point_records([marked(row) for row in rows if row.answered], points, language)
    log = store.evidence_of(caller.organisation_id, request.student_id)
    gained, lost = gained_and_lost(log, start, end, points=points, language=language)
    return Report(
        student_id=request.student_id,
        period=_period_text(first, last),
        overall_progress=_overall_progress(rows),
        skill_analysis=skill_analysis((row.topic, row.score) for row in rows),
        strongest=strongest(records),
        weakest=weakest(records),
        comparison=comparison(
            _period_text(first_before, last_before), _within(answers, first_before, last_before), rows
        ),
        gained=gained,
        lost=lost,
        months=month_scores(answers, last),
    )


def _period(month: str | None, today: date) -> tuple[date, date]:
    """First and last day, both included."""
    return month_span(month) if month else (today - timedelta(days=DEFAULT_DAYS - 1), today)


def _period_before(month: str | None, first: date) -> tuple[date, date]:
    """The calendar month before a month, the 30 days before the last 30."""
    eve = first - timedelta(days=1)
    return (eve.replace(day=1), eve) if month else (first - timedelta(days=DEFAULT_DAYS), eve)


def _within(rows: list[AnswerRow], first: date, last: date) -> list[AnswerRow]:
    return [row for row in rows if first <= day_of(row.answered_at) <= last]


def _period_text(first: date, last: date) -> str:
    return f"{first} to {last}"


def _overall_progress(rows: list[AnswerRow]) -> OverallProgress:
    by_day: dict[date, list[float]] = defaultdict(list)
    for row in rows:
        by_day[day_of(row.answered_at)].append(row.score)
    days = sorted(by_day)
    mean = sum(row.score for row in rows) / len(rows) if rows else 0.0
    return OverallProgress(
        score_trend=[round(sum(by_day[day]) / len(by_day[day]), 1) for day in days],
        average_score=round(mean, 1),
        total_attempts=len(rows),
        trend_dates=[day.isoformat() for day in days],
        trend_counts=[len(by_day[day]) for day in days],
        interval=score_interval(mean, len(rows)),
    )


def marked(row: AnswerRow) -> MarkedAnswer:
    """A stored answer as the analysis takes it."""
    source = f"{row.evaluation_id}#{row.position}"
    return MarkedAnswer(row.item_id, row.topic, row.points, row.words, row.is_correct, row.score, source)
