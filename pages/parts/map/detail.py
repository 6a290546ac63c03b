"""The details of a point: its numbers and the answers they rest on, its prerequisites, what it leads on to, what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime

import streamlit as st

from core.answers.wire import StartPractice
from core.api.marking import TEACHER_WEIGHT
from core.errors import NotFound, WenluError
from core.knowledge.wire import EvidenceLine, GoalRequest, PointDetail, PrerequisiteLine
from core.tables.points import KnowledgePoint, Points
from pages.parts.addresses import page_named
from pages.parts.assignments.gift import Gift, draw_give_button, may_give
from pages.parts.brand import KAI
from pages.parts.dates import day_name, short_day
from pages.parts.evidence import draw_evidence
from pages.parts.figures import number
from pages.parts.i18n import _, language, ngettext
from pages.parts.map.choice import choose, leave_point
from pages.parts.map.words import (
    COLORS,
    GLYPHS,
    READY_COLOR,
    READY_GLYPH,
    basis_text,
    estimate_text,
    level_short,
    passed_over_text,
    right_text,
    status_names,
)  # fmt: skip
from pages.parts.practice.begin import begin_round
from pages.parts.shown_text import escaped, escaped_html, escaped_lines
from pages.parts.visitor import Visitor

ROUND_CARDS = 5
MOST_LINES = 6
NAME_PX, LONG_NAME_PX, LONG_NAME = 28, 22, 24
"""Names of more characters than `LONG_NAME` (lists of words) are written smaller, so that the numbers stay in sight."""
ERROR = "map_error"


def draw_detail(who: Visitor, student_id: str, point_id: str, rows: Mapping[str, KnowledgePoint]) -> None:
    """The chosen point, and the way back to the points that come next."""
    with st.container(border=True, key="map_detail"):
        st.button(_("Close"), icon=":material/arrow_back:", type="tertiary", key="map_close", on_click=leave_point)
        if error := st.session_state.pop(ERROR, None):
            st.warning(escaped(error), icon=":material/info:")
        try:
            detail = who.core.knowledge.detail(student_id, point_id, who.caller)
        except NotFound as error:
            st.warning(escaped(error.remedy(language())), icon=":material/search_off:")
            return
        _draw_head(detail, rows[point_id], who.core.tables.points)
        _draw_numbers(detail)
        _draw_actions(who, student_id, detail)
        st.markdown(escaped_lines(detail.explanation))
        _draw_neighbours(_("Learn first"), detail.prerequisites, rows, "needs")
        part_ids = {child.point_id for child in detail.children}
        leads = [line for line in detail.leads_to if line.point_id not in part_ids]
        _draw_neighbours(_("Leads on to"), leads, rows, "leads")
        _draw_children(detail, rows)
        _draw_evidence(who, student_id, detail)


def _draw_head(detail: PointDetail, row: KnowledgePoint, table: Points) -> None:
    english = "" if language() == "zh" else f'<div style="font-size:15px">{escaped_html(row.short.en)}</div>'
    size = NAME_PX if len(row.short.zh) <= LONG_NAME else LONG_NAME_PX
    st.html(f'<div lang="zh-CN" style="font:{size}px/1.35 {KAI}">{escaped_html(row.short.zh)}</div>{english}')
    st.caption(
        _("{point} · level {level} · {category}").format(
            point=row.id,
            level=level_short(row.level),
            category=table.category_text(row.category.split("/"), language()),
        )
    )
    st.caption(_("In the standard: {title}").format(title=escaped(row.title_in(language()))))
    state = detail.state
    ready = (
        f' <span style="color:{READY_COLOR}">{READY_GLYPH}</span> {escaped_html(_("Ready to learn"))}'
        if state.ready
        else ""
    )
    st.html(
        f'<div style="font-size:17px"><span aria-hidden="true" style="color:{COLORS[state.shown]};font-size:22px">'
        f"{GLYPHS[state.shown]}</span> <strong>{escaped_html(status_names()[state.shown])}</strong> · "
        f"{escaped_html(right_text(state))}{ready}</div>"
    )


def _draw_numbers(detail: PointDetail) -> None:
    """Today's estimate with its band, the answers it rests on, and the forecast without new answers."""
    state = detail.state
    st.markdown(_("Estimate today: **{estimate}**").format(estimate=estimate_text(state)))
    st.caption(basis_text(state) + (" · " + _("80 % range") if state.enough else ""))
    if passed_over := passed_over_text(state):
        st.caption(passed_over)
    if state.enough and detail.without_new_answers:
        forecast = " · ".join(
            f"{short_day(date.fromisoformat(day))} {number(100 * mastery)} %"
            for day, mastery in detail.without_new_answers[1:]
        )
        st.caption(_("Without new answers: {forecast}").format(forecast=forecast))


def _draw_actions(who: Visitor, student_id: str, detail: PointDetail) -> None:
    """Buttons to practise the point, to contest its value and to make it the target for the student; for a teacher one that gives."""
    if may_give(who):
        title = _("Practise: {point}").format(point=detail.state.name)
        gift = Gift(title=title, point_id=detail.state.point_id, student_ids=(student_id,), mends=True)
        draw_give_button(gift, "map_give", label=_("Give to this student"), in_fragment=True)
    if who.account.role != "student":
        return
    if not detail.can_practise and detail.state.kind == "point":
        st.caption(_("There are no exercises on this point yet."))
    elif not detail.can_practise:
        st.caption(
            _("There are no exercises on this point by itself yet; those on the point it belongs to come nearest.")
        )
    with st.container(horizontal=True):
        if detail.can_practise and st.button(
            _("Practise this"), type="primary", icon=":material/edit_note:", key="map_practise"
        ):
            _practise(who, detail.state.point_id)
        if detail.can_practise and st.button(
            _("Contest this value"),
            icon=":material/gavel:",
            key="map_contest",
            help=_(
                "Three exercises on this point decide: the value moves with your answers, and the page says by how much."
            ),
        ):
            _contest(who, student_id, detail.state.point_id)
        st.button(
            _("Set as target"),
            icon=":material/flag:",
            key="map_target",
            on_click=_set_target,
            args=(who, student_id, detail.state.point_id),
        )


def _practise(who: Visitor, point_id: str) -> None:
    request = StartPractice(student_id=who.student_id, points=[point_id], topics=["grammar"], count=ROUND_CARDS)
    nothing_left = _(
        "You have done all exercises on this point in the last 14 days. Come back later or choose another."
    )
    begin_round(who, [request], nothing_left=nothing_left)


def _contest(who: Visitor, student_id: str, point_id: str) -> None:
    try:
        contest = who.core.contests.of_point(student_id, point_id, who.caller)
    except WenluError as error:
        st.warning(escaped(error.remedy(language())), icon=":material/info:")
        return
    st.switch_page(page_named("practice"), query_params={"session": contest.session_id})


def _set_target(who: Visitor, student_id: str, point_id: str) -> None:
    try:
        who.core.knowledge.set_goal(GoalRequest(student_id=student_id, points=[point_id]), who.caller)
    except WenluError as error:
        st.session_state[ERROR] = error.remedy(language())
        return
    st.toast(_("This point is your target now. The page Path and peers shows the way there."), icon=":material/flag:")


def _draw_neighbours(
    title: str, lines: Sequence[PrerequisiteLine], rows: Mapping[str, KnowledgePoint], name: str
) -> None:
    """Neighbouring points with their statuses; a click opens one."""
    if not lines:
        return
    st.markdown(f"**{title}**")
    with st.container(gap=None):
        for line in lines[:MOST_LINES]:
            _draw_neighbour(line, rows, name)
    if len(lines) > MOST_LINES:
        hidden_count = len(lines) - MOST_LINES
        with st.expander(ngettext("{count} more point", "{count} more points", hidden_count), type="compact"):
            for line in lines[MOST_LINES:]:
                _draw_neighbour(line, rows, name)


def _draw_neighbour(line: PrerequisiteLine, rows: Mapping[str, KnowledgePoint], name: str) -> None:
    label = f"{GLYPHS[line.status]} {line.point_id} {escaped(rows[line.point_id].short.get(language()))}"
    st.button(
        label,
        type="tertiary",
        key=f"map_{name}_{line.point_id}",
        on_click=choose,
        args=(rows[line.point_id],),
        help=f"{status_names()[line.status]} · {escaped(line.reason)}",
    )


def _draw_children(detail: PointDetail, rows: Mapping[str, KnowledgePoint]) -> None:
    lines = [
        PrerequisiteLine(point_id=child.point_id, name=child.short_name, status=child.shown, reason=right_text(child))
        for child in detail.children
    ]
    _draw_neighbours(_("Its parts"), lines, rows, "part")


def _draw_evidence(who: Visitor, student_id: str, detail: PointDetail) -> None:
    """The answers, and how much each still counts today."""
    if not detail.evidence:
        return
    sources = [line.source for line in reversed(detail.evidence) if line.opens]
    draw_evidence(who, student_id, list(dict.fromkeys(sources)), name=detail.state.point_id)
    written = any(line.kind in ("essay_error", "essay_marked", "essay_use") for line in detail.evidence)
    if written and who.account.role == "student":
        st.page_link(page_named("writing"), label=_("Your essays"), icon=":material/ink_pen:")
    with st.expander(
        _("How much each piece of evidence still counts today"), icon=":material/balance:", type="compact"
    ):
        st.dataframe([_evidence_row(line) for line in detail.evidence], hide_index=True)
        st.caption(
            _(
                "Older answers count less: after 60 days one counts half. Added up like this: right {right}, wrong {wrong}."
            ).format(right=f"{detail.right:.2f}", wrong=f"{detail.wrong:.2f}")
        )
        if any(line.kind == "essay_marked" for line in detail.evidence):
            said = _("An error that a teacher marked weighs {weight} at first, whichever way the mark came.")
            st.caption(said.format(weight=number(TEACHER_WEIGHT)))


def _evidence_row(line: EvidenceLine) -> dict[str, object]:
    return {
        _("Day"): day_name(datetime.fromisoformat(line.occurred_at)),
        _("What"): kind_names().get(line.kind, line.kind),
        _("Right answers"): f"{100 * line.outcome:.0f} %",
        _("Weight at first"): number(line.weight),
        _("Weight today"): f"{line.counts:.2f}",
    }


def kind_names() -> dict[str, str]:
    """Kinds of evidence in the interface language."""
    return {
        "answer": _("answer"),
        "comprehension": _("answer on a text that uses it"),
        "essay_error": _("error in an essay"),
        "essay_marked": _("error that your teacher marked in an essay"),
        "essay_use": _("used well in an essay"),
        "appeal_upheld": _("answer your teacher agreed with"),
        "retraction": _("first mark taken back"),
        "proof": _("extra weight of an exercise on a contested value"),
    }
