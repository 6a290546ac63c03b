"""Schemathesis: cases made from the OpenAPI document, valid and invalid, against the mounted application.

Examples, boundary cases (coverage) and random cases (fuzzing) for every operation, the same ones in every run. All of
Schemathesis's checks are on and none is excluded (what JSON Schema cannot say is mended in the cases: `obeying`); the three that look at what happens to a resource after it was deleted,
created or handed to another user have little to find here, for nothing is deleted: `test_submit` holds what they would.
`deadline=None` because the time of a case is no promise of the API (`benchmarks api` holds the latency).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from pydantic import ValidationError
from schemathesis.core import NOT_SET

from core.portrait.behaviours import EARLIEST
from core.portrait.wire import Behavior
from core.settings import Settings
from core.speech.upload import CHINESE
from core.tables import Tables
from core.wire import CALENDAR_DAY
from tests.http.service import (
    DAILY,
    ESSAY,
    EVALUATION,
    FIRST_PORTRAIT,
    GRAMMAR_TEXT,
    KNOWLEDGE_MAP,
    LEARNING_PATH,
    PEERS,
    PORTRAIT,
    QUESTION,
    REPORT,
    RESOURCE,
    SCHEDULE,
    UPDATE_MAP,
    UPDATE_PORTRAIT,
    Service,
    grammar_tables,
    make_service,
)  # fmt: skip

pytestmark = pytest.mark.fuzz
LEAST_CASES = 500
YESTERDAY = "2026-11-23"
RANDOM_CASES = 100
"""Fuzzed cases for each operation, beside the examples and boundary cases."""

ran: Counter[str] = Counter()
"""Cases by operation."""


def fresh(tables: Tables | None = None) -> Service:
    """A service without rate or quota in the way."""
    service = make_service(max_body_bytes=Settings().max_body_bytes, tables=tables)
    service.store.set_plan("org_0001", tier="enterprise", monthly_limit=None, overage=False)
    return service


SERVICE = fresh()
schema = schemathesis.openapi.from_asgi("/v1/openapi.json", SERVICE.client.app)
OPEN_SERVICE = fresh(grammar_tables())
open_schema = schemathesis.openapi.from_asgi("/grammar/openapi.json", OPEN_SERVICE.client.app)
SPEECH_SERVICE = fresh()
speech_schema = schemathesis.openapi.from_asgi("/speech/openapi.json", SPEECH_SERVICE.client.app)


def obeying(body: Any) -> Any:
    """A body with what the document says in words, for JSON Schema cannot: a behaviour has the kind of its indicator and a
    value of that kind, and nothing lies ahead. Whatever is wrong by the schema stays wrong."""
    if not isinstance(body, dict):
        return body
    mended = dict(body)
    if isinstance(body.get("date"), str) and re.fullmatch(CALENDAR_DAY, body["date"]) and body["date"] > YESTERDAY:
        mended["date"] = YESTERDAY
    if isinstance(body.get("behaviors"), list):
        mended["behaviors"] = [_obeying(each) for each in body["behaviors"]]
    return mended


def _obeying(behaviour: Any) -> Any:
    try:
        found = Behavior.model_validate_json(json.dumps(behaviour))
    except (ValidationError, TypeError, ValueError):
        return behaviour
    kind = SERVICE.core.tables.indicators.by_id[found.indicator].data_type
    low, high = {"level": (1, 9), "switch": (0, 1), "percentage": (0, found.max or 100)}.get(kind, (0, 10_000))
    value = round(min(max(found.value, low), high)) if kind == "switch" else min(max(found.value, low), high)
    mended = {**behaviour, "kind": kind, "value": value}
    if kind != "percentage":
        mended.pop("max", None)
    if not EARLIEST <= found.occurred_at <= SERVICE.clock.now():
        mended["occurred_at"] = f"{YESTERDAY}T09:00:00Z"
    return mended


MORE_THAN_SCHEMAS_SAY = ("/knowledge-map/{student_id}/path", "/recommendation/schedule")
"""Where a student who is there may ask what follows from the record alone: for a target that is not behind, for a free place."""
STRANGER = "nobody-of-this-school"
"""A student who never comes to be here. The one of the examples does, and some of those that other operations made up."""


def name_a_stranger(case: schemathesis.Case[Any]) -> None:
    """Let the case be about a student who is not here, where it is about one who is."""
    if _is_here(case.path_parameters.get("student_id")):
        case.path_parameters["student_id"] = STRANGER
    if isinstance(case.body, dict) and _is_here(case.body.get("student_id")):
        case.body = {**case.body, "student_id": STRANGER}


def _is_here(student_id: Any) -> bool:
    return isinstance(student_id, str) and bool(SERVICE.store.rows_of_student("org_0001", student_id))


def seen_on_the_wire(query: dict[str, Any]) -> dict[str, Any]:
    """A query whose wrong parameters stay wrong: a list of nothing leaves no trace in an address, so it cannot be refused."""
    return {name: "x" if _is_nothing(value) else value for name, value in query.items()}


def _is_nothing(value: Any) -> bool:
    return value is None or (isinstance(value, list | tuple) and all(map(_is_nothing, value)))


def test_a_parameter_that_is_nothing_is_made_something() -> None:
    assert seen_on_the_wire({"month": "2000-01", "a": [], "b": [[]], "c": None, "d": [None]}) == {
        "month": "2000-01",
        **dict.fromkeys("abcd", "x"),
    }


def refuse_open_requests() -> None:
    """Make room for a further request."""
    for request in SERVICE.store.quota_requests("org_0001"):
        SERVICE.store.answer_quota_request("org_0001", request.request_id, "refused", at=SERVICE.clock.now())


@schema.parametrize()
@settings(max_examples=RANDOM_CASES, derandomize=True, database=None, deadline=None)
@pytest.mark.parametrize(
    "_credential", ["with a token"]
)  # without a parameter all operations have one name, and xdist runs one of them
def test_every_operation_keeps_its_promises(case: schemathesis.Case[Any], _credential: str) -> None:
    ran[case.operation.label] += 1
    if case.operation.path == "/knowledge-map/update" and case.body is NOT_SET:
        case.body = None  # Schemathesis takes no body for a violation, but it is allowed; null is not
    case.body = obeying(case.body)
    if isinstance(case.query, dict) and case.query != seen_on_the_wire(case.query):
        case.query = seen_on_the_wire(case.query)
    if case.operation.path == "/quota/requests":
        refuse_open_requests()  # more than twenty that wait are refused, which no schema says
    if case.operation.path in MORE_THAN_SCHEMAS_SAY:
        name_a_stranger(case)
    case.call_and_validate(headers={"Authorization": f"Bearer {SERVICE.token}"})


@open_schema.parametrize()
@settings(max_examples=RANDOM_CASES, derandomize=True, database=None, deadline=None)
@pytest.mark.parametrize("credential", ["with a token", "without one"])
def test_every_open_operation_keeps_its_promises(case: schemathesis.Case[Any], credential: str) -> None:
    token = credential == "with a token"
    case.call_and_validate(headers={"Authorization": f"Bearer {OPEN_SERVICE.token}"} if token else {})


def in_parts(body: Any, *, invalid: bool) -> Any:
    """A form has no types: what is no text would be sent as one, and a number makes a good student_id. And a pattern without anchors
    still holds after something is appended, which Schemathesis takes for a violation. Whatever is to be wrong is made wrong."""
    if not isinstance(body, dict):
        return body
    wrong = {"text": "", "student_id": "a b", "file": b""}
    mended = {name: wrong[name] for name in wrong if name in body and not isinstance(body[name], str | bytes)}
    text = body.get("text")
    if invalid and isinstance(text, str) and re.search(CHINESE, text):
        mended["text"] = re.sub(CHINESE, "*", text)
    return {**body, **mended} if mended else body


@speech_schema.parametrize()
@settings(max_examples=RANDOM_CASES, derandomize=True, database=None, deadline=None)
def test_the_upload_of_a_recording_keeps_its_promises(case: schemathesis.Case[Any]) -> None:
    mended = in_parts(case.body, invalid=case.meta is not None and case.meta.generation.mode.is_negative)
    if mended is not case.body:  # a body that is set is checked anew, and bytes are no string of JSON Schema
        case.body = mended
    case.call_and_validate(headers={"Authorization": f"Bearer {SPEECH_SERVICE.token}"})


def test_the_answer_to_a_real_text_has_the_documented_shape() -> None:
    response = OPEN_SERVICE.post(GRAMMAR_TEXT, {"txt": "因为下雨，所以他没去学校。"}, token="")
    assert response.status_code == 200
    open_schema["/grammar_text"]["POST"].validate_response(response)


def test_answers_to_real_questions_have_the_documented_shape() -> None:
    service = fresh()
    submitted = service.submit(right=2, wrong=2)
    made = submitted.json()["data"]["evaluation_id"]
    behaviours = [{"indicator": "D03", "kind": "percentage", "value": 82, "occurred_at": f"{YESTERDAY}T09:00:00Z"}]
    results = {f"{skill}_ability": 50 for skill in ("listen", "speak", "read", "write")}
    questionnaire = {"learning_goals": ["HSK"], "native_language": "English", "learning_duration": "1 year"}
    first = {"student_id": "s1", "questionnaire": questionnaire, "test_results": results}
    answers = {
        ("POST", "/classroom/evaluation/submit"): submitted,
        ("POST", "/knowledge-map/update"): service.post(UPDATE_MAP, {"student_id": "s1", "date": "2026-11-24"}),
        ("GET", "/knowledge-map/{student_id}"): service.get(KNOWLEDGE_MAP.format("s1")),
        ("GET", "/knowledge-map/{student_id}/path"): service.get(LEARNING_PATH.format("s1")),
        ("GET", "/knowledge-map/{student_id}/peers"): service.get(PEERS.format("s1")),
        ("POST", "/portrait/first"): service.post(FIRST_PORTRAIT, first),
        ("POST", "/portrait/update"): service.post(UPDATE_PORTRAIT, {"student_id": "s1", "behaviors": behaviours}),
        ("GET", "/portrait/{student_id}"): service.get(PORTRAIT.format("s1")),
        ("POST", "/essay/evaluate"): service.post(
            ESSAY, {"student_id": "s1", "essay_content": "昨天我很高心,因为我要见面他。"}
        ),
        ("GET", "/classroom/evaluation/{evaluation_id}"): service.get(EVALUATION.format(made)),
        ("GET", "/classroom/evaluation/report/{student_id}"): service.get(REPORT.format("s1")),
    }
    fetched = service.questions(count=1)[0]["id"]
    answers["GET", "/classroom/questions/{question_id}"] = service.get(QUESTION.format(fetched))
    lesson = service.core.plan.resources.all[0].resource_id
    answers["GET", "/recommendation/resources/{resource_id}"] = service.get(RESOURCE.format(lesson))
    daily = service.get(DAILY.format("s1"))
    first = daily.json()["data"]["recommendations"][0]["resource_id"]
    move = {"student_id": "s1", "resource_id": first, "new_time_slot": "night"}
    answers["GET", "/recommendation/daily/{student_id}"] = daily
    answers["POST", "/recommendation/schedule"] = service.post(SCHEDULE, move)
    for (method, path), response in answers.items():
        assert response.status_code == 200, response.text
        schema[path][method].validate_response(response)


def test_enough_cases_were_run() -> None:
    if len(ran) < len(list(schema.get_all_operations())):
        pytest.skip("the operations were run in several processes or not at all")
    print(f"{sum(ran.values())} cases: {dict(ran)}")  # noqa: T201 - pytest -s shows it
    assert sum(ran.values()) >= LEAST_CASES
