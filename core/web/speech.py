"""POST {speech_url}/uploadfile, mounted at /speech: a multipart body, a report without envelope, errors in the contract's shape."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import FastAPI, Request, Security
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.responses import Response

from core.api.core import Core
from core.api.speech import SpeechUpload, checked
from core.errors import BadParameter, FieldFault, Unauthorised
from core.records.access import Caller
from core.speech.upload import CHINESE, plain_name
from core.speech.wire import LONGEST_SECONDS, LONGEST_TEXT, SpeechReport
from core.tables import Tables
from core.web.adapter import BEARER, JSON, error_response, in_turn, new_api, openapi_document, validation_fault
from core.web.open_addresses import admit_open, open_visitor
from core.web.openapi import ERRORS
from core.wire import Bilingual

DESCRIPTION = f"""Reading aloud, scored on eleven indicators and in total; every number bears what it rests on. Recordings of at most
{LONGEST_SECONDS:.0f} s (wav, mp3, ogg, flac, m4a, webm). Calls need no credential, under a stricter rate by client address; a token that is
sent must hold and have the permission `speech`. Nothing is stored without `student_id`, which needs a token: the report then feeds
the student's portrait, map and plan. Calls here are not counted against the quota. For a call with `student_id` the header `Idempotency-Key`
is honoured: the same key with the same parts gives the first report again; with others it is 400002."""
PATH = "/uploadfile"
PARTS = ("file", "text", "student_id")
MOST_FIELDS = 8
MOST_FIELD_BYTES = 64 * 2**10
"""Bytes of a part that is not a file: 2,000 characters have 8 kB at most."""
LONGEST_KEY = 200
BODY: dict[str, Any] = {
    "required": True,
    "content": {
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "title": "SpeechUpload",
                "required": ["file", "text"],
                "additionalProperties": False,
                "properties": {
                    "file": {
                        "type": "string",
                        "format": "binary",
                        "minLength": 1,
                        "description": f"Recording of at most {LONGEST_SECONDS:.0f} s: wav, mp3, ogg, flac, m4a or webm",
                    },
                    "text": {
                        "type": "string",
                        "minLength": 1,
                        "maxLength": LONGEST_TEXT,
                        "pattern": CHINESE,
                        "description": "What was read aloud, with at least one Chinese character",
                    },
                    "student_id": {
                        "type": "string",
                        "minLength": 1,
                        "maxLength": 128,
                        "pattern": r"^[^\s/\x00-\x1f\x7f-\x9f\ufeff]+$",
                        "description": "Whose reading it is; needs a token. Without it nothing is stored",
                    },
                },
            }
        }
    },
}
NEEDS_TOKEN = Bilingual(
    zh="填写 student_id 时要带访问令牌；不填则结果不会保存。",
    en="Send an access token with student_id, or leave it out: then nothing is stored.",
)


def create_speech_api(core: Core) -> FastAPI:
    """The application that is mounted at /speech."""
    api = new_api(title="Wenlu speech", description=DESCRIPTION, path="/speech", on_validation=_on_validation)

    async def uploadfile(request: Request, _: Annotated[object, Security(BEARER)]) -> Response:
        caller = await admit_open(core, request, "speech")
        _refuse_query(request)
        form = await _form(request)
        try:
            score = partial(_scored, core, form, caller, _idempotency_key(request))
            return await in_turn(core.queues.speech, open_visitor(request, caller), request, score)
        finally:
            await form.close()

    api.add_api_route(
        PATH,
        uploadfile,
        methods=["POST"],
        operation_id="uploadfile",
        summary="Score a reading aloud",
        tags=["speech"],
        responses={200: {"model": SpeechReport}, **ERRORS},
        openapi_extra={"requestBody": BODY},
    )
    api.openapi = lambda: _document(api, core.tables)  # type: ignore[method-assign]
    return api


async def _form(request: Request) -> FormData:
    """The parts of the form. A part of more than a megabyte is kept in an unnamed file until it is scored, not in memory.

    Raises `BadParameter`.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "multipart/form-data":
        raise BadParameter.of("body", "must be multipart/form-data")
    parser = MultiPartParser(
        request.headers, request.stream(), max_files=1, max_fields=MOST_FIELDS, max_part_size=MOST_FIELD_BYTES
    )
    try:
        return await parser.parse()
    except MultiPartException as error:
        raise BadParameter.of("body", f"is not readable: {error.message}") from error


def _scored(core: Core, form: FormData, caller: Caller | None, key: str | None) -> Response:
    """Score the upload. Runs in a worker thread; the recording is read into memory only here."""
    upload = _upload(form)
    if upload.student_id is not None and caller is None:
        raise Unauthorised("An access token is required to store a result for a student.", remedy=NEEDS_TOKEN)
    reply = core.speech.uploaded(upload, caller, idempotency_key=key)
    headers = {"Cache-Control": "no-store"} | ({"Idempotent-Replay": "true"} if reply.repeated else {})
    return Response(reply.text, media_type=JSON, headers=headers)


def _upload(form: FormData) -> SpeechUpload:
    """Raises `MissingParameter`, `BadParameter`."""
    names = [plain_name(name) for name, _ in form.multi_items()]
    faults = [FieldFault(name, "there is no such part") for name in dict.fromkeys(names) if name not in PARTS]
    faults += [FieldFault(name, "is there more than once") for name in PARTS if names.count(name) > 1]
    file, text, student_id = (form.get(name) for name in PARTS)
    if isinstance(file, str):
        faults.append(FieldFault("file", "must be a file with a name"))
    faults += [
        FieldFault(name, "must be a text and no file")
        for name, part in (("text", text), ("student_id", student_id))
        if isinstance(part, UploadFile)
    ]
    if faults:
        messages = "; ".join(f"{fault.field}: {fault.message}" for fault in faults)
        raise BadParameter(f"Parameter validation failed: {messages}", faults=tuple(faults))
    assert not isinstance(file, str)
    assert not isinstance(text, UploadFile)
    assert not isinstance(student_id, UploadFile)
    raw = None if file is None else file.file.read()
    return checked(raw, filename=(file and file.filename) or "", text=text, student_id=student_id)


def _idempotency_key(request: Request) -> str | None:
    key = request.headers.get("idempotency-key")
    if key is not None and not 1 <= len(key) <= LONGEST_KEY:
        raise BadParameter.of("Idempotency-Key", f"must have 1 to {LONGEST_KEY} characters")
    return key


def _refuse_query(request: Request) -> None:
    for name in request.query_params:
        raise BadParameter.of(name, "there is no such parameter")


async def _on_validation(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    request_id = request.scope.get("wenlu.request_id", "")
    return error_response(validation_fault(error.errors()), request_id=request_id, language="en")


def _document(api: FastAPI, tables: Tables) -> dict[str, Any]:
    if api.openapi_schema is None:
        operation = openapi_document(api, tables)["paths"][PATH]["post"]
        # Either with a token or without one.
        operation["security"] = [{}, *operation.get("security", [])]
    return openapi_document(api, tables)
