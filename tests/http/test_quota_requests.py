"""POST /v1/quota/requests: never counted, never refused for quota, bounded, open to any valid token."""

from __future__ import annotations

import pytest

from core.access.quota_requests import MOST_OPEN
from core.records.audit import Actor, AuditFilter, Subject
from core.records.quota import TemporaryGrant
from tests.http.service import GENERATE, QUOTA_REQUESTS, Service, error_of, fields_of

MORE = {"kind": "temporary", "calls": 500, "reason": "两个新的班级从这个月开始上课。"}
ASKED = {"level": "beginner", "type": "multiple_choice", "topic": "grammar", "count": 1, "seed": 1}
ORGANISATION = "org_0001"


def test_a_request_is_kept_for_the_operator_and_not_counted(service: Service) -> None:
    made = service.post(QUOTA_REQUESTS, MORE)
    assert made.status_code == 200, made.text
    assert made.headers["X-Quota-Remaining"] == "1000"
    data = made.json()["data"]
    assert {name: data[name] for name in MORE} == MORE
    assert (data["state"], data["period"], data["made_at"]) == ("open", "2026-11", "2026-11-24T02:00:00Z")
    (kept,) = service.store.quota_requests(ORGANISATION)
    assert (kept.request_id, kept.reason, kept.state) == (data["request_id"], MORE["reason"], "open")
    assert kept.key_id.startswith("key_")
    assert service.store.quota_used(ORGANISATION, "2026-11") == 0


def test_past_the_quota_the_refusal_names_the_request_and_the_request_goes_through(service: Service) -> None:
    service.store.set_plan(ORGANISATION, tier="free", monthly_limit=0, overage=False)
    for language in ("zh", "en"):
        refused = service.post(GENERATE, ASKED, headers={"Accept-Language": language})
        assert "POST /v1/quota/requests" in error_of(refused, 429, 429001)["remedy"]
    assert service.post(QUOTA_REQUESTS, MORE).status_code == 200


def test_what_is_granted_shows_in_the_quota_of_the_next_call(service: Service) -> None:
    service.store.set_plan(ORGANISATION, tier="free", monthly_limit=0, overage=False)
    request_id = service.post(QUOTA_REQUESTS, MORE).json()["data"]["request_id"]
    granted = TemporaryGrant("2026-11", 500, "")
    service.store.answer_quota_request(ORGANISATION, request_id, "granted", at=service.clock.now(), granted=granted)
    answered = service.post(GENERATE, ASKED)
    assert (answered.status_code, answered.headers["X-Quota-Remaining"]) == (200, "499")


def test_any_valid_token_may_ask_and_nobody_without_one(service: Service) -> None:
    for permission in ("grammar", "portrait"):
        assert service.post(QUOTA_REQUESTS, MORE, token=service.new_token(permissions=[permission])).status_code == 200
    error_of(service.post(QUOTA_REQUESTS, MORE, token=""), 401)
    error_of(service.post(QUOTA_REQUESTS, {"kind": "more"}, token=""), 401)


def test_one_request_too_many_is_refused_with_what_to_do_and_is_not_kept(service: Service) -> None:
    for _ in range(MOST_OPEN):
        assert service.post(QUOTA_REQUESTS, MORE).status_code == 200
    refused = error_of(service.post(QUOTA_REQUESTS, MORE), 400)
    assert "20 open requests" in refused["message"]
    assert "Wait until the operator has answered" in refused["remedy"]
    assert len(service.store.quota_requests(ORGANISATION)) == MOST_OPEN
    assert service.post(QUOTA_REQUESTS, MORE, token=service.new_token("Academy")).status_code == 200


def test_the_log_tells_by_which_key_and_in_which_call_it_was_asked(service: Service) -> None:
    made = service.post(QUOTA_REQUESTS, MORE, headers={"X-Request-Id": "of-the-school-7"})
    assert made.status_code == 200, made.text
    (kept,) = service.store.quota_requests(ORGANISATION)
    asked = AuditFilter(action="quota_requested")
    (entry,) = service.store.audit_entries(ORGANISATION, asked, below=None, limit=9)
    assert entry.actor == Actor("key", kept.key_id, made.headers["X-Request-Id"])
    assert entry.subject == Subject("request", kept.request_id)
    assert entry.actor.request_id == "of-the-school-7"


def test_the_same_idempotency_key_makes_one_request(service: Service) -> None:
    first, second = (service.post(QUOTA_REQUESTS, MORE, headers={"Idempotency-Key": "k"}) for _ in range(2))
    assert first.json() == second.json()
    assert second.headers["Idempotent-Replay"] == "true"
    assert len(service.store.quota_requests(ORGANISATION)) == 1
    other = service.post(QUOTA_REQUESTS, {**MORE, "calls": 1}, headers={"Idempotency-Key": "k"})
    error_of(other, 400, 400002)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"kind": "more"}, "kind"),
        ({"calls": 0}, "calls"),
        ({"calls": 10**9}, "calls"),
        ({"tier": "gold"}, "tier"),
        ({"reason": ""}, "reason"),
        ({"reason": "长" * 1_001}, "reason"),
        ({"reason": "a\x00b"}, "reason"),
        ({"organisation": "other"}, "organisation"),
    ],
)
def test_a_bad_request_is_refused_by_its_field(service: Service, changed: dict[str, object], field: str) -> None:
    refused = service.post(QUOTA_REQUESTS, {**MORE, **changed})
    error_of(refused, 400, 400002)
    assert fields_of(refused) == [field]
    assert service.store.quota_requests(ORGANISATION) == []
