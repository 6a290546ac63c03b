"""Addresses that need no credential: /grammar, and the admission that /speech shares. Nothing of /grammar is stored or counted."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import Body, FastAPI, Request, Security
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from core.access.queues import Visitor
from core.api.core import Core
from core.api.endpoints import GRAMMAR_TEXT
from core.errors import WenluError
from core.records.access import Caller, Permission
from core.tables import Tables
from core.texts.wire import GrammarText, GrammarTextRequest
from core.web.adapter import (
    BEARER,
    ErrorHandler,
    accepted_language,
    error_response,
    in_turn,
    new_api,
    openapi_document,
    success,
    validation_fault,
)  # fmt: skip
from core.web.addresses import client_address
from core.web.openapi import ERRORS
from core.wire import Envelope

OPEN_DESCRIPTION = """Text difficulty and grammar points (GF 0025-2021). Calls need no credential, under a stricter rate by
client address; a token that is sent must hold and have the permission `grammar`. Nothing is stored."""


def create_grammar_api(core: Core) -> FastAPI:
    """The application that is mounted at /grammar."""
    api = new_api(
        title="Wenlu grammar", description=OPEN_DESCRIPTION, path="/grammar", on_validation=_on_validation(core)
    )

    async def grammar_text(
        request: Request,
        _: Annotated[object, Security(BEARER)],
        body: Annotated[GrammarTextRequest, Body()],
    ) -> Response:
        caller = await admit_open(core, request, "grammar")
        return await in_turn(core.queues.texts, open_visitor(request, caller), request, partial(_read, core, body))

    api.add_api_route(
        GRAMMAR_TEXT.path,
        grammar_text,
        methods=["POST"],
        operation_id=GRAMMAR_TEXT.operation,
        summary=GRAMMAR_TEXT.summary,
        tags=["grammar"],
        responses={200: {"model": Envelope[GrammarText]}, **ERRORS},
    )
    api.openapi = lambda: _document(api, core.tables)  # type: ignore[method-assign]
    return api


def _read(core: Core, body: GrammarTextRequest) -> Response:
    return success(core.texts.grammar_text(body).model_dump_json(), {"Cache-Control": "no-store"})


def open_visitor(request: Request, caller: Caller | None) -> Visitor:
    """The visitor whose turn a call takes: the organisation behind a token, else the client address, in the open lane."""
    return Visitor(client_address(request.scope), "open") if caller is None else Visitor(caller.organisation_id)


async def admit_open(core: Core, request: Request, permission: Permission) -> Caller | None:
    """Admit a call: without an Authorization header as an anonymous caller; a header that is sent must bear a valid token."""
    header = request.headers.get("authorization")
    scheme, _, credential = (header or "").partition(" ")
    token = None if header is None else credential if scheme.lower() == "bearer" else ""
    address = client_address(request.scope)
    language = accepted_language(request.headers.get("accept-language"))
    return await run_in_threadpool(core.access.admit_open, token, permission, address=address, language=language)


def _on_validation(core: Core) -> ErrorHandler:
    """Admission comes first here too, so that trying out parameters counts against the rate."""

    async def on_validation(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        fault: WenluError = validation_fault(error.errors())
        try:
            await admit_open(core, request, "grammar")
        except WenluError as refused:
            fault = refused
        language = accepted_language(request.headers.get("accept-language")) or "en"
        return error_response(fault, request_id=request.scope.get("wenlu.request_id", ""), language=language)

    return on_validation


def _document(api: FastAPI, tables: Tables) -> dict[str, Any]:
    if api.openapi_schema is None:
        for operations in openapi_document(api, tables)["paths"].values():
            for operation in operations.values():
                # Either with a token or without one; nothing is stored, so nothing is replayed.
                operation["security"] = [{}, *operation.get("security", [])]
                operation["responses"]["200"]["headers"].pop("Idempotent-Replay")
    return openapi_document(api, tables)
