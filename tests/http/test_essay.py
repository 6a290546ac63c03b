"""POST /essay/evaluate over HTTP: the contract's shape, places, quota, keys, permission, privacy."""

from __future__ import annotations

from typing import Any

import pytest

from core.essays import marks
from tests.http.service import ESSAY, Service, error_of, fields_of
from tests.http.shapes import ESSAY_RESULT, misfits

CONTENT = " 昨天我很高心,因为我要见面他。\r\n他家有一本猫😀，我每天天天都想[它]。\n"
BODY = {"student_id": "s1", "essay_content": CONTENT}


def data(service: Service, body: dict[str, Any] = BODY, **options: Any) -> dict[str, Any]:
    """The payload of a call that is answered."""
    response = service.post(ESSAY, body, **options)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()["data"]
    return found


def test_the_answer_has_the_shape_of_the_contract(service: Service) -> None:
    assert misfits(data(service), ESSAY_RESULT) == []


def test_places_are_code_points_of_the_essay_as_sent(service: Service) -> None:
    made = data(service)
    for error in made["word_level"]["errors"]:
        start, end = map(int, error["position"].split("-"))
        assert CONTENT[start:end] == error["original"]
    assert [edit["original"] for edit in made["edits"]] == ["心", ",", "见面他", "一本猫", "天"]
    assert made["essay_content"] == CONTENT


def test_the_marked_version_gives_essay_and_corrected_version_back(service: Service) -> None:
    made = data(service)
    read = marks.parse(made["marked_version"])
    assert (read.essay, read.corrected) == (CONTENT, made["corrected_version"])


def test_a_call_counts_once_and_is_billed_past_the_quota(service: Service) -> None:
    service.store.set_plan("org_0001", tier="free", monthly_limit=1, overage=True)
    first, second = (service.post(ESSAY, BODY) for _ in range(2))
    assert [first.status_code, second.status_code] == [200, 200]
    ledger = list(service.store.ledger("org_0001", "2026-11"))
    assert [(row.endpoint, row.billed_li) for row in ledger] == [("essay/evaluate", 0), ("essay/evaluate", 80)]


def test_past_the_quota_nothing_is_kept(service: Service) -> None:
    service.store.set_plan("org_0001", tier="free", monthly_limit=0, overage=False)
    error_of(service.post(ESSAY, BODY), 429, 429001)
    assert service.store.student("org_0001", "s1") is None


def test_the_same_key_gives_the_first_answer_again_and_counts_once(service: Service) -> None:
    headers = {"Idempotency-Key": "once"}
    first, again = (service.post(ESSAY, BODY, headers=headers) for _ in range(2))
    assert first.json() == again.json()
    assert again.headers["Idempotent-Replay"] == "true"
    assert service.store.quota_used("org_0001", "2026-11") == 1
    error_of(service.post(ESSAY, {**BODY, "hsk_level": "1"}, headers=headers), 400, 400002)


def test_a_credential_without_the_permission_is_refused(service: Service) -> None:
    token = service.new_token(permissions=["evaluation"])
    error_of(service.post(ESSAY, BODY, token=token), 403, 403001)
    error_of(service.post(ESSAY, BODY, token=""), 401)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"essay_content": "你好"}, "essay_content"),
        ({"essay_content": ""}, "essay_content"),
        ({"essay_content": "Hello"}, "essay_content"),
        ({"essay_content": "我" * 5_001}, "essay_content"),
        ({"essay_content": 5}, "essay_content"),
        ({"hsk_level": 4}, "hsk_level"),
        ({"framework": "rasnc"}, "framework"),
        ({"strictness": "mild"}, "strictness"),
        ({"essay_title": "题" * 201}, "essay_title"),
        ({"title": "我的家"}, "title"),
        ({"student_id": "a b"}, "student_id"),
    ],
)
def test_what_cannot_be_evaluated_is_named(service: Service, changed: dict[str, Any], field: str) -> None:
    response = service.post(ESSAY, {**BODY, **changed})
    error_of(response, 400, 400002)
    assert fields_of(response) == [field]
    assert service.store.student("org_0001", "s1") is None


def test_a_missing_essay_is_named(service: Service) -> None:
    response = service.post(ESSAY, {"student_id": "s1"})
    error_of(response, 400, 400001)
    assert fields_of(response) == ["essay_content"]


def test_half_characters_and_broken_json_are_refused(service: Service) -> None:
    for raw in (b'{"student_id": "s1", "essay_content": "\\ud840' + b"\\u6211" * 12 + b'"}', b'{"student_id": "s1", '):
        response = service.call("POST", ESSAY, content=raw, headers={"Content-Type": "application/json"})
        error_of(response, 400, 400002)


def test_a_refusal_says_in_the_callers_language_what_to_do(service: Service) -> None:
    short = {**BODY, "essay_content": "你好吗？"}
    for language, remedy in (("zh", "请再写 7 个字。"), ("en", "Write 7 more characters.")):
        response = service.post(ESSAY, short, headers={"Accept-Language": language})
        assert error_of(response, 400, 400002)["remedy"] == remedy


def test_erasing_a_student_removes_essay_report_and_reply(service: Service) -> None:
    service.post(ESSAY, BODY, headers={"Idempotency-Key": "once"})
    removed = service.store.erase_student("org_0001", "s1")
    assert (removed["essay_evaluation"], removed["idempotent_reply"]) == (1, 1)
