"""Organisations, keys, settings, accounts, browser sessions, the shared rate bucket: on SQLite and PostgreSQL."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from core.records.access import Account, Signin
from core.store.sql import SqlStore
from tests.store.rows import ACCOUNT, CALL, KEY, NOW, ORGANISATION, with_organisation

SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


def test_an_organisation_is_found_by_id_and_by_name(store: SqlStore) -> None:
    store.add_organisation(ORGANISATION)
    store.add_organisation(replace(ORGANISATION, organisation_id="other", name="Academy"))
    assert store.organisation("org") == store.organisation_named("School") == ORGANISATION
    assert [each.name for each in store.organisations()] == ["Academy", "School"]
    assert store.organisation("nobody") is None
    assert store.organisation_named("nobody") is None


def test_two_organisations_cannot_have_one_name(store: SqlStore) -> None:
    store.add_organisation(ORGANISATION)
    assert not store.add_organisation(replace(ORGANISATION, organisation_id="other"))
    assert store.organisations() == [ORGANISATION]


def test_two_people_cannot_have_one_user_name(store: SqlStore) -> None:
    with_organisation(store)
    assert store.add_account(ACCOUNT)
    assert not store.add_account(replace(ACCOUNT, account_id="other", role="admin"))
    assert store.accounts("org") == [ACCOUNT]


def test_a_language_that_nobody_chose_is_none_and_a_choice_is_kept(store: SqlStore) -> None:
    with_organisation(store)
    store.add_account(replace(ACCOUNT, language=None))
    (kept,) = store.accounts("org")
    assert kept.language is None
    store.update_account(replace(kept, language="en"))
    assert store.accounts_named(ACCOUNT.username) == [replace(ACCOUNT, language="en")]


def test_a_plan_is_changed_and_the_limit_can_be_taken_away_again(store: SqlStore) -> None:
    store.add_organisation(ORGANISATION)
    store.set_plan("org", tier="professional", monthly_limit=7, overage=True)
    assert store.organisation("org") == replace(ORGANISATION, tier="professional", monthly_limit=7, overage=True)
    store.set_plan("org", tier="free", monthly_limit=None, overage=False)
    assert store.organisation("org") == ORGANISATION


def test_a_key_is_found_by_its_hash_and_listed_newest_first(store: SqlStore) -> None:
    with_organisation(store)
    newer = replace(KEY, key_id="newer", secret_sha256="1" * 64, permissions=frozenset(), created_at=NOW + SECOND)
    store.add_key(newer)
    assert store.key_by_hash("0" * 64) == KEY
    assert store.key_by_hash("2" * 64) is None
    assert store.keys("org") == [newer, KEY]
    assert store.keys("other") == []


def test_a_key_of_no_organisation_is_refused(store: SqlStore) -> None:
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        store.add_key(KEY)


def test_a_key_is_revoked_once_and_its_use_is_noted(store: SqlStore) -> None:
    with_organisation(store)
    store.touch_key("org", "key", NOW + SECOND)
    assert store.revoke_key("org", "key", NOW + 2 * SECOND)
    assert not store.revoke_key("org", "key", NOW + 3 * SECOND)
    assert not store.revoke_key("org", "unknown", NOW)
    assert store.keys("org") == [replace(KEY, last_used_at=NOW + SECOND, revoked_at=NOW + 2 * SECOND)]


def test_the_key_state_holds_key_organisation_grants_and_use_of_the_period(store: SqlStore) -> None:
    organisation = with_organisation(store, tier="education", overage=True)
    store.count_call(CALL)
    store.grant_temporary("org", "2026-11", 50, note="exam week", at=NOW)
    store.grant_temporary("org", "2026-11", 25, note="", at=NOW)
    store.grant_temporary("org", "2026-12", 1, note="", at=NOW)
    key_state = store.key_state("key", "2026-11")
    assert key_state is not None
    assert (key_state.organisation, key_state.key) == (organisation, KEY)
    assert (key_state.temporary, key_state.used) == (75, 1)
    december = store.key_state("key", "2026-12")
    assert december is not None
    assert (december.temporary, december.used) == (1, 0)
    assert store.key_state("unknown", "2026-11") is None
    assert store.temporary_quota("org", "2026-11") == 75


def test_the_first_signing_secret_stays(store: SqlStore) -> None:
    assert store.signing_secret("first") == "first"
    assert store.signing_secret("second") == "first"


def test_workers_that_ask_for_a_signing_secret_at_once_get_the_same(store: SqlStore) -> None:
    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(store.signing_secret, map(str, range(32))))) == 1


def test_an_account_is_found_changed_and_listed(store: SqlStore) -> None:
    with_organisation(store)
    store.add_account(ACCOUNT)
    assert [store.account("org", "acc")] == store.accounts_named("li") == [ACCOUNT]
    changed = replace(ACCOUNT, display_name="李", language="en", settings={"theme": "light"})
    store.update_account(changed)
    assert store.accounts("org") == [changed]
    assert store.account("org", "nobody") is None
    assert store.accounts_named("nobody") == []


def signin(letter: str, expires_at: datetime, **changed: object) -> Signin:
    """A sign-in to the account with a cookie whose hash is that letter, 64 times."""
    return replace(Signin(letter * 64, "acc", NOW, NOW, expires_at, "Firefox, Linux"), **changed)  # type: ignore[arg-type]


def holder(store: SqlStore, letter: str, at: datetime, *, idle: timedelta = HOUR, demo: bool = True) -> Account | None:
    """The account that is signed in with that cookie."""
    signed_in = store.signed_in(letter * 64, at, seen_since=at - idle, demo=demo)
    return signed_in and signed_in[0]


def test_a_browser_session_ends_when_told_or_when_it_expires(store: SqlStore) -> None:
    with_organisation(store)
    store.add_account(ACCOUNT)
    for letter in "ab":
        store.add_signin(signin(letter, NOW + SECOND))
    assert holder(store, "a", NOW) == ACCOUNT
    assert holder(store, "a", NOW + SECOND) is None
    store.end_signin("b" * 64)
    assert holder(store, "b", NOW) is None


def test_what_has_expired_is_deleted_and_the_rest_kept(store: SqlStore) -> None:
    with_organisation(store)
    store.add_account(ACCOUNT)
    store.add_signin(signin("a", NOW))
    store.add_signin(signin("b", NOW + SECOND))
    store.count_call(replace(CALL, idempotency_key="old", called_at=NOW - SECOND), reply="{}")
    store.count_call(replace(CALL, idempotency_key="new"), reply="{}")
    assert store.delete_expired(NOW, replies_before=NOW) == {"signins": 1, "replies": 1, "clients": 0}
    assert store.delete_expired(NOW, replies_before=NOW) == {"signins": 0, "replies": 0, "clients": 0}
    assert holder(store, "b", NOW) == ACCOUNT
    assert store.remembered_reply("org", "old") is None
    assert store.remembered_reply("org", "new") == ("evaluation/submit", "", "{}")


def test_a_bucket_gives_its_burst_and_then_one_token_at_a_time(store: SqlStore) -> None:
    def take(at: float) -> float:
        return store.take_token("key", rate_per_second=2.0, burst=3, at=NOW + at * SECOND)

    assert [take(0) for _ in range(3)] == [0, 0, 0]
    assert take(0) == pytest.approx(0.5)
    assert take(0.25) == pytest.approx(0.25)
    assert take(0.5) == 0
    assert take(0.5) > 0
    assert [take(100) for _ in range(4)] == [0, 0, 0, pytest.approx(0.5)]


def test_a_clock_that_steps_back_gives_no_tokens(store: SqlStore) -> None:
    assert store.take_token("key", rate_per_second=1.0, burst=1, at=NOW) == 0
    assert store.take_token("key", rate_per_second=1.0, burst=1, at=NOW - 60 * SECOND) > 0
    assert store.take_token("key", rate_per_second=1.0, burst=1, at=NOW + SECOND) == 0


def test_threads_share_a_bucket_exactly(store: SqlStore) -> None:
    def take(_: int) -> bool:
        return store.take_token("key", rate_per_second=1.0, burst=20, at=NOW) == 0

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(take, range(60))) == 20


def test_a_store_is_ready_when_its_database_stands_at_the_newest_revision(store: SqlStore) -> None:
    assert store.ready()
    with store.write() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'older'")
    assert not store.ready()
