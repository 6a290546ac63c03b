"""Evaluation: what is said, and what is kept with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.answers.service import evidence_of
from core.answers.wire import AnswerItem, EvaluationPath, SubmitRequest
from core.api.core import Core
from core.errors import BadParameter, NotFound
from core.records.access import Caller
from evaluation.questions.bank_items import bank_items
from tests.answers.conftest import CALLER, Answering


def test_the_summary_counts_scores_and_times(answer: Answering) -> None:
    result = answer(3, 1, seconds=12)
    assert result.summary.model_dump() == {
        "total_questions": 4,
        "correct_count": 3,
        "score": 75.0,
        "time_spent": 48,
        "completion_rate": 1.0,
    }


def test_a_wrong_answer_has_a_suggestion_and_a_right_one_has_none(answer: Answering) -> None:
    right, wrong = answer(1, 1).details
    assert "suggestion" not in right.model_dump()
    assert wrong.suggestion
    assert wrong.explanation
    assert wrong.feedback.startswith("你选了")


def test_one_wrong_answer_is_no_weakness_and_says_what_to_do(core: Core, answer: Answering) -> None:
    result = answer(0, 1)
    point = result.details[0].points[0]
    assert result.analysis.weaknesses == []
    advice = result.analysis.recommendations[0]
    assert (advice.type, advice.resources) == ("review_point", [point])
    assert core.tables.points.short_name(point).zh in advice.content


def test_every_answer_is_evidence_for_its_point_and_its_skill(core: Core, answer: Answering) -> None:
    result = answer(1, 1)
    log = core.store.evidence_of(CALLER.organisation_id, "s1")
    assert {(row.target_kind, row.outcome) for row in log} == {
        ("point", 1.0), ("point", 0.0), ("skill", 1.0), ("skill", 0.0),
    }  # fmt: skip
    assert {row.source for row in log} == {f"{result.evaluation_id}#0", f"{result.evaluation_id}#1"}
    assert [row.seq for row in log] == sorted(row.seq for row in log)


def test_what_is_asked_about_a_text_tests_no_point_of_it(core: Core, answer: Answering) -> None:
    answer(1, topic="reading")
    weights = {row.target_kind: row.weight for row in core.store.evidence_of(CALLER.organisation_id, "s1")}
    assert weights == {"skill": 1.0}


def test_an_item_about_several_points_is_shared_among_them(core: Core) -> None:
    item = next(item for item in bank_items("matching", "grammar") if len(item.points) > 1)
    core.store.issue_items(
        [item], organisation_id=CALLER.organisation_id, student_id="s1", at=core.clock.now(), not_since=core.clock.now(),
        call=None, reply=None,
    )  # fmt: skip
    core.answers.submit(
        SubmitRequest(student_id="s1", answers=[AnswerItem(question_id=item.id, answer=item.key)]), CALLER
    )
    log = core.store.evidence_of(CALLER.organisation_id, "s1")
    shares = [row.weight for row in log if row.target_kind == "point"]
    assert len(shares) == len(item.points)
    assert sum(shares) == pytest.approx(1.0)


def test_a_skipped_question_is_no_evidence_of_not_knowing(core: Core, answer: Answering) -> None:
    answer(1, student_id="other")
    item = bank_items("multiple_choice", "grammar")[0]
    request = SubmitRequest(student_id="s2", answers=[AnswerItem(question_id=item.id, answer="")])
    result = core.answers.submit(request, CALLER).payload
    assert (result.summary.completion_rate, result.summary.score) == (0.0, 0.0)
    assert core.store.evidence_of(CALLER.organisation_id, "s2") == []


def test_a_later_read_is_equal_to_the_first_answer(core: Core, answer: Answering) -> None:
    result = answer(2, 2)
    again = core.answers.evaluation(EvaluationPath(evaluation_id=result.evaluation_id), CALLER)
    assert again.text == result.model_dump_json()


def test_another_organisation_does_not_see_it(core: Core, answer: Answering) -> None:
    result = answer(1)
    with pytest.raises(NotFound, match="There is no evaluation"):
        core.answers.evaluation(EvaluationPath(evaluation_id=result.evaluation_id), Caller("else", CALLER.permissions))


def test_an_unknown_question_is_named_by_its_place(core: Core) -> None:
    request = SubmitRequest(student_id="s1", answers=[AnswerItem(question_id="q_none", answer="A")])
    with pytest.raises(NotFound, match="'q_none'") as raised:
        core.answers.submit(request, CALLER)
    assert [fault.field for fault in raised.value.faults] == ["answers[0].question_id"]
    assert core.store.student(CALLER.organisation_id, "s1") is None


def test_a_session_gives_its_first_result_again_and_refuses_other_answers(core: Core, answer: Answering) -> None:
    answer(1, student_id="other")
    item = bank_items("multiple_choice", "grammar")[0]

    def submit(given: str) -> str:
        answers = [AnswerItem(question_id=item.id, answer=given)]
        return core.answers.submit(SubmitRequest(student_id="s1", answers=answers, session_id="one"), CALLER).text

    assert submit("A") == submit("A")
    assert len(core.store.answers_between("org", "s1", core.clock.now(), core.clock.now().replace(year=2030))) == 1
    with pytest.raises(BadParameter, match="'one' was submitted before"):
        submit("B")


def test_an_answer_on_a_word_of_a_list_is_not_counted_for_the_official_point_as_well(
    core: Core, answer: Answering
) -> None:
    points = core.tables.points
    child = next(row for row in points.rows if row.kind == "word")
    [given] = core.store.answers_of(CALLER.organisation_id, answer(1, 0).evaluation_id)
    row = replace(given, points=(child.parent_id, child.id, "【一44】"), topic="grammar")
    targets = [piece.target for piece in evidence_of(row, points) if piece.target_kind == "point"]
    assert targets == [child.id, "【一44】"]
