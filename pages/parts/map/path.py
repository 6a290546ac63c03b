"""The path in stages: which points come when, which are reviewed on the way, how long each stage takes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import streamlit as st

from core.answers.wire import StartPractice
from core.knowledge.wire import LearningPath, PathStage
from core.records.learner import LearningGoal
from core.tables.points import KnowledgePoint
from pages.parts.addresses import page_named
from pages.parts.dates import day_name
from pages.parts.figures import number
from pages.parts.i18n import _, language, ngettext
from pages.parts.level import level_of_path, level_sentence
from pages.parts.map.words import joined, level_short, names_of, points_name
from pages.parts.practice.begin import begin_round
from pages.parts.visitor import Visitor

MOST_STAGES = 6
NAMED_IN_TITLE = 3
"""Points that stand in the title of a stage."""
ROUND_CARDS = 10
LEAST_MINUTES_FOR_HOURS = 90
"""From this length on a stage's time is written in hours."""


def path_sentence(path: LearningPath, goal: LearningGoal | None, rows: Mapping[str, KnowledgePoint]) -> str:
    """The student's level, how far it is to the target, whether the date can be kept: numbers with what they rest on."""
    if not path.shortest_path:
        return _("Everything on the way to this target is met. Choose a new one below.")
    target = _("level {level}").format(level=_level_text(path.target_level))
    if goal is not None and goal.points:
        target = names_of(goal.points, dict(rows), 3)
    sentences = [_level_sentence(path), _distance_sentence(path, target)]
    if path.due is not None and path.on_time is not None:
        day = day_name(date.fromisoformat(path.due))
        sentences.append(
            _("At this pace you get there by {day}.").format(day=day)
            if path.on_time
            else _("At this pace {day} is too early: choose more minutes a week, or a later date.").format(day=day)
        )
    return joined(sentences)


def _level_sentence(path: LearningPath) -> str:
    if not path.level_known:
        return _(
            "Your level is not known yet, so the path begins at level {level}. A placement finds it in ten minutes."
        ).format(level=_level_text(path.current_level))
    return level_sentence(level_of_path(path))


def _distance_sentence(path: LearningPath, target: str) -> str:
    points = points_name(path.shortest_path)
    pace = _("at your pace of {minutes} minutes a week") if path.pace_known else _("assuming {minutes} minutes a week")
    return _("To reach {aim}: {points} to go, about {hours} h, {pace}.").format(
        aim=target, points=points, hours=number(path.hours), pace=pace.format(minutes=path.minutes_a_week)
    )


def _level_text(text: str) -> str:
    return level_short(int(text.removeprefix("level_")))


def draw_stages(who: Visitor, path: LearningPath, rows: Mapping[str, KnowledgePoint]) -> None:
    """The stages in order; the first is unfolded, the others unfold on a click."""
    if not path.path:
        return
    st.subheader(_("Stages"))
    for stage in path.path[:MOST_STAGES]:
        _draw_stage(who, stage, rows)
    later = path.path[MOST_STAGES:]
    if later:
        minutes = sum(stage.estimated_duration for stage in later)
        st.caption(
            ngettext(
                "{count} more stage follows, about {hours} h; it opens as you go.",
                "{count} more stages follow, about {hours} h; they open as you go.",
                len(later),
                hours=number(minutes / 60),
            )
        )


def _draw_stage(who: Visitor, stage: PathStage, rows: Mapping[str, KnowledgePoint]) -> None:
    opened = st.expander(
        stage_title(stage, rows), expanded=stage.stage == 1, key=f"map_stage_{stage.stage}", on_change="rerun"
    )
    if not opened.open:
        return
    with opened:
        with st.container(gap="xsmall"):
            for point_id in stage.points:
                if point_id in rows:
                    _draw_point_link(who, rows[point_id])
        if stage.reviews:
            st.caption(_("To review on the way: {points}").format(points=names_of(stage.reviews, dict(rows), 8)))
        if who.account.role == "student" and st.button(
            _("Practise this stage"),
            type="primary" if stage.stage == 1 else "secondary",
            icon=":material/edit_note:",
            key=f"map_practise_{stage.stage}",
        ):
            _practise(who, stage, rows)


def _draw_point_link(who: Visitor, row: KnowledgePoint) -> None:
    query = {"point": row.id}
    if who.account.role != "student":
        query["student"] = st.query_params.get("student", "")
    st.page_link(page_named("knowledge_map"), label=f"{row.id} {row.short.get(language())}", query_params=query)


def stage_title(stage: PathStage, rows: Mapping[str, KnowledgePoint]) -> str:
    """What one can use after it, then how long it takes: `比 (comparing); 把 … (…) and 9 more · 95 min · from week 3`."""
    points = names_of(stage.points, dict(rows), NAMED_IN_TITLE)
    minutes = stage.estimated_duration
    time = (
        _("{hours} h").format(hours=number(minutes / 60))
        if minutes >= LEAST_MINUTES_FOR_HOURS
        else _("{minutes} min").format(minutes=minutes)
    )
    return _("{points} · level {level} · {time} · from week {week}").format(
        points=points, level=level_short(stage.level), time=time, week=stage.week
    )


def _practise(who: Visitor, stage: PathStage, rows: Mapping[str, KnowledgePoint]) -> None:
    """Start a round on the stage; where its points have no exercises of their own, on the points that they are parts of."""
    points = list(dict.fromkeys([*stage.points, *stage.reviews]))
    parent_ids = [
        rows[point_id].parent_id for point_id in points if point_id in rows and rows[point_id].parent_id in rows
    ]
    requests = [
        StartPractice(student_id=who.student_id, points=round_points, topics=["grammar"], count=ROUND_CARDS)
        for round_points in (points, list(dict.fromkeys(parent_ids)))
        if round_points
    ]
    nothing_left = _(
        "There are no new exercises for this stage: none comes back within 14 days. Try another stage, or come back later."
    )
    begin_round(who, requests, nothing_left=nothing_left)


def draw_replan() -> None:
    """A button that reruns the page: the path is computed from all answers up to now on every run."""
    if st.button(_("Plan again from today"), icon=":material/refresh:", key="map_again"):
        st.toast(_("The path follows your answers up to this moment."), icon=":material/route:")
