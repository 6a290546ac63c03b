"""Knowledge points that were gained or lost in the time of a report, each opened down to its answers."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.answers.wire import PointChange, Report
from pages.parts.evidence import draw_evidence
from pages.parts.i18n import _, ngettext
from pages.parts.names import level_name
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MOST_SHOWN = 5
"""Points shown at once; the others open below."""
MOST_NAMED = 3


def gains_sentence(report: Report) -> str:
    """How many points were gained and lost, the first by name."""
    if not report.gained and not report.lost:
        return _("In this period no knowledge point was newly met, and none was lost.")
    parts = []
    if report.gained:
        count = ngettext("{count} point newly met", "{count} points newly met", len(report.gained))
        parts.append(f"{count}: {_names(report.gained)}")
    if report.lost:
        count = ngettext("{count} point no longer met", "{count} points no longer met", len(report.lost))
        parts.append(f"{count}: {_names(report.lost)}")
    return " ".join(_("{parts}.").format(parts=part) for part in parts)


def _names(changes: Sequence[PointChange]) -> str:
    listed = _(", ").join(escaped(f"{change.point_id} {change.name}") for change in most_answered(changes)[:MOST_NAMED])
    return listed if len(changes) <= MOST_NAMED else _("{names} and others").format(names=listed)


def most_answered(changes: Sequence[PointChange]) -> list[PointChange]:
    """Those that rest on the most answers first."""
    return sorted(changes, key=lambda change: -change.n)


def draw_gains(who: Visitor, report: Report) -> None:
    """Two lists beside each other: met now, and no longer met."""
    st.subheader(_("Points newly met and no longer met"))
    st.caption(
        _("A point is met when at least 60 % of all answers on it so far, those on its parts included, are right.")
    )
    gained, lost = st.columns(2)
    with gained:
        st.markdown(":material/trending_up: " + _("**Newly met**"))
        _draw_list(who, report.student_id, report.gained, "gained", _("No point was newly met in this period."))
    with lost:
        st.markdown(":material/trending_down: " + _("**No longer met**"))
        _draw_list(who, report.student_id, report.lost, "lost", _("No point stopped being met in this period."))


def _draw_list(who: Visitor, student_id: str, changes: Sequence[PointChange], part: str, nothing: str) -> None:
    if not changes:
        st.caption(nothing)
    ordered = most_answered(changes)
    for change in ordered[:MOST_SHOWN]:
        _draw_point(who, student_id, change, part)
    if len(changes) > MOST_SHOWN:
        rest = ngettext("{count} more", "{count} more", len(changes) - MOST_SHOWN)
        with st.expander(rest, key=f"more_{part}", on_change="rerun") as opened:
            if opened.open:
                for change in ordered[MOST_SHOWN:]:
                    _draw_point(who, student_id, change, part)


def _draw_point(who: Visitor, student_id: str, change: PointChange, part: str) -> None:
    with st.container(border=True):
        st.markdown(
            f"{escaped(change.point_id)} {escaped(change.name)}  \n"
            f":small[:gray[{level_name(change.level)} · {counts_name(change)}]]"
        )
        draw_evidence(who, student_id, change.evidence, name=f"{part}_{change.point_id}")


def counts_name(change: PointChange) -> str:
    """`2 of 5 right before, 8 of 11 now`; of a new point `8 of 11 right, none answered before`."""
    if not change.n_before:
        return _("{right} of {count} right, none answered before").format(right=change.correct, count=change.n)
    return _("{before} of {n_before} right before, {correct} of {n} now").format(
        before=change.correct_before, n_before=change.n_before, correct=change.correct, n=change.n
    )
