"""One line a student: this month's answers, the last day with any, what waits for the teacher."""

from __future__ import annotations

from datetime import UTC, datetime

from core.answers.wire import AppealRequest, ReportRequest
from core.api.core import Core
from core.records.access import Caller
from evaluation.service.clock import StoppedClock
from tests.answers.conftest import CALLER, Answering


def test_lines_agree_with_the_report_of_the_month(core: Core, clock: StoppedClock, answer: Answering) -> None:
    clock.moment = datetime(2026, 10, 31, 15, 59, 59, tzinfo=UTC)
    answer(0, 3)
    clock.moment = datetime(2026, 10, 31, 16, 0, 0, tzinfo=UTC)
    answer(2, 1, start=5)
    (line,) = core.answers.class_lines(CALLER)
    month = core.answers.report(ReportRequest(student_id="s1", month="2026-11"), CALLER).overall_progress
    assert (line.answers, line.mean_score, line.interval) == (3, month.average_score, month.interval)
    assert line.last_answered_at == clock.moment


def test_the_lately_active_come_first_and_the_silent_last(core: Core, clock: StoppedClock, answer: Answering) -> None:
    answer(1, student_id="a")
    clock.moment = datetime(2026, 12, 2, tzinfo=UTC)
    answer(1, student_id="b", start=3)
    result = answer(0, 1, student_id="b", start=6)
    wrong = result.details[0].question_id
    core.answers.appeal(AppealRequest(student_id="b", evaluation_id=result.evaluation_id, question_id=wrong), CALLER)
    lines = core.answers.class_lines(CALLER)
    assert [line.student_id for line in lines] == ["b", "a"]
    assert (lines[1].answers, lines[1].mean_score, lines[1].interval) == (0, None, None)
    assert [line.open_appeals for line in lines] == [1, 0]
    assert core.answers.class_lines(Caller("another", CALLER.permissions)) == []
