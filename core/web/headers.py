"""Security headers of every answer: what a browser may do with it.

Pages (`page_policy`) may load scripts, styles, pictures, sounds and connections from this very origin only, and stand in no frame.
What Streamlit 1.67 needs beyond that, determined by running every page in Chromium:

style-src 'unsafe-inline'   it writes styles into the page while it runs (emotion), and charts do so too
script-src 'wasm-unsafe-eval'   its front end compiles a piece of WebAssembly of its own when it starts
script-src blob:            scripts of v2 components are loaded from blob addresses
img-src, font-src data:     pictures of charts, icons and the font of some widgets
media-src blob:             what a recorder plays back

`'unsafe-inline'` and `'unsafe-eval'` for scripts are not needed: the few inline scripts of the index page are allowed by their
hashes. The Vega charts of `st.line_chart` would need eval: no page draws one.

Answers of the API and files are not pages, so they may load nothing. An answer that does not say how long it may be cached is not
cached at all: it may be about a student.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.web.addresses import own_host

Header = tuple[bytes, bytes]

INLINE_SCRIPT = re.compile(rb"<script>([^<]*+(?:<(?!/?script>)[^<]*+)*+)</script>")
ALWAYS_SENT: tuple[Header, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"microphone=(self), camera=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=(), midi=()",
    ),
)
HTTPS_ONLY: Header = (b"strict-transport-security", b"max-age=31536000")
NO_PAGE_POLICY = b"default-src 'none'; frame-ancestors 'none'; sandbox"
FILE_POLICY = b"frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
"""The policy of the pages' own scripts and styles: a worker that is made from one is bound by the policy that comes with it."""
FILE_PATHS = ("/static/", "/docs/assets/", "/_stcore/bidi-components/", "/component/")
API_PATHS = ("/v1", "/grammar", "/speech")
"""Addresses that pages of origins named by the operator may call."""
NO_STORE: Header = (b"cache-control", b"no-store")
EXPIRED: Header = (b"expires", b"0")
"""For the API: the contract's recorded answers have no Cache-Control, and shared caches keep no answer to a request that bears a
token anyway (RFC 9111, 3.5)."""


def page_policy(body: bytes, host: str) -> bytes:
    """The content security policy of a page with these inline scripts, served as `host`."""
    scripts = " ".join(["'self'", "blob:", "'wasm-unsafe-eval'", *_script_hashes(body)])
    connections = f"'self' ws://{host} wss://{host}" if host else "'self'"
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        f"font-src 'self' data:; media-src 'self' data: blob:; connect-src {connections} data: blob:; "
        "worker-src 'self' blob:; manifest-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
    ).encode("ascii")


@lru_cache(maxsize=8)
def _script_hashes(body: bytes) -> tuple[str, ...]:
    digests = [base64.b64encode(hashlib.sha256(script).digest()).decode() for script in INLINE_SCRIPT.findall(body)]
    return tuple(f"'sha256-{digest}'" for digest in digests)


class SafetyHeaders:
    """ASGI middleware: see the module. Headers that an answer has already are kept, except CORS headers outside of the API.

    Browsers are told to come over https only where the request came over it, or `secure` says that all do: a browser that was told so by a
    server without https would not find it again for a year.
    """

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self._app = app
        self._secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        secure = self._secure or scope.get("scheme") == "https"

        async def send_safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = _with_safety_headers(message.get("headers", []), scope["path"], secure=secure)
                message = {**message, "headers": headers}
            await send(message)

        await self._app(scope, receive, send_safe)


def _with_safety_headers(sent: list[Header], path: str, *, secure: bool) -> list[Header]:
    kept = [(name, value) for name, value in sent if path.startswith(API_PATHS) or name[:15] != b"access-control-"]
    names = {name.lower() for name, _ in kept}
    policy = (b"content-security-policy", FILE_POLICY if path.startswith(FILE_PATHS) else NO_PAGE_POLICY)
    caching = EXPIRED if path.startswith(API_PATHS) else NO_STORE
    added = (*ALWAYS_SENT, *((HTTPS_ONLY,) if secure else ()), policy, caching)
    return kept + [header for header in added if header[0] not in names]


def html_headers(scope: Scope, body: bytes) -> dict[str, str]:
    """The headers of an HTML page of ours."""
    return {"content-security-policy": page_policy(body, own_host(scope)).decode("ascii")}
