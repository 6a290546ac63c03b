"""The numbers of a report: the period at a glance, day by day, skill by skill."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.answers.wire import LEAST_FOR_SKILL, OverallProgress, Report, SkillScore
from core.wire import Topic
from pages.parts.bars import draw_bar
from pages.parts.figures import answers_name, with_interval, with_n
from pages.parts.i18n import _, ngettext
from pages.parts.names import topic_names
from pages.parts.report.change import time_before
from pages.parts.report.words import skill_level_names, skills_of

MARKER_PX, LARGEST_PX = 5, 12
"""A day's disc grows with the root of its answers, so that its area is their number."""
MEAN_LINE = "#8A919D"
"""A gray that is seen on paper and on ink."""
QUIET_METRIC: dict[str, Any] = {"delta_color": "off", "delta_arrow": "off", "border": True}


def draw_glance(report: Report, month: str | None) -> None:
    """Mean, days, and the time before: three numbers, each with what stands under it."""
    progress = report.overall_progress
    mean, days, period_before = st.columns(3)
    mean.metric(
        _("Mean score of 100"),
        with_interval(progress.average_score, progress.interval),
        answers_name(progress.total_attempts),
        help=_("With its 95 % range (Wilson): with few answers it is wide."),
        **QUIET_METRIC,
    )
    per_day = round(progress.total_attempts / len(progress.trend_dates))
    days.metric(
        _("Days with answers"),
        len(progress.trend_dates),
        ngettext("about {count} answer a day", "about {count} answers a day", per_day),
        **QUIET_METRIC,
    )
    before = report.comparison.overall.before
    period_before.metric(
        time_before(month),
        "–" if before.score is None else with_interval(before.score, before.interval),
        answers_name(before.n) if before.n else _("no answers"),
        help=_("The period before. Periods with different questions compare only roughly."),
        **QUIET_METRIC,
    )


def draw_trend(progress: OverallProgress) -> None:
    """Mean score by day, as a chart and as the same numbers in a table."""
    st.subheader(_("Day by day"))
    chart, table = st.tabs([_("Chart"), _("Table")])
    with chart:
        if len(progress.trend_dates) > 1:
            st.plotly_chart(
                trend_figure(progress),
                config={"displayModeBar": False},
                alt=_("Mean score by day; the same numbers stand in the table."),
                key="trend",
            )
        else:
            st.caption(_("One day does not make a line: practise on another day to see it begin."))
    columns = (progress.trend_dates, progress.trend_counts, progress.score_trend)
    rows = zip(*(reversed(column) for column in columns), strict=True)
    names = (_("Day"), _("Answers"), _("Mean score of 100"))
    table.dataframe([dict(zip(names, row, strict=True)) for row in rows], hide_index=True)


def trend_figure(progress: OverallProgress) -> Any:
    """A disc a day, its area the number of answers; the dashed line is the mean of the whole time."""
    import plotly.graph_objects as go

    most = max(progress.trend_counts)
    sizes = [MARKER_PX + (LARGEST_PX - MARKER_PX) * (count / most) ** 0.5 for count in progress.trend_counts]
    labels = [answers_name(count) for count in progress.trend_counts]
    figure = go.Figure(
        go.Scatter(
            x=progress.trend_dates,
            y=progress.score_trend,
            mode="lines+markers",
            marker={"size": sizes, "opacity": 1},
            line={"width": 1.5},
            cliponaxis=False,
            customdata=labels,
            hovertemplate="%{x|%Y-%m-%d}<br>%{y:.1f} / 100<br>%{customdata}<extra></extra>",
        )
    )
    figure.add_hline(y=progress.average_score, line={"dash": "dash", "width": 1, "color": MEAN_LINE})
    figure.update_yaxes(range=[0, 100], tickvals=[0, 25, 50, 75, 100], title_text=_("Mean score of 100"))
    figure.update_xaxes(tickformat="%m-%d", nticks=8, showgrid=False)
    figure.update_layout(height=260, margin={"l": 8, "r": 8, "t": 16, "b": 8}, showlegend=False)
    return figure


def draw_skills(report: Report) -> None:
    """The four skills as bars with level and n; in words what would fill an empty one."""
    st.subheader(_("Skills"))
    with st.container(border=True):
        for topic, skill in skills_of(report).items():
            _draw_skill(topic, skill)
    st.caption(_("Excellent from 90, good from 75, average from 60 of 100 points; after each mean its 95 % range."))


def _draw_skill(topic: Topic, skill: SkillScore) -> None:
    name = topic_names()[topic]
    if skill.n >= LEAST_FOR_SKILL:
        level = skill_level_names()[skill.level]
        draw_bar(name, skill.score, f"{level} · {with_n(skill.score, skill.interval, skill.n)}")
        return
    missing = ngettext("{count} more answer needed", "{count} more answers needed", LEAST_FOR_SKILL - skill.n)
    nothing = _("Not enough data yet")
    st.markdown(f"{name}  \n:small[:gray[{nothing} ({answers_name(skill.n)}): {missing}]]")
