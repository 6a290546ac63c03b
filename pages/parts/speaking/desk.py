"""The desk: a text with its model and the recorder, and the result of the reading below."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256

import streamlit as st

from core.api.speech import ReadingView
from core.errors import NotFound
from pages.parts.components import listen_bar
from pages.parts.i18n import _
from pages.parts.names import level_name
from pages.parts.practice.spoken_lines import text_lines
from pages.parts.ruby import draw_learning_text, pinyin_switch
from pages.parts.shown_text import escaped_lines
from pages.parts.speaking.choice import LEVEL, OWN, TEXT, draw_choice
from pages.parts.speaking.history import draw_history
from pages.parts.speaking.past import READING
from pages.parts.speaking.readings import (
    PlayedSound,
    Reading,
    draw_refusal,
    last_reading,
    played_sound,
    reading_of,
    scored_reading,
)
from pages.parts.speaking.recorder import draw_recorder, heard_container, task_container, text_container
from pages.parts.speaking.result import draw_result
from pages.parts.visitor import Visitor

FIRST_SEED, MOST_SEEDS = "speaking_first_seed", 1_000
"""The key of the number by which the first sentence is drawn, and how many there are; a visit keeps its own."""
PINYIN_KEY, TRANSLATION_KEY = "speaking_pinyin", "speaking_translation"
LARGE, LARGE_UP_TO, SMALLER = 36, 40, 28
"""Pixels of the characters: a sentence is written larger than a passage."""


@dataclass(frozen=True)
class DeskText:
    """The text that is read at the desk."""

    key: str
    text: str
    level: int | None = None
    translation: str = ""


def text_in_address(who: Visitor) -> DeskText | None:
    """The text in the address, None where it does not exist."""
    text_id = st.query_params.get(TEXT, "")
    if text_id == "own":
        own_text = str(st.session_state.get(OWN, ""))
        return DeskText(f"own_{sha256(own_text.encode()).hexdigest()[:12]}", own_text) if own_text else None
    choice = who.core.speaking.choice(text_id)
    return DeskText(choice.id, choice.text, choice.level, choice.translation) if choice else None


def draw_first(who: Visitor) -> None:
    """Draw one sentence of the level that can be read at once, and below it the choice of another text."""
    level = int(st.session_state.get(LEVEL) or who.core.questions.fit(who.student_id, who.caller).levels()[0])
    seed = int(st.session_state.setdefault(FIRST_SEED, secrets.randbelow(MOST_SEEDS)))
    first = who.core.speaking.choices(level, "sentence", seed=seed, count=1)
    if first:
        draw_reading(who, DeskText(first[0].id, first[0].text, first[0].level, first[0].translation), whole=False)
        st.subheader(_("Another text"), anchor=False)
    draw_choice(who)


def draw_desk(who: Visitor) -> None:
    """Draw a text, before and after it is read."""
    desk_text = text_in_address(who)
    with st.container(horizontal=True, vertical_alignment="center"):
        draw_back()
        if desk_text is not None and desk_text.level is not None:
            st.caption(level_name(desk_text.level), width="content")
    if desk_text is None:
        st.warning(_("This text does not exist (any more). Choose another one."), icon=":material/search_off:")
        return
    draw_reading(who, desk_text)


def draw_reading(who: Visitor, desk_text: DeskText, *, whole: bool = True) -> Reading | None:
    """Draw the sheet with its recorder, and the result below; return the reading of the last recording.

    `whole`: with all eleven indicators; otherwise the way to them.
    """
    key = desk_text.key
    with task_container():
        with text_container():
            draw_sheet(who, desk_text)
        sound = draw_recorder(key, kept=who.core.speech.keeps_recordings, again=last_reading(key) is not None)
    reading = scored_reading(who, key, desk_text.text, sound)
    if reading is None:
        return None
    with heard_container(reading.sound):
        if reading.report is None:
            draw_refusal(reading)
        else:
            played = played_sound(reading.sound.raw, reading.sound.media_type, key)
            draw_result(who, reading.report, sound=played, student_id=who.student_id, key=key, whole=whole)
    return reading


def draw_sheet(who: Visitor, desk_text: DeskText) -> None:
    """Draw the text in large characters, its pinyin and translation when they are switched on, and the model."""
    with st.container(border=True, key="speaking_sheet"):
        with st.container(horizontal=True):
            pinyin = pinyin_switch(PINYIN_KEY)
            translation_shown = desk_text.translation and st.toggle(
                _("Translation"), key=TRANSLATION_KEY, persist_state="session"
            )
        size = LARGE if len(desk_text.text) <= LARGE_UP_TO else SMALLER
        draw_learning_text(who.core, desk_text.text, pinyin=pinyin, size_px=size)
        if translation_shown:
            st.markdown(escaped_lines(desk_text.translation))
        draw_model(who, desk_text.key, desk_text.text)


def draw_model(who: Visitor, key: str, text: str) -> None:
    """Draw the buttons that play the model voice of the whole text."""
    listen_bar()(
        key=f"speaking_listen_{key}",
        data={"lines": text_lines(text, who.core.questions.recording), "ui": listening_words()},
    )


def listening_words() -> dict[str, str]:
    """The words on the buttons of the model voice."""
    return {
        "listen": _("Listen"),
        "stop": _("Stop"),
        "synthetic": _("Synthetic voice of your browser"),
        "recorded": _("Recorded by native speakers"),
        "noVoice": _(
            "Your browser has no Chinese voice, so the model cannot be heard here; read by the pinyin. Chrome, Edge and Safari "
            "with Chinese installed in the system have one."
        ),
    }


def draw_stored(who: Visitor, evaluation_id: str) -> None:
    """Draw a stored result as it was first shown."""
    try:
        view = who.core.speech.report(evaluation_id, who.caller, student_id=who.student_id)
    except NotFound:
        st.warning(_("This reading does not exist (any more)."), icon=":material/search_off:")
        draw_history(who, who.student_id)
        return
    st.subheader(_("Your reading"), anchor=False)
    draw_result(who, view.report, sound=sound_of(who, view), student_id=who.student_id, key=evaluation_id)


def sound_of(who: Visitor, view: ReadingView) -> PlayedSound | None:
    """The recording of a stored result: of this browser session, else as the operator keeps it."""
    in_session = reading_of(view.evaluation_id)
    if in_session is not None:
        return played_sound(in_session.sound.raw, in_session.sound.media_type, view.evaluation_id)
    if not view.has_recording:
        return None
    recording = who.core.speech.kept_recording(view.evaluation_id, who.caller, student_id=view.student_id)
    return played_sound(recording.sound, recording.media_type, view.evaluation_id)


def reading_in_address() -> str | None:
    """The id of the result in the address."""
    return st.query_params.get(READING) or None


def draw_back() -> None:
    """Draw the way back to the choice of texts."""
    st.button(
        _("All texts"),
        icon=":material/arrow_back:",
        type="tertiary",
        key="speaking_back",
        on_click=st.query_params.clear,
    )
