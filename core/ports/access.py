"""What access control needs of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Protocol

from core.records.access import Account, ApiKey, Bucket, Call, KeyState, Organisation, Signin, UsageRow


class AccessStore(Protocol):
    """Organisations, keys, quota, rate, the billing ledger, accounts."""

    def add_organisation(self, organisation: Organisation) -> bool:
        """False, and nothing kept, when the name is taken."""
        ...

    def organisation(self, organisation_id: str) -> Organisation | None: ...

    def organisation_named(self, name: str) -> Organisation | None: ...

    def organisations(self) -> list[Organisation]: ...

    def set_plan(self, organisation_id: str, *, tier: str, monthly_limit: int | None, overage: bool) -> None: ...

    def add_key(self, key: ApiKey) -> None: ...

    def key_by_hash(self, secret_sha256: str) -> ApiKey | None: ...

    def keys(self, organisation_id: str) -> list[ApiKey]: ...

    def revoke_key(self, organisation_id: str, key_id: str, at: datetime) -> bool: ...

    def touch_key(self, organisation_id: str, key_id: str, at: datetime) -> None: ...

    def key_state(self, key_id: str, period: str) -> KeyState | None:
        """Key, organisation, temporary quota and use in one query; None when the key does not exist."""
        ...

    def count_call(self, call: Call, *, reply: str | None = None, student_id: str | None = None) -> None:
        """Count a call that writes nothing else, and remember its reply; `student_id`: whom the reply is about.

        Raises `QuotaExceeded`, `AlreadyAnswered`.
        """
        ...

    def signing_secret(self, fresh: str) -> str:
        """The secret that signs tokens: `fresh` is kept if none was kept before, and the kept one comes back."""
        ...

    def remembered_reply(self, organisation_id: str, idempotency_key: str) -> tuple[str, str, str] | None:
        """(endpoint, fingerprint, data as JSON text) of an earlier call under this idempotency key."""
        ...

    def quota_used(self, organisation_id: str, period: str) -> int: ...

    def grant_temporary(self, organisation_id: str, period: str, calls: int, *, note: str, at: datetime) -> None: ...

    def temporary_quota(self, organisation_id: str, period: str) -> int: ...

    def ledger(self, organisation_id: str | None, period: str) -> Iterator[UsageRow]: ...

    def take_token(self, bucket: str, *, rate_per_second: float, burst: int, at: datetime) -> float:
        """Take one token from a bucket shared by all workers; 0 when taken, else seconds until one is there."""
        ...

    def take_tokens(self, buckets: Sequence[Bucket], at: datetime) -> tuple[str, float]:
        """Take a token of each, or none at all: then the name of a bucket that has none, and seconds until it has one."""
        ...

    def give_back_tokens(self, buckets: Sequence[Bucket]) -> None:
        """Put back what was taken by somebody who turned out to be in the right."""
        ...

    def forget_full_buckets(self, at: datetime) -> int:
        """Remove buckets that are full again: their rows say nothing. Gives their number."""
        ...

    def add_account(self, account: Account) -> bool:
        """False, and nothing kept, when the user name is taken."""
        ...

    def account(self, organisation_id: str, account_id: str) -> Account | None: ...

    def account_named(self, username: str) -> Account | None:
        """User names are unique over all organisations: what a person types before it is known who that is."""
        ...

    def accounts(self, organisation_id: str) -> list[Account]: ...

    def update_account(self, account: Account) -> None:
        """Replace what is shown and chosen of an account; password and state have methods of their own."""
        ...

    def change_password(
        self, organisation_id: str, account_id: str, password_hash: str, *, keep_signin: str = ""
    ) -> bool:
        """Also ends every sign-in but the one kept, and forgets the known clients; False without such an account."""
        ...

    def set_disabled(self, organisation_id: str, account_id: str, at: datetime | None) -> bool:
        """Close an account and end its sign-ins, or open it again (None); False when it was so before."""
        ...

    def add_signin(self, signin: Signin) -> None:
        """A browser session, known by the hash of its cookie."""
        ...

    def signed_in(
        self, token_sha256: str, at: datetime, *, seen_since: datetime, demo: bool
    ) -> tuple[Account, Signin] | None:
        """The open account behind a cookie that has neither expired nor lain unused since `seen_since`; of the demo only with `demo`."""
        ...

    def touch_signin(self, token_sha256: str, at: datetime) -> None:
        """Note that a browser was there; to the nearest minutes, and not where nothing can be written."""
        ...

    def signins(self, organisation_id: str, account_id: str, at: datetime, *, seen_since: datetime) -> list[Signin]:
        """The browsers signed in to an account of the organisation, the last seen first."""
        ...

    def end_signin(self, token_sha256: str) -> None:
        """Forget a browser session."""
        ...

    def end_signins(self, organisation_id: str, account_id: str, *, only: str = "", keep: str = "") -> list[str]:
        """End one browser session of an account, all but one, or all; the hashes of those ended."""
        ...

    def known_clients(self, account_id: str, clients: Collection[str]) -> frozenset[str]:
        """Those of the clients (keyed hashes) from which the account was signed in to before."""
        ...

    def remember_client(self, account_id: str, at: datetime, *, device: str, address: str, replaced: str = "") -> None:
        """Note from which browser and address an account was signed in to (keyed hashes; a bounded number is kept).

        A browser that was known as `replaced`, to whichever accounts, is known as `device` from now on.
        """
        ...
