"""The four statuses of a knowledge point as they are drawn and said: each has a shape beside its colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.knowledge.wire import KnowledgeMap, KnowledgePointState
from core.tables.points import KnowledgePoint
from pages.parts.figures import answers_name, number, with_interval
from pages.parts.i18n import _, language, ngettext
from pages.parts.shown_text import escaped, escaped_html

STATUSES = ("exceeded", "mastered", "learning", "not_started")
GLYPHS = {"exceeded": "★", "mastered": "●", "learning": "◐", "not_started": "○"}
"""The shapes of the graph as characters, for lists, tables and hover texts."""
READY_GLYPH = "◎"
COLORS = {"exceeded": "#C99A1A", "mastered": "#3A9A86", "learning": "#4F7FC4", "not_started": "#8A919D"}
"""Yellow, green, blue and gray of the contract in tones that keep 3 : 1 on paper and, but for the yellow, on ink alike."""
EDGES = {"exceeded": "#8F6A12", "mastered": "#2F7F6F", "learning": "#3F68A6", "not_started": "#8A919D"}
"""The outline of each shape; that of the yellow star carries its contrast on paper."""
READY_COLOR = "#D2604F"


def status_names() -> dict[str, str]:
    """Statuses in the interface language."""
    return {
        "exceeded": _("Exceeded"),
        "mastered": _("Met"),
        "learning": _("Not met yet"),
        "not_started": _("Not started"),
    }


def status_said(status: str) -> str:
    """`● Met`."""
    return f"{GLYPHS[status]} {status_names()[status]}"


def level_short(level: int) -> str:
    """7 is the band 7-9."""
    return "7–9" if level == 7 else str(level)


def named(row: KnowledgePoint) -> str:
    """The Chinese name; for readers of English with the English beside it."""
    return row.name if language() == "zh" or row.name == row.name_en else f"{row.name} · {row.name_en}"


def shortened(text: str, most: int = 28) -> str:
    """At most `most` characters, cut with an ellipsis.

    >>> shortened("一二三四五", 4)
    '一二三…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def right_said(state: KnowledgePointState) -> str:
    """`8 of 10 right (80 %)`, the contract's accuracy with the answers under it."""
    if not state.total_attempts:
        return _("no answers yet")
    return _("{right} of {count} right ({share} %)").format(
        right=state.correct_count, count=state.total_attempts, share=number(100 * state.accuracy)
    )


def estimate_said(state: KnowledgePointState) -> str:
    """`74 ± 9 %`; nothing is claimed before there is enough to rest on."""
    if not state.enough:
        return _("not enough data yet")
    low, high = state.band
    return f"{with_interval(100 * state.mastery, (100 * low, 100 * high))} %"


def resting_said(state: KnowledgePointState) -> str:
    """What the estimate rests on, and what would make it firmer."""
    if not state.total_attempts and state.n < 0.05:
        return _("There are no answers on it yet; a round of practice on this point gives the first.")
    left = _("{answers}; older ones count less, so together they count as {left}").format(
        answers=answers_name(state.total_attempts), left=number(state.n)
    )
    return left if state.enough else left + _("; ") + _("a few more answers on this point are enough.")


def draw_legend(view: KnowledgeMap) -> None:
    """Shape, colour, name and count of each status, and the mark of what can be learnt next."""
    stats = view.mastery_stats
    counts = dict(zip(STATUSES, (stats.excellent, stats.good, stats.average, stats.not_started), strict=True))
    names = status_names()
    parts = [_part(GLYPHS[status], COLORS[status], names[status], counts[status]) for status in STATUSES]
    parts.append(_part(READY_GLYPH, READY_COLOR, _("Ready to learn"), sum(p.ready for p in view.knowledge_points)))
    st.html(f'<div style="display:flex;flex-wrap:wrap;gap:4px 24px;font-size:15px">{"".join(parts)}</div>')


def _part(glyph: str, color: str, name: str, count: int) -> str:
    mark = f'<span aria-hidden="true" style="color:{color};font-size:18px;line-height:1">{glyph}</span>'
    return f'<span style="white-space:nowrap">{mark} {escaped_html(name)} <strong>{count}</strong></span>'


def whole_points_first(point_ids: Sequence[str], rows: Mapping[str, KnowledgePoint]) -> list[str]:
    """The points that `rows` holds, official ones before the words and sub-points split off them: those have exercises
    of their own, and their parts are met with them."""
    known = [point_id for point_id in point_ids if point_id in rows]
    return sorted(known, key=lambda point_id: rows[point_id].kind != "point")


def next_step(view: KnowledgeMap, rows: dict[str, KnowledgePoint], *, own: bool) -> str:
    """One sentence: what to learn next, or where to begin."""
    ready = whole_points_first(view.learning_path.hsk_path, rows)[:1]
    answered = sum(state.total_attempts > 0 for state in view.knowledge_points)
    if not answered:
        return (
            _("There are no answers yet: one round of practice puts the first points on the map.")
            if own
            else _("There are no answers from this student yet; the first round of practice puts points on the map.")
        )
    if not ready:
        return _("Every point within reach is met. Look at those that have become uncertain with time.")
    name = shortened(rows[ready[0]].name)
    if own:
        return _("Next: **{point}**. Everything to learn before it is met.").format(point=_plain(name))
    return _("This student can learn next: **{point}**. Everything to learn before it is met.").format(
        point=_plain(name)
    )


def points_name(count: int) -> str:
    """`12 knowledge points`."""
    return ngettext("{count} knowledge point", "{count} knowledge points", count)


def joined(sentences: Sequence[str]) -> str:
    """Sentences one after another; Chinese ones without a space between."""
    return ("" if language() == "zh" else " ").join(sentences)


def _plain(text: str) -> str:

    return escaped(text)


def names_of(point_ids: Sequence[str], rows: dict[str, KnowledgePoint], most: int = 6) -> str:
    """`会、能, 想、要 and 3 more`, names shortened."""
    said = _("; ").join(_plain(shortened(rows[each].name, 14)) for each in point_ids[:most] if each in rows)
    left = len(point_ids) - most
    return said if left <= 0 else _("{points} and {count} more").format(points=said, count=left)
