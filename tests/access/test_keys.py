"""API keys and passwords are kept as hashes only."""

from __future__ import annotations

import re

import pytest

from core.access import keys
from core.access.rate import RateLimit
from core.access.service import Access
from core.access.wire import TokenRequest
from core.errors import BadParameter, Unauthorised
from core.records.access import PERMISSIONS, Account
from core.store.sql import SqlStore
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from tests.store.rows import cells

ALL = frozenset(PERMISSIONS)


@pytest.fixture
def access(store: SqlStore, clock: StoppedClock, identifiers: CountingIdentifiers) -> Access:
    """The gate over a real database."""
    rate = RateLimit(rate_per_second=1000, burst=1000)
    return Access(
        store=store,
        clock=clock,
        identifiers=identifiers,
        rate=rate,
        open_rate=None,
        secret=None,
        token_lifetime_seconds=60,
    )


def test_a_key_has_a_public_prefix_and_32_random_bytes() -> None:
    secret, prefix = keys.new_key()
    assert re.fullmatch(r"wl_[0-9a-f]{8}_[A-Za-z0-9_-]{43}", secret)
    assert secret.startswith(f"{prefix}_")
    assert keys.new_key()[0] != secret


def test_no_table_holds_a_key_a_token_a_cookie_or_a_password(access: Access, store: SqlStore) -> None:
    organisation = access.organisation("School")
    key = access.new_key(organisation, ALL)
    token = access.token(TokenRequest(api_key=key), address="here").access_token
    account = Account(
        "acc", organisation.organisation_id, "li", "teacher", "李", keys.hash_password("correct horse"), None, "zh",
        organisation.created_at,
    )  # fmt: skip
    store.add_account(account)
    cookie = access.sign_in("li", "correct horse").secret
    database_text = " ".join(text for _, text in cells(store))
    for secret in (key, key.rpartition("_")[2], token, cookie, "correct horse"):
        assert secret not in database_text
    assert keys.secret_sha256(key) in database_text


def test_a_password_holds_for_itself_alone_and_is_salted() -> None:
    stored = keys.hash_password("密码 1")
    assert keys.password_matches("密码 1", stored)
    assert not keys.password_matches("密码 2", stored)
    assert keys.hash_password("密码 1") != stored


def test_a_key_with_an_unknown_permission_is_not_made(access: Access) -> None:
    organisation = access.organisation("School")
    with pytest.raises(BadParameter, match="root unknown; allowed: questions, evaluation"):
        access.new_key(organisation, frozenset(["root"]))  # type: ignore[list-item]


def test_an_organisation_is_made_once_and_keeps_its_tier(access: Access) -> None:
    organisation = access.organisation("School", tier="education")
    assert access.organisation("School", tier="free") == organisation


@pytest.mark.parametrize("wrong", ["", "wl_00000000_x"])
def test_an_unknown_key_gives_no_token(access: Access, wrong: str) -> None:
    with pytest.raises(Unauthorised, match="unknown or revoked"):
        access.token(TokenRequest.model_construct(api_key=wrong), address="here")


def test_a_revoked_key_gives_no_token(access: Access, store: SqlStore, clock: StoppedClock) -> None:
    organisation = access.organisation("School")
    key = access.new_key(organisation, ALL)
    (stored_key,) = store.keys(organisation.organisation_id)
    store.revoke_key(organisation.organisation_id, stored_key.key_id, clock.now())
    with pytest.raises(Unauthorised, match="unknown or revoked"):
        access.token(TokenRequest(api_key=key), address="here")


def test_the_use_of_a_key_is_noted(access: Access, store: SqlStore, clock: StoppedClock) -> None:
    organisation = access.organisation("School")
    key = access.new_key(organisation, ALL)
    assert store.keys(organisation.organisation_id)[0].last_used_at is None
    access.token(TokenRequest(api_key=key), address="here")
    assert store.keys(organisation.organisation_id)[0].last_used_at == clock.now()
