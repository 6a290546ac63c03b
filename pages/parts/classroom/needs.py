"""What the class needs: what to teach next, who needs the same thing, who needs help; each with its reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import streamlit as st

from core.knowledge.wire import ClassMap, NeedGroup, NeedsHelp, TeachNext
from core.tables.points import KnowledgePoint
from pages.parts.addresses import page_named
from pages.parts.assignments.gift import Gift, draw_give_button
from pages.parts.classroom.names import short_label
from pages.parts.i18n import _, ngettext
from pages.parts.map.words import joined, level_short, names_of
from pages.parts.names import student_label
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FIRST_SHOWN = 4
"""Cards of a part that are drawn with the page. The others are drawn when they are looked at: each is five to eight elements for the browser,
and the picture above them waits for all."""
MOST_SHOWN = 8
MOST_NAMES = 12
Card = TypeVar("Card", TeachNext, NeedGroup, NeedsHelp)


def first_sentence(view: ClassMap) -> str:
    """What to teach next and how many students need help, in a sentence or two."""
    sentences = []
    if view.teach_next:
        sentences.append(_("Teach next: **{point}**.").format(point=escaped(view.teach_next[0].name)))
    if view.needs_help:
        sentences.append(
            ngettext("{count} student needs help, below.", "{count} students need help, below.", len(view.needs_help))
        )
    return joined(sentences) or _("Nobody needs special attention. The map shows where each student is.")


def first_point(points: Sequence[TeachNext]) -> str | None:
    """The name of the point to teach next; None without one."""
    return points[0].name if points else None


@st.fragment
def draw_advice(who: Visitor, first: str | None) -> None:
    """What to teach next, and beside it who needs the same thing. Opening a fold reruns this part alone, which reads the class again; where that no
    longer begins with the point that the first sentence names (`first`), the whole page is drawn again."""
    advice = who.core.knowledge.class_advice(who.caller)
    if first_point(advice.teach_next) != first:
        st.rerun()
    teach_next, groups = st.columns(2, gap="medium")
    with teach_next:
        _draw_teach_next(advice.teach_next[:MOST_SHOWN])
    with groups:
        _draw_groups(advice.groups[:MOST_SHOWN])


def _draw_teach_next(points: Sequence[TeachNext]) -> None:
    """The points that would help most students."""
    st.subheader(_("Teach this next"))
    if not points:
        st.caption(_("Nobody is ready for a new point yet: more rounds of practice will show what comes next."))
    _draw_cards(
        points, _draw_point, lambda count: ngettext("{count} more point", "{count} more points", count), "next_more"
    )


def _draw_point(point: TeachNext) -> None:
    with st.container(border=True):
        level = _("Level {level}").format(level=level_short(point.level))
        st.markdown(
            f"**{escaped(point.point_id)} {escaped(point.name)}**  \n:small[:gray[{level} ·]] {escaped(point.reason)}"
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            title = _("Practise: {point}").format(point=point.name)
            draw_give_button(
                Gift(title=title, point_id=point.point_id, mends=True),
                f"next_give_{point.point_id}",
                label=_("Give to the class"),
                in_fragment=True,
            )
            st.page_link(
                page_named("points"),
                label=_("Read about this point"),
                icon=":material/menu_book:",
                query_params={"point": point.point_id},
            )


def _draw_groups(groups: Sequence[NeedGroup]) -> None:
    """Groups of students who need the same point next."""
    st.subheader(_("Groups by need"))
    if not groups:
        st.caption(_("No two students need the same point next."))
    _draw_cards(
        groups, _draw_group, lambda count: ngettext("{count} more group", "{count} more groups", count), "groups_more"
    )


def _draw_group(group: NeedGroup) -> None:
    with st.container(border=True):
        count = ngettext("{count} student", "{count} students", len(group.students))
        st.markdown(f"**{escaped(group.point_id)} {escaped(group.name)}** · {count}  \n{escaped(group.reason)}")
        st.caption(_names_text(group.names, group.numbers))
        title = _("Practise: {point}").format(point=group.name)
        gift = Gift(title=title, point_id=group.point_id, student_ids=tuple(group.students), mends=True)
        label = _("Give to these {count}").format(count=len(group.students))
        draw_give_button(gift, f"group_give_{group.point_id}", label=label, in_fragment=True)


def _draw_cards(cards: Sequence[Card], draw: Callable[[Card], None], more: Callable[[int], str], key: str) -> None:
    """The first cards, and a fold with the others, which opens by a rerun of the part that draws it."""
    for card in cards[:FIRST_SHOWN]:
        draw(card)
    if rest := cards[FIRST_SHOWN:]:
        label = more(len(rest)).format(count=len(rest))
        with st.expander(label, type="compact", on_change="rerun", key=key) as opened:
            if opened.open:
                for card in rest:
                    draw(card)


def _names_text(names: Sequence[str], numbers: Sequence[str]) -> str:
    labels = map(short_label, names[:MOST_NAMES], numbers)
    shown = _(", ").join(map(escaped, labels))
    hidden_count = len(names) - MOST_NAMES
    return shown if hidden_count <= 0 else _("{names} and {count} more").format(names=shown, count=hidden_count)


@st.fragment
def draw_help(who: Visitor, count: int) -> None:
    """The students who need help, with the figures that show it and links to their pages. Where they are no longer as many as the first sentence
    of the page says (`count`), the whole page is drawn again."""
    students = who.core.knowledge.students_in_need(who.caller)
    if len(students) != count:
        st.rerun()
    st.subheader(_("Who needs help"))
    if not students:
        st.caption(
            _(
                "Nobody at the moment: nobody's scores have clearly fallen, nobody has been away for two weeks, and nobody is clearly weak on many points."
            )
        )
    rows: dict[str, KnowledgePoint] = who.core.tables.points.by_id
    _draw_cards(
        students,
        lambda student: _draw_student(student, rows),
        lambda count: ngettext("{count} more student", "{count} more students", count),
        "class_help_more",
    )


def _draw_student(student: NeedsHelp, rows: dict[str, KnowledgePoint]) -> None:
    with st.container(border=True):
        reasons = "  \n".join(escaped(reason) for reason in student.reasons)
        st.markdown(f"**{escaped(student_label(student.name, student.number))}**  \n{reasons}")
        if student.weakest:
            st.caption(_("Weakest points: {points}").format(points=names_of(student.weakest, rows)))
        draw_links(student.student_id)


def draw_links(student_id: str) -> None:
    """Links to a student's map, report and portrait."""
    with st.container(horizontal=True):
        for name, label, icon in (
            ("knowledge_map", _("Map"), ":material/hub:"),
            ("report", _("Report"), ":material/monitoring:"),
            ("portrait", _("Portrait"), ":material/face:"),
        ):
            st.page_link(page_named(name), label=label, icon=icon, query_params={"student": student_id})
