"""One error shape; every code of the interface; fields named by their paths."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import structlog

from tests.http.service import (
    ESSAY,
    EVALUATION,
    GENERATE,
    REPORT,
    SUBMIT,
    TOKEN,
    Service,
    error_of,
    fields_of,
    make_service,
)  # fmt: skip

ASKED = {"level": "beginner", "type": "multiple_choice"}
ANSWERED = {"question_id": "q", "answer": "A"}


@pytest.mark.parametrize(
    ("path", "body", "missing"),
    [
        (GENERATE, {}, ["level", "type"]),
        (GENERATE, {"level": "beginner"}, ["type"]),
        (SUBMIT, {}, ["student_id", "answers"]),
        (SUBMIT, {"student_id": "s1", "answers": [ANSWERED, {}]}, ["answers[1].question_id", "answers[1].answer"]),
        (TOKEN, {}, ["api_key"]),
    ],
)
def test_a_missing_parameter_is_400001_and_named(
    service: Service, path: str, body: dict[str, Any], missing: list[str]
) -> None:
    refused = service.post(path, body)
    assert "validation failed" in error_of(refused, 400, 400001)["message"]
    assert fields_of(refused) == missing


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        (GENERATE, {**ASKED, "level": "expert"}, "level"),
        (GENERATE, {**ASKED, "type": "essay"}, "type"),
        (GENERATE, {**ASKED, "topic": "writing"}, "topic"),
        (GENERATE, {**ASKED, "count": 0}, "count"),
        (GENERATE, {**ASKED, "count": 51}, "count"),
        (GENERATE, {**ASKED, "count": "10"}, "count"),
        (GENERATE, {**ASKED, "count": 1.5}, "count"),
        (GENERATE, {**ASKED, "count": True}, "count"),
        (GENERATE, {**ASKED, "tags": "food"}, "tags"),
        (GENERATE, {**ASKED, "tags": ["food", 5]}, "tags[1]"),
        (GENERATE, {**ASKED, "seed": -1}, "seed"),
        (GENERATE, {**ASKED, "student_id": "with space"}, "student_id"),
        (SUBMIT, {"student_id": "a/b", "answers": [ANSWERED]}, "student_id"),
        (SUBMIT, {"student_id": "", "answers": [ANSWERED]}, "student_id"),
        (SUBMIT, {"student_id": "s1", "answers": []}, "answers"),
        (SUBMIT, {"student_id": "s1", "answers": [ANSWERED] * 201}, "answers"),
        (SUBMIT, {"student_id": "s1", "answers": {}}, "answers"),
        (SUBMIT, {"student_id": "s1", "answers": [ANSWERED], "session_id": 5}, "session_id"),
        (SUBMIT, {"student_id": "s1", "answers": [ANSWERED] * 2 + [{**ANSWERED, "time_spent": -1}]}, "answers[2].time_spent"),
        (SUBMIT, {"student_id": "s1", "answers": [{**ANSWERED, "time_spent": "5"}]}, "answers[0].time_spent"),
        (SUBMIT, [1], "body"),
        (SUBMIT, "text", "body"),
        (SUBMIT, {"student_id": "line\u0085break", "answers": [ANSWERED]}, "student_id"),
        (TOKEN, {"api_key": 5}, "api_key"),
    ],
)  # fmt: skip
def test_a_bad_parameter_is_400002_and_named_by_its_path(service: Service, path: str, body: Any, field: str) -> None:
    refused = service.post(path, body)
    error_of(refused, 400, 400002)
    assert fields_of(refused) == [field]


@pytest.mark.parametrize("answer", [5, None, {"a": 1}, ["A", 5], "长" * 2001, ["A"] * 51])
def test_an_answer_is_a_string_or_an_array_of_strings(service: Service, answer: object) -> None:
    refused = service.post(SUBMIT, {"student_id": "s1", "answers": [{"question_id": "q", "answer": answer}]})
    (said,) = error_of(refused, 400, 400002)["errors"]
    assert said["field"] == "answers[0].answer"
    assert said["message"].startswith("must be a string or an array of strings")


def test_a_session_of_a_caller_cannot_pass_for_practice_in_the_browser(service: Service) -> None:
    refused = service.post(SUBMIT, {"student_id": "s1", "answers": [ANSWERED], "session_id": "ps_0001:x"})
    (said,) = error_of(refused, 400, 400002)["errors"]
    assert (said["field"], said["message"][:25]) == ("session_id", "must not begin with 'ps_'")


def test_a_question_that_stands_twice_is_refused_and_nothing_is_kept(service: Service) -> None:
    (question,) = service.questions(topic="grammar", count=1)
    answered = {"question_id": question["id"], "answer": question["correct_answer"]}
    refused = service.post(SUBMIT, {"student_id": "s1", "answers": [answered] * 3})
    error_of(refused, 400, 400002)
    assert fields_of(refused) == ["answers[1].question_id", "answers[2].question_id"]
    assert "stands twice" in refused.text
    assert service.store.student("org_0001", "s1") is None


def test_a_bad_choice_is_told_the_allowed_values(service: Service) -> None:
    refused = service.post(GENERATE, {**ASKED, "level": "expert"})
    said = refused.json()["errors"][0]["message"]
    assert all(level in said for level in ("beginner", "intermediate", "advanced"))


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        (GENERATE, {**ASKED, "levle": "beginner"}, "levle"),
        (SUBMIT, {"student_id": "s1", "answers": [{**ANSWERED, "time": 5}]}, "answers[0].time"),
        (TOKEN, {"api_key": "k", "secret": "s"}, "secret"),
    ],
)
def test_an_unknown_body_field_is_refused_by_name(
    service: Service, path: str, body: dict[str, Any], field: str
) -> None:
    refused = service.post(path, body)
    error_of(refused, 400, 400002)
    assert fields_of(refused) == [field]


@pytest.mark.parametrize("content", [b"{", b"", b"\xff\xfe", b"nothing", b'{"student_id": "\\ud800"}'])
def test_a_body_that_is_no_json_is_refused(service: Service, content: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    response = service.call("POST", SUBMIT, content=content, headers=headers)
    assert response.status_code == response.json()["code"] == 400
    assert response.json()["error_code"] in (400001, 400002)
    assert set(fields_of(response)) <= {"body", "student_id", "answers"}


# -- credentials -----------------------------------------------------------------------------------------------

CALLS = [
    ("POST", GENERATE, ASKED),
    ("POST", SUBMIT, {"student_id": "s1", "answers": [ANSWERED]}),
    ("GET", EVALUATION.format("ev"), None),
    ("GET", REPORT.format("s1"), None),
]


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
@pytest.mark.parametrize("token", ["", "nonsense"])
def test_without_a_valid_token_every_endpoint_is_401(
    service: Service, method: str, path: str, body: Any, token: str
) -> None:
    refused = service.call(method, path, token=token, json=body)
    error_of(refused, 401)
    assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert "X-Quota-Limit" not in refused.headers


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
def test_an_expired_token_is_401001_on_every_endpoint(service: Service, method: str, path: str, body: Any) -> None:
    service.clock.advance(timedelta(hours=1))
    error_of(service.call(method, path, json=body), 401, 401001)


def test_another_scheme_than_bearer_is_401(service: Service) -> None:
    error_of(service.get(REPORT.format("s1"), token="", headers={"Authorization": "Basic dTpw"}), 401)


def test_a_stranger_learns_nothing_of_the_parameters(service: Service) -> None:
    assert error_of(service.post(SUBMIT, {"wrong": 1}, token=""), 401)["errors"] == []
    service.clock.advance(timedelta(hours=1))
    assert error_of(service.post(SUBMIT, {"wrong": 1}), 401, 401001)["errors"] == []


def test_refused_parameters_use_up_the_rate_and_show_nothing_to_a_key_without_permission() -> None:
    service = make_service(rate_per_second=1, rate_burst=2)
    token = service.new_token(permissions=["evaluation"])
    assert error_of(service.post(GENERATE, {}, token=token), 403, 403001)["errors"] == []
    answers = [service.post(GENERATE, {}).status_code for _ in range(3)]
    assert answers == [400, 400, 429]


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
def test_without_the_permission_every_endpoint_is_403001(service: Service, method: str, path: str, body: Any) -> None:
    token = service.new_token(permissions=["grammar"])
    error_of(service.call(method, path, token=token, json=body), 403, 403001)
    other = service.new_token(permissions=["questions"] if path != GENERATE else ["evaluation"])
    error_of(service.call(method, path, token=other, json=body), 403, 403001)


def test_a_revoked_key_takes_its_tokens_with_it(service: Service) -> None:
    assert service.submit().status_code == 200
    service.store.revoke_key("org_0001", "key_0001", service.clock.now())
    error_of(service.get(REPORT.format("s1")), 401)


def test_an_unknown_api_key_is_401(service: Service) -> None:
    error_of(service.post(TOKEN, {"api_key": "wl_00000000_guess"}, token=""), 401)


def test_a_token_is_given_for_a_key_and_works_until_it_expires(service: Service) -> None:
    key = service.core.access.new_key(service.organisation(), frozenset(["questions"]))
    response = service.post(TOKEN, {"api_key": key}, token="")
    data = response.json()["data"]
    assert (data["token_type"], data["expires_in"], data["permissions"]) == ("Bearer", 3600, ["questions"])
    assert response.headers["Cache-Control"] == "no-store"
    assert service.post(GENERATE, ASKED, token=data["access_token"]).status_code == 200


# -- addresses, methods, sizes, failures -----------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/v1/nothing", "/v1/classroom", "/v1/", "/v1/classroom/evaluation/a/b", "/v1/a%0Ab"])
def test_an_unknown_address_under_v1_is_404(service: Service, path: str) -> None:
    error_of(service.get(path), 404)


@pytest.mark.parametrize("path", ["/nothing", "/v1", "/healthz/", GENERATE + "/"])
def test_an_unknown_address_anywhere_is_404_in_the_one_shape_and_never_a_redirect(service: Service, path: str) -> None:
    refused = service.client.get(path, follow_redirects=False)
    assert (refused.status_code, refused.json()["code"]) == (404, 404)
    assert "nothing at" in refused.json()["message"]


def test_a_question_that_is_asked_for_by_the_name_of_another_address_is_not_there(service: Service) -> None:
    error_of(service.get(GENERATE), 404)


@pytest.mark.parametrize(("method", "path"), [("GET", ESSAY), ("DELETE", SUBMIT), ("POST", REPORT.format("s1"))])
def test_a_method_that_an_address_does_not_know_is_405(service: Service, method: str, path: str) -> None:
    refused = service.call(method, path)
    error_of(refused, 405)
    assert refused.headers["Allow"]


@pytest.mark.parametrize("declared", [True, False])
def test_a_body_over_the_limit_is_413(service: Service, declared: bool) -> None:
    content = b'{"student_id": "' + b"s" * 30_000 + b'"}'
    sent: Any = content if declared else iter([content[:15_000], content[15_000:]])
    headers = {"Content-Type": "application/json"}
    error_of(service.call("POST", SUBMIT, content=sent, headers=headers), 413)


def test_over_the_rate_is_429001_with_retry_after() -> None:
    service = make_service(rate_per_second=0.5, rate_burst=2)
    answers = [service.get(REPORT.format("s1")).status_code for _ in range(2)]
    assert answers == [404, 404]
    refused = service.get(REPORT.format("s1"))
    error_of(refused, 429, 429001)
    assert refused.headers["Retry-After"] == "2"
    service.clock.advance(timedelta(seconds=2))
    assert service.get(REPORT.format("s1")).status_code == 404


def test_a_failure_of_ours_shows_nothing_but_a_request_id(service: Service) -> None:
    with service.store.write() as connection:
        connection.exec_driver_sql("ALTER TABLE evaluation RENAME COLUMN result TO renamed")
    with structlog.testing.capture_logs() as lines:
        failed = service.get(EVALUATION.format("ev"), headers={"X-Request-Id": "trace-1"})
    body = error_of(failed, 500)
    assert (body["message"], body["request_id"], body["errors"]) == ("Internal server error", "trace-1", [])
    assert "evaluation" not in failed.text
    assert "sql" not in failed.text.lower()
    assert [(line["event"], line["request_id"]) for line in lines] == [("failed", "trace-1"), ("call", "trace-1")]


@pytest.mark.parametrize(
    ("accepted", "chinese"),
    [("en;q=0.5, zh-CN;q=0.9", True), ("zh;q=0.2,en;q=0.8", False), ("en;q=0,zh;q=0.1", True), ("zh;q=no, en", False)],
)
def test_the_language_liked_better_is_taken(service: Service, accepted: str, chinese: bool) -> None:
    remedy = service.get("/v1/nothing", headers={"Accept-Language": accepted}).json()["remedy"]
    assert ("接口文档" in remedy) is chinese


def test_an_invented_method_is_counted_as_other(service: Service) -> None:
    service.call("BREW-7", GENERATE)
    shown = service.get("/metrics").text
    assert 'method="OTHER"' in shown
    assert "BREW" not in shown


def test_what_students_write_is_not_in_an_error_of_the_database(service: Service) -> None:
    with service.store.write() as connection:
        connection.exec_driver_sql("ALTER TABLE answer RENAME COLUMN item_id TO renamed")
    with structlog.testing.capture_logs() as lines:
        assert service.submit("学生甲").status_code == 500
    errors = [line["exc_info"] for line in lines if "exc_info" in line]
    assert errors
    assert not any("学生甲" in str(error) for error in errors)


def test_the_remedy_follows_the_accepted_language(service: Service) -> None:
    said = [
        service.get("/v1/nothing", headers={"Accept-Language": language}).json()["remedy"] for language in ("zh", "en")
    ]
    assert said == ["接口文档在 /docs。", "The documents of the interface are at /docs."]
