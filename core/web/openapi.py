"""What the OpenAPI document holds beside the endpoints: the description, the errors, the response headers."""

from __future__ import annotations

from typing import Any

from core.api.retirement import RETIREMENTS
from core.wire import ErrorBody

DESCRIPTION = """Chinese teaching and assessment. Every level names its standard (GF 0025-2021 unless said otherwise).

POST calls honour the header `Idempotency-Key`: the same key with the same body gives the first answer again and is
counted once; with another body it is 400002. Every answer to a valid token bears `X-Quota-Limit`,
`X-Quota-Remaining` and `X-Quota-Reset` (an organisation without a limit shows `unlimited`)."""

ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorBody, "description": "Parameter missing (400001) or of the wrong form (400002)"},
    401: {"model": ErrorBody, "description": "Token missing, invalid or expired (401001)"},
    403: {"model": ErrorBody, "description": "Insufficient permission (403001)"},
    404: {"model": ErrorBody, "description": "Resource does not exist"},
    405: {"model": ErrorBody, "description": "Method not allowed"},
    413: {"model": ErrorBody, "description": "Body over the size limit"},
    429: {"model": ErrorBody, "description": "Over the rate or the quota (429001), with Retry-After"},
    500: {"model": ErrorBody, "description": "Internal error, with a request id"},
    503: {
        "model": ErrorBody,
        "description": "Not able to serve now (database away, queue full), with Retry-After where known",
    },
}

RETIREMENT_HEADERS = {
    "Deprecation": "Since when the operation is deprecated (RFC 9745)",
    "Sunset": "Until when it answers (RFC 8594)",
    "Link": "What takes its place",
}
"""Of the answers of operations that are to go away."""
REFUSED_UNSEEN = ("413", "503")
"""Statuses of answers that can be given before the address is looked up (`core.web.frame`): what is said of its operation may be missing."""
QUOTA_HEADERS = ("X-Quota-Limit", "X-Quota-Remaining", "X-Quota-Reset")
HEADERS = {
    "X-Quota-Limit": "Calls of this month, temporary quota included; or `unlimited`",
    "X-Quota-Remaining": "Calls left after this one; or `unlimited`",
    "X-Quota-Reset": "When the month turns: day 1, 00:00 UTC+8, ISO 8601",
    "X-Request-Id": "The request's id, as sent or made here; the log bears it too",
    "Retry-After": "Seconds until the same call can succeed",
    "WWW-Authenticate": "Bearer",
    "Idempotent-Replay": "`true` when the first answer under this Idempotency-Key comes again",
}
"""Response headers and their descriptions. Idempotency-Key is in the description and not among the parameters: a client that is
generated from the document would send the same key with every call."""


def completed(document: dict[str, Any]) -> dict[str, Any]:
    """FastAPI's document without its own 422 (validation errors are 400 here), with the response headers."""
    document["components"]["headers"] = {
        name: {"description": text, "schema": {"type": "string"}}
        for name, text in {**HEADERS, **(RETIREMENT_HEADERS if RETIREMENTS else {})}.items()
    }
    for unused in ("HTTPValidationError", "ValidationError"):
        document["components"]["schemas"].pop(unused, None)
    for operations in document["paths"].values():
        for operation in operations.values():
            operation["responses"].pop("422", None)
            _name_headers(operation)
    return document


def _name_headers(operation: dict[str, Any]) -> None:
    """Add the response headers to an operation, each under the statuses whose answers bear it, and that it is deprecated, if it is."""
    retired = operation["operationId"] in RETIREMENTS
    if retired:
        operation["deprecated"] = True
    for status, response in operation["responses"].items():
        named = [*(QUOTA_HEADERS if "security" in operation and status != "401" else ()), "X-Request-Id"]
        if status in ("429", "503"):
            named.append("Retry-After")
        if status == "401":
            named.append("WWW-Authenticate")
        if status == "200" and "security" in operation and "requestBody" in operation:
            named.append("Idempotent-Replay")
        if retired and status not in REFUSED_UNSEEN:
            named.extend(RETIREMENT_HEADERS)
        response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in named}
