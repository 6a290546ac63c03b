"""API keys and passwords: made here, stored as hashes only."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import unicodedata

KEY_MARK = "wl_"
SCRYPT_N, SCRYPT_R, SCRYPT_P = 2**14, 8, 1
"""Cost of a password check (RFC 7914's interactive setting: 16 MiB, about 50 ms)."""
HASHING_SLOTS = threading.BoundedSemaphore(2)
"""At most so many passwords are hashed at once in a process, so that many sign-ins take neither all memory nor every core."""


def new_key() -> tuple[str, str]:
    """A fresh API key and its public prefix: `wl_<8 hex>_<43 characters of 32 random bytes>`."""
    prefix = f"{KEY_MARK}{secrets.token_hex(4)}"
    return f"{prefix}_{secrets.token_urlsafe(32)}", prefix


def secret_sha256(secret: str) -> str:
    """The hash under which a key or cookie is stored. Plain SHA-256 is enough: the secret has 256 random bits."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def normalised(password: str) -> str:
    """The password in Unicode's compatibility form, so that a full-width letter is the letter (NIST SP 800-63B, 5.1.1.2)."""
    return unicodedata.normalize("NFKC", password)


def hash_password(password: str) -> str:
    """`scrypt-nfkc$<salt hex>$<hash hex>`, with a fresh salt."""
    salt = secrets.token_bytes(16)
    return f"{NORMAL_FORM}${salt.hex()}${_scrypt(normalised(password), salt).hex()}"


def password_matches(password: str, stored: str) -> bool:
    """Whether the password is the one that was hashed, compared in constant time.

    Of a password that is longer than any can be, only the beginning is read.
    """
    form, salt, digest = stored.split("$")
    read = password[: MOST_CHARACTERS_READ + 1]
    typed = normalised(read) if form == NORMAL_FORM else read
    return hmac.compare_digest(_scrypt(typed, bytes.fromhex(salt)).hex(), digest) and len(read) <= MOST_CHARACTERS_READ


NORMAL_FORM = "scrypt-nfkc"
"""The format of new hashes. Those of the older format, `scrypt`, were made of the password as it was typed."""
MOST_CHARACTERS_READ = 1_024
"""Characters of a password that are read. A longer password never matches."""
UNMATCHABLE_HASH = f"{NORMAL_FORM}${bytes(16).hex()}${bytes(64).hex()}"
"""A hash that no password matches. It is checked for unknown user names, so that they take as long as known ones."""


def unused_password() -> str:
    """The hash of a password that nobody knows, for people who sign in through a learning platform: as one of their own, so that none
    is asked of them."""
    return f"{NORMAL_FORM}${secrets.token_hex(16)}${secrets.token_hex(64)}"


def _scrypt(password: str, salt: bytes) -> bytes:
    encoded = password.encode("utf-8", "surrogatepass")
    with HASHING_SLOTS:
        return hashlib.scrypt(encoded, salt=salt, n=SCRYPT_N, r=SCRYPT_R, p=SCRYPT_P)
