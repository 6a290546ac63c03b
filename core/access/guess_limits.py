"""Limits on password guesses, by account and by address, which do not lock out the account's own users.

Each sign-in attempt takes tokens before the password is checked, and gets them back if the password was right. Which buckets
it takes from depends on who tries, after OWASP's device cookies and NIST SP 800-63B, 5.2.2:

- a browser that has signed in to this account before (known by its device cookie) has a lane of its own, which guessers
  elsewhere cannot exhaust;
- an address that has signed in to this account before uses a lane of the account that is separate from that of strangers, and
  is exempt from the limit of its address: a class behind one address gets in although somebody there is guessing;
- everybody else takes from the account's lane for strangers and from the lane of the address.

Unknown user names are limited in the same way. The counts are kept in the database, under hashes, and shared by all processes.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv6Address, ip_address

from core.errors import NotFound, RateExceeded
from core.ports.access import AccessStore
from core.records.access import Bucket

STRANGER_LANE = 60.0, 6
"""Seconds until one more try at an account is allowed, and tries allowed at once: 16 in ten minutes from however many addresses."""
NEIGHBOUR_LANE = 60.0, 4
"""The same from addresses that have signed in to the account before: 14 in ten minutes. The two lanes combined stay within 30."""
DEVICE_LANE = 30.0, 8
"""The same for one known browser."""
ADDRESS_LANE = 2.0, 60
"""Wrong tries from one address by strangers to the accounts: a class that signs in for the first time and mistypes has room."""
DAY_LANE = 864.0, 100
"""A hundred wrong tries at an account, and a hundred more a day (NIST: no more than 100 in a row)."""
CODE_LANE = 30.0, 20
"""Wrong codes to join a class from one address: a class that mistypes has room, and 39 bits take a million years."""
REGISTRATION_LANE = 20.0, 80
"""Registrations from one address: two classes at once in one room, then three a minute."""

IPV6_PREFIX = 64
"""Leading bits of an IPv6 address that identify a subscriber, who is free to choose the rest."""
MOST_REFUSALS = 10_000
"""Refusals kept in memory."""
TRIES_BETWEEN_PRUNINGS = 256
"""Buckets that are full again are deleted once in so many tries."""


@dataclass(frozen=True)
class Client:
    """Who tries, as keyed hashes: what is stored reveals no address and cannot be sent as a cookie."""

    address: str
    device: str
    """The hash of the device cookie; of the empty string where there is none."""


class GuessLimiter:
    """Limits password guesses; one instance a process. `key` is the secret of the hashes, so that nobody else can make them."""

    def __init__(self, store: AccessStore, key: Callable[[], str]) -> None:
        self._store = store
        self._key = key
        self._refused: OrderedDict[str, tuple[datetime, float]] = OrderedDict()
        self._lock = threading.Lock()
        self._tries = 0

    def client(self, address: str, device: str) -> Client:
        """The hashes of an address (of its network, for IPv6) and of a device cookie."""
        return Client(self._hash("address", network(address)), self._hash("device", device))

    def take(self, username: str, account_id: str, client: Client, *, now: datetime) -> Sequence[Bucket]:
        """Take the tokens of one try and return them, to be given back if the password is right.

        Raises `RateExceeded`; then the password must not be checked.
        """
        buckets = self._lanes(username, account_id, client)
        for bucket in buckets:
            self._repeat_refusal(bucket.name, now)
        short, seconds = self._store.take_tokens(buckets, now)
        if seconds > 0:
            self._remember_refusal(short, now, seconds)
            raise _refusal(seconds)
        self._prune(now)
        return buckets

    def give_back(self, taken: Sequence[Bucket]) -> None:
        """Give the tokens of a try back, because its password was right."""
        self._store.give_back_tokens(taken)

    @contextmanager
    def code_try(self, address: str, *, now: datetime) -> Iterator[None]:
        """Limits guesses at codes that open a class: the token of a try is given back unless the code opened none (`NotFound`).

        Raises `RateExceeded` before the code is looked up.
        """
        bucket = Bucket(f"join:code:{self._hash('address', network(address))}", *CODE_LANE)
        self._take_one(bucket, now)
        try:
            yield
        except NotFound:
            raise
        except BaseException:
            self._store.give_back_tokens([bucket])
            raise
        self._store.give_back_tokens([bucket])

    def take_registration(self, address: str, *, now: datetime) -> None:
        """Take the token of one registration from an address. Raises `RateExceeded`."""
        self._take_one(Bucket(f"join:new:{self._hash('address', network(address))}", *REGISTRATION_LANE), now)

    def _take_one(self, bucket: Bucket, now: datetime) -> None:
        self._repeat_refusal(bucket.name, now)
        short, seconds = self._store.take_tokens([bucket], now)
        if seconds > 0:
            self._remember_refusal(short, now, seconds)
            raise _refusal(seconds)
        self._prune(now)

    def remember_client(self, account_id: str, client: Client, signed_in_at: datetime, *, device: str) -> None:
        """Remember that this client signed in to the account; its browser bears the device cookie `device` from now on."""
        new_device = self._hash("device", device)
        self._store.remember_client(
            account_id, signed_in_at, device=new_device, address=client.address, replaced=client.device
        )

    def _lanes(self, username: str, account_id: str, client: Client) -> tuple[Bucket, ...]:
        known = self._store.known_clients(account_id, (client.address, client.device))
        name = self._hash("name", username)
        if client.device in known:
            return (Bucket(f"signin:device:{name}:{client.device[:32]}", *DEVICE_LANE),)
        day = Bucket(f"signin:day:{name}", *DAY_LANE)
        if client.address in known:
            return Bucket(f"signin:neighbours:{name}", *NEIGHBOUR_LANE), day
        return (
            Bucket(f"signin:strangers:{name}", *STRANGER_LANE),
            Bucket(f"signin:address:{client.address}", *ADDRESS_LANE),
            day,
        )

    def _repeat_refusal(self, name: str, now: datetime) -> None:
        """Refuse without asking the database while an earlier refusal lasts; a clock that was set back ends it."""
        with self._lock:
            since, seconds = self._refused.get(name, (now, 0.0))
        remaining = seconds - (now - since).total_seconds()
        if now >= since and remaining > 0:
            raise _refusal(remaining)

    def _remember_refusal(self, name: str, now: datetime, seconds: float) -> None:
        with self._lock:
            self._refused[name] = (now, seconds)
            self._refused.move_to_end(name)
            while len(self._refused) > MOST_REFUSALS:
                self._refused.popitem(last=False)

    def _prune(self, now: datetime) -> None:
        self._tries += 1
        if self._tries % TRIES_BETWEEN_PRUNINGS == 0:
            self._store.delete_full_buckets(now)

    def _hash(self, kind: str, value: str) -> str:
        message = f"{kind}:{value}".encode("utf-8", "surrogatepass")
        return hmac.new(self._key().encode(), message, hashlib.sha256).hexdigest()


def _refusal(seconds: float) -> RateExceeded:
    return RateExceeded(retry_after_seconds=max(1, math.ceil(seconds)))


def network(address: str) -> str:
    """The part of an address that identifies a subscriber: all of an IPv4 one, mapped into IPv6 or not; 64 bits of an IPv6 one.

    What is not an address is returned as it is.

    >>> network("203.0.113.7"), network("::ffff:203.0.113.7"), network("2001:db8::1") == network("2001:db8::ffff:2"), network("local")
    ('203.0.113.7', '203.0.113.7', True, 'local')
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(int(parsed) >> (128 - IPV6_PREFIX))
    return str(parsed)
