"""Authentication and authorisation: access tokens for API keys, callers for access tokens. `people` has passwords and cookies."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from core.access import keys, quota, tokens
from core.access.demo_door import DemoDoor
from core.access.guess_limits import network
from core.access.people import People
from core.access.rate import RateLimit
from core.access.school_addresses import free_address
from core.access.suspension import refuse_if_suspended
from core.access.usage_rules import RULES
from core.access.wire import AccessToken, TokenRequest
from core.errors import BadParameter, Forbidden, KeySuspended, Unauthorised
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import PERMISSIONS, ApiKey, Call, Caller, KeyState, Organisation, Permission, Tier
from core.wire import Bilingual, Language


@dataclass(frozen=True)
class Admission:
    """An authenticated request: who calls, and the quota figures for the response headers."""

    caller: Caller
    limit: int | None
    used: int
    """Calls of the month before this one."""
    resets_at: datetime

    @property
    def remaining(self) -> int | None:
        """Calls left before this one; None = no limit."""
        return None if self.limit is None else max(0, self.limit - self.used)

    def headers(self) -> dict[str, str]:
        """The quota as response headers: after this call where it was counted, else before it."""
        counted = self.caller.call.receipt.used if self.caller.call else None
        used = self.used if counted is None else counted
        return quota_headers(self.limit, used, self.resets_at)


def quota_headers(limit: int | None, used: int, resets_at: datetime) -> dict[str, str]:
    """The three headers of every answer to a valid token."""
    return {
        "X-Quota-Limit": "unlimited" if limit is None else str(limit),
        "X-Quota-Remaining": "unlimited" if limit is None else str(max(0, limit - used)),
        "X-Quota-Reset": resets_at.isoformat(),
    }


@dataclass(frozen=True)
class Price:
    """What an endpoint requires of its caller: a permission, and the overage price in li (0 = not sold past the quota)."""

    endpoint: str
    permission: Permission | None
    """None: any valid token may call it."""
    price_li: int


class Access:
    """Admits calls or refuses them. One instance a process.

    `open_rate` limits calls without a credential to the addresses that need none; None closes those addresses. `closed`: the
    permissions whose open addresses are closed one by one. `demo`: how far the demo is open (`core.access.demo_door`).
    `people`: accounts and sign-ins.
    """

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        rate: RateLimit,
        open_rate: RateLimit | None,
        secret: str | None,
        token_lifetime_seconds: int,
        closed: frozenset[Permission] = frozenset(),
        demo: DemoDoor = "closed",
    ) -> None:
        self._closed = closed
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._rate = rate
        self._open_rate = open_rate
        self._secret = secret
        self._lifetime_seconds = token_lifetime_seconds
        self._demo = demo
        self.people = People(store=store, clock=clock, identifiers=identifiers, key=lambda: self.secret, demo=demo)
        self.account_of, self.open_signin = self.people.account_of, self.people.open_signin
        self.sign_in, self.sign_out, self.new_account = (
            self.people.sign_in,
            self.people.sign_out,
            self.people.new_account,
        )

    @property
    def secret(self) -> str:
        """The signing secret: the operator's, else one made once and kept in the store."""
        if self._secret is None:
            self._secret = self._store.signing_secret(secrets.token_hex(32))
        return self._secret

    def token(self, request: TokenRequest, *, address: str = "local") -> AccessToken:
        """An access token for an API key; guesses are slowed by client address. Raises `Unauthorised`, `KeySuspended`."""
        now = self._clock.now()
        key = self._store.key_by_hash(keys.secret_sha256(request.api_key))
        # Wrong keys are counted by address, right ones by key: one caller's guesses lock out nobody else's program.
        self._rate.take(f"token:{network(address)}" if key is None else f"token:{key.key_id}", now=now)
        if (
            key is None
            or key.revoked_at is not None
            or self._is_closed_demo(self._store.organisation(key.organisation_id))
        ):
            raise Unauthorised(
                "The API key is unknown or revoked.",
                remedy=Bilingual(
                    zh="请检查 API 密钥，或请管理员新建一个。", en="Check the API key, or have a new one made."
                ),
            )
        refuse_if_suspended(key)
        self._store.touch_key(key.organisation_id, key.key_id, now)
        claims = tokens.Claims(key.key_id, key.organisation_id, key.permissions)
        signed = tokens.issue(claims, secret=self.secret, now=now, lifetime_seconds=self._lifetime_seconds)
        return AccessToken(access_token=signed, expires_in=self._lifetime_seconds, permissions=sorted(key.permissions))

    def admit(
        self,
        token: str | None,
        price: Price,
        *,
        request_id: str,
        language: Language | None = None,
        idempotency_key: str | None = None,
        fingerprint: str = "",
    ) -> Admission:
        """The caller behind a bearer token, with the call that is to be counted by the transaction that does its work.

        Raises `Unauthorised`, `TokenExpired`, `RateExceeded`, `Forbidden`. The quota is not checked here: only the
        transaction that counts the call can do that exactly.
        """
        claims = self.claims(token)
        now = self._clock.now()
        self._rate.take(claims.key_id, now=now)
        period = quota.period_of(now)
        key_state = self._key_state(claims, period)
        limit = quota.monthly_limit(key_state.organisation, temporary=key_state.temporary)
        resets_at = quota.reset_after(now)
        call = Call(
            organisation_id=claims.organisation_id,
            key_id=claims.key_id,
            endpoint=price.endpoint,
            period=period,
            limit=limit,
            overage=key_state.organisation.overage,
            price_li=price.price_li,
            request_id=request_id,
            called_at=now,
            retry_after_seconds=int((resets_at - now).total_seconds()) + 1,
            idempotency_key=idempotency_key,
            fingerprint=fingerprint,
        )
        caller = Caller(claims.organisation_id, claims.permissions, language, call)
        admission = Admission(caller, limit, key_state.used, resets_at)
        if price.permission is not None and price.permission not in claims.permissions & key_state.key.permissions:
            refused = Forbidden(f"The API key lacks the permission {price.permission!r}.")
            refused.headers = admission.headers()
            raise refused
        return admission

    def admit_open(
        self, token: str | None, permission: Permission, *, address: str, language: Language | None = None
    ) -> Caller | None:
        """The caller of an address that needs no credential; None for an anonymous one. Such calls are not counted.

        Without a token the stricter rate by client address applies; a token that is sent must be valid. Raises
        `Unauthorised` (also without a token, where the operator has closed the open addresses), `TokenExpired`,
        `RateExceeded`, `Forbidden`.
        """
        now = self._clock.now()
        if token is None and self._open_rate is not None and permission not in self._closed:
            self._open_rate.take(f"open:{network(address)}", now=now)
            return None
        claims = self.claims(token)
        self._rate.take(claims.key_id, now=now)
        key_state = self._key_state(claims, quota.period_of(now))
        if permission not in claims.permissions & key_state.key.permissions:
            raise Forbidden(f"The API key lacks the permission {permission!r}.")
        return Caller(claims.organisation_id, claims.permissions, language, None)

    def quota_headers(self, token: str | None) -> dict[str, str]:
        """The quota headers for an answer to a call that was not admitted; none without a valid token."""
        try:
            claims = self.claims(token)
            now = self._clock.now()
            key_state = self._key_state(claims, quota.period_of(now))
        except (Unauthorised, KeySuspended):
            return {}
        limit = quota.monthly_limit(key_state.organisation, temporary=key_state.temporary)
        return quota_headers(limit, key_state.used, quota.reset_after(now))

    def claims(self, token: str | None) -> tokens.Claims:
        """What a bearer token says. Raises `Unauthorised`, `TokenExpired`."""
        if not token:
            raise Unauthorised("An access token is required.")
        return tokens.read(token, secret=self.secret, now=self._clock.now())

    def _key_state(self, claims: tokens.Claims, period: str) -> KeyState:
        key_state = self._store.key_state(claims.key_id, period)
        if key_state is None or key_state.key.revoked_at is not None or self._is_closed_demo(key_state.organisation):
            raise Unauthorised("The API key behind this token was revoked.")
        if key_state.organisation.organisation_id != claims.organisation_id:
            raise Unauthorised("The access token is not valid.")
        refuse_if_suspended(key_state.key)
        return key_state

    def _is_closed_demo(self, organisation: Organisation | None) -> bool:
        return organisation is not None and organisation.demo and self._demo == "closed"

    # -- keys and organisations, for the command line and the admin page --------------------------------

    def organisation(self, name: str, *, tier: Tier = "free") -> Organisation:
        """The organisation of that name, made if it is new."""
        organisation = self._store.organisation_named(name)
        if organisation is not None:
            return organisation
        organisation_id = self._identifiers.new("org")
        address = free_address(name, organisation_id, store=self._store)
        organisation = Organisation(organisation_id, name, tier, None, False, self._clock.now(), address)
        if self._store.add_organisation(organisation):
            return organisation
        return self.organisation(name, tier=tier)  # another process was quicker

    def new_key(
        self, organisation: Organisation, permissions: frozenset[Permission], *, agreed_rules: str | None = None
    ) -> str:
        """A new API key in the clear: shown once, stored as a hash, with the version of the usage rules that was agreed to for it.

        Raises `BadParameter`, also for a version that does not hold now.
        """
        if agreed_rules not in (None, RULES.version):
            raise BadParameter.of("agreed_rules", f"is not {RULES.version}, the version that holds now")
        unknown = permissions - set(PERMISSIONS)
        if unknown:
            allowed = ", ".join(PERMISSIONS)
            raise BadParameter.of("permissions", f"{', '.join(sorted(unknown))} unknown; allowed: {allowed}")
        secret, prefix = keys.new_key()
        self._store.add_key(
            ApiKey(
                key_id=self._identifiers.new("key"),
                organisation_id=organisation.organisation_id,
                prefix=prefix,
                secret_sha256=keys.secret_sha256(secret),
                permissions=permissions,
                created_at=self._clock.now(),
                agreed_rules=agreed_rules,
            )
        )
        return secret
