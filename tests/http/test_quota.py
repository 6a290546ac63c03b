"""Quota over HTTP: headers on every answer, counted once per accepted call, overage, the turn of the month."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from tests.http.service import EVALUATION, GENERATE, REPORT, SUBMIT, TOKEN, Service, error_of, make_service

ASKED = {"level": "beginner", "type": "multiple_choice", "topic": "grammar", "count": 1, "seed": 1}
ORGANISATION = "org_0001"


def plan(service: Service, limit: int | None, *, overage: bool = False) -> None:
    """Give the School a limit of its own."""
    tier = "free" if limit is not None else "enterprise"
    service.store.set_plan(ORGANISATION, tier=tier, monthly_limit=limit, overage=overage)


def used(service: Service) -> int:
    """Calls counted in November, which the ledger must agree with."""
    counted = service.store.quota_used(ORGANISATION, "2026-11")
    assert counted == len(list(service.store.ledger(ORGANISATION, "2026-11")))
    return counted


def test_every_accepted_call_counts_once_and_tells_what_remains(service: Service) -> None:
    submitted = service.submit()  # asks for questions first
    evaluation_id = submitted.json()["data"]["evaluation_id"]
    answers = [submitted, service.get(EVALUATION.format(evaluation_id)), service.get(REPORT.format("s1"))]
    assert [answer.headers["X-Quota-Remaining"] for answer in answers] == ["998", "997", "996"]
    assert {answer.headers["X-Quota-Limit"] for answer in answers} == {"1000"}
    assert {answer.headers["X-Quota-Reset"] for answer in answers} == {"2026-12-01T00:00:00+08:00"}
    assert used(service) == 4
    assert [row.endpoint for row in service.store.ledger(ORGANISATION, "2026-11")] == [
        "questions/generate", "evaluation/submit", "evaluation/get", "evaluation/report",
    ]  # fmt: skip


def test_a_call_that_is_refused_does_not_count(service: Service) -> None:
    refused = [
        service.post(GENERATE, {}),
        service.post(SUBMIT, {"student_id": "s1", "answers": [{"question_id": "q", "answer": "A"}]}),
        service.get(EVALUATION.format("ev")),
        service.get(REPORT.format("nobody")),
        service.get(REPORT.format("s1"), token=""),
    ]
    assert [each.status_code for each in refused] == [400, 404, 404, 404, 401]
    assert used(service) == 0
    assert refused[2].headers["X-Quota-Remaining"] == "1000"


def test_refusals_of_a_valid_token_bear_the_quota_headers_too(service: Service) -> None:
    bad = service.post(GENERATE, {"level": "expert", "type": "matching"})
    forbidden = service.get(REPORT.format("s1"), token=service.new_token(permissions=["grammar"]))
    assert [bad.status_code, forbidden.status_code] == [400, 403]
    assert {each.headers["X-Quota-Remaining"] for each in (bad, forbidden)} == {"1000"}


def test_answers_that_came_before_admission_bear_the_quota_headers_too() -> None:
    service = make_service(rate_per_second=1e-6, rate_burst=1)
    heavy = {"student_id": "s1", "answers": "a" * 30_000}
    answers = [
        service.get("/v1/nothing"),
        service.call("PATCH", SUBMIT),
        service.post(SUBMIT, heavy),
        service.get(EVALUATION.format("ev")),
        service.get(EVALUATION.format("ev")),
    ]
    assert [answer.status_code for answer in answers] == [404, 405, 413, 404, 429]
    assert {answer.headers["X-Quota-Remaining"] for answer in answers} == {"1000"}
    stranger = service.get("/v1/nothing", token="nonsense")
    assert "X-Quota-Limit" not in stranger.headers


def test_what_remains_is_exact_when_calls_come_together(service: Service) -> None:
    service.questions(count=1)
    with ThreadPoolExecutor(8) as threads:
        remaining = list(threads.map(lambda _: service.post(GENERATE, ASKED).headers["X-Quota-Remaining"], range(16)))
    assert sorted(map(int, remaining)) == list(range(983, 999))


def test_an_empty_result_counts_but_is_never_billed(service: Service) -> None:
    plan(service, 1, overage=True)
    nothing = {**ASKED, "level": "advanced"}
    answers = [service.post(GENERATE, nothing) for _ in range(2)]
    assert [answer.json()["data"]["total"] for answer in answers] == [0, 0]
    assert used(service) == 2
    assert sum(row.billed_li for row in service.store.ledger(ORGANISATION, "2026-11")) == 0
    assert service.post(GENERATE, ASKED).status_code == 200
    assert sum(row.billed_li for row in service.store.ledger(ORGANISATION, "2026-11")) == 50


def test_a_repeated_session_is_not_counted_and_its_headers_say_so(service: Service) -> None:
    first, asked_again = service.submit(session_id="lesson"), service.submit(session_id="lesson")
    assert used(service) == 3
    assert (first.headers["X-Quota-Remaining"], asked_again.headers["X-Quota-Remaining"]) == ("998", "997")


def test_getting_a_token_does_not_count(service: Service) -> None:
    key = service.core.access.new_key(service.organisation(), frozenset(["questions"]))
    assert service.post(TOKEN, {"api_key": key}, token="").status_code == 200
    assert used(service) == 0


def test_past_the_quota_calls_are_429001_until_the_month_turns(service: Service) -> None:
    plan(service, 1)
    assert service.post(GENERATE, ASKED).headers["X-Quota-Remaining"] == "0"
    refused = service.post(GENERATE, ASKED)
    assert "quota of 1 calls" in error_of(refused, 429, 429001)["message"]
    turn = datetime(2026, 11, 30, 16, tzinfo=UTC)
    seconds = int(refused.headers["Retry-After"])
    assert 0 <= seconds - (turn - service.clock.now()).total_seconds() <= 1
    assert refused.headers["X-Quota-Remaining"] == "0"
    service.clock.moment = turn
    service.token = service.new_token()
    accepted = service.post(GENERATE, ASKED)
    assert (accepted.status_code, accepted.headers["X-Quota-Remaining"]) == (200, "0")
    assert accepted.headers["X-Quota-Reset"] == "2027-01-01T00:00:00+08:00"


def test_with_overage_priced_calls_go_through_billed_and_others_do_not(service: Service) -> None:
    submitted = service.submit()
    plan(service, 0, overage=True)
    assert service.post(GENERATE, ASKED).status_code == 200
    assert service.submit().status_code == 200
    error_of(service.get(REPORT.format("s1")), 429, 429001)
    error_of(service.get(EVALUATION.format(submitted.json()["data"]["evaluation_id"])), 429, 429001)
    billed = [(row.endpoint, row.billed_li) for row in service.store.ledger(ORGANISATION, "2026-11")]
    assert billed == [
        ("questions/generate", 0), ("evaluation/submit", 0),
        ("questions/generate", 50), ("questions/generate", 50), ("evaluation/submit", 80),
    ]  # fmt: skip


def test_the_quota_belongs_to_the_organisation_and_not_to_the_key(service: Service) -> None:
    plan(service, 1)
    assert service.post(GENERATE, ASKED).status_code == 200
    error_of(service.post(GENERATE, ASKED, token=service.new_token()), 429, 429001)
    assert service.post(GENERATE, ASKED, token=service.new_token("Academy")).status_code == 200


def test_without_a_limit_the_headers_say_unlimited(service: Service) -> None:
    plan(service, None)
    headers = service.post(GENERATE, ASKED).headers
    assert (headers["X-Quota-Limit"], headers["X-Quota-Remaining"]) == ("unlimited", "unlimited")


@pytest.mark.parametrize(("granted", "status"), [(0, 429), (1, 200)])
def test_a_temporary_quota_opens_the_month_again(service: Service, granted: int, status: int) -> None:
    plan(service, 1)
    service.post(GENERATE, ASKED)
    if granted:
        service.store.grant_temporary(ORGANISATION, "2026-11", granted, note="", at=service.clock.now())
    assert service.post(GENERATE, ASKED).status_code == status
