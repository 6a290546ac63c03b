"""One-time codes: by one a person signs in for the first time, or after a reset, and then chooses a password.

A code has 8 characters of an alphabet of 31 without look-alikes: 39.6 random bits. It is stored as an HMAC-SHA-256 under the service's
secret, over the account and the code. A slow hash would protect passwords that people choose; of a random code nobody who has the database
alone can try a single one without the secret, and at the door guesses are limited (100 a day and account: `core.access.guess_limits`),
so that 60 days of guessing find it with a probability of one in a hundred million.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta

from core.access.keys import UNMATCHABLE_HASH
from core.ports.store import Store
from core.records.access import Account
from core.records.roster import AccessCode

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without I, L, O, 0 and 1."""
CHARACTERS = 8
LIFETIME = timedelta(days=60)


def new_code() -> str:
    """A fresh code, without the hyphen that it is shown with."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CHARACTERS))


def shown(code: str) -> str:
    """The code as it is printed.

    >>> shown("K7MP3QXH")
    'K7MP-3QXH'
    """
    return f"{code[: CHARACTERS // 2]}-{code[CHARACTERS // 2 :]}"


def as_typed(text: str) -> str:
    """What was typed as a code: capitals, without blanks and hyphens; empty for what can be no code.

    >>> as_typed(" k7mp 3qxh"), as_typed("K7MP-3QXH-")
    ('K7MP3QXH', 'K7MP3QXH')
    """
    if len(text) > 4 * CHARACTERS:
        return ""
    typed = "".join(unicodedata.normalize("NFKC", text).upper().split()).replace("-", "").replace("–", "")
    return typed if len(typed) == CHARACTERS and set(typed) <= set(ALPHABET) else ""


def code_sha256(account_id: str, code: str, key: str) -> str:
    """The hash under which the code of an account is stored."""
    return hmac.new(key.encode(), f"one-time code:{account_id}:{code}".encode(), hashlib.sha256).hexdigest()


def matches(account: Account | None, typed: str, *, store: Store, key: str, now: datetime) -> bool:
    """Whether somebody typed the open code of an account. Asks the store for unknown accounts as well, so that both take the same time."""
    organisation_id, account_id = ("", "") if account is None else (account.organisation_id, account.account_id)
    stored = store.access_codes(organisation_id, [account_id])
    expected = stored[0].code_sha256 if stored and stored[0].expires_at > now else ""
    return hmac.compare_digest(code_sha256(account_id, as_typed(typed), key), expected) and bool(as_typed(typed))


def give(
    accounts: Sequence[Account],
    *,
    only_unused: bool,
    store: Store,
    key: str,
    now: datetime,
    lifetime: timedelta = LIFETIME,
) -> dict[str, str]:
    """New codes by account id, for accounts of one organisation; their passwords and sign-ins are void from now on.

    `only_unused`: pass over accounts that have a password of their own.
    """
    if not accounts:
        return {}
    codes = {each.account_id: new_code() for each in accounts}
    organisation_id = accounts[0].organisation_id
    rows = [
        AccessCode(organisation_id, account_id, code_sha256(account_id, code, key), now, now + lifetime)
        for account_id, code in codes.items()
    ]
    given = store.give_codes(organisation_id, rows, unused_password=UNMATCHABLE_HASH, only_unused=only_unused)
    return {account_id: code for account_id, code in codes.items() if account_id in given}


def has_password(account: Account) -> bool:
    """Whether the person has chosen a password: before the first, and after a reset, there is a code at most."""
    return account.password_hash != UNMATCHABLE_HASH
