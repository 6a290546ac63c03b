"""Schemathesis: cases made from the OpenAPI document, valid and invalid, against the mounted application.

Examples, boundary cases (coverage) and random cases (fuzzing) for every operation, the same ones in every run. All of
Schemathesis's checks are on and none is excluded; the three that look at what happens to a resource after it was deleted,
created or handed to another user have little to find here, for nothing is deleted: `test_submit` holds what they would.
`deadline=None` because the time of a case is no promise of the API (`benchmarks api` holds the latency).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import schemathesis
from hypothesis import settings

from core.settings import Settings
from core.tables import Tables
from tests.http.service import EVALUATION, GRAMMAR_TEXT, REPORT, Service, grammar_tables, make_service

LEAST_CASES = 500
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


@schema.parametrize()
@settings(max_examples=RANDOM_CASES, derandomize=True, database=None, deadline=None)
def test_every_operation_keeps_its_promises(case: schemathesis.Case[Any]) -> None:
    ran[case.operation.label] += 1
    case.call_and_validate(headers={"Authorization": f"Bearer {SERVICE.token}"})


@open_schema.parametrize()
@settings(max_examples=RANDOM_CASES, derandomize=True, database=None, deadline=None)
@pytest.mark.parametrize("credential", ["with a token", "without one"])
def test_every_open_operation_keeps_its_promises(case: schemathesis.Case[Any], credential: str) -> None:
    token = credential == "with a token"
    case.call_and_validate(headers={"Authorization": f"Bearer {OPEN_SERVICE.token}"} if token else {})


def test_the_answer_to_a_real_text_has_the_documented_shape() -> None:
    response = OPEN_SERVICE.post(GRAMMAR_TEXT, {"txt": "因为下雨，所以他没去学校。"}, token="")
    assert response.status_code == 200
    open_schema["/grammar_text"]["POST"].validate_response(response)


def test_answers_to_real_questions_have_the_documented_shape() -> None:
    service = fresh()
    submitted = service.submit(right=2, wrong=2)
    made = submitted.json()["data"]["evaluation_id"]
    answers = {
        ("POST", "/classroom/evaluation/submit"): submitted,
        ("GET", "/classroom/evaluation/{evaluation_id}"): service.get(EVALUATION.format(made)),
        ("GET", "/classroom/evaluation/report/{student_id}"): service.get(REPORT.format("s1")),
    }
    for (method, path), response in answers.items():
        assert response.status_code == 200
        schema[path][method].validate_response(response)


def test_enough_cases_were_run() -> None:
    if len(ran) < len(list(schema.get_all_operations())):
        pytest.skip("the operations were run in several processes or not at all")
    print(f"{sum(ran.values())} cases: {dict(ran)}")  # noqa: T201 - pytest -s shows it
    assert sum(ran.values()) >= LEAST_CASES
