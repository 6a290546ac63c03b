"""What every answer tells a browser it may do with it.

Pages (`page_policy`): scripts, styles, pictures, sounds and connections from this very origin, in no frame. What Streamlit 1.67
does not allow to forbid, found out with every page in Chromium:

style-src 'unsafe-inline'   its styles are written into the page while it runs (emotion), and so are those of charts
script-src 'wasm-unsafe-eval'   its front end compiles a piece of WebAssembly of its own when it starts
script-src blob:            scripts of v2 components are loaded from blob addresses
img-src, font-src data:     pictures of charts, icons and the font of some widgets
media-src blob:             what a recorder plays back

`'unsafe-inline'` and `'unsafe-eval'` for scripts are not needed: the few inline scripts of the index page are named by their hashes. The
Vega charts of `st.line_chart` would need eval: no page draws one.

Answers of the API and files: nothing of them is a page, so they may load nothing. Whatever does not say how long it may be
kept is kept nowhere: it may be a student's.
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
ALWAYS: tuple[Header, ...] = (
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
SECURE: Header = (b"strict-transport-security", b"max-age=31536000")
NO_PAGE = b"default-src 'none'; frame-ancestors 'none'; sandbox"
FILE = b"frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
"""Of the pages' own scripts and styles: a worker made from one is bound by what comes with it."""
FILES = ("/static/", "/docs/assets/", "/_stcore/bidi-components/", "/component/")
API = ("/v1", "/grammar", "/speech")
"""Where origins that the operator named may call from."""
NOT_KEPT: Header = (b"cache-control", b"no-store")
OUT_OF_DATE: Header = (b"expires", b"0")
"""Of the API: its recorded answers say nothing of caches, and what was asked for with a token no shared cache keeps (RFC 9111, 3.5)."""


def page_policy(body: bytes, host: str) -> bytes:
    """The content security policy of a page with these inline scripts, served as `host`."""
    scripts = " ".join(["'self'", "blob:", "'wasm-unsafe-eval'", *_hashes(body)])
    connections = f"'self' ws://{host} wss://{host}" if host else "'self'"
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        f"font-src 'self' data:; media-src 'self' data: blob:; connect-src {connections} data: blob:; "
        "worker-src 'self' blob:; manifest-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
    ).encode("ascii")


@lru_cache(maxsize=8)
def _hashes(body: bytes) -> tuple[str, ...]:
    digests = [base64.b64encode(hashlib.sha256(script).digest()).decode() for script in INLINE_SCRIPT.findall(body)]
    return tuple(f"'sha256-{digest}'" for digest in digests)


class SafetyHeaders:
    """ASGI middleware: see the module. What an answer says for itself stands, but for the words of CORS outside of the API."""

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self._app = app
        self._always = (*ALWAYS, SECURE) if secure else ALWAYS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": self._with(message.get("headers", []), scope["path"])}
            await send(message)

        await self._app(scope, receive, send_safe)

    def _with(self, sent: list[Header], path: str) -> list[Header]:
        kept = [(name, value) for name, value in sent if path.startswith(API) or name[:15] != b"access-control-"]
        said = {name.lower() for name, _ in kept}
        policy = (b"content-security-policy", FILE if path.startswith(FILES) else NO_PAGE)
        age = OUT_OF_DATE if path.startswith(API) else NOT_KEPT
        return kept + [header for header in (*self._always, policy, age) if header[0] not in said]


def html_headers(scope: Scope, body: bytes) -> dict[str, str]:
    """What a page of ours is answered with."""
    return {"content-security-policy": page_policy(body, own_host(scope)).decode("ascii")}
