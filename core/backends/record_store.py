"""A learning record store (LRS) that an organisation has registered, spoken to by xAPI 1.0.3."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Any

from core.access.xapi.vocabulary import VERSION
from core.backends.outgoing import Outgoing
from core.ports.learning_records import Taken
from core.records.learning_records import RecordStore

TAKEN = frozenset([200, 204])
MOST_BYTES = 1_000_000
"""Of a batch."""


class RecordStoreEndpoint:
    """`core.ports.learning_records.StatementReceiver` over HTTP."""

    def __init__(self, record_store: RecordStore, *, outgoing: Outgoing | None = None) -> None:
        self._url = f"{record_store.endpoint}/statements"
        login = f"{record_store.username}:{record_store.password}".encode()
        self._headers = {
            "Authorization": f"Basic {base64.b64encode(login).decode()}",
            "X-Experience-API-Version": VERSION,
            "Content-Type": "application/json",
        }
        self._outgoing = outgoing or Outgoing("The record store")

    def put(self, statements: Sequence[dict[str, Any]]) -> Taken:
        """See `core.ports.learning_records.StatementReceiver.put`."""
        content = json.dumps(statements, ensure_ascii=False, separators=(",", ":")).encode()
        if len(content) > MOST_BYTES and len(statements) > 1:
            return "too_large"
        answer = self._outgoing.ask("POST", self._url, headers=self._headers, content=content)
        if answer.status in TAKEN:
            return "taken"
        if answer.status == 409:
            return "conflict"
        if answer.status == 413:
            return "too_large"
        if answer.status == 400:
            return "invalid"
        if answer.status in (401, 403):
            raise self._outgoing.failed(f"refuses the user or the password ({answer.status})")
        raise self._outgoing.failed(f"answered {answer.status}")
