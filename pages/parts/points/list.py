"""The list of grammar points: filters, rows, the one that is chosen (its id stands in the address)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

import streamlit as st

from core.tables.points import Points
from core.texts.wire import PointView
from pages.parts.i18n import _, language, ngettext
from pages.parts.map.words import level_short

LIST_HEIGHT_PX = 360
IGNORED_MARKS = str.maketrans("", "", "“”\"‘’'⋯…")
"""A translation table that removes marks of titles (“把”字句, 因为⋯⋯，所以⋯⋯) that nobody types into a search."""


def draw_filters(points: Sequence[PointView], table: Points) -> tuple[str, list[int], str | None]:
    """The fields of the filter. Returns the search, the levels and the category."""
    search = st.text_input(
        _("Search"), placeholder=_("A word, a point's number or part of its title"), key="points_search"
    )
    levels = st.pills(
        _("Level"), list(range(1, 8)), selection_mode="multi", format_func=level_short, key="points_levels"
    )
    categories = list(dict.fromkeys(point.category[0] for point in points))
    category = st.selectbox(
        _("Category"),
        categories,
        index=None,
        format_func=lambda each: table.category_text([each], language()),
        placeholder=_("All categories"),
        key="points_category",
    )
    return search, list(levels), category


def filtered(points: Sequence[PointView], search: str, levels: Sequence[int], category: str | None) -> list[PointView]:
    """The points that pass all filters; every word of the search must stand somewhere in the point."""
    search_words = unicodedata.normalize("NFKC", search).translate(IGNORED_MARKS).lower().split()
    return [
        point
        for point in points
        if (not levels or point.level in levels)
        and (category is None or point.category[0] == category)
        and all(word in _searchable_text(point) for word in search_words)
    ]


def _searchable_text(point: PointView) -> str:
    examples = " ".join(example.zh for example in point.examples)
    return f"{point.id} {point.title} {point.title_en} {' '.join(point.category)} {point.pattern} {examples}".translate(
        IGNORED_MARKS
    ).lower()


def draw_list(points: Sequence[PointView], table: Points) -> None:
    """A table with one row for each point; choosing a row puts the point into the address."""
    st.caption(ngettext("{count} point", "{count} points", len(points)))
    if not points:
        st.info(_("No points match. Remove a filter or search for another word."), icon=":material/search_off:")
        return
    rows = [
        {
            _("Level"): level_short(point.level),
            _("Number"): point.id,
            _("Point"): point.title if language() == "zh" else f"{point.title} · {point.title_en}",
            _("Category"): table.category_text(point.category, language()),
        }
        for point in points
    ]
    event = st.dataframe(
        rows,
        hide_index=True,
        height=min(LIST_HEIGHT_PX, 36 * (len(rows) + 1)),
        on_select="rerun",
        selection_mode="single-row",
        key="points_list",
        column_config={
            _("Level"): st.column_config.TextColumn(width="small"),
            _("Number"): st.column_config.TextColumn(width="small"),
        },
    )
    chosen = event["selection"]["rows"]
    if chosen and chosen[0] < len(points):
        st.query_params["point"] = points[chosen[0]].id


def chosen_point(catalogue: Mapping[str, PointView]) -> PointView | None:
    """The point named in the address."""
    return catalogue.get(st.query_params.get("point", ""))
