"""How a call is made: its request, the token, what is tried again and after which wait, and the error that an answer is."""

from __future__ import annotations

import json
import platform
import random
import re
import threading
import time
import uuid
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeVar, cast
from urllib.parse import quote, urlencode, urlsplit

from . import form, shapes
from .errors import ApiError, ConnectionFailed, FieldError, NotAnswered, ServerError, error_type
from .transport import Answer, HttpTransport, Request, Transport
from .version import VERSION

USER_AGENT = f"wenlu-client-python/{VERSION} Python/{platform.python_version()}"
LOCAL_SERVER = "http://127.0.0.1:8501"
"""What `wenlu` prints on the machine it runs on."""
MARGIN_SECONDS, MARGIN_SHARE = 30.0, 0.1
"""A token is renewed when less than this is left of its life: the smaller of seconds and share."""
RETRIED = frozenset({429, 500, 502, 503, 504})
REFUSED_UNSEEN = frozenset({429, 503})
"""Of them those that are answered before any work is begun: even a call that must not happen twice is sent again."""
LONGEST_WAIT_SECONDS = 60.0
"""Where the service asks to wait longer than this (a quota that is used up), the caller is told at once."""
KEY = re.compile(r"[\x21-\x7e]{1,200}")
"""What can be sent as an idempotency key."""

R = TypeVar("R")


@dataclass(frozen=True)
class Operation(Generic[R]):
    """One operation of the documents, with `result` the type of what it gives."""

    name: str
    method: str
    address: Literal["v1", "speech", "grammar"]
    path: str
    query: tuple[str, ...]
    body: Literal["", "json", "multipart"]
    result: Any
    envelope: bool
    authentication: Literal["required", "optional", "none"]
    idempotency_key: bool
    repeatable: bool


class Caller:
    """Makes calls; `Wenlu` adds one method for each operation."""

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str = LOCAL_SERVER,
        *,
        speech_url: str | None = None,
        grammar_url: str | None = None,
        language: Literal["zh", "en"] | None = None,
        retries: int = 2,
        backoff_seconds: float = 0.5,
        connect_timeout_seconds: float = 5.0,
        timeout_seconds: float = 60.0,
        transport: Transport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """A client of the service at `base_url`, with or without `/v1` at its end. It can be shared by threads.

        `api_key`: from `wenlu keys create`, or from the operator; without one the open addresses can be called. `speech_url`, `grammar_url`: where
        readings and texts go if not to `/speech` and `/grammar` of the same server. `language`: of messages and reasons.
        `retries`: how often a call is sent again after 429, 500, 502, 503, 504 and a broken connection. `timeout_seconds`: for each attempt,
        from the first byte sent to the last received. `transport`, `sleep`: for proxies, and for tests.

        Raises `ValueError` for an address that is none.
        """
        server = _address(base_url).removesuffix("/v1")
        self._addresses = {
            "v1": f"{server}/v1",
            "speech": _address(speech_url or f"{server}/speech"),
            "grammar": _address(grammar_url or f"{server}/grammar"),
        }
        self._language = language
        self._retries = retries
        self._backoff_seconds = backoff_seconds
        self._connect_timeout_seconds = connect_timeout_seconds
        self._timeout_seconds = timeout_seconds
        self._transport = transport or HttpTransport()
        self._sleep = sleep
        self._warned: set[str] = set()
        self._tokens = None if api_key is None else _Tokens(lambda: self._exchanged(api_key))

    def _exchanged(self, api_key: str) -> tuple[str, float]:
        """A new token and the seconds until it expires."""
        raise NotImplementedError

    def _call(self, operation: Operation[R], arguments: Mapping[str, Any], idempotency_key: str | None = None) -> R:
        """Make a call. Raises a `WenluError`, and `ValueError` for what cannot be sent."""
        request = self._request(operation, arguments, idempotency_key)
        answer = self._answered(operation, request, request.headers["X-Request-Id"])
        result = _result(operation, answer, request.headers["X-Request-Id"])
        self._warn_of_deprecation(operation, answer)
        return cast(R, result)

    def _warn_of_deprecation(self, operation: Operation[R], answer: Answer) -> None:
        """Warn whoever called that the operation is to go away, the first time that the service says so."""
        if "deprecation" not in answer.headers or operation.name in self._warned:
            return
        self._warned.add(operation.name)
        until = answer.headers.get("sunset", "a day that it does not name")
        message = f"{operation.name} is deprecated: the service answers it until {until}. See its changelog."
        warnings.warn(message, DeprecationWarning, stacklevel=4)  # the line that calls the operation's method

    def _request(self, operation: Operation[R], arguments: Mapping[str, Any], idempotency_key: str | None) -> Request:
        """The request without its token. An argument that is None is not sent."""
        given = {name: value for name, value in arguments.items() if value is not None}
        path, left = _filled(operation.path, given)
        query = urlencode({name: _in_address(left.pop(name)) for name in operation.query if name in left})
        headers = {"Accept": "application/json", "User-Agent": USER_AGENT, "X-Request-Id": uuid.uuid4().hex}
        if self._language is not None:
            headers["Accept-Language"] = self._language
        if operation.idempotency_key:
            headers["Idempotency-Key"] = _key(uuid.uuid4().hex if idempotency_key is None else idempotency_key)
        body, content_type = _body(operation, left)
        if content_type:
            headers["Content-Type"] = content_type
        url = f"{self._addresses[operation.address]}{path}"
        return Request(operation.method, f"{url}?{query}" if query else url, headers, body)

    def _answered(self, operation: Operation[R], request: Request, request_id: str) -> Answer:
        """Send a request until there is an answer that is no error, or an error that stays."""
        token = self._token(operation)
        renewed = False
        failures = 0
        while True:
            failed = self._attempt(_authorized(request, token), request_id)
            if isinstance(failed, Answer):
                return failed
            if isinstance(failed, ApiError) and failed.status == 401 and token is not None and not renewed:
                token, renewed = self._renewed(token), True
                continue
            wait_seconds = self._wait_seconds(failed, failures)
            if failures >= self._retries or wait_seconds is None or not _sent_again(operation, failed):
                raise failed
            failures += 1
            self._sleep(wait_seconds)

    def _attempt(self, request: Request, request_id: str) -> Answer | ApiError | NotAnswered:
        """One attempt: its answer, or how it failed."""
        try:
            answer = self._transport.send(
                request,
                connect_timeout_seconds=self._connect_timeout_seconds,
                timeout_seconds=self._timeout_seconds,
            )
        except NotAnswered as error:
            error.request_id = request_id
            error.idempotency_key = request.headers.get("Idempotency-Key")
            return error
        return answer if 200 <= answer.status < 300 else _error(answer, request_id)

    def _token(self, operation: Operation[R]) -> str | None:
        if operation.authentication == "none":
            return None
        if self._tokens is not None:
            return self._tokens.current()
        if operation.authentication == "required":
            raise ValueError(f"{operation.name} needs an API key: Wenlu(api_key=...).")
        return None

    def _renewed(self, refused: str) -> str:
        assert self._tokens is not None
        return self._tokens.instead_of(refused)

    def _wait_seconds(self, failed: ApiError | NotAnswered, failures: int) -> float | None:
        """How long to wait before the next attempt; None where that is too long to wait."""
        asked = failed.retry_after if isinstance(failed, ApiError) else None
        if asked is not None:
            return asked if asked <= LONGEST_WAIT_SECONDS else None
        return float(self._backoff_seconds * 2**failures * random.uniform(0.5, 1))


class _Tokens:
    """The token that all threads share. One of them fetches it; the others wait for what that one gets, an error too."""

    def __init__(self, fetch: Callable[[], tuple[str, float]], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._fetch = fetch
        self._clock = clock
        self._lock = threading.Lock()
        self._token = ""
        self._renewed_at = 0.0
        self._pending: Future[str] | None = None

    def current(self) -> str:
        """A token that will not expire at once."""
        with self._lock:
            if self._token and self._clock() < self._renewed_at:
                return self._token
            pending = self._pending
            if pending is None:
                mine = self._pending = Future[str]()
        if pending is not None:
            return pending.result()
        return self._renewed(mine)

    def instead_of(self, refused: str) -> str:
        """Another token than the one that was refused: a new one, unless another thread has fetched it."""
        with self._lock:
            if self._token == refused:
                self._token = ""
        return self.current()

    def _renewed(self, pending: Future[str]) -> str:
        """A new token, for this thread and those that wait."""
        asked_at = self._clock()
        try:
            token, life_seconds = self._fetch()
        except BaseException as error:
            with self._lock:
                self._pending = None
            ended = ConnectionFailed("The exchange of the API key was broken off.", sent=False)
            pending.set_exception(error if isinstance(error, Exception) else ended)
            raise
        with self._lock:
            self._token, self._pending = token, None
            self._renewed_at = asked_at + life_seconds - min(MARGIN_SECONDS, life_seconds * MARGIN_SHARE)
        pending.set_result(token)
        return token


def _sent_again(operation: Operation[R], failed: ApiError | NotAnswered) -> bool:
    """Whether a call that failed so may be sent again."""
    if isinstance(failed, ApiError):
        return failed.status in (RETRIED if operation.repeatable else REFUSED_UNSEEN)
    return isinstance(failed, ConnectionFailed) and (operation.repeatable or not failed.sent)


def _authorized(request: Request, token: str | None) -> Request:
    if token is None:
        return request
    return replace(request, headers={**request.headers, "Authorization": f"Bearer {token}"})


def _filled(path: str, given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A path with its arguments in it, and the arguments that are left. Raises `ValueError` for one that would make it another path."""
    left = dict(given)
    for name in re.findall(r"\{(\w+)\}", path):
        value = str(left.pop(name, ""))
        if value in ("", ".", ".."):
            raise ValueError(f"{name} must be an identifier, not {value!r}.")
        path = path.replace(f"{{{name}}}", quote(value, safe=""))
    return path, left


def _key(text: str) -> str:
    """An idempotency key. Raises `ValueError` for one that cannot be sent."""
    if not KEY.fullmatch(text):
        raise ValueError("An idempotency key is 1 to 200 letters, digits and marks of ASCII, without spaces.")
    return text


def _body(operation: Operation[R], given: Mapping[str, Any]) -> tuple[bytes | None, str]:
    """The body of a request and its content type."""
    if operation.body == "json":
        told = json.dumps(shapes.encoded(given), ensure_ascii=False)
        return told.encode("utf-8", "backslashreplace"), "application/json"  # half a character becomes its escape
    if operation.body == "multipart":
        return form.encoded(
            {name: part if isinstance(part, form.Upload) else str(part) for name, part in given.items()}
        )
    return None, ""


def _result(operation: Operation[R], answer: Answer, request_id: str) -> Any:
    """What the answer holds, as the operation's type. Raises `ServerError` where it is something else."""
    try:
        told = json.loads(answer.body)
        data = told["data"] if operation.envelope else told
        if data is None:
            raise shapes.UnexpectedShape("there is no result in it")
        return shapes.decoded(operation.result, data)
    except (ValueError, KeyError, TypeError) as error:
        raise ServerError(
            f"The answer is not what the documents say ({error}).",
            status=answer.status,
            request_id=answer.headers.get("x-request-id", request_id),
        ) from error


def _error(answer: Answer, request_id: str) -> ApiError:
    """The error that an answer is, also where something between client and service wrote it."""
    try:
        told = json.loads(answer.body)
    except ValueError:
        told = None
    body = told if isinstance(told, dict) else {}
    return error_type(answer.status)(
        _message(answer, body),
        status=answer.status,
        code=_number(body.get("code")),
        error_code=_number(body.get("error_code")),
        errors=_field_errors(body.get("errors")),
        remedy=str(body.get("remedy") or ""),
        request_id=str(body.get("request_id") or answer.headers.get("x-request-id") or request_id),
        retry_after=_seconds(answer.headers.get("retry-after")),
    )


def _message(answer: Answer, body: Mapping[str, Any]) -> str:
    if answer.status < 400:
        where = answer.headers.get("location", "another address")
        return f"The service redirects to {where}; make the client with that address."
    return str(body.get("message") or f"HTTP {answer.status}")


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) else None


def _field_errors(listed: Any) -> list[FieldError]:
    """What an answer says of parameters; nothing where it is no list of them."""
    return [
        FieldError(str(each.get("field", "")), str(each.get("message", "")))
        for each in (listed if isinstance(listed, list) else ())
        if isinstance(each, dict)
    ]


def _seconds(header: str | None) -> float | None:
    """`Retry-After` in seconds; a date, which this service never sends, is not read.

    >>> _seconds("12"), _seconds("Tue, 24 Nov 2026 02:00:00 GMT"), _seconds(None)
    (12.0, None, None)
    """
    return float(header) if header is not None and header.isascii() and header.isdigit() else None


def _in_address(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _address(url: str) -> str:
    """An address without a slash at its end. Raises `ValueError`."""
    if "@" in urlsplit(url).netloc:
        raise ValueError("The address of a server holds no user and no password: they would stand in logs.")
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        raise ValueError(f"{url!r} is no address of a server: write it as https://wenlu.example.org.")
    return url.rstrip("/")
