"""The basket: items collected across searches, in the order of collecting, for a paper or a file."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.records.items import Item
from pages.parts.assignments.gift import Gift, draw_give_button
from pages.parts.i18n import _, ngettext
from pages.parts.items.giveaways import draw_giveaways
from pages.parts.items.words import short_question
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

KEY = "items_basket"


def basket() -> dict[str, str]:
    """What was collected in this browser session: a short question by item id."""
    collected: dict[str, str] = st.session_state.setdefault(KEY, {})
    return collected


def put_in(items: Sequence[Item]) -> None:
    """Collect items; what is in the basket already stays where it is."""
    for item in items:
        basket().setdefault(item.id, short_question(item))
    count = len(basket())
    st.toast(
        ngettext("{count} exercise is chosen.", "{count} exercises are chosen.", count),
        icon=":material/checklist:",
    )


def take_out(item_id: str) -> None:
    """Leave one out."""
    basket().pop(item_id, None)


def draw_basket(who: Visitor) -> None:
    """What is in the basket, each item with a button that takes it out; nothing while it is empty."""
    collected = basket()
    if not collected:
        return
    label = _("Chosen exercises ({count})").format(count=len(collected))
    with st.expander(label, icon=":material/checklist:", key="items_basket_open"):
        for number, (item_id, question) in enumerate(collected.items(), 1):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"{number}. {escaped(question)}", width="stretch")
                st.button(
                    _("Take out"), type="tertiary", key=f"items_out_{item_id}", on_click=take_out, args=(item_id,)
                )
        draw_giveaways(who, collected, "items_basket")
        with st.container(horizontal=True):
            gift = Gift(title=_("Exercises"), item_ids=tuple(collected))
            draw_give_button(gift, "items_basket_give", label=_("Give to students"))
            st.button(_("Clear the chosen exercises"), key="items_basket_empty", on_click=collected.clear)


def draw_collect(item: Item) -> None:
    """Into the basket or out of it, for one item."""
    if item.id in basket():
        st.button(
            _("Remove from the chosen exercises"),
            icon=":material/remove:",
            key="item_uncollect",
            on_click=take_out,
            args=(item.id,),
        )
    else:
        st.button(
            _("Add to the chosen exercises"), icon=":material/add:", key="item_collect", on_click=put_in, args=([item],)
        )
