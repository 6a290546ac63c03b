"""A record store for tests: it checks what it is sent as the specification has it, keeps statements by id, and can be told to fail."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import httpx
from jsonschema_rs import Draft202012Validator

from core.backends.outgoing import Outgoing
from core.backends.record_store import RecordStoreEndpoint
from core.records.learning_records import RecordStore
from tests.access.xapi.statement_schema import STATEMENT

ENDPOINT, USER, PASSWORD = "https://lrs.test/xapi", "wenlu", "a secret: with a colon"
VALID = Draft202012Validator(STATEMENT)

Failure = Callable[[httpx.Request], httpx.Response]


class RecordStoreDouble:
    """Takes all statements of a batch or none. `failures` answer the next requests in its place, those of None are answered as ever."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, Any]] = {}
        self.batches: list[int] = []
        self.failures: list[Failure | None] = []
        self.refused: set[str] = set()
        """What the objects end in of statements that it finds invalid."""
        self.waits: list[float] = []
        self.requests = 0
        self.transport = httpx.MockTransport(self._answer)

    def connect(self, record_store: RecordStore) -> RecordStoreEndpoint:
        """The way to this store."""
        outgoing = Outgoing("The record store", transport=self.transport, sleep=self.waits.append, seconds=30.0)
        return RecordStoreEndpoint(record_store, outgoing=outgoing)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests += 1
        failure = self.failures.pop(0) if self.failures else None
        if failure is not None:
            return failure(request)
        assert (request.method, str(request.url)) == ("POST", f"{ENDPOINT}/statements")
        assert request.headers["x-experience-api-version"] == "1.0.3"
        assert request.headers["content-type"] == "application/json"
        login = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        if request.headers["authorization"] != f"Basic {login}":
            return httpx.Response(401)
        statements = json.loads(request.content)
        assert 0 < len(statements) <= 500
        assert len(request.content) <= 1_000_000
        for statement in statements:
            VALID.validate(statement)
        if any(each["object"]["id"].endswith(tuple(self.refused)) for each in statements):
            return httpx.Response(400)
        if any(self.kept.get(each["id"], each) != each for each in statements):
            return httpx.Response(409)
        self.kept |= {each["id"]: each for each in statements}
        self.batches.append(len(statements))
        return httpx.Response(200, json=[each["id"] for each in statements])


def status(code: int, **headers: str) -> Failure:
    """A failure with this status."""
    return lambda _: httpx.Response(code, headers={name.replace("_", "-"): text for name, text in headers.items()})


def cut_off(request: httpx.Request) -> httpx.Response:
    """The connection breaks off before there is an answer."""
    raise httpx.RemoteProtocolError("cut off", request=request)
