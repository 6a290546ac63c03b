"""The analysis as files: matches as a table, everything as JSON."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from core.texts.wire import TextView
from pages.parts.figures import csv_bytes
from pages.parts.i18n import _
from pages.parts.texts.reading import catalogue_of
from pages.parts.visitor import Visitor

HEAD = ("kind", "id", "name", "level", "start", "end", "text", "match_type")


def draw_exports(who: Visitor, view: TextView) -> None:
    """Two files with the same content as the page."""
    with st.container(horizontal=True):
        st.download_button(
            _("Download as CSV"),
            lambda: csv_bytes(HEAD, rows_of(who, view)),
            file_name="wenlu-text.csv",
            mime="text/csv",
            icon=":material/download:",
        )
        st.download_button(
            _("Download as JSON"),
            view.result.model_dump_json(indent=1),
            file_name="wenlu-text.json",
            mime="application/json",
            icon=":material/data_object:",
        )


def rows_of(who: Visitor, view: TextView) -> Iterator[tuple[object, ...]]:
    """One row for the text, each word and each match."""
    result = view.result
    yield ("text", "", "", result.difficulty_level if result.level_known else "", 0, len(view.text), "", "")
    for word in view.shown_words:
        yield (
            "word",
            "",
            "",
            word.level if word.level is not None else "",
            word.start,
            word.end,
            view.text[word.start : word.end],
            "",
        )
    catalogue = catalogue_of(who)
    for point, matches in result.grammar_dict.items():
        for start, end, text, kind in matches:
            yield ("point", point, catalogue[point].title, catalogue[point].level, start, end, text, kind)
