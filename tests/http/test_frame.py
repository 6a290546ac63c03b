"""Around the API: health, metrics, documents, request ids; what the log and the metrics never hold."""

from __future__ import annotations

import asyncio
import os
import re

import pytest
import structlog
from starlette.types import Message

from core.web import readiness
from core.web.adapter import CLIENT_GONE
from tests.http.service import GENERATE, REPORT, SUBMIT, Service


def test_the_process_is_healthy_and_ready_once_the_database_is(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "FRESH_SECONDS", 0.0)
    assert service.client.get("/healthz").json() == {"status": "ok"}
    assert service.client.get("/readyz").json() == {"status": "ready"}
    with service.store.write() as connection:
        connection.exec_driver_sql("DROP TABLE alembic_version")
    assert service.client.get("/healthz").status_code == 200
    not_ready = service.client.get("/readyz")
    problems = ["the database does not stand at this version's newest revision"]
    assert (not_ready.status_code, not_ready.json()) == (503, {"status": "not ready", "problems": problems})


def test_metrics_count_calls_by_route_pattern_and_never_by_student(service: Service) -> None:
    service.submit("pupil-7")
    service.get(REPORT.format("pupil-7"))
    service.get("/v1/nothing/pupil-7")
    text, process = service.client.get("/metrics").text, f'process="{os.getpid()}",'
    assert process in text
    text = text.replace(process, "")
    assert re.search(r'wenlu_calls_total\{method="POST",route="/classroom/evaluation/submit",status="200"\} 1\.0', text)
    assert re.search(r'route="/classroom/evaluation/report/\{student_id\}",status="200"\} 1\.0', text)
    assert 'route="/v1",status="404"} 1.0' in text
    assert "pupil-7" not in text


def test_the_documents_load_nothing_from_another_host(service: Service) -> None:
    page = service.client.get("/docs")
    assert page.status_code == 200
    addresses = re.findall(r'(?:src|href|url)[=:] ?"([^"]+)"', page.text)
    assert "/v1/openapi.json" in addresses
    assert all(address.startswith(("/", "data:")) for address in addresses)
    for address in addresses:
        if address.startswith("/"):
            assert service.client.get(address).status_code == 200, address


@pytest.mark.parametrize(
    ("sent", "kept"), [("trace-1.a_B", True), ("with space", False), ("x" * 65, False), ("", False)]
)
def test_a_request_id_is_kept_when_it_is_plain_and_made_when_it_is_not(service: Service, sent: str, kept: bool) -> None:
    response = service.get(REPORT.format("s1"), headers={"X-Request-Id": sent})
    answered = response.headers["X-Request-Id"]
    assert (answered == sent) is kept
    assert response.json()["request_id"] == answered
    assert re.fullmatch(r"[A-Za-z0-9._-]{1,64}", answered)


def test_the_ledger_bears_the_request_id(service: Service) -> None:
    body = {"level": "beginner", "type": "matching"}
    service.post(GENERATE, body, headers={"X-Request-Id": "trace-2"})
    assert [row.request_id for row in service.store.ledger(None, "2026-11")] == ["trace-2"]


def test_the_log_has_one_line_a_call_without_key_token_or_student_text(service: Service) -> None:
    key = service.core.access.new_key(service.organisation(), frozenset(["questions"]))
    (question,) = service.questions(type="fill_blank", topic="grammar", count=1)
    with structlog.testing.capture_logs() as lines:
        service.post("/v1/auth/token", {"api_key": key}, token="")
        answers = [{"question_id": question["id"], "answer": "我的秘密"}]
        service.post(SUBMIT, {"student_id": "pupil-7", "answers": answers}, headers={"Idempotency-Key": "k"})
        service.get(REPORT.format("pupil-7"))
    assert [(line["event"], line["route"], line["status"]) for line in lines] == [
        ("call", "/auth/token", 200),
        ("call", "/classroom/evaluation/submit", 200),
        ("call", "/classroom/evaluation/report/{student_id}", 200),
    ]
    for secret in (key, service.token, "我的秘密", "pupil-7"):
        assert secret not in str(lines)


def test_a_client_that_leaves_while_it_sends_is_no_failure_of_the_service(service: Service) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": SUBMIT, "raw_path": SUBMIT.encode(), "root_path": "",
        "query_string": b"", "headers": [(b"host", b"testserver"), (b"authorization", f"Bearer {service.token}".encode())],
        "scheme": "http", "server": ("testserver", 80), "client": ("testclient", 1), "http_version": "1.1",
    }  # fmt: skip
    with structlog.testing.capture_logs() as lines:
        asyncio.run(service.client.app(scope, receive, send))  # type: ignore[arg-type]
    assert [(line["event"], line["status"]) for line in lines] == [("call", CLIENT_GONE)]
    assert sent[0]["status"] == CLIENT_GONE
