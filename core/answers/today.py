"""The first page of a student, as a fold over the answers in the store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from statistics import median

from core.answers import practice
from core.answers.analysis import GOOD_SHARE, SKILL_NAMES
from core.answers.appeals import settled
from core.answers.wire import PlanLine, TodayView
from core.learning.days import day_of, day_start
from core.ports import Clock, Store
from core.records import AnswerRow, Caller
from core.tables.points import Points
from core.wire import TOPICS, Language, Topic

LOOK_BACK_DAYS = 60
REVIEW_DAYS = 14
MOST_REVIEWS = 10
ROUND = 10
"""Items in one round of practice."""
USUAL_SECONDS = 30
"""Assumed for an item until the student's own times are known."""
LEAST_FOR_TIMES = 5
RIGHT_IN_A_ROW = 3


def today(
    student_id: str, caller: Caller, *, language: Language, points: Points, store: Store, clock: Clock
) -> TodayView:
    """What to do now, and one true thing about the days before."""
    now = clock.now()
    day = day_of(now)
    start = day_start(day - timedelta(days=LOOK_BACK_DAYS))
    rows = store.answers_between(caller.organisation_id, student_id, start, now + timedelta(days=1))
    rows = settled(rows, student_id, caller, store=store)
    of_today = [row for row in rows if day_of(row.answered_at) == day]
    to_review = _to_review(rows, day)
    latest = store.latest_practice(caller.organisation_id, student_id)
    open_session = None
    if latest is not None and latest.finished_at is None and day_of(latest.created_at) >= day - timedelta(days=7):
        seen = practice.view(student_id, latest.session_id, caller, store=store)
        open_session = seen if seen.next_position is not None else None
    highlight, evidence = _highlight(rows, of_today, day, points, language)
    return TodayView(
        student_id=student_id,
        answered_today=len(of_today),
        correct_today=sum(row.is_correct for row in of_today),
        minutes_today=round(sum(row.time_spent_seconds for row in of_today) / 60, 1),
        streak_days=_streak({day_of(row.answered_at) for row in rows}, day),
        open_session=open_session,
        to_review=to_review,
        plan=_plan(rows, of_today, to_review, language),
        highlight=highlight,
        evidence=evidence,
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


def _plan(
    rows: Sequence[AnswerRow], of_today: Sequence[AnswerRow], to_review: Sequence[str], language: Language
) -> list[PlanLine]:
    lines = []
    zh = language == "zh"
    if to_review:
        count = min(MOST_REVIEWS, len(to_review))
        lines.append(
            PlanLine(
                kind="review",
                title="再做一遍做错的题" if zh else "Redo what went wrong",
                reason=f"两周内有 {len(to_review)} 道题做错后还没做对。"
                if zh
                else f"{len(to_review)} items of the last two weeks are still wrong.",
                topic=None,
                types=[],
                count=count,
                minutes=_minutes(rows, None, count),
                done=False,
            )
        )
    return [*lines, *(_skill_line(rows, of_today, topic, language) for topic in _topics_to_do(rows))]


def _topics_to_do(rows: Sequence[AnswerRow]) -> list[Topic]:
    """The two skills with the least practice in the last answers, weaker first among equals."""
    recent = Counter(row.topic for row in rows[-60:])
    score = {topic: [row.score for row in rows if row.topic == topic] for topic in TOPICS}
    order: list[Topic] = sorted(
        TOPICS, key=lambda topic: (recent[topic], sum(score[topic]) / max(1, len(score[topic])), TOPICS.index(topic))
    )
    return order[:2]


def _skill_line(rows: Sequence[AnswerRow], of_today: Sequence[AnswerRow], topic: Topic, language: Language) -> PlanLine:
    zh = language == "zh"
    name = SKILL_NAMES[topic][0 if zh else 1]
    done_today = sum(row.topic == topic for row in of_today)
    answered = [row for row in rows if row.topic == topic]
    if not answered:
        reason = f"你还没练过{name}。" if zh else f"You have not practised {name.lower()} yet."
    else:
        right = sum(row.is_correct for row in answered)
        reason = (
            f"最近练得比较少：{name} {len(answered)} 题，对 {right} 题。"
            if zh
            else f"Practised least lately: {name.lower()} {len(answered)} items, {right} right."
        )
    return PlanLine(
        kind="practice",
        title=f"{name}练习" if zh else f"{name} practice",
        reason=reason,
        topic=topic,
        types=[],
        count=ROUND,
        minutes=_minutes(rows, topic, ROUND),
        done=done_today >= ROUND,
    )


def _minutes(rows: Sequence[AnswerRow], topic: Topic | None, count: int) -> int:
    """From the student's own median time an item, where five or more are known."""
    times = [row.time_spent_seconds for row in rows if row.time_spent_seconds and topic in (None, row.topic)]
    seconds = median(times) if len(times) >= LEAST_FOR_TIMES else USUAL_SECONDS
    return max(1, round(count * seconds / 60))


def _highlight(
    rows: Sequence[AnswerRow], of_today: Sequence[AnswerRow], day: date, points: Points, language: Language
) -> tuple[str | None, list[str]]:
    """A point that went wrong and now goes right; else a good day; else a streak; else nothing."""
    zh = language == "zh"
    by_point: dict[str, list[AnswerRow]] = {}
    for row in rows:
        for point in row.points[:1]:
            by_point.setdefault(point, []).append(row)
    for point, under in sorted(by_point.items(), key=lambda pair: pair[1][-1].answered_at, reverse=True):
        last = under[-RIGHT_IN_A_ROW:]
        before = under[:-RIGHT_IN_A_ROW]
        known = points.by_id.get(point)
        if known and len(last) == RIGHT_IN_A_ROW and all(row.is_correct for row in last) and _wrong(before):
            text = (
                f"“{known.name}”以前错过，最近 {RIGHT_IN_A_ROW} 次都对了。"
                if zh
                else f"{known.name_en}: wrong before, right the last {RIGHT_IN_A_ROW} times."
            )
            return text, [_source(row) for row in (*_wrong(before), *last)]
    right = sum(row.is_correct for row in of_today)
    if len(of_today) >= ROUND and right / len(of_today) >= GOOD_SHARE:
        text = f"今天 {len(of_today)} 题对了 {right} 题。" if zh else f"{right} of {len(of_today)} right today."
        return text, [_source(row) for row in of_today]
    streak = _streak({day_of(row.answered_at) for row in rows}, day)
    if streak >= RIGHT_IN_A_ROW:
        return (f"已连续练习 {streak} 天。" if zh else f"{streak} days in a row."), []
    return None, []


def _wrong(rows: Sequence[AnswerRow]) -> list[AnswerRow]:
    return [row for row in rows if not row.is_correct]


def _source(row: AnswerRow) -> str:
    return f"{row.evaluation_id}#{row.position}"
