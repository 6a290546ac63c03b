"""The word at hand: a click on Chinese text anywhere opens a card with the word in its context. A fragment of its own, so that no page runs again."""

from __future__ import annotations

from typing import Any

import streamlit as st
from pydantic import ValidationError

from core.api.words import NewWord, TooManyWords, WordEntry
from core.errors import WenluError
from core.words.wire import LONGEST_LOOKED_AT, LONGEST_MEANING
from pages.parts.addresses import page_named
from pages.parts.components import word_card
from pages.parts.i18n import _, explanation_language, language
from pages.parts.map.words import level_short
from pages.parts.visitor import Visitor

KEY = "word_card"
HELD = "word_at_hand"
"""Session state: the word that was looked up last, until the next one: what `add` puts by."""
MOST_WRITTEN = 4
"""Characters of a word whose strokes are shown."""
CHANGED = "words_changed"
"""Session state: whether a word was put by or removed since the card was last drawn."""
DECK_PAGE = "my_words"
GO_TO = "word_card_point"
"""Session state: the grammar point whose page was asked for."""


@st.fragment
def draw_word_card(who: Visitor, page: str) -> None:
    """Put the card into the page of that name, closed until something is clicked. The page of the student's words runs again where they changed."""
    if st.session_state.pop(CHANGED, False) and page == DECK_PAGE:
        st.rerun(scope="app")
    point = st.session_state.pop(GO_TO, None)
    if point is not None:
        st.switch_page(page_named("points"), query_params={"point": point})
    with st.container(key=KEY):
        word_card()(
            key=KEY + "_widget",
            data=card_data(who, st.session_state.get(HELD)),
            on_look_change=lambda: _look(who),
            on_add_change=lambda: _keep(who),
            on_drop_change=lambda: _drop(who),
            on_point_change=_go_to_point,
        )


def _asked(name: str) -> Any:
    return st.session_state[KEY + "_widget"][name]


def _look(who: Visitor) -> None:
    asked = _asked("look")
    text, offset, turn = str(asked["text"])[:LONGEST_LOOKED_AT], int(asked["offset"]), int(asked["turn"])
    held: dict[str, Any] = {"turn": turn, "entry": None, "own": False, "problem": ""}
    try:
        entry = who.core.words.look(text, offset, who.caller)
        if entry is None:
            held["problem"] = _("There is no Chinese word here.")
        else:
            own = who.account.role == "student" and who.core.words.has(who.student_id, entry.word, who.caller)
            held |= {"entry": entry, "own": own}
    except WenluError as error:
        held["problem"] = error.remedy(language())
    st.session_state[HELD] = held


def _keep(who: Visitor) -> None:
    held = st.session_state.get(HELD)
    if held is None or held["entry"] is None or who.account.role != "student":
        return
    held["problem"] = put_by(who, held["entry"])
    if not held["problem"]:
        held["own"] = True
        st.session_state[CHANGED] = True


def put_by(who: Visitor, entry: WordEntry) -> str:
    """Put a word by for the student. Returns why that was not possible, "" where it was."""
    try:
        who.core.words.add(who.student_id, new_word(entry), who.caller)
    except ValidationError:
        return _("This is too long to be kept as a word.")
    except TooManyWords:
        return _("Your deck is full. Remove a word that you know well, then add this one.")
    except WenluError as error:
        return error.remedy(language())
    return ""


def new_word(entry: WordEntry) -> NewWord:
    """What is kept of an entry. Raises pydantic's `ValidationError` for a word that is too long."""
    return NewWord(
        word=entry.word,
        pinyin=entry.pinyin,
        meaning=entry.meaning[:LONGEST_MEANING],
        level=entry.level,
        sentence=entry.sentence[:LONGEST_LOOKED_AT],
    )


def _drop(who: Visitor) -> None:
    held = st.session_state.get(HELD)
    if held is not None and held["entry"] is not None:
        who.core.words.remove(who.student_id, held["entry"].word, who.caller)
        held["own"] = False
        st.session_state[CHANGED] = True


def _go_to_point() -> None:
    st.session_state[GO_TO] = str(_asked("point"))


def card_data(who: Visitor, held: dict[str, Any] | None) -> dict[str, Any]:
    """What the script is given: the words of the interface, and the word that was looked up last."""
    held = held or {"turn": 0, "entry": None, "own": False, "problem": ""}
    entry: WordEntry | None = held["entry"]
    return {
        "turn": held["turn"],
        "problem": held["problem"],
        "own": held["own"],
        "canAdd": who.account.role == "student",
        "entry": None if entry is None else {**_shown(who, entry), "strokes": _strokes(who, entry)},
        "ui": _words(),
    }


def _shown(who: Visitor, entry: WordEntry) -> dict[str, Any]:
    named = {"listed": _level(entry.level), "name": _("A name"), "number": _("A number")}
    pieces = (
        [] if entry.parts or (len(entry.characters) == 1 and entry.characters[0].made is None) else entry.characters
    )
    return {
        "word": entry.word,
        "kind": entry.kind,
        "traditional": entry.traditional,
        "pinyin": entry.pinyin,
        "spoken": entry.spoken,
        "start": entry.start,
        "end": entry.end,
        "meaning": entry.meaning,
        "meaningZh": entry.meaning_zh,
        "partners": entry.partners,
        "near": entry.near,
        "fromDictionary": entry.from_dictionary,
        "levelName": named.get(entry.kind, _("Not in the list of 11,092 words")),
        "recording": entry.recording,
        "parts": [
            {"text": part.text, "pinyin": part.pinyin, "meaning": part.meaning, "levelName": _level(part.level)}
            for part in entry.parts
        ],
        "characters": [
            {
                "text": each.character,
                "pinyin": each.pinyin,
                "meaning": "" if len(pieces) == 1 else each.meaning,
                "levelName": _level(each.level),
                "made": " + ".join(each.components),
                "hint": each.made.get(explanation_language()) if each.made is not None else "",
            }
            for each in pieces
        ],
        "example": None
        if entry.example is None
        else {**entry.example.model_dump(), "recording": who.core.questions.recording(entry.example.text)},
        "points": [
            {"id": point.id, "name": point.name.get(language()), "levelName": _level(point.level)}
            for point in entry.points
        ],
    }


def _strokes(who: Visitor, entry: WordEntry) -> list[dict[str, Any]]:
    """How each character of the word is written, as far as that is installed."""
    found = [(each.character, who.core.words.strokes(each.character)) for each in entry.characters[:MOST_WRITTEN]]
    return [{"character": character, **strokes.model_dump()} for character, strokes in found if strokes is not None]


def _level(level: int | None) -> str:
    return "" if level is None else _("Level {level}").format(level=level_short(level))


def _words() -> dict[str, str]:
    return {
        "word": _("The word here"),
        "looking": _("Looking it up…"),
        "late": _("This takes longer than usual. Close the card and tap the word again."),
        "close": _("Close"),
        "back": _("Back to the word before"),
        "listen": _("Listen"),
        "recorded": _("A recording"),
        "synthetic": _("The browser's voice"),
        "noVoice": _("This browser has no Chinese voice."),
        "spoken": _("said here: {pinyin}"),
        "noMeaning": _("Nobody has written down its meaning yet."),
        "dictionary": _("Meaning from CC-CEDICT"),
        "parts": _("Made of"),
        "characters": _("Its characters"),
        "example": _("Another sentence"),
        "partners": _("Goes together with"),
        "near": _("Do not mix it up with"),
        "write": _("Show how it is written"),
        "strokeOrder": _("Stroke order"),
        "grammar": _("Grammar it takes part in"),
        "add": _("Add to my words"),
        "added": _("In my words"),
        "drop": _("Remove"),
    }
