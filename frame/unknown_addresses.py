"""ASGI middleware: a program that calls an address of the pages' server which is none gets the API's error shape, not a page."""

from __future__ import annotations

import secrets
from pathlib import Path

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.errors import USAGE_RULES, WenluError
from core.web.adapter import LANGUAGES, accepted_language, error_response
from core.web.error_bodies import no_such_address, no_such_method
from core.web.headers import API_PATHS

PAGES = frozenset(
    [
        "",
        "home",
        "docs",
        USAGE_RULES.strip("/"),
        *(path.stem for path in (Path(__file__).parent.parent / "pages").glob("*.py")),
    ]
)
"""Addresses at which a browser gets a page. Streamlit answers every other one with a page as well, which then says that there is none."""
OTHERS = ("/_stcore/", "/media/", "/component/", "/static/", *(f"{path}/" for path in API_PATHS))
"""Addresses that answer in a way of their own."""
READS = ("GET", "HEAD")


class UnknownAddresses:
    """Replaces 404, 405 and pages by JSON where a program asks: whoever accepts JSON and no HTML, and every method but GET and HEAD."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(OTHERS) or not _is_program(scope):
            await self._app(scope, receive, send)
            return
        refused: WenluError | None = None
        status = 404
        allow: list[tuple[bytes, bytes]] = []

        async def send_or_drop(message: Message) -> None:
            nonlocal refused, status, allow
            if message["type"] == "http.response.start" and _is_no_answer(scope, message):
                status = 405 if message["status"] == 405 and _names_page(scope) else 404
                refused = no_such_method() if status == 405 else no_such_address(scope["path"])
                allow = [header for header in message["headers"] if status == 405 and header[0] == b"allow"]
            if refused is None:
                await send(message)

        await self._app(scope, receive, send_or_drop)
        if refused is not None:
            accept = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
            language = accepted_language(accept) or LANGUAGES["en"]
            request_id = secrets.token_hex(8)
            response = error_response(refused, request_id=request_id, language=language, status=status)
            response.headers["X-Request-Id"] = request_id
            response.raw_headers.extend(allow)
            await response(scope, receive, send)


def _is_program(scope: Scope) -> bool:
    accept = dict(scope["headers"]).get(b"accept", b"")
    return scope["method"] not in READS or (b"json" in accept and b"text/html" not in accept)


def _is_no_answer(scope: Scope, start: Message) -> bool:
    """Whether an answer says that there is nothing, or is the page that Streamlit gives at any address."""
    kind = dict(start["headers"]).get(b"content-type", b"")
    if kind.startswith(b"application/json"):
        return False
    return start["status"] in (404, 405) or (
        start["status"] == 200 and scope["method"] in READS and kind.startswith(b"text/html") and not _names_page(scope)
    )


def _names_page(scope: Scope) -> bool:
    return scope["path"].strip("/") in PAGES
