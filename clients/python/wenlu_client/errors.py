"""What can go wrong, as one tree:

WenluError
├── ApiError              the service answered with an error
│   ├── BadRequest        400, 405, 413 and other 4xx: change the call
│   ├── Unauthorized      401: the API key, or a token, is not accepted
│   ├── Forbidden         403: the API key lacks a permission
│   ├── NotFound          404
│   ├── RateLimited       429: too fast, or the quota of the month is used up
│   └── ServerError       5xx, or an answer that is not what the documents say
│       └── Unavailable   503: not now
└── NotAnswered           no answer came
    ├── TimedOut
    └── ConnectionFailed
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class WenluError(Exception):
    """Every error of this client. `request_id`: what to name when asking the operator; the service's log bears it too."""

    def __init__(self, message: str, *, request_id: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.request_id = request_id


@dataclass(frozen=True)
class FieldError:
    """What is wrong with one parameter. `field`: its path, as `answers[2].time_spent`."""

    field: str
    message: str


class ApiError(WenluError):
    """The service answered with an error.

    `code` is the status in the body, `error_code` the detailed code (400001, 401001 ...) where there is one, `errors` the parameters at
    fault, `remedy` what the caller can do, `retry_after` the seconds after which the same call can succeed, where the service says so.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: int | None = None,
        error_code: int | None = None,
        errors: Sequence[FieldError] = (),
        remedy: str = "",
        request_id: str = "",
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message, request_id=request_id)
        self.status = status
        self.code = status if code is None else code
        self.error_code = error_code
        self.errors = tuple(errors)
        self.remedy = remedy
        self.retry_after = retry_after

    def __str__(self) -> str:
        """The message, the parameters at fault, what to do, and the request id."""
        faults = "; ".join(f"{each.field}: {each.message}" for each in self.errors)
        number = f"{self.error_code or self.status}, request {self.request_id}"
        return " ".join(each for each in (self.message, faults, self.remedy, f"({number})") if each)


class BadRequest(ApiError):
    """The call itself is wrong; sent again it is refused again."""


class Unauthorized(ApiError):
    """The API key is not accepted, or a token just made is not."""


class Forbidden(ApiError):
    """The API key lacks the permission for this call."""


class NotFound(ApiError):
    """There is no such student, question, evaluation or lesson."""


class RateLimited(ApiError):
    """Too many calls at once, or the quota of the month is used up; see `retry_after`."""


class ServerError(ApiError):
    """The service failed, or something between answered in its place."""


class Unavailable(ServerError):
    """The service cannot serve now."""


class NotAnswered(WenluError):
    """No answer came. Whether the service did the work is not known, unless `sent` is False: then nothing has reached it.

    `idempotency_key`: the key that the call bore, if any. The same call with it gives what the service has done, and does nothing twice.
    """

    def __init__(
        self, message: str, *, sent: bool = True, request_id: str = "", idempotency_key: str | None = None
    ) -> None:
        super().__init__(message, request_id=request_id)
        self.sent = sent
        self.idempotency_key = idempotency_key


class TimedOut(NotAnswered):
    """The time for connecting, or for the whole attempt, is over."""


class ConnectionFailed(NotAnswered):
    """The connection could not be made, or broke."""


BY_STATUS: dict[int, type[ApiError]] = {
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    429: RateLimited,
    503: Unavailable,
}


def error_type(status: int) -> type[ApiError]:
    """The class of an answer's error.

    >>> error_type(413).__name__, error_type(503).__name__, error_type(504).__name__
    ('BadRequest', 'Unavailable', 'ServerError')
    """
    return BY_STATUS.get(status, BadRequest if 400 <= status < 500 else ServerError)
