"""The table of what was found: a click opens an item, ticks select several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.api.questions import ItemLine, ItemQuery, ItemsFound
from core.errors import WenluError
from pages.parts.assignments.gift import Gift, draw_give_button
from pages.parts.i18n import _, language, ngettext
from pages.parts.items.basket import draw_basket, put_in
from pages.parts.items.change import set_states
from pages.parts.items.export import draw_export
from pages.parts.items.filter import OFFSET_KEY, PAGE_SIZE, clear_filters, draw_filters, narrows
from pages.parts.items.views import IMPORT, WRITE, go_to, new_round, open_item, table_round
from pages.parts.items.words import key_of, origin_name, question_of, state_names
from pages.parts.map.words import joined, level_short
from pages.parts.names import topic_names, type_names
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

ROW_PX = 35
"""Of Streamlit's tables."""
LIST_KEY = "items_on_page"
"""Session state: ids of the page of the table, to go from one to the next while looking at one."""


def draw_bank(who: Visitor) -> None:
    """Filters, table, what to do with what is selected, the way out as a file."""
    sentence = st.empty()
    query = draw_filters(who)
    try:
        with st.spinner(_("Searching the bank…")):
            results = who.core.questions.search(query, who.caller)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    if not results.total:
        sentence.markdown(_("Nothing fits."))
        _draw_empty_result(query)
        return
    sentence.markdown(found_sentence(results, query))
    chosen = _draw_table(results)
    _draw_pages(results)
    _draw_selection_actions(who, chosen)
    draw_basket(who)
    draw_export(who, query, results, [line.item.id for line in chosen])


def found_sentence(results: ItemsFound, query: ItemQuery) -> str:
    """How many, and what to do."""
    count = f"{results.total:,}"
    sentence = (
        _("Matching items: **{number}**.").format(number=count)
        if narrows(query)
        else _("**{number}** items in all. Search, or narrow them down below.").format(number=count)
    )
    return joined(
        [sentence, _("Click one to see it as a student does; tick several to approve, retire or choose them.")]
    )


def _draw_empty_result(query: ItemQuery) -> None:
    """The way out of an empty table."""
    if query.origin == "own" and query == ItemQuery(
        origin="own", sort=query.sort, offset=query.offset, limit=query.limit
    ):
        st.info(_("There are no items of your own yet: write one, or import a file of another system."))
    else:
        st.info(_("Remove a filter, search for another word, or write the item yourself."))
    with st.container(horizontal=True):
        if narrows(query):
            st.button(_("Take all filters away"), key="items_clear", on_click=clear_filters)
        st.button(_("Write an item"), icon=":material/edit:", key="items_to_write", on_click=go_to, args=(WRITE,))
        st.button(
            _("Import a file"), icon=":material/upload_file:", key="items_to_import", on_click=go_to, args=(IMPORT,)
        )


def _draw_table(results: ItemsFound) -> list[ItemLine]:
    """The rows; gives back those that are ticked. A click on a cell opens its item."""
    ids = [line.item.id for line in results.lines]
    st.session_state[LIST_KEY] = ids
    event = st.dataframe(
        table_rows(results.lines),
        hide_index=True,
        height=ROW_PX * (len(ids) + 1) + 2,
        on_select="rerun",
        selection_mode=["multi-row", "single-cell"],
        key=f"items_table_{table_round()}_{results.offset}",
        column_config=_columns(),
        alt=_("Items found, with question, right answer, type, skill, level, state"),
    )
    selection: Any = event["selection"]
    for row, _column in selection["cells"][:1]:
        if row < len(ids):
            open_item(ids[row])
            st.rerun()
    return [results.lines[row] for row in selection["rows"] if row < len(ids)]


def _columns() -> dict[str, Any]:
    """Widths in pixels at which everything stands side by side on a laptop."""
    names = (_("Question"), _("Right answer"), _("Type"), _("Skill"), _("Level"), _("State"), _("Source"))
    return {
        name: st.column_config.TextColumn(width=width)
        for name, width in zip(names, (315, 130, 80, 80, 50, 80, 75), strict=True)
    }


def table_rows(lines: Sequence[ItemLine]) -> list[dict[str, str]]:
    """One row for each item."""
    return [
        {
            _("Question"): question_of(line.item),
            _("Right answer"): key_of(line.item),
            _("Type"): type_names()[line.item.type],
            _("Skill"): topic_names()[line.item.topic],
            _("Level"): level_short(line.item.standard_level),
            _("State"): state_names()[line.state],
            _("Source"): origin_name(own=line.own),
        }
        for line in lines
    ]


def _draw_pages(results: ItemsFound) -> None:
    """Which part of the results is shown, and buttons to the pages before and after."""
    last = min(results.offset + PAGE_SIZE, results.total)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="right"):
        st.caption(
            _("{first}–{last} of {number}").format(first=results.offset + 1, last=last, number=f"{results.total:,}"),
            width="content",
        )
        for label, icon, offset in (
            (_("Previous page"), ":material/chevron_left:", results.offset - PAGE_SIZE),
            (_("Next page"), ":material/chevron_right:", results.offset + PAGE_SIZE),
        ):
            disabled = not 0 <= offset < results.total
            st.button(label, icon=icon, key=f"items_page{icon}", on_click=_show_page, args=(offset,), disabled=disabled)


def _show_page(offset: int) -> None:
    st.session_state[OFFSET_KEY] = offset
    new_round()


def _draw_selection_actions(who: Visitor, chosen: Sequence[ItemLine]) -> None:
    """What can be done with the ticked rows."""
    if not chosen:
        return
    ids = [line.item.id for line in chosen]
    with st.container(horizontal=True, vertical_alignment="center", border=True):
        st.markdown(ngettext("**{count}** selected", "**{count}** selected", len(ids)), width="content")
        if len(ids) == 1:
            st.button(_("Open"), icon=":material/open_in_full:", key="items_open", on_click=open_item, args=tuple(ids))
        st.button(
            _("Add to the chosen exercises"),
            icon=":material/add:",
            key="items_collect",
            on_click=put_in,
            args=([line.item for line in chosen],),
        )
        draw_give_button(Gift(title=_("Exercises"), item_ids=tuple(ids)), "items_give", label=_("Give to students"))
        for state, label, icon in (
            ("approved", _("Approve"), ":material/check:"),
            ("retired", _("Retire"), ":material/block:"),
        ):
            changeable = [line.item.id for line in chosen if line.state != state]
            st.button(
                label,
                icon=icon,
                key=f"items_all_{state}",
                disabled=not changeable,
                on_click=set_states,
                args=(who, changeable, state),
            )
