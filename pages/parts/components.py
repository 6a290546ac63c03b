"""The project's own widgets: Streamlit components v2 (no iframe), made from the scripts and styles beside the Python that uses them."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import streamlit as st

from pages.parts.preferences import keep_speed, widget_preferences

if TYPE_CHECKING:
    from streamlit.components.v2.bidi_component.state import ComponentResult

PARTS_FOLDER = Path(__file__).parent
DRAWN = "components_drawn"
"""Session state: for each component what it was last given, as a digest, and when."""


class Component(Protocol):
    """Puts a component on the page."""

    def __call__(self, *, data: Mapping[str, Any], key: str, **rest: Any) -> ComponentResult:
        """`data`: what the script is given, to be written as JSON; `key`: its name in the session state; `rest`: what `ComponentRenderer` of Streamlit takes."""


def asset(name: str) -> str:
    """The text of a script or a style sheet, named by its area and file (`practice/card.js`)."""
    return (PARTS_FOLDER / name).read_text(encoding="utf-8")


def component_from(
    name: str, *, scripts: tuple[str, ...], styles: tuple[str, ...], isolated: bool = True, keeps_speed: bool = True
) -> Component:
    """A component made of scripts, joined into one module, of which the last defines `render(component)`, and of style sheets.

    What it is given (`data`, a mapping) gets the visitor's preferences, and a number, by which `shell/newest.js` tells what is newest.
    One that speaks has a switch of the speed, and with `keeps_speed` what is chosen there is kept.
    """
    speaks = "shell/speech.js" in scripts
    mount = st.components.v2.component(
        f"wenlu_{name}",
        html='<div class="wenlu"></div>',
        js="\n".join(asset(script) for script in (*scripts, "shell/newest.js")),
        css="\n".join(asset(style) for style in (*styles, *(("shell/sound.css",) if speaks else ()))),
        isolate_styles=isolated,
    )

    def mount_numbered(*, data: Mapping[str, Any], key: str, **rest: Any) -> Any:
        preferred = {**data, "prefs": widget_preferences(keeps_speed=keeps_speed)}
        if speaks and keeps_speed:
            rest.setdefault("on_speed_change", partial(_keep_chosen_speed, key))
        return mount(data={**preferred, "drawn": _number(key, preferred)}, key=key, **rest)

    return mount_numbered


def _keep_chosen_speed(key: str) -> None:
    keep_speed(st.session_state[key]["speed"])


def _number(key: str, data: Mapping[str, Any]) -> int:
    """A number that is greater the later a component was given these data: microseconds since 1970, when they last changed, since other data are
    drawn anew in the browser, and since a session may begin in a page that is open."""
    drawn: dict[str, tuple[bytes, int]] = st.session_state.setdefault(DRAWN, {})
    digest = blake2b(json.dumps(data).encode()).digest()
    before, number = drawn.get(key, (b"", 0))
    if digest != before:
        drawn[key] = digest, (number := max(number + 1, time.time_ns() // 1_000))
    return number


@cache
def gate_form() -> Component:
    """The sign-in form; it stands in the page's own document tree, so that password managers find it."""
    return component_from("gate", scripts=("shell/dom.js", "shell/gate.js"), styles=("shell/gate.css",), isolated=False)


@cache
def trial_card() -> Component:
    """A card that can be answered before signing in; it sends nothing."""
    scripts = (
        "shell/dom.js",
        "shell/speech.js",
        "shell/ruby.js",
        "practice/pinyin.js",
        "practice/answers.js",
        "practice/verdict.js",
        "showcase/trial.js",
    )
    styles = ("practice/card.css", "showcase/trial.css")
    return component_from("trial", scripts=scripts, styles=styles, keeps_speed=False)


@cache
def gate_pictures() -> Component:
    """Three small pictures of what the pages show."""
    return component_from(
        "gate_pictures", scripts=("shell/dom.js", "showcase/pictures.js"), styles=("showcase/pictures.css",)
    )


@cache
def account_bar() -> Component:
    """The switches of language and theme, and the button that signs out."""
    return component_from("account", scripts=("shell/dom.js", "shell/account.js"), styles=("shell/account.css",))


@cache
def exercise_card() -> Component:
    """One exercise, which is shown, answered and marked."""
    scripts = (
        "shell/dom.js",
        "shell/speech.js",
        "shell/ruby.js",
        "practice/pinyin.js",
        "practice/answers.js",
        "practice/verdict.js",
        "practice/card.js",
    )
    return component_from("exercise", scripts=scripts, styles=("practice/card.css", "shell/ruby.css"))


@cache
def reading_text() -> Component:
    """A text coloured by level with its grammar points; a click on a word shows its level and points."""
    return component_from(
        "reading",
        scripts=("shell/dom.js", "shell/ruby.js", "texts/reading.js"),
        styles=("texts/reading.css", "shell/ruby.css"),
    )


@cache
def lesson_player() -> Component:
    """A lesson that plays itself, slide by slide."""
    scripts = (
        "shell/dom.js",
        "shell/speech.js",
        "shell/ruby.js",
        "lessons/pictures.js",
        "lessons/pace.js",
        "lessons/lesson.js",
    )
    styles = ("lessons/lesson.css", "lessons/pictures.css", "shell/ruby.css")
    return component_from("lesson", scripts=scripts, styles=styles)


@cache
def road_units() -> Component:
    """The units of one level as a road."""
    scripts = ("shell/dom.js", "shell/symbols.js", "road/stone.js", "road/road.js")
    return component_from("road", scripts=scripts, styles=("plan/look.css", "road/road.css"))


@cache
def road_steps() -> Component:
    """The steps of one unit."""
    scripts = ("shell/dom.js", "shell/symbols.js", "road/stone.js", "road/steps.js")
    return component_from("road_steps", scripts=scripts, styles=("plan/look.css", "road/road.css"))


@cache
def plan_week() -> Component:
    """The strip of seven days, each with what was done or is planned."""
    return component_from(
        "plan_week",
        scripts=("shell/dom.js", "shell/symbols.js", "plan/week.js"),
        styles=("plan/look.css", "plan/week.css"),
    )


@cache
def plan_board() -> Component:
    """A day's slots with their cards, each with buttons to begin it, to move it and to see why it is there."""
    scripts = ("shell/dom.js", "shell/symbols.js", "plan/card.js", "plan/board.js")
    return component_from("plan_board", scripts=scripts, styles=("plan/look.css", "plan/board.css"))


@cache
def writing_editor() -> Component:
    """The sheet on which a text is written; it sends title and text to Python while the student writes."""
    return component_from("writing", scripts=("shell/dom.js", "writing/editor.js"), styles=("writing/editor.css",))


@cache
def listen_bar() -> Component:
    """Buttons that play a sentence."""
    return component_from(
        "listen", scripts=("shell/dom.js", "shell/speech.js", "aloud/aloud.js"), styles=("aloud/aloud.css",)
    )


@cache
def tone_table() -> Component:
    """Tones said by tones heard; each cell opens what is under it."""
    return component_from(
        "tone_table",
        scripts=("shell/dom.js", "ear/table.js"),
        styles=("tone_pairs/matrix.css", "ear/table.css"),
    )


@cache
def voice_probe() -> Component:
    """Says whether the browser has a Chinese voice; draws nothing."""
    return component_from("voice_probe", scripts=("shell/speech.js", "shell/voice.js"), styles=())


@cache
def spoken_reading() -> Component:
    """A reading drawn over its text: each syllable can be heard, seen and compared."""
    scripts = (
        "shell/dom.js",
        "shell/speech.js",
        "speaking/wav.js",
        "speaking/sound.js",
        "speaking/contour.js",
        "speaking/speaking.js",
    )
    return component_from("spoken_reading", scripts=scripts, styles=("speaking/speaking.css",))


@cache
def tone_matrix() -> Component:
    """The table of the twenty tone pairs, each of which can be chosen."""
    return component_from(
        "tone_matrix", scripts=("shell/dom.js", "tone_pairs/matrix.js"), styles=("tone_pairs/matrix.css",)
    )


@cache
def live_pitch_line() -> Component:
    """The pitch contour of the last seconds, drawn while the student speaks."""
    scripts = ("shell/dom.js", "speaking/contour.js", "speaking/live.js")
    return component_from("live_pitch", scripts=scripts, styles=("speaking/speaking.css",))


@cache
def voice_recorder() -> Component:
    """The record button with its level meter; what was recorded is heard there before it is sent."""
    scripts = (
        "shell/dom.js",
        "speaking/wav.js",
        "speaking/level.js",
        "speaking/microphone.js",
        "speaking/recorder.js",
    )
    return component_from("voice_recorder", scripts=scripts, styles=("speaking/recorder.css",))


@cache
def word_card() -> Component:
    """The card of the word that was clicked, over whatever page is open."""
    scripts = ("shell/dom.js", "shell/speech.js", "words/hit.js", "words/walk.js", "words/strokes.js", "words/card.js")
    return component_from("word_card", scripts=scripts, styles=("words/card.css",))


@cache
def presentation() -> Component:
    """The presenter's story, slide by slide, over the whole screen."""
    scripts = ("shell/dom.js", "speaking/contour.js", "present/slides.js", "present/present.js")
    return component_from("presentation", scripts=scripts, styles=("present/present.css",))
