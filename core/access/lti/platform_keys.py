"""The public keys of platforms: fetched from the address that the operator registered, kept for a while, bounded."""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import jwt
from jwt.algorithms import RSAAlgorithm

from core.access.lti.addresses import named_hosts
from core.errors import LaunchRefused, PlatformAway
from core.ports.lti import PlatformCalls
from core.records.lti import Registration

KEPT_SECONDS = 3600.0
REFETCH_SECONDS = 60.0
"""An unknown key makes the set be fetched anew at most this often, so that forged tokens make nobody's server busy."""
TURN_SECONDS = 2.0
"""How long a launch waits while another one fetches the keys of its platform: a platform that is slow takes the threads of no other."""
MOST_BYTES = 256 * 1024
MOST_KEYS = 100
MOST_SETS = 500
LEAST_BITS = 2048


@dataclass
class _KeySet:
    """The keys at an address."""

    turn: threading.Lock = field(default_factory=threading.Lock)
    asked_at: float | None = None
    """When they were asked for last."""
    failed: bool = False
    """Whether the platform was away then."""
    keys: dict[str, Any] = field(default_factory=dict)
    """By id."""


class PlatformKeys:
    """Public keys by registered address. One instance a process; safe to share between threads."""

    def __init__(
        self,
        calls: PlatformCalls,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        turn_seconds: float = TURN_SECONDS,
    ) -> None:
        self._calls = calls
        self._turn_seconds = turn_seconds
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._sets: OrderedDict[str, _KeySet] = OrderedDict()

    def key(self, registration: Registration, kid: str) -> Any:
        """The public key of an id. Raises `LaunchRefused` for one that the platform does not publish, `PlatformAway`."""
        key_set = self._set_at(registration.keys_url)
        # Of many who wait for the same set one fetches it; nobody waits for another platform's.
        if not key_set.turn.acquire(timeout=self._turn_seconds):
            raise PlatformAway("The platform's keys are being fetched, which takes long.")
        try:
            return self._key(key_set, registration, kid)
        finally:
            key_set.turn.release()

    def _key(self, key_set: _KeySet, registration: Registration, kid: str) -> Any:
        """See `key`; called by one at a time."""
        age = None if key_set.asked_at is None else self._monotonic() - key_set.asked_at
        if age is None or age > KEPT_SECONDS or (kid not in key_set.keys and age > REFETCH_SECONDS):
            if age is not None and age > KEPT_SECONDS:
                key_set.keys = {}  # a key that was withdrawn does not hold because its platform cannot be asked
            key_set.asked_at, key_set.failed = self._monotonic(), True  # where it fails it is not asked again at once
            key_set.keys = self._fetched(registration)
            key_set.failed = False
        key = key_set.keys.get(kid)
        if key is None and key_set.failed:
            raise PlatformAway("The platform's keys could not be fetched a moment ago.")
        if key is None:
            raise LaunchRefused("The launch is signed with a key that the platform does not publish.")
        return key

    def _set_at(self, url: str) -> _KeySet:
        with self._lock:
            key_set = self._sets.setdefault(url, _KeySet())
            self._sets.move_to_end(url)
            while len(self._sets) > MOST_SETS:
                self._sets.popitem(last=False)
        return key_set

    def _fetched(self, registration: Registration) -> dict[str, Any]:
        """The set as it is now. Raises `PlatformAway`."""
        answer = self._calls.call(
            "GET",
            registration.keys_url,
            named_hosts=named_hosts([registration]),
            headers={"Accept": "application/json"},
            most_bytes=MOST_BYTES,
        )
        if answer.status != 200:
            raise PlatformAway(f"The platform's keys cannot be fetched: its server answered {answer.status}.")
        return usable_keys(answer.body)


def usable_keys(body: bytes) -> dict[str, Any]:
    """The RSA keys of a JWKS that may sign a launch, by id; others are passed over. Raises `PlatformAway` for what is no JWKS."""
    try:
        rows = json.loads(body)["keys"]
        if not isinstance(rows, list) or len(rows) > MOST_KEYS:
            raise ValueError(f"not a list of at most {MOST_KEYS} keys")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise PlatformAway("The platform's keys are not a JWKS.") from error
    found = ((row.get("kid"), _key(row)) for row in rows if isinstance(row, dict))
    return {kid: key for kid, key in found if isinstance(kid, str) and kid and key is not None}


def _key(row: dict[str, Any]) -> Any:
    """The public key of a JWK; None where it is none that may sign with RS256."""
    if row.get("kty") != "RSA" or row.get("use", "sig") != "sig" or row.get("alg", "RS256") != "RS256":
        return None
    try:
        key: Any = RSAAlgorithm.from_jwk({name: row[name] for name in ("kty", "n", "e")})
    except (jwt.PyJWTError, ValueError, KeyError, TypeError):
        return None
    return key if key.key_size >= LEAST_BITS else None
