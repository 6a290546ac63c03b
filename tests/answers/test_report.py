"""The monthly report reconciles with the answers under it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from core.answers.wire import ReportRequest
from core.api.core import Core
from core.errors import NotFound
from evaluation.service.clock import StoppedClock
from tests.answers.conftest import CALLER, Answering


def test_scores_days_and_skills_are_the_answers_own(core: Core, clock: StoppedClock, answer: Answering) -> None:
    answer(1, 1)
    clock.advance(timedelta(days=1))
    answer(3, 0, start=10)
    answer(1, 3, topic="listening")
    report = core.answers.report(ReportRequest(student_id="s1"), CALLER)
    assert report.overall_progress.total_attempts == 9
    assert report.overall_progress.average_score == round(100 * 5 / 9, 1)
    assert report.overall_progress.trend_dates == ["2026-11-24", "2026-11-25"]
    assert report.overall_progress.score_trend == [50.0, round(100 * 4 / 7, 1)]
    assert (report.skill_analysis.grammar.score, report.skill_analysis.grammar.level) == (80.0, "good")
    assert (report.skill_analysis.listening.score, report.skill_analysis.listening.level) == (25.0, "weak")
    assert (report.skill_analysis.reading.score, report.skill_analysis.reading.level) == (0.0, "none")
    low, high = report.overall_progress.interval or (0, 0)
    assert low < report.overall_progress.average_score < high


def test_a_month_begins_and_ends_at_midnight_in_utc_plus_8(core: Core, clock: StoppedClock, answer: Answering) -> None:
    clock.moment = datetime(2026, 10, 31, 15, 59, 59, tzinfo=UTC)
    answer(1)
    clock.moment = datetime(2026, 10, 31, 16, 0, 0, tzinfo=UTC)
    answer(0, 1, start=5)
    october = core.answers.report(ReportRequest(student_id="s1", month="2026-10"), CALLER)
    november = core.answers.report(ReportRequest(student_id="s1", month="2026-11"), CALLER)
    assert (october.period, october.overall_progress.average_score) == ("2026-10-01 to 2026-10-31", 100.0)
    assert (november.period, november.overall_progress.average_score) == ("2026-11-01 to 2026-11-30", 0.0)


def test_the_default_is_the_last_30_days(core: Core, clock: StoppedClock, answer: Answering) -> None:
    answer(1)
    clock.advance(timedelta(days=29))
    assert core.answers.report(ReportRequest(student_id="s1"), CALLER).overall_progress.total_attempts == 1
    clock.advance(timedelta(days=1))
    report = core.answers.report(ReportRequest(student_id="s1"), CALLER)
    assert (report.period, report.overall_progress.total_attempts) == ("2026-11-25 to 2026-12-24", 0)
    assert report.overall_progress.interval is None


def test_points_open_to_their_evidence_and_need_two_answers(core: Core, answer: Answering) -> None:
    result = answer(0, 3)
    report = core.answers.report(ReportRequest(student_id="s1"), CALLER)
    (weakest,) = report.weakest
    assert weakest.evidence == [f"{result.evaluation_id}#{place}" for place in range(3)]
    assert (weakest.n, weakest.correct, weakest.standard) == (3, 0, "GF 0025-2021")
    assert report.strongest == []


def test_an_unknown_student_has_no_report(core: Core) -> None:
    with pytest.raises(NotFound, match="There is no student 'nobody'"):
        core.answers.report(ReportRequest(student_id="nobody"), CALLER)
