"""Evidence opens to the question, the answer and the mark; never to another student's."""

from __future__ import annotations

import pytest

from core.answers.wire import AppealRequest, ReportRequest
from core.api.core import Core
from core.errors import NotFound
from core.records.access import Caller
from tests.answers.conftest import CALLER, Answering


def test_answers_come_back_in_the_order_asked_for(core: Core, answer: Answering) -> None:
    result = answer(1, 1)
    second, first = f"{result.evaluation_id}#1", f"{result.evaluation_id}#0"
    opened = core.answers.evidence("s1", [second, first], CALLER)
    assert [view.source for view in opened] == [second, first]
    assert [view.is_correct for view in opened] == [False, True]
    assert [view.item.id for view in opened] == [result.details[1].question_id, result.details[0].question_id]


def test_another_students_answer_and_one_that_never_was_are_not_found(core: Core, answer: Answering) -> None:
    theirs = answer(1, student_id="s2")
    for source in (f"{theirs.evaluation_id}#0", f"{theirs.evaluation_id}#9", "ev_never#0", "nonsense"):
        with pytest.raises(NotFound, match=f"There is no answer '{source}' of this student"):
            core.answers.evidence("s1", [source], CALLER)
    with pytest.raises(NotFound, match="of this student"):
        core.answers.evidence("s2", [f"{theirs.evaluation_id}#0"], Caller("another", CALLER.permissions))


def test_upheld_it_is_marked_so_and_the_report_counts_it_as_right(core: Core, answer: Answering) -> None:
    result = answer(1, 1)
    wrong = result.details[1].question_id
    core.answers.appeal(AppealRequest(student_id="s1", evaluation_id=result.evaluation_id, question_id=wrong), CALLER)
    (appeal,) = core.answers.appeals(CALLER, student_id="s1")
    assert core.answers.appeals(CALLER, student_id="s2") == []
    report = core.answers.report(ReportRequest(student_id="s1"), CALLER)
    assert report.overall_progress.average_score == 50.0
    core.answers.settle_appeal(appeal.appeal_id, CALLER, upheld=True)
    (opened,) = core.answers.evidence("s1", [f"{result.evaluation_id}#1"], CALLER)
    assert (opened.is_correct, opened.upheld) == (False, True)
    report = core.answers.report(ReportRequest(student_id="s1"), CALLER)
    assert report.overall_progress.average_score == 100.0
    assert report.weakest == []
