"""Month against month: every number is counted again from the answers and the evidence log."""

from __future__ import annotations

import random
from collections import defaultdict
from datetime import UTC, date, datetime, timedelta

import pytest

from core.answers.wire import AppealRequest, PointChange, Report, ReportRequest
from core.api.core import Core
from core.learning.days import day_of, day_start
from core.records.answers import AnswerRow
from core.records.evidence import Evidence
from core.wire import TOPICS
from evaluation.service.clock import StoppedClock
from tests.answers.conftest import CALLER, Answering

MONTH = ReportRequest(student_id="s1", month="2026-11")


def at(clock: StoppedClock, month: int, day: int, hour: int = 4) -> None:
    clock.moment = datetime(2026, month, day, hour, tzinfo=UTC)


@pytest.fixture
def year(core: Core, clock: StoppedClock, answer: Answering) -> Core:
    """Some months of answers in all skills, getting better, with an upheld appeal."""
    chance = random.Random(1)
    for month in (8, 9, 10, 11):
        for day in range(2, 23, 4):
            at(clock, month, day, hour=chance.randrange(0, 20))
            right = chance.randrange(0, 3) + (month - 7) // 2
            answer(right, 4 - min(4, right), topic=chance.choice(TOPICS), start=chance.randrange(40))
    at(clock, 10, 23)
    missed = answer(0, 1)
    at(clock, 11, 23)
    for _ in range(4):
        answer(1, 0)
    (wrong,) = missed.details
    request = AppealRequest(student_id="s1", evaluation_id=missed.evaluation_id, question_id=wrong.question_id)
    core.answers.appeal(request, CALLER)
    (appeal,) = core.answers.appeals(CALLER, student_id="s1")
    core.answers.settle_appeal(appeal.appeal_id, CALLER, upheld=True)
    at(clock, 11, 24)
    return core


def rows_of(core: Core, first: date, last: date) -> list[AnswerRow]:
    """The answers of some days as they are stored."""
    return core.store.answers_between("org", "s1", day_start(first), day_start(last + timedelta(days=1)))


def score_of(core: Core, row: AnswerRow) -> float:
    upheld = {(each.evaluation_id, each.question_id) for each in core.store.appeals("org", status="upheld")}
    return 100.0 if (row.evaluation_id, row.item_id) in upheld else row.score


def test_every_score_of_the_report_is_the_mean_of_its_answers(year: Core) -> None:
    report = year.answers.report(MONTH, CALLER)
    november = rows_of(year, date(2026, 11, 1), date(2026, 11, 30))
    october = rows_of(year, date(2026, 10, 1), date(2026, 10, 31))
    assert report.comparison.period == "2026-10-01 to 2026-10-31"
    for rows, said in ((november, report.comparison.overall.now), (october, report.comparison.overall.before)):
        scores = [score_of(year, row) for row in rows]
        assert (said.n, said.days) == (len(rows), len({day_of(row.answered_at) for row in rows}))
        assert said.score == round(sum(scores) / len(scores), 1)
    assert report.comparison.overall.now.score == report.overall_progress.average_score
    assert (
        report.comparison.overall.now.n
        == report.overall_progress.total_attempts
        == sum(report.overall_progress.trend_counts)
    )
    for topic in TOPICS:
        change, skill = getattr(report.comparison.skills, topic), getattr(report.skill_analysis, topic)
        assert (change.now.n, change.now.score or 0.0) == (skill.n, skill.score)
        assert change.before.n == sum(row.topic == topic for row in october)


def test_the_months_are_the_months_of_the_answers(year: Core) -> None:
    report = year.answers.report(MONTH, CALLER)
    assert [each.month for each in report.months] == ["2026-08", "2026-09", "2026-10", "2026-11"]
    assert report.months[-1].score == report.comparison.overall.now
    assert report.months[-2].score == report.comparison.overall.before
    assert sum(each.score.n for each in report.months) == len(rows_of(year, date(2026, 1, 1), date(2026, 12, 31)))


def test_the_interval_of_the_difference_decides_what_is_claimed(year: Core) -> None:
    report = year.answers.report(MONTH, CALLER)
    for change in (report.comparison.overall, *(getattr(report.comparison.skills, topic) for topic in TOPICS)):
        if change.interval is None:
            assert change.verdict == "no_claim"
            continue
        low, high = change.interval
        assert low <= change.difference <= high
        assert change.verdict == ("improved" if low > 0 else "declined" if high < 0 else "no_claim")


def counted(log: list[Evidence], core: Core, before: datetime) -> dict[str, tuple[int, int]]:
    """Answers and right ones of each point up to a moment, children's with their official point; told once more here."""
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for piece in log:
        if piece.target_kind == "point" and abs(piece.weight) >= 1 and piece.occurred_at < before:
            row, sign = core.tables.points.by_id[piece.target], 1 if piece.weight > 0 else -1
            for point_id in {row.id, row.parent_id if row.kind != "point" else row.id}:
                found[point_id][0] += sign
                found[point_id][1] += sign if piece.outcome == 1 else 0
    return {point_id: (attempts, correct) for point_id, (attempts, correct) in found.items()}


def met(counts: tuple[int, int]) -> bool:
    attempts, correct = counts
    return attempts >= 3 and correct / attempts >= 0.6


def test_gained_and_lost_points_are_those_whose_status_crossed_the_bound(year: Core) -> None:
    report = year.answers.report(MONTH, CALLER)
    log = year.store.evidence_of("org", "s1")
    start, end = day_start(date(2026, 11, 1)), day_start(date(2026, 12, 1))
    before, after = counted(log, year, start), counted(log, year, end)
    expected = {
        point_id: (before.get(point_id, (0, 0)), counts)
        for point_id, counts in after.items()
        if met(counts) != met(before.get(point_id, (0, 0)))
    }
    said = {change.point_id: change for change in (*report.gained, *report.lost)}
    assert said.keys() == expected.keys()
    assert report.gained
    for point_id, (was, now) in expected.items():
        change = said[point_id]
        assert ((change.n_before, change.correct_before), (change.n, change.correct)) == (was, now)
        assert (change in report.gained) is met(now)


def opened(core: Core, report: Report, change: PointChange) -> list[bool]:
    return [each.is_correct for each in core.answers.evidence(report.student_id, change.evidence, CALLER)]


def test_a_gained_point_opens_to_the_answers_of_the_month(core: Core, clock: StoppedClock, answer: Answering) -> None:
    at(clock, 10, 5)
    answer(0, 2)
    at(clock, 11, 5)
    for _ in range(3):
        answer(2, 0)
    at(clock, 11, 24)
    report = core.answers.report(MONTH, CALLER)
    change = report.gained[0]
    assert (change.status_before, change.status) == ("learning", "mastered")
    assert (change.correct_before, change.correct) == (0, change.n - change.n_before)
    assert opened(core, report, change) == [True] * 6
    assert report.lost == []


def test_a_point_that_falls_below_is_lost(core: Core, clock: StoppedClock, answer: Answering) -> None:
    at(clock, 10, 5)
    for _ in range(3):
        answer(2, 0)
    at(clock, 11, 5)
    for _ in range(3):
        answer(0, 4)
    at(clock, 11, 24)
    report = core.answers.report(MONTH, CALLER)
    assert [(each.status_before, each.status) for each in report.lost] == [("exceeded", "learning")] * len(report.lost)
    assert report.lost
    assert report.gained == []


def test_the_default_compares_with_the_30_days_before(core: Core, clock: StoppedClock, answer: Answering) -> None:
    at(clock, 10, 10)
    answer(1, 3)
    at(clock, 11, 20)
    answer(4, 0)
    at(clock, 11, 24)
    report = core.answers.report(ReportRequest(student_id="s1"), CALLER)
    assert (report.period, report.comparison.period) == ("2026-10-26 to 2026-11-24", "2026-09-26 to 2026-10-25")
    assert (report.comparison.overall.before.n, report.comparison.overall.now.n) == (4, 4)
    assert report.comparison.overall.difference == 75.0
    assert report.comparison.overall.interval is None, "one day on a side is not enough to tell"
    assert report.comparison.overall.verdict == "no_claim"


def test_many_better_days_are_called_better_and_worse_ones_worse(
    core: Core, clock: StoppedClock, answer: Answering
) -> None:
    for day in range(1, 13):
        at(clock, 9, day)
        answer(3, 0, start=2 * day)
        at(clock, 10, day)
        answer(0, 3, start=2 * day)
        at(clock, 11, day)
        answer(3, 0, start=2 * day)
    at(clock, 11, 24)
    verdicts = [
        core.answers.report(ReportRequest(student_id="s1", month=month), CALLER).comparison.overall.verdict
        for month in ("2026-09", "2026-10", "2026-11")
    ]
    assert verdicts == ["no_claim", "declined", "improved"]
