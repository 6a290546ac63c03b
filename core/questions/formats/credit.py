"""Answers of other systems, each worth a share of the credit, turned into answers of items, which are right or wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from core.questions.formats import problems
from core.questions.formats.details import ParsedQuestion
from core.wire import Bilingual

TRUE, FALSE = "对", "错"
"""A true-false question is a choice of these two."""
ANYTHING = "*"
"""A typed answer that stands for whatever else is typed, with a feedback of its own."""
FULL_CREDIT = 0.995
"""Shares are written with rounding: three thirds add up to .99999."""


class CreditedAnswer(NamedTuple):
    """An answer: `share` of the credit is 1 for a right one, below 0 where points are taken off."""

    text: str
    share: float
    feedback: bool = False
    """Whether it has feedback of its own, which items have no place for."""


def escape_stars(text: str) -> str:
    """A typed answer as Moodle wants it: there a plain star stands for anything."""
    return text.replace("*", "\\*")


def unescape_stars(answers: Sequence[CreditedAnswer]) -> list[CreditedAnswer]:
    """Moodle's typed answers with plain stars, without the one that stands for whatever else is typed."""
    return [answer._replace(text=answer.text.replace("\\*", "*")) for answer in answers if answer.text != ANYTHING]


def as_choice(
    parsed: ParsedQuestion, answers: Sequence[CreditedAnswer], notes: tuple[Bilingual, ...] = ()
) -> ParsedQuestion | Bilingual:
    """A choice: exactly one option may be worth everything."""
    right = [answer.text for answer in answers if answer.share >= FULL_CREDIT]
    if len(right) != 1:
        several = right or sum(answer.share for answer in answers if answer.share > 0) >= FULL_CREDIT
        return problems.SEVERAL_RIGHT if several else problems.NONE_RIGHT
    options = [answer.text for answer in answers]
    return replace(
        parsed, type="multiple_choice", options=options, key=right[0], notes=(*notes, *_lost_details(answers))
    )


def as_typed_answer(
    parsed: ParsedQuestion, answers: Sequence[CreditedAnswer], notes: tuple[Bilingual, ...] = ()
) -> ParsedQuestion | Bilingual:
    """A typed answer; the first of the right ones is the expected one."""
    right = [answer.text for answer in answers if answer.share >= FULL_CREDIT]
    if not right:
        return problems.NO_ANSWER
    return replace(parsed, type="fill_blank", key=right[0], accepted=right[1:], notes=(*notes, *_lost_details(answers)))


def _lost_details(answers: Sequence[CreditedAnswer]) -> list[Bilingual]:
    """Notes on what an item cannot express of the answers."""
    partly = [answer.text for answer in answers if 0 < answer.share < FULL_CREDIT]
    lost = [problems.partly_right(partly)] if partly else []
    return [*lost, *([problems.FEEDBACK_LEFT_OUT] if any(answer.feedback for answer in answers) else [])]
