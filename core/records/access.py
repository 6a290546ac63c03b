"""Callers, metered calls, quota and accounts: records that capabilities and the store exchange."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

from core.wire import Language

Permission = Literal["questions", "evaluation", "speech", "essay", "grammar", "portrait", "recommendation", "knowledge"]
PERMISSIONS: tuple[Permission, ...] = get_args(Permission)
Tier = Literal["free", "education", "professional", "enterprise"]
Role = Literal["student", "teacher", "admin"]


@dataclass
class Receipt:
    """What the transaction that counts a call reports back on it."""

    used: int | None = None
    """Calls of the month including this one, or the calls at which it was refused; None = never counted."""


@dataclass(frozen=True)
class Call:
    """One metered HTTP call: counted, billed and remembered in the same transaction as its business write."""

    organisation_id: str
    key_id: str
    endpoint: str
    period: str
    """Month of the quota, `YYYY-MM` in UTC+8."""
    limit: int | None
    """Calls of the month, temporary quota included; None means no limit."""
    overage: bool
    """Whether priced calls beyond the limit are let through and billed."""
    price_li: int
    """Price of one overage call in li (0.001 yuan); 0 when the call has no price."""
    request_id: str
    called_at: datetime
    retry_after_seconds: int
    """Seconds until the next month begins."""
    idempotency_key: str | None = None
    fingerprint: str = ""
    """SHA-256 of the request's parameters; the same idempotency key with other parameters is refused."""
    empty_result: bool = False
    """Whether the call was accepted but its result is empty: it is counted like any other, and never billed."""
    receipt: Receipt = field(default_factory=Receipt, compare=False)


@dataclass(frozen=True)
class Caller:
    """The origin of a request: an organisation over HTTP, or a signed-in person through a page (then `call` is None)."""

    organisation_id: str
    permissions: frozenset[Permission]
    language: Language | None = None
    call: Call | None = None
    person: str = ""
    """Display name of the signed-in person; empty over HTTP."""
    class_id: str = ""
    """The class that a teacher looks at; empty for all of them, and over HTTP."""
    students: frozenset[str] | None = None
    """Ids of the only students that the caller may ask about; None: all of the organisation."""
    account_id: str = ""
    """The account of the signed-in person, whose doing it is what the call does; empty over HTTP."""

    def sees(self, student_id: str) -> bool:
        """Whether the caller may ask about a student."""
        return self.students is None or student_id in self.students


@dataclass(frozen=True)
class Organisation:
    """A customer, to which quota, bill and students belong; no organisation can read another's students."""

    organisation_id: str
    name: str
    tier: Tier
    monthly_limit: int | None
    """None = the tier's limit; the enterprise tier without a number has no limit."""
    overage: bool
    created_at: datetime
    address: str | None = None
    """Short name by which the sign-in page finds it, `lantian`; None only in rows that were put into the store past `Access`."""
    demo: bool = False
    """Whether this is the organisation of the demo: its accounts and keys are refused where the demo is closed."""


@dataclass(frozen=True)
class ApiKey:
    """An API key without its secret: only the SHA-256 is stored."""

    key_id: str
    organisation_id: str
    prefix: str
    secret_sha256: str
    permissions: frozenset[Permission]
    created_at: datetime
    revoked_at: datetime | None = None
    last_used_at: datetime | None = None
    agreed_rules: str | None = None
    """Version of the usage rules that was agreed to when the key was made; None where none was shown."""
    suspended_at: datetime | None = None
    suspended_for: str = ""
    """Why the operator suspended it; empty while it is not suspended."""


@dataclass(frozen=True)
class KeyState:
    """What a request needs to know about its key and organisation, read in one query."""

    organisation: Organisation
    key: ApiKey
    temporary: int
    """Temporary quota granted for the period of the query."""
    used: int
    """Calls counted in the period."""


@dataclass(frozen=True)
class UsageRow:
    """One counted call in the append-only ledger from which a bill can be rebuilt."""

    organisation_id: str
    period: str
    endpoint: str
    billed_li: int
    request_id: str
    key_id: str
    at: datetime


@dataclass(frozen=True)
class Account:
    """A person's account with a password. `password_hash` is scrypt with its salt and parameters."""

    account_id: str
    organisation_id: str
    username: str
    role: Role
    display_name: str
    password_hash: str
    student_id: str | None
    language: Language | None
    """Of the interface, as the person chose it; None before: it follows the browser."""
    created_at: datetime
    demo: bool = False
    settings: dict[str, str] = field(default_factory=dict)
    disabled_at: datetime | None = None
    """Time since which nobody can sign in to the account; None while it is open."""


@dataclass(frozen=True)
class Signin:
    """A browser that is signed in to an account."""

    token_sha256: str
    """SHA-256 of the cookie, which only the browser has."""
    account_id: str
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    browser: str = ""
    """The browser as it identified itself: `Firefox, Windows`."""


@dataclass(frozen=True)
class Bucket:
    """A token bucket: `burst` tokens at once, then one every `seconds_per_token`."""

    name: str
    seconds_per_token: float
    burst: int
