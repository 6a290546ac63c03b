"""Write a lesson, or a new version of one: the form on one side, on the other what is said of it and the lesson in the player."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import streamlit as st

from core.api.own_lessons import LONGEST_TITLE, LessonFault, OwnLessonDraft, OwnLessonView
from core.api.own_texts import OwnTextDraft
from core.api.questions import ItemState
from pages.parts.components import lesson_player
from pages.parts.i18n import _, explanation_language, language
from pages.parts.lessons.data import lesson_data, lesson_texts
from pages.parts.lessons.words import facts_text
from pages.parts.own_lessons.change import LAST_ACTION, state_sentence
from pages.parts.own_lessons.form import draft, draw_form, empty_form, fill_form
from pages.parts.own_lessons.views import LIST, WRITE, go_to
from pages.parts.own_texts.reading import draw_words, level_sentence, points_text
from pages.parts.ruby import learning_texts
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

EDITED, READ = "olesson_edited", "olesson_reading"
"""Session state: the lesson that is edited, as it was read (absent when it is new); what was read by the button, with its text."""
DIGEST = 12


def edit(lesson: OwnLessonView) -> None:
    """Open a lesson in the form."""
    start_over()
    fill_form(lesson.draft)
    st.session_state[EDITED] = lesson
    go_to(WRITE)


def copy(lesson: OwnLessonView) -> None:
    """Open a copy of a lesson in the form; saved, it is a lesson of its own."""
    start_over()
    title = _("{title} (copy)").format(title=lesson.draft.title)
    fill_form(lesson.draft.model_copy(update={"title": title[:LONGEST_TITLE]}))
    go_to(WRITE)


def start_over() -> None:
    """An empty form."""
    empty_form()
    for key in (EDITED, READ):
        st.session_state.pop(key, None)


def draw_write(who: Visitor) -> None:
    """Form, checks, save, level, player."""
    edited = st.session_state.get(EDITED)
    if isinstance(edited, OwnLessonView):
        title = escaped(edited.draft.title)
        st.markdown(_("You edit “{title}”. Students who have it see the new version.").format(title=title))
    else:
        st.markdown(_("Write a short lesson of your own: the player draws it on the board and says it."))
    form, seen = st.columns([1, 1], gap="medium")
    with form:
        draw_form()
        st.button(
            _("Start over"), icon=":material/restart_alt:", type="tertiary", key="olesson_clear", on_click=start_over
        )
    with seen:
        typed = draft()
        if typed == OwnLessonDraft(level=typed.level):
            st.info(_("Nothing is typed yet. Begin with the title and one scene."), icon=":material/edit:")
            return
        faults = who.core.own_lessons.faults(typed)
        _draw_faults(faults)
        _draw_save(who, typed, blocked=any(fault.blocks for fault in faults))
        _draw_reading(who, typed)
        _draw_player(who, typed)


def _draw_faults(faults: Sequence[LessonFault]) -> None:
    """What is to be looked at, what blocks first."""
    st.markdown(f"**{_('Checks')}**")
    if not faults:
        st.markdown(f":material/check: {_('Nothing to object to.')}")
    for fault in sorted(faults, key=lambda shown: not shown.blocks):
        icon = ":material/close:" if fault.blocks else ":material/info:"
        weight = "**" if fault.blocks else ""
        st.markdown(f"{icon} {weight}{escaped(fault.said.get(language()))}{weight}")


def _draw_save(who: Visitor, typed: OwnLessonDraft, *, blocked: bool) -> None:
    """To be given at once, or as a draft."""
    with st.container(horizontal=True):
        st.button(
            _("Save and approve"),
            type="primary",
            icon=":material/check:",
            key="olesson_approve",
            disabled=blocked,
            on_click=save,
            args=(who, typed, "approved"),
        )
        st.button(
            _("Save as a draft"),
            icon=":material/save:",
            key="olesson_save",
            on_click=save,
            args=(who, typed, "draft"),
        )
    if blocked:
        st.caption(_("It can be approved once the checks in bold hold; as a draft it can be saved as it is."))


def _draw_reading(who: Visitor, typed: OwnLessonDraft) -> None:
    """Level, points and new words of everything Chinese in it, on a button."""
    text = typed.chinese
    if st.button(_("See level, points and new words"), icon=":material/search:", key="olesson_read", disabled=not text):

        def read() -> None:
            reading = who.core.own_texts.read(OwnTextDraft(text=text, level=typed.level), who.caller)
            st.session_state[READ] = (text, reading)

        LAST_ACTION.attempt(read)
    kept = st.session_state.get(READ)
    if kept is None or not text:
        return
    if kept[0] != text:
        st.caption(_("The lesson has changed since; press the button again."))
    reading = kept[1]
    st.markdown(level_sentence(reading))
    if reading.points:
        st.markdown(f"**{_('Grammar points found')}**: {escaped(points_text(who, reading))}")
    draw_words(reading)


def _draw_player(who: Visitor, typed: OwnLessonDraft) -> None:
    """The scenes that are whole, in the player of the students."""
    resource, slides = who.core.own_lessons.preview(typed, who.caller)
    st.markdown(f"**{_('As the student will see it')}**")
    if not slides:
        st.caption(_("No scene is whole yet."))
        return
    st.caption(facts_text(resource))
    texts = learning_texts(who.core, lesson_texts(slides))
    data = lesson_data(resource, slides, explanation_language(), first_slide=0, texts=texts)
    digest = hashlib.sha256(typed.model_dump_json().encode()).hexdigest()[:DIGEST]
    lesson_player()(
        key=f"olesson_player_{digest}",
        data={
            **data,
            "language": "zh-CN" if language() == "zh" else "en",
            "preview": True,
            "practisable": False,
            "done": False,
        },
        on_slide_change=lambda: None,
        on_done_change=lambda: None,
        on_practise_change=lambda: None,
        on_leave_change=lambda: None,
    )


def save(who: Visitor, typed: OwnLessonDraft, state: ItemState) -> None:
    """Keep the lesson, say so, show it among the others."""
    edited = st.session_state.get(EDITED)

    def act() -> None:
        by, caller = who.account.account_id, who.caller
        lesson_id, version = (edited.lesson_id, edited.version) if isinstance(edited, OwnLessonView) else ("", 0)
        who.core.own_lessons.save(typed, caller, by=by, lesson_id=lesson_id, version=version, state=state)
        title = typed.title or _("Without a title")
        as_draft = _("“{title}” is saved as a draft.").format(title=title)
        LAST_ACTION.remember(state_sentence(title, state) if state == "approved" else as_draft)
        start_over()
        go_to(LIST)

    LAST_ACTION.attempt(act)
