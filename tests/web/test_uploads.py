"""Files that pages take in: from accounts alone, and so many bytes of each. Whose page: tests/browser/test_ended_signins.py."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from core.web.uploads import UploadBounds
from tests.http.service import Service, make_service


class Pages:
    """`SessionFiles` as a test sets it."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[int, int]] = {}

    def files_and_bytes(self) -> Mapping[str, tuple[int, int]]:
        """By session."""
        return self.kept


class School:
    """Anna and Ben, and an application that keeps what it is sent."""

    def __init__(self, service: Service) -> None:
        access = service.core.access
        accounts = {
            name: access.new_account(service.organisation(), "student", username=name, password="a long password")
            for name in ("anna", "ben")
        }
        self.anna, self.ben = (access.open_signin(accounts[name]) for name in ("anna", "ben"))
        self.pages = Pages()
        self.pressure = service.core.queues.pressure
        guard = Middleware(
            UploadBounds, access=access, pages=self.pages, pressure=self.pressure, session_bytes=100, account_bytes=150
        )  # fmt: skip
        routes = [
            Route("/_stcore/upload_file/{session}/{file}", self.keep, methods=["PUT", "DELETE"]),
            Route("/_stcore/metrics", self.keep),
        ]
        self.client = TestClient(Starlette(routes=routes, middleware=[guard]))

    async def keep(self, request: Request) -> Response:
        """As Streamlit does."""
        length = len(await request.body())
        if request.method == "PUT":
            files, held = self.pages.kept.get(request.path_params["session"], (0, 0))
            self.pages.kept[request.path_params["session"]] = (files + 1, held + length)
        return PlainTextResponse("")

    def put(self, session: str, length: int, cookie: str | None) -> int:
        """The status of an upload."""
        headers = {"Cookie": f"wenlu_signin={cookie}"} if cookie else {}
        return self.client.put(f"/_stcore/upload_file/{session}/f", content=b"x" * length, headers=headers).status_code


@pytest.fixture
def school() -> School:
    return School(make_service())


def test_only_who_is_signed_in_uploads(school: School) -> None:
    assert school.put("gate", 1, None) == 403
    assert school.put("anna-1", 1, "forged") == 403
    assert school.pages.kept == {}
    assert school.put("anna-1", 1, school.anna) == 200


def test_bytes_are_counted_by_page_and_by_account_until_they_are_gone(school: School) -> None:
    assert [school.put("anna-1", 60, school.anna) for _ in range(2)] == [200, 413]
    assert [school.put("anna-2", 60, school.anna) for _ in range(2)] == [200, 413]
    assert school.put("ben-1", 100, school.ben) == 200
    del school.pages.kept["anna-1"]
    assert school.put("anna-2", 40, school.anna) == 200


def test_a_body_of_unknown_length_and_uploads_while_memory_is_short_are_refused(school: School) -> None:
    headers = {"Cookie": f"wenlu_signin={school.anna}"}
    chunked = school.client.put("/_stcore/upload_file/anna-1/f", content=iter([b"x"]), headers=headers)
    assert chunked.status_code == 411
    school.pressure.high = True
    assert school.put("anna-1", 1, school.anna) == 503


def test_streamlits_own_figures_are_nobodys(school: School) -> None:
    assert school.client.get("/_stcore/metrics").status_code == 404
