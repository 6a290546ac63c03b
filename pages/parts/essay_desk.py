"""The desk: an essay is written, pasted, uploaded or taken from the own texts, and reviewed."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.api_essay import EssayRequest, HskLevel
from core.errors import WenluError
from core.essays.wire import LONGEST_ESSAY, LONGEST_TITLE
from pages.parts.essay_components import essay_editor
from pages.parts.essay_sources import draw_sources
from pages.parts.essay_state import FAULT, Draft, as_declared, draft, keep, keep_head, open_essay, take_asked
from pages.parts.essay_words import LEVELS, framework_names, strictness_names, strictness_said
from pages.parts.i18n import _, language
from pages.parts.visitor import Visitor

STRICTNESS, FRAMEWORK = "essay_strictness", "essay_framework"


def draw_desk(who: Visitor) -> None:
    """Title and level, the text, how strict, the one button."""
    take_asked(who)
    st.title(_("Essay review"), anchor=False)
    st.markdown(
        _("Write or paste an essay, or choose one of your texts. You see what is wrong, why, and how to put it right.")
    )
    lying = draft()
    with st.container(border=True):
        draw_sources(who)
        title, level = _draw_head(who, lying)
        key = f"essay_text_{lying.number}"
        essay_editor()(
            key=key,
            data=_editor_data(who, key, lying),
            on_text_change=lambda: keep(str(st.session_state[key]["text"])),
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            asked = st.button(_("Review my essay"), type="primary", icon=":material/rate_review:", key="essay_review")
            _draw_settings()
        if fault := st.session_state.pop(FAULT, None):
            st.error(fault, icon=":material/error:")
    if asked:
        _review(who, title, level)


def _draw_head(who: Visitor, lying: Draft) -> tuple[str, HskLevel]:
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    title_key, level_key = f"essay_title_{lying.number}", f"essay_level_{lying.number}"
    usual = lying.level or as_declared(who.core.fit(who.student_id, who.caller).levels()[0]) or "4"
    st.session_state.setdefault(title_key, lying.title)
    st.session_state.setdefault(level_key, usual)
    title = left.text_input(
        _("Title"), max_chars=LONGEST_TITLE, key=title_key, placeholder=_("Title of the essay, in Chinese")
    )
    level = right.segmented_control(_("Level of the task"), LEVELS, required=True, key=level_key) or usual
    keep_head(title.strip(), level)
    return title.strip(), level


def _editor_data(who: Visitor, key: str, lying: Draft) -> dict[str, Any]:
    return {
        "id": key,
        "keep": f"wenlu-essay-{who.student_id}",
        "put": lying.number > 0,
        "text": lying.text,
        "longest": LONGEST_ESSAY,
        "ui": {
            "label": _("Your essay"),
            "placeholder": _("Write or paste your essay here, in Chinese."),
            "count": _("{count} characters"),
            "over": _("{count} too many"),
            "room": _("up to {most} with marks and spaces"),
        },
    }


def _draw_settings() -> None:
    with st.popover(_("Settings"), icon=":material/tune:", type="tertiary"):
        names = strictness_names()
        chosen = st.segmented_control(
            _("How strict"),
            list(names),
            default="normal",
            format_func=names.__getitem__,
            required=True,
            key=STRICTNESS,
            persist_state="session",
        )
        st.caption(strictness_said()[chosen or "normal"])
        frames = framework_names()
        st.segmented_control(
            _("Framework of the feedback"),
            list(frames),
            default="RASNC",
            format_func=frames.__getitem__,
            required=True,
            key=FRAMEWORK,
            persist_state="session",
        )


def _review(who: Visitor, title: str, level: HskLevel) -> None:
    """Evaluate and open the result; a refusal leaves everything as it lies."""
    text = draft().text
    if not text.strip():
        _refuse(_("There is no essay yet: write or paste one, or choose one of your texts."))
    request = EssayRequest(
        student_id=who.student_id,
        essay_content=text[: LONGEST_ESSAY + 1],
        essay_title=title,
        hsk_level=level,
        framework=st.session_state.get(FRAMEWORK) or "RASNC",
        strictness=st.session_state.get(STRICTNESS) or "normal",
    )
    try:
        with st.spinner(_("Reading your essay: words, grammar, sentences, the whole…"), show_time=True):
            report = who.core.evaluate_essay(request, who.caller).payload
    except WenluError as error:
        _refuse(_("{remedy} Your text is kept.").format(remedy=error.remedy(language())))
    open_essay(report.evaluation_id)
    st.rerun()


def _refuse(said: str) -> None:
    st.session_state[FAULT] = said
    st.rerun()
