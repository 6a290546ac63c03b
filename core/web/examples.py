"""Examples in the OpenAPI documents: of every request and answer as they were recorded, of every error as it is made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from core.errors import (
    BadParameter,
    Busy,
    Forbidden,
    NotFound,
    QuotaExceeded,
    TokenExpired,
    TooLarge,
    WenluError,
)  # fmt: skip
from core.settings import Settings
from core.tables.api_examples import ApiExample
from core.web.error_bodies import error_body, no_such_method

SECONDS_TO_NEXT_MONTH = 561_601
ERRORS: dict[str, WenluError] = {
    "400": BadParameter.of("level", "Input should be 'beginner', 'intermediate' or 'advanced'"),
    "401": TokenExpired(),
    "403": Forbidden("The API key lacks the permission 'questions'."),
    "404": NotFound("There is no student 's1'."),
    "405": no_such_method(),
    "413": TooLarge(Settings().max_body_bytes),
    "429": QuotaExceeded(limit=1_000, retry_after_seconds=SECONDS_TO_NEXT_MONTH),
    "500": WenluError("failed"),
    "503": Busy("essays", retry_after_seconds=2),
}
"""One error for each status that an operation can be refused with."""
REFERENCE = {status: {"$ref": f"#/components/examples/Error{status}"} for status in ERRORS}


def with_examples(document: dict[str, Any], examples: Mapping[str, ApiExample]) -> dict[str, Any]:
    """The document with an example for each request, each answer and each error. Operations without a recorded one get none."""
    document["components"]["examples"] = {f"Error{status}": _error(status, error) for status, error in ERRORS.items()}
    for operations in document["paths"].values():
        for operation in operations.values():
            _show_errors(operation)
            example = examples.get(operation["operationId"])
            if example is not None:
                _show_call(operation, example)
    return document


def _error(status: str, error: WenluError) -> dict[str, Any]:
    body = error_body(error, status=int(status), request_id="example", language="en")
    return {"value": json.loads(body.model_dump_json())}


def _show_errors(operation: dict[str, Any]) -> None:
    for status, response in operation["responses"].items():
        if status in REFERENCE:
            response["content"]["application/json"]["examples"] = {"error": REFERENCE[status]}


def _show_call(operation: dict[str, Any], example: ApiExample) -> None:
    for parameter in operation.get("parameters", ()):
        if parameter["name"] in example.parameters:
            parameter["example"] = example.parameters[parameter["name"]]
    if "requestBody" in operation:
        (content,) = operation["requestBody"]["content"].values()
        content["example"] = example.request
    operation["responses"]["200"]["content"]["application/json"]["example"] = example.response
