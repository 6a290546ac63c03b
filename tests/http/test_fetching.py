"""What is named by an id is fetched by it: what a plan names, and stored results of every kind."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from core.plan.assignments.assigning import essay_body, lesson_body
from core.plan.assignments.wire import (
    AloudBody,
    AloudText,
    Body,
    EssayWork,
    ItemsBody,
    LinkBody,
    LinkFields,
    TextBody,
)
from core.records.plan import Assignment, ResourceLink
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
ALOUD = AloudText(text="老师好！", key="k", level=4)
TEXT_SHAPE: Any = {"id": str, "kind": {"say", "essay", "text"}, "level": str, "text": str, "skill_type": str}


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


def test_every_question_of_a_day_to_come_can_be_fetched(service: Service) -> None:
    service.submit()
    used = service.store.quota_used(ORGANISATION, "2026-11")
    plan = service.get(DAILY.format("s1") + "?date=2026-11-25").json()["data"]
    assert plan["provisional"]
    assert service.store.quota_used(ORGANISATION, "2026-11") == used + 1
    ids = [question["question_id"] for entry in plan["recommendations"] for question in entry["questions"]]
    assert any(question_id.startswith("q_") for question_id in ids)
    for question_id in ids:
        assert service.get(QUESTION.format(question_id)).status_code == 200, question_id
    assert service.store.plan(ORGANISATION, "s1", date(2026, 11, 25)) is None


def assigned(service: Service, body: Body) -> dict[str, Any]:
    """What the plan of s1 says of something that a teacher assigned."""
    service.submit()
    due = date(2026, 11, 27)
    service.store.add_assignment(
        Assignment("as_1", ORGANISATION, body.kind, "作业", body.model_dump_json(), due, "acc", NOW)
    )
    entries = service.get(DAILY.format("s1")).json()["data"]["recommendations"]
    (entry,) = [entry for entry in entries if entry["resource_id"] == "asg_as_1"]
    found: dict[str, Any] = entry
    return found


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            TextBody(level=1, skill="reading", seconds=9, text="我是学生。"),
            {"kind": "text", "text": "我是学生。", "skill_type": "reading"},
        ),
        (
            AloudBody(
                level=4, skill="speaking", seconds=9, texts=(ALOUD, ALOUD.model_copy(update={"text": "同学们好！"}))
            ),
            {"kind": "say", "text": "老师好！\n同学们好！", "skill_type": "speaking", "level": "intermediate"},
        ),
        (
            essay_body(EssayWork(task="写你的家。", level=2, characters=(60, 90)), {}),
            {"kind": "essay", "text": "作业", "task": "写你的家。", "characters": [60, 90], "standard_level": 2},
        ),
    ],
)
def test_what_a_teacher_gave_to_read_and_to_write_can_be_fetched(
    service: Service, body: Body, expected: dict[str, Any]
) -> None:
    entry = assigned(service, body)
    (question_id,) = [question["question_id"] for question in entry["questions"]]
    data = service.get(QUESTION.format(question_id)).json()["data"]
    assert misfits(data, TEXT_SHAPE) == []
    assert {name: data[name] for name in expected} == expected
    assert (data["id"], data["translation"]) == (question_id, "")
    error_of(service.get(QUESTION.format(question_id), token=service.new_token("Academy")), 404)
    refused = error_of(service.get(RESOURCE.format(entry["resource_id"])), 404)
    assert "question by question" in refused["remedy"]


def test_an_essay_title_that_a_teacher_gave_is_that_of_the_table(service: Service) -> None:
    title = service.core.tables.essay_titles[0]
    entry = assigned(service, essay_body(EssayWork(title_id=title.id), {title.id: title}))
    data = service.get(QUESTION.format(entry["resource_id"])).json()["data"]
    assert (data["text"], data["translation"]) == (title.title.zh, title.title.en)
    assert (data["task"], data["characters"]) == (title.task.zh, list(title.characters))


def test_a_lesson_that_a_teacher_gave_lasts_as_long_as_in_the_plan(service: Service) -> None:
    lesson = service.core.plan.resources.all[0]
    assert lesson.seconds == 149, "half minutes are rounded up"
    entry = assigned(service, lesson_body(lesson))
    data = service.get(RESOURCE.format(entry["resource_id"])).json()["data"]
    assert (data["resource_id"], data["duration"]) == (entry["resource_id"], entry["duration"])
    assert data["duration"] == 3
    assert data["slides"] == service.get(RESOURCE.format(lesson.resource_id)).json()["data"]["slides"]
    for question in entry["questions"]:
        refused = error_of(service.get(QUESTION.format(question["question_id"])), 404)
        assert "/v1/recommendation/resources/" in refused["remedy"]


def test_a_link_that_a_teacher_gave_can_be_fetched(service: Service) -> None:
    url = "https://school.example/3"
    entry = assigned(service, LinkBody(level=2, skill="reading", seconds=720, link_id="gone", url=url))
    data = service.get(RESOURCE.format(entry["resource_id"])).json()["data"]
    assert (data["resource_id"], data["url"]) == (entry["resource_id"], url)
    assert (data["title"], data["duration"], data["kind"]) == ("作业", 12, "link")


def test_a_set_is_fetched_question_by_question(service: Service) -> None:
    service.submit()
    entries = service.get(DAILY.format("s1")).json()["data"]["recommendations"]
    sets = [entry["resource_id"] for entry in entries if entry["resource_type"] == "question"]
    assert sets
    given = assigned(service, ItemsBody(level=1, skill="reading", seconds=30, item_ids=(service.questions()[0]["id"],)))
    for resource_id in (sets[0], given["resource_id"]):
        refused = error_of(service.get(RESOURCE.format(resource_id)), 404)
        assert "question by question" in refused["remedy"]
    for question in given["questions"]:
        assert service.get(QUESTION.format(question["question_id"])).status_code == 200


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


def test_a_key_reads_back_only_what_it_may_have_evaluated() -> None:
    service = make_service()
    essay = service.post(ESSAY, {"student_id": "s1", "essay_content": "昨天我很高心,因为我要见面他。"}).json()["data"]
    parts = {"text": "你好，老师！", "student_id": "s1"}
    reading = service.call("POST", UPLOAD, data=parts, files={"file": ("x.wav", RAW)}).json()
    marked = service.submit().json()["data"]
    marks_answers = service.new_token(permissions=["evaluation", "questions"])
    assert service.get(EVALUATION.format(marked["evaluation_id"]), token=marks_answers).status_code == 200
    for result, permission in ((essay, "essay"), (reading, "speech")):
        path = EVALUATION.format(result["evaluation_id"])
        assert permission in error_of(service.get(path, token=marks_answers), 403, 403001)["message"]
        both: Any = ["evaluation", permission]
        assert service.get(path, token=service.new_token(permissions=both)).status_code == 200


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
