"""Which text to read: some of a level, or one's own."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.api.speaking import TextChoice, TextKind
from core.errors import WenluError
from core.speech.wire import LONGEST_TEXT
from pages.parts.aloud.start import SENTENCES, start_sentences
from pages.parts.brand import KAI
from pages.parts.i18n import _, language
from pages.parts.level import draw_level_choice
from pages.parts.shown_text import escaped, escaped_html
from pages.parts.visitor import Visitor

TEXT, OWN = "text", "speaking_own"
"""The parameter of the address that names the text; the key in session state of the student's own text."""
LEVEL, SEED = "speaking_level", "speaking_seed"
AT_ONCE = 6


def draw_choice(who: Visitor) -> None:
    """Draw the choice: texts of a level, or a text of the student's own."""
    offered, own_text = st.tabs([_("Choose a text"), _("Your own text")])
    with offered:
        _draw_offered(who)
    with own_text:
        _draw_own(who)


def _draw_offered(who: Visitor) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        level = draw_level_choice(who, LEVEL)
        kinds = kind_names()
        kind = st.segmented_control(
            _("Length"),
            list(kinds),
            default="sentence",
            format_func=kinds.__getitem__,
            required=True,
            key="speaking_kind",
            persist_state="session",
        )
    searched = st.text_input(_("Search in the texts"), key="speaking_search", icon=":material/search:").strip()
    seed = int(st.session_state.setdefault(SEED, 0))
    texts = who.core.speaking.choices(level, kind or "sentence", seed=seed, search=searched, count=AT_ONCE)
    if not texts:
        st.caption(_("No text of this level says that. Try another word or another level."))
    draw_texts(texts)
    with st.container(horizontal=True):
        if len(texts) == AT_ONCE:
            st.button(_("Other texts"), icon=":material/casino:", key="speaking_others", on_click=_next_seed)
        if kind == "sentence" and st.button(
            _("Read {count} sentences in a row").format(count=SENTENCES), icon=":material/mic:", key="speaking_row"
        ):
            start_sentences(who, level)


def kind_names() -> dict[TextKind, str]:
    """Names of the kinds of texts."""
    return {"sentence": _("Sentences"), "dialogue": _("Dialogues"), "passage": _("Passages")}


def draw_texts(texts: Sequence[TextChoice]) -> None:
    """Draw a row for each text: its beginning, and the button that opens it."""
    for choice in texts:
        with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"speaking_row_{choice.id}"):
            st.html(
                f'<div lang="zh-CN" style="font-family:{KAI};font-size:22px;line-height:1.5;white-space:pre-line">'
                f"{escaped_html(beginning(choice.text))}</div>"
            )
            st.button(
                _("Read aloud"),
                icon=":material/mic:",
                key=f"speaking_read_{choice.id}",
                on_click=open_text,
                args=(choice.id,),
            )


LONGEST_BEGINNING = 60


def beginning(text: str) -> str:
    """The beginning of a text, long enough to show what it is about.

    >>> beginning("好。" * 40)[-3:]
    '好。…'
    """
    return text if len(text) <= LONGEST_BEGINNING else f"{text[:LONGEST_BEGINNING]}…"


def _draw_own(who: Visitor) -> None:
    with st.form("speaking_own_form", border=False):
        text = st.text_area(
            _("Chinese text, up to {count} characters").format(count=f"{LONGEST_TEXT:,}"),
            value=st.session_state.get(OWN, ""),
            max_chars=LONGEST_TEXT,
            height=140,
            placeholder=_("Paste a text here, simplified or traditional."),
        )
        submitted = st.form_submit_button(_("Read this"), type="primary", icon=":material/mic:")
    if not submitted:
        return
    try:
        who.core.speaking.readable(text)
    except WenluError as error:
        st.warning(escaped(error.remedy(language())), icon=":material/edit:")
        return
    st.session_state[OWN] = text.strip()
    st.query_params.from_dict({TEXT: "own"})
    st.rerun()


def open_text(text_id: str) -> None:
    """Go to the desk with a text."""
    st.query_params.from_dict({TEXT: text_id})


def _next_seed() -> None:
    st.session_state[SEED] = int(st.session_state.get(SEED, 0)) + 1
