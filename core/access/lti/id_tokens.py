"""What a platform says of a launch: its ID token checked, claim by claim (LTI 1.3 Core; IMS Security Framework 1.0, 5.1.3)."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import jwt

from core.access.lti import claims
from core.access.lti.addresses import is_callable
from core.access.lti.platform_keys import PlatformKeys
from core.access.lti.states import STATE_LIFETIME, State
from core.errors import LaunchRefused
from core.ports.store import Store
from core.records.lti import Registration

SKEW = timedelta(seconds=60)
"""By how much the clocks of platform and service may differ."""
OLDEST = timedelta(minutes=10)
"""How long ago a token may have been issued."""
LATEST_SECONDS = 1e12
"""No time of a token is later: beyond it numbers are no seconds."""
LONGEST_TOKEN = 20_000
LONGEST_SUBJECT = 255
LONGEST_TEXT = 2_000
"""Characters of a title or a name that are looked at."""
LONGEST_DATA = 8_000
MOST_ROLES = 100


@dataclass(frozen=True)
class DeepLinking:
    """How a platform wants to be told what a teacher chose."""

    return_url: str
    data: str | None
    takes_columns: bool


@dataclass(frozen=True)
class Launch:
    """A launch that holds."""

    registration: Registration
    message_type: claims.MessageType
    subject: str
    role: claims.LtiRole
    name: str
    context_id: str
    context_title: str
    opens: str
    """What the link names: `assignment:as_1`; empty for a link that names nothing."""
    members_url: str
    line_item_url: str
    deep_linking: DeepLinking | None


def read_launch(
    token: str, state: State, *, own_address: str, keys: PlatformKeys, store: Store, now: datetime
) -> Launch:
    """The launch in a token that answers `state`, whose nonce is used up by it. `own_address`: where launches are taken, with its origin.

    Raises `LaunchRefused`, saying what does not hold, and `PlatformAway` where the platform's keys cannot be fetched.
    """
    registrations = [each for each in store.lti_registrations_of(state.issuer) if each.client_id == state.client_id]
    if not registrations:
        raise LaunchRefused("The platform is not registered here (any more).")
    body = _verified(token, registrations[0], keys)
    _check_times(body, now)
    _check_audience(body, state)
    if not hmac.compare_digest(_text(body, "nonce").encode(), state.nonce.encode()):
        raise LaunchRefused("The launch answers another sign-in: its nonce is not the one that was sent.")
    deployment_id = _text(body, claims.DEPLOYMENT_ID)
    registration = next((each for each in registrations if each.deployment_id == deployment_id), None)
    if registration is None:
        raise LaunchRefused(
            f"The deployment {deployment_id[:LONGEST_SUBJECT]!r} of the platform is not registered here."
        )
    launch = _launch(body, registration, own_address)
    used = hashlib.sha256(f"{registration.issuer}\n{state.nonce}".encode()).hexdigest()
    if not store.use_lti_nonce(used, now + STATE_LIFETIME + SKEW):
        raise LaunchRefused("This launch was used already.")
    return launch


def _verified(token: str, registration: Registration, keys: PlatformKeys) -> dict[str, Any]:
    """The body of a token that the platform has signed with RS256. Keys come from its registered address alone, whatever the token's
    header names (`jku`, `x5u`, `jwk`)."""
    if not token or len(token) > LONGEST_TOKEN:
        raise LaunchRefused(f"The platform sent no token, or one of more than {LONGEST_TOKEN} characters.")
    try:
        header = jwt.get_unverified_header(token)
        kid = header.get("kid")
        if header.get("alg") != "RS256" or not isinstance(kid, str) or "crit" in header:
            raise LaunchRefused("The launch is not signed with RS256 under a named key.")
        body = jwt.decode(
            token,
            keys.key(registration, kid),
            algorithms=["RS256"],
            options={
                "verify_exp": False, "verify_iat": False, "verify_nbf": False, "verify_aud": False, "verify_iss": False,
                "verify_sub": False, "verify_jti": False,
            },
        )  # fmt: skip
    except (jwt.PyJWTError, ValueError, TypeError, RecursionError) as error:
        raise LaunchRefused("The launch is not signed by the platform.") from error
    if not isinstance(body, dict) or body.get("iss") != registration.issuer:
        raise LaunchRefused("The launch is from another platform than the one that was asked.")
    return body


def _check_times(body: dict[str, Any], now: datetime) -> None:
    expires, issued = _seconds(body, "exp"), _seconds(body, "iat")
    seconds = now.timestamp()
    if expires is None or issued is None:
        raise LaunchRefused("The launch does not say when it was made and until when it holds.")
    if seconds >= expires + SKEW.total_seconds() or seconds > issued + OLDEST.total_seconds():
        raise LaunchRefused("The launch is too old.")
    if issued > seconds + SKEW.total_seconds():
        raise LaunchRefused("The launch is from the future: the clocks of platform and service differ.")


def _seconds(body: dict[str, Any], name: str) -> float | None:
    """A time of the claims, in seconds since 1970; None for anything that is no time."""
    value = body.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return float(value) if 0 < value < LATEST_SECONDS else None


def _check_audience(body: dict[str, Any], state: State) -> None:
    audience = body.get("aud")
    audiences = [audience] if isinstance(audience, str) else audience
    if not isinstance(audiences, list) or state.client_id not in audiences:
        raise LaunchRefused("The launch is for another tool.")
    if ("azp" in body or len(audiences) > 1) and body.get("azp") != state.client_id:
        raise LaunchRefused("The launch is for several tools, and another than this one is authorised by it.")


def _launch(body: dict[str, Any], registration: Registration, own_address: str) -> Launch:
    if body.get(claims.LTI_VERSION) != claims.VERSION:
        raise LaunchRefused(f"The launch is not LTI {claims.VERSION}.")
    kind = body.get(claims.MESSAGE_TYPE)
    message_type = next(
        (each for each in (claims.RESOURCE_LINK_REQUEST, claims.DEEP_LINKING_REQUEST) if kind == each), None
    )
    if message_type is None:
        raise LaunchRefused("The launch is of a kind that is not known here.")
    linked = message_type == claims.RESOURCE_LINK_REQUEST
    if linked and not _text(_part(body, claims.RESOURCE_LINK), "id"):
        raise LaunchRefused("The launch does not say which link was opened.")
    target = _text(body, claims.TARGET_LINK_URI)
    if (linked or target) and not is_own(target, own_address):
        raise LaunchRefused("The launch is to lead to another address than this service's.")
    subject = _text(body, "sub")
    if not 0 < len(subject) <= LONGEST_SUBJECT or not subject.isprintable():
        raise LaunchRefused("The launch does not say who comes in; anonymous visits are not taken.")
    context = _part(body, claims.CONTEXT)
    return Launch(
        registration=registration,
        message_type=message_type,
        subject=subject,
        role=_role(body),
        name=name_in(body),
        context_id=_bounded_id(_text(context, "id")),
        context_title=(_text(context, "title") or _text(context, "label"))[:LONGEST_TEXT],
        opens=_text(_part(body, claims.CUSTOM), OPENS)[:LONGEST_SUBJECT],
        members_url=_address(_text(_part(body, claims.MEMBERSHIPS), "context_memberships_url")),
        line_item_url=_line_item(_part(body, claims.GRADES)),
        deep_linking=None if linked else _deep_linking(_part(body, claims.DEEP_LINKING_SETTINGS)),
    )


OPENS = "wenlu_opens"
"""The custom parameter in which a link of ours says what it opens."""


def is_own(target: str, own_address: str) -> bool:
    """Whether a target link is the address at which launches are taken, a query apart.

    >>> is_own("https://wenlu.example/lti/launch?x=1", "https://wenlu.example/lti/launch")
    True
    >>> is_own("https://wenlu.example.evil/lti/launch", "https://wenlu.example/lti/launch")
    False
    """
    return len(target) <= LONGEST_TEXT and target.partition("?")[0] == own_address


def name_in(claims_of_person: dict[str, Any]) -> str:
    """The name of a person in the claims of a launch or in a list of members: the full one, else its parts; empty where the platform tells
    none."""
    full = _text(claims_of_person, "name").strip()
    parts = (_text(claims_of_person, "given_name").strip(), _text(claims_of_person, "family_name").strip())
    return (full or " ".join(part for part in parts if part))[:LONGEST_TEXT]


def _role(body: dict[str, Any]) -> claims.LtiRole:
    roles = body.get(claims.ROLES)
    if not isinstance(roles, list) or len(roles) > MOST_ROLES:
        raise LaunchRefused("The launch does not say what the person is in the course.")
    role = claims.role_of([each for each in roles if isinstance(each, str)])
    if role is None:
        raise LaunchRefused("In this course the person neither teaches nor learns: only these come in.")
    return role


def _deep_linking(settings: dict[str, Any]) -> DeepLinking:
    accepted, return_url, data = (
        settings.get("accept_types"),
        _text(settings, "deep_link_return_url"),
        settings.get("data"),
    )
    if not isinstance(accepted, list) or "ltiResourceLink" not in accepted:
        raise LaunchRefused("The platform takes no links to this service here.")
    if not is_callable(return_url) or urlsplit(return_url).hostname is None:
        raise LaunchRefused("The platform does not say where the choice is to be sent.")
    if data is not None and (not isinstance(data, str) or len(data) > LONGEST_DATA):
        raise LaunchRefused("What the platform wants back is not a text, or too long.")
    return DeepLinking(return_url, data, takes_columns=settings.get("accept_lineitem") is not False)


def _line_item(endpoint: dict[str, Any]) -> str:
    """The address of the link's own column, where scores may be sent to it."""
    scopes = endpoint.get("scope")
    allowed = isinstance(scopes, list) and claims.SCORE_SCOPE in scopes
    return _address(_text(endpoint, "lineitem")) if allowed else ""


def _address(url: str) -> str:
    return url if is_callable(url) else ""


def _part(body: dict[str, Any], name: str) -> dict[str, Any]:
    part = body.get(name)
    return part if isinstance(part, dict) else {}


def _text(body: dict[str, Any], name: str) -> str:
    """A text of the claims that a database can keep; empty for anything else."""
    value = body.get(name)
    if not isinstance(value, str) or "\x00" in value or any("\ud800" <= each <= "\udfff" for each in value):
        return ""
    return value


def _bounded_id(text: str) -> str:
    if len(text) > LONGEST_SUBJECT or not text.isprintable():
        raise LaunchRefused(f"The course's id has more than {LONGEST_SUBJECT} printable characters.")
    return text
