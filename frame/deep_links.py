"""ASGI middleware for pages opened by their address: what Streamlit's front end asks for below the page is answered at the root.

A page at /report asks for /report/_stcore/health and /report/_stcore/host-config before it tries the root: a 404 in the console each.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

ASKED = ("/_stcore/health", "/_stcore/host-config")


class DeepLinks:
    """See the module."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].endswith(ASKED):
            page, _, name = scope["path"].rpartition("/_stcore/")
            if page.count("/") == 1:
                scope = {**scope, "path": f"/_stcore/{name}", "raw_path": f"/_stcore/{name}".encode()}
        await self._app(scope, receive, send)
