"""The tool's own RSA keys: made at first use, kept in the store, published as a JWKS, rotated on request.

They sign what Wenlu sends to platforms: answers to deep linking, and assertions by which it asks for access tokens.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

from core.errors import WenluError
from core.ports.store import Store
from core.wire import Bilingual

BITS = 2048
SIGNS_AFTER = timedelta(hours=1)
"""A new key is published for so long before it signs: whoever read the JWKS before keeps it for an hour at most, as it is served."""
SERVED_AFTER_ROTATION = timedelta(days=1)
"""A key that was replaced is still published for so long: platforms remember a JWKS for hours."""


@dataclass(frozen=True)
class ToolKey:
    """A key pair of the tool."""

    kid: str
    private_pem: str
    """Empty of a key that signs no more."""
    retired_at: float | None = None
    """Seconds since 1970 when another takes its place; None of the newest."""
    public: dict[str, Any] | None = None
    """The public half of a key that signs no more."""

    def public_jwk(self) -> dict[str, Any]:
        """The public half as a JWK (RFC 7517)."""
        if self.public is not None:
            return self.public
        private = serialization.load_pem_private_key(self.private_pem.encode(), password=None)
        assert isinstance(private, rsa.RSAPrivateKey)
        numbers = json.loads(RSAAlgorithm.to_jwk(private.public_key()))
        return {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": self.kid, "n": numbers["n"], "e": numbers["e"]}


def signing_key(store: Store, now: datetime) -> ToolKey:
    """The key that signs, made at its first use; of one that signs no more the private half is forgotten."""
    keys, before = _keys(store)
    signing = _signing(keys, now)
    tidied = [_without_private(key) if _is_past(key, now) else key for key in keys]
    if tidied != keys:
        store.replace_lti_keys(before, _text(tidied))
    return signing


def key_set(store: Store, now: datetime) -> dict[str, Any]:
    """The JWKS that platforms read: the key that signs, one that is about to, and those that were replaced within a day."""
    return {"keys": [key.public_jwk() for key in _keys(store)[0] if _is_served(key, now)]}


def rotate(store: Store, now: datetime) -> str:
    """Publish a new key, which signs in an hour; returns its id. Raises `WenluError` where another process rotates at the same time, and
    where a new key is yet to sign."""
    keys, before = _keys(store)
    if _signing(keys, now) is not keys[0]:
        raise WenluError(
            "The newest key does not sign yet.",
            remedy=Bilingual(
                zh="上一次更换的密钥一小时后才开始签名，请到时再换。",
                en="The key of the last rotation signs an hour after it; rotate again then.",
            ),
        )
    fresh = _fresh()
    replaced = replace(keys[0], retired_at=(now + SIGNS_AFTER).timestamp())
    retired = [replaced, *map(_without_private, keys[1:])]
    after = _text([fresh, *(key for key in retired if _is_served(key, now))])
    if not store.replace_lti_keys(before, after):
        raise WenluError(
            "The keys were replaced by another process meanwhile.",
            remedy=Bilingual(
                zh="密钥刚被另一个进程更换，不必再换。",
                en="Another process has just rotated them; nothing more is needed.",
            ),
        )
    return fresh.kid


def signed(claims: dict[str, Any], store: Store, now: datetime) -> str:
    """The claims as a JWT under the tool's key."""
    key = signing_key(store, now)
    return jwt.encode(claims, key.private_pem, algorithm="RS256", headers={"kid": key.kid})


def _signing(keys: list[ToolKey], now: datetime) -> ToolKey:
    """Of the keys, the newest first, the one that signs: until its time has come, that which it replaces."""
    return next((key for key in reversed(keys) if not _is_past(key, now)), keys[0])


def _is_past(key: ToolKey, now: datetime) -> bool:
    return key.retired_at is not None and key.retired_at <= now.timestamp()


def _without_private(key: ToolKey) -> ToolKey:
    return key if not key.private_pem else replace(key, private_pem="", public=key.public_jwk())


def _is_served(key: ToolKey, now: datetime) -> bool:
    return key.retired_at is None or now.timestamp() - key.retired_at < SERVED_AFTER_ROTATION.total_seconds()


def _keys(store: Store) -> tuple[list[ToolKey], str]:
    """The keys, the newest first, and the text they were read from."""
    text = store.lti_keys("")
    if not text:  # only the first of several processes stores the pair that it made
        store.replace_lti_keys("", _text([_fresh()]))
        text = store.lti_keys("")
    return [ToolKey(**row) for row in json.loads(text)], text


def _fresh() -> ToolKey:
    private = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    pem = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return ToolKey(secrets.token_hex(8), pem.decode())


def _text(keys: list[ToolKey]) -> str:
    return json.dumps([asdict(key) for key in keys])
