"""ASGI middleware that adapts Streamlit's index page: its language, its title, the visitor's theme, its security policy."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.web.addresses import own_host
from core.web.headers import page_policy

THEME_FIRST = (
    b'<head><script>try{var t=localStorage.getItem("wenlu-theme");'
    b'if(t)localStorage.setItem("stActiveTheme-"+location.pathname+"-v2",JSON.stringify(t))}catch(e){}</script>'
)
"""Streamlit remembers light or dark for each page address separately; this gives every address the same choice."""

CHANGES = (
    (b'<html lang="en">', b'<html lang="zh-CN">'),
    (b"<title>Streamlit</title>", b"<title>Wenlu</title>"),
    (b"<head>", THEME_FIRST),
)
STALE = (b"etag", b"last-modified")
"""Headers that describe the file before the change."""


class ChineseLanguageTag:
    """Changes `<html lang="en">` to zh-CN, so that browsers choose simplified glyph forms, and makes the other `CHANGES`.

    Only the first chunk of an HTML answer to a page request is changed. Every other answer passes through as it is, and so does
    a page that has a security policy of its own (/docs), which allows no script but its own.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _wants_page(scope):
            await self._app(scope, receive, send)
            return
        page_start: Message | None = None

        async def send_changed(message: Message) -> None:
            nonlocal page_start
            if message["type"] == "http.response.start" and _is_page(message):
                page_start = message
            elif message["type"] == "http.response.body" and page_start is not None:
                start, page_start = page_start, None
                body = _changed(message.get("body", b""))
                start = _with_length(start, len(body) - len(message.get("body", b"")))
                await send(_with_policy(start, page_policy(body, own_host(scope))))
                await send({**message, "body": body})
            else:
                await send(message)

        await self._app(_uncompressed(scope), receive, send_changed)


def _wants_page(scope: Scope) -> bool:
    return scope["method"] == "GET" and b"text/html" in dict(scope["headers"]).get(b"accept", b"")


def _uncompressed(scope: Scope) -> Scope:
    """The request without accept-encoding: the page is two kilobytes and must be readable here."""
    return {**scope, "headers": [pair for pair in scope["headers"] if pair[0] != b"accept-encoding"]}


def _is_page(start: Message) -> bool:
    headers = dict(start["headers"])
    is_html = bool(start["status"] == 200) and headers.get(b"content-type", b"")[:9] == b"text/html"
    return is_html and b"content-security-policy" not in headers


def _changed(body: bytes) -> bytes:
    for old, new in CHANGES:
        body = body.replace(old, new, 1)
    return body


def _with_policy(start: Message, policy: bytes) -> Message:
    """Add the security policy of the page as it is sent, which names its inline scripts."""
    return {**start, "headers": [*start["headers"], (b"content-security-policy", policy)]}


def _with_length(start: Message, longer: int) -> Message:
    headers = [
        (name, str(int(value) + longer).encode() if name == b"content-length" else value)
        for name, value in start["headers"]
        if name not in STALE
    ]
    return {**start, "headers": headers}
