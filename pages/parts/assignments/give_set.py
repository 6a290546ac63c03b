"""The exercises of a set before it is given: each can be left out or swapped for another."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import streamlit as st

from core.api.assignments import MOST_ITEMS
from core.api.giving import SetItem
from core.records.items import Item
from pages.parts.assignments.addressing import names_text
from pages.parts.assignments.gift import PREFIX, Gift
from pages.parts.brand import KAI
from pages.parts.classroom.names import name_in_one_language
from pages.parts.evidence import answer_text
from pages.parts.i18n import _, language, ngettext
from pages.parts.items.words import question_of
from pages.parts.map.words import level_short
from pages.parts.names import minutes_name, type_names
from pages.parts.shown_text import escaped_html
from pages.parts.visitor import Visitor

CHOSEN, HARD_FOR, TURNED_DOWN, OF = (f"{PREFIX}{name}" for name in ("items", "hard_for", "turned_down", "of"))
"""Session state: the set, the students for whom its point is hard, ids that were left out or swapped, whom it was drawn for."""
COUNT = f"{PREFIX}count"
COUNTS = (3, 5, 8, 10)
ITEM_SECONDS = 30
LONGEST_QUESTION = 120
MOST_IN_SIGHT, LIST_PX = 5, 330
"""Exercises that stand one under the other without scrolling, and the height of the list where there are more."""


def draw_set(who: Visitor, gift: Gift, students: Mapping[str, str]) -> list[str]:
    """The set of a point, or the items that were chosen; returns the ids of what is left in it. `students`: names by id. It is drawn anew when the students or the number of
    exercises change, for what they saw lately is left out."""
    count = gift.count
    if gift.point_id:
        chosen_count = st.segmented_control(
            _("How many"), COUNTS, default=gift.count, required=True, key=COUNT, persist_state="session"
        )
        count = int(chosen_count or gift.count)
    wanted = (tuple(students), count)
    if st.session_state.get(OF) != wanted:
        st.session_state[OF] = wanted
        _fill(who, gift, list(students), count)
    chosen: list[SetItem] = st.session_state.get(CHOSEN, [])
    if not chosen:
        st.info(
            _("There is no exercise left in it.")
            if st.session_state.get(TURNED_DOWN)
            else _("There are no exercises on this point yet. A lesson or sentences to read aloud can be given."),
            icon=":material/info:",
        )
        return []
    _draw_summary(chosen, students)
    with st.container(
        border=True,
        gap="xxsmall",
        height=LIST_PX if len(chosen) > MOST_IN_SIGHT else "content",
        key=f"{PREFIX}list",
    ):
        for number, each in enumerate(chosen, 1):
            before = chosen[number - 2].item if number > 1 else None
            _draw_item(who, gift, each, number, tuple(students), before)
    return [each.item.id for each in chosen]


def _fill(who: Visitor, gift: Gift, students: Sequence[str], count: int) -> None:
    """Draw the set, or look up the chosen items without those that were left out."""
    turned_down: set[str] = st.session_state.setdefault(TURNED_DOWN, set())
    if not gift.point_id:
        ids = [item_id for item_id in gift.item_ids[:MOST_ITEMS] if item_id not in turned_down]
        st.session_state[CHOSEN] = who.core.giving.items(ids, students, who.caller)
        return
    drawn = who.core.giving.set_for(gift.point_id, students, count, who.caller, without=tuple(turned_down))
    st.session_state[CHOSEN] = list(drawn.items)
    st.session_state[HARD_FOR] = list(drawn.hard_for)


def _draw_summary(chosen: Sequence[SetItem], students: Mapping[str, str]) -> None:
    """`5 exercises · Level 2 · about 3 min · none seen in the last 14 days`, and for whom the point is hard."""
    levels = sorted({each.item.standard_level for each in chosen})
    ends = (levels[0], levels[-1])[: len(levels)]
    seen = [each for each in chosen if each.seen_by]
    facts = [
        ngettext("{count} exercise", "{count} exercises", len(chosen)),
        _("Level {level}").format(level="–".join(level_short(level) for level in ends)),
        _("about {time}").format(time=minutes_name(max(60, ITEM_SECONDS * len(chosen)))),
        _("none seen in the last 14 days")
        if not seen
        else ngettext("{count} seen lately: no other is left", "{count} seen lately: no others are left", len(seen)),
    ]
    st.markdown(" · ".join(facts))
    if hard_for := [each for each in st.session_state.get(HARD_FOR, []) if each in students]:
        st.caption(
            ":material/trending_up: "
            + _("More than a level above where these stand: {names}").format(
                names=names_text([name_in_one_language(students[each]) for each in hard_for])
            )
        )


def question_after(item: Item, before: Item | None) -> str:
    """What is asked, in one line; where it is about the text of the item before it, without the text once more."""
    question = question_of(item)
    if before is None or not item.stem or item.stem != before.stem:
        return question
    return " ".join(item.question.get(language()).removesuffix(item.stem).split()) or question


def _draw_item(
    who: Visitor, gift: Gift, each: SetItem, number: int, students: Sequence[str], before: Item | None
) -> None:
    """`before`: the item that stands before it."""
    item = each.item
    text_column, button_column = st.columns([5, 3], vertical_alignment="center", gap="small")
    with text_column:
        question = " ".join(
            (
                " / ".join(option.text for option in item.options)
                if item.answer_kind == "order"
                else question_after(item, before)
            ).split()
        )
        shown = question if len(question) <= LONGEST_QUESTION else f"{question[:LONGEST_QUESTION]}…"
        facts = [type_names()[item.type], answer_text(item, json.dumps(item.key))]
        if each.seen_by:
            facts.append(ngettext("seen lately by {count}", "seen lately by {count}", each.seen_by))
        st.html(
            f'<div lang="zh-CN" style="font-family:{KAI};font-size:19px;line-height:1.4">{number}. {escaped_html(shown)}</div>'
            f'<div style="font-size:13px;opacity:.75">{escaped_html(" · ".join(facts))}</div>',
            width="stretch",
        )
    with button_column, st.container(horizontal=True, horizontal_alignment="right", gap="small"):
        if gift.point_id:
            st.button(
                _("Swap"),
                icon=":material/autorenew:",
                type="tertiary",
                key=f"{PREFIX}swap_{item.id}",
                help=_("Take another exercise on the same point instead."),
                on_click=_swap,
                args=(who, gift, item.id, students),
            )
        st.button(
            _("Leave out"),
            icon=":material/close:",
            type="tertiary",
            key=f"{PREFIX}out_{item.id}",
            on_click=_leave_out,
            args=(item.id,),
        )


def _leave_out(item_id: str) -> None:
    st.session_state.setdefault(TURNED_DOWN, set()).add(item_id)
    st.session_state[CHOSEN] = [each for each in st.session_state[CHOSEN] if each.item.id != item_id]


def _swap(who: Visitor, gift: Gift, item_id: str, students: Sequence[str]) -> None:
    """Put another exercise in the place of one; where there is none, it stays."""
    chosen: list[SetItem] = st.session_state[CHOSEN]
    turned_down: set[str] = st.session_state.setdefault(TURNED_DOWN, set())
    kept = [each.item.id for each in chosen if each.item.id != item_id]
    drawn = who.core.giving.set_for(gift.point_id, students, 1, who.caller, kept=kept, without=(*turned_down, item_id))
    if not drawn.items:
        st.toast(_("There is no other exercise on this point."), icon=":material/info:")
        return
    turned_down.add(item_id)
    st.session_state[CHOSEN] = [drawn.items[0] if each.item.id == item_id else each for each in chosen]
