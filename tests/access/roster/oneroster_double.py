"""A OneRoster server for tests: it gives tokens, checks them, and gives its collections page by page, in one of the ways that servers have."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any, Literal
from urllib.parse import parse_qs

import httpx

from core.backends.oneroster import RosterServer
from core.backends.outgoing import Outgoing

HOST = "https://sis.test"
ENDPOINT, TOKEN_URL = f"{HOST}/ims/oneroster/v1p1", f"{HOST}/token"
CLIENT, SECRET = "wenlu", "a:secret/ of 中文"

Row = dict[str, Any]
Paging = Literal["links", "count", "neither"]
Failure = Callable[[httpx.Request], httpx.Response]


def reference(sourced_id: str) -> Row:
    """How a row refers to another."""
    return {"href": f"{HOST}/x/{sourced_id}", "sourcedId": sourced_id, "type": "x"}


def term(sourced_id: str, end: str) -> Row:
    return {"sourcedId": sourced_id, "status": "active", "title": sourced_id, "type": "term", "endDate": end}


def org(sourced_id: str, name: str, parent: str = "") -> Row:
    row = {"sourcedId": sourced_id, "status": "active", "name": name, "type": "school"}
    return {**row, "parent": reference(parent)} if parent else row


def school_class(
    sourced_id: str, title: str, *, school: str = "o1", terms: tuple[str, ...] = ("t1",), **more: Any
) -> Row:
    row = {"sourcedId": sourced_id, "status": "active", "title": title, "school": reference(school)}
    return {**row, "terms": [reference(each) for each in terms], **more}


def user(sourced_id: str, family: str, given: str, **more: Any) -> Row:
    """A user of 1.1, with what is of no concern to anybody here."""
    row = {
        "sourcedId": sourced_id, "status": "active", "dateLastModified": "2026-09-01T00:00:00.000Z", "enabledUser": True,
        "username": sourced_id, "givenName": given, "familyName": family, "identifier": "", "role": "student",
        "email": f"{sourced_id}@private.test", "phone": "13800000000", "orgs": [reference("o1")],
    }  # fmt: skip
    return {**row, **more}


def enrolment(sourced_id: str, user_id: str, class_id: str, role: str = "student", **more: Any) -> Row:
    row = {"sourcedId": sourced_id, "status": "active", "role": role}
    return {**row, "user": reference(user_id), "class": reference(class_id), **more}


def small_school() -> dict[str, list[Row]]:
    """A teacher and two students in a class of this year, with one of last year, on 24 November 2026."""
    return {
        "orgs": [org("o0", "District"), org("o1", "蓝天学校", "o0"), org("o2", "白云学校", "o0")],
        "academicSessions": [term("t1", "2027-02-01"), term("t0", "2026-07-01")],
        "classes": [school_class("c1", "三年级1班"), school_class("c0", "二年级1班", terms=("t0",))],
        "users": [
            user("t-li", "李", "梅", role="teacher"),
            user("s1", "王", "小明", identifier="2026001"),
            user("s2", "张", "红", identifier="2026002"),
        ],
        "enrollments": [
            enrolment("e1", "t-li", "c1", "teacher"),
            enrolment("e2", "s1", "c1"),
            enrolment("e3", "s2", "c1"),
            enrolment("e4", "s1", "c0"),
        ],
    }


class OneRosterDouble:
    """The server. `most` rows are given in a page, however many are asked for; `failures` answer the next requests in its place."""

    def __init__(
        self, collections: dict[str, list[Row]] | None = None, *, paging: Paging = "links", most: int = 2
    ) -> None:
        self.collections = small_school() if collections is None else collections
        self.paging, self.most = paging, most
        self.failures: list[Failure | None] = []
        self.waits: list[float] = []
        self.tokens: list[str] = []
        self.valid: set[str] = set()
        self.paths: list[str] = []
        self.scopes: set[str] = set()
        self.transport = httpx.MockTransport(self._answer)
        self.outgoing = Outgoing(
            "The OneRoster server", transport=self.transport, sleep=self.waits.append, seconds=30.0
        )

    def server(self, secret: str = SECRET, endpoint: str = ENDPOINT) -> RosterServer:
        """The way to it."""
        return RosterServer(endpoint, token_url=TOKEN_URL, client_id=CLIENT, secret=secret, outgoing=self.outgoing)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        failure = self.failures.pop(0) if self.failures else None
        if failure is not None:
            return failure(request)
        if str(request.url) == TOKEN_URL:
            return self._give_token(request)
        assert request.method == "GET"
        assert request.url.host == "sis.test"
        if request.headers.get("authorization", "").removeprefix("Bearer ") not in self.valid:
            return httpx.Response(401, json={})
        self.paths.append(request.url.raw_path.decode())
        return self._page(request)

    def _give_token(self, request: httpx.Request) -> httpx.Response:
        login = base64.b64decode(request.headers["authorization"].removeprefix("Basic ")).decode()
        form = parse_qs(request.content.decode())
        assert form["grant_type"] == ["client_credentials"]
        self.scopes.update(form["scope"])
        if login != f"{CLIENT}:a%3Asecret%2F+of+%E4%B8%AD%E6%96%87":
            return httpx.Response(401, json={"error": "invalid_client"})
        token = f"token-{len(self.tokens)}"
        self.tokens.append(token)
        self.valid = {token}
        return httpx.Response(200, json={"access_token": token, "token_type": "bearer", "expires_in": 3600})

    def _page(self, request: httpx.Request) -> httpx.Response:
        name, query = request.url.path.rpartition("/")[2], request.url.params
        offset, limit = int(query["offset"]), min(int(query["limit"]), self.most)
        rows = self.collections[name]
        headers = {}
        if self.paging == "links":
            more = offset + limit < len(rows)
            following = f'<{ENDPOINT}/{name}?limit={limit}&offset={offset + limit}>; rel="next", ' if more else ""
            headers["Link"] = f'{following}<{ENDPOINT}/{name}?limit={limit}&offset=0>; rel="first"'
        elif self.paging == "count":
            headers["X-Total-Count"] = str(len(rows))
        return httpx.Response(200, headers=headers, json={name: rows[offset : offset + limit]})


def body(content: bytes | str | Row, **headers: str) -> Failure:
    """A page with this content."""
    raw = json.dumps(content).encode() if isinstance(content, dict) else content
    return lambda _: httpx.Response(200, headers=headers, content=raw)


def cut_off(request: httpx.Request) -> httpx.Response:
    """The connection breaks off before there is an answer."""
    raise httpx.RemoteProtocolError("cut off", request=request)
