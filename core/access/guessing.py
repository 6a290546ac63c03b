"""Guesses at passwords: few for an account, few from an address, and none of them at the cost of those who were here before.

A try takes tokens before the password is looked at, and one that was right gets them back. Which buckets it takes from
depends on who tries, after OWASP's device cookies and NIST SP 800-63B, 5.2.2:

- a browser that this account was signed in from (by its device cookie) has a lane of its own: guessers elsewhere cannot close it;
- an address that this account was signed in from has a lane of the account's, apart from that of strangers, and is not held to
  the bound of its address: a class behind one address gets in beside a guesser;
- everybody else takes from the account's lane for strangers and from the lane of the address.

Unknown names are held to the same lanes. What is counted is kept in the database, under hashes, for all processes.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv6Address, ip_address

from core.errors import RateExceeded
from core.ports.access import AccessStore
from core.records.access import Bucket

STRANGERS = 60.0, 6
"""Seconds for each further try at an account, and tries at once: 16 in ten minutes, whatever the number of addresses."""
NEIGHBOURS = 60.0, 4
"""The same from addresses that the account was signed in from: 14 in ten minutes. Both together stay within 30."""
DEVICE = 30.0, 8
"""The same for one known browser."""
ADDRESS = 2.0, 60
"""Wrong tries from one address by strangers to the accounts: a class that signs in for the first time and mistypes has room."""
DAY = 864.0, 100
"""A hundred wrong tries at an account, and a hundred more a day (NIST: no more than 100 in a row)."""

IPV6_PREFIX = 64
"""Bits of an IPv6 address that name a subscriber; the rest anybody chooses."""
MOST_REFUSED = 10_000
PRUNED_EACH = 256
"""Tries between two clearings of buckets that are full again."""


@dataclass(frozen=True)
class Client:
    """Who tries, as keyed hashes: nothing that is kept names an address or could be sent as a cookie."""

    address: str
    device: str
    """Of the device cookie; of nothing where there is none."""


class Guesses:
    """One a process. `key` keeps the hashes from being made elsewhere."""

    def __init__(self, store: AccessStore, key: Callable[[], str]) -> None:
        self._store = store
        self._key = key
        self._refused: OrderedDict[str, tuple[datetime, float]] = OrderedDict()
        self._lock = threading.Lock()
        self._taken = 0

    def client(self, address: str, device: str) -> Client:
        """The hashes of an address (of its network, for IPv6) and of a device cookie."""
        return Client(self._hash("address", network(address)), self._hash("device", device))

    def take(self, username: str, account_id: str, client: Client, *, now: datetime) -> Sequence[Bucket]:
        """What a try takes, to be given back if it was right. Raises `RateExceeded`: then no password may be looked at."""
        buckets = self._lanes(username, account_id, client)
        for bucket in buckets:
            self._refuse_again(bucket.name, now)
        short, seconds = self._store.take_tokens(buckets, now)
        if seconds > 0:
            self._remember(short, now, seconds)
            raise _refusal(seconds)
        self._prune(now)
        return buckets

    def give_back(self, taken: Sequence[Bucket]) -> None:
        """The try was right."""
        self._store.give_back_tokens(taken)

    def know(self, account_id: str, client: Client, at: datetime, *, device: str) -> None:
        """The account was signed in to from here; the browser bears the device cookie `device` from now on."""
        fresh = self._hash("device", device)
        self._store.remember_client(account_id, at, device=fresh, address=client.address, replaced=client.device)

    def _lanes(self, username: str, account_id: str, client: Client) -> tuple[Bucket, ...]:
        known = self._store.known_clients(account_id, (client.address, client.device))
        name = self._hash("name", username)
        if client.device in known:
            return (Bucket(f"signin:device:{name}:{client.device[:32]}", *DEVICE),)
        day = Bucket(f"signin:day:{name}", *DAY)
        if client.address in known:
            return Bucket(f"signin:neighbours:{name}", *NEIGHBOURS), day
        return Bucket(f"signin:strangers:{name}", *STRANGERS), Bucket(f"signin:address:{client.address}", *ADDRESS), day

    def _refuse_again(self, name: str, now: datetime) -> None:
        """A refusal holds for its time without asking the database; not where the clock was set back meanwhile."""
        with self._lock:
            since, seconds = self._refused.get(name, (now, 0.0))
        left = seconds - (now - since).total_seconds()
        if now >= since and left > 0:
            raise _refusal(left)

    def _remember(self, name: str, now: datetime, seconds: float) -> None:
        with self._lock:
            self._refused[name] = (now, seconds)
            self._refused.move_to_end(name)
            while len(self._refused) > MOST_REFUSED:
                self._refused.popitem(last=False)

    def _prune(self, now: datetime) -> None:
        self._taken += 1
        if self._taken % PRUNED_EACH == 0:
            self._store.delete_full_buckets(now)

    def _hash(self, kind: str, what: str) -> str:
        told = f"{kind}:{what}".encode("utf-8", "surrogatepass")
        return hmac.new(self._key().encode(), told, hashlib.sha256).hexdigest()


def _refusal(seconds: float) -> RateExceeded:
    return RateExceeded(retry_after_seconds=max(1, math.ceil(seconds)))


def network(address: str) -> str:
    """What of an address names who pays for it: IPv4 wholly, also as mapped into IPv6, of IPv6 the first 64 bits.

    >>> network("203.0.113.7"), network("::ffff:203.0.113.7"), network("2001:db8::1") == network("2001:db8::ffff:2"), network("local")
    ('203.0.113.7', '203.0.113.7', True, 'local')
    """
    try:
        told = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(told, IPv6Address):
        if told.ipv4_mapped is not None:
            return str(told.ipv4_mapped)
        return str(int(told) >> (128 - IPV6_PREFIX))
    return str(told)
