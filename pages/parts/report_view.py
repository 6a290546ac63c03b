"""The parts of a learning report, each number with its unit, its n and its interval."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

import streamlit as st

from core.answers.wire import PointRecord, Report
from core.wire import TOPICS
from pages.parts.bars import draw_bar
from pages.parts.evidence import draw_evidence
from pages.parts.i18n import _, ngettext
from pages.parts.names import level_name, topic_names
from pages.parts.visitor import Visitor

LEAST_FOR_SENTENCE = 5
"""Below so many answers nothing is claimed."""
LEAST_FOR_TREND = 2
"""Days; a line through one day says nothing."""


def report_sentence(report: Report) -> str:
    """What the period says, in words; what would fill it when it says nothing yet."""
    progress = report.overall_progress
    if not progress.total_attempts:
        return _("No answers in this period. Do a round of practice, and the report fills itself.")
    if progress.total_attempts < LEAST_FOR_SENTENCE:
        return _("Not enough answers for a statement yet: {count} so far, from {least} on there is one.").format(
            count=progress.total_attempts, least=LEAST_FOR_SENTENCE
        )
    skills = {topic: getattr(report.skill_analysis, topic) for topic in TOPICS}
    known = [topic for topic in TOPICS if skills[topic].n]
    best = max(known, key=lambda topic: skills[topic].score)
    worst = min(known, key=lambda topic: skills[topic].score)
    said = ngettext("{count} answer", "{count} answers", progress.total_attempts)
    if skills[best].score == skills[worst].score:
        return _("{answers}, {score} of 100 on average.").format(answers=said, score=progress.average_score)
    return _("{answers}, {score} of 100 on average. Strongest: {best}. Most to gain: {worst}.").format(
        answers=said, score=progress.average_score, best=topic_names()[best], worst=topic_names()[worst]
    )


def draw_numbers(report: Report) -> None:
    """Mean with interval, answers, days."""
    progress = report.overall_progress
    score, answers, days = st.columns(3)
    low_high = range_text(progress.interval) if progress.interval else None
    mean = f"{progress.average_score:.1f}"
    score.metric(
        _("Mean score of 100"), mean, low_high, delta_color="off", delta_arrow="off", border=True, height="stretch"
    )
    answers.metric(_("Answers"), progress.total_attempts, border=True, height="stretch")
    days.metric(_("Days with practice"), len(progress.trend_dates), border=True, height="stretch")
    st.caption(_("Period: {period}, days in UTC+8.").format(period=report.period))


def range_text(interval: tuple[float, float]) -> str:
    """A 95 % interval of a score."""
    return _("95 %: {low}–{high}").format(low=f"{interval[0]:.0f}", high=f"{interval[1]:.0f}")


def draw_trend(report: Report) -> None:
    """Mean score by day as a line, and the same numbers as a table."""
    progress = report.overall_progress
    if len(progress.trend_dates) < LEAST_FOR_TREND:
        return
    import pandas as pd
    import plotly.graph_objects as go

    st.subheader(_("Day by day"))
    figure = go.Figure(go.Scatter(x=progress.trend_dates, y=progress.score_trend, mode="lines+markers"))
    figure.update_yaxes(range=[0, 105], title=_("Mean score"))
    figure.update_xaxes(type="category")
    figure.update_layout(height=260, margin={"l": 0, "r": 0, "t": 8, "b": 0})
    chart, table = st.tabs([_("Chart"), _("Table")])
    chart.plotly_chart(figure, config={"displayModeBar": False})
    rows = {_("Day"): progress.trend_dates, _("Mean score"): progress.score_trend, _("Answers"): progress.trend_counts}
    table.dataframe(pd.DataFrame(rows), hide_index=True)


def draw_skills(report: Report) -> None:
    """A bar for each skill with answers; words for the others."""
    st.subheader(_("Skills"))
    for topic in TOPICS:
        skill = getattr(report.skill_analysis, topic)
        if skill.n:
            count = ngettext("{count} answer", "{count} answers", skill.n)
            draw_bar(
                topic_names()[topic],
                skill.score,
                f"{count} · {range_text(skill.interval)}" if skill.interval else count,
            )
        else:
            st.caption(_("{skill}: no answers yet. A round of it fills this line.").format(skill=topic_names()[topic]))


def draw_points(who: Visitor, report: Report) -> None:
    """Strongest and weakest grammar points with the answers under each."""
    left, right = st.columns(2)
    with left:
        _draw_list(who, _("Strongest points"), report.strongest, report.student_id)
    with right:
        _draw_list(who, _("Points to work on"), report.weakest, report.student_id)


def _draw_list(who: Visitor, title: str, records: Sequence[PointRecord], student_id: str) -> None:
    st.subheader(title)
    if not records:
        st.caption(_("Not enough data yet: a point is named from two answers on."))
    for record in records:
        with st.container(border=True):
            counts = _("{right} of {count} right").format(right=record.correct, count=record.n)
            st.markdown(f"{record.point_id} {record.name}  \n:small[:gray[{level_name(record.level)} · {counts}]]")
            draw_evidence(who, student_id, record.evidence)


def csv_of(report: Report) -> bytes:
    """The report as CSV with a byte order mark, so that spreadsheets read the Chinese."""
    out = StringIO()
    rows = csv.writer(out)
    rows.writerow(["part", "name", "value", "n"])
    progress = report.overall_progress
    rows.writerow(["period", report.period, "", ""])
    rows.writerow(["overall", "average_score", progress.average_score, progress.total_attempts])
    days = zip(progress.trend_dates, progress.score_trend, progress.trend_counts, strict=True)
    rows.writerows(["day", day, score, count] for day, score, count in days)
    for topic in TOPICS:
        skill = getattr(report.skill_analysis, topic)
        rows.writerow(["skill", topic, skill.score if skill.n else "", skill.n])
    for part, records in (("strongest", report.strongest), ("weakest", report.weakest)):
        rows.writerows([part, f"{row.point_id} {row.name}", row.correct, row.n] for row in records)
    return out.getvalue().encode("utf-8-sig")
