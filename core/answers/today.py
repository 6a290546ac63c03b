"""The first page of a student, computed from the answers in the store."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from core.answers import practice
from core.answers.analysis import GOOD_SHARE
from core.answers.decisions import as_decided
from core.answers.tested import tested_official_points
from core.answers.wire import TodayView
from core.learning.days import day_of, day_start
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.answers import AnswerRow
from core.tables.points import Points
from core.wire import Language

LOOK_BACK_DAYS = 60
REVIEW_DAYS = 14
ROUND_ITEMS = 10
"""Items in one round of practice."""
RIGHT_IN_A_ROW = 3


def today(
    student_id: str, caller: Caller, *, language: Language, points: Points, store: Store, clock: Clock
) -> TodayView:
    """What to do now, and one true thing about the days before."""
    now = clock.now()
    day = day_of(now)
    start = day_start(day - timedelta(days=LOOK_BACK_DAYS))
    given = store.answers_between(caller.organisation_id, student_id, start, now + timedelta(days=1))
    rows = as_decided(given, student_id, caller, store=store)
    days = {day_of(row.answered_at) for row in given}  # a day of practice stays one, whatever became of its items
    of_today = [row for row in rows if day_of(row.answered_at) == day]
    latest = store.latest_practice(caller.organisation_id, student_id)
    open_session = None
    if latest is not None and latest.finished_at is None and day_of(latest.created_at) >= day - timedelta(days=7):
        session_view = practice.view(student_id, latest.session_id, caller, store=store)
        open_session = session_view if session_view.next_position is not None else None
    streak = _streak(days, day)
    highlight, evidence = _highlight(rows, of_today, streak, points, language)
    return TodayView(
        student_id=student_id,
        answered_today=len(of_today),
        correct_today=sum(row.is_correct for row in of_today),
        minutes_today=round(_seconds(given, student_id, day, caller, store=store) / 60, 1),
        streak_days=streak,
        open_session=open_session,
        to_review=_to_review(rows, day),
        highlight=highlight,
        evidence=evidence,
    )


def _seconds(given: Sequence[AnswerRow], student_id: str, day: date, caller: Caller, *, store: Store) -> int:
    """Seconds of a day: of its answers, and of what was played or read to its end."""
    played = store.completions_between(caller.organisation_id, [student_id], day, day)
    return sum(row.time_spent_seconds for row in given if day_of(row.answered_at) == day) + sum(
        completion.seconds for completion in played
    )


def _to_review(rows: Sequence[AnswerRow], day: date) -> list[str]:
    """Items whose last answer within 14 days was wrong; oldest first."""
    last: dict[str, AnswerRow] = {}
    for row in rows:
        if day_of(row.answered_at) > day - timedelta(days=REVIEW_DAYS):
            last.pop(row.item_id, None)
            last[row.item_id] = row
    return [item_id for item_id, row in last.items() if not row.is_correct]


def _streak(days: set[date], day: date) -> int:
    """Days in a row up to today; a day not yet practised does not break it."""
    count, cursor = 0, day if day in days else day - timedelta(days=1)
    while cursor in days:
        count, cursor = count + 1, cursor - timedelta(days=1)
    return count


def _highlight(
    rows: Sequence[AnswerRow], of_today: Sequence[AnswerRow], streak: int, points: Points, language: Language
) -> tuple[str | None, list[str]]:
    """A point that went wrong and now goes right; else a good day; else a streak; else nothing."""
    zh = language == "zh"
    by_point: dict[str, list[AnswerRow]] = {}
    for row in rows:
        for point in tested_official_points(row.topic, row.points, points):
            by_point.setdefault(point, []).append(row)
    for point, answers in sorted(by_point.items(), key=lambda pair: pair[1][-1].answered_at, reverse=True):
        last = answers[-RIGHT_IN_A_ROW:]
        before = answers[:-RIGHT_IN_A_ROW]
        if len(last) == RIGHT_IN_A_ROW and all(row.is_correct for row in last) and _wrong(before):
            name = points.short_name(point)
            text = (
                f"“{name.zh}”以前答错过，最近 {RIGHT_IN_A_ROW} 次都对了。"
                if zh
                else f"{name.en}: wrong before, right the last {RIGHT_IN_A_ROW} times."
            )
            return text, [_source(row) for row in (*_wrong(before), *last)]
    right = sum(row.is_correct for row in of_today)
    if len(of_today) >= ROUND_ITEMS and right / len(of_today) >= GOOD_SHARE:
        text = f"今天 {len(of_today)} 题对了 {right} 题。" if zh else f"{right} of {len(of_today)} right today."
        return text, [_source(row) for row in of_today]
    if streak >= RIGHT_IN_A_ROW:
        return (f"已连续练习 {streak} 天。" if zh else f"{streak} days in a row."), []
    return None, []


def _wrong(rows: Sequence[AnswerRow]) -> list[AnswerRow]:
    return [row for row in rows if not row.is_correct]


def _source(row: AnswerRow) -> str:
    return f"{row.evaluation_id}#{row.position}"
