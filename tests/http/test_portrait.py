"""The portrait's three endpoints against the interface."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.http.record import BEHAVIOURS, FIRST
from tests.http.service import FIRST_PORTRAIT, PORTRAIT, UPDATE_PORTRAIT, Service, error_of, fields_of
from tests.http.shapes import PORTRAIT as SHAPE
from tests.http.shapes import misfits

UPDATE: dict[str, Any] = {"student_id": "s1", "behaviors": BEHAVIOURS}
POSTS = [(FIRST_PORTRAIT, FIRST), (UPDATE_PORTRAIT, UPDATE)]


def posted_portrait(service: Service, path: str, body: Any) -> dict[str, Any]:
    """The portrait that a POST answers with."""
    response = service.post(path, body)
    assert response.status_code == 200, response.text
    made: dict[str, Any] = response.json()["data"]
    return made


@pytest.mark.parametrize(("path", "body"), POSTS)
def test_a_portrait_has_the_contract_s_envelope_fields_and_types(service: Service, path: str, body: Any) -> None:
    assert misfits(posted_portrait(service, path, body), SHAPE) == []
    answer = service.get(PORTRAIT.format("s1")).json()
    assert (answer["code"], answer["message"], set(answer)) == (200, "success", {"code", "message", "data"})
    assert misfits(answer["data"], SHAPE) == []


def test_the_tree_has_3_6_36_and_85_nodes(service: Service) -> None:
    nodes = posted_portrait(service, UPDATE_PORTRAIT, UPDATE)["indicators"]
    counted = []
    while nodes:
        counted.append(len(nodes))
        nodes = [child for node in nodes for child in node["children"]]
    assert counted == [3, 6, 36, 85]


def test_the_first_portrait_is_what_the_tests_said_and_their_mean(service: Service) -> None:
    first = posted_portrait(service, FIRST_PORTRAIT, FIRST)["first_portrait"]
    assert {name: first[name] for name in FIRST["test_results"]} == FIRST["test_results"]
    assert first["comprehensive_ability"] == pytest.approx(sum(FIRST["test_results"].values()) / 4)


def test_a_second_first_portrait_replaces_the_baseline(service: Service) -> None:
    posted_portrait(service, FIRST_PORTRAIT, FIRST)
    better = {**FIRST, "test_results": {**FIRST["test_results"], "write_ability": 60}}
    assert posted_portrait(service, FIRST_PORTRAIT, better)["first_portrait"]["write_ability"] == 60


def test_two_reads_are_equal_and_an_update_without_news_changes_nothing(service: Service) -> None:
    service.submit("s1", right=2, wrong=1)
    made = posted_portrait(service, UPDATE_PORTRAIT, UPDATE)
    assert service.get(PORTRAIT.format("s1")).json()["data"] == made
    service.clock.advance(timedelta(minutes=5))
    assert posted_portrait(service, UPDATE_PORTRAIT, {"student_id": "s1"}) == made
    assert posted_portrait(service, UPDATE_PORTRAIT, UPDATE) == made  # the same behaviours are the same evidence


def test_without_a_first_portrait_and_answers_nothing_is_claimed(service: Service) -> None:
    service.questions(student_id="s1")
    made = posted_portrait(service, UPDATE_PORTRAIT, {"student_id": "s1"})
    assert (made["first_portrait"]["known"], made["first_portrait"]["listen_ability"]) == (False, 0.0)
    assert made["current_portrait"]["language_ability"]["known"] == dict.fromkeys(
        ("listen", "speak", "read", "write"), False
    )


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"kind": "switch"}, "behaviors[0].kind"),
        ({"indicator": "D86"}, "behaviors[0].indicator"),
        ({"value": -1}, "behaviors[0].value"),
        ({"value": 101}, "behaviors[0].value"),
        ({"max": 0}, "behaviors[0].max"),
        ({"occurred_at": "2026-11-25T00:00:00Z"}, "behaviors[0].occurred_at"),
        ({"occurred_at": "2026-11-23T00:00:00"}, "behaviors[0].occurred_at"),
        ({"note": "late"}, "behaviors[0].note"),
    ],
)
def test_a_bad_behaviour_is_named_and_nothing_is_kept(service: Service, change: dict[str, Any], field: str) -> None:
    refused = service.post(UPDATE_PORTRAIT, {"student_id": "s1", "behaviors": [{**BEHAVIOURS[0], **change}]})
    error_of(refused, 400, 400002)
    assert fields_of(refused) == [field]
    error_of(service.get(PORTRAIT.format("s1")), 404)


@pytest.mark.parametrize("missing", ["student_id", "questionnaire", "test_results"])
def test_a_first_portrait_needs_all_its_parameters(service: Service, missing: str) -> None:
    refused = service.post(FIRST_PORTRAIT, {name: value for name, value in FIRST.items() if name != missing})
    error_of(refused, 400, 400001)
    assert fields_of(refused) == [missing]


@pytest.mark.parametrize(("path", "body"), POSTS)
def test_unknown_fields_are_refused_and_named(service: Service, path: str, body: dict[str, Any]) -> None:
    refused = service.post(path, {**body, "age": 20})
    error_of(refused, 400, 400002)
    assert fields_of(refused) == ["age"]


@pytest.mark.parametrize(("path", "body"), POSTS)
def test_posting_creates_the_student_for_the_organisation_alone(service: Service, path: str, body: Any) -> None:
    posted_portrait(service, path, body)
    assert service.get(PORTRAIT.format("s1")).status_code == 200
    error_of(service.get(PORTRAIT.format("s1"), token=service.new_token("Academy")), 404)
    error_of(service.get(PORTRAIT.format("nobody")), 404)


@pytest.mark.parametrize(("path", "body"), POSTS)
def test_an_idempotency_key_gives_the_first_answer_again_and_counts_once(
    service: Service, path: str, body: Any
) -> None:
    headers = {"Idempotency-Key": "k"}
    first, again = (service.post(path, body, headers=headers) for _ in range(2))
    assert again.content == first.content
    assert again.headers["Idempotent-Replay"] == "true"
    assert service.store.quota_used("org_0001", "2026-11") == 1
    assert fields_of(service.post(path, {**body, "student_id": "s2"}, headers=headers)) == ["Idempotency-Key"]
    service.store.erase_student("org_0001", "s1")
    assert service.store.remembered_reply("org_0001", "k") is None
    error_of(service.get(PORTRAIT.format("s1")), 404)


@pytest.mark.parametrize(("path", "body"), POSTS)
def test_past_the_quota_nothing_is_written(service: Service, path: str, body: Any) -> None:
    service.store.set_plan("org_0001", tier="free", monthly_limit=0, overage=True)
    refused = service.post(path, body)
    error_of(refused, 429, 429001)
    assert refused.headers["X-Quota-Remaining"] == "0"
    assert service.store.students("org_0001") == []


@pytest.mark.parametrize(
    ("method", "path"), [("POST", FIRST_PORTRAIT), ("POST", UPDATE_PORTRAIT), ("GET", PORTRAIT.format("s1"))]
)
def test_the_portrait_takes_the_permission_portrait_and_costs_nothing(service: Service, method: str, path: str) -> None:
    posted_portrait(service, FIRST_PORTRAIT, FIRST)
    body = {FIRST_PORTRAIT: FIRST, UPDATE_PORTRAIT: UPDATE}.get(path)
    refused = service.call(method, path, json=body, token=service.new_token(permissions=["knowledge"]))
    assert "'portrait'" in error_of(refused, 403, 403001)["message"]
    assert service.call(method, path, json=body).status_code == 200
    rows = list(service.store.ledger("org_0001", "2026-11"))
    assert [row.billed_li for row in rows] == [0, 0]
