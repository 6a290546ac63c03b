"""A client of the Wenlu service, with the standard library alone.

    from wenlu_client import Wenlu

    client = Wenlu(api_key="wl_...", base_url="https://wenlu.example.org")
    for question in client.generate_questions(level="beginner", type="multiple_choice", count=2).questions:
        print(question.question)

Operations are methods of `Wenlu`, what they give and take are dataclasses in `wenlu_client.models`, errors are one tree in
`wenlu_client.errors`.
"""

from . import models
from .client import Wenlu
from .errors import (
    ApiError,
    BadRequest,
    ConnectionFailed,
    FieldError,
    Forbidden,
    NotAnswered,
    NotFound,
    RateLimited,
    ServerError,
    TimedOut,
    Unauthorized,
    Unavailable,
    WenluError,
)
from .form import File
from .shapes import encoded as to_json
from .transport import Answer, HttpTransport, Request, Transport
from .version import VERSION

__all__ = [
    "VERSION",
    "Answer",
    "ApiError",
    "BadRequest",
    "ConnectionFailed",
    "FieldError",
    "File",
    "Forbidden",
    "HttpTransport",
    "NotAnswered",
    "NotFound",
    "RateLimited",
    "Request",
    "ServerError",
    "TimedOut",
    "Transport",
    "Unauthorized",
    "Unavailable",
    "Wenlu",
    "WenluError",
    "models",
    "to_json",
]
