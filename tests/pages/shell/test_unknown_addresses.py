"""Addresses of the pages' server that are none: a page for browsers, the API's error shape for programs."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from frame.unknown_addresses import PAGES, UnknownAddresses

HTML, JSON = "text/html,application/xhtml+xml,*/*;q=0.8", "application/json"


async def page(request: Request) -> Response:
    """What Streamlit answers at any address."""
    if request.method not in ("GET", "HEAD"):
        return PlainTextResponse("Method Not Allowed", 405, {"Allow": "GET, HEAD"})
    return HTMLResponse("<html>page</html>", 500 if request.url.path == "/broken" else 200)


async def ready(_: Request) -> Response:
    return JSONResponse({"status": "not ready"}, status_code=404)


@pytest.fixture
def client() -> TestClient:
    routes = [
        Route("/readyz", ready),
        Route("/{rest:path}", page, methods=["GET", "HEAD", "POST", "DELETE", "OPTIONS"]),
    ]
    return TestClient(Starlette(routes=routes, middleware=[Middleware(UnknownAddresses)]))


@pytest.mark.parametrize(("method", "accept"), [("GET", JSON), ("POST", "*/*"), ("DELETE", HTML), ("OPTIONS", "*/*")])
def test_a_program_gets_the_error_shape_at_an_unknown_address(client: TestClient, method: str, accept: str) -> None:
    answer = client.request(method, "/v2/essay/evaluate", headers={"Accept": accept, "Accept-Language": "zh"})
    body = answer.json()
    assert (answer.status_code, body["code"], body["errors"]) == (404, 404, [])
    assert body["message"] == "There is nothing at /v2/essay/evaluate."
    assert body["remedy"] == "接口文档在 /docs。"
    assert body["request_id"] == answer.headers["X-Request-Id"]


@pytest.mark.parametrize("accept", [HTML, "*/*", f"{JSON}, {HTML}"])
def test_a_browser_gets_the_page_that_says_so(client: TestClient, accept: str) -> None:
    answer = client.get("/nothing", headers={"Accept": accept})
    assert (answer.status_code, answer.text) == (200, "<html>page</html>")


@pytest.mark.parametrize("path", ["/", "/today", "/docs", "/docs/usage-rules"])
def test_a_page_stays_a_page_whatever_is_accepted(client: TestClient, path: str) -> None:
    assert client.get(path, headers={"Accept": JSON}).text == "<html>page</html>"
    refused = client.post(path)
    assert (refused.status_code, refused.json()["code"], refused.headers["Allow"]) == (405, 405, "GET, HEAD")


@pytest.mark.parametrize(("method", "path"), [("GET", "/v1"), ("POST", "/v10/x"), ("GET", "/grammars")])
def test_what_begins_like_an_address_of_the_api_is_none(client: TestClient, method: str, path: str) -> None:
    answer = client.request(method, path, headers={"Accept": JSON})
    assert (answer.status_code, answer.json()["message"]) == (404, f"There is nothing at {path}.")
    assert "Allow" not in answer.headers


def test_a_failure_is_not_called_a_missing_address(client: TestClient) -> None:
    assert client.get("/broken", headers={"Accept": JSON}).status_code == 500


def test_an_answer_in_json_is_left_as_it_is(client: TestClient) -> None:
    assert client.get("/readyz", headers={"Accept": JSON}).json() == {"status": "not ready"}


def test_the_pages_are_those_of_the_folder() -> None:
    assert {"", "home", "today", "admin"} <= PAGES
