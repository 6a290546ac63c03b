"""What the page Items says of items: their states and kinds, figures with their ranges."""

from __future__ import annotations

import json

from core.api.questions import Estimate, ItemState
from core.records.items import Item
from pages.parts.evidence import answer_text, question_line
from pages.parts.figures import number
from pages.parts.i18n import _, language
from pages.parts.map.words import level_short, shortened
from pages.parts.names import topic_names, type_names

LONGEST_IN_BASKET = 60
"""Characters of a question in the basket."""
STATES: tuple[ItemState, ...] = ("approved", "draft", "retired")
STATE_ICONS: dict[ItemState, str] = {
    "approved": ":material/check_circle:",
    "draft": ":material/edit_note:",
    "retired": ":material/block:",
}


def state_names() -> dict[ItemState, str]:
    """States of an item."""
    return {"approved": _("Approved"), "draft": _("Draft"), "retired": _("Retired")}


def state_sentences() -> dict[ItemState, str]:
    """What a state means for students."""
    return {
        "approved": _("Students get this item."),
        "draft": _("A draft: students get it once you approve it."),
        "retired": _("Retired: no student gets it any more; past answers stay."),
    }


def origin_name(*, own: bool) -> str:
    """Who wrote it."""
    return _("Our own") if own else _("Bank")


def kind_name(tag: str) -> str:
    """A kind of item in the interface language; a tag that has no name stands for itself."""
    names = {
        "attitude": _("What somebody thinks of it"), "build": _("Word built of characters"), "cloze": _("Gap in a text"), "collocation": _("Words that go together"),
        "detail": _("Detail of a text"), "dictation": _("Dictation"), "form": _("Word for a meaning"),
        "gap": _("Word for a gap"), "heard": _("What was heard"), "inference": _("What follows from a text"),
        "look_alike": _("Look-alikes"), "main_idea": _("Main idea"), "match": _("Who and what"), "meaning": _("Meaning"),
        "mend": _("Sentence to mend"),
        "near_synonym": _("Near synonyms"), "order": _("Order of sentences"), "pinyin": _("Pinyin"),
        "purpose": _("Why it is said"), "register": _("Tone that fits"),
        "replies": _("Lines and replies"), "reply": _("Fitting reply"), "scale": _("Words on a scale"), "sentence": _("Order of words"),
        "sentence_dictation": _("Dictated sentence"),
        "short_answer": _("Short answer"), "tones": _("Tones"), "typed": _("Word typed into a gap"),
        "words_to_sentences": _("Words and their sentences"),
    }  # fmt: skip
    return names.get(tag, tag.replace("_", " "))


def item_description(item: Item) -> str:
    """`Choose · Grammar · level 2`."""
    level = _("level {level}").format(level=level_short(item.standard_level))
    return f"{type_names()[item.type]} · {topic_names()[item.topic]} · {level}"


def question_of(item: Item) -> str:
    """What is asked, in one line."""
    return question_line(item, language())


def short_question(item: Item) -> str:
    """What is asked, as the basket shows it."""
    return shortened(question_of(item), LONGEST_IN_BASKET)


def key_of(item: Item) -> str:
    """The right answer, in one line."""
    return answer_text(item, json.dumps(item.key))


def signed(value: float) -> str:
    """One decimal with a true minus.

    >>> signed(-0.26), signed(0.0), signed(-0.04)
    ('−0.3', '0', '0')
    """
    return number(round(value, 1) + 0.0).replace("-", "−")


def estimate_text(estimate: Estimate) -> str:
    """A figure with its 95 % interval: `0.4 (−0.1 to 0.9)`."""
    low, high = signed(estimate.low), signed(estimate.high)
    return _("{value} ({low} to {high})").format(value=signed(estimate.value), low=low, high=high)


def percent_text(estimate: Estimate) -> str:
    """A share with its 95 % interval: `72 % (60–82)`."""
    return f"{100 * estimate.value:.0f} % ({100 * estimate.low:.0f}–{100 * estimate.high:.0f})"
