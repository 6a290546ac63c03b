"""Access tokens: short-lived JWTs that name a key, its organisation and its permissions."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

import jwt

from core.errors import TokenExpired, Unauthorised
from core.records.access import PERMISSIONS, Permission

ALGORITHM = "HS256"
ISSUER = "wenlu"


@dataclass(frozen=True)
class Claims:
    """What a valid token says."""

    key_id: str
    organisation_id: str
    permissions: frozenset[Permission]


def key_identifier(secret: str) -> str:
    """The `kid` of a signing secret, which distinguishes a token signed with a rotated secret from a forged one."""
    return hashlib.sha256(secret.encode()).hexdigest()[:8]


def issue(claims: Claims, *, secret: str, now: datetime, lifetime_seconds: int) -> str:
    """A signed token that expires `lifetime_seconds` after `now`."""
    body = {
        "iss": ISSUER,
        "sub": claims.key_id,
        "org": claims.organisation_id,
        "scope": sorted(claims.permissions),
        "iat": int(now.timestamp()),
        "exp": int((now + timedelta(seconds=lifetime_seconds)).timestamp()),
    }
    return jwt.encode(body, secret, algorithm=ALGORITHM, headers={"kid": key_identifier(secret)})


def read(token: str, *, secret: str, now: datetime) -> Claims:
    """The claims of a valid token at `now`. Raises `TokenExpired` or `Unauthorised`."""
    try:
        body = jwt.decode(
            token,
            secret,
            algorithms=[ALGORITHM],
            issuer=ISSUER,
            options={"verify_exp": False, "verify_iat": False, "require": ["exp", "sub", "org", "scope"]},
        )
        claims = Claims(
            key_id=str(body["sub"]),
            organisation_id=str(body["org"]),
            permissions=frozenset(cast(Permission, name) for name in body["scope"] if name in PERMISSIONS),
        )
        expires = int(body["exp"])
    except (jwt.PyJWTError, ValueError, TypeError) as error:
        raise Unauthorised("The access token is not valid.") from error
    if now.timestamp() >= expires:
        raise TokenExpired
    return claims
