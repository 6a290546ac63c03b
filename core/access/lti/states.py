"""What goes round with the browser of whoever comes in: the state, bound to it by a cookie, and the choice that a teacher makes.

Both are tokens signed with keys derived from the service's secret, each for its own use, so that nothing is written before a platform
has signed something.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import jwt

from core.errors import LaunchRefused

STATE_LIFETIME = timedelta(minutes=10)
CHOICE_LIFETIME = timedelta(hours=1)
ALGORITHM = "HS256"


@dataclass(frozen=True)
class State:
    """A sign-in that was begun."""

    issuer: str
    client_id: str
    nonce: str


@dataclass(frozen=True)
class Choice:
    """A deep linking request that waits for a teacher to choose."""

    account_id: str
    organisation_id: str
    registration_id: str
    return_url: str
    data: str | None
    """What the platform wants back as it was sent."""
    class_id: str
    takes_columns: bool
    """Whether the platform makes a column of its gradebook of what is linked."""


def begun(state: State, *, browser: str, secret: str, now: datetime) -> str:
    """The state to send along, bound to the value of the browser's cookie."""
    body = {"i": state.issuer, "c": state.client_id, "n": state.nonce, "b": _bound(browser)}
    return _signed(body, "state", secret=secret, until=now + STATE_LIFETIME)


def opened(text: str, *, browser: str, secret: str, now: datetime) -> State:
    """The state as it came back. Raises `LaunchRefused` for one that is forged, too old or of another browser."""
    body = _read(text, "state", secret=secret, now=now)
    if not browser or not hmac.compare_digest(body["b"], _bound(browser)):
        raise LaunchRefused("The sign-in was begun in another browser, or its cookie did not arrive.")
    return State(issuer=body["i"], client_id=body["c"], nonce=body["n"])


def offered(choice: Choice, *, secret: str, now: datetime) -> str:
    """The choice as text for a form of ours."""
    return _signed(vars(choice), "choice", secret=secret, until=now + CHOICE_LIFETIME)


def chosen(text: str, *, secret: str, now: datetime) -> Choice:
    """The choice as it came back. Raises `LaunchRefused`."""
    body = _read(text, "choice", secret=secret, now=now)
    return Choice(**{name: body[name] for name in Choice.__dataclass_fields__})


def fresh_nonce() -> str:
    """A nonce that nobody can guess."""
    return secrets.token_urlsafe(32)


def _bound(browser: str) -> str:
    return hashlib.sha256(browser.encode("utf-8", "surrogatepass")).hexdigest()


Use = Literal["state", "choice"]


def _key(use: Use, secret: str) -> bytes:
    return hmac.new(secret.encode(), f"lti {use}".encode(), hashlib.sha256).digest()


def _signed(body: dict[str, Any], use: Use, *, secret: str, until: datetime) -> str:
    return jwt.encode({**body, "exp": int(until.timestamp())}, _key(use, secret), algorithm=ALGORITHM)


def _read(text: str, use: Use, *, secret: str, now: datetime) -> dict[str, Any]:
    try:
        body: dict[str, Any] = jwt.decode(
            text, _key(use, secret), algorithms=[ALGORITHM], options={"verify_exp": False, "require": ["exp"]}
        )
    except (jwt.PyJWTError, ValueError) as error:
        raise LaunchRefused(f"The {use} of this sign-in is not one that was given.") from error
    if now.timestamp() >= body["exp"]:
        raise LaunchRefused(f"The {use} of this sign-in is too old.")
    return body
