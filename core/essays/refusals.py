"""Errors for essays that cannot be evaluated or forgotten and for verdicts that come too late, each with what the writer can do about it."""

from __future__ import annotations

from core.errors import BadParameter, BadRequest, FieldFault
from core.wire import Bilingual

FIELD = "essay_content"


class AlreadySettled(BadRequest):
    """A teacher has settled an edit, so that the student can no longer change the verdict."""

    default_remedy = Bilingual(
        zh="老师已经看过这一处，结果不再改变。有疑问请直接问老师。",
        en="Your teacher has decided on this one, and that stays. If in doubt, ask your teacher.",
    )

    def __init__(self, original: str, replacement: str) -> None:
        super().__init__(f"The edit {original!r} to {replacement!r} is settled.")


class MarkedByTeacher(BadRequest):
    """A review on which a teacher's marking rests: without it the marks, and the reason for the grade, would be gone."""

    default_remedy = Bilingual(
        zh="老师已经在这份批改上写了批语，所以不能单独删除。如果要删除全部个人数据，请联系老师或管理员。",
        en="Your teacher has marked this essay on this review, so it cannot be deleted by itself. Ask your teacher or the administrator to erase your whole account.",
    )

    def __init__(self, evaluation_id: str) -> None:
        super().__init__(f"A teacher's marking rests on the essay {evaluation_id!r}.")


class NoEssay(BadParameter):
    """The text that was sent is not an essay that can be evaluated."""

    def __init__(self, message: str, remedy: Bilingual) -> None:
        super().__init__(
            f"Parameter validation failed: {FIELD}: {message}", remedy=remedy, faults=(FieldFault(FIELD, message),)
        )


class NoChinese(NoEssay):
    """The text has no Chinese characters."""

    def __init__(self) -> None:
        super().__init__(
            "The essay has no Chinese characters.",
            Bilingual(zh="请用中文写作文。", en="Write the essay in Chinese."),
        )


class TextTooShort(NoEssay):
    """An essay has fewer Chinese characters than an evaluation needs."""

    def __init__(self, characters: int, *, least: int) -> None:
        more = least - characters
        super().__init__(
            f"The essay has {characters} Chinese characters; evaluation needs at least {least}.",
            Bilingual(
                zh=f"请再写 {more} 个字。", en=f"Write {more} more {'character' if more == 1 else 'characters'}."
            ),
        )


class TextTooLong(NoEssay):
    """An essay is longer than one evaluation accepts."""

    def __init__(self, characters: int, *, most: int) -> None:
        super().__init__(
            f"The essay has {characters} characters; at most {most} are evaluated.",
            Bilingual(
                zh=f"请分成几篇，每篇不超过 {most} 个字符。", en=f"Split it into parts of at most {most} characters."
            ),
        )
