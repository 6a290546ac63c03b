"""Deep linking 2.0: what a teacher may link to a course, and the signed answer that the browser carries back to the platform."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from core.access.lti import claims, keys
from core.access.lti.id_tokens import OPENS
from core.access.lti.states import Choice
from core.ports.store import Store
from core.records.lti import Registration

LIFETIME = timedelta(minutes=5)
TODAY = "today"
OPENED = re.compile(r"(today|road)|(assignment|lesson):([A-Za-z0-9_.-]{1,128})")
"""What a link of ours can open."""
LONGEST_TITLE = 200


@dataclass(frozen=True)
class Offer:
    """Something that can be linked."""

    opens: str
    title: str
    kind: Literal["assignment", "lesson", "today"]
    marked: bool = False
    """Whether it is given scores, which the platform can take into its gradebook."""


def page_of(opens: str, role: claims.LtiRole) -> str:
    """The address of the page that a link opens; the first page of the role for what is unknown.

    >>> page_of("assignment:as_1", "student"), page_of("assignment:as_1", "teacher"), page_of("today", "student")
    ('/assignments?resource=asg_as_1', '/assignments', '/today')
    >>> page_of("https://evil.example/", "student"), page_of("lesson:unit_1-01", "student")
    ('/', '/lesson?resource=unit_1-01')
    """
    match = OPENED.fullmatch(opens)
    if match is None:
        return "/"
    plain, kind, named = match.groups()
    if plain:
        return f"/{plain}" if role == "student" else "/"
    if kind == "lesson":
        return f"/lesson?resource={named}"
    return f"/assignments?resource=asg_{named}" if role == "student" else "/assignments"


def assignment_in(opens: str) -> str:
    """The id of the assignment that a link opens; empty for another.

    >>> assignment_in("assignment:as_1"), assignment_in("today")
    ('as_1', '')
    """
    match = OPENED.fullmatch(opens)
    return match.group(3) if match is not None and match.group(2) == "assignment" else ""


def answer(
    offer: Offer | None, choice: Choice, registration: Registration, *, launch_address: str, store: Store, now: datetime
) -> str:
    """The JWT that tells the platform what was chosen; None: nothing was."""
    items = [] if offer is None else [_content_item(offer, choice, launch_address)]
    body: dict[str, Any] = {
        "iss": registration.client_id,
        "aud": registration.issuer,
        "iat": int(now.timestamp()),
        "exp": int((now + LIFETIME).timestamp()),
        "nonce": secrets.token_urlsafe(24),
        claims.DEPLOYMENT_ID: registration.deployment_id,
        claims.MESSAGE_TYPE: claims.DEEP_LINKING_RESPONSE,
        claims.LTI_VERSION: claims.VERSION,
        claims.CONTENT_ITEMS: items,
    }
    if choice.data is not None:
        body[claims.DATA] = choice.data
    return keys.signed(body, store, now)


def _content_item(offer: Offer, choice: Choice, launch_address: str) -> dict[str, Any]:
    """A link that opens in a window of its own: pages of Wenlu stand in no frame."""
    title = offer.title[:LONGEST_TITLE]
    item: dict[str, Any] = {
        "type": "ltiResourceLink",
        "title": title,
        "url": launch_address,
        "custom": {OPENS: offer.opens},
        "window": {"targetName": "_blank"},
    }
    if offer.marked and choice.takes_columns:
        item["lineItem"] = {"scoreMaximum": 100, "label": title, "resourceId": offer.opens}
    return item
