"""Our own widgets (v2 components: no iframe), made from the files in assets/ and plain data."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

ASSETS = Path(__file__).parent / "assets"


def asset(name: str) -> str:
    """The text of a file in assets/."""
    return (ASSETS / name).read_text(encoding="utf-8")


def made_of(
    name: str, *, scripts: tuple[str, ...], styles: tuple[str, ...], isolated: bool = True
) -> ComponentRenderer:
    """A component from scripts joined into one module (only the last exports) and styles."""
    return st.components.v2.component(
        f"wenlu_{name}",
        html='<div class="wenlu"></div>',
        js="\n".join(asset(script) for script in scripts),
        css="\n".join(asset(style) for style in styles),
        isolate_styles=isolated,
    )


@cache
def gate_form() -> ComponentRenderer:
    """The sign-in form; in the page's own tree, so that password managers find it."""
    return made_of("gate", scripts=("dom.js", "gate.js"), styles=("gate.css",), isolated=False)


@cache
def account_bar() -> ComponentRenderer:
    """Light or dark, and the way out."""
    return made_of("account", scripts=("dom.js", "account.js"), styles=("account.css",))


@cache
def exercise_card() -> ComponentRenderer:
    """One exercise: shown, answered, marked."""
    scripts = ("dom.js", "speech.js", "pinyin.js", "answers.js", "verdict.js", "card.js")
    return made_of("exercise", scripts=scripts, styles=("card.css",))


@cache
def reading_text() -> ComponentRenderer:
    """A text coloured by level with its grammar points; a click opens what stands there."""
    return made_of("reading", scripts=("dom.js", "reading.js"), styles=("reading.css",))


@cache
def lesson_player() -> ComponentRenderer:
    """A lesson that plays itself, slide by slide."""
    scripts = ("dom.js", "speech.js", "pictures.js", "lesson_pace.js", "lesson.js")
    return made_of("lesson", scripts=scripts, styles=("lesson.css", "lesson_pictures.css"))


@cache
def plan_week() -> ComponentRenderer:
    """Seven days, each with what was done or is to come."""
    return made_of("plan_week", scripts=("dom.js", "plan_week.js"), styles=("plan_look.css", "plan_week.css"))


@cache
def plan_board() -> ComponentRenderer:
    """A day's slots with their cards: begin, move, why."""
    scripts = ("dom.js", "plan_card.js", "plan_board.js")
    return made_of("plan_board", scripts=scripts, styles=("plan_look.css", "plan_board.css"))


@cache
def writing_editor() -> ComponentRenderer:
    """The editor of a text that goes out by itself while it is written."""
    return made_of("writing", scripts=("dom.js", "writing.js"), styles=("writing.css",))


@cache
def listen_bar() -> ComponentRenderer:
    """Buttons that say a sentence; a word where there is no microphone."""
    return made_of("listen", scripts=("dom.js", "speech.js", "aloud.js"), styles=("aloud.css",))


@cache
def spoken_reading() -> ComponentRenderer:
    """A reading over its text: each syllable to be heard, seen and compared."""
    scripts = ("dom.js", "speech.js", "speaking_sound.js", "speaking_contour.js", "speaking.js")
    return made_of("spoken_reading", scripts=scripts, styles=("speaking.css",))


@cache
def tone_matrix() -> ComponentRenderer:
    """Twenty tone pairs, each to be chosen."""
    return made_of("tone_matrix", scripts=("dom.js", "tone_matrix.js"), styles=("tone_matrix.css",))


@cache
def live_pitch_line() -> ComponentRenderer:
    """The pitch of the last seconds."""
    scripts = ("dom.js", "speaking_contour.js", "speaking_live.js")
    return made_of("live_pitch", scripts=scripts, styles=("speaking.css",))
