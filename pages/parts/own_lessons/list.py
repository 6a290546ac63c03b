"""The organisation's lessons: give, watch, edit, copy, approve, retire, delete, write to a file, take from one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.api.assignments import LessonWork
from core.api.own_lessons import OwnLessonDraft, OwnLessonView
from core.api.questions import ItemState
from core.errors import WenluError
from pages.parts.addresses import page_named
from pages.parts.assignments.gift import Gift, draw_give_button
from pages.parts.i18n import _, language, ngettext
from pages.parts.items.words import STATE_ICONS, state_names
from pages.parts.map.words import level_short
from pages.parts.own_lessons.change import LAST_ACTION, delete, set_state
from pages.parts.own_lessons.views import WRITE, go_to
from pages.parts.own_lessons.write import copy, edit
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

COLORS: dict[ItemState, Any] = {"approved": "green", "draft": "orange", "retired": "gray"}
PAGE = 15
SHOWN, UPLOADS = "olesson_shown", "olesson_uploads"
"""Session state: how many lessons are shown, how many files were taken."""
MOST_MEGABYTES = 2
MIME = "application/json"


def draw_list(who: Visitor, lessons: Sequence[OwnLessonView]) -> None:
    """The lessons, the one changed last first."""
    if not lessons:
        st.info(_("There are no lessons of your own yet. Write one, or import a file."), icon=":material/auto_stories:")
        st.button(_("Write a lesson"), icon=":material/edit:", key="olesson_first", on_click=go_to, args=(WRITE,))
    else:
        _draw_lessons(who, lessons)
    _draw_import(who)


def _draw_lessons(who: Visitor, lessons: Sequence[OwnLessonView]) -> None:
    """So many at once, and all of them as a file."""
    shown = int(st.session_state.get(SHOWN, PAGE))
    for lesson in lessons[:shown]:
        _draw_lesson(who, lesson)
    with st.container(horizontal=True):
        if len(lessons) > shown:
            st.button(
                _("Show more"), key="olesson_more", on_click=lambda: st.session_state.update({SHOWN: shown + PAGE})
            )
        st.download_button(
            ngettext("Export {count} lesson", "Export {count} lessons", len(lessons)),
            lambda: who.core.own_lessons.export([lesson.lesson_id for lesson in lessons], who.caller),
            file_name="wenlu-lessons.json",
            mime=MIME,
            icon=":material/download:",
            key="olesson_export",
            on_click="ignore",
        )


def _draw_lesson(who: Visitor, lesson: OwnLessonView) -> None:
    with st.container(border=True, key=f"olesson_card_{lesson.lesson_id}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{escaped(lesson.draft.title or _('Without a title'))}**", width="content")
            st.badge(state_names()[lesson.state], icon=STATE_ICONS[lesson.state], color=COLORS[lesson.state])
            st.caption(escaped(facts(lesson)), width="content")
        if lesson.draft.goal:
            st.markdown(escaped(lesson.draft.goal))
        with st.container(horizontal=True):
            _draw_ways(who, lesson)


def facts(lesson: OwnLessonView) -> str:
    """`Level 3 · 2.5 min · name`."""
    minutes = _("{minutes} min").format(minutes=f"{round(lesson.seconds / 60, 1):g}")
    level = _("Level {level}").format(level=level_short(lesson.draft.level))
    return " · ".join(fact for fact in (level, minutes, lesson.author) if fact)


def _draw_ways(who: Visitor, lesson: OwnLessonView) -> None:
    """What can be done with a lesson, by its state."""
    if lesson.state == "approved":
        gift = Gift(title=lesson.draft.title, work=LessonWork(lesson_id=lesson.lesson_id), preview=lesson.draft.goal)
        draw_give_button(gift, f"olesson_give_{lesson.lesson_id}", label=_("Give to students"))
    else:
        st.button(
            _("Bring back") if lesson.state == "retired" else _("Approve"),
            icon=":material/check:",
            key=f"olesson_approve_{lesson.lesson_id}",
            on_click=set_state,
            args=(who, lesson, "approved"),
        )
    st.page_link(
        page_named("lesson"),
        label=_("Watch"),
        icon=":material/play_arrow:",
        query_params={"resource": lesson.lesson_id},
    )
    st.button(_("Edit"), icon=":material/edit:", key=f"olesson_edit_{lesson.lesson_id}", on_click=edit, args=(lesson,))
    with st.popover(_("More"), icon=":material/more_horiz:", key=f"olesson_ways_{lesson.lesson_id}"):
        st.button(
            _("Copy"),
            icon=":material/content_copy:",
            key=f"olesson_copy_{lesson.lesson_id}",
            on_click=copy,
            args=(lesson,),
        )
        st.download_button(
            _("Export"),
            lambda: who.core.own_lessons.export([lesson.lesson_id], who.caller),
            file_name="wenlu-lesson.json",
            mime=MIME,
            icon=":material/download:",
            key=f"olesson_export_{lesson.lesson_id}",
            on_click="ignore",
        )
        if lesson.state != "retired":
            st.button(
                _("Retire"),
                icon=":material/block:",
                key=f"olesson_retire_{lesson.lesson_id}",
                on_click=set_state,
                args=(who, lesson, "retired"),
            )
        st.button(
            _("Delete"),
            icon=":material/delete:",
            key=f"olesson_delete_{lesson.lesson_id}",
            on_click=delete,
            args=(who, lesson),
        )


# -- files -----------------------------------------------------------------------------------------------


def _draw_import(who: Visitor) -> None:
    """Lessons of a file, taken over as drafts."""
    with st.expander(_("Import lessons"), icon=":material/upload_file:", key="olesson_import_open"):
        upload = st.file_uploader(
            _("A file exported here (.json)"),
            type=["json"],
            max_upload_size=MOST_MEGABYTES,
            key=f"olesson_upload_{st.session_state.get(UPLOADS, 0)}",
        )
        if upload is None:
            return
        try:
            drafts = who.core.own_lessons.read_file(upload.getvalue())
        except WenluError as error:
            st.error(escaped(error.remedy(language())), icon=":material/error:")
            return
        st.markdown("\n".join(f"- {escaped(draft.title or _('Without a title'))}" for draft in drafts))
        st.button(
            ngettext("Import {count} lesson as a draft", "Import {count} lessons as drafts", len(drafts)),
            type="primary",
            icon=":material/download_done:",
            key="olesson_take",
            on_click=take_over,
            args=(who, drafts),
        )


def take_over(who: Visitor, drafts: Sequence[OwnLessonDraft]) -> None:
    """Keep the lessons of a file as drafts."""

    def act() -> None:
        kept = who.core.own_lessons.save_all(drafts, who.caller, by=who.account.account_id)
        LAST_ACTION.remember(
            ngettext("{count} lesson is imported as a draft.", "{count} lessons are imported as drafts.", len(kept))
        )
        st.session_state[UPLOADS] = int(st.session_state.get(UPLOADS, 0)) + 1

    LAST_ACTION.attempt(act)
