"""API keys and passwords: made here, stored as hashes only."""

from __future__ import annotations

import hashlib
import hmac
import secrets

KEY_MARK = "wl_"
SCRYPT_N, SCRYPT_R, SCRYPT_P = 2**14, 8, 1
"""Cost of a password check (RFC 7914's interactive setting: 16 MiB, about 50 ms)."""


def new_key() -> tuple[str, str]:
    """A fresh API key and its public prefix: `wl_<8 hex>_<43 characters of 32 random bytes>`."""
    prefix = f"{KEY_MARK}{secrets.token_hex(4)}"
    return f"{prefix}_{secrets.token_urlsafe(32)}", prefix


def secret_sha256(secret: str) -> str:
    """What is stored of a key or cookie. Plain SHA-256 is enough: the secret has 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def hash_password(password: str) -> str:
    """`scrypt$<salt hex>$<hash hex>`, with a fresh salt."""
    salt = secrets.token_bytes(16)
    return f"scrypt${salt.hex()}${_scrypt(password, salt).hex()}"


def password_holds(password: str, stored: str) -> bool:
    """Whether the password is the one that was hashed; in constant time."""
    _, salt, digest = stored.split("$")
    return hmac.compare_digest(_scrypt(password, bytes.fromhex(salt)).hex(), digest)


NOBODYS = f"scrypt${bytes(16).hex()}${bytes(64).hex()}"
"""No password holds for it. Checked for unknown names, which would else be told from known ones by the time taken."""


def _scrypt(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=SCRYPT_N, r=SCRYPT_R, p=SCRYPT_P)
