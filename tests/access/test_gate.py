"""From a token to a caller: permissions, expiry, revocation, the rate, the turn of the month, sign-in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest

from core.access import keys, tokens
from core.access.quota import monthly_limit, period_of, reset_after
from core.access.rate import MOST_BUCKETS, RateLimit
from core.access.service import Access, Price
from core.access.wire import SIGNIN_DAYS, SIGNIN_IDLE_DAYS, TokenRequest
from core.errors import Forbidden, QuotaExceeded, RateExceeded, TokenExpired, Unauthorised
from core.records.access import PERMISSIONS, Account, Organisation, Tier
from core.store.sql import SqlStore
from core.wiring import in_memory_core
from evaluation.service.clock import CountingIdentifiers, StoppedClock

ALL = frozenset(PERMISSIONS)
PRICE = Price("evaluation/submit", "evaluation", 80)
SECRET = "a secret that is long enough to sign with"
SECOND = timedelta(seconds=1)
LIFETIME = 60


class Gate:
    """Access with a token at hand."""

    def __init__(
        self,
        store: SqlStore,
        clock: StoppedClock,
        rate: RateLimit | None = None,
        *,
        open_rate: RateLimit | None = None,
    ) -> None:
        self.store, self.clock = store, clock
        self.access = Access(
            store=store,
            clock=clock,
            identifiers=CountingIdentifiers(),
            rate=rate or RateLimit(rate_per_second=1000, burst=1000),
            open_rate=open_rate,
            secret=SECRET,
            token_lifetime_seconds=LIFETIME,
        )
        self.organisation = self.access.organisation("School")
        self.key = self.access.new_key(self.organisation, ALL)
        self.token = self.fresh_token()

    def fresh_token(self, key: str | None = None) -> str:
        """A token for the organisation's first key, or another."""
        return self.access.token(TokenRequest(api_key=key or self.key), address="here").access_token

    def admit(self, token: str | None = None, **changed: Any) -> Any:
        """The admission of a call."""
        return self.access.admit(self.token if token is None else token, PRICE, request_id="request", **changed)


@pytest.fixture
def gate(store: SqlStore, clock: StoppedClock) -> Gate:
    return Gate(store, clock)


@pytest.fixture
def small_gate(clock: StoppedClock) -> Gate:
    """A gate in memory, for what does not depend on the database."""
    core = in_memory_core(clock=clock)
    assert isinstance(core.store, SqlStore)
    return Gate(core.store, clock)


def test_a_call_bears_organisation_period_limit_and_price(gate: Gate) -> None:
    admission = gate.admit(language="en", idempotency_key="k", fingerprint="f")
    call = admission.caller.call
    assert (call.organisation_id, call.key_id, call.period) == ("org_0001", "key_0001", "2026-11")
    assert (call.limit, call.overage, call.price_li, call.endpoint) == (1_000, False, 80, "evaluation/submit")
    assert (call.idempotency_key, call.fingerprint, call.request_id) == ("k", "f", "request")
    assert (admission.limit, admission.remaining) == (1_000, 1_000)
    assert (admission.caller.language, admission.caller.permissions) == ("en", ALL)


def test_what_was_used_and_granted_shows_in_the_limit_and_what_remains(gate: Gate) -> None:
    gate.store.count_call(gate.admit().caller.call)
    gate.store.grant_temporary("org_0001", "2026-11", 200, note="", at=gate.clock.now())
    admission = gate.admit()
    assert (admission.limit, admission.remaining) == (1_200, 1_199)


def test_a_temporary_quota_lets_calls_through_and_ends_with_the_month(gate: Gate) -> None:
    gate.store.set_plan("org_0001", tier="free", monthly_limit=1, overage=False)
    gate.store.grant_temporary("org_0001", "2026-11", 1, note="", at=gate.clock.now())
    for _ in range(2):
        gate.store.count_call(gate.admit().caller.call)
    with pytest.raises(QuotaExceeded, match="quota of 2 calls"):
        gate.store.count_call(gate.admit().caller.call)
    gate.clock.moment = datetime(2026, 11, 30, 16, tzinfo=UTC)
    gate.token = gate.fresh_token()
    gate.store.count_call(gate.admit().caller.call)
    with pytest.raises(QuotaExceeded, match="quota of 1 calls"):
        gate.store.count_call(gate.admit().caller.call)


def test_the_month_turns_at_midnight_in_utc_plus_8(gate: Gate) -> None:
    turn = datetime(2026, 11, 30, 16, tzinfo=UTC)
    gate.clock.moment = turn - timedelta(microseconds=1)
    gate.token = gate.fresh_token()
    last = gate.admit()
    assert (last.caller.call.period, last.resets_at) == ("2026-11", turn)
    assert last.caller.call.retry_after_seconds == 1
    gate.clock.moment = turn
    first = gate.admit()
    assert (first.caller.call.period, first.remaining) == ("2026-12", 1_000)
    assert first.resets_at == datetime(2026, 12, 31, 16, tzinfo=UTC)
    assert first.caller.call.retry_after_seconds == 31 * 86_400 + 1


def test_the_year_turns_as_well() -> None:
    new_year = datetime(2026, 12, 31, 16, tzinfo=UTC)
    assert period_of(new_year - timedelta(microseconds=1)) == "2026-12"
    assert period_of(new_year) == "2027-01"
    assert reset_after(new_year - timedelta(microseconds=1)) == new_year
    assert reset_after(new_year).isoformat() == "2027-02-01T00:00:00+08:00"


@pytest.mark.parametrize(
    ("tier", "own", "limit"),
    [("free", None, 1_000), ("education", None, 50_000), ("professional", None, 200_000), ("enterprise", None, None),
     ("enterprise", 7, 7), ("free", 0, 0)],
)  # fmt: skip
def test_a_tier_has_its_calls_unless_the_organisation_has_its_own(
    tier: Tier, own: int | None, limit: int | None
) -> None:
    organisation = Organisation("org", "School", tier, own, False, datetime(2026, 1, 1, tzinfo=UTC))
    assert monthly_limit(organisation, temporary=0) == limit
    assert monthly_limit(organisation, temporary=5) == (None if limit is None else limit + 5)


# -- tokens ----------------------------------------------------------------------------------------------------


def test_a_token_expires_to_the_second(small_gate: Gate) -> None:
    small_gate.clock.advance(LIFETIME * SECOND - timedelta(microseconds=1))
    small_gate.admit()
    small_gate.clock.advance(timedelta(microseconds=1))
    with pytest.raises(TokenExpired, match="has expired") as expired:
        small_gate.admit()
    assert (expired.value.status, expired.value.error_code) == (401, 401001)


@pytest.mark.parametrize("token", ["", "nonsense", "a.b.c"])
def test_a_missing_or_malformed_token_is_refused(small_gate: Gate, token: str) -> None:
    with pytest.raises(Unauthorised, match=r"required|not valid"):
        small_gate.admit(token)


CLAIMS: dict[str, Any] = {"iss": "wenlu", "sub": "key_0001", "org": "org_0001", "scope": ["evaluation"], "exp": 2**33}


@pytest.mark.parametrize(
    "changed", [{"iss": "other"}, {"exp": "soon"}, {"exp": None}, {"scope": None}, {"scope": 5}, {"sub": None}]
)
def test_a_signed_token_with_other_claims_is_refused(small_gate: Gate, changed: dict[str, Any]) -> None:
    body = {name: value for name, value in {**CLAIMS, **changed}.items() if value is not None}
    with pytest.raises(Unauthorised, match="not valid"):
        small_gate.admit(jwt.encode(body, SECRET, algorithm="HS256"))


def test_a_token_signed_by_another_or_by_nobody_is_refused(small_gate: Gate) -> None:
    assert small_gate.admit(jwt.encode(CLAIMS, SECRET, algorithm="HS256")).caller.organisation_id == "org_0001"
    forged = jwt.encode(CLAIMS, SECRET[::-1], algorithm="HS256")
    unsigned = jwt.encode(CLAIMS, None, algorithm="none")
    for token in (forged, unsigned):
        with pytest.raises(Unauthorised, match="not valid"):
            small_gate.admit(token)


def test_a_token_names_the_secret_that_signed_it(small_gate: Gate) -> None:
    header = jwt.get_unverified_header(small_gate.token)
    assert header["kid"] == tokens.key_identifier(SECRET)
    assert SECRET not in str(header)


def test_the_tokens_of_a_revoked_key_are_refused_at_once(gate: Gate) -> None:
    gate.admit()
    gate.store.revoke_key("org_0001", "key_0001", gate.clock.now())
    with pytest.raises(Unauthorised, match="was revoked"):
        gate.admit()


def test_a_token_for_a_key_that_never_was_is_refused(small_gate: Gate) -> None:
    token = jwt.encode({**CLAIMS, "sub": "key_9999"}, SECRET, algorithm="HS256")
    with pytest.raises(Unauthorised, match="was revoked"):
        small_gate.admit(token)


def test_without_the_permission_a_right_token_is_forbidden(small_gate: Gate) -> None:
    key = small_gate.access.new_key(small_gate.organisation, frozenset(["questions"]))
    with pytest.raises(Forbidden, match="lacks the permission 'evaluation'") as refused:
        small_gate.admit(small_gate.fresh_token(key))
    assert (refused.value.status, refused.value.error_code) == (403, 403001)


def test_a_token_cannot_give_itself_a_permission_that_its_key_lacks(small_gate: Gate) -> None:
    small_gate.access.new_key(small_gate.organisation, frozenset(["questions"]))
    token = jwt.encode({**CLAIMS, "sub": "key_0002"}, SECRET, algorithm="HS256")
    with pytest.raises(Forbidden, match="lacks the permission"):
        small_gate.admit(token)


def test_the_signing_secret_is_made_once_and_shared_by_workers(store: SqlStore, clock: StoppedClock) -> None:
    workers = [
        Access(
            store=store, clock=clock, identifiers=CountingIdentifiers(), secret=None, token_lifetime_seconds=60,
            rate=RateLimit(rate_per_second=1, burst=1),
            open_rate=None,
        )
        for _ in range(2)
    ]  # fmt: skip
    assert workers[0].secret == workers[1].secret
    assert len(workers[0].secret) == 64


# -- rate ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shared", [False, True])
def test_a_key_has_its_burst_and_then_its_rate(store: SqlStore, clock: StoppedClock, shared: bool) -> None:
    rate = RateLimit(rate_per_second=2, burst=3, store=store if shared else None)
    for _ in range(3):
        rate.take("key", now=clock.now())
    with pytest.raises(RateExceeded, match="rate limit is reached") as refused:
        rate.take("key", now=clock.now())
    assert refused.value.retry_after_seconds == 1
    rate.take("another key", now=clock.now())
    clock.advance(SECOND / 2)
    rate.take("key", now=clock.now())
    with pytest.raises(RateExceeded, match="rate limit is reached"):
        rate.take("key", now=clock.now())


def test_workers_share_a_bucket_through_the_store_and_not_without_it(store: SqlStore, clock: StoppedClock) -> None:
    for held_in, allowed in ((store, 1), (None, 2)):
        workers = [RateLimit(rate_per_second=1, burst=1, store=held_in) for _ in range(2)]
        taken = 0
        for worker in workers:
            try:
                worker.take("key", now=clock.now())
            except RateExceeded:
                continue
            taken += 1
        assert taken == allowed


def test_a_slow_rate_says_how_long_to_wait(clock: StoppedClock) -> None:
    rate = RateLimit(rate_per_second=0.1, burst=1)
    rate.take("key", now=clock.now())
    clock.advance(4 * SECOND)
    with pytest.raises(RateExceeded, match="rate limit") as refused:
        rate.take("key", now=clock.now())
    assert refused.value.retry_after_seconds == 6


def test_buckets_in_memory_are_bounded(clock: StoppedClock) -> None:
    rate = RateLimit(rate_per_second=1, burst=1)
    for number in range(MOST_BUCKETS + 5):
        rate.take(f"key {number}", now=clock.now())
    assert len(rate._buckets) == MOST_BUCKETS


def test_guesses_at_keys_are_slowed_by_address_and_keep_no_right_key_out(clock: StoppedClock) -> None:
    core = in_memory_core(clock=clock)
    assert isinstance(core.store, SqlStore)
    gate = Gate(core.store, clock, RateLimit(rate_per_second=1, burst=3))
    for _ in range(3):
        with pytest.raises(Unauthorised, match="unknown or revoked"):
            gate.access.token(TokenRequest(api_key="guess"), address="here")
    with pytest.raises(RateExceeded, match="rate limit"):
        gate.access.token(TokenRequest(api_key="guess"), address="here")
    assert gate.access.token(TokenRequest(api_key=gate.key), address="here").permissions


# -- addresses that need no credential -------------------------------------------------------------------------


@pytest.fixture
def opened(store: SqlStore, clock: StoppedClock) -> Gate:
    """A gate whose open addresses take one call a second from each address."""
    return Gate(store, clock, open_rate=RateLimit(rate_per_second=1, burst=1))


def test_an_open_address_lets_nobody_known_in_at_a_rate_by_address(opened: Gate) -> None:
    access = opened.access
    assert access.admit_open(None, "grammar", address="here") is None
    with pytest.raises(RateExceeded, match="rate limit"):
        access.admit_open(None, "grammar", address="here")
    assert access.admit_open(None, "grammar", address="elsewhere") is None


def test_a_token_at_an_open_address_must_hold_and_have_the_permission(opened: Gate) -> None:
    caller = opened.access.admit_open(opened.token, "grammar", address="here", language="en")
    assert caller is not None
    assert (caller.organisation_id, caller.language, caller.call) == ("org_0001", "en", None)
    narrow = opened.fresh_token(opened.access.new_key(opened.organisation, frozenset(["questions"])))
    with pytest.raises(Forbidden, match="lacks the permission 'grammar'"):
        opened.access.admit_open(narrow, "grammar", address="here")
    for token in ("", "nonsense"):
        with pytest.raises(Unauthorised, match="token"):
            opened.access.admit_open(token, "grammar", address="here")


def test_a_closed_address_asks_everybody_for_a_token(gate: Gate) -> None:
    with pytest.raises(Unauthorised, match="An access token is required"):
        gate.access.admit_open(None, "grammar", address="here")
    assert gate.access.admit_open(gate.token, "grammar", address="here") is not None


# -- people ----------------------------------------------------------------------------------------------------


def with_account(gate: Gate) -> Account:
    """An account with the password 'right'."""
    account = Account(
        "acc", "org_0001", "li", "teacher", "李", keys.hash_password("right"), None, "zh", gate.clock.now()
    )
    gate.store.add_account(account)
    return account


def test_a_right_password_opens_a_browser_session_for_two_weeks(gate: Gate) -> None:
    account = with_account(gate)
    cookie = gate.access.sign_in("li", "right").secret
    gate.clock.advance(timedelta(days=SIGNIN_DAYS / 2))
    assert gate.access.account_of(cookie) == account
    gate.clock.advance(timedelta(days=SIGNIN_DAYS / 2) - SECOND)
    assert gate.access.account_of(cookie) == account
    gate.clock.advance(SECOND)
    assert gate.access.account_of(cookie) is None


def test_a_browser_that_nothing_was_asked_from_is_signed_out_after_eight_days(gate: Gate) -> None:
    cookie = gate.access.open_signin(with_account(gate))
    gate.clock.advance(timedelta(days=SIGNIN_IDLE_DAYS) - SECOND)
    assert gate.access.account_of(cookie) is not None
    gate.clock.advance(timedelta(days=SIGNIN_IDLE_DAYS))
    assert gate.access.account_of(cookie) is None


def test_an_admission_shows_the_quota_as_its_own_call_left_it(gate: Gate) -> None:
    first, second = gate.admit(), gate.admit()
    gate.store.count_call(second.caller.call)
    gate.store.count_call(first.caller.call)
    assert [each.headers()["X-Quota-Remaining"] for each in (second, first)] == ["999", "998"]


def test_signing_out_ends_this_session_and_no_other(small_gate: Gate) -> None:
    account = with_account(small_gate)
    here, there = (small_gate.access.open_signin(account) for _ in range(2))
    small_gate.access.sign_out(here)
    assert small_gate.access.account_of(here) is None
    assert small_gate.access.account_of(there) == account


def test_a_wrong_password_and_an_unknown_name_are_refused_in_the_same_words(small_gate: Gate) -> None:
    with_account(small_gate)
    said = set()
    for name, password in (("li", "wrong"), ("nobody", "right")):
        with pytest.raises(Unauthorised, match="user name or password is wrong") as refused:
            small_gate.access.sign_in(name, password)
        said.add(str(refused.value))
    assert len(said) == 1


def test_an_unknown_name_costs_as_much_as_a_wrong_password(small_gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    with_account(small_gate)
    hashed: list[bytes] = []
    scrypt = keys._scrypt
    monkeypatch.setattr(keys, "_scrypt", lambda password, salt: hashed.append(salt) or scrypt(password, salt))
    for name in ("li", "nobody"):
        with pytest.raises(Unauthorised, match="wrong"):
            small_gate.access.sign_in(name, "guess")
    assert len(hashed) == 2
