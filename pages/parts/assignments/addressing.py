"""To whom work is given and until when: the fields that every form of giving has."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, time, timedelta

import streamlit as st

from core.api.assignments import END_OF_DAY, LONGEST_LATE_DAYS, OPEN_AFTER_DAYS
from pages.parts.classroom.names import short_label
from pages.parts.dates import day_in_shanghai
from pages.parts.i18n import _, ngettext
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

USUAL_DAYS = 7
LONGEST_DAYS = 366
LATE_DAYS = (0, 1, 3, OPEN_AFTER_DAYS, 14, LONGEST_LATE_DAYS)
GROUP, EVERYBODY, SOME = "group", "everybody", "some"
MOST_NAMES = 12


@dataclass(frozen=True)
class Until:
    """When work is due, and how long late work is accepted."""

    due: date
    due_time: time
    late_days: int


def class_names(who: Visitor) -> dict[str, str]:
    """Names and numbers of the class's students by id, in the order of the names."""
    names = {line.student_id: short_label(line.name, line.number) for line in who.core.answers.class_lines(who.caller)}
    return dict(sorted(names.items(), key=lambda each: each[1]))


def draw_whom(names: Mapping[str, str], prefix: str, *, group: Collection[str] = ()) -> list[str] | None:
    """Ids of the students to whom it is given; None for everybody. `names`: of the class by id; `group`: whom it is meant for at first."""
    members = [student_id for student_id in names if student_id in set(group)]
    labels = {EVERYBODY: _("Everybody ({count})").format(count=len(names)), SOME: _("Some students")}
    if members:
        label = ngettext("This student", "These students ({count})", len(members))
        labels = {GROUP: label, **labels}
    whom = st.segmented_control(
        _("For whom"),
        list(labels),
        default=next(iter(labels)),
        format_func=labels.__getitem__,
        required=True,
        key=f"{prefix}whom",
        persist_state="session",
    )
    if whom == GROUP:
        st.caption(names_text([names[student_id] for student_id in members]))
        return members
    if whom != SOME:
        return None
    return st.multiselect(
        _("Students"),
        list(names),
        default=members or None,
        format_func=names.__getitem__,
        placeholder=_("Choose students"),
        key=f"{prefix}students",
        persist_state="session",
    )


def names_text(names: Collection[str]) -> str:
    """Names one after the other, the first dozen of them."""
    shown = _(", ").join(escaped(name) for name in list(names)[:MOST_NAMES])
    hidden_count = len(names) - MOST_NAMES
    return shown if hidden_count <= 0 else _("{names} and {count} more").format(names=shown, count=hidden_count)


def draw_until(who: Visitor, prefix: str) -> Until:
    """Day and minute at which it is due, and how long late work is accepted."""
    today = day_in_shanghai(who.core.clock.now())
    day_column, time_column, late_column = st.columns([3, 2, 3], vertical_alignment="bottom")
    due = day_column.date_input(
        _("Due date"),
        value=today + timedelta(days=USUAL_DAYS),
        min_value=today,
        max_value=today + timedelta(days=LONGEST_DAYS),
        format="YYYY-MM-DD",
        key=f"{prefix}due",
    )
    minute = time_column.time_input(
        _("Due time (UTC+8)"), value=END_OF_DAY, step=timedelta(minutes=1), key=f"{prefix}time"
    )
    late_days = late_column.selectbox(
        _("Late work is accepted"),
        LATE_DAYS,
        index=LATE_DAYS.index(OPEN_AFTER_DAYS),
        format_func=late_text,
        key=f"{prefix}late",
        help=_("It is marked as late. After that it is closed; you can give single students more time."),
    )
    return Until(due, minute or END_OF_DAY, int(late_days))


def late_text(days: int) -> str:
    """`not at all`, `for 7 days more`."""
    return ngettext("for {count} day more", "for {count} days more", days) if days else _("not at all")
