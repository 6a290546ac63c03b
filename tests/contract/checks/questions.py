"""What is generated, how its answers are written, and that a plan's parts can be fetched."""

from __future__ import annotations

import re
from typing import Any

from tests.contract.school import School
from tests.http.service import QUESTION, RESOURCE

Question = dict[str, Any]


def generated(school: School, look: str) -> list[Question]:
    """The questions of a reply."""
    return [question for reply in school.looked_at(look) for question in reply.body["data"]["questions"]]


def ids(question: Question) -> list[str]:
    """The ids of its options."""
    return [option["id"] for option in question["options"]]


def distinct_options(school: School, look: str) -> None:
    for question in generated(school, look):
        assert len(set(ids(question))) == len(ids(question)) > 1


def several_topics(school: School) -> None:
    topics = {question["topic"] for question in generated(school, "generate count=50")}
    assert len(topics) > 1


def seen_is_skipped(school: School) -> None:
    student_id = school.student()
    seen: set[str] = set()
    for _ in range(3):
        shown = {each["id"] for each in school.questions(student_id=student_id, count=5)}
        assert len(shown) == 5
        assert not shown & seen
        seen |= shown
    again = {each["id"] for each in school.questions(count=5)}
    assert again == {each["id"] for each in school.questions(count=5)}, "for nobody the seed alone decides"


# -- answers -------------------------------------------------------------------------------------------------


def answer_is_an_option(school: School, look: str) -> None:
    for question in generated(school, look):
        assert question["correct_answer"] in ids(question)


def _left(question: Question) -> list[str]:
    return [pair.split("-")[0] for pair in question["correct_answer"].split(",")]


def matching_left_is_options(school: School) -> None:
    for question in generated(school, "generate.matching"):
        assert sorted(_left(question)) == sorted(each for each in ids(question) if each.isdigit())


def matching_left_in_text(school: School) -> None:
    for question in generated(school, "generate.matching"):
        texts = {option["id"]: option["text"] for option in question["options"]}
        for number in _left(question):
            assert re.search(rf"{number}\. {re.escape(texts[number])}", question["question"])


def matching_right(school: School) -> None:
    for question in generated(school, "generate.matching"):
        right = [pair.split("-")[1] for pair in question["correct_answer"].split(",")]
        assert set(right) <= {each for each in ids(question) if re.fullmatch("[A-Z]", each)}


def ordering_is_complete(school: School) -> None:
    for question in generated(school, "generate.ordering"):
        assert sorted(question["correct_answer"].split(",")) == sorted(ids(question))


def listening_hides(school: School) -> None:
    for question in generated(school, "generate.listening"):
        assert question["audio"]["text"] not in question["question"]
        assert len(question["audio"]["text"]) > 0


# -- what a plan names ---------------------------------------------------------------------------------------


def plan_questions_are_there(school: School) -> None:
    entries = school.looked_at("daily")[0].body["data"]["recommendations"]
    named = [
        each["question_id"] for entry in entries if entry["kind"] in ("set", "essay") for each in entry["questions"]
    ]
    assert len(named) > 20
    for question_id in named:
        assert school.get(QUESTION.format(question_id)).body["data"]["id"] == question_id


def plan_resources_are_there(school: School) -> None:
    entries = school.looked_at("daily")[0].body["data"]["recommendations"]
    lessons = [entry for entry in entries if entry["resource_type"] != "question"]
    assert lessons
    for lesson in lessons:
        found = school.get(RESOURCE.format(lesson["resource_id"])).body["data"]
        for name in ("resource_id", "resource_type", "difficulty", "skill_type"):
            assert found[name] == lesson[name]
