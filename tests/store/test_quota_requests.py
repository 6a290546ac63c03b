"""Requests for more calls in the store: bounded, answered once, together with what is granted."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from core.errors import AlreadyAnswered
from core.records.quota import Plan, QuotaRequest, TemporaryGrant
from core.store.sql import SqlStore
from tests.store.rows import CALL, NOW, ORGANISATION, row_counts, with_organisation

REQUEST = QuotaRequest("qr_1", "org", "key", "temporary", 500, None, "两个新班级。", "2026-11", NOW)
LATER = NOW + timedelta(hours=1)


def add(store: SqlStore, request: QuotaRequest, *, most_open: int = 20) -> bool:
    """Add a request without an idempotency key."""
    return store.add_quota_request(request, most_open=most_open, call=None, reply=None)


def test_a_request_is_kept_as_it_was_made(store: SqlStore) -> None:
    with_organisation(store)
    upgrade = replace(REQUEST, request_id="qr_2", kind="upgrade", calls=None, tier="professional", made_at=LATER)
    assert add(store, upgrade)
    assert add(store, REQUEST)
    assert store.quota_requests("org") == [REQUEST, upgrade]
    assert store.quota_requests("other") == []


def test_past_the_bound_nothing_is_kept_until_one_is_answered(store: SqlStore) -> None:
    with_organisation(store)
    assert add(store, REQUEST, most_open=1)
    another = replace(REQUEST, request_id="qr_2")
    assert not add(store, another, most_open=1)
    assert store.answer_quota_request("org", "qr_1", "refused", at=LATER)
    assert add(store, another, most_open=1)
    assert [each.state for each in store.quota_requests("org")] == ["refused", "open"]


def test_who_makes_and_withdraws_requests_meets_the_bound_until_the_next_day(store: SqlStore) -> None:
    with_organisation(store)
    assert add(store, REQUEST, most_open=1)
    assert store.answer_quota_request("org", "qr_1", "withdrawn", at=LATER)
    assert not add(store, replace(REQUEST, request_id="qr_2", made_at=LATER), most_open=1)
    assert add(store, replace(REQUEST, request_id="qr_2", made_at=NOW + timedelta(days=1)), most_open=1)


def test_the_bound_holds_when_requests_come_together(store: SqlStore) -> None:
    with_organisation(store)
    with ThreadPoolExecutor(8) as threads:
        rows = [replace(REQUEST, request_id=f"qr_{number}") for number in range(24)]
        assert sum(threads.map(lambda row: add(store, row, most_open=5), rows)) == 5


def test_the_bound_is_each_organisation_s_own(store: SqlStore) -> None:
    with_organisation(store)
    store.add_organisation(replace(ORGANISATION, organisation_id="other", name="Academy"))
    assert add(store, REQUEST, most_open=1)
    assert add(store, replace(REQUEST, request_id="qr_2", organisation_id="other"), most_open=1)


def test_a_temporary_grant_is_added_once_with_the_answer(store: SqlStore) -> None:
    with_organisation(store)
    add(store, REQUEST)
    granted = TemporaryGrant("2026-11", 300, "request qr_1")
    assert store.answer_quota_request("org", "qr_1", "granted", at=LATER, granted=granted)
    assert not store.answer_quota_request("org", "qr_1", "granted", at=LATER, granted=granted)
    assert store.temporary_quota("org", "2026-11") == 300
    assert store.quota_requests("org") == [replace(REQUEST, state="granted", granted_calls=300, answered_at=LATER)]


def test_a_granted_plan_takes_the_place_of_the_one_before_and_leaves_overage_as_it_is(store: SqlStore) -> None:
    with_organisation(store, overage=True)
    add(store, replace(REQUEST, kind="upgrade"))
    assert store.answer_quota_request("org", "qr_1", "granted", at=LATER, granted=Plan("professional", 250_000))
    organisation = store.organisation("org")
    assert organisation is not None
    assert (organisation.tier, organisation.monthly_limit, organisation.overage) == ("professional", 250_000, True)
    (request,) = store.quota_requests("org")
    assert (request.granted_tier, request.granted_calls) == ("professional", 250_000)


@pytest.mark.parametrize(("organisation_id", "request_id"), [("other", "qr_1"), ("org", "qr_2")])
def test_what_is_not_there_is_not_answered(store: SqlStore, organisation_id: str, request_id: str) -> None:
    with_organisation(store)
    add(store, REQUEST)
    granted = TemporaryGrant("2026-11", 300, "")
    assert not store.answer_quota_request(organisation_id, request_id, "granted", at=LATER, granted=granted)
    assert store.temporary_quota("org", "2026-11") == 0
    assert store.quota_requests("org") == [REQUEST]


def test_an_idempotency_key_keeps_one_request_and_its_reply_and_nothing_is_counted(store: SqlStore) -> None:
    with_organisation(store)
    call = replace(CALL, endpoint="quota/requests", idempotency_key="k", fingerprint="body")
    assert store.add_quota_request(REQUEST, most_open=20, call=call, reply='{"request_id":"qr_1"}')
    with pytest.raises(AlreadyAnswered, match="Idempotency-Key"):
        store.add_quota_request(replace(REQUEST, request_id="qr_2"), most_open=20, call=call, reply="{}")
    assert store.remembered_reply("org", "k") == ("quota/requests", "body", '{"request_id":"qr_1"}')
    assert store.quota_used("org", "2026-11") == 0
    assert row_counts(store)["quota_request"] == 1
