"""A database that fails under a call: 503 in the contract's shape with a time to come again, and nothing counted."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from core.access.wire import TokenRequest
from core.records.access import PERMISSIONS
from tests.http.service import GENERATE, GRAMMAR_TEXT, REPORT, SUBMIT, TOKEN, Service, error_of


@contextmanager
def broken(service: Service, code: int = sqlite3.SQLITE_IOERR, *, only: str = "") -> Iterator[None]:
    """Every statement, or those that begin so, fails as with a disk that does."""

    def fail(_: Any, __: Any, statement: str, *more: Any) -> None:
        if statement.startswith(only):
            error = sqlite3.OperationalError("disk I/O error at /var/lib/wenlu/wenlu.db")
            error.sqlite_errorcode = code
            raise error

    event.listen(service.store.engine, "before_cursor_execute", fail)
    try:
        yield
    finally:
        event.remove(service.store.engine, "before_cursor_execute", fail)


def test_every_kind_of_address_answers_503_in_the_contracts_shape(service: Service) -> None:
    key = service.core.access.new_key(service.organisation(), frozenset(PERMISSIONS))
    asked = service.questions()
    with broken(service):
        answers = [
            service.post(GENERATE, {"level": "beginner", "type": "multiple_choice"}),
            service.get(REPORT.format("s1")),
            service.post(TOKEN, {"api_key": key}, token=""),
            service.post(GRAMMAR_TEXT, {"txt": "我是学生。"}),
            service.post(SUBMIT, {"student_id": 1}),
            service.post(SUBMIT, {"student_id": "s1", "answers": [{"question_id": asked[0]["id"], "answer": "A"}]}),
        ]
        assert service.client.get("/healthz").status_code == 200
    for answer in answers:
        body = error_of(answer, 503)
        assert answer.headers["Retry-After"] == "5"
        assert "wenlu.db" not in answer.text
        assert "try again" in body["remedy"]
    assert service.core.access.token(TokenRequest(api_key=key)).access_token


def test_a_submit_that_failed_half_way_is_made_once_when_it_is_sent_again(service: Service) -> None:
    (asked,) = service.questions(count=1)
    used = service.core.store.quota_used(service.organisation().organisation_id, "2026-11")
    body = {"student_id": "s1", "answers": [{"question_id": asked["id"], "answer": "A", "time_spent": 3}]}
    headers = {"Idempotency-Key": "once"}
    with broken(service, sqlite3.SQLITE_FULL, only="INSERT INTO usage_ledger"):
        error_of(service.post(SUBMIT, body, headers=headers), 503)
    first, second = (service.post(SUBMIT, body, headers=headers) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()
    assert service.core.store.quota_used(service.organisation().organisation_id, "2026-11") == used + 1
    report = service.get(REPORT.format("s1")).json()["data"]
    assert report["overall_progress"]["total_attempts"] == 1


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CORRUPT])
def test_whatever_the_database_fails_in_is_503(service: Service, code: int) -> None:
    with broken(service, code):
        error_of(service.get(REPORT.format("s1")), 503)
