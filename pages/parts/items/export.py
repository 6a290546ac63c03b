"""Items as files: for other systems, for flash cards, for paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import streamlit as st

from core.api.questions import FileFormat, ItemQuery, ItemsFound
from core.errors import NoFont
from pages.parts.dates import day_name
from pages.parts.i18n import _, language, ngettext
from pages.parts.items.basket import basket
from pages.parts.items.giveaways import heading, pairs_among
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MOST_ITEMS = 500
LONGEST_LINE = 100
SELECTED, BASKET, FOUND = "selected", "basket", "found"
PAPERS = ("paper", "paper_key")


class FileKind(NamedTuple):
    """How a format is called, and the file it makes."""

    name: str
    file: str
    media_type: str


def file_kinds() -> dict[FileFormat, FileKind]:
    """The formats, those for paper first."""
    return {
        "paper": FileKind(_("Paper (PDF)"), "wenlu-paper.pdf", "application/pdf"),
        "paper_key": FileKind(_("Key sheet (PDF)"), "wenlu-key.pdf", "application/pdf"),
        "gift": FileKind("Moodle GIFT", "wenlu-items.gift.txt", "text/plain"),
        "moodle_xml": FileKind("Moodle XML", "wenlu-items.xml", "application/xml"),
        "qti": FileKind("QTI 2.1", "wenlu-items-qti.zip", "application/zip"),
        "anki": FileKind("Anki", "wenlu-items.apkg", "application/octet-stream"),
        "csv": FileKind("CSV", "wenlu-items.csv", "text/csv"),
    }


def draw_export(who: Visitor, query: ItemQuery, results: ItemsFound, selected: Sequence[str]) -> None:
    """Which items, which format, for paper what stands at its head; the file is made when it is asked for."""
    st.subheader(_("Print and export"))
    source = _draw_which(results, selected)
    ids = {SELECTED: list(selected), BASKET: list(basket())}.get(source)
    form = _draw_format()
    head: dict[str, Any] = _draw_head(who) if form in PAPERS else {}
    if source == SELECTED:
        _warn_of_giveaways(who, selected)
    if form in PAPERS and not who.core.printer.ready():
        st.caption(escaped(NoFont().remedy(language())))
        return
    kind, caller = file_kinds()[form], who.caller
    count = min(results.total if ids is None else len(ids), MOST_ITEMS)
    st.download_button(
        ngettext("Download {count} item", "Download {count} items", count),
        lambda: who.core.questions.export(query if ids is None else ids[:MOST_ITEMS], form, caller, **head).content,
        file_name=kind.file,
        mime=kind.media_type,
        icon=":material/download:",
        key="items_download",
        on_click="ignore",
    )
    if max(results.total if ids is None else 0, len(ids or ())) > MOST_ITEMS:
        st.caption(_("A file holds {most} items at most: these are the first of what fits.").format(most=MOST_ITEMS))


def _warn_of_giveaways(who: Visitor, selected: Sequence[str]) -> None:
    """That some of the selected give one another away, and where one can be exchanged."""
    pairs = pairs_among(who, tuple(selected[:MOST_ITEMS]), "items_selected")
    if not pairs:
        return
    told = _("Put them into the chosen exercises to see which, and to exchange one.")
    st.markdown(f":material/warning: **{heading(pairs)}.** {told}")


def _draw_which(results: ItemsFound, selected: Sequence[str]) -> str:
    """What is selected before what is collected before everything that fits."""
    names = {
        SELECTED: _("Selected ({count})").format(count=len(selected)),
        BASKET: _("Chosen exercises ({count})").format(count=len(basket())),
        FOUND: _("All matches ({number})").format(number=f"{results.total:,}"),
    }
    counts = {SELECTED: len(selected), BASKET: len(basket()), FOUND: results.total}
    sources = [source for source in names if counts[source]]
    # The key names what is offered, so that a new selection is what is exported next.
    chosen = st.segmented_control(
        _("Which items"),
        sources,
        default=sources[0],
        format_func=names.__getitem__,
        required=True,
        key=f"items_which_{'_'.join(sources)}",
    )
    return chosen or sources[0]


def _draw_format() -> FileFormat:
    chosen: FileFormat | None = st.pills(
        _("Format"),
        list(file_kinds()),
        default="paper",
        format_func=lambda name: file_kinds()[name].name,
        required=True,
        key="items_format",
        persist_state="session",
    )
    return chosen or "paper"


def _draw_head(who: Visitor) -> dict[str, Any]:
    """The head of a printed paper."""
    title, group, day = st.columns([2, 1, 1])
    today = day_name(who.core.clock.now())
    settings: dict[str, Any] = {"max_chars": LONGEST_LINE, "persist_state": "session"}
    return {
        "title": title.text_input(_("Title"), value=_("Exercises"), key="paper_title", **settings),
        "class_name": group.text_input(_("Class"), key="paper_class", **settings),
        "date": day.text_input(_("Date"), value=today, key="paper_date", **settings),
        "with_name": st.toggle(_("A line for the name"), value=True, key="paper_name", persist_state="session"),
    }
