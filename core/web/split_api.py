"""Routes of a pages' server whose API is served on another port, as `wenlu serve --split` does."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from core.errors import NotFound
from core.wire import Bilingual, ErrorBody

API_PATHS = ("/v1", "/speech", "/grammar")
DOCUMENTS = ("/docs", "/docs/assets")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def routes_beside_pages(routes: Sequence[BaseRoute], api_port: int) -> list[BaseRoute]:
    """All of `routes` where the API has no port of its own (0); else those of the API are replaced by answers that name its port."""
    if not api_port:
        return list(routes)
    kept = [route for route in routes if getattr(route, "path", "") not in (*API_PATHS, *DOCUMENTS)]
    refused = [Mount(path, routes=[_refusal_route("/{rest:path}", api_port)]) for path in API_PATHS]
    return [
        *kept,
        _redirect_route("/docs", api_port),
        *[_refusal_route(path, api_port) for path in API_PATHS],
        *refused,
    ]


def _refusal_route(path: str, api_port: int) -> Route:
    async def refuse(request: Request) -> Response:
        chinese = request.headers.get("accept-language", "").lower().startswith("zh")
        error = NotFound(
            f"The API is not served on this port but on {api_port}.",
            remedy=Bilingual(zh=f"接口在端口 {api_port} 上。", en=f"Call the same host on port {api_port}."),
        )
        request_id = secrets.token_hex(8)
        body = ErrorBody(
            code=error.status,
            message=str(error),
            errors=[],
            error_code=error.error_code,
            remedy=error.remedy("zh" if chinese else "en"),
            request_id=request_id,
        )
        return Response(
            body.model_dump_json(),
            status_code=error.status,
            media_type="application/json",
            headers={"X-Request-Id": request_id},
        )

    return Route(path, refuse, methods=list(METHODS))


def _redirect_route(path: str, api_port: int) -> Route:
    async def forward(request: Request) -> Response:
        return RedirectResponse(str(request.url.replace(port=api_port)))

    return Route(path, forward)
