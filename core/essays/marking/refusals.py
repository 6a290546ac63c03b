"""Errors of marking, each with what the teacher can do about it."""

from __future__ import annotations

from core.errors import BadParameter, BadRequest, FieldFault
from core.wire import Bilingual


class MarkedElsewhere(BadRequest):
    """Another teacher, or another window, has changed the marking of the same text since it was read."""

    default_remedy = Bilingual(
        zh="另一位老师（或另一个窗口）刚刚改了这一篇。现在显示的是最新的批改，请在它上面继续；您刚才那一步没有保存。",
        en="Another teacher, or another window, has just changed this essay. What you see now is the newest; go on from there: your last step was not kept.",
    )

    def __init__(self, writing_id: str) -> None:
        super().__init__(f"The marking of {writing_id!r} was changed by somebody else.")


def unusable(field: str, message: str, *, zh: str, en: str) -> BadParameter:
    """The fault of a single field; `zh` and `en` say what to do."""
    return BadParameter(
        f"Parameter validation failed: {field}: {message}",
        remedy=Bilingual(zh=zh, en=en),
        faults=(FieldFault(field, message),),
    )
