"""Versions, unknown addresses, addresses that are served alone, other origins, nightly work, documents."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from core.api.endpoints import ENDPOINTS
from core.commands.processes.serving import _scheduler_parts
from core.jobs import nightly
from core.learning.nights import due_day, next_start
from core.settings import Settings
from tests.contract.language import Reply, must_refuse
from tests.contract.school import School
from tests.http.service import GENERATE, NOW, UPDATE_MAP, Service
from tests.speech.made_reports import RAW

FRIEND = "https://school.example"
ASKED = {"level": "beginner", "type": "multiple_choice", "count": 1}
JSON_TEXT = {"txt": "你好"}


def needs_version(school: School, name: str) -> None:
    call = school.call_of(name)
    must_refuse(school.send(replace(call, path=call.path.removeprefix("/v1"))), 404)


def unknown_address(school: School, method: str, accepted: str) -> None:
    for path in ("/nothing", "/v1/nothing", "/grammar/nothing", "/speech/nothing"):
        response = school.service.call(method, path, headers={"Accept": accepted})
        must_refuse(school.reply(response), 404)
        assert response.headers["Content-Type"] == "application/json"


# -- served alone --------------------------------------------------------------------------------------------


def _alone(school: School, address: Any) -> Service:
    """The address served alone."""
    return school.another(alone=address)


def alone(school: School, address: str, path: str) -> None:
    service = _alone(school, address)
    if address == "grammar":
        reply = school.reply(service.post(path, JSON_TEXT, token=""))
        assert reply.body["data"]["grammar_list"] == []
    else:
        reply = school.reply(
            service.call("POST", path, data={"text": "你好"}, files={"file": ("a.wav", RAW)}, token="")
        )
        assert isinstance(reply.body["total_score"], float)
    assert reply.status == 200


def alone_without_the_rest(school: School, address: str) -> None:
    must_refuse(school.reply(_alone(school, address).post(GENERATE, ASKED)), 404)


# -- other origins -------------------------------------------------------------------------------------------


def _asked_from(school: School, origin: str, method: str = "POST", **headers: str) -> Reply:
    service = school.another(allowed_origins=FRIEND)
    body = {} if method == "OPTIONS" else {"json": ASKED}
    return school.reply(service.call(method, GENERATE, headers={"Origin": origin, **headers}, **body))


def allowed_origin(school: School) -> None:
    assert _asked_from(school, FRIEND).headers["access-control-allow-origin"] == FRIEND


def other_origin(school: School) -> None:
    reply = _asked_from(school, "https://other.example")
    assert reply.status == 200
    assert "access-control-allow-origin" not in reply.headers


def preflight(school: School) -> None:
    reply = _asked_from(school, FRIEND, "OPTIONS", **{"Access-Control-Request-Method": "POST"})
    assert reply.status == 200
    assert "POST" in reply.headers["access-control-allow-methods"]
    assert reply.headers["access-control-allow-origin"] == FRIEND


# -- nightly work --------------------------------------------------------------------------------------------


def scheduler_setting(school: School) -> None:
    del school
    assert [part.name for part in _scheduler_parts(Settings())] == ["scheduler"]
    assert list(_scheduler_parts(Settings(scheduler=False))) == []
    assert not Settings.from_environment({"WENLU_SCHEDULER": "0"}).scheduler


def nightly_hour(school: School) -> None:
    del school
    two_at_night = datetime(2026, 11, 24, 18, tzinfo=UTC)  # 02:00 on the 25th in UTC+8
    assert next_start(NOW) == two_at_night
    assert due_day(two_at_night) == due_day(two_at_night - timedelta(seconds=1)) + timedelta(days=1)


def nightly_takes_day_before(school: School) -> None:
    """What an update without a date takes is what the night takes: everything up to the end of the day before."""
    assert due_day(datetime(2026, 11, 24, 18, tzinfo=UTC)).isoformat() == "2026-11-24"
    student_id = school.student()
    school.answered(student_id, right=1)
    with school.at(NOW + timedelta(days=1)):
        assert school.post(UPDATE_MAP, {"student_id": student_id}).body["data"]["students"] == 1


def nightly_once(school: School) -> None:
    """Answers of the 24th are in the map after the night to the 25th, and a second run takes nothing more."""
    service = school.another()
    assert service.submit("s1", right=1).status_code == 200
    service.clock.moment = NOW + timedelta(days=1)
    service.token = service.new_token()
    told = [[line for line in nightly(service.core) if "records" in line] for _ in range(2)]
    assert "of 1 students" in told[0][0]
    assert told[1] == []
    again = school.reply(service.post(UPDATE_MAP, {"student_id": "s1", "date": "2026-11-24"}))
    assert (again.body["data"]["records"], again.body["data"]["points_changed"]) == (0, 0)
    assert again.body["data"]["watermark"] > 0


# -- documents -----------------------------------------------------------------------------------------------


def documented_operations(school: School) -> None:
    paths = school.get("/v1/openapi.json").body["paths"]
    for endpoint in ENDPOINTS:
        assert paths[endpoint.path][endpoint.method.lower()]["operationId"] == endpoint.operation


def documented_extras(school: School) -> None:
    """Fields that the contract does not have stand in the document with the others."""
    schemas = school.get("/v1/openapi.json").body["components"]["schemas"]
    for name, extra in (
        ("Question", "standard_level"), ("Detail", "correct_answer"), ("Portrait", "indicators"),
        ("KnowledgePointState", "status_label"), ("EssayReport", "edits"), ("LearningPath", "shortest"),
    ):  # fmt: skip
        assert extra in schemas[name]["properties"], (name, extra)
