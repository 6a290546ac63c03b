"""POST /classroom/evaluation/submit and GET /classroom/evaluation/{evaluation_id} against the interface."""

from __future__ import annotations

import json

import pytest

from tests.http.service import EVALUATION, GENERATE, REPORT, SUBMIT, Service, error_of, fields_of
from tests.http.shapes import EVALUATION as EVALUATION_SHAPE
from tests.http.shapes import misfits


def test_an_evaluation_has_the_contract_s_envelope_fields_and_types(service: Service) -> None:
    response = service.submit(right=2, wrong=1)
    body = response.json()
    assert (response.status_code, body["code"], body["message"], set(body)) == (
        200, 200, "success", {"code", "message", "data"},
    )  # fmt: skip
    assert misfits(body["data"], EVALUATION_SHAPE) == []
    assert body["data"]["summary"] == {
        "total_questions": 3, "correct_count": 2, "score": 66.7, "time_spent": 15, "completion_rate": 1.0,
    }  # fmt: skip


def test_a_suggestion_stands_on_wrong_answers_only(service: Service) -> None:
    details = service.submit(right=2, wrong=2).json()["data"]["details"]
    assert [detail["is_correct"] for detail in details] == [True, True, False, False]
    assert [isinstance(detail.get("suggestion"), str) for detail in details] == [False, False, True, True]
    assert all("suggestion" not in detail for detail in details[:2])


def test_the_analysis_names_knowledge_points(service: Service) -> None:
    analysis = service.submit(right=1, wrong=1).json()["data"]["analysis"]
    assert all("【一" in line for line in (*analysis["strengths"], *analysis["weaknesses"]))
    points = [each for each in analysis["recommendations"] if each["type"] == "review_point"]
    assert points
    assert all(resource.startswith("【一") for each in points for resource in each["resources"])


@pytest.mark.parametrize("kind", ["matching", "ordering"])
def test_an_answer_may_be_the_string_or_the_array_of_its_parts(service: Service, kind: str) -> None:
    (question,) = service.questions(type=kind, topic="reading", count=1)
    for answer in (question["correct_answer"], question["correct_answer"].split(",")):
        body = {"student_id": "s1", "answers": [{"question_id": question["id"], "answer": answer}]}
        (detail,) = service.post(SUBMIT, body).json()["data"]["details"]
        assert (detail["is_correct"], detail["score"], detail["time_spent"]) == (True, 100.0, 0)


def test_an_empty_answer_counts_as_not_answered(service: Service) -> None:
    first, second = service.questions(count=2)
    answers = [
        {"question_id": first["id"], "answer": first["correct_answer"]}, {"question_id": second["id"], "answer": " "},
    ]  # fmt: skip
    summary = service.post(SUBMIT, {"student_id": "s1", "answers": answers}).json()["data"]["summary"]
    assert (summary["completion_rate"], summary["correct_count"], summary["score"]) == (0.5, 1, 50.0)


# -- the same again --------------------------------------------------------------------------------------------


def test_a_later_read_is_equal_as_json_to_the_first_answer(service: Service) -> None:
    first = service.submit(right=1, wrong=1)
    read = service.get(EVALUATION.format(first.json()["data"]["evaluation_id"]))
    assert read.status_code == 200
    assert read.content == first.content


def test_the_same_session_with_the_same_body_gives_the_first_result_and_counts_once(service: Service) -> None:
    first = service.submit(session_id="lesson-1")
    used = service.store.quota_used("org_0001", "2026-11")
    again = service.submit(session_id="lesson-1")
    assert again.json() == first.json()
    assert service.store.quota_used("org_0001", "2026-11") == used + 1  # the questions that were asked for
    other_student = service.submit("s2", session_id="lesson-1")
    assert other_student.json()["data"]["evaluation_id"] != first.json()["data"]["evaluation_id"]


def test_the_same_session_with_another_body_is_refused_and_names_the_field(service: Service) -> None:
    service.submit(session_id="lesson-1", right=1)
    refused = service.submit(session_id="lesson-1", right=0, wrong=1)
    error_of(refused, 400, 400002)
    assert fields_of(refused) == ["session_id"]


def submit_body(service: Service, answer: str = "A", student_id: str = "s1") -> dict[str, object]:
    """A body that stays the same from call to call."""
    (question,) = service.questions(topic="grammar", count=1)
    return {"student_id": student_id, "answers": [{"question_id": question["id"], "answer": answer}]}


def test_an_idempotency_key_gives_the_first_answer_again_and_counts_once(service: Service) -> None:
    body, headers = submit_body(service), {"Idempotency-Key": "k-1"}
    first, again = (service.post(SUBMIT, body, headers=headers) for _ in range(2))
    assert again.content == first.content
    assert "Idempotent-Replay" not in first.headers
    assert again.headers["Idempotent-Replay"] == "true"
    assert again.headers["X-Quota-Remaining"] == first.headers["X-Quota-Remaining"]
    assert [row.endpoint for row in service.store.ledger("org_0001", "2026-11")].count("evaluation/submit") == 1


def test_an_idempotency_key_with_another_body_is_refused(service: Service) -> None:
    headers = {"Idempotency-Key": "k-1"}
    service.post(SUBMIT, submit_body(service, "A"), headers=headers)
    refused = service.post(SUBMIT, submit_body(service, "B"), headers=headers)
    error_of(refused, 400, 400002)
    assert fields_of(refused) == ["Idempotency-Key"]


def test_an_idempotency_key_belongs_to_one_organisation(service: Service) -> None:
    body, headers = submit_body(service), {"Idempotency-Key": "k-1"}
    first = service.post(SUBMIT, body, headers=headers)
    other = service.post(SUBMIT, body, headers=headers, token=service.new_token("Academy"))
    assert other.json()["data"]["evaluation_id"] != first.json()["data"]["evaluation_id"]


def test_a_refused_call_does_not_use_up_its_idempotency_key(service: Service) -> None:
    headers = {"Idempotency-Key": "k-1"}
    service.post(SUBMIT, {"student_id": "s1"}, headers=headers)
    assert service.post(SUBMIT, submit_body(service), headers=headers).status_code == 200


def test_an_idempotency_key_has_1_to_200_characters(service: Service) -> None:
    for key in ("", "k" * 201):
        error_of(service.post(SUBMIT, submit_body(service), headers={"Idempotency-Key": key}), 400, 400002)


# -- whose it is -----------------------------------------------------------------------------------------------


def test_a_submit_creates_the_student_and_others_do_not_exist(service: Service) -> None:
    error_of(service.get(REPORT.format("s1")), 404)
    assert service.submit("s1").status_code == 200
    assert service.get(REPORT.format("s1")).status_code == 200
    error_of(service.get(REPORT.format("s2")), 404)


def test_another_organisation_s_students_and_evaluations_do_not_exist(service: Service) -> None:
    evaluation_id = service.submit("s1").json()["data"]["evaluation_id"]
    stranger = service.new_token("Academy")
    error_of(service.get(EVALUATION.format(evaluation_id), token=stranger), 404)
    error_of(service.get(REPORT.format("s1"), token=stranger), 404)
    assert service.get(EVALUATION.format(evaluation_id)).status_code == 200


def test_an_unknown_question_is_not_found_and_named_by_its_place(service: Service) -> None:
    (question,) = service.questions(count=1)
    answers = [{"question_id": question["id"], "answer": "A"}, {"question_id": "q_none", "answer": "A"}]
    refused = service.post(SUBMIT, {"student_id": "s1", "answers": answers})
    assert "q_none" in error_of(refused, 404)["message"]
    assert fields_of(refused) == ["answers[1].question_id"]
    error_of(service.get(REPORT.format("s1")), 404)  # nothing was written


def test_an_unknown_evaluation_is_not_found(service: Service) -> None:
    assert "ev_none" in error_of(service.get(EVALUATION.format("ev_none")), 404)["message"]


@pytest.mark.parametrize("answer", ["", "\u0000", "‮عربى", "𠮷野家", "'; DROP TABLE answer; --", "?" * 2000])
def test_any_text_can_be_an_answer_and_comes_back_unharmed(service: Service, answer: str) -> None:
    (question,) = service.questions(type="fill_blank", topic="grammar", count=1)
    body = {"student_id": "学生-1", "answers": [{"question_id": question["id"], "answer": answer}]}
    response = service.post(SUBMIT, body)
    assert response.status_code == 200
    evaluation_id = response.json()["data"]["evaluation_id"]
    assert service.get(EVALUATION.format(evaluation_id)).json() == response.json()
    (kept,) = service.store.answers_of("org_0001", evaluation_id)
    assert json.loads(kept.given) == answer


def test_two_hundred_answers_are_marked_at_once(service: Service) -> None:
    answers = [
        {"question_id": question["id"], "answer": question["correct_answer"]}
        for kind in ("multiple_choice", "fill_blank")
        for _ in range(5)
        for question in service.questions(type=kind, count=50, student_id="s1")
    ][:200]
    assert len(answers) == 200
    assert service.post(SUBMIT, {"student_id": "s1", "answers": answers}).json()["data"]["summary"]["score"] == 100.0


def test_an_idempotency_key_on_a_repeated_session_is_remembered(service: Service) -> None:
    (question,) = service.questions(topic="grammar", count=1)
    body = {"student_id": "s1", "answers": [{"question_id": question["id"], "answer": "A"}], "session_id": "lesson"}
    first = service.post(SUBMIT, body)
    again, replay = (service.post(SUBMIT, body, headers={"Idempotency-Key": "k"}) for _ in range(2))
    assert again.json() == replay.json() == first.json()
    assert "Idempotent-Replay" not in again.headers
    assert replay.headers["Idempotent-Replay"] == "true"
    other = service.post(SUBMIT, {**body, "session_id": "another"}, headers={"Idempotency-Key": "k"})
    assert fields_of(other) == ["Idempotency-Key"]


def test_an_idempotency_key_looks_at_the_parameters_and_not_at_the_bytes(service: Service) -> None:
    (question,) = service.questions(topic="grammar", count=1)
    answered = {"question_id": question["id"], "answer": "A"}
    bodies = [
        {"student_id": "s1", "answers": [answered]},
        {"answers": [{**answered, "time_spent": 0.0}], "student_id": "s1", "session_id": None},
    ]
    first, again = (service.post(SUBMIT, body, headers={"Idempotency-Key": "k"}) for body in bodies)
    assert again.json() == first.json()
    assert again.headers["Idempotent-Replay"] == "true"


@pytest.mark.parametrize("path", [GENERATE, SUBMIT])
def test_erasing_a_student_takes_the_remembered_replies_too(service: Service, path: str) -> None:
    (question,) = service.questions(topic="grammar", count=1)
    bodies = {
        GENERATE: {"level": "beginner", "type": "matching", "student_id": "s1"},
        SUBMIT: {"student_id": "s1", "answers": [{"question_id": question["id"], "answer": "A"}]},
    }
    assert service.post(path, bodies[path], headers={"Idempotency-Key": "k"}).status_code == 200
    assert service.store.erase_student("org_0001", "s1")["idempotent_reply"] == 1
    assert service.store.remembered_reply("org_0001", "k") is None


def test_questions_left_empty_are_neither_weak_nor_strong_and_one_right_answer_is_no_strength(service: Service) -> None:
    asked = service.questions(topic="grammar", count=2)
    answers = [
        {"question_id": asked[0]["id"], "answer": asked[0]["correct_answer"]},
        {"question_id": asked[1]["id"], "answer": ""},
    ]
    data = service.post(SUBMIT, {"student_id": "s1", "answers": answers}).json()["data"]
    assert data["analysis"] == {"strengths": [], "weaknesses": [], "recommendations": []}
    assert (data["summary"]["total_questions"], data["summary"]["completion_rate"]) == (2, 0.5)
