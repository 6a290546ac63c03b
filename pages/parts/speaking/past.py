"""Earlier readings: the list, a line of totals, then and now of the same text, and the way to delete one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from itertools import takewhile
from math import ceil
from typing import Any

import streamlit as st

from core.api.speech import ReadingSummary, ReadingView
from core.errors import NotFound
from core.speech.wire import SpeechReport
from pages.parts.dates import day_name
from pages.parts.i18n import _
from pages.parts.map.words import shortened
from pages.parts.shown_text import escaped
from pages.parts.speaking.readings import forget
from pages.parts.speaking.words import sentences, total_text
from pages.parts.visitor import Visitor

AT_ONCE = 8
LEAST_FOR_A_LINE = 3
MOST_TICKS = 8
READING = "reading"
"""The parameter of the address that names the result that is shown."""


def draw_history(who: Visitor, student_id: str) -> None:
    """Draw totals over time, and the readings, newest first; single words, which drills ask for, are listed apart."""
    st.subheader(_("Readings so far"), anchor=False)
    _draw_readings(who.core.speech.history(student_id, who.caller))
    words = who.core.speech.history(student_id, who.caller, words=True)
    if words:
        with st.expander(
            _("Single words ({count})").format(count=len(words)), icon=":material/grid_view:", type="compact"
        ):
            _draw_lines(words, "speaking_all_words")


def _draw_readings(past: Sequence[ReadingSummary]) -> None:
    if not past:
        st.markdown(_("No readings yet. The first one appears here with its result."))
        return
    if len(past) >= LEAST_FOR_A_LINE:
        st.plotly_chart(
            totals_figure(past),
            config={"displayModeBar": False},
            alt=_("Totals of your readings; the same numbers stand in the list."),
            key="speaking_totals",
        )
    _draw_lines(past, "speaking_all")


def _draw_lines(past: Sequence[ReadingSummary], key: str) -> None:
    """Draw the first lines; `key` is that of the toggle that shows all."""
    with st.container(border=True):
        for line in past if st.session_state.get(key) else past[:AT_ONCE]:
            _draw_line(line)
    if len(past) > AT_ONCE:
        st.toggle(_("Show all {count}").format(count=len(past)), key=key)


def _draw_line(line: ReadingSummary) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            escaped(shortened(line.text.replace("\n", " "), 24)),
            type="tertiary",
            icon=":material/graphic_eq:",
            key=f"speaking_past_{line.evaluation_id}",
            on_click=open_reading,
            args=(line.evaluation_id,),
        )
        st.markdown(f":small[{line_text(line)}]", width="content")


def line_text(line: ReadingSummary) -> str:
    """A line in words: `76.4 · 20 Nov 2026 · 89 % judged`."""
    judged = _("{percent} % judged").format(percent=round(100 * line.scores.judged_share))
    return f"**{total_text(line.scores)}** · {day_read(line)} · {judged}"


def day_read(line: ReadingSummary | ReadingView) -> str:
    """The day of a reading."""
    return day_name(datetime.fromisoformat(line.read_at))


def open_reading(evaluation_id: str) -> None:
    """Show a stored result."""
    st.query_params.from_dict({READING: evaluation_id})


def totals_figure(past: Sequence[ReadingSummary]) -> Any:
    """The totals as a figure: a point for each reading, the newest on the right."""
    import plotly.graph_objects as go

    rows = list(reversed(past))
    figure = go.Figure()
    figure.add_scatter(
        x=list(range(1, len(rows) + 1)),
        y=[row.scores.total_score for row in rows],
        customdata=[[day_read(row), shortened(row.text, 16), total_text(row.scores)] for row in rows],
        mode="lines+markers",
        line={"width": 2},
        marker={"size": 8},
        hovertemplate="%{customdata[2]}<br>%{customdata[0]}<br>%{customdata[1]}<extra></extra>",
    )
    figure.update_yaxes(range=[0, 102], tickvals=[0, 50, 100], title_text=_("Total of 100"))
    axis_title = _("Reading (n = {count})").format(count=len(rows))
    figure.update_xaxes(title_text=axis_title, showgrid=False, tick0=1, dtick=ceil(len(rows) / MOST_TICKS))
    figure.update_layout(height=200, margin={"l": 8, "r": 8, "t": 8, "b": 8}, showlegend=False)
    return figure


def draw_then(who: Visitor, report: SpeechReport, student_id: str, key: str) -> tuple[SpeechReport | None, str]:
    """Draw the choice of an earlier reading of the same text; return it and its name in the drawing."""
    by_id = {view.evaluation_id: view for view in _earlier(who, report, student_id)}
    if not by_id:
        return None, ""
    chosen = st.selectbox(
        _("Then and now: lay an earlier reading under this one"),
        list(by_id),
        index=None,
        format_func=lambda evaluation_id: earlier_text(by_id[evaluation_id]),
        placeholder=_("Choose an earlier reading of this text"),
        key=f"speaking_then_{key}_{report.evaluation_id}",
    )
    if chosen is None:
        return None, ""
    earlier = by_id[chosen]
    st.markdown(change_text(earlier.report, report))
    return earlier.report, day_read(earlier)


def _earlier(who: Visitor, report: SpeechReport, student_id: str) -> list[ReadingView]:
    """Readings of the same text before this one, newest first."""
    views = who.core.speech.same_sentence(student_id, report.text, who.caller)
    earlier = takewhile(lambda view: view.evaluation_id != report.evaluation_id, views)
    return list(earlier)[::-1]


def earlier_text(view: ReadingView) -> str:
    """An earlier reading in the list: `20 Nov 2026 · 61`."""
    return f"{day_read(view)} · {total_text(view.report)}"


def change_text(then: SpeechReport, now: SpeechReport) -> str:
    """Both totals in words, with a note where the difference is small, or within the ranges of short readings."""
    text = _("Then {then}, now {now}.").format(then=total_text(then), now=total_text(now))
    overlap = max(then.total_interval[0], now.total_interval[0]) <= min(then.total_interval[1], now.total_interval[1])
    if abs(now.total_score - then.total_score) < SMALL_CHANGE or ((then.short or now.short) and overlap):
        return sentences([text, _("So small a difference is within what one reading varies.")])
    return text


SMALL_CHANGE = 5.0
"""Points below which a change is small: half of a typical 80 % range of the total."""


def draw_delete(who: Visitor, report: SpeechReport, key: str) -> None:
    """Draw the deletion of a reading, behind a second button."""
    if report.evaluation_id is None:
        return
    with st.popover(_("Delete this reading"), icon=":material/delete:", type="tertiary"):
        st.markdown(
            _(
                "The result will be deleted, and the recording if one was kept. What the map and the portrait learned from it stays."
            )
        )
        st.button(
            _("Yes, delete it"),
            key=f"speaking_delete_{key}",
            icon=":material/delete_forever:",
            on_click=_delete,
            args=(who, report.evaluation_id),
        )


def _delete(who: Visitor, evaluation_id: str) -> None:
    with suppress(NotFound):
        who.core.speech.forget(who.student_id, evaluation_id, who.caller)
    forget(evaluation_id)
    st.query_params.clear()
    st.toast(_("The reading was deleted."), icon=":material/delete:")
