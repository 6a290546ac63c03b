"""Changes of lessons: the last one is reported, and one click takes it back."""

from __future__ import annotations

from core.api.own_lessons import OwnLessonView
from core.api.questions import ItemState
from pages.parts.i18n import _
from pages.parts.last_action import LastAction
from pages.parts.visitor import Visitor

LAST_ACTION = LastAction("olesson")


def set_state(who: Visitor, lesson: OwnLessonView, state: ItemState) -> None:
    """Approve a lesson, retire it, or bring it back."""
    lessons, by, caller = who.core.own_lessons, who.account.account_id, who.caller

    def act() -> None:
        lessons.set_state(lesson.lesson_id, state, caller, by=by)
        LAST_ACTION.remember(
            state_sentence(lesson.draft.title, state),
            lambda: lessons.set_state(lesson.lesson_id, lesson.state, caller, by=by),
        )

    LAST_ACTION.attempt(act)


def state_sentence(title: str, state: ItemState) -> str:
    """What a new state means, as it is said after it was set."""
    sentences = {
        "approved": _("“{title}” is approved: it can be given."),
        "retired": _("“{title}” is retired: it is offered no more. Whoever has it can watch it."),
        "draft": _("“{title}” is a draft again."),
    }
    return sentences[state].format(title=title)


def delete(who: Visitor, lesson: OwnLessonView) -> None:
    """Delete a lesson."""
    lessons, by, caller = who.core.own_lessons, who.account.account_id, who.caller

    def act() -> None:
        deleted = lessons.delete(lesson.lesson_id, caller, by=by)
        LAST_ACTION.remember(
            _("“{title}” is deleted.").format(title=lesson.draft.title),
            lambda: lessons.put_back(deleted, caller, by=by),
        )

    LAST_ACTION.attempt(act)
