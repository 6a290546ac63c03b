"""A practice card as plain data for the exercise component: it does not contain the key before the answer is given."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from core.answers.wire import Detail, PracticeCard, PracticeView
from core.api.core import Core
from core.records.items import Item
from core.tables.points import Points
from core.wire import Language
from pages.parts.i18n import _, explanation_language
from pages.parts.names import level_name, mark_state, topic_names
from pages.parts.practice.spoken_lines import Recording, audio_lines, heard_one_by_one, no_recording, text_lines
from pages.parts.ruby import Context, learning_texts

SHORT_STEM, MEDIUM_STEM = 32, 90
"""Up to these numbers of characters a stem is drawn at 32 and at 26 px; longer ones at 22 px, to be read without scrolling."""
LONG_PIECE = 6
MOST_POINTS = 2
BLANK = "____"
MARKED_PINYIN = re.compile("[āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ]")
REDUNDANT_FEEDBACK = ("正确。", "Right.")
"""Feedback that only repeats the headline."""


def exercise_data(
    view: PracticeView,
    card: PracticeCard,
    points: Points,
    language: Language,
    *,
    recording: Recording = no_recording,
    texts: Mapping[str, Any] | None = None,
    explained_in: Language | None = None,
    twins: bool = False,
    no_twin: bool = False,
) -> dict[str, Any]:
    """Everything the component draws. `texts`: of `exercise_texts`; `explained_in`: the language of explanations, by default `language`;
    `twins`: whether a near twin of a wrong card is offered; `no_twin`: whether one was asked for in vain."""
    unanswered = [
        other_card.position
        for other_card in view.cards
        if other_card.detail is None and other_card.position != card.position
    ]
    return {
        "session": view.session_id,
        "language": "zh-CN" if language == "zh" else "en",
        "card": {**card_data(card.item, language, recording=recording), "atOnce": view.at_once},
        "mark": mark_data(card, card.detail, points, explained_in or language, recording=recording)
        if card.detail
        else None,
        "texts": texts or {},
        "place": {
            "position": card.position,
            "count": place_name(view, card),
            "states": [card_state(other_card) for other_card in view.cards],
            "last": not unanswered,
        },
        "twin": {
            "offered": twins and card.can_have_twin and not no_twin,
            "none": no_twin,
            "of": None if card.twin_of is None else _("Once more: like card {number}").format(number=card.twin_of + 1),
        },
        "ui": card_words(),
    }


def place_name(view: PracticeView, card: PracticeCard) -> str:
    """Where the card stands: `3 / 10`; a near twin, which is dealt beside the round, `10 + 1`."""
    firsts = sum(other.twin_of is None for other in view.cards)
    if card.twin_of is None:
        return f"{card.position + 1} / {firsts}"
    return f"{firsts} + {card.position + 1 - firsts}"


def own_exercise_data(
    core: Core,
    view: PracticeView,
    card: PracticeCard,
    language: Language,
    *,
    twins: bool = False,
    no_twin: bool = False,
) -> dict[str, Any]:
    """The same as the visitor prefers it: readings, script, the language of explanations."""
    return exercise_data(
        view,
        card,
        core.tables.points,
        language,
        recording=core.questions.recording,
        texts=exercise_texts(core, card),
        explained_in=explanation_language(),
        twins=twins,
        no_twin=no_twin,
    )


def exercise_texts(core: Core, card: PracticeCard, *, pinyin: bool = True) -> dict[str, Any]:
    """The Chinese texts on a card, each with its readings where these are not what is asked; without `pinyin` none has any."""
    item = card.item
    shown = [*item.stem.split("\n"), *(option.text for option in (*item.left, *item.options))]
    if card.detail is not None:
        full_text = (item.audio.text or "") if item.audio else item.full_text
        shown += [*full_text.split("\n"), *(line["text"] for line in audio_lines(item))]
        shown += [item.key] if item.answer_kind in ("text", "text_or_pinyin") else []
    may_show = pinyin and (card.detail is not None or may_be_read(item))
    return learning_texts(core, shown, pinyin=may_show, contexts=_contexts(item))


def _contexts(item: Item) -> dict[str, Context]:
    """The sentence around each option that fills a blank, and around each piece that is put in order."""
    if item.answer_kind == "choice" and BLANK in item.stem:
        line = next(line for line in item.stem.split("\n") if BLANK in line)
        before, _blank, after = line.partition(BLANK)
        return {option.text: (before, after.replace(BLANK, "")) for option in item.options}
    if item.answer_kind != "order":
        return {}
    texts = {option.id: option.text for option in item.options}
    pieces = [texts[label] for label in item.key.split(",")]
    return {piece: ("".join(pieces[:index]), "".join(pieces[index + 1 :])) for index, piece in enumerate(pieces)}


def may_be_read(item: Item) -> bool:
    """Whether readings may stand above a card that is not answered yet: not where one listens, where the pinyin is asked, or where it is
    the clue by which characters are put in order."""
    if item.audio is not None or item.answer_kind in ("pinyin", "text_or_pinyin"):
        return False
    if any(MARKED_PINYIN.search(option.text) for option in (*item.left, *item.options)):
        return False
    return item.answer_kind != "order" or not MARKED_PINYIN.search(item.question.zh)


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
    # The rows above show which is right; what this answer did stands in no row.
    shown_in_rows = item.answer_kind in ("choice", "pairs", "order") or bool(card.diagnosis)
    feedback = card.diagnosis if shown_in_rows else detail.feedback
    if feedback in REDUNDANT_FEEDBACK or state == "skip" or card.upheld:
        feedback = ""
    why = item.explanation.get(language)
    return {
        "state": state,
        "right": detail.is_correct,
        "headline": headlines()[state],
        "score": _("{score} of 100 points").format(score=f"{detail.score:.3g}") if state == "part" else None,
        "given": json.loads(card.given) if card.given else "",
        "key": item.key,
        "reading": item.pinyin if item.answer_kind in ("text", "text_or_pinyin") else "",
        "faults": [fault.model_dump() for fault in detail.faults],
        "notes": _notes_beside(item, card.given, language),
        "feedback": feedback,
        "why": "" if why.rstrip("。.") in feedback else why,
        "deciding": [] if state == "right" else card.deciding,
        "fullText": "" if is_stem else full_text,
        "pinyin": (item.audio.pinyin or "") if item.audio else "",
        "translation": item.translation,
        "lines": audio_lines(item, recording) or text_lines(full_text, recording),
        "points": [point_data(point, points, language) for point in item.points[:MOST_POINTS] if point in points.by_id],
        "suggestion": detail.suggestion,
        "appealed": card.appealed,
    }


def _notes_beside(item: Item, given: str | None, language: Language) -> dict[str, str]:
    """What is written on the options that were not chosen; the note on the chosen one is the feedback."""
    if item.answer_kind != "choice":
        return {}
    chosen = json.loads(given) if given else ""
    return {option.id: option.note.get(language) for option in item.options if option.note and option.id != chosen}


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
        "twin": _("Try one like it"),
        "noTwin": _("There is no other one like it that you have not seen in the last 14 days."),
        "decides": _("The sentence that decides"),
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
        "whyNot": _("Why not the others?"),
        "yoursRight": _("Your answer, right"),
        "rightAnswer": _("Right answer"),
        "notJoined": _("not matched"),
        "misplaced": _("out of place"),
        "tooMuch": _("not needed"),
        "pinyin": _("Pinyin"),
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
