"""Files of open pages: sent to an own page, fetched by the sign-in whose page shows them."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from frame.signin_guard import SigninGuard
from tests.http.service import make_service

FILE = "0123456789abcdef0123"


class School:
    """Anna and Ben, each with a page; Anna's shows a file."""

    def __init__(self) -> None:
        service = make_service()
        self.access = service.core.access
        self.cookies: dict[str, str] = {}
        routes = [
            Route("/_stcore/upload_file/{session}/{file}", _answer, methods=["PUT"]),
            Route("/media/{file}", _answer),
        ]
        guard = SigninGuard(Starlette(routes=routes), service.core)
        for name in ("anna", "ben"):
            account = self.access.new_account(
                service.organisation(), "student", username=name, password="a long password"
            )
            self.cookies[name] = self.access.open_signin(account)
            guard.owners.note_session(f"page-of-{name}", service.core.access.people.signin_name(self.cookies[name]))
        guard.owners.note_file(FILE, service.core.access.people.signin_name(self.cookies["anna"]))
        self.client = TestClient(guard)

    def status(self, method: str, address: str, who: str) -> int:
        """Of a request with the cookie of `who`."""
        headers = {"Cookie": f"wenlu_signin={self.cookies[who]}"} if who else {}
        return self.client.request(method, address, headers=headers).status_code


async def _answer(_: Request) -> Response:
    return PlainTextResponse("")


@pytest.fixture
def school() -> School:
    return School()


def test_a_file_is_sent_to_an_own_page_only(school: School) -> None:
    statuses = {who: school.status("PUT", "/_stcore/upload_file/page-of-anna/f", who) for who in ("anna", "ben", "")}
    assert statuses == {"anna": 200, "ben": 404, "": 404}


def test_a_file_is_fetched_under_the_sign_in_whose_page_shows_it_while_it_holds(school: School) -> None:
    assert {who: school.status("GET", f"/media/{FILE}.csv", who) for who in ("anna", "ben", "")} == {
        "anna": 200,
        "ben": 404,
        "": 404,
    }
    school.access.sign_out(school.cookies["anna"])
    assert school.status("GET", f"/media/{FILE}.csv", "anna") == 404
    assert school.status("PUT", "/_stcore/upload_file/page-of-anna/f", "anna") == 404
