"""Queues over HTTP: 503 in the one shape with Retry-After, before the body is read, nothing counted, lanes apart."""

from __future__ import annotations

from contextlib import suppress

import pytest

from core.access.queues import Lane, Queue, Visitor
from core.errors import Busy
from tests.http.service import ESSAY, GRAMMAR_TEXT, UPLOAD, Service, error_of, grammar_tables, make_service

TEXT = {"txt": "我每天早上都去学校。"}


@pytest.fixture
def service() -> Service:
    return make_service(tables=grammar_tables())


def crowd(queue: Queue, lane: Lane) -> None:
    """Fill a lane with others."""
    with suppress(Busy):
        for number in range(1_000):
            queue.join(Visitor(f"other {number}", lane))


def test_a_full_queue_is_said_in_the_contracts_shape_and_nothing_is_counted(service: Service) -> None:
    crowd(service.core.queues.essays, "known")
    response = service.post(ESSAY, {"student_id": "s1", "essay_content": "我" * 100})
    body = error_of(response, 503)
    assert 1 <= int(response.headers["Retry-After"]) <= 60
    assert "try again" in body["remedy"]
    assert response.headers["X-Quota-Remaining"] == response.headers["X-Quota-Limit"]
    assert list(service.store.ledger(None, "2026-11")) == []


def test_a_full_queue_is_said_before_the_body_is_read(service: Service) -> None:
    crowd(service.core.queues.speech, "open")
    response = service.call("POST", UPLOAD, token="", content=b"no form at all")
    error_of(response, 503)


def test_a_crowd_of_strangers_does_not_shut_out_a_token(service: Service) -> None:
    crowd(service.core.queues.texts, "open")
    error_of(service.post(GRAMMAR_TEXT, TEXT, token=""), 503)
    assert service.post(GRAMMAR_TEXT, TEXT).status_code == 200


def test_without_a_right_token_a_call_is_refused_for_that(service: Service) -> None:
    error_of(service.post(ESSAY, {"student_id": "s1", "essay_content": "我" * 100}, token="wrong"), 401)


def test_every_turn_is_given_back(service: Service) -> None:
    service.post(ESSAY, {"student_id": "s1", "essay_content": "我"})
    service.post(GRAMMAR_TEXT, TEXT)
    service.post(UPLOAD, {})
    assert {number for queue in service.core.queues.all for number in queue.counts().values()} == {0}
