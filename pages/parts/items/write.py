"""Write an item, or a new version of one: the form on one side, on the other what the student will see and what is said of it."""

from __future__ import annotations

import streamlit as st

from core.api.questions import DraftCheck, ItemDraft, ItemState
from core.errors import WenluError
from pages.parts.i18n import _, language
from pages.parts.items.change import LAST_ACTION, remember
from pages.parts.items.form import EDITED_DRAFT, draw_form, empty_form, fields, fill_form, is_empty, note_fault
from pages.parts.items.preview import draw_preview
from pages.parts.items.proof import draw_checks, draw_proof
from pages.parts.items.views import WRITE, go_to, open_item
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

EDITED_ITEM, EDITED_ITEM_IS_OWN = "items_replaces", "items_replaces_own"
"""Session state: the id of the item that is edited, and whether it is the organisation's own."""
RETIRE_KEY = "item_new_retire"


def edit(who: Visitor, item_id: str) -> None:
    """Open an item in the form; saved, it is a new item, for an item never changes under its id."""

    def act() -> None:
        fill_form(who.core.questions.draft_of(item_id, who.caller))
        st.session_state[EDITED_ITEM] = item_id
        st.session_state[EDITED_ITEM_IS_OWN] = who.core.questions.item(item_id, who.caller).own
        go_to(WRITE)

    LAST_ACTION.attempt(act)


def start_over() -> None:
    """An empty form."""
    empty_form()
    for key in (EDITED_ITEM, EDITED_ITEM_IS_OWN, RETIRE_KEY):
        st.session_state.pop(key, None)


def draw_write(who: Visitor) -> None:
    """Form, preview, checks, save."""
    st.markdown(_what_to_do())
    form, seen = st.columns([1, 1], gap="medium")
    with form, st.container(border=True):
        draw_form(who)
        st.button(
            _("Start over"), icon=":material/restart_alt:", type="tertiary", key="item_new_clear", on_click=start_over
        )
    with seen:
        st.subheader(_("As the student will see it"))
        _draw_preview_and_checks(who)


def _what_to_do() -> str:
    if EDITED_ITEM not in st.session_state:
        return _("Write the question and its answer; the preview and the checks follow as you go on to the next field.")
    if st.session_state.get(EDITED_ITEM_IS_OWN):
        return _("You edit an item of your own. The new version takes its place; answers to the old one stay with it.")
    return _("You edit a copy of an item of the bank. It becomes an item of your own; the one of the bank stays.")


def _draw_preview_and_checks(who: Visitor) -> None:
    """The preview, or what is still missing for one."""
    if is_empty():
        st.info(_("Nothing is typed yet. Begin with the question and the right answer."), icon=":material/edit:")
        return
    draft_fields = fields()
    fault = who.core.questions.draft_fault(draft_fields)
    if fault is not None:
        st.info(escaped(fault.get(language())), icon=":material/pending:")
        return
    if (said := note_fault()) is not None:
        st.info(escaped(said), icon=":material/pending:")
        return
    draft = ItemDraft(**draft_fields)
    try:
        with st.spinner(_("Checking the item…")):
            checked = who.core.questions.check(draft, who.caller)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    if checked.item is not None:
        draw_preview(who, checked.item, "item_new")
    st.markdown(f"**{_('Checks')}**")
    draw_checks(checked.checks)
    if checked.item is not None:
        draw_proof(checked)
    _draw_save(who, draft, checked)


def _draw_save(who: Visitor, draft: ItemDraft, checked: DraftCheck) -> None:
    """As a draft, or for students at once."""
    if unchanged(draft):
        st.caption(_("Nothing was changed yet."))
        return
    if EDITED_ITEM in st.session_state and not st.session_state.get(EDITED_ITEM_IS_OWN):
        st.toggle(_("Retire the item of the bank at the same time"), key=RETIRE_KEY, persist_state="session")
    blocked = not checked.can_be_kept
    with st.container(horizontal=True):
        st.button(
            _("Save and approve"), type="primary", icon=":material/check:", key="item_new_approve",
            disabled=blocked, on_click=save, args=(who, draft, "approved"),
        )  # fmt: skip
        st.button(
            _("Save as a draft"),
            icon=":material/save:",
            key="item_new_save",
            disabled=blocked,
            on_click=save,
            args=(who, draft, "draft"),
        )
    if blocked:
        st.caption(_("It can be saved once the checks in bold hold."))


def unchanged(draft: ItemDraft) -> bool:
    """Whether the form says what the edited item says already."""
    base = st.session_state.get(EDITED_DRAFT)
    if not isinstance(base, ItemDraft):
        return False
    shown = {"external_id", "full_text", "options"}
    same = draft.model_dump(exclude=shown) == base.model_dump(exclude=shown)
    if draft.type == "multiple_choice":
        return same and sorted(draft.options) == sorted(base.options)
    return same and draft.options == base.options


def save(who: Visitor, draft: ItemDraft, state: ItemState) -> None:
    """Keep it, say so, show it."""
    replaces = st.session_state.get(EDITED_ITEM, "")
    retire = bool(st.session_state.get(RETIRE_KEY)) and not st.session_state.get(EDITED_ITEM_IS_OWN)

    def act() -> None:
        by, caller = who.account.account_id, who.caller
        saved = who.core.questions.save(draft, caller, by=by, replaces=replaces, state=state)
        changes = [saved.change_id]
        if replaces and retire:
            changes.append(who.core.questions.set_state(replaces, "retired", caller, by=by).change_id)
        remember(who, _saved_sentence(state, new=saved.new), changes)
        start_over()
        open_item(saved.item.id)

    LAST_ACTION.attempt(act)


def _saved_sentence(state: ItemState, *, new: bool) -> str:
    if not new:
        return _("This very item was there already; nothing was changed.")
    return _("Saved and approved: students get it.") if state == "approved" else _("Saved as a draft.")
