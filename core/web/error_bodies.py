"""The body of every error, in the contract's shape."""

from __future__ import annotations

from core.errors import Busy, NotFound, WenluError
from core.wire import Bilingual, ErrorBody, ErrorItem, Language

SEE_DOCUMENTS = Bilingual(zh="接口文档在 /docs。", en="The documents of the interface are at /docs.")
"""What to do about an address or a method that there is not."""


def no_such_address(path: str) -> NotFound:
    """The refusal of a call of an address that there is not."""
    return NotFound(f"There is nothing at {path}.", remedy=SEE_DOCUMENTS)


def no_such_method() -> WenluError:
    """The refusal of a method that an address does not know; it is answered with 405."""
    return WenluError("Method Not Allowed", remedy=SEE_DOCUMENTS)


def error_body(error: WenluError, *, status: int, request_id: str, language: Language) -> ErrorBody:
    """What the caller reads of an error."""
    return ErrorBody(
        code=status,
        message=_message(error, status),
        errors=[ErrorItem(field=fault.field, message=fault.message) for fault in error.faults],
        error_code=error.error_code,
        remedy=error.remedy(language),
        request_id=request_id,
    )


def _message(error: WenluError, status: int) -> str:
    """The message that the caller may read: of a server error no more than its kind."""
    if status < 500 or isinstance(error, Busy):
        return str(error)
    return "Service unavailable" if status == 503 else "Internal server error"
