"""A language model behind an OpenAI-compatible address that the operator has set. Off by default: without the setting nothing is sent anywhere."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import structlog

from core.backends.outgoing import bounded_body, certificates
from core.records.essay_models import ModelUse

log = structlog.get_logger("wenlu.essays")

FORMATS = ("json_schema", "json_object", "text")
"""Ways of asking for JSON, strictest first: servers differ in what they take."""
FORMAT_REFUSED = frozenset([400, 404, 415, 422])
"""Status codes of a server that does not know a format: the next format is tried, and remembered."""
MOST_BYTES = 1_000_000
FAILURES = 3
"""Failures in a row after which the model is left alone for a while, so that essays do not all wait for a server that
is down."""
REST_SECONDS = 60.0
DRAWN_TEMPERATURE = 0.7
"""Of the second and third sample of an answer; the first is the likeliest one."""


class ChatEndpoint:
    """POST {url}/chat/completions; safe to share between threads.

    Nothing that the other side does holds an essay longer than `seconds`, or costs more than `MOST_BYTES`: the whole answer, all
    formats that are tried included, has one deadline; it is read without being unpacked; redirects, cookies and the proxies of
    the environment are not followed.

    Parameters
    ----------
    url : up to and with `/v1`
    model : name of the model there
    key : sent as a bearer token; "" where none is needed
    seconds : how long an answer may take
    transport : stands in for the network in tests (`httpx.AsyncBaseTransport`)
    now : seconds of a clock that only goes forward
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key: str = "",
        seconds: float = 20.0,
        transport: Any = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._url = url.rstrip("/") + "/chat/completions"
        self._model = model
        self._headers = {"Accept-Encoding": "identity", **({"Authorization": f"Bearer {key}"} if key else {})}
        self._seconds = seconds
        self._transport = transport
        self._now = now
        self._lock = threading.Lock()
        self._format = 0
        self._failed = 0
        self._rests_until = 0.0
        self._use = ModelUse()

    @property
    def use(self) -> ModelUse:
        """What was asked since this object was made."""
        with self._lock:
            return self._use

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model

    @property
    def resting(self) -> bool:
        """Whether the model is left alone for now, after `FAILURES` in a row."""
        with self._lock:
            return self._failed >= FAILURES and self._now() < self._rests_until

    def answer(self, messages: Sequence[dict[str, str]], schema: dict[str, Any], *, sample: int = 0) -> str | None:
        """See `core.essays.reviewing.Chat`. Whatever goes wrong is logged without a word of the text, and None comes back."""
        if self._resting():
            return None
        began = self._now()
        loop = asyncio.new_event_loop()
        try:
            text = loop.run_until_complete(asyncio.wait_for(self._request(messages, schema, sample), self._seconds))
        except Exception as error:  # an outside thing fails in ways that nobody foresaw; the essay goes on without it
            log.warning("language_model", failed=type(error).__name__)
            text = None
        finally:
            loop.close()  # waits for no thread that still looks up a name
        self._record_outcome(failed=text is None, seconds=self._now() - began)
        return text

    def _resting(self) -> bool:
        """Whether the model is left alone, after `FAILURES` in a row; when the rest is over one call tries, and the
        others wait for it."""
        with self._lock:
            if self._failed < FAILURES:
                return False
            if self._now() < self._rests_until:
                return True
            self._rests_until = self._now() + self._seconds
            return False

    def _record_outcome(self, *, failed: bool, seconds: float) -> None:
        with self._lock:
            self._use = replace(
                self._use,
                requests=self._use.requests + 1,
                failures=self._use.failures + failed,
                seconds=self._use.seconds + seconds,
            )
            self._failed = self._failed + 1 if failed else 0
            self._rests_until = self._now() + REST_SECONDS

    def _count_tokens(self, prompt: int, completion: int) -> None:
        with self._lock:
            self._use = replace(
                self._use,
                prompt_tokens=self._use.prompt_tokens + prompt,
                completion_tokens=self._use.completion_tokens + completion,
            )

    async def _request(self, messages: Sequence[dict[str, str]], schema: dict[str, Any], sample: int) -> str | None:
        """The answer, asked for in the strictest format that the server takes."""
        import httpx

        async with httpx.AsyncClient(
            timeout=self._seconds,
            transport=self._transport,
            headers=self._headers,
            verify=certificates(),
            trust_env=False,
            follow_redirects=False,
        ) as client:
            for index in range(self._format, len(FORMATS)):
                body = self._body(messages, schema, FORMATS[index], sample)
                async with client.stream("POST", self._url, json=body) as reply:
                    if reply.status_code in FORMAT_REFUSED and index + 1 < len(FORMATS):
                        continue
                    if reply.status_code != 200:
                        log.warning("language_model", status=reply.status_code)
                        return None
                    raw = await bounded_body(reply, MOST_BYTES)
                with self._lock:
                    self._format = index
                self._count_tokens(*_tokens(raw))
                return _content(raw)
        return None

    def _body(
        self, messages: Sequence[dict[str, str]], schema: dict[str, Any], format_: str, sample: int
    ) -> dict[str, Any]:
        temperature = DRAWN_TEMPERATURE if sample else 0
        body: dict[str, Any] = {"model": self._model, "messages": list(messages), "temperature": temperature}
        body["seed"] = sample + 1
        if format_ == "json_schema":
            json_schema = {"name": "review", "strict": True, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": json_schema}
        elif format_ == "json_object":
            body["response_format"] = {"type": "json_object"}
        return body


def _content(raw: bytes) -> str | None:
    """The first choice's text; None where the answer is not of the known form."""
    try:
        content = json.loads(raw)["choices"][0]["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        log.warning("language_model", failed="form of the answer")
        return None
    return content if isinstance(content, str) else None


def _tokens(raw: bytes) -> tuple[int, int]:
    """The tokens of the question and of the answer; 0 where the server does not say."""
    try:
        usage = json.loads(raw)["usage"]
        counts = usage["prompt_tokens"], usage["completion_tokens"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        return 0, 0
    prompt, completion = (count if type(count) is int and 0 <= count < MOST_BYTES else 0 for count in counts)
    return prompt, completion


def served_models(url: str, *, key: str = "", seconds: float = 3.0, transport: Any = None) -> list[str] | None:
    """The names of the models at an address up to `/v1`, in its order; None where nothing answers as such an address does."""
    loop = asyncio.new_event_loop()
    try:
        raw = loop.run_until_complete(asyncio.wait_for(_listing(url, key, seconds, transport), seconds))
        return [str(entry["id"]) for entry in json.loads(raw)["data"]]
    except Exception as error:  # whatever is there, it is no such address
        log.info("language_model", no_listing=type(error).__name__)
        return None
    finally:
        loop.close()


async def _listing(url: str, key: str, seconds: float, transport: Any) -> bytes:
    import httpx

    headers = {"Accept-Encoding": "identity", **({"Authorization": f"Bearer {key}"} if key else {})}
    async with (
        httpx.AsyncClient(
            timeout=seconds, transport=transport, headers=headers, trust_env=False, follow_redirects=False
        ) as client,
        client.stream("GET", url.rstrip("/") + "/models") as reply,
    ):
        if reply.status_code != 200:
            raise ValueError(reply.status_code)
        return await bounded_body(reply, MOST_BYTES)
