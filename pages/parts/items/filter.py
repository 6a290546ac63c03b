"""What to look for in the bank: a search box, pills, and behind a button the long lists."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.api.questions import ItemQuery
from core.wire import QUESTION_TYPES, TOPICS
from pages.parts.i18n import _, language
from pages.parts.items.views import new_round
from pages.parts.items.words import STATES, kind_name, origin_name, state_names
from pages.parts.map.words import full_name, level_short, shortened
from pages.parts.names import topic_names, type_names
from pages.parts.visitor import Visitor

LEVELS = tuple(range(1, 8))
ORIGINS = ("bank", "own")
PAGE_SIZE = 25
LONGEST_SEARCH = 100
OFFSET_KEY = "items_offset"
MULTIPLE_CHOICE_FILTERS = ("types", "topics", "levels")
SINGLE_CHOICE_FILTERS = ("state", "origin", "kind", "theme", "point")
SORTS = ("level", "type", "newest")
LONGEST_NAME = 40


def key_of_filter(name: str) -> str:
    """Where the session keeps a filter."""
    return f"items_by_{name}"


def _widget_settings(name: str) -> dict[str, Any]:
    """What the widgets of all filters have in common: their values survive while another part is shown, and a change goes to the first page."""
    return {"key": key_of_filter(name), "on_change": to_first_page, "persist_state": "session"}


def to_first_page() -> None:
    """Show the beginning of what is found."""
    st.session_state[OFFSET_KEY] = 0
    new_round()


def draw_filters(who: Visitor) -> ItemQuery:
    """The filters, and the query that they make."""
    search, more = st.columns([5, 2], vertical_alignment="bottom")
    search.text_input(
        _("Search"),
        placeholder=_("Chinese or English of an item"),
        max_chars=LONGEST_SEARCH,
        icon=":material/search:",
        **_widget_settings("text"),
    )
    with st.container(horizontal=True):
        _draw_pills(_("Ways to answer"), "types", QUESTION_TYPES, type_names())
        _draw_pills(_("Skills"), "topics", TOPICS, topic_names())
        _draw_pills(_("Level"), "levels", LEVELS, {level: level_short(level) for level in LEVELS})
    chosen = sum(st.session_state.get(key_of_filter(name)) is not None for name in SINGLE_CHOICE_FILTERS)
    label = _("More filters ({count})").format(count=chosen) if chosen else _("More filters")
    with more.popover(label, icon=":material/filter_list:", width="stretch"):
        _draw_more(who)
    return query_of_session()


def _draw_pills(label: str, name: str, options: Any, names: Any, mode: Any = "multi") -> None:
    with st.container(width="content"):
        st.pills(label, options, selection_mode=mode, format_func=names.__getitem__, **_widget_settings(name))


def _draw_more(who: Visitor) -> None:
    """State and origin as pills, the long lists as boxes that can be typed into; the order of the rows."""
    _draw_pills(_("State"), "state", STATES, state_names(), "single")
    _draw_pills(
        _("Source"), "origin", ORIGINS, {option: origin_name(own=option == "own") for option in ORIGINS}, "single"
    )
    _draw_box(_("Kind"), "kind", who.core.questions.kinds(), kind_name)
    themes = {theme.id: theme.zh if language() == "zh" else theme.en for theme in who.core.questions.themes()}
    _draw_box(_("Theme"), "theme", list(themes), lambda option: themes.get(option, option))
    points = point_names(who)
    _draw_box(_("Knowledge point"), "point", list(points), points.__getitem__)
    sorts = {"level": _("Level"), "type": _("Type"), "newest": _("Newest first")}
    st.segmented_control(
        _("Sort by"),
        SORTS,
        default="level",
        format_func=sorts.__getitem__,
        required=True,
        **_widget_settings("sort"),
    )


def _draw_box(label: str, name: str, options: Any, label_of: Any) -> None:
    st.selectbox(label, options, index=None, format_func=label_of, placeholder=_("All"), **_widget_settings(name))


def point_names(who: Visitor) -> dict[str, str]:
    """`【一44】 …` by id, shortened."""
    rows = who.core.tables.points.rows
    return {row.id: f"{row.id} {shortened(full_name(row), LONGEST_NAME)}" for row in rows}


def query_of_session() -> ItemQuery:
    """The filters as the session keeps them."""
    values: dict[str, Any] = {
        name: st.session_state.get(key_of_filter(name))
        for name in ("text", "sort", *MULTIPLE_CHOICE_FILTERS, *SINGLE_CHOICE_FILTERS)
    }
    lists = {name: tuple(values[name] or ()) for name in MULTIPLE_CHOICE_FILTERS}
    texts = {name: values[name] or "" for name in ("point", "theme", "kind")}
    fields: dict[str, Any] = {
        **values,
        **lists,
        **texts,
        "text": (values["text"] or "").strip(),
        "sort": values["sort"] or "level",
    }
    return ItemQuery(**fields, offset=int(st.session_state.get(OFFSET_KEY, 0)), limit=PAGE_SIZE)


def narrows(query: ItemQuery) -> bool:
    """Whether anything is filtered."""
    return query != ItemQuery(sort=query.sort, offset=query.offset, limit=query.limit)


def clear_filters() -> None:
    """Look at everything."""
    for name in ("text", *MULTIPLE_CHOICE_FILTERS, *SINGLE_CHOICE_FILTERS):
        st.session_state.pop(key_of_filter(name), None)
    to_first_page()


def show_own_drafts() -> None:
    """Look at the own drafts, the newest first."""
    clear_filters()
    filters = {"state": "draft", "origin": "own", "sort": "newest"}
    st.session_state.update({key_of_filter(name): value for name, value in filters.items()})
