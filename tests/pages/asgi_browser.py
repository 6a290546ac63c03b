"""A browser without a window: requests to an ASGI application in this process."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

HOME = "http://testserver"


class Browser:
    """Keeps cookies, follows no redirect, says it stands on a page of this origin."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._cookies: dict[str, str] = {}

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """One request, on an event loop of its own: Playwright keeps one running in the thread of the browser tests."""
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(self._request(method, path, **options))).result()

    async def _request(self, method: str, path: str, **options: Any) -> httpx.Response:
        headers = {"origin": HOME, **options.pop("headers", {})}
        transport = httpx.ASGITransport(app=self._app)
        async with httpx.AsyncClient(transport=transport, base_url=HOME, cookies=self._cookies) as client:
            answer = await client.request(method, path, headers=headers, **options)
        self._cookies.update(answer.cookies)
        return answer

    def get(self, path: str, **options: Any) -> httpx.Response:
        """GET."""
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        """POST."""
        return self.request("POST", path, **options)
