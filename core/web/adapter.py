"""FastAPI over `ENDPOINTS`: the contract on the wire, one error shape, quota headers, health, metrics, documents.

outer routes   /healthz /readyz /metrics /docs /v1
/v1            RequestFrame (request id, size limit, log, metrics) around a FastAPI application
"""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Annotated, Any

import structlog
from fastapi import Body, FastAPI, Path, Query, Request, Security
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from core.access.queues import Queue, Visitor
from core.access.service import Admission
from core.access.wire import AccessToken, TokenRequest
from core.api.core import Core
from core.api.endpoints import ENDPOINTS, Endpoint
from core.errors import (
    AlreadyAnswered,
    BadParameter,
    Busy,
    FieldFault,
    MissingParameter,
    Unauthorised,
    WenluError,
)  # fmt: skip
from core.language.caching import bounded_cache
from core.tables import Tables
from core.web import json_shape
from core.web.addresses import client_address
from core.web.error_bodies import SEE_DOCUMENTS, error_body, no_such_address
from core.web.examples import with_examples
from core.web.openapi import DESCRIPTION, ERRORS, completed
from core.wire import BareEnvelope, Envelope, Language

log = structlog.get_logger("wenlu.http")

JSON = "application/json"
LANGUAGES: dict[str, Language] = {"zh": "zh", "en": "en"}
QUALITY = re.compile(r"^\s*q\s*=\s*(1(?:\.0{0,3})?|0(?:\.[0-9]{0,3})?)\s*$")
CLIENT_GONE = 499
"""The status of a call whose client has disconnected. It is for the log alone (nginx writes the same)."""
TOKEN_PATH = "/auth/token"
BEARER = HTTPBearer(auto_error=False, description="Access token from POST /auth/token")
Handler = Callable[..., Awaitable[Response]]
ErrorHandler = Callable[[Request, Exception], Awaitable[Response]]


def new_api(*, title: str, description: str, path: str, on_validation: ErrorHandler) -> FastAPI:
    """An application without routes, to be mounted at `path`; all its errors have the contract's shape."""
    api = FastAPI(
        title=title,
        version="1",
        description=description,
        docs_url=None,
        redoc_url=None,
        servers=[{"url": path}],
        redirect_slashes=False,
    )
    api.router.route_class = _MeasuredRoute
    api.add_exception_handler(RequestValidationError, on_validation)
    api.add_exception_handler(WenluError, on_wenlu_error)
    api.add_exception_handler(HTTPException, on_http)
    api.add_exception_handler(ClientDisconnect, on_client_gone)
    api.add_exception_handler(Exception, on_failure)
    return api


class _MeasuredRoute(APIRoute):
    """A route whose JSON body is measured (`core.web.json_shape`) before anything parses it."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """FastAPI's handler behind the measurement, whose faults become validation errors: the caller is admitted before it
        learns of them."""
        handler = super().get_route_handler()
        if self.body_field is None:
            return handler
        may_be_absent = not self.body_field.field_info.is_required()

        async def measured(request: Request) -> Response:
            try:
                body = await request.body()
                json_shape.check(body)
                if may_be_absent and body.strip() == b"null":  # FastAPI takes it for no body
                    raise BadParameter.of("body", "is null; send an object")
            except BadParameter as error:
                errors = [{"type": "json_shape", "loc": ("body",), "msg": error.faults[0].message}]
                raise RequestValidationError(errors) from error
            return await handler(request)

        return measured


def create_api(core: Core) -> FastAPI:
    """The application that is mounted at /v1."""
    api = new_api(title="Wenlu", description=DESCRIPTION, path="/v1", on_validation=_validation_handler(core))
    api.add_api_route(
        TOKEN_PATH,
        _token_handler(core),
        methods=["POST"],
        operation_id="token",
        summary="Exchange an API key for a short-lived access token",
        tags=["auth"],
        responses={200: {"model": Envelope[AccessToken]}, **ERRORS},
    )
    for endpoint in ENDPOINTS:
        api.add_api_route(
            endpoint.path,
            _handler(core, endpoint),
            methods=[endpoint.method],
            operation_id=endpoint.operation,
            summary=endpoint.summary,
            tags=[endpoint.price.permission or "quota"],
            responses={200: {"model": _envelope(endpoint)}, **ERRORS},
        )
    api.openapi = lambda: openapi_document(api, core.tables)  # type: ignore[method-assign]
    return api


def _envelope(endpoint: Endpoint[Any, Any]) -> Any:
    """The model of the whole answer, for the documents."""
    kind: Any = BareEnvelope if endpoint.bare else Envelope
    return kind[endpoint.response]


def openapi_document(api: FastAPI, tables: Tables) -> dict[str, Any]:
    """The OpenAPI document with examples, without FastAPI's own 422 (validation errors are 400 here)."""
    if api.openapi_schema is None:
        document = get_openapi(
            title=api.title, version=api.version, description=api.description, routes=api.routes, servers=api.servers
        )
        api.openapi_schema = with_examples(completed(document), tables.api_examples)
    return api.openapi_schema


# -- handlers ----------------------------------------------------------------------------------------------


def _token_handler(core: Core) -> Handler:
    async def handler(request: Request, body: TokenRequest) -> Response:
        address = client_address(request.scope)
        access_token = await run_in_threadpool(core.access.token, body, address=address)
        return success(access_token.model_dump_json(), {"Cache-Control": "no-store"})

    return handler


def _handler(core: Core, endpoint: Endpoint[Any, Any]) -> Handler:
    """An async function whose signature shows FastAPI the endpoint's body, path and query parameters."""

    async def handler(request: Request, credentials: HTTPAuthorizationCredentials | None, **values: Any) -> Response:
        token = credentials.credentials if credentials else None
        key = _idempotency_key(request, endpoint)
        context = _CallContext(
            token=token,
            request_id=request.scope.get("wenlu.request_id", ""),
            language=accepted_language(request.headers.get("accept-language")),
            idempotency_key=key,
            fingerprint="" if key is None else _fingerprint(values["body"]),
            unknown=_unknown_parameters(request, endpoint),
        )
        work = partial(_serve, core, endpoint, values, context)
        if endpoint.queue is None:
            return await run_in_threadpool(work)
        visitor = await run_in_threadpool(_visitor, core, token)
        return await in_turn(getattr(core.queues, endpoint.queue), visitor, request, work)

    handler.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            _parameter("request", Request),
            _parameter("credentials", Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)]),
            *_request_parameters(endpoint),
        ],
        return_annotation=Response,
    )
    return handler


def _visitor(core: Core, token: str | None) -> Visitor | None:
    """The visitor whose turn the call takes; None for an invalid token, whose call is refused without a turn."""
    try:
        return Visitor(core.access.claims(token).organisation_id)
    except Unauthorised:
        return None


async def in_turn(queue: Queue, visitor: Visitor | None, request: Request, work: Callable[[], Response]) -> Response:
    """Run `work` in a thread once it is the visitor's turn; while it waits it occupies none of the threads that all calls share.

    If the client has disconnected meanwhile, the work is not done. Raises `Busy`.
    """
    if visitor is None:
        return await run_in_threadpool(work)
    async with queue.turn_async(visitor):
        if await request.is_disconnected():
            return Response(status_code=CLIENT_GONE)
        return await run_in_threadpool(work)


class _CallContext:
    """Everything about a request except its parameters."""

    __slots__ = ("fingerprint", "idempotency_key", "language", "request_id", "token", "unknown")

    def __init__(
        self,
        *,
        token: str | None,
        request_id: str,
        language: Language | None,
        idempotency_key: str | None,
        fingerprint: str,
        unknown: Sequence[str],
    ) -> None:
        self.token = token
        self.request_id = request_id
        self.language = language
        self.idempotency_key = idempotency_key
        self.fingerprint = fingerprint
        self.unknown = unknown


def _serve(core: Core, endpoint: Endpoint[Any, Any], values: dict[str, Any], context: _CallContext) -> Response:
    """Admit the call, replay its answer if it was made before, else perform it. Runs in a worker thread."""
    admission = core.access.admit(
        context.token,
        endpoint.price,
        request_id=context.request_id,
        language=context.language,
        idempotency_key=context.idempotency_key,
        fingerprint=context.fingerprint,
    )
    try:
        if context.unknown:
            raise _unknown_parameters_error(context.unknown)
        replay = _replay(core, endpoint, admission, context)
        if replay is not None:
            return replay
        request = values["body"] if "body" in values else endpoint.request(**values)
        try:
            rendered = endpoint.perform(core, request, admission.caller)
        except AlreadyAnswered:
            replay = _replay(core, endpoint, admission, context)
            if replay is None:
                raise
            return replay
        return success(rendered.text, admission.headers(), bare=endpoint.bare)
    except WenluError as error:
        error.headers = admission.headers()
        raise


def _replay(core: Core, endpoint: Endpoint[Any, Any], admission: Admission, context: _CallContext) -> Response | None:
    if context.idempotency_key is None:
        return None
    remembered = core.store.remembered_reply(admission.caller.organisation_id, context.idempotency_key)
    if remembered is None:
        return None
    name, fingerprint, text = remembered
    if (name, fingerprint) != (endpoint.price.endpoint, context.fingerprint):
        raise BadParameter.of("Idempotency-Key", "was used before with another request")
    return success(text, {"Idempotent-Replay": "true", **admission.headers()})


def _unknown_parameters(request: Request, endpoint: Endpoint[Any, Any]) -> list[str]:
    """Query parameters that the endpoint does not have; the model of a body refuses unknown fields itself."""
    fields = () if endpoint.method == "POST" else endpoint.request.model_fields
    known = {name for name in fields if f"{{{name}}}" not in endpoint.path}
    return [name for name in dict.fromkeys(request.query_params.keys()) if name not in known]


def _unknown_parameters_error(names: Sequence[str]) -> BadParameter:
    quoted = ", ".join(repr(name) for name in names)
    faults = tuple(FieldFault(name, "there is no such parameter") for name in names)
    return BadParameter(f"Parameter validation failed: there is no parameter {quoted}", faults=faults)


def _request_parameters(endpoint: Endpoint[Any, Any]) -> list[inspect.Parameter]:
    if endpoint.method == "POST":
        annotated: Any = Annotated
        fields = endpoint.request.model_fields.values()
        # A body of which nothing is required may be left out: none is the same as {}.
        default = inspect.Parameter.empty if any(field.is_required() for field in fields) else endpoint.request()
        return [_parameter("body", annotated[(endpoint.request, Body())], default)]
    return [
        _field_parameter(name, field, in_path=f"{{{name}}}" in endpoint.path)
        for name, field in endpoint.request.model_fields.items()
    ]


def _field_parameter(name: str, field: FieldInfo, *, in_path: bool) -> inspect.Parameter:
    source = Path(description=field.description) if in_path else Query(description=field.description)
    annotated: Any = Annotated
    return _parameter(
        name,
        annotated[(field.annotation, *field.metadata, source)],
        inspect.Parameter.empty if field.is_required() else field.default,
    )


def _parameter(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _fingerprint(body: BaseModel) -> str:
    """A hash of the parameters and not of the bytes, so that the order of JSON fields and white space do not matter."""
    return hashlib.sha256(body.model_dump_json().encode()).hexdigest()


def _idempotency_key(request: Request, endpoint: Endpoint[Any, Any]) -> str | None:
    key = request.headers.get("idempotency-key") if endpoint.method == "POST" else None
    if key is not None and not 1 <= len(key) <= 200:
        raise BadParameter.of("Idempotency-Key", "must have 1 to 200 characters")
    return key


@bounded_cache(256)
def accepted_language(accept: str | None) -> Language | None:
    """Chinese or English, whichever Accept-Language prefers, the first of equals; None when neither is named.

    >>> accepted_language("en;q=0.5, zh-CN"), accepted_language("fr, en;q=0"), accepted_language(None)
    ('zh', None, None)
    """
    best: tuple[float, Language | None] = (0.0, None)
    for part in (accept or "").lower().split(","):
        tag, _, weight = part.partition(";")
        language = LANGUAGES.get(tag.strip().partition("-")[0])
        quality = _quality(weight)
        if language is not None and quality > best[0]:
            best = (quality, language)
    return best[1]


def _quality(weight: str) -> float:
    """The q of a language range (RFC 9110, 12.4.2); 1 where none is given, 0 where it is unreadable."""
    if not weight.strip():
        return 1.0
    match = QUALITY.match(weight)
    return float(match[1]) if match else 0.0


# -- responses ---------------------------------------------------------------------------------------------


def success(text: str, headers: dict[str, str], *, bare: bool = False) -> Response:
    """A payload's JSON text in the envelope; `bare`: in the one without `message`."""
    message = "" if bare else '"message":"success",'
    return Response(f'{{"code":200,{message}"data":{text}}}', media_type=JSON, headers=headers)


def error_response(error: WenluError, *, request_id: str, language: Language, status: int | None = None) -> Response:
    """Any error of the tree in the contract's shape."""
    code = status or error.status
    body = error_body(error, status=code, request_id=request_id, language=language)
    headers = dict(error.headers)
    if error.retry_after_seconds is not None:
        headers["Retry-After"] = str(error.retry_after_seconds)
    if code == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(body.model_dump_json(), status_code=code, media_type=JSON, headers=headers)


def _respond(request: Request, error: WenluError, status: int | None = None) -> Response:
    language = accepted_language(request.headers.get("accept-language")) or "en"
    return error_response(error, request_id=request.scope.get("wenlu.request_id", ""), language=language, status=status)


async def on_wenlu_error(request: Request, error: Exception) -> Response:
    """An error of the tree. Server errors are logged with their stack, except a full queue, which would fill the log too."""
    assert isinstance(error, WenluError)
    if error.status >= 500 and not isinstance(error, Busy):
        log.error("failed", request_id=request.scope.get("wenlu.request_id", ""), exc_info=error)
    return _respond(request, error)


async def on_client_gone(_: Request, __: Exception) -> Response:
    """The client disconnected before its body was whole: no fault of the service, and nobody is there to read an answer."""
    return Response(status_code=CLIENT_GONE)


async def on_failure(request: Request, _: Exception) -> Response:
    """An unforeseen error: the answer bears a request id and no more. `RequestFrame` logs the error."""
    return _respond(request, WenluError("failed"))


async def on_http(request: Request, error: Exception) -> Response:
    """An error before any handler was reached: an unknown address, a wrong method or an unreadable body."""
    assert isinstance(error, HTTPException)
    fault: WenluError
    if error.status_code == 400:
        fault = BadParameter.of("body", "is not readable JSON")
    elif error.status_code == 404:
        fault = no_such_address(request.scope["path"])
    else:
        fault = WenluError(str(error.detail), remedy=SEE_DOCUMENTS)
    response = _respond(request, fault, status=error.status_code)
    response.headers.update(error.headers or {})
    return response


def _validation_handler(core: Core) -> ErrorHandler:
    """Admission comes first: only a caller who may call learns what is wrong with the parameters."""
    prices = {endpoint.operation: endpoint.price for endpoint in ENDPOINTS}

    async def on_validation(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        fault = validation_fault(error.errors())
        price = prices.get(request.scope["route"].operation_id)
        if price is None:
            return _respond(request, fault)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        try:
            admission = await run_in_threadpool(
                core.access.admit, token if scheme.lower() == "bearer" else None, price, request_id=""
            )
        except WenluError as refused:
            return _respond(request, refused)
        fault.headers = admission.headers()
        return _respond(request, fault)

    return on_validation


def validation_fault(errors: Sequence[Any]) -> MissingParameter | BadParameter:
    """Pydantic's complaints as one error: 400001 when something is missing, else 400002."""
    faults = tuple(_fault(item) for item in errors)
    listed = "; ".join(f"{fault.field}: {fault.message}" for fault in faults[:3])
    missing = any(item["type"] == "missing" for item in errors)
    return (MissingParameter if missing else BadParameter)(f"Parameter validation failed: {listed}", faults=faults)


def _fault(item: Any) -> FieldFault:
    if item["type"] == "json_invalid":
        return FieldFault("body", "is not readable JSON")
    return FieldFault(_field_path(item["loc"]), str(item["msg"]))


def _field_path(location: Sequence[str | int]) -> str:
    """('body', 'answers', 2, 'time_spent') as answers[2].time_spent; body, query, path or header is left out."""
    path = ""
    for part in location[1:] if location and location[0] in ("body", "query", "path", "header") else location:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path or "body"
