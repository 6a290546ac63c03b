"""The statuses of a knowledge point as pages show them, drawn and in words: each has a shape beside its colour.

Four are the contract's; a point with one or two answers is shown as begun, whatever they were (`core.learning.mastery.shown_of`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import streamlit as st

from core.knowledge.wire import KnowledgeMap, KnowledgePointState
from core.tables.points import KnowledgePoint
from pages.parts.figures import answers_name, number, with_interval
from pages.parts.i18n import _, language, ngettext
from pages.parts.shown_text import escaped, escaped_html

STATUSES = ("exceeded", "mastered", "learning", "begun", "not_started")
GLYPHS = {"exceeded": "★", "mastered": "●", "learning": "◐", "begun": "◔", "not_started": "○"}
"""The shapes of the graph as characters, for lists, tables and hover texts."""
READY_GLYPH = "◎"
COLORS = {
    "exceeded": "#C99A1A",
    "mastered": "#3A9A86",
    "learning": "#4F7FC4",
    "begun": "#7690B5",
    "not_started": "#8A919D",
}
"""Yellow, green, blue and gray of the contract in tones that keep 3 : 1 on paper and, but for the yellow, on ink alike."""
EDGES = {
    "exceeded": "#8F6A12",
    "mastered": "#2F7F6F",
    "learning": "#3F68A6",
    "begun": "#7690B5",
    "not_started": "#8A919D",
}
"""The outline of each shape; that of the yellow star carries its contrast on paper."""
READY_COLOR = "#D2604F"


def status_names() -> dict[str, str]:
    """Statuses in the interface language."""
    return {
        "exceeded": _("Exceeded"),
        "mastered": _("Met"),
        "learning": _("Not met yet"),
        "begun": _("Just begun"),
        "not_started": _("Not started"),
    }


def legend_names() -> dict[str, str]:
    """Statuses as a legend explains them."""
    return {**status_names(), "begun": _("Just begun (1–2 answers)")}


def status_text(status: str) -> str:
    """`● Met`."""
    return f"{GLYPHS[status]} {status_names()[status]}"


def level_short(level: int) -> str:
    """A level as text; level 7 stands for the band 7-9."""
    return "7–9" if level == 7 else str(level)


def full_name(row: KnowledgePoint) -> str:
    """What learners read, in the language of the interface: the English name begins with the Chinese form."""
    return row.short.get(language())


def shortened(text: str, most: int = 28) -> str:
    """At most `most` characters, cut with an ellipsis.

    >>> shortened("一二三四五", 4)
    '一二三…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


LEAST_SHOWN = 0.05
"""Faded evidence below which a point is called unanswered: it would be written 0.0."""


def right_text(state: KnowledgePointState) -> str:
    """`8 of 10 right (80 %)`: the contract's accuracy with the answers that it rests on."""
    if not state.total_attempts:
        return _("no exercises yet, other evidence below") if state.n >= LEAST_SHOWN else _("no answers yet")
    return _("{right} of {count} right ({share} %)").format(
        right=state.correct_count, count=state.total_attempts, share=number(100 * state.accuracy)
    )


def estimate_text(state: KnowledgePointState) -> str:
    """`74 ± 9 %`, or that there is not enough data yet."""
    if not state.enough:
        return (
            _("not enough data yet") if state.shown in ("begun", "not_started") else _("too few recent answers to tell")
        )
    low, high = state.band
    return f"{with_interval(100 * state.mastery, (100 * low, 100 * high))} %"


def basis_text(state: KnowledgePointState) -> str:
    """How many answers the estimate rests on, and what would make it more certain."""
    if state.assumed and state.n < LEAST_SHOWN:
        return _("Never asked: it counts as known at your level until an answer says otherwise.")
    if not state.total_attempts and state.n < LEAST_SHOWN:
        return _("There are no answers on it yet; a round of practice on this point gives the first.")
    if not state.total_attempts:
        return _(
            "What you wrote and read so far counts as {left} answers; a few exercises on this point are enough."
        ).format(left=number(state.n))
    text = _("{answers}; older ones count less, so together they count as {left}").format(
        answers=answers_name(state.total_attempts), left=number(state.n)
    )
    if not state.enough:
        text += _("; ") + _("a few more answers on this point are enough.")
    return text


def passed_over_text(state: KnowledgePointState) -> str:
    """Why a point that is just begun is not on the path: the path goes by the contract's status, from the first answer on."""
    if state.shown != "begun" or state.status == "learning":
        return ""
    return _("So far it went well, so the path passes it over unless another answer goes wrong.")


def draw_legend(view: KnowledgeMap) -> None:
    """The legend: shape, colour, name and count of each status, and of the points that can be learnt next."""
    counts: Counter[str] = Counter(state.shown for state in view.knowledge_points)
    names = legend_names()
    entries = [_legend_entry(GLYPHS[status], COLORS[status], names[status], counts[status]) for status in STATUSES]
    entries.append(
        _legend_entry(
            READY_GLYPH, READY_COLOR, _("Ready to learn"), sum(state.ready for state in view.knowledge_points)
        )
    )
    st.html(f'<div style="display:flex;flex-wrap:wrap;gap:4px 24px;font-size:15px">{"".join(entries)}</div>')


def _legend_entry(glyph: str, color: str, name: str, count: int) -> str:
    mark = f'<span aria-hidden="true" style="color:{color};font-size:18px;line-height:1">{glyph}</span>'
    return f'<span style="white-space:nowrap">{mark} {escaped_html(name)} <strong>{count}</strong></span>'


def whole_points_first(point_ids: Sequence[str], rows: Mapping[str, KnowledgePoint]) -> list[str]:
    """Those of the points that are in `rows`, official points before the words and sub-points split off them: official points
    have exercises of their own, and their parts are learnt with them."""
    known_ids = [point_id for point_id in point_ids if point_id in rows]
    return sorted(known_ids, key=lambda point_id: rows[point_id].kind != "point")


def next_step(view: KnowledgeMap, rows: dict[str, KnowledgePoint], *, own: bool) -> str:
    """One sentence: what to learn next, or where to begin. `own`: the reader is the student."""
    ready = {state.point_id for state in view.knowledge_points if state.ready}
    next_ids = whole_points_first([point for point in view.learning_path.hsk_path if point in ready], rows)[:1]
    answered = sum(state.total_attempts > 0 for state in view.knowledge_points)
    if not answered:
        return (
            _("There are no answers yet: one round of practice puts the first points on the map.")
            if own
            else _("There are no answers from this student yet; the first round of practice puts points on the map.")
        )
    if not next_ids:
        return _("Every point within reach is met. Look at those that have become uncertain with time.")
    name = rows[next_ids[0]].short.get(language())
    if own:
        return _("Next: **{point}**. What it rests on is in place.").format(point=escaped(name))
    return _("This student can learn next: **{point}**. What it rests on is in place.").format(point=escaped(name))


def points_name(count: int) -> str:
    """`12 knowledge points`."""
    return ngettext("{count} knowledge point", "{count} knowledge points", count)


def joined(sentences: Sequence[str]) -> str:
    """Sentences one after another, Chinese ones without a space between them."""
    return ("" if language() == "zh" else " ").join(sentences)


def names_of(point_ids: Sequence[str], rows: dict[str, KnowledgePoint], most: int = 6) -> str:
    """`会、能, 想、要 and 3 more`, names shortened."""
    names = _("; ").join(
        escaped(rows[point_id].short.get(language())) for point_id in point_ids[:most] if point_id in rows
    )
    hidden_count = len(point_ids) - most
    return names if hidden_count <= 0 else _("{points} and {count} more").format(points=names, count=hidden_count)
