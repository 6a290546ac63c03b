"""The frame of every HTTP call (request id, size limit, one log line, metrics), and the routes outside /v1."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import structlog
from prometheus_client import generate_latest
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.access.queues import Queue
from core.access.service import Access
from core.api.core import Core
from core.api.endpoints import ENDPOINTS, GRAMMAR_TEXT
from core.api.retirement import RETIREMENTS
from core.errors import USAGE_RULES, Busy, TooLarge, WenluError
from core.settings import MAX_RECORDING_BYTES, Settings
from core.web.adapter import accepted_language, create_api, error_response, on_http
from core.web.headers import html_headers
from core.web.memory import MemoryWatch
from core.web.middleware import served_middleware
from core.web.open_addresses import create_grammar_api
from core.web.speech import PATH as UPLOAD_PATH
from core.web.speech import create_speech_api
from core.web.usage_rules import usage_rules_page
from core.web.watching import Metrics, Watch
from core.wire import Language

log = structlog.get_logger("wenlu.http")

METHODS = frozenset(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"])
"""The methods that a metric may be labelled with: callers can invent others, and each would become a new time series."""
OpenAddress = Literal["speech", "grammar"]
"""Addresses that can be served on a port of their own."""
SOUNDS = {".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".wav": "audio/wav"}
"""Media types of recordings, fixed here because the system's own list differs from one machine to the next."""
REQUEST_ID = re.compile(r"^[A-Za-z0-9._-]{1,64}$")


class RequestFrame:
    """ASGI middleware around the API: see the module."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        max_body_bytes: int,
        metrics: Metrics,
        access: Access,
        queues: Mapping[str, Queue] = MappingProxyType({}),
    ) -> None:
        """`queues`: the queues that calls wait in, by path below the mount; a full one refuses a call before its body is read."""
        self._queues = queues
        self._app = app
        self._access = access
        self._max_body_bytes = max_body_bytes
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        request_id = _request_id(scope)
        scope["wenlu.request_id"] = request_id
        status = 500

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                sent = message.get("headers", [])
                quota = await self._quota_headers(scope, sent)
                message["headers"] = [*sent, *quota, *_retirement(scope), (b"x-request-id", request_id.encode())]
            await send(message)

        try:
            await self._guarded(scope, receive, send_with_id, request_id)
        finally:
            self._note(scope, status, time.perf_counter() - started, request_id)

    async def _quota_headers(self, scope: Scope, sent: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        """The quota headers for an answer to a valid token that was given without admission (429, 404, 405, 413)."""
        if any(name == b"x-quota-limit" for name, _ in sent) or (token := _bearer(scope)) is None:
            return []
        try:
            headers = await run_in_threadpool(self._access.quota_headers, token)
        except Exception as error:  # the database is away: the answer goes out without the quota
            log.warning("no quota headers", error=type(error).__name__)
            return []
        return [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def _guarded(self, scope: Scope, receive: Receive, send: Send, request_id: str) -> None:
        """Enforce the size limit, and answer with a 500 that reveals nothing when all else failed."""
        answered = finished = too_large = failed = False
        received = 0

        async def send_noted(message: Message) -> None:
            nonlocal answered, finished
            if too_large and not answered:
                return  # the application took the refusal below for an unreadable body
            answered = True
            finished = message["type"] == "http.response.body" and not message.get("more_body", False)
            await send(message)

        async def receive_capped() -> Message:
            nonlocal received, too_large
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._max_body_bytes:
                too_large = True
                raise _BodyTooLarge
            return message

        if (busy := self._busy(scope)) is not None:
            await error_response(busy, request_id=request_id, language=_language(scope))(scope, receive, send)
            return
        try:
            too_large = _declared_length(scope) > self._max_body_bytes
            if not too_large:
                await self._app(scope, receive_capped, send_noted)
        except Exception as error:
            failed = not too_large
            if failed:
                log.error("failed", request_id=request_id, exc_info=error)
            if answered and not finished:
                raise
        if (too_large or failed) and not answered:
            fault: WenluError = TooLarge(self._max_body_bytes) if too_large else WenluError("failed")
            await error_response(fault, request_id=request_id, language="en")(scope, receive, send)

    def _busy(self, scope: Scope) -> Busy | None:
        """The refusal of a call whose queue is full; None where it may go on."""
        queue = (
            self._queues.get(scope["path"].removeprefix(scope.get("root_path", "")))
            if scope["method"] == "POST"
            else None
        )
        if queue is None:
            return None
        try:
            queue.refuse_if_full("open" if _bearer(scope) is None else "known")
        except Busy as busy:
            return busy
        return None

    def _note(self, scope: Scope, status: int, seconds: float, request_id: str) -> None:
        route = getattr(scope.get("route"), "path", "unmatched")
        method = scope["method"] if scope["method"] in METHODS else "OTHER"
        self._metrics.note(method, route, status, seconds)
        log.info(
            "call",
            method=method,
            route=route,
            status=status,
            ms=round(1000 * seconds, 1),
            request_id=request_id,
        )


class _BodyTooLarge(Exception):
    """Leaves the application when a body passes the limit."""


def _request_id(scope: Scope) -> str:
    sent = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
    return sent if REQUEST_ID.match(sent) else secrets.token_hex(8)


def _retirement(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers of an operation that is to go away."""
    retirement = RETIREMENTS.get(getattr(scope.get("route"), "operation_id", ""))
    return (
        []
        if retirement is None
        else [(name.lower().encode(), value.encode()) for name, value in retirement.headers.items()]
    )


def _bearer(scope: Scope) -> str | None:
    scheme, _, token = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1").partition(" ")
    return token if scheme.lower() == "bearer" else None


def _language(scope: Scope) -> Language:
    accept = dict(scope["headers"]).get(b"accept-language")
    return accepted_language(None if accept is None else accept.decode("latin-1")) or "en"


def _declared_length(scope: Scope) -> int:
    text = dict(scope["headers"]).get(b"content-length", b"0")
    return int(text) if text.isdigit() else 0


def outer_routes(
    core: Core,
    *,
    max_body_bytes: int,
    max_recording_bytes: int = MAX_RECORDING_BYTES,
    watch: Watch,
    alone: OpenAddress | None = None,
) -> list[BaseRoute]:
    """Health, metrics, documents and the APIs, to be served alone or beside the pages.

    `alone`: the one open address to be served, under its path and without it. `watch`: what counts the calls.
    """
    metrics, readiness = watch.metrics, watch.readiness

    async def healthz(_: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def readyz(_: Request) -> Response:
        status, body = await run_in_threadpool(readiness.answer)
        return JSONResponse(body, status_code=status)

    async def metrics_text(_: Request) -> Response:
        text = await run_in_threadpool(generate_latest, metrics.registry)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    async def recording(request: Request) -> Response:
        return await sound(core.recordings.file, request)

    async def recorded_sentence(request: Request) -> Response:
        return await sound(core.sentences.file, request)

    async def sound(file_of: Callable[[str], Path | None], request: Request) -> Response:
        path = await run_in_threadpool(file_of, request.path_params["name"])
        if path is None:
            raise HTTPException(404)
        headers = {"Cache-Control": "public, max-age=86400"}
        return FileResponse(path, media_type=SOUNDS[path.suffix.lower()], headers=headers)

    def mounted(path: str, api: ASGIApp, max_bytes: int = max_body_bytes) -> Mount:
        framed = RequestFrame(
            api, max_body_bytes=max_bytes, metrics=metrics, access=core.access, queues=queues_by_path(core)
        )
        mount = Mount(path, app=framed)
        # The API is to refuse a line break in a path in its own error shape; the mount's pattern would not match one.
        mount.path_regex = re.compile(mount.path_regex.pattern, re.DOTALL)
        return mount

    monitoring_routes: list[BaseRoute] = [
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        Route("/metrics", metrics_text),
    ]
    if alone is not None:
        api = create_speech_api(core) if alone == "speech" else create_grammar_api(core)
        max_bytes_alone = max_recording_bytes if alone == "speech" else max_body_bytes
        return [*monitoring_routes, mounted(f"/{alone}", api, max_bytes_alone), mounted("", api, max_bytes_alone)]
    return [
        *monitoring_routes,
        Route("/docs", _docs),
        Route(USAGE_RULES, usage_rules_page),
        Route("/recordings/{name}", recording),
        Route("/recordings/sentences/{name}", recorded_sentence),
        Mount("/docs/assets", app=_swagger_files()),
        mounted("/grammar", create_grammar_api(core)),
        mounted("/speech", create_speech_api(core), max_recording_bytes),
        mounted("/v1", create_api(core)),
    ]


def queues_by_path(core: Core) -> dict[str, Queue]:
    """The queues that posted calls wait in, by path below the mount; the paths of different mounts do not collide."""
    posted = [endpoint for endpoint in (*ENDPOINTS, GRAMMAR_TEXT) if endpoint.method == "POST"]
    queues = {post.path: getattr(core.queues, post.queue) for post in posted if post.queue is not None}
    return {**queues, UPLOAD_PATH: core.queues.speech}


def create_server(
    core: Core,
    *,
    max_body_bytes: int,
    max_recording_bytes: int = MAX_RECORDING_BYTES,
    alone: OpenAddress | None = None,
    settings: Settings | None = None,
) -> Starlette:
    """The API without the pages; an address that it does not know is refused in the API's own shape.

    `settings`: which proxies are trusted and which other origins are allowed; without settings none are.
    """
    watch = Watch(core)
    routes = outer_routes(
        core, max_body_bytes=max_body_bytes, max_recording_bytes=max_recording_bytes, alone=alone, watch=watch
    )
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        # An open address that is served alone says nothing about whether the service as a whole is available.
        async with watch.running() if alone is None else nullcontext():
            with MemoryWatch(core.queues.pressure, most_mb=settings.memory_mb).running():
                yield

    server = Starlette(
        routes=routes,
        exception_handlers={HTTPException: on_http},
        middleware=served_middleware(settings),
        lifespan=lifespan,
    )
    server.router.redirect_slashes = False
    return server


def _swagger_files() -> ASGIApp:
    """Swagger UI from the package `fastapi-swagger` (nothing else of it is used), so that nothing is fetched from another host."""
    return StaticFiles(packages=[("fastapi_swagger", "resources")])


DOCS = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Wenlu API</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/assets/swagger-ui.css"></head>
<body><div id="ui"></div><script src="/docs/assets/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({url: "/v1/openapi.json", dom_id: "#ui", deepLinking: true})</script></body></html>"""


async def _docs(request: Request) -> Response:
    return HTMLResponse(DOCS, headers=html_headers(request.scope, DOCS.encode()))
