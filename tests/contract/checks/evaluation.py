"""What is submitted and how it is marked."""

from __future__ import annotations

from typing import Any

from tests.contract.school import School
from tests.http.service import EVALUATION, QUESTION, SUBMIT

TOPICS = {"matching": "vocabulary", "ordering": "grammar", "multiple_choice": "grammar", "fill_blank": "vocabulary"}


def submitted(school: School, answers: list[dict[str, Any]], **body: Any) -> dict[str, Any]:
    """The result for a student of whom nothing is known."""
    reply = school.post(SUBMIT, {"student_id": school.student(), "answers": answers, **body})
    assert reply.status == 200, reply.body
    found: dict[str, Any] = reply.body["data"]
    return found


def two_hundred_answers(school: School) -> None:
    questions = [each for seed in range(5) for each in school.questions(count=50, seed=seed, topic="vocabulary")]
    different = list({each["id"]: each for each in questions}.values())[:200]
    assert len(different) == 200
    answers = [{"question_id": each["id"], "answer": each["correct_answer"]} for each in different]
    summary = submitted(school, answers)["summary"]
    assert (summary["total_questions"], summary["correct_count"]) == (200, 200)


def session_is_the_students(school: School) -> None:
    (question,) = school.questions()
    answers = [{"question_id": question["id"], "answer": question["correct_answer"]}]
    results = [submitted(school, answers, session_id="lesson-of-two") for _ in range(2)]
    assert results[0]["evaluation_id"] != results[1]["evaluation_id"]
    assert results[0]["student_id"] != results[1]["student_id"]


def resources_are_there(school: School, look: str) -> None:
    points = {each["point_id"] for each in school.looked_at("map")[0].body["data"]["knowledge_points"]}
    advice = school.looked_at(look)[0].body["data"]["analysis"]["recommendations"]
    named = {resource for each in advice for resource in each["resources"]}
    assert named & points
    assert named - points
    for question_id in named - points:
        assert school.get(QUESTION.format(question_id)).body["data"]["id"] == question_id


def completion_rate(school: School) -> None:
    data = school.looked_at("submit")[0].body["data"]
    answers = school.call_of("submit").body["answers"]
    given = sum(each["answer"] != "" for each in answers)
    assert 0 < given < len(answers)
    assert abs(data["summary"]["completion_rate"] - given / len(answers)) < 0.01


def details_in_order(school: School) -> None:
    data = school.looked_at("submit")[0].body["data"]
    asked = [each["question_id"] for each in school.call_of("submit").body["answers"]]
    assert [each["question_id"] for each in data["details"]] == asked


def times_come_back(school: School) -> None:
    data = school.looked_at("submit")[0].body["data"]
    spent = [each["time_spent"] for each in school.call_of("submit").body["answers"]]
    assert [each["time_spent"] for each in data["details"]] == spent


def _marked(school: School, kind: str, answer_of: Any) -> dict[str, Any]:
    (question,) = school.questions(type=kind, topic=TOPICS[kind])
    (detail,) = submitted(school, [{"question_id": question["id"], "answer": answer_of(question["correct_answer"])}])[
        "details"
    ]
    found: dict[str, Any] = detail
    return found


def answer_as_string(school: School, kind: str) -> None:
    detail = _marked(school, kind, str)
    assert (detail["is_correct"], detail["score"]) == (True, 100.0)


def answer_as_array(school: School, kind: str) -> None:
    detail = _marked(school, kind, lambda right: right.split(","))
    assert (detail["is_correct"], detail["score"]) == (True, 100.0)


def wrong_parts(school: School, kind: str) -> None:
    def turned(right: str) -> str:
        parts = right.split(",")
        if kind == "ordering":
            return ",".join(parts[::-1])
        first, second = (part.split("-") for part in parts[:2])
        return ",".join([f"{first[0]}-{second[1]}", f"{second[0]}-{first[1]}", *parts[2:]])

    detail = _marked(school, kind, turned)
    assert not detail["is_correct"]
    assert detail["score"] < 100
    assert detail["suggestion"]


def stored_by_id(school: School) -> None:
    for name in ("submit", "submit.right", "submit.wrong"):
        data = school.looked_at(name)[0].body["data"]
        assert school.get(EVALUATION.format(data["evaluation_id"])).body["data"] == data
