"""How what a teacher or student enters is refused: the fault of one field, with what to do about it."""

from __future__ import annotations

from core.errors import BadParameter, FieldFault
from core.wire import Bilingual


def refused(field: str, message: str, *, zh: str, en: str) -> BadParameter:
    """The fault of a single field; `zh` and `en` say what to do."""
    return BadParameter(
        f"Parameter validation failed: {field}: {message}",
        remedy=Bilingual(zh=zh, en=en),
        faults=(FieldFault(field, message),),
    )
