"""Write a text, or a new version of one: the form on one side, on the other its level, what is said of it, and its questions as students get them."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.api.own_texts import OwnTextDraft, OwnTextView, QuestionLook, TextLook, TextWarning
from core.api.questions import ItemState
from pages.parts.i18n import _, language
from pages.parts.items.preview import draw_preview
from pages.parts.own_texts.change import LAST_ACTION, state_sentence
from pages.parts.own_texts.form import draft, draw_form, empty_form, fill_form, is_empty
from pages.parts.own_texts.reading import draw_reading, forget_reading, was_read
from pages.parts.own_texts.views import LIST, WRITE, go_to
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

EDITED = "otext_edited"
"""Session state: the text that is edited, as it was read; absent when the text is new."""
PROOF_ICONS = {"proved": ":material/verified:", "plausible": ":material/help:", "doubtful": ":material/warning:"}


def edit(text: OwnTextView) -> None:
    """Open a text in the form."""
    start_over()
    fill_form(text.draft)
    st.session_state[EDITED] = text
    go_to(WRITE)


def copy(text: OwnTextView) -> None:
    """Open a copy of a text in the form; saved, it is a text of its own."""
    start_over()
    title = _("{title} (copy)").format(title=text.draft.title)
    fill_form(text.draft.model_copy(update={"title": title[:60]}))
    go_to(WRITE)


def start_over() -> None:
    """An empty form."""
    empty_form()
    forget_reading()
    st.session_state.pop(EDITED, None)


def draw_write(who: Visitor) -> None:
    """Form, level, warnings, preview, save."""
    edited = st.session_state.get(EDITED)
    if isinstance(edited, OwnTextView):
        st.markdown(
            _("You edit “{title}”. What you save takes its place; answers to the old questions stay.").format(
                title=escaped(edited.draft.title)
            )
        )
    else:
        st.markdown(_("Write or paste a text and ask about it. Students read or hear it and answer your questions."))
    form, seen = st.columns([1, 1], gap="medium")
    with form:
        draw_form(who)
        st.button(
            _("Start over"), icon=":material/restart_alt:", type="tertiary", key="otext_clear", on_click=start_over
        )
    with seen:
        typed = draft()
        draw_reading(who, typed)
        if is_empty(typed):
            st.info(_("Nothing is typed yet. Begin with the text."), icon=":material/edit:")
        else:
            _draw_look(who, typed)


def _draw_look(who: Visitor, typed: OwnTextDraft) -> None:
    look = who.core.own_texts.look(typed, who.caller, proved=was_read(typed))
    _draw_warnings(look.warnings)
    _draw_save(who, typed, look)
    if typed.questions:
        _draw_preview(who, look.questions)


def _draw_warnings(warnings: Sequence[TextWarning]) -> None:
    """What is to be looked at, what blocks first."""
    st.markdown(f"**{_('Checks')}**")
    if not warnings:
        st.markdown(f":material/check: {_('Nothing to object to.')}")
    for warning in sorted(warnings, key=lambda shown: (not shown.blocks, shown.question)):
        icon = ":material/close:" if warning.blocks else ":material/info:"
        weight = "**" if warning.blocks else ""
        st.markdown(f"{icon} {weight}{escaped(warning_text(warning))}{weight}")


def warning_text(warning: TextWarning) -> str:
    """What is said, with the question that it is about."""
    said = warning.said.get(language())
    if not warning.question:
        return said
    return _("Question {number}: {said}").format(number=warning.question, said=said)


def _draw_save(who: Visitor, typed: OwnTextDraft, look: TextLook) -> None:
    """For students at once, or as a draft."""
    blocked = not look.can_be_approved
    with st.container(horizontal=True):
        st.button(
            _("Save and approve"),
            type="primary",
            icon=":material/check:",
            key="otext_approve",
            disabled=blocked,
            on_click=save,
            args=(who, typed, "approved"),
        )
        st.button(
            _("Save as a draft"),
            icon=":material/save:",
            key="otext_save",
            on_click=save,
            args=(who, typed, "draft"),
        )
    if blocked:
        st.caption(_("It can be approved once the checks in bold hold; as a draft it can be saved as it is."))


def _draw_preview(who: Visitor, questions: Sequence[QuestionLook]) -> None:
    """One question as a student gets it."""
    st.markdown(f"**{_('As the student will see it')}**")
    shown = list(range(1, len(questions) + 1))
    # The key holds how many there are: a number that is gone cannot stay chosen.
    number = st.segmented_control(
        _("Question"), shown, default=1, required=True, key=f"otext_preview_{len(shown)}", persist_state="session"
    )
    look = questions[(number or 1) - 1]
    if look.item is None:
        st.caption(_("This question is not finished yet."))
        return
    draw_preview(who, look.item, "otext")
    if look.proof is not None and look.proof_said:
        first, *others = (escaped(sentence) for sentence in look.proof_said)
        st.markdown(f"{PROOF_ICONS[look.proof.verdict]} {first}")
        if others:
            st.markdown("\n".join(f"- {sentence}" for sentence in others))


def save(who: Visitor, typed: OwnTextDraft, state: ItemState) -> None:
    """Keep the text, say so, show it among the others."""
    edited = st.session_state.get(EDITED)

    def act() -> None:
        by, caller = who.account.account_id, who.caller
        if isinstance(edited, OwnTextView):
            named = {"text_id": edited.text_id, "version": edited.version}
            who.core.own_texts.save(typed, caller, by=by, state=state, **named)  # type: ignore[arg-type]
        else:
            who.core.own_texts.save(typed, caller, by=by, state=state)
        title = typed.title or _("Without a title")
        draft_kept = _("“{title}” is saved as a draft.").format(title=title)
        LAST_ACTION.remember(state_sentence(title, state) if state == "approved" else draft_kept)
        start_over()
        go_to(LIST)

    LAST_ACTION.attempt(act)
