"""POST /classroom/questions/generate against the interface."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import product

import pytest

from core.wire import QUESTION_TYPES, TOPICS
from tests.http.service import GENERATE, Service
from tests.http.shapes import GENERATED, misfits

ANSWER_FORMS = {
    "multiple_choice": r"[A-D]",
    "fill_blank": r".+",
    "matching": r"1-[A-J](,[0-9]+-[A-J])+",
    "ordering": r"[A-J](,[A-J])+",
}


@pytest.mark.parametrize(("kind", "topic"), list(product(QUESTION_TYPES, TOPICS)))
def test_every_type_and_topic_has_the_contract_s_envelope_fields_and_types(
    service: Service, kind: str, topic: str
) -> None:
    response = service.post(GENERATE, {"level": "beginner", "type": kind, "topic": topic, "count": 3})
    body = response.json()
    assert (response.status_code, body["code"], body["message"]) == (200, 200, "success")
    assert set(body) == {"code", "message", "data"}
    assert misfits(body["data"], GENERATED) == []
    assert 1 <= body["data"]["total"] == len(body["data"]["questions"]) <= 3
    for question in body["data"]["questions"]:
        assert (question["type"], question["topic"], question["level"]) == (kind, topic, "beginner")
        assert re.fullmatch(ANSWER_FORMS[kind], question["correct_answer"])
        assert question["standard"] == "GF 0025-2021"


@pytest.mark.parametrize("kind", ["multiple_choice", "matching", "ordering"])
def test_the_right_answer_is_made_of_option_ids(service: Service, kind: str) -> None:
    for question in service.questions(type=kind, count=10):
        ids = [option["id"] for option in question["options"]]
        assert len(set(ids)) == len(ids)
        assert set(re.split("[,-]", question["correct_answer"])) <= set(ids)


def test_the_left_side_of_a_matching_is_numbered_in_text_and_options(service: Service) -> None:
    for question in service.questions(type="matching", topic="vocabulary", count=5):
        left = [option for option in question["options"] if option["id"].isdigit()]
        assert [option["id"] for option in left] == [str(number) for number in range(1, len(left) + 1)]
        assert all(f"{option['id']}. {option['text']}" in question["question"] for option in left)


@pytest.mark.parametrize("kind", QUESTION_TYPES)
def test_a_listening_question_says_what_to_speak_and_never_shows_it(service: Service, kind: str) -> None:
    for question in service.questions(type=kind, topic="listening", count=10):
        audio = question["audio"]
        assert audio["kind"] == "speech"
        assert audio["text"]
        assert audio["text"] not in question["question"]


def test_only_listening_questions_have_audio(service: Service) -> None:
    for topic in ("grammar", "vocabulary", "reading"):
        assert all("audio" not in question for question in service.questions(topic=topic, count=5))


def test_ten_questions_come_unless_a_count_is_asked_for(service: Service) -> None:
    assert len(service.questions(topic="vocabulary")) == 10
    assert len(service.questions(topic="vocabulary", count=50)) == 50
    assert len(service.questions(topic="vocabulary", count=1)) == 1


def test_a_whole_number_may_be_written_with_a_point(service: Service) -> None:
    body = '{"level": "beginner", "type": "matching", "count": 2.0, "seed": 7.0}'
    response = service.call("POST", GENERATE, content=body, headers={"Content-Type": "application/json"})
    assert (response.json()["data"]["requested"], response.json()["data"]["seed"]) == (2, 7)


@pytest.mark.parametrize("level", ["intermediate", "advanced", "beginner"])
def test_a_shortage_is_said_and_nothing_repeated(service: Service, level: str) -> None:
    body = {"level": level, "type": "matching", "topic": "grammar", "count": 50}
    chinese, english = (
        service.post(GENERATE, body, headers={"Accept-Language": language}).json()["data"] for language in ("zh", "en")
    )
    assert chinese["total"] == len(chinese["questions"]) < chinese["requested"] == 50
    assert chinese["notice"] != english["notice"]
    assert english["notice"].isascii()


def test_the_same_seed_gives_the_same_questions_and_a_chosen_one_is_told(service: Service) -> None:
    body = {"level": "beginner", "type": "multiple_choice", "count": 5}
    first = service.post(GENERATE, body).json()["data"]
    again = service.post(GENERATE, {**body, "seed": first["seed"]}).json()["data"]
    assert again == first
    assert service.post(GENERATE, {**body, "seed": first["seed"] ^ 1}).json()["data"] != first


def test_every_question_bears_one_of_the_tags_asked_for(service: Service) -> None:
    found = service.questions(tags=["home", "【一06】"], count=20)
    assert found
    assert all({"home", "【一06】"} & set(question["tags"]) for question in found)
    assert service.questions(tags=["no such tag"]) == []


def test_a_student_does_not_see_a_question_again_within_14_days_and_then_may(service: Service) -> None:
    wanted = {"topic": "grammar", "count": 50, "student_id": "s1"}
    first = {question["id"] for question in service.questions(**wanted)}
    assert len(first) == 12
    service.clock.advance(timedelta(days=14) - timedelta(microseconds=1))
    service.token = service.new_token()
    assert service.questions(**wanted) == []
    other = {question["id"] for question in service.questions(**{**wanted, "student_id": "s2"})}
    assert other == first
    service.clock.advance(timedelta(microseconds=2))
    assert {question["id"] for question in service.questions(**wanted)} == first


def test_explanations_follow_the_accepted_language(service: Service) -> None:
    body = {"level": "beginner", "type": "multiple_choice", "topic": "grammar", "count": 1, "seed": 1}
    said = {
        language: service.post(GENERATE, body, headers={"Accept-Language": language}).json()["data"]["questions"][0]
        for language in ("zh-CN,zh;q=0.9", "en-GB,zh;q=0.5", "fr")
    }
    assert said["zh-CN,zh;q=0.9"]["explanation"] != said["en-GB,zh;q=0.5"]["explanation"]
    assert said["fr"] == said["zh-CN,zh;q=0.9"]  # the default
