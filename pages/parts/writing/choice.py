"""The choice of what to write: drafts, titles of a level, a title of one's own; and the texts handed in so far."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.api.assignments import OWN_TITLE, TitleLine, WritingView
from pages.parts.assignments.words import characters_text
from pages.parts.brand import KAI
from pages.parts.dates import day_name
from pages.parts.i18n import _
from pages.parts.map.words import level_short, shortened
from pages.parts.shown_text import escaped, escaped_html
from pages.parts.visitor import Visitor
from pages.parts.writing.text import handed_in_text

LEVELS = tuple(range(1, 8))
LONGEST_TITLE = 40
MOST_SHOWN = 10
AGAIN = "again"
"""Parameter of the address: a new text is written on a title on which one was handed in, which is shown otherwise."""


def draw_choice(who: Visitor) -> None:
    """Drafts first, then titles, then the texts handed in."""
    st.title(_("Writing"))
    st.markdown(_("Choose a title and write. Everything is kept as you write; nothing is handed in before you say so."))
    texts = who.core.writing.texts(who.student_id, who.caller)
    _draw_drafts([text for text in texts if text.handed_in_at is None])
    _draw_titles(who, {text.resource_id for text in texts if text.handed_in_at is not None})
    _draw_handed_in([text for text in texts if text.handed_in_at is not None])


def _draw_drafts(drafts: Sequence[WritingView]) -> None:
    for text in drafts:
        with st.container(border=True):
            text_column, button_column = st.columns([4, 1], vertical_alignment="center")
            title = escaped(shortened(text.title or _("Without a title yet"), LONGEST_TITLE))
            length_and_day = f"{characters_text(text.characters)} · {handed_in_text(text)}"
            text_column.markdown(f":material/edit: **{title}**  \n:small[{length_and_day}]")
            button_column.button(
                _("Go on writing"),
                type="primary",
                width="stretch",
                key=f"writing_on_{text.writing_id}",
                on_click=open_desk,
                args=(text.resource_id,),
            )


def _draw_titles(who: Visitor, written: set[str]) -> None:
    st.subheader(_("Titles"))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        level = st.segmented_control(
            _("Level"),
            LEVELS,
            default=who.core.questions.fit(who.student_id, who.caller).levels()[0],
            format_func=level_short,
            required=True,
            key="writing_level",
            persist_state="session",
            width="stretch",
        )
        st.button(
            _("My own title"), icon=":material/edit_note:", key="writing_own", on_click=open_desk, args=(OWN_TITLE,)
        )
    for line in who.core.writing.titles(who.caller, level=level or 1):
        _draw_title(line, is_written=line.resource_id in written)


def _draw_title(line: TitleLine, *, is_written: bool) -> None:
    with st.container(border=True):
        text_column, button_column = st.columns([5, 1], vertical_alignment="center")
        length = _("{least}–{most} characters").format(least=line.characters[0], most=line.characters[1])
        written_word = _("written")
        written_mark = f" · :green[:material/check: {written_word}]" if is_written else ""
        text_column.html(title_html(line))
        text_column.markdown(f"{escaped(line.task)}  \n:small[{length}{written_mark}]")
        button_column.button(
            _("Write"),
            key=f"writing_title_{line.title_id}",
            on_click=open_desk,
            args=(line.resource_id,),
            kwargs={"again": is_written},
            width="stretch",
        )


def title_html(line: TitleLine) -> str:
    """The Chinese title, large, with its meaning beside it."""
    meaning = (
        f'<span lang="en" style="font-size:14px;opacity:.8">{escaped_html(line.meaning)}</span>' if line.meaning else ""
    )
    return (
        '<div style="display:flex;flex-wrap:wrap;align-items:baseline;gap:0 12px">'
        f'<span lang="zh-CN" style="font-family:{KAI};font-size:24px">{escaped_html(line.title)}</span>{meaning}</div>'
    )


def _draw_handed_in(texts: Sequence[WritingView]) -> None:
    if not texts:
        return
    st.subheader(_("Handed in"))
    for text in texts[:MOST_SHOWN]:
        with st.container(horizontal=True, vertical_alignment="center"):
            day = day_name(text.handed_in_at or text.changed_at)
            st.markdown(
                f"**{escaped(text.title)}**  \n:small[{day} · {characters_text(text.characters)}]", width="stretch"
            )
            st.button(_("Read"), key=f"writing_read_{text.writing_id}", on_click=open_text, args=(text.writing_id,))
    if len(texts) > MOST_SHOWN:
        st.caption(_("{shown} of {count} are shown.").format(shown=MOST_SHOWN, count=len(texts)))


def open_desk(resource_id: str, *, again: bool = False) -> None:
    """Put the title into the address: the next run shows the desk with it. `again`: for another text than the one handed in."""
    st.query_params.from_dict({"resource": resource_id} | ({AGAIN: "1"} if again else {}))


def open_text(writing_id: str) -> None:
    """Put a text that was handed in into the address: the next run shows it."""
    st.query_params.from_dict({"text": writing_id})


def open_choice() -> None:
    """Empty the address: the next run shows the titles."""
    st.query_params.clear()
