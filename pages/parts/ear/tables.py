"""Which tones a student confuses, by ear and in speaking, side by side; each cell opens to the answers under it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

import streamlit as st

from core.api.ear import HeardTone, ToneCell, ToneTable
from pages.parts.addresses import page_named
from pages.parts.components import tone_table
from pages.parts.dates import day_name
from pages.parts.ear.words import tone_text
from pages.parts.evidence import evidence_line
from pages.parts.hearing import has_voice
from pages.parts.i18n import _, ngettext
from pages.parts.shown_text import escaped
from pages.parts.speaking.past import READING
from pages.parts.speaking.words import tone_name
from pages.parts.visitor import Visitor

Way = Literal["ear", "mouth"]
OPEN = "tone_table_open"
"""Session state: way and cell (`ear 2-3`) whose answers are shown."""
MOST_SHOWN = 20
TONES = (1, 2, 3, 4)
NEUTRAL = 5
LONG_AGO = datetime.min.replace(tzinfo=UTC)


def draw_tables(who: Visitor) -> None:
    """Both tables, and the answers under the cell that was clicked last."""
    tables: dict[Way, ToneTable] = {
        "ear": who.core.ear.heard(who.student_id, who.caller),
        "mouth": who.core.ear.spoken(who.student_id, who.caller),
    }
    st.subheader(_("Which tones you confuse"), anchor=False)
    for column, (way, table) in zip(st.columns(2), tables.items(), strict=True):
        with column:
            _draw_table(way, table, trains=bool(who.core.ear.kinds(voice=has_voice())))
    _draw_open(who, tables)


def _draw_table(way: Way, table: ToneTable, *, trains: bool) -> None:
    st.markdown(f"**{_('By ear') if way == 'ear' else _('In speaking')}**")
    if not table.n:
        by_ear = _("No answers yet: train the ear above.") if trains else _("No answers yet: there is nothing to hear.")
        st.caption(by_ear if way == "ear" else _("Nothing read aloud yet."))
        return
    message = tone_table()(key=f"tone_table_{way}", data=table_data(way, table), on_cell_change=lambda: None)
    clicked = message.get("cell") if message else None
    if clicked:
        st.session_state[OPEN] = f"{way} {clicked}"


def table_data(way: Way, table: ToneTable) -> dict[str, Any]:
    """A table as the component draws it. The neutral tone stands in it where it was said or heard."""
    neutral = any(cell.n for place, cell in table.cells.items() if NEUTRAL in place)
    tones = [*TONES, *([NEUTRAL] if neutral else [])]
    ear = way == "ear"
    return {
        "tones": tones,
        "chosen": str(st.session_state.get(OPEN, "")).removeprefix(f"{way} "),
        "of": {tone: _("n = {count}").format(count=table.cells[tone, tone].of) for tone in tones},
        "cells": [_cell_data(way, table.cells[said, heard]) for said in tones for heard in tones],
        "ui": {
            "tones": [tone_name(tone) for tone in (*TONES, NEUTRAL)],
            "corner": _("said ↓ heard →") if ear else _("meant ↓ came out →"),
            "caption": _("How often you heard each tone as which. Click a cell to see the answers.")
            if ear
            else _("How your tones came out in readings, where that could be judged. Click a cell to see them."),
        },
    }


def _cell_data(way: Way, cell: ToneCell) -> dict[str, Any]:
    percent = None if cell.share is None else round(100 * cell.share)
    return {
        "said": cell.said,
        "heard": cell.heard,
        "n": cell.n,
        "percent": percent,
        "note": _("too few") if percent is None else f"{percent} %",
        "label": cell_text(way, cell),
    }


def cell_text(way: Way, cell: ToneCell) -> str:
    """A cell in words, with its 95 % range where there are answers enough."""
    said, heard = tone_text(cell.said), tone_text(cell.heard)
    pair = (
        _("{said} heard as {heard}").format(said=said, heard=heard)
        if way == "ear"
        else _("{said} came out as {heard}").format(said=said, heard=heard)
    )
    if cell.share is None:
        return _("{pair}: {count} of {total}, too few for a share").format(pair=pair, count=cell.n, total=cell.of)
    low, high = (round(100 * edge) for edge in cell.interval)
    return _("{pair}: {count} of {total}, 95 % range {low}–{high} %").format(
        pair=pair, count=cell.n, total=cell.of, low=low, high=high
    )


def opened_cell(tables: dict[Way, ToneTable]) -> tuple[Way, ToneCell] | None:
    """The cell that was clicked last, None without one."""
    way, _space, place = str(st.session_state.get(OPEN, "")).partition(" ")
    said, _dash, heard = place.partition("-")
    for known, table in tables.items():
        if known == way and said.isdigit() and heard.isdigit():
            cell = table.cells.get((int(said), int(heard)))
            return None if cell is None or not cell.n else (known, cell)
    return None


def _draw_open(who: Visitor, tables: dict[Way, ToneTable]) -> None:
    opened = opened_cell(tables)
    if opened is None:
        return
    way, cell = opened
    with st.container(border=True, key="tone_table_answers"):
        st.markdown(f"**{cell_text(way, cell)}**")
        newest = sorted(cell.under, key=lambda tone: tone.at or LONG_AGO, reverse=True)[:MOST_SHOWN]
        if way == "ear":
            sources = list(dict.fromkeys(tone.source for tone in newest))
            for answer in who.core.answers.evidence(who.student_id, sources, who.caller):
                st.markdown(f"{evidence_line(answer)} · :small[{escaped(answer.item.full_text)}]")
        else:
            for tone in newest:
                _draw_said(tone)
        if cell.n > MOST_SHOWN:
            st.caption(ngettext("The newest {count} is shown.", "The newest {count} are shown.", MOST_SHOWN))
        st.button(_("Close"), key="tone_table_close", type="tertiary", on_click=_close)


def _draw_said(tone: HeardTone) -> None:
    line, link = st.columns([3, 2], vertical_alignment="center")
    day = f" · :gray[{day_name(tone.at)}]" if tone.at else ""
    line.markdown(f"{escaped(tone.text)}{day}")
    link.page_link(
        page_named("speaking"),
        label=_("Open the reading"),
        icon=":material/record_voice_over:",
        query_params={READING: tone.source},
    )


def _close() -> None:
    st.session_state.pop(OPEN, None)
