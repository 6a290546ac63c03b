"""The desk at which sentences are read aloud, one at a time. The address holds the sentences and the place among them."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.api.assignments import AloudSentence
from core.api.speaking import is_reading
from pages.parts.addresses import page_named
from pages.parts.i18n import _
from pages.parts.names import level_name
from pages.parts.speaking.desk import DeskText, draw_reading
from pages.parts.visitor import Visitor

READ = "aloud_read"
"""Session state: ids of the sentences that were said, as noted."""
PLAN = "plan"


def asked_tasks() -> list[str]:
    """The sentences in the address."""
    return [task for task in st.query_params.get("tasks", "").split(",") if task]


def place_asked(count: int) -> int:
    """Which of them, from 0."""
    named = st.query_params.get("at", "")
    return min(count - 1, int(named)) if named.isascii() and named.isdigit() else 0


def draw_desk(who: Visitor, tasks: Sequence[str]) -> None:
    """One sentence: seen, heard, said, heard again."""
    sentences = who.core.speaking.sentences(tasks)
    if not sentences:
        st.warning(_("These sentences do not exist (any more). Choose others."), icon=":material/search_off:")
        st.button(_("Choose others"), key="aloud_others", on_click=st.query_params.clear)
        return
    place = place_asked(len(sentences))
    st.title(_("Reading aloud"), anchor=False)
    head = st.empty()
    said = _draw_reading(who, sentences[place])
    with head:
        _draw_progress(sentences, place)
    _draw_ways_on(sentences, place, said=said)


def read_so_far() -> set[str]:
    """What was said in this browser session."""
    found: set[str] = st.session_state.setdefault(READ, set())
    return found


def _draw_progress(sentences: Sequence[AloudSentence], place: int) -> None:
    done = sum(each.task_id in read_so_far() for each in sentences)
    said = _("Sentence {place} of {count} · {done} read").format(place=place + 1, count=len(sentences), done=done)
    st.progress(done / len(sentences), text=f"{said} · {level_name(sentences[place].level)}")


def _draw_reading(who: Visitor, sentence: AloudSentence) -> bool:
    """The sentence before and after it is read; whether it was."""
    asked = DeskText(sentence.task_id, sentence.text, sentence.level, sentence.translation)
    reading = draw_reading(who, asked, whole=False)
    if reading is not None and reading.report is not None:
        if is_reading(reading.report):
            # What the plan takes as done is written with the result itself.
            read_so_far().add(sentence.task_id)
        else:
            st.info(_("Too little of the sentence was heard to count as read. Say it again."), icon=":material/replay:")
    return sentence.task_id in read_so_far()


def _draw_ways_on(sentences: Sequence[AloudSentence], place: int, *, said: bool) -> None:
    """Back and next; at the end what was done."""
    waiting = [number for number, each in enumerate(sentences) if each.task_id not in read_so_far()]
    with st.container(horizontal=True):
        if place > 0:
            st.button(
                _("Previous sentence"),
                icon=":material/chevron_left:",
                key="aloud_back",
                on_click=_go,
                args=(place - 1,),
            )
        if place < len(sentences) - 1:
            st.button(
                _("Next sentence"),
                icon=":material/chevron_right:",
                type="primary" if said else "secondary",
                key="aloud_next",
                on_click=_go,
                args=(place + 1,),
            )
        elif waiting and said:
            st.button(
                _("To one not read yet"), type="primary", key="aloud_waiting", on_click=_go, args=(waiting[0],)
            )  # fmt: skip
    if not waiting:
        st.success(_("All sentences are read."), icon=":material/check:")
        with st.container(horizontal=True):
            st.page_link(
                page_named(PLAN), label=_("Back to the plan"), icon=":material/calendar_view_week:", width="content"
            )
            st.button(_("Choose others"), key="aloud_more", on_click=st.query_params.clear)


def _go(place: int) -> None:
    st.query_params["at"] = str(place)
