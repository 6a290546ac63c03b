"""What the gate shows of the service: cards that can be tried there, and three pictures drawn as the pages draw them."""

from __future__ import annotations

import json
from typing import Any

from core.api.core import Core
from core.api.trial import TrialCard
from core.tables.points import Points
from core.wire import Language
from pages.parts.i18n import _, language
from pages.parts.practice.card_data import card_data, card_words, mark_data


def trial_data(core: Core) -> dict[str, Any]:
    """The cards with what is said to each answer, so that the browser marks them and asks nothing of the service; nothing is stored.

    Unlike in practice the keys come with the cards: a trial counts for nobody.
    """
    chosen = language()
    return {
        "language": "zh-CN" if chosen == "zh" else "en",
        "cards": [_card(trial, core.tables.points, chosen) for trial in core.trial.cards(chosen)],
        "ui": {
            **card_words(),
            "title": _("Try a card"),
            "another": _("Another card"),
            "note": _("Nothing is stored, and no account is needed."),
        },
    }


def _card(trial: TrialCard, points: Points, chosen: Language) -> dict[str, Any]:
    marks = {}
    for card in trial.answered:
        assert card.detail is not None
        assert card.given is not None
        marks[json.loads(card.given)] = mark_data(card, card.detail, points, chosen)
    return {"card": card_data(trial.item, chosen), "marks": marks}


def picture_data() -> dict[str, Any]:
    """The words of the three pictures."""
    return {
        "captions": [
            _("Hear where your tone went"),
            _("See what you know"),
            _("An essay read line by line"),
        ],
        "why": _("In a 比 sentence 高 takes no 很; a big difference is 高得多."),
        "label": _("What Wenlu shows"),
    }
