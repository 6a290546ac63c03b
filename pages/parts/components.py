"""The project's own widgets: Streamlit components v2 (no iframe), made from the scripts and styles beside the Python that uses them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

PARTS_FOLDER = Path(__file__).parent


def asset(name: str) -> str:
    """The text of a script or a style sheet, named by its area and file (`practice/card.js`)."""
    return (PARTS_FOLDER / name).read_text(encoding="utf-8")


def component_from(
    name: str, *, scripts: tuple[str, ...], styles: tuple[str, ...], isolated: bool = True
) -> ComponentRenderer:
    """A component made of scripts, joined into one module of which only the last script exports, and of style sheets."""
    return st.components.v2.component(
        f"wenlu_{name}",
        html='<div class="wenlu"></div>',
        js="\n".join(asset(script) for script in scripts),
        css="\n".join(asset(style) for style in styles),
        isolate_styles=isolated,
    )


@cache
def gate_form() -> ComponentRenderer:
    """The sign-in form; it stands in the page's own document tree, so that password managers find it."""
    return component_from("gate", scripts=("shell/dom.js", "shell/gate.js"), styles=("shell/gate.css",), isolated=False)


@cache
def account_bar() -> ComponentRenderer:
    """The switches of language and theme, and the button that signs out."""
    return component_from("account", scripts=("shell/dom.js", "shell/account.js"), styles=("shell/account.css",))


@cache
def exercise_card() -> ComponentRenderer:
    """One exercise, which is shown, answered and marked."""
    scripts = (
        "shell/dom.js",
        "shell/speech.js",
        "practice/pinyin.js",
        "practice/answers.js",
        "practice/verdict.js",
        "practice/card.js",
    )
    return component_from("exercise", scripts=scripts, styles=("practice/card.css",))


@cache
def reading_text() -> ComponentRenderer:
    """A text coloured by level with its grammar points; a click on a word shows its level and points."""
    return component_from("reading", scripts=("shell/dom.js", "texts/reading.js"), styles=("texts/reading.css",))


@cache
def lesson_player() -> ComponentRenderer:
    """A lesson that plays itself, slide by slide."""
    scripts = ("shell/dom.js", "shell/speech.js", "lessons/pictures.js", "lessons/pace.js", "lessons/lesson.js")
    return component_from("lesson", scripts=scripts, styles=("lessons/lesson.css", "lessons/pictures.css"))


@cache
def plan_week() -> ComponentRenderer:
    """The strip of seven days, each with what was done or is planned."""
    return component_from(
        "plan_week", scripts=("shell/dom.js", "plan/week.js"), styles=("plan/look.css", "plan/week.css")
    )


@cache
def plan_board() -> ComponentRenderer:
    """A day's slots with their cards, each with buttons to begin it, to move it and to see why it is there."""
    scripts = ("shell/dom.js", "plan/card.js", "plan/board.js")
    return component_from("plan_board", scripts=scripts, styles=("plan/look.css", "plan/board.css"))


@cache
def writing_editor() -> ComponentRenderer:
    """The editor of a text; it sends the text to Python while the student writes."""
    return component_from("writing", scripts=("shell/dom.js", "writing/writing.js"), styles=("writing/writing.css",))


@cache
def listen_bar() -> ComponentRenderer:
    """Buttons that play a sentence; a word of explanation where the browser has no microphone."""
    return component_from(
        "listen", scripts=("shell/dom.js", "shell/speech.js", "aloud/aloud.js"), styles=("aloud/aloud.css",)
    )


@cache
def spoken_reading() -> ComponentRenderer:
    """A reading drawn over its text: each syllable can be heard, seen and compared."""
    scripts = ("shell/dom.js", "shell/speech.js", "speaking/sound.js", "speaking/contour.js", "speaking/speaking.js")
    return component_from("spoken_reading", scripts=scripts, styles=("speaking/speaking.css",))


@cache
def tone_matrix() -> ComponentRenderer:
    """The table of the twenty tone pairs, each of which can be chosen."""
    return component_from(
        "tone_matrix", scripts=("shell/dom.js", "tone_pairs/matrix.js"), styles=("tone_pairs/matrix.css",)
    )


@cache
def live_pitch_line() -> ComponentRenderer:
    """The pitch contour of the last seconds, drawn while the student speaks."""
    scripts = ("shell/dom.js", "speaking/contour.js", "speaking/live.js")
    return component_from("live_pitch", scripts=scripts, styles=("speaking/speaking.css",))
