"""A practice card as plain data for the exercise component: it does not contain the key before the answer is given."""

from __future__ import annotations

import json
from typing import Any

from core.answers.wire import Detail, PracticeCard, PracticeView
from core.records.items import Item
from core.tables.points import Points
from core.wire import Language
from pages.parts.i18n import _
from pages.parts.names import level_name, mark_state, topic_names
from pages.parts.practice.spoken_lines import Recording, audio_lines, heard_one_by_one, no_recording, text_lines

SHORT_STEM, MEDIUM_STEM = 32, 90
"""Up to these numbers of characters a stem is drawn at 32 and at 26 px; longer ones at 22 px, to be read without scrolling."""
LONG_PIECE = 6
MOST_POINTS = 2
REDUNDANT_FEEDBACK = ("正确。", "Right.")
"""Feedback that only repeats the headline."""


def exercise_data(
    view: PracticeView,
    card: PracticeCard,
    points: Points,
    language: Language,
    *,
    recording: Recording = no_recording,
) -> dict[str, Any]:
    """Everything the component draws."""
    unanswered = [
        other_card.position
        for other_card in view.cards
        if other_card.detail is None and other_card.position != card.position
    ]
    return {
        "session": view.session_id,
        "language": "zh-CN" if language == "zh" else "en",
        "card": card_data(card.item, language, recording=recording),
        "mark": mark_data(card, card.detail, points, language, recording=recording) if card.detail else None,
        "place": {
            "position": card.position,
            "total": len(view.cards),
            "states": [card_state(other_card) for other_card in view.cards],
            "last": not unanswered,
        },
        "ui": card_words(),
    }


def card_state(card: PracticeCard) -> str:
    """`todo` until the card is answered, then the state of its mark."""
    if card.detail is None:
        return "todo"
    return mark_state(is_correct=card.detail.is_correct, score=card.detail.score, answered=card.answered)


def card_data(item: Item, language: Language, *, recording: Recording = no_recording) -> dict[str, Any]:
    """The question without its answer."""
    length = len(item.stem)
    size = "short" if length <= SHORT_STEM else "medium" if length <= MEDIUM_STEM else "long"
    # Where the options are readings, the pinyin of what is heard would be the answer.
    pinyin = "" if item.audio is None or "tones" in item.tags else item.audio.pinyin or ""
    audio = {"lines": audio_lines(item, recording), "pinyin": pinyin}
    return {
        "id": item.id,
        "kind": item.answer_kind,
        "topic": topic_names()[item.topic],
        "level": level_name(item.standard_level),
        "instruction": item.question.get(language).removesuffix(item.stem).strip(),
        "stem": item.stem,
        "size": size,
        "left": [{"id": left.id, "text": left.text} for left in item.left],
        "options": [{"id": option.id, "text": option.text} for option in item.options],
        "audio": audio if item.audio else None,
        "heard": heard_one_by_one(item),
        "pinyin": item.answer_kind in ("pinyin", "text_or_pinyin"),
        "long": any(len(option.text) > LONG_PIECE for option in item.options),
        "blankName": _("blank"),
    }


def mark_data(
    card: PracticeCard,
    detail: Detail,
    points: Points,
    language: Language,
    *,
    recording: Recording = no_recording,
) -> dict[str, Any]:
    """The marked answer: what is wrong in it, the right one, the explanation."""
    item = card.item
    state = card_state(card)
    full_text = (item.audio.text or "") if item.audio else item.full_text
    is_stem = "".join(full_text.split()) == "".join(item.stem.split())
    feedback_is_redundant = (
        item.answer_kind in ("choice", "pairs", "order") or detail.feedback in REDUNDANT_FEEDBACK or state == "skip"
    )
    return {
        "state": state,
        "right": detail.is_correct,
        "headline": headlines()[state],
        "score": _("{score} of 100 points").format(score=f"{detail.score:.3g}") if state == "part" else None,
        "given": json.loads(card.given) if card.given else "",
        "key": item.key,
        "reading": item.pinyin if item.answer_kind in ("text", "text_or_pinyin") else "",
        "faults": [fault.model_dump() for fault in detail.faults],
        "notes": {option.id: option.note.get(language) for option in item.options if option.note},
        "feedback": "" if feedback_is_redundant else detail.feedback,
        "why": item.explanation.get(language),
        "fullText": "" if is_stem else full_text,
        "pinyin": (item.audio.pinyin or "") if item.audio else "",
        "translation": item.translation,
        "lines": audio_lines(item, recording) or text_lines(full_text, recording),
        "points": [point_data(point, points, language) for point in item.points[:MOST_POINTS] if point in points.by_id],
        "suggestion": detail.suggestion,
        "appealed": card.appealed,
    }


def point_data(point_id: str, points: Points, language: Language) -> dict[str, str]:
    """A knowledge point with its level, its standard and what the official point is about."""
    point = points.by_id[point_id]
    official = points.grammar_by_id.get(point_id) or points.grammar_by_id.get(point.parent_id)
    return {
        "name": f"{point.id} {point.short.get(language)}",
        "level": level_name(point.level),
        "text": official.explanation.get(language) if official else "",
    }


def headlines() -> dict[str, str]:
    """The verdict in a word."""
    return {
        "right": _("Right"),
        "part": _("Partly right"),
        "wrong": _("Not right"),
        "skip": _("The answer"),
    }


def card_words() -> dict[str, Any]:
    """The texts of the component beside those of the item."""
    return {
        "progress": _("Cards of this round"),
        "states": {**headlines(), "skip": _("Skipped"), "todo": _("Not answered yet")},
        "choose": _("Choose one"),
        "check": _("Check"),
        "checking": _("Checking"),
        "next": _("Next"),
        "finish": _("See the result"),
        "dontKnow": _("I don't know"),
        "keysNext": _("Enter: go on"),
        "keys": {
            "choice": _("Keys 1–4 choose, Enter checks"),
            "text": _("Enter checks"),
            "pinyin": _("Enter checks"),
            "text_or_pinyin": _("Enter checks"),
            "pairs": _("Keys A–D match, Backspace undoes"),
            "order": _("Number keys place, Backspace takes back"),
        },
        "yours": _("Your answer"),
        "yoursRight": _("Your answer, right"),
        "rightAnswer": _("Right answer"),
        "notJoined": _("not matched"),
        "misplaced": _("out of place"),
        "tooMuch": _("not needed"),
        **_answering_words(),
        **_listening_words(),
        **_appeal_words(),
    }


def _answering_words() -> dict[str, Any]:
    return {
        "yourAnswer": _("Your answer"),
        "readsAs": _("Reads as"),
        "toneKeys": _("Tone marks"),
        "tones": [_("Tone 1"), _("Tone 2"), _("Tone 3"), _("Tone 4"), _("Neutral tone")],
        "emptySlot": _("empty"),
        "pickBelow": _("Choose below"),
        "yourLine": _("Your order"),
        "tapPieces": _("Tap the pieces in order"),
        "takeBack": _("Take back"),
        "undo": _("Undo"),
        "startOver": _("Start over"),
    }


def _listening_words() -> dict[str, str]:
    return {
        "listen": _("Listen"),
        "stop": _("Stop"),
        "slowly": _("Slowly"),
        "synthetic": _("Synthetic voice of your browser"),
        "recorded": _("Recorded by native speakers"),
        "lookingForVoice": _("Looking for a Chinese voice"),
        "noVoice": _(
            "Your browser has no Chinese voice, so this card cannot be heard here. You can read the pinyin "
            "instead, or skip the card. Chrome, Edge and Safari with Chinese installed in the system have one."
        ),
        "showPinyin": _("Show the pinyin"),
        "skip": _("Skip this card"),
    }


def _appeal_words() -> dict[str, str]:
    return {
        "appeal": _("My answer was right"),
        "appealWhy": _("Why do you think so? Your teacher will read it."),
        "appealSend": _("Send to the teacher"),
        "appealed": _("Sent to your teacher. The answer and your words are kept."),
    }
