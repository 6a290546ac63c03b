"""The page of the presentation: the story is worked out while one waits, and then covers the screen."""

from __future__ import annotations

import time
from dataclasses import dataclass

import streamlit as st

from core.api.presenting import CHAPTERS, Chapter, Story
from core.errors import WenluError
from pages.parts.components import presentation
from pages.parts.i18n import _, language
from pages.parts.present.slides import slides_data
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

TOLD = "presentation_told"
WANTED = "presentation_wanted"
KEY = "presentation"


@dataclass(frozen=True)
class Told:
    """A story that was worked out in this browser session, and how long that took."""

    story: Story
    seconds: float


def draw_stage(who: Visitor) -> None:
    """The button that works out the story; once that is done, the story."""
    st.title(_("Presentation"))
    st.markdown(
        _(
            "A story of 90 seconds for a talk or an open day: a reading with a wrong tone, the drill that it becomes, the map that moves, an "
            "error that returns tomorrow, a class that gets a lesson."
        )
    )
    st.markdown(
        _(
            "A sample class is made anew for it in memory, and every figure is worked out on it by the parts of the service that your classes use. "
            "Your students are not touched, and nothing outside of this server is asked."
        )
    )
    told: Told | None = st.session_state.get(TOLD)
    if told is not None and told.story.told_in != language():
        told = None  # the explanations in it are in the other language
    first = st.button(
        _("Begin") if told is None else _("Work it out anew"),
        type="primary" if told is None else "secondary",
        icon=":material/slideshow:" if told is None else ":material/restart_alt:",
    )
    if (first or st.session_state.pop(WANTED, False)) and _work_out(who):
        st.rerun()
    st.caption(
        _("Keys: → or space goes on, ← goes back, N shows what to say, Esc ends. In the browser, F11 fills the screen.")
    )
    if told is not None:
        data = slides_data(told.story, told.seconds)
        presentation()(key=KEY, data=data, on_again_change=_want_again)


def _want_again() -> None:
    st.session_state[WANTED] = True


def _work_out(who: Visitor) -> bool:
    """Work out the story, with the progress shown; False where that failed, which is told."""
    names = chapter_names()
    bar = st.progress(0.0, text=names[CHAPTERS[0]])

    def began(chapter: Chapter) -> None:
        bar.progress(CHAPTERS.index(chapter) / len(CHAPTERS), text=names[chapter])

    started = time.perf_counter()
    try:
        story = who.core.presenting.tell(who.caller, began=began)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return False
    finally:
        bar.empty()
    st.session_state[TOLD] = Told(story, time.perf_counter() - started)
    return True


def chapter_names() -> dict[Chapter, str]:
    """What is being worked out."""
    return {
        "class": _("Making the sample class"),
        "reading": _("Listening to the reading"),
        "practice": _("Marking answers"),
        "essay": _("Reading the essay"),
        "tomorrow": _("Planning tomorrow"),
        "lesson": _("Looking at the class"),
    }
