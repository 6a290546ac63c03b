"""What is named by an id is fetched by it: what a plan names, and stored results of every kind."""

from __future__ import annotations

from typing import Any

import pytest

from core.plan.assignments.wire import LinkFields
from core.records.plan import ResourceLink
from tests.http.record import OWN_LESSON
from tests.http.service import (
    DAILY,
    ESSAY,
    EVALUATION,
    NOW,
    QUESTION,
    RESOURCE,
    UPLOAD,
    Service,
    error_of,
    fields_of,
    make_service,
)  # fmt: skip
from tests.http.shapes import QUESTION as QUESTION_SHAPE
from tests.http.shapes import misfits
from tests.speech.made_reports import RAW

ORGANISATION = "org_0001"
TEXT_SHAPE: Any = {"id": str, "kind": {"say", "essay"}, "level": str, "text": str, "skill_type": str}


def test_every_question_of_a_plan_can_be_fetched(service: Service) -> None:
    service.submit()
    plan = service.get(DAILY.format("s1")).json()["data"]
    ids = [question["question_id"] for entry in plan["recommendations"] for question in entry["questions"]]
    assert ids
    for question_id in ids:
        answer = service.get(QUESTION.format(question_id))
        assert answer.status_code == 200, question_id
        data = answer.json()["data"]
        assert misfits(data, QUESTION_SHAPE if question_id.startswith("q_") else TEXT_SHAPE) == []
        assert data["id"] == question_id


def test_a_fetched_question_is_the_one_that_was_generated(service: Service) -> None:
    for question in service.questions(topic="grammar", count=2):
        assert service.get(QUESTION.format(question["id"])).json()["data"] == question


def test_a_sentence_and_a_title_come_with_text_level_and_skill(service: Service) -> None:
    task_id, sentence = next(iter(service.core.plan.spoken_sentences.by_id.items()))
    data = service.get(QUESTION.format(task_id)).json()["data"]
    assert (data["kind"], data["text"], data["skill_type"]) == ("say", sentence.text, "speaking")
    assert (data["level"], data["standard_level"]) == ("beginner", sentence.level)
    title = service.core.tables.essay_titles[0]
    data = service.get(QUESTION.format(f"essay_{title.id}"), headers={"Accept-Language": "en"}).json()["data"]
    assert (data["kind"], data["text"], data["skill_type"]) == ("essay", title.title.zh, "writing")
    assert (data["task"], data["characters"]) == (title.task.en, list(title.characters))


def test_a_lesson_comes_with_what_the_player_shows(service: Service) -> None:
    resource = service.core.plan.resources.all[0]
    data = service.get(RESOURCE.format(resource.resource_id)).json()["data"]
    assert (data["resource_id"], data["resource_type"]) == (resource.resource_id, resource.resource_type)
    assert (data["title"], data["difficulty"], data["skill_type"]) == (
        resource.title.zh, f"HSK{resource.level}", resource.skill,
    )  # fmt: skip
    assert [line["zh"] for slide in data["slides"] for line in slide["lines"]]
    assert abs(60 * data["duration"] - resource.seconds) <= 30


def test_a_lesson_and_a_link_of_the_own_teachers_can_be_fetched_and_no_other_s(service: Service) -> None:
    fields = LinkFields(url="https://school.example/3", title="Unit 3", level=2, skill="reading", minutes=12)
    service.store.put_own_lesson(OWN_LESSON)
    service.store.add_link(ResourceLink("one", ORGANISATION, fields.model_dump_json(), "acc", NOW))
    lesson = service.get(RESOURCE.format(OWN_LESSON.lesson_id)).json()["data"]
    assert (lesson["title"], len(lesson["slides"]) > 1) == ("在食堂点菜", True)
    link = service.get(RESOURCE.format("link_one")).json()["data"]
    assert (link["url"], link["duration"], link["slides"]) == ("https://school.example/3", 12, [])
    academy = service.new_token("Academy")
    for resource_id in (OWN_LESSON.lesson_id, "link_one"):
        error_of(service.get(RESOURCE.format(resource_id), token=academy), 404)


@pytest.mark.parametrize("path", [QUESTION, RESOURCE])
def test_what_is_not_there_is_404_with_what_to_send(service: Service, path: str) -> None:
    for unknown in ("q_none", "say_none", "essay_none", "link_none", "own-lesson_none"):
        assert "as a plan names it" in error_of(service.get(path.format(unknown)), 404)["remedy"]


@pytest.mark.parametrize(("path", "permission"), [(QUESTION, "questions"), (RESOURCE, "recommendation")])
def test_fetching_needs_its_permission_and_is_counted(service: Service, path: str, permission: Any) -> None:
    known = path.format(
        f"essay_{service.core.tables.essay_titles[0].id}"
        if path == QUESTION
        else service.core.plan.resources.all[0].resource_id
    )
    error_of(service.get(known, token=service.new_token(permissions=["grammar"])), 403, 403001)
    answer = service.get(known, token=service.new_token(permissions=[permission]))
    assert (answer.status_code, answer.headers["X-Quota-Remaining"]) == (200, "999")
    refused = service.get(known + "?language=en")
    error_of(refused, 400, 400002)
    assert fields_of(refused) == ["language"]


def test_past_the_quota_nothing_is_fetched(service: Service) -> None:
    service.store.set_plan(ORGANISATION, tier="free", monthly_limit=0, overage=True)
    known = RESOURCE.format(service.core.plan.resources.all[0].resource_id)
    error_of(service.get(known), 429, 429001)


def test_an_essay_and_a_reading_are_read_back_as_they_were_first_given() -> None:
    service = make_service()
    essay = service.post(ESSAY, {"student_id": "s1", "essay_content": "昨天我很高心,因为我要见面他。"}).json()["data"]
    assert service.get(EVALUATION.format(essay["evaluation_id"])).json()["data"] == essay
    parts = {"text": "你好，老师！", "student_id": "s1"}
    reading = service.call("POST", UPLOAD, data=parts, files={"file": ("x.wav", RAW)}).json()
    assert service.get(EVALUATION.format(reading["evaluation_id"])).json()["data"] == reading
    academy = service.new_token("Academy")
    for evaluation_id in (essay["evaluation_id"], reading["evaluation_id"]):
        error_of(service.get(EVALUATION.format(evaluation_id), token=academy), 404)
