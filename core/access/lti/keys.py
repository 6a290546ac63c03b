"""The tool's own RSA keys: made at first use, kept in the store, published as a JWKS, rotated on request.

They sign what Wenlu sends to platforms: answers to deep linking, and assertions by which it asks for access tokens.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass
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
SERVED_AFTER_ROTATION = timedelta(days=1)
"""A key that was replaced is still published for so long: platforms remember a JWKS for hours."""


@dataclass(frozen=True)
class ToolKey:
    """A key pair of the tool."""

    kid: str
    private_pem: str
    retired_at: float | None = None
    """Seconds since 1970 when another took its place; None of the one that signs."""

    def public_jwk(self) -> dict[str, Any]:
        """The public half as a JWK (RFC 7517)."""
        private = serialization.load_pem_private_key(self.private_pem.encode(), password=None)
        assert isinstance(private, rsa.RSAPrivateKey)
        numbers = json.loads(RSAAlgorithm.to_jwk(private.public_key()))
        return {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": self.kid, "n": numbers["n"], "e": numbers["e"]}


def signing_key(store: Store) -> ToolKey:
    """The key that signs, made at its first use."""
    return _keys(store)[0][0]


def key_set(store: Store, now: datetime) -> dict[str, Any]:
    """The JWKS that platforms read: the key that signs, and those that were replaced within a day."""
    return {"keys": [key.public_jwk() for key in _keys(store)[0] if _is_served(key, now)]}


def rotate(store: Store, now: datetime) -> str:
    """Sign with a new key from now on; returns its id. Raises `WenluError` where another process rotates at the same time."""
    keys, before = _keys(store)
    fresh = _fresh()
    retired = [ToolKey(keys[0].kid, keys[0].private_pem, now.timestamp()), *keys[1:]]
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


def signed(claims: dict[str, Any], store: Store) -> str:
    """The claims as a JWT under the tool's key."""
    key = signing_key(store)
    return jwt.encode(claims, key.private_pem, algorithm="RS256", headers={"kid": key.kid})


def _is_served(key: ToolKey, now: datetime) -> bool:
    return key.retired_at is None or now.timestamp() - key.retired_at < SERVED_AFTER_ROTATION.total_seconds()


def _keys(store: Store) -> tuple[list[ToolKey], str]:
    """The keys, that which signs first, and the text they were read from."""
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
