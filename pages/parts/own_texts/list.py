"""The organisation's texts: give, edit, copy, approve, retire, delete, write to a file, take from one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.api.own_texts import OwnTextDraft, OwnTextView
from core.api.questions import ItemState
from core.errors import WenluError
from pages.parts.assignments.gift import Gift, draw_give_button
from pages.parts.brand import KAI
from pages.parts.dates import short_day
from pages.parts.i18n import _, language, ngettext
from pages.parts.items.words import STATE_ICONS, state_names
from pages.parts.map.words import level_short, shortened
from pages.parts.own_texts.change import LAST_ACTION, delete, set_state
from pages.parts.own_texts.views import WRITE, go_to
from pages.parts.own_texts.write import copy, edit
from pages.parts.shown_text import escaped, escaped_html
from pages.parts.visitor import Visitor

COLORS: dict[ItemState, Any] = {"approved": "green", "draft": "orange", "retired": "gray"}
PAGE, LONGEST_EXCERPT, LONGEST_SEARCH = 15, 60, 60
SEARCH, SHOWN, UPLOADS = "otext_search", "otext_shown", "otext_uploads"
"""Session state: what is searched for, how many texts are shown, how many files were taken."""
MOST_MEGABYTES = 2
MIME = "application/json"


def draw_list(who: Visitor, texts: Sequence[OwnTextView]) -> None:
    """The texts, the one changed last first."""
    if not texts:
        st.info(_("There are no texts of your own yet. Write one, or import a file."), icon=":material/article:")
        st.button(_("Write a new text"), icon=":material/edit:", key="otext_first", on_click=go_to, args=(WRITE,))
    else:
        _draw_texts(who, texts)
    _draw_import(who)


def _draw_texts(who: Visitor, texts: Sequence[OwnTextView]) -> None:
    searched = ""
    if len(texts) > PAGE:
        searched = st.text_input(
            _("Search in titles and texts"), key=SEARCH, max_chars=LONGEST_SEARCH, persist_state="session"
        ).strip()
    fitting = [text for text in texts if searched in text.draft.title or searched in text.draft.text]
    shown = int(st.session_state.get(SHOWN, PAGE))
    for text in fitting[:shown]:
        _draw_text(who, text)
    if not fitting:
        st.caption(_("Nothing fits."))
    if len(fitting) > shown:
        st.button(_("Show more"), key="otext_more", on_click=lambda: st.session_state.update({SHOWN: shown + PAGE}))
    ids = [text.text_id for text in fitting]
    st.download_button(
        ngettext("Export {count} text", "Export {count} texts", len(ids)),
        lambda: who.core.own_texts.export(ids, who.caller),
        file_name="wenlu-texts.json",
        mime=MIME,
        icon=":material/download:",
        key="otext_export_all",
        on_click="ignore",
        disabled=not ids,
    )


def _draw_text(who: Visitor, text: OwnTextView) -> None:
    with st.container(border=True, key=f"otext_card_{text.text_id}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{escaped(title_of(text))}**", width="content")
            st.badge(state_names()[text.state], icon=STATE_ICONS[text.state], color=COLORS[text.state])
            st.caption(escaped(facts_text(text)), width="content")
        excerpt = shortened(" ".join(text.draft.text.split()), LONGEST_EXCERPT)
        if excerpt:
            st.html(f'<div lang="zh-CN" style="font-family:{KAI};font-size:18px">{escaped_html(excerpt)}</div>')
        with st.container(horizontal=True):
            _draw_ways(who, text)


def title_of(text: OwnTextView) -> str:
    """The title, also of a draft without one."""
    return text.draft.title or _("Without a title")


def facts_text(text: OwnTextView) -> str:
    """`Level 2 · to read · 3 questions · 11-30 · name`."""
    kinds = {"passage": _("to read"), "dialogue": _("to hear")}
    facts = [
        _("Level {level}").format(level=level_short(text.draft.level)),
        kinds[text.draft.kind],
        ngettext("{count} question", "{count} questions", len(text.draft.questions)),
        short_day(text.changed_at.date()),
        text.author,
    ]
    return " · ".join(fact for fact in facts if fact)


def _draw_ways(who: Visitor, text: OwnTextView) -> None:
    """What can be done with a text, by its state."""
    if text.item_ids:
        gift = Gift(title=text.draft.title, item_ids=text.item_ids)
        draw_give_button(gift, f"otext_give_{text.text_id}", label=_("Give to students"))
    if text.state != "approved":
        st.button(
            _("Bring back") if text.state == "retired" else _("Approve"),
            icon=":material/check:",
            key=f"otext_approve_{text.text_id}",
            on_click=set_state,
            args=(who, text, "approved"),
        )
    st.button(_("Edit"), icon=":material/edit:", key=f"otext_edit_{text.text_id}", on_click=edit, args=(text,))
    with st.popover(_("More"), icon=":material/more_horiz:", key=f"otext_ways_{text.text_id}"):
        st.button(
            _("Copy"), icon=":material/content_copy:", key=f"otext_copy_{text.text_id}", on_click=copy, args=(text,)
        )
        st.download_button(
            _("Export"),
            lambda: who.core.own_texts.export([text.text_id], who.caller),
            file_name="wenlu-text.json",
            mime=MIME,
            icon=":material/download:",
            key=f"otext_export_{text.text_id}",
            on_click="ignore",
        )
        if text.state != "retired":
            st.button(
                _("Retire"),
                icon=":material/block:",
                key=f"otext_retire_{text.text_id}",
                on_click=set_state,
                args=(who, text, "retired"),
            )
        st.button(
            _("Delete"),
            icon=":material/delete:",
            key=f"otext_delete_{text.text_id}",
            on_click=delete,
            args=(who, text),
        )


# -- files -----------------------------------------------------------------------------------------------


def _draw_import(who: Visitor) -> None:
    """Texts of a file, taken over as drafts."""
    with st.expander(_("Import texts"), icon=":material/upload_file:", key="otext_import_open"):
        upload = st.file_uploader(
            _("A file exported here (.json)"),
            type=["json"],
            max_upload_size=MOST_MEGABYTES,
            key=f"otext_upload_{st.session_state.get(UPLOADS, 0)}",
        )
        if upload is None:
            return
        try:
            drafts = who.core.own_texts.read_file(upload.getvalue())
        except WenluError as error:
            st.error(escaped(error.remedy(language())), icon=":material/error:")
            return
        st.markdown("\n".join(f"- {escaped(draft.title or _('Without a title'))}" for draft in drafts))
        st.button(
            ngettext("Import {count} text as a draft", "Import {count} texts as drafts", len(drafts)),
            type="primary",
            icon=":material/download_done:",
            key="otext_take",
            on_click=take_over,
            args=(who, drafts),
        )


def take_over(who: Visitor, drafts: Sequence[OwnTextDraft]) -> None:
    """Keep the texts of a file as drafts."""

    def act() -> None:
        kept = who.core.own_texts.save_all(drafts, who.caller, by=who.account.account_id)
        LAST_ACTION.remember(
            ngettext("{count} text is imported as a draft.", "{count} texts are imported as drafts.", len(kept))
        )
        st.session_state[UPLOADS] = int(st.session_state.get(UPLOADS, 0)) + 1

    LAST_ACTION.attempt(act)
