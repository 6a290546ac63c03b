"""One item: what the student sees, what can be done with it, how it does its work."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.api.questions import ItemState, LifeCard
from core.errors import NotFound
from pages.parts.addresses import page_named
from pages.parts.i18n import _
from pages.parts.items.basket import draw_collect
from pages.parts.items.change import LAST_ACTION, set_states
from pages.parts.items.history import draw_history
from pages.parts.items.life import draw_life
from pages.parts.items.list import LIST_KEY
from pages.parts.items.preview import draw_preview
from pages.parts.items.proof import draw_proof, draw_warnings
from pages.parts.items.views import close_item, open_item
from pages.parts.items.words import STATE_ICONS, item_description, origin_name, state_names, state_sentences
from pages.parts.items.write import edit
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

REASON_KEY = "item_reason"
LONGEST_REASON = 500
COLORS: dict[ItemState, Any] = {"approved": "green", "draft": "orange", "retired": "gray"}


def draw_detail(who: Visitor, item_id: str) -> None:
    """The item of the address."""
    _draw_ways(item_id)
    st.title(_("Item"))
    try:
        with st.spinner(_("Looking at the answers…")):
            card = who.core.questions.life_card(item_id, who.caller)
    except NotFound:
        st.warning(_("This item does not exist (any more)."), icon=":material/search_off:")
        return
    LAST_ACTION.draw()
    _draw_head(card)
    _draw_actions(who, card)
    draw_warnings(card)
    preview, figures = st.columns([3, 2], gap="medium")
    with preview:
        st.subheader(_("As the student sees it"))
        draw_preview(who, card.item, "item")
    with figures:
        draw_life(card)
        _draw_appeals(card)
        draw_proof(card)
        draw_history(who, card.history)


def _draw_ways(item_id: str) -> None:
    """Buttons back to the list, and to the neighbours in the table."""
    ids_on_page: list[str] = st.session_state.get(LIST_KEY, [])
    index = ids_on_page.index(item_id) if item_id in ids_on_page else -1
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            _("Back to the list"), icon=":material/arrow_back:", type="tertiary", key="item_back", on_click=close_item
        )
        if index < 0:
            return
        for label, icon, step in (
            (_("Previous"), ":material/chevron_left:", -1),
            (_("Next"), ":material/chevron_right:", 1),
        ):
            neighbour = ids_on_page[index + step] if 0 <= index + step < len(ids_on_page) else ""
            st.button(
                label,
                icon=icon,
                type="tertiary",
                key=f"item_step_{step}",
                on_click=open_item,
                args=(neighbour,),
                disabled=not neighbour,
            )


def _draw_head(card: LifeCard) -> None:
    """State and origin, what the item is, who wrote it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge(state_names()[card.state], icon=STATE_ICONS[card.state], color=COLORS[card.state])
        st.badge(origin_name(own=card.own), color="blue" if card.own else "gray")
        author = [_("written by {name}").format(name=escaped(card.author))] if card.author else []
        st.caption(" · ".join([item_description(card.item), *author, escaped(card.item.id)]), width="content")
    st.markdown(state_sentences()[card.state])
    for version, label in (
        (card.replaces, _("See the version before")),
        (card.replaced_by, _("See the newer version")),
    ):
        if version:
            st.button(
                label,
                type="tertiary",
                icon=":material/history:",
                key=f"item_see_{version}",
                on_click=open_item,
                args=(version,),
            )


def _draw_actions(who: Visitor, card: LifeCard) -> None:
    """One primary action, by the state."""
    ids = [card.item.id]
    with st.container(horizontal=True):
        if card.state != "approved":
            label = _("Bring back") if card.state == "retired" else _("Approve")
            st.button(
                label,
                type="primary",
                icon=":material/check:",
                key="item_approve",
                on_click=set_states,
                args=(who, ids, "approved"),
            )
        if card.state != "retired":
            with st.popover(_("Retire"), icon=":material/block:"):
                st.text_input(_("Reason (optional)"), key=REASON_KEY, max_chars=LONGEST_REASON)
                st.button(_("Retire"), key="item_retire", on_click=set_states, args=(who, ids, "retired", REASON_KEY))
        st.button(
            _("Edit") if card.own else _("Edit a copy"),
            icon=":material/edit:",
            key="item_edit",
            on_click=edit,
            args=(who, card.item.id),
        )
        draw_collect(card.item)


def _draw_appeals(card: LifeCard) -> None:
    """What students objected to."""
    appeals = card.appeals
    st.markdown(f"**{_('Appeals')}**")
    if not appeals.open + appeals.upheld + appeals.declined:
        st.caption(_("No student has objected to a mark."))
        return
    st.markdown(
        _("Waiting: {open}. Student was right: {upheld}. Marking kept: {declined}.").format(
            open=appeals.open, upheld=appeals.upheld, declined=appeals.declined
        )
    )
    if appeals.open:
        st.page_link(page_named("class_inbox"), label=_("Settle them"), icon=":material/groups:")
