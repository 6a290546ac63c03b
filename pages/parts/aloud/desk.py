"""The desk at which sentences are read aloud, one at a time. The address holds their ids and the index of the current one."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.api.assignments import AloudSentence
from core.api.speaking import is_reading
from pages.parts.addresses import page_named
from pages.parts.i18n import _
from pages.parts.names import level_name
from pages.parts.road.back import draw_link_back, unit_to_return_to
from pages.parts.speaking.desk import DeskText, draw_reading
from pages.parts.visitor import Visitor

READ_KEY = "aloud_read"
"""Key in session state: ids of the sentences that were read."""
PLAN = "plan"


def tasks_in_address() -> list[str]:
    """The ids of the sentences in the address."""
    return [task for task in st.query_params.get("tasks", "").split(",") if task]


def sentence_index(count: int) -> int:
    """Index of the sentence in the address, from 0 to `count` - 1."""
    parameter = st.query_params.get("at", "")
    return min(count - 1, int(parameter)) if parameter.isascii() and parameter.isdigit() else 0


def draw_desk(who: Visitor, tasks: Sequence[str]) -> None:
    """Draw one sentence: seen, heard, said, heard again."""
    sentences = who.core.speaking.sentences(tasks)
    if not sentences:
        st.warning(_("These sentences do not exist (any more). Choose others."), icon=":material/search_off:")
        st.button(_("Choose others"), key="aloud_others", on_click=st.query_params.clear)
        return
    index = sentence_index(len(sentences))
    head = st.empty()
    was_read = _draw_reading(who, sentences[index])
    with head:
        _draw_progress(sentences, index)
    _draw_ways_on(sentences, index, was_read=was_read)


def read_so_far() -> set[str]:
    """Ids of the sentences that were read in this browser session."""
    read_ids: set[str] = st.session_state.setdefault(READ_KEY, set())
    return read_ids


def _draw_progress(sentences: Sequence[AloudSentence], index: int) -> None:
    done = sum(sentence.task_id in read_so_far() for sentence in sentences)
    text = _("Sentence {place} of {count} · {done} read").format(place=index + 1, count=len(sentences), done=done)
    st.progress(done / len(sentences), text=f"{text} · {level_name(sentences[index].level)}")


def _draw_reading(who: Visitor, sentence: AloudSentence) -> bool:
    """Draw the sentence before and after it is read; return whether it was read."""
    desk_text = DeskText(sentence.task_id, sentence.text, sentence.level, sentence.translation)
    reading = draw_reading(who, desk_text, whole=False)
    if reading is not None and reading.report is not None:
        if is_reading(reading.report):
            # What the plan takes as done is written with the result itself.
            read_so_far().add(sentence.task_id)
        else:
            st.info(_("Too little of the sentence was heard to count as read. Say it again."), icon=":material/replay:")
    return sentence.task_id in read_so_far()


def _draw_ways_on(sentences: Sequence[AloudSentence], index: int, *, was_read: bool) -> None:
    """Draw the ways back and on; at the end, that all is read."""
    unread = [number for number, sentence in enumerate(sentences) if sentence.task_id not in read_so_far()]
    with st.container(horizontal=True):
        if index > 0:
            st.button(
                _("Previous sentence"),
                icon=":material/chevron_left:",
                key="aloud_back",
                on_click=_go,
                args=(index - 1,),
            )
        if index < len(sentences) - 1:
            st.button(
                _("Next sentence"),
                icon=":material/chevron_right:",
                type="primary" if was_read else "secondary",
                key="aloud_next",
                on_click=_go,
                args=(index + 1,),
            )
        elif unread and was_read:
            st.button(
                _("Go to an unread sentence"), type="primary", key="aloud_waiting", on_click=_go, args=(unread[0],)
            )  # fmt: skip
    if not unread:
        st.success(_("All sentences are read."), icon=":material/check:")
        with st.container(horizontal=True):
            if (unit_id := unit_to_return_to()) is not None:
                draw_link_back(unit_id)
            else:
                st.page_link(
                    page_named(PLAN), label=_("Back to the plan"), icon=":material/calendar_view_week:", width="content"
                )
            st.button(_("Choose others"), key="aloud_more", on_click=st.query_params.clear)


def _go(index: int) -> None:
    st.query_params["at"] = str(index)
