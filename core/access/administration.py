"""What the administrator of an organisation sees and does: quota, keys, sign-ins, ledger, bill."""

from __future__ import annotations

from collections import defaultdict

from core.access.people import People
from core.access.quota import monthly_limit, period_of, reset_after
from core.access.wire import Bill, BillLine, KeyView, LedgerLine, QuotaUse, SigninView
from core.errors import NotFound
from core.ports.access import AccessStore
from core.ports.system import Clock
from core.records.access import Account, ApiKey, Caller, Organisation

LI_IN_A_YUAN = 1_000


def organisation_of(caller: Caller, *, store: AccessStore) -> Organisation:
    """The caller's organisation. Raises `NotFound`."""
    organisation = store.organisation(caller.organisation_id)
    if organisation is None:
        raise NotFound(f"There is no organisation {caller.organisation_id!r}.")
    return organisation


def quota_use(caller: Caller, *, store: AccessStore, clock: Clock) -> QuotaUse:
    """Limit and use of this month."""
    organisation = organisation_of(caller, store=store)
    now = clock.now()
    period = period_of(now)
    temporary = store.temporary_quota(organisation.organisation_id, period)
    return QuotaUse(
        organisation_id=organisation.organisation_id,
        name=organisation.name,
        tier=organisation.tier,
        overage=organisation.overage,
        period=period,
        used=store.quota_used(organisation.organisation_id, period),
        limit=monthly_limit(organisation, temporary=temporary),
        temporary=temporary,
        resets_at=reset_after(now),
    )


def keys(caller: Caller, *, store: AccessStore) -> list[KeyView]:
    """The organisation's keys, newest first."""
    return [_view(key) for key in store.keys(caller.organisation_id)]


def revoke(key_id: str, caller: Caller, *, store: AccessStore, clock: Clock) -> bool:
    """Refuse a key from now on; False when it was revoked before. Raises `NotFound` for another organisation's key."""
    if key_id not in {key.key_id for key in store.keys(caller.organisation_id)}:
        raise NotFound(f"There is no key {key_id!r}.")
    return store.revoke_key(caller.organisation_id, key_id, clock.now())


def account_of(account_id: str, caller: Caller, *, store: AccessStore) -> Account:
    """An account of the caller's organisation. Raises `NotFound`, also for one of another organisation."""
    account = store.account(caller.organisation_id, account_id)
    if account is None:
        raise NotFound(f"There is no account {account_id!r}.")
    return account


def signins(account_id: str, caller: Caller, *, cookie: str, people: People) -> list[SigninView]:
    """The browsers that are signed in to an account, last seen first; `cookie` is the sign-in cookie of the caller's browser."""
    own_name = people.signin_name(cookie) if cookie else ""
    return [
        SigninView(
            name=signin.token_sha256,
            created_at=signin.created_at,
            last_seen_at=signin.last_seen_at,
            browser=signin.browser,
            here=signin.token_sha256 == own_name,
        )
        for signin in people.signins(caller.organisation_id, account_id)
    ]


def ledger(period: str, caller: Caller, *, store: AccessStore) -> list[LedgerLine]:
    """Every counted call of a month, in the order in which the calls were counted."""
    return [
        LedgerLine(
            at=row.at, endpoint=row.endpoint, key_id=row.key_id, request_id=row.request_id, billed_li=row.billed_li
        )
        for row in store.ledger(caller.organisation_id, period)
    ]


def bill(period: str, caller: Caller, *, store: AccessStore) -> Bill:
    """The bill of a month by endpoint; prices are summed in whole li and converted to yuan at the end."""
    billed: dict[str, list[int]] = defaultdict(list)
    for row in store.ledger(caller.organisation_id, period):
        billed[row.endpoint].append(row.billed_li)
    lines = [
        BillLine(
            endpoint=endpoint,
            calls=len(prices),
            past_quota=sum(price > 0 for price in prices),
            yuan=sum(prices) / LI_IN_A_YUAN,
        )
        for endpoint, prices in sorted(billed.items())
    ]
    return Bill(
        period=period,
        lines=lines,
        calls=sum(map(len, billed.values())),
        yuan=sum(map(sum, billed.values())) / LI_IN_A_YUAN,
    )


def _view(key: ApiKey) -> KeyView:
    return KeyView(
        key_id=key.key_id,
        prefix=key.prefix,
        permissions=sorted(key.permissions),
        created_at=key.created_at,
        last_used_at=key.last_used_at,
        revoked_at=key.revoked_at,
        agreed_rules=key.agreed_rules,
        suspended_at=key.suspended_at,
        suspended_for=key.suspended_for,
    )
