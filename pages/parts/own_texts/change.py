"""Changes of texts: the last one is reported, and one click takes it back."""

from __future__ import annotations

from core.api.own_texts import OwnTextView
from core.api.questions import ItemState
from pages.parts.i18n import _
from pages.parts.last_action import LastAction
from pages.parts.visitor import Visitor

LAST_ACTION = LastAction("otext")


def set_state(who: Visitor, text: OwnTextView, state: ItemState) -> None:
    """Approve a text, retire it, or bring it back."""
    texts, by, caller = who.core.own_texts, who.account.account_id, who.caller

    def act() -> None:
        texts.set_state(text.text_id, state, caller, by=by)
        LAST_ACTION.remember(
            state_sentence(text.draft.title, state),
            lambda: texts.set_state(text.text_id, text.state, caller, by=by),
        )

    LAST_ACTION.attempt(act)


def state_sentence(title: str, state: ItemState) -> str:
    """What a new state means, as it is said after it was set."""
    sentences = {
        "approved": _("“{title}” is approved: students get its questions."),
        "retired": _("“{title}” is retired: no student gets it any more. Past answers stay."),
        "draft": _("“{title}” is a draft again."),
    }
    return sentences[state].format(title=title)


def delete(who: Visitor, text: OwnTextView) -> None:
    """Delete a text."""
    texts, by, caller = who.core.own_texts, who.account.account_id, who.caller

    def act() -> None:
        deleted = texts.delete(text.text_id, caller, by=by)
        LAST_ACTION.remember(
            _("“{title}” is deleted.").format(title=text.draft.title),
            lambda: texts.put_back(deleted, caller, by=by),
        )

    LAST_ACTION.attempt(act)
