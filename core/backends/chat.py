"""A language model behind an OpenAI-compatible address that the operator has set. Off by default: without the setting nothing is sent anywhere."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from typing import Any

import structlog

log = structlog.get_logger("wenlu.essays")

FORMATS = ("json_schema", "json_object", "text")
"""Ways of asking for JSON, strictest first: servers differ in what they take."""
NOT_TAKEN = frozenset([400, 404, 415, 422])
"""Answers of a server that does not know a format: the next one is tried, and remembered."""
MOST_BYTES = 1_000_000


class ChatEndpoint:
    """POST {url}/chat/completions; safe to share between threads.

    Parameters
    ----------
    url : up to and with `/v1`
    model : name of the model there
    key : sent as a bearer token; "" where none is needed
    seconds : how long an answer may take
    transport : stands in for the network in tests (`httpx.BaseTransport`)
    """

    def __init__(self, url: str, model: str, *, key: str = "", seconds: float = 20.0, transport: Any = None) -> None:
        self._url = url.rstrip("/") + "/chat/completions"
        self._model = model
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._seconds = seconds
        self._transport = transport
        self._lock = threading.Lock()
        self._format = 0

    @property
    def name(self) -> str:
        """The model's."""
        return self._model

    def answer(self, messages: Sequence[dict[str, str]], schema: dict[str, Any]) -> str | None:
        """See `core.essays.reviewing.Chat`. Whatever goes wrong is logged without a word of the text, and None comes back."""
        import httpx

        with httpx.Client(timeout=self._seconds, transport=self._transport, headers=self._headers) as client:
            for place in range(self._format, len(FORMATS)):
                try:
                    reply = client.post(self._url, json=self._body(messages, schema, FORMATS[place]))
                except httpx.HTTPError as error:
                    log.warning("language_model", failed=type(error).__name__)
                    return None
                if reply.status_code in NOT_TAKEN and place + 1 < len(FORMATS):
                    continue
                if reply.status_code != 200:
                    log.warning("language_model", status=reply.status_code)
                    return None
                with self._lock:
                    self._format = place
                return _content(reply.content)
        return None

    def _body(self, messages: Sequence[dict[str, str]], schema: dict[str, Any], format_: str) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self._model, "messages": list(messages), "temperature": 0, "seed": 1}
        if format_ == "json_schema":
            named = {"name": "review", "strict": True, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        elif format_ == "json_object":
            body["response_format"] = {"type": "json_object"}
        return body


def _content(raw: bytes) -> str | None:
    """The first choice's text; None where the answer is not of the known form."""
    if len(raw) > MOST_BYTES:
        return None
    try:
        found = json.loads(raw)["choices"][0]["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError):
        log.warning("language_model", failed="form of the answer")
        return None
    return found if isinstance(found, str) else None
