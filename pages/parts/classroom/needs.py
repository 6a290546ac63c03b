"""What the class needs: what to teach next, who needs the same thing, who needs help; each with its reason."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.knowledge.wire import ClassMap, NeedsHelp
from core.tables.points import KnowledgePoint
from pages.parts.addresses import page_named
from pages.parts.classroom.heat_map import in_one_language
from pages.parts.i18n import _, ngettext
from pages.parts.map.words import joined, level_short, names_of, shortened
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

AT_ONCE = 8
NAMES_AT_ONCE = 12


def first_sentence(view: ClassMap) -> str:
    """What to do first."""
    said = []
    if view.teach_next:
        said.append(_("Teach next: **{point}**.").format(point=escaped(shortened(view.teach_next[0].name))))
    if view.needs_help:
        said.append(
            ngettext("{count} student needs help, below.", "{count} students need help, below.", len(view.needs_help))
        )
    return joined(said) or _("Nobody needs special attention. The map shows where each student is.")


def draw_teach_next(view: ClassMap) -> None:
    """Points that would help many."""
    st.subheader(_("Teach this next"))
    if not view.teach_next:
        st.caption(_("Nobody is ready for a new point yet: more rounds of practice will show what comes next."))
    for each in view.teach_next[:AT_ONCE]:
        with st.container(border=True):
            level = _("Level {level}").format(level=level_short(each.level))
            st.markdown(
                f"**{escaped(each.point_id)} {escaped(each.name)}**  \n:small[:gray[{level} ·]] {escaped(each.reason)}"
            )
            st.page_link(
                page_named("points"),
                label=_("Read about this point"),
                icon=":material/menu_book:",
                query_params={"point": each.point_id},
            )


def draw_groups(view: ClassMap) -> None:
    """Students to take together."""
    st.subheader(_("Groups by need"))
    if not view.groups:
        st.caption(_("No two students need the same point next."))
    for group in view.groups[:AT_ONCE]:
        with st.container(border=True):
            count = ngettext("{count} student", "{count} students", len(group.students))
            st.markdown(
                f"**{escaped(group.point_id)} {escaped(shortened(group.name, 40))}** · {count}  \n{escaped(group.reason)}"
            )
            st.caption(_names(group.names))


def _names(names: Sequence[str]) -> str:
    said = _(", ").join(escaped(in_one_language(name)) for name in names[:NAMES_AT_ONCE])
    left = len(names) - NAMES_AT_ONCE
    return said if left <= 0 else _("{names} and {count} more").format(names=said, count=left)


def draw_help(who: Visitor, view: ClassMap) -> None:
    """Who needs help, the figures that say so, and the ways on."""
    st.subheader(_("Who needs help"))
    if not view.needs_help:
        st.caption(
            _(
                "Nobody at the moment: nobody's scores have clearly fallen, nobody has been away for two weeks, and nobody is clearly weak on many points."
            )
        )
    rows: dict[str, KnowledgePoint] = who.core.tables.points.by_id
    for each in view.needs_help[:AT_ONCE]:
        _draw_one(each, rows)
    later = view.needs_help[AT_ONCE:]
    if later:
        with st.expander(ngettext("{count} more student", "{count} more students", len(later)), type="compact"):
            for each in later:
                _draw_one(each, rows)


def _draw_one(each: NeedsHelp, rows: dict[str, KnowledgePoint]) -> None:
    with st.container(border=True):
        reasons = "  \n".join(escaped(reason) for reason in each.reasons)
        st.markdown(f"**{escaped(each.name)}**  \n{reasons}")
        if each.weakest:
            st.caption(_("Weakest points: {points}").format(points=names_of(each.weakest, rows)))
        draw_ways(each.student_id)


def draw_ways(student_id: str) -> None:
    """To a student's map, report and portrait."""
    with st.container(horizontal=True):
        for name, label, icon in (
            ("knowledge_map", _("Map"), ":material/hub:"),
            ("report", _("Report"), ":material/monitoring:"),
            ("portrait", _("Portrait"), ":material/face:"),
        ):
            st.page_link(page_named(name), label=label, icon=icon, query_params={"student": student_id})
