"""The index page says zh-CN; every other answer passes untouched."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from frame.language_tag import ChineseLanguageTag
from tests.pages.asgi_browser import Browser

INDEX = '<!DOCTYPE html>\n<html lang="en"><head><title>Streamlit</title></head><body></body></html>'
PAGE = {"accept": "text/html,application/xhtml+xml"}


async def index(_: Request) -> Response:
    return HTMLResponse(INDEX, headers={"etag": "old"})


async def stream(_: Request) -> Response:
    return StreamingResponse(iter([INDEX[:60], INDEX[60:]]), media_type="text/html")


async def api(_: Request) -> Response:
    return JSONResponse({"text": '<html lang="en">'})


async def documents(_: Request) -> Response:
    return HTMLResponse(INDEX, headers={"content-security-policy": "default-src 'none'"})


ROUTES = [Route("/", index), Route("/stream", stream), Route("/api", api), Route("/docs", documents)]
BROWSER = Browser(Starlette(routes=ROUTES, middleware=[Middleware(ChineseLanguageTag)]))


def test_the_index_page_says_chinese() -> None:
    answer = BROWSER.get("/", headers=PAGE)
    assert '<html lang="zh-CN">' in answer.text
    assert "<title>Wenlu</title>" in answer.text
    assert int(answer.headers["content-length"]) == len(answer.content)
    assert "etag" not in answer.headers


def test_a_page_in_pieces_arrives_whole() -> None:
    answer = BROWSER.get("/stream", headers=PAGE)
    assert answer.text.startswith('<!DOCTYPE html>\n<html lang="zh-CN">')
    assert answer.text.endswith("</html>")


def test_other_answers_pass_untouched() -> None:
    assert BROWSER.get("/api", headers=PAGE).json() == {"text": '<html lang="en">'}
    assert BROWSER.get("/", headers={"accept": "*/*"}).text == INDEX


def test_a_page_with_a_policy_of_its_own_keeps_its_scripts_and_its_policy() -> None:
    answer = BROWSER.get("/docs", headers=PAGE)
    assert answer.text == INDEX
    assert answer.headers["content-security-policy"] == "default-src 'none'"
