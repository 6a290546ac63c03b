"""Our own widgets (v2 components: no iframe), made from the scripts and styles beside the Python that uses them, and plain data."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

ASSETS = Path(__file__).parent


def asset(name: str) -> str:
    """The text of a script or style, named by area and file."""
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
    return made_of("gate", scripts=("shell/dom.js", "shell/gate.js"), styles=("shell/gate.css",), isolated=False)


@cache
def account_bar() -> ComponentRenderer:
    """Light or dark, and the way out."""
    return made_of("account", scripts=("shell/dom.js", "shell/account.js"), styles=("shell/account.css",))


@cache
def exercise_card() -> ComponentRenderer:
    """One exercise: shown, answered, marked."""
    scripts = (
        "shell/dom.js",
        "shell/speech.js",
        "practice/pinyin.js",
        "practice/answers.js",
        "practice/verdict.js",
        "practice/card.js",
    )
    return made_of("exercise", scripts=scripts, styles=("practice/card.css",))


@cache
def reading_text() -> ComponentRenderer:
    """A text coloured by level with its grammar points; a click opens what stands there."""
    return made_of("reading", scripts=("shell/dom.js", "texts/reading.js"), styles=("texts/reading.css",))


@cache
def lesson_player() -> ComponentRenderer:
    """A lesson that plays itself, slide by slide."""
    scripts = ("shell/dom.js", "shell/speech.js", "lessons/pictures.js", "lessons/pace.js", "lessons/lesson.js")
    return made_of("lesson", scripts=scripts, styles=("lessons/lesson.css", "lessons/pictures.css"))


@cache
def plan_week() -> ComponentRenderer:
    """Seven days, each with what was done or is to come."""
    return made_of("plan_week", scripts=("shell/dom.js", "plan/week.js"), styles=("plan/look.css", "plan/week.css"))


@cache
def plan_board() -> ComponentRenderer:
    """A day's slots with their cards: begin, move, why."""
    scripts = ("shell/dom.js", "plan/card.js", "plan/board.js")
    return made_of("plan_board", scripts=scripts, styles=("plan/look.css", "plan/board.css"))


@cache
def writing_editor() -> ComponentRenderer:
    """The editor of a text that goes out by itself while it is written."""
    return made_of("writing", scripts=("shell/dom.js", "writing/writing.js"), styles=("writing/writing.css",))


@cache
def listen_bar() -> ComponentRenderer:
    """Buttons that say a sentence; a word where there is no microphone."""
    return made_of("listen", scripts=("shell/dom.js", "shell/speech.js", "aloud/aloud.js"), styles=("aloud/aloud.css",))


@cache
def spoken_reading() -> ComponentRenderer:
    """A reading over its text: each syllable to be heard, seen and compared."""
    scripts = ("shell/dom.js", "shell/speech.js", "speaking/sound.js", "speaking/contour.js", "speaking/speaking.js")
    return made_of("spoken_reading", scripts=scripts, styles=("speaking/speaking.css",))


@cache
def tone_matrix() -> ComponentRenderer:
    """Twenty tone pairs, each to be chosen."""
    return made_of("tone_matrix", scripts=("shell/dom.js", "tone_pairs/matrix.js"), styles=("tone_pairs/matrix.css",))


@cache
def live_pitch_line() -> ComponentRenderer:
    """The pitch of the last seconds."""
    scripts = ("shell/dom.js", "speaking/contour.js", "speaking/live.js")
    return made_of("live_pitch", scripts=scripts, styles=("speaking/speaking.css",))
