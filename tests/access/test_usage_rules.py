"""The usage rules: agreed to with a key, the same in the documents, enforced by suspending a key."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.access import suspension
from core.access.rate import RateLimit
from core.access.service import Access, Price
from core.access.usage_rules import RULES
from core.access.wire import TokenRequest
from core.errors import BadParameter, KeySuspended, NotFound, Unauthorised
from core.records.access import PERMISSIONS, ApiKey
from core.store.sql import SqlStore
from evaluation.service.clock import CountingIdentifiers, StoppedClock

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
ALL = frozenset(PERMISSIONS)
PRICE = Price("questions/generate", "questions", 50)
REASON = "copied the whole bank of questions"


@pytest.fixture
def access(store: SqlStore, clock: StoppedClock, identifiers: CountingIdentifiers) -> Access:
    """The gate over a real database."""
    rate = RateLimit(rate_per_second=1000, burst=1000)
    return Access(
        store=store, clock=clock, identifiers=identifiers, rate=rate, open_rate=rate, secret=None, token_lifetime_seconds=60
    )  # fmt: skip


def made_key(access: Access, store: SqlStore) -> tuple[str, ApiKey]:
    """A new key of a school: its secret, and what is stored."""
    school = access.organisation("School")
    secret = access.new_key(school, ALL, agreed_rules=RULES.version)
    return secret, store.keys(school.organisation_id)[0]


def test_the_rules_stand_in_both_documents_word_for_word_and_in_order() -> None:
    for name, texts in (
        ("api-policy.md", [rule.en for rule in RULES.rules]),
        ("api-policy.zh.md", [rule.zh for rule in RULES.rules]),
    ):
        text = (DOCS / name).read_text(encoding="utf-8")
        assert "\n".join(f"{number}. {rule}" for number, rule in enumerate(texts, start=1)) in text
        assert RULES.version in text


def test_a_key_keeps_the_version_of_the_rules_that_was_agreed_to(access: Access, store: SqlStore) -> None:
    _, key = made_key(access, store)
    assert key.agreed_rules == RULES.version
    access.new_key(access.organisation("Other"), ALL)
    (other,) = store.keys(access.organisation("Other").organisation_id)
    assert other.agreed_rules is None


def test_a_key_is_not_made_for_rules_that_do_not_hold_now(access: Access, store: SqlStore) -> None:
    school = access.organisation("School")
    with pytest.raises(BadParameter, match=f"agreed_rules: is not {RULES.version}"):
        access.new_key(school, ALL, agreed_rules="2020-01-01")
    assert store.keys(school.organisation_id) == []


def test_a_suspended_key_gets_no_token_and_its_tokens_stop_at_once(
    access: Access, store: SqlStore, clock: StoppedClock
) -> None:
    secret, key = made_key(access, store)
    token = access.token(TokenRequest(api_key=secret), address="here").access_token
    access.admit(token, PRICE, request_id="r1")
    suspension.suspend(key.key_id, REASON, store=store, clock=clock)
    with pytest.raises(KeySuspended, match=REASON) as refused:
        access.admit(token, PRICE, request_id="r2")
    assert (refused.value.status, refused.value.error_code) == (403, 403001)
    assert "ask the operator of the service to resume the key" in refused.value.remedy("en")
    assert "联系服务的运营方恢复密钥" in refused.value.remedy("zh")
    with pytest.raises(KeySuspended, match=REASON):
        access.token(TokenRequest(api_key=secret), address="here")
    with pytest.raises(KeySuspended, match=REASON):
        access.admit_open(token, "grammar", address="here")
    assert access.quota_headers(token) == {}


def test_a_key_that_is_resumed_works_again_with_the_tokens_it_had(
    access: Access, store: SqlStore, clock: StoppedClock
) -> None:
    secret, key = made_key(access, store)
    token = access.token(TokenRequest(api_key=secret), address="here").access_token
    suspension.suspend(key.key_id, REASON, store=store, clock=clock)
    suspension.resume(key.key_id, store=store, clock=clock)
    assert access.admit(token, PRICE, request_id="r").caller.organisation_id == key.organisation_id
    assert store.keys(key.organisation_id)[0].suspended_for == ""


def test_a_second_suspension_tells_the_second_reason(access: Access, store: SqlStore, clock: StoppedClock) -> None:
    secret, key = made_key(access, store)
    for reason in (REASON, "sold access"):
        suspension.suspend(key.key_id, reason, store=store, clock=clock)
    with pytest.raises(KeySuspended, match="sold access"):
        access.token(TokenRequest(api_key=secret), address="here")


def test_what_cannot_be_suspended_or_resumed_is_said(access: Access, store: SqlStore, clock: StoppedClock) -> None:
    secret, key = made_key(access, store)
    with pytest.raises(NotFound, match="There is no key 'key_none'"):
        suspension.suspend("key_none", REASON, store=store, clock=clock)
    with pytest.raises(NotFound, match="is not suspended"):
        suspension.resume(key.key_id, store=store, clock=clock)
    store.revoke_key(key.organisation_id, key.key_id, clock.now())
    with pytest.raises(NotFound, match="no active key"):
        suspension.suspend(key.key_id, REASON, store=store, clock=clock)
    with pytest.raises(Unauthorised, match="unknown or revoked"):
        access.token(TokenRequest(api_key=secret), address="here")


def test_another_organisations_key_is_neither_suspended_nor_resumed_by_the_store(
    access: Access, store: SqlStore, clock: StoppedClock
) -> None:
    _, key = made_key(access, store)
    other = access.organisation("Other").organisation_id
    assert not store.suspend_key(other, key.key_id, REASON, clock.now())
    assert store.suspend_key(key.organisation_id, key.key_id, REASON, clock.now())
    assert not store.resume_key(other, key.key_id)
    assert store.keys(key.organisation_id)[0].suspended_for == REASON
