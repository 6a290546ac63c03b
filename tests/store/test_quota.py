"""Counting calls: exact under threads, billed past the quota, one month at a time."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from core.errors import AlreadyAnswered, QuotaExceeded
from core.records.access import Call
from core.store.sql import SqlStore
from tests.store.rows import CALL, NOW, answer, evaluation, evidence, issue, row_counts, with_organisation

LIMITED = replace(CALL, limit=25)


def counted(store: SqlStore, call: Call) -> str:
    """The outcome of a call."""
    try:
        store.count_call(call)
    except QuotaExceeded:
        return "refused"
    return "counted"


def test_threads_are_let_through_exactly_up_to_the_limit(store: SqlStore) -> None:
    with ThreadPoolExecutor(16) as threads:
        outcomes = Counter(threads.map(lambda _: counted(store, LIMITED), range(80)))
    assert outcomes == {"counted": 25, "refused": 55}
    assert store.quota_used("org", "2026-11") == 25
    assert len(list(store.ledger("org", "2026-11"))) == 25


def test_a_refusal_says_the_limit_and_when_to_come_back(store: SqlStore) -> None:
    with pytest.raises(QuotaExceeded, match="monthly quota of 0 calls") as refused:
        store.count_call(replace(CALL, limit=0))
    assert refused.value.retry_after_seconds == CALL.retry_after_seconds
    assert row_counts(store) == {}


def test_without_a_limit_every_call_counts(store: SqlStore) -> None:
    for _ in range(3):
        store.count_call(replace(CALL, limit=None))
    assert store.quota_used("org", "2026-11") == 3


@pytest.mark.parametrize(("limit", "billed"), [(0, [80, 80, 80]), (2, [0, 0, 80])])
def test_with_overage_calls_past_the_limit_go_through_and_are_billed(
    store: SqlStore, limit: int, billed: list[int]
) -> None:
    for _ in range(3):
        store.count_call(replace(CALL, limit=limit, overage=True))
    assert [row.billed_li for row in store.ledger("org", "2026-11")] == billed
    assert store.quota_used("org", "2026-11") == 3


def test_a_call_without_a_price_is_refused_past_the_limit_even_with_overage(store: SqlStore) -> None:
    with pytest.raises(QuotaExceeded, match="monthly quota of 0 calls"):
        store.count_call(replace(CALL, limit=0, overage=True, price_li=0))


def test_questions_cost_5_fen_and_evaluations_8_past_the_quota(store: SqlStore) -> None:
    past = replace(CALL, limit=0, overage=True)
    store.count_call(replace(past, endpoint="questions/generate", price_li=50))
    store.count_call(past)
    assert sum(row.billed_li for row in store.ledger(None, "2026-11")) / 1000 == pytest.approx(0.05 + 0.08)


def test_each_month_and_each_organisation_has_its_own_counter_and_ledger(store: SqlStore) -> None:
    for organisation_id, period in (("org", "2026-11"), ("org", "2026-12"), ("other", "2026-12")):
        store.count_call(replace(CALL, organisation_id=organisation_id, period=period, limit=1))
    with pytest.raises(QuotaExceeded, match="monthly quota of 1 calls"):
        store.count_call(replace(CALL, limit=1))
    assert store.quota_used("org", "2026-12") == 1
    assert [row.organisation_id for row in store.ledger(None, "2026-12")] == ["org", "other"]
    assert [row.organisation_id for row in store.ledger("other", "2026-12")] == ["other"]


def test_a_ledger_row_tells_who_called_what_when(store: SqlStore) -> None:
    store.count_call(CALL)
    (row,) = store.ledger("org", "2026-11")
    assert vars(row) == {
        "organisation_id": "org",
        "period": "2026-11",
        "endpoint": "evaluation/submit",
        "billed_li": 0,
        "request_id": "request",
        "key_id": "key",
        "at": NOW,
    }


def test_a_refused_call_writes_nothing_of_its_business(store: SqlStore) -> None:
    with_organisation(store)
    none_left = replace(CALL, limit=0)
    before = row_counts(store)
    with pytest.raises(QuotaExceeded, match="used up"):
        store.add_evaluation(evaluation(), [answer()], [evidence("a")], call=none_left, reply=None)
    with pytest.raises(QuotaExceeded, match="used up"):
        issue(store, "q_1", call=none_left)
    assert row_counts(store) == before


def test_a_reply_is_remembered_beside_its_write_and_the_key_serves_once(store: SqlStore) -> None:
    call = replace(CALL, idempotency_key="k", fingerprint="body")
    store.add_evaluation(evaluation(), [], [], call=call, reply='{"first": 1}')
    with pytest.raises(AlreadyAnswered, match="Idempotency-Key"):
        store.add_evaluation(evaluation("ev_2"), [], [], call=call, reply='{"second": 2}')
    assert store.remembered_reply("org", "k") == ("evaluation/submit", "body", '{"first": 1}')
    assert store.remembered_reply("other", "k") is None
    assert store.evaluation("org", "ev_2") is None
    assert store.quota_used("org", "2026-11") == 1


def test_of_threads_with_one_idempotency_key_one_is_counted(store: SqlStore) -> None:
    call = replace(CALL, idempotency_key="k")

    def submit(number: int) -> bool:
        try:
            store.add_evaluation(evaluation(f"ev_{number}"), [], [], call=call, reply="{}")
        except AlreadyAnswered:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(submit, range(24))) == 1
    assert row_counts(store)["evaluation"] == row_counts(store)["usage_ledger"] == 1
