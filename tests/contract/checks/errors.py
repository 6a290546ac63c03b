"""Statuses that need circumstances, and students who are made by what is told of them."""

from __future__ import annotations

from dataclasses import replace

import structlog

from core.speech.wire import SpeechReport
from tests.contract.language import Reply, must_refuse
from tests.contract.school import School
from tests.http.service import GENERATE, PORTRAIT, SUBMIT, UPLOAD
from tests.speech.made_reports import RAW, FakeEvaluator

BIG = b'{"student_id": "' + b"s" * 30_000 + b'"}'
ASKED = {"level": "beginner", "type": "multiple_choice", "count": 1}


def unknown_student(school: School, name: str) -> None:
    call = school.call_of(name)
    must_refuse(school.send(replace(call, path=call.path.replace("wang", "nobody"))), 404)


def creates_student(school: School, name: str) -> None:
    student_id = school.student()
    must_refuse(school.get(PORTRAIT.format(student_id)), 404)
    call = school.call_of(name)
    made = school.send(replace(call, body={**call.body, "student_id": student_id}))
    assert made.status == 200, made.body
    assert school.get(PORTRAIT.format(student_id)).body["data"]["student_id"] == student_id


def upload_creates_student(school: School) -> None:
    student_id = school.student()
    must_refuse(school.get(PORTRAIT.format(student_id)), 404)
    assert school.upload(student_id=student_id).status == 200
    assert school.get(PORTRAIT.format(student_id)).body["data"]["student_id"] == student_id


# -- sizes ---------------------------------------------------------------------------------------------------


def _sent(school: School, content: object) -> Reply:
    headers = {"Content-Type": "application/json"}
    service = school.another(max_body_bytes=20_000)
    return school.reply(service.call("POST", SUBMIT, content=content, headers=headers))


def too_large(school: School) -> None:
    must_refuse(_sent(school, BIG), 413)


def too_large_undeclared(school: School) -> None:
    must_refuse(_sent(school, iter([BIG[:15_000], BIG[15_000:]])), 413)


def too_large_upload(school: School) -> None:
    service = school.another(max_recording_bytes=20_000)
    parts = {"data": {"text": "你好"}, "files": {"file": ("a.wav", RAW * 2_000)}}
    must_refuse(school.reply(service.call("POST", UPLOAD, **parts)), 413)


# -- the rate ------------------------------------------------------------------------------------------------


def _over_the_rate(school: School) -> Reply:
    service = school.another(rate_per_second=0.5, rate_burst=1)
    service.post(GENERATE, {})
    return school.reply(service.post(GENERATE, {}, headers={"Accept-Language": "en"}))


def rate_exceeded(school: School) -> None:
    must_refuse(_over_the_rate(school), 429001)


def rate_retry_after(school: School) -> None:
    assert _over_the_rate(school).headers["retry-after"] == "2"


def rate_remedy(school: School) -> None:
    assert "Try again" in _over_the_rate(school).body["remedy"]


# -- failures of the service -----------------------------------------------------------------------------------


class Failing(FakeEvaluator):
    """Fails, with a path and SQL in its message."""

    def evaluate(self, raw: bytes, *, filename: str, text: str) -> SpeechReport:
        raise RuntimeError("/srv/models/acoustic.onnx: SELECT result FROM evaluation")


def _failed(school: School) -> Reply:
    service = school.another(evaluator=Failing())
    parts = {"data": {"text": "你好"}, "files": {"file": ("a.wav", RAW)}}
    return school.reply(service.call("POST", "/speech/uploadfile", headers={"X-Request-Id": "trace-1"}, **parts))


def failure(school: School) -> None:
    must_refuse(_failed(school), 500)


def failure_tells_nothing(school: School) -> None:
    reply = _failed(school)
    assert reply.body["message"] == "Internal server error"
    assert reply.body["errors"] == []
    assert not any(word in str(reply.body) for word in ("/srv", "SELECT", "Traceback", "RuntimeError", ".py"))


def failure_id_is_logged(school: School) -> None:
    with structlog.testing.capture_logs() as lines:
        reply = _failed(school)
    assert reply.body["request_id"] == reply.headers["x-request-id"] == "trace-1"
    assert ("failed", "trace-1") in [(line["event"], line.get("request_id")) for line in lines]
