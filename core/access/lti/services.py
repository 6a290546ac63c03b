"""Calls to a platform's services: access tokens, the list of members (NRPS 2.0), scores (AGS 2.0)."""

from __future__ import annotations

import json
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit, urlunsplit

from core.access.lti import claims, keys
from core.access.lti.addresses import is_callable, named_hosts, origin_of
from core.access.lti.id_tokens import LONGEST_SUBJECT, name_in
from core.errors import PlatformAway
from core.ports.lti import PlatformAnswer, PlatformCalls
from core.ports.store import Store
from core.ports.system import Clock
from core.records.lti import LtiScore, Registration

ASSERTION_LIFETIME = timedelta(minutes=5)
ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
MOST_TOKEN_BYTES = 64 * 1024
MOST_PAGE_BYTES = 4 * 2**20
MOST_PAGES = 100
MOST_MEMBERS = 5_000
"""Of one course; a list that is longer is not taken at all, since half of one would take the other half out of the class."""
MEMBERS_SECONDS = 120.0
"""All pages of a list together."""
BUSY = frozenset([429, 502, 503, 504])
"""Answers that say that nothing can be asked now."""
MOST_TOKENS = 500
LONGEST_ACCESS_TOKEN = 8_000
NEXT = re.compile(r'<([^<>]{1,2000})>\s*;[^,<]*\brel="?next"?(?:[\s;,]|$)')
"""The next page in a Link header (RFC 8288)."""


@dataclass(frozen=True)
class Member:
    """Somebody in a platform's list of a course."""

    subject: str
    name: str
    role: claims.LtiRole
    active: bool


class Refused(Exception):
    """The platform does not take a score, and would not take it another time either."""


class BadMembers(PlatformAway):
    """The platform answers, but what it tells of one course cannot be taken."""


class NotTakenNow(Exception):
    """The platform answers, does not take this very score, and may take it another time."""


class Services:
    """The services of registered platforms. One instance a process; safe to share between threads."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        calls: PlatformCalls,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._clock = clock
        self._calls = calls
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._tokens: OrderedDict[tuple[str, str, str], tuple[str, float]] = OrderedDict()

    def members(self, registration: Registration, url: str) -> list[Member]:
        """Everybody in a course, over all pages. Raises `BadMembers` for a list that is too long, empty, or leads elsewhere, `PlatformAway`."""
        found: dict[str, Member] = {}
        for row in self._member_rows(registration, url):
            if (member := _member(row)) is not None:
                found[member.subject] = member
            if len(found) > MOST_MEMBERS:
                raise BadMembers(f"The platform's list of members has more than {MOST_MEMBERS}.")
        if not found:
            raise BadMembers("The platform's list of members is empty.")
        return list(found.values())

    def _member_rows(self, registration: Registration, url: str) -> Iterator[dict[str, Any]]:
        seen: set[str] = set()
        origin, deadline, page = origin_of(url), self._monotonic() + MEMBERS_SECONDS, url
        while page:
            if self._monotonic() > deadline:
                raise PlatformAway("The platform's list of members comes too slowly.")
            if page in seen or len(seen) >= MOST_PAGES:
                raise BadMembers("The platform's list of members has no end.")
            if not is_callable(page) or origin_of(page) != origin:  # the token is for this server alone
                raise BadMembers("The platform's list of members leads to another server.")
            seen.add(page)
            answer = self._authorised(
                "GET", registration, page, claims.MEMBERSHIP_SCOPE, {"Accept": claims.MEMBERSHIP_TYPE}, MOST_PAGE_BYTES
            )
            if answer.status != 200:
                refusal = PlatformAway if answer.status in BUSY else BadMembers
                raise refusal(f"The platform answered {answer.status} to the question who is in the course.")
            yield from _rows(answer.body)
            following = NEXT.search(answer.headers.get("link", "")[:8_000])
            page = urljoin(page, following.group(1)) if following else ""

    def send_score(self, registration: Registration, score: LtiScore, subject: str) -> None:
        """Send a score to its column. Raises `PlatformAway` where no score can be sent now, `NotTakenNow` where this one is worth another
        try, else `Refused`.

        That the platform has a newer score is no fault: it orders them by their times.
        """
        body: dict[str, Any] = {
            "userId": subject,
            "timestamp": score.made_at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "activityProgress": score.activity,
            "gradingProgress": score.grading,
        }
        if score.score is not None:
            body |= {"scoreGiven": round(score.score, 2), "scoreMaximum": 100}
        answer = self._authorised(
            "POST",
            registration,
            scores_address(score.url),
            claims.SCORE_SCOPE,
            {"Content-Type": claims.SCORE_TYPE, "Accept": "application/json"},
            MOST_TOKEN_BYTES,
            json.dumps(body).encode(),
        )
        if answer.status in (200, 201, 202, 204, 409):
            return
        told = f"The platform answered {answer.status} to a score."
        if answer.status in (400, 410, 413, 415, 422):
            raise Refused(told)
        if answer.status in BUSY:
            raise PlatformAway(told)
        # A learner or a column that is hidden for a while is often answered as if it were not there.
        raise NotTakenNow(told)

    def _authorised(
        self,
        method: str,
        registration: Registration,
        url: str,
        scope: str,
        headers: dict[str, str],
        most_bytes: int,
        body: bytes | None = None,
    ) -> PlatformAnswer:
        """A call with an access token; one that the platform has forgotten is asked for anew, once."""
        for anew in (False, True):
            token = self._token(registration, scope, anew=anew)
            answer = self._calls.call(
                method,
                url,
                named_hosts=named_hosts([registration]),
                headers={**headers, "Authorization": f"Bearer {token}"},
                body=body,
                most_bytes=most_bytes,
            )
            if answer.status != 401:
                break
        return answer

    def _token(self, registration: Registration, scope: str, *, anew: bool) -> str:
        """An access token by client credentials with a signed assertion (RFC 7523), used again until it is about to expire."""
        key = registration.token_url, registration.client_id, scope
        with self._lock:
            token, until = self._tokens.get(key, ("", 0.0))
        if token and not anew and self._monotonic() < until:
            return token
        token, seconds = self._asked(registration, scope)
        with self._lock:
            self._tokens[key] = token, self._monotonic() + max(0.0, seconds - 30)
            while len(self._tokens) > MOST_TOKENS:
                self._tokens.popitem(last=False)
        return token

    def _asked(self, registration: Registration, scope: str) -> tuple[str, float]:
        now = self._clock.now()
        assertion = keys.signed(
            {
                "iss": registration.client_id,
                "sub": registration.client_id,
                "aud": registration.token_url,
                "iat": int(now.timestamp()),
                "exp": int((now + ASSERTION_LIFETIME).timestamp()),
                "jti": secrets.token_urlsafe(24),
            },
            self._store,
            now,
        )
        form = {
            "grant_type": "client_credentials",
            "client_assertion_type": ASSERTION_TYPE,
            "client_assertion": assertion,
            "scope": scope,
        }
        answer = self._calls.call(
            "POST",
            registration.token_url,
            named_hosts=named_hosts([registration]),
            headers={"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"},
            body=urlencode(form).encode(),
            most_bytes=MOST_TOKEN_BYTES,
        )
        if answer.status != 200:
            raise PlatformAway(f"The platform gave no access token: it answered {answer.status}.")
        return _access_token(answer.body)


def scores_address(line_item_url: str) -> str:
    """The address to which the scores of a column are sent (AGS 2.0, 3.4): its path with `/scores`, its query as it is.

    >>> scores_address("https://moodle.example/lineitems/7/lineitem?type_id=2")
    'https://moodle.example/lineitems/7/lineitem/scores?type_id=2'
    """
    parts = urlsplit(line_item_url)
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/scores"))


def _access_token(body: bytes) -> tuple[str, float]:
    try:
        answer = json.loads(body)
        token, seconds = answer["access_token"], answer.get("expires_in", 60)
        if str(answer.get("token_type", "")).lower() != "bearer" or isinstance(seconds, bool):
            raise ValueError("another kind of token")
        if not isinstance(token, str) or not 0 < len(token) <= LONGEST_ACCESS_TOKEN or not token.isascii():
            raise ValueError("no token")
        if not token.isprintable() or " " in token:
            raise ValueError("no token that can stand in a header")
        return token, min(86_400.0, max(0.0, float(seconds)))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise PlatformAway("The platform's access token cannot be read.") from error


def _rows(body: bytes) -> list[dict[str, Any]]:
    try:
        rows = json.loads(body)["members"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadMembers("The platform's list of members cannot be read.") from error
    if not isinstance(rows, list) or len(rows) > MOST_MEMBERS:
        raise BadMembers(f"The platform's list of members is none, or a page of it has more than {MOST_MEMBERS}.")
    return [row for row in rows if isinstance(row, dict)]


def _member(row: dict[str, Any]) -> Member | None:
    """A member; None for whoever neither teaches nor learns, and for rows without an id."""
    subject, roles = row.get("user_id"), row.get("roles")
    if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT or not subject.isprintable():
        return None
    role = claims.role_of([each for each in roles if isinstance(each, str)]) if isinstance(roles, list) else None
    if role is None:
        return None
    return Member(subject, name_in(row), role, active=row.get("status", "Active") == "Active")


def retry_time(now: datetime, tries: int) -> datetime:
    """When a call that failed so many times is made again: after 1, 2, 4 ... minutes, six hours at most."""
    return now + min(timedelta(minutes=2 ** min(tries, 12)), timedelta(hours=6))
