"""What access control needs of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Protocol

from core.records.access import Account, ApiKey, Bucket, Call, KeyState, Organisation, Signin, UsageRow


class AccessStore(Protocol):
    """Organisations, keys, quota, rate, the billing ledger, accounts."""

    def add_organisation(self, organisation: Organisation) -> bool:
        """Store an organisation with its class of everyone; False, and nothing stored, when the name or the address is taken."""
        ...

    def set_address(self, organisation_id: str, address: str | None) -> bool:
        """Set the short name by which the sign-in page finds an organisation; False, and nothing changed, when another has it."""
        ...

    def organisation_at(self, address: str) -> Organisation | None:
        """The organisation with this short name."""
        ...

    def organisation(self, organisation_id: str) -> Organisation | None: ...

    def organisation_named(self, name: str) -> Organisation | None: ...

    def organisations(self) -> list[Organisation]: ...

    def set_plan(self, organisation_id: str, *, tier: str, monthly_limit: int | None, overage: bool) -> None: ...

    def add_key(self, key: ApiKey) -> None: ...

    def key_by_hash(self, secret_sha256: str) -> ApiKey | None: ...

    def keys(self, organisation_id: str) -> list[ApiKey]: ...

    def revoke_key(self, organisation_id: str, key_id: str, at: datetime) -> bool: ...

    def suspend_key(self, organisation_id: str, key_id: str, reason: str, at: datetime) -> bool:
        """Refuse a key and its tokens until it is resumed, with the reason; the last reason holds. False, and nothing changed, where there is no
        such key or it was revoked."""
        ...

    def resume_key(self, organisation_id: str, key_id: str) -> bool:
        """Let a suspended key and its tokens in again; False when it was not suspended."""
        ...

    def touch_key(self, organisation_id: str, key_id: str, at: datetime) -> None: ...

    def key_state(self, key_id: str, period: str) -> KeyState | None:
        """Key, organisation, temporary quota and calls counted, in one query; None when the key does not exist."""
        ...

    def count_call(self, call: Call, *, reply: str | None = None, student_id: str | None = None) -> None:
        """Count a call that writes nothing else, and store its reply; `student_id`: the student that the reply is about.

        Raises `QuotaExceeded`, `AlreadyAnswered`.
        """
        ...

    def signing_secret(self, fresh: str) -> str:
        """The secret that signs tokens: `fresh` is stored if there was none before, and the stored one is returned."""
        ...

    def remembered_reply(self, organisation_id: str, idempotency_key: str) -> tuple[str, str, str] | None:
        """(endpoint, fingerprint, data as JSON text) of an earlier call with this idempotency key; None without one."""
        ...

    def quota_used(self, organisation_id: str, period: str) -> int: ...

    def grant_temporary(self, organisation_id: str, period: str, calls: int, *, note: str, at: datetime) -> None: ...

    def temporary_quota(self, organisation_id: str, period: str) -> int: ...

    def ledger(self, organisation_id: str | None, period: str) -> Iterator[UsageRow]: ...

    def take_token(self, bucket: str, *, rate_per_second: float, burst: int, at: datetime) -> float:
        """Take one token from a bucket shared by all workers; returns 0, or the seconds until a token is available."""
        ...

    def take_tokens(self, buckets: Sequence[Bucket], at: datetime) -> tuple[str, float]:
        """Take a token from each bucket, or from none if one is empty; returns ("", 0), or the empty bucket's name and the seconds until it
        has a token."""
        ...

    def give_back_tokens(self, buckets: Sequence[Bucket]) -> None:
        """Put tokens back that were taken for an attempt which turned out to be legitimate."""
        ...

    def delete_full_buckets(self, at: datetime) -> int:
        """Delete the rows of buckets that are full again, since these carry no information; returns their number."""
        ...

    def add_account(self, account: Account) -> bool:
        """Store an account; False, and nothing stored, when the user name is taken in its organisation."""
        ...

    def account(self, organisation_id: str, account_id: str) -> Account | None: ...

    def accounts_named(self, username: str) -> list[Account]:
        """The accounts with a user name, one of an organisation at most: a person types it before the organisation is known."""
        ...

    def accounts(self, organisation_id: str) -> list[Account]: ...

    def update_account(self, account: Account) -> None:
        """Replace the fields of an account, except password and state, which have methods of their own."""
        ...

    def change_password(
        self, organisation_id: str, account_id: str, password_hash: str, *, keep_signin: str = ""
    ) -> bool:
        """Replace the password, end every sign-in except `keep_signin`, and delete the known clients and the one-time code; False if there is no such account."""
        ...

    def set_disabled(self, organisation_id: str, account_id: str, at: datetime | None) -> bool:
        """Close an account and end its sign-ins, or (None) open it again; False when nothing changed."""
        ...

    def add_signin(self, signin: Signin) -> None:
        """Store a sign-in of a browser, identified by the hash of its cookie."""
        ...

    def signed_in(
        self, token_sha256: str, at: datetime, *, seen_since: datetime, demo: bool
    ) -> tuple[Account, Signin] | None:
        """The open account of a sign-in that has not expired and was last seen after `seen_since`; an account of the demo only with `demo`."""
        ...

    def touch_signin(self, token_sha256: str, at: datetime) -> None:
        """Record that a browser was seen, to within minutes; does nothing if the database cannot be written."""
        ...

    def signins(self, organisation_id: str, account_id: str, at: datetime, *, seen_since: datetime) -> list[Signin]:
        """The sign-ins of an account of the organisation, the last seen first."""
        ...

    def end_signin(self, token_sha256: str) -> None:
        """End a sign-in."""
        ...

    def end_signins(self, organisation_id: str, account_id: str, *, only: str = "", keep: str = "") -> list[str]:
        """End one sign-in of an account (`only`), all but one (`keep`), or all; returns the hashes of the cookies of those ended."""
        ...

    def known_clients(self, account_id: str, clients: Collection[str]) -> frozenset[str]:
        """Those of the clients (keyed hashes) from which someone has signed in to the account before."""
        ...

    def remember_client(self, account_id: str, at: datetime, *, device: str, address: str, replaced: str = "") -> None:
        """Record the browser and the address of a sign-in to an account (keyed hashes; a bounded number is kept).

        A browser that any account knows as `replaced` is renamed to `device`.
        """
        ...
