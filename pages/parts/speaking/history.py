"""Everything that a student has read aloud: a plot of the totals, and a list, newest first, in which each opens again."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, Literal

import streamlit as st

from core.api.speech import WORD_LENGTH, ReadingRemark, ReadingSummary
from pages.parts.addresses import page_named
from pages.parts.i18n import _
from pages.parts.map.words import shortened
from pages.parts.shown_text import escaped
from pages.parts.speaking.past import READING, day_read
from pages.parts.speaking.words import TONE_MARKS, total_text
from pages.parts.visitor import Visitor

Kind = Literal["all", "texts", "words"]
WORDS_OF: dict[Kind, bool | None] = {"all": None, "texts": False, "words": True}
SHOWN = "speaking_history_shown"
"""Session state: how many lines are shown."""
AT_ONCE = 12
LEAST_FOR_A_LINE = 3
MOST_TICKS = 8
MOST_NAMED = 6
"""Characters to practise that a line names."""


def draw_history(who: Visitor, student_id: str) -> None:
    """Draw the choice of a kind where there are two, the plot of the totals and the list."""
    everything = who.core.speech.history(student_id, who.caller, words=None)
    if not everything:
        st.markdown(_("Nothing read aloud yet. Texts and words of drills appear here with their results."))
        return
    past = everything
    if len({is_word(line) for line in everything}) == 2:
        kinds = kind_names()
        kind: Kind = st.segmented_control(
            _("What was read"), list(kinds), default="all", format_func=kinds.__getitem__, required=True, key="speaking_history_kind"
        )  # fmt: skip
        # Asked for anew: the list ends after so many lines, and those of one kind go further back.
        past = everything if kind == "all" else who.core.speech.history(student_id, who.caller, words=WORDS_OF[kind])
    if len(past) >= LEAST_FOR_A_LINE:
        st.plotly_chart(
            totals_figure(past),
            config={"displayModeBar": False},
            alt=_("Totals of what you read; the same numbers stand in the list."),
            key="speaking_totals",
        )
    _draw_lines(who, past, student_id)


def kind_names() -> dict[Kind, str]:
    """Names of the kinds of readings."""
    return {"all": _("Everything"), "texts": _("Texts read"), "words": _("Words of drills")}


def is_word(line: ReadingSummary) -> bool:
    """Whether a single word was read, as drills of tone pairs ask for."""
    return len(line.text) <= WORD_LENGTH


def _draw_lines(who: Visitor, past: Sequence[ReadingSummary], student_id: str) -> None:
    shown = past[: int(st.session_state.get(SHOWN, AT_ONCE))]
    remarks = {
        remark.evaluation_id: remark
        for remark in who.core.speech.remarks([line.evaluation_id for line in shown], who.caller, student_id=student_id)
    }
    with st.container(border=True, key="speaking_history"):
        for line in shown:
            _draw_line(line, remarks.get(line.evaluation_id))
    if len(shown) < len(past):
        st.button(
            _("Show {count} more").format(count=min(AT_ONCE, len(past) - len(shown))),
            key="speaking_history_more",
            on_click=_show_more,
        )


def _show_more() -> None:
    st.session_state[SHOWN] = int(st.session_state.get(SHOWN, AT_ONCE)) + AT_ONCE


def _draw_line(line: ReadingSummary, remark: ReadingRemark | None) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.page_link(
            page_named("speaking"),
            label=escaped(shortened(line.text.replace("\n", " "), 24)),
            icon=":material/grid_view:" if is_word(line) else ":material/graphic_eq:",
            query_params={READING: line.evaluation_id},
            width="content",
        )
        st.markdown(f":small[{line_text(line, remark)}]", width="content")


def line_text(line: ReadingSummary, remark: ReadingRemark | None) -> str:
    """A line in words: `76.4 · text · to practise: 买 伞 · 20 Nov 2026`; of a word its tones instead of the characters."""
    kind = _("word of a drill") if is_word(line) else _("text")
    said = "" if remark is None else word_text(remark) if is_word(line) else remark_text(remark)
    return " · ".join(filter(None, (f"**{total_text(line.scores)}**", kind, said, day_read(line))))


def word_text(remark: ReadingRemark) -> str:
    """The tones of a word and what was said of them: `3 + 2 ˇˊ: a tone was off`."""
    tones = " + ".join(_("neutral") if tone == 5 else str(tone) for tone in remark.tones if tone)
    marks = "".join(TONE_MARKS[tone] for tone in remark.tones if tone)
    if "wrong" in remark.tone_verdicts:
        said = _("a tone was off")
    elif "unsure" in remark.tone_verdicts:
        said = _("a tone could not be judged")
    else:
        said = _("tones right")
    return f"{tones} {marks} {said}"


def remark_text(remark: ReadingRemark) -> str:
    """What to practise of a text, by its characters."""
    named = list(dict.fromkeys(remark.to_practise))
    if not named:
        return _("nothing to practise")
    characters = " ".join(escaped(character) for character in named[:MOST_NAMED])
    return _("to practise: {characters}").format(characters=characters + (" …" if len(named) > MOST_NAMED else ""))


def totals_figure(past: Sequence[ReadingSummary]) -> Any:
    """The totals as a figure, the newest on the right: texts joined by a line, words as open diamonds, since two syllables say little."""
    import plotly.graph_objects as go

    rows = list(enumerate(reversed(past), 1))
    figure = go.Figure()
    looks = {
        False: {"name": _("Texts read"), "mode": "lines+markers", "line": {"width": 2}, "marker": {"size": 8}},
        True: {
            "name": _("Words of drills"),
            "mode": "markers",
            "marker": {"size": 8, "symbol": "diamond-open", "line": {"width": 2}},
        },
    }
    for words, look in looks.items():
        points = [(number, row) for number, row in rows if is_word(row) is words]
        if not points:
            continue
        figure.add_scatter(
            x=[number for number, _row in points],
            y=[row.scores.total_score for _number, row in points],
            customdata=[[day_read(row), shortened(row.text, 16), total_text(row.scores)] for _number, row in points],
            hovertemplate="%{customdata[2]}<br>%{customdata[0]}<br>%{customdata[1]}<extra></extra>",
            **look,
        )
    figure.update_yaxes(range=[0, 102], tickvals=[0, 50, 100], title_text=_("Total of 100"))
    axis_title = _("Reading (n = {count})").format(count=len(rows))
    figure.update_xaxes(title_text=axis_title, showgrid=False, tick0=1, dtick=ceil(len(rows) / MOST_TICKS))
    figure.update_layout(
        height=240,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        showlegend=len(figure.data) > 1,
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
    )
    return figure
