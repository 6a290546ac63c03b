"""The period compared with the one before: a sentence, the months beside each other, the skills one by one."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.answers.wire import LEAST_FOR_SKILL, Change, MonthScore, Report, TimeScore
from pages.parts.dates import month_before, month_name
from pages.parts.figures import answers_name, number, with_interval, with_n
from pages.parts.i18n import _
from pages.parts.names import topic_names
from pages.parts.report.words import changes_of

MOST_LABELS = 6
"""Months named under the plot: more would stand on end on a phone."""
ENOUGH_FOR_A_LINE = 2
"""Months with answers from which on a plot of months says something."""
WHISKER_GRAY = "rgba(138, 145, 157, .9)"
"""Whiskers: a gray that is seen on paper and on ink."""


def time_before(month: str | None) -> str:
    """The name of the time that a report compares with."""
    return month_name(month_before(month)) if month else _("The 30 days before")


def change_sentence(report: Report, month: str | None) -> str:
    """Better, worse, or that it cannot be told yet; the numbers after the words."""
    change, when = report.comparison.overall, time_before(month)
    if change.difference is None:
        return _("{when}: no answers, so there is nothing to compare with yet.").format(when=when)
    before = with_n(change.before.score or 0.0, change.before.interval, change.before.n)
    against = _("{when}: {score}.").format(when=when, score=before)
    return f"{against} {verdict_sentence(change)}"


def verdict_sentence(change: Change) -> str:
    """What the interval of the difference allows to say."""
    if change.difference is None:
        return _("Nothing to compare with yet.")
    if change.interval is None:
        return _(
            "Cannot tell yet whether it got better or worse: that takes answers on at least two days in each of the two periods."
        )
    low, high = (signed(end) for end in change.interval)
    if change.verdict == "no_claim":
        return _("Cannot tell yet whether it got better or worse: the difference is {low} to {high} points.").format(
            low=low, high=high
        )
    sentence = _("The mean score went **up** by {points} points (95 % range {low} to {high}).")
    if change.verdict == "declined":
        sentence = _("The mean score went **down** by {points} points (95 % range {low} to {high}).")
    return sentence.format(points=number(abs(change.difference)), low=low, high=high)


def signed(points: float) -> str:
    """With its sign, a true minus.

    >>> signed(4.25), signed(-3), signed(0)
    ('+4.2', '−3', '0')
    """
    return f"{points:+.1f}".removesuffix(".0").replace("-", "−") if points else "0"


def draw_change(report: Report) -> None:
    """The months as spots with their 95 % ranges, the skills in words, and the same in tables."""
    st.subheader(_("Month against month"))
    months, skills, table = st.tabs([_("Months"), _("By skill"), _("Table")])
    with months:
        _draw_months(report.months)
    with skills:
        for topic, change in changes_of(report).items():
            st.markdown(f"**{topic_names()[topic]}**  \n{_skill_line(change)}")
    table.dataframe([_row(month) for month in reversed(report.months)], hide_index=True)
    st.caption(
        _(
            "A change is reported only where its 95 % range does not include 0; answers from the same day count together (Newcombe's range). Periods with different questions can be compared only roughly."
        )
    )


def _draw_months(months: list[MonthScore]) -> None:
    if sum(month.score.n > 0 for month in months) < ENOUGH_FOR_A_LINE:
        st.caption(_("There is only one month of data: comparing starts with the next."))
        return
    st.plotly_chart(
        months_figure(months),
        config={"displayModeBar": False},
        alt=_("Mean score by month with its 95 % range; the same numbers stand in the table."),
        key="months",
    )


def months_figure(months: list[MonthScore]) -> Any:
    """A spot a month with its 95 % range; months without answers are gaps."""
    import plotly.graph_objects as go

    named_scores = [(month_score.month, month_score.score, month_score.score.score) for month_score in months]
    figure = go.Figure(
        go.Scatter(
            x=[month_name(month) for month, _score, _mean in named_scores],
            y=[mean for _month, _score, mean in named_scores],
            mode="markers",
            marker={"size": 9, "opacity": 1},
            error_y={
                "type": "data",
                "symmetric": False,
                "array": [_distance_to_end(score, 1) for _month, score, _mean in named_scores],
                "arrayminus": [_distance_to_end(score, 0) for _month, score, _mean in named_scores],
                "color": WHISKER_GRAY,
                "thickness": 2,
                "width": 5,
            },
            customdata=[answers_name(score.n) for _month, score, _mean in named_scores],
            hovertemplate="%{x}<br>%{y:.1f} / 100<br>%{customdata}<extra></extra>",
            cliponaxis=False,
        )
    )
    figure.update_yaxes(range=[0, 100], tickvals=[0, 25, 50, 75, 100], title_text=_("Mean score of 100"))
    step = -(-len(named_scores) // MOST_LABELS)
    labelled = named_scores[::-step] if named_scores else []
    figure.update_xaxes(
        type="category",
        showgrid=False,
        tickvals=[month_name(month) for month, _score, _mean in labelled],
        ticktext=[month[2:] for month, _score, _mean in labelled],
        tickangle=0,
    )
    figure.update_layout(height=260, margin={"l": 8, "r": 8, "t": 16, "b": 8}, showlegend=False)
    return figure


def _distance_to_end(score: TimeScore, end: int) -> float:
    """How far the range reaches from the mean, downwards (0) or upwards (1)."""
    return abs(score.interval[end] - score.score) if score.interval and score.score is not None else 0.0


def _skill_line(change: Change) -> str:
    if change.now.n < LEAST_FOR_SKILL or change.before.n < LEAST_FOR_SKILL:
        both = _("{before} before, {now} now").format(
            before=answers_name(change.before.n), now=answers_name(change.now.n)
        )
        return _("Not enough data yet ({answers}).").format(answers=both)
    scores = _("{before} → {now}.").format(
        before=with_n(change.before.score or 0.0, change.before.interval, change.before.n),
        now=with_n(change.now.score or 0.0, change.now.interval, change.now.n),
    )
    return f"{scores} {verdict_sentence(change)}"


def _row(month: MonthScore) -> dict[str, object]:
    score = month.score
    return {
        _("Month"): month.month,
        _("Mean score of 100"): "–" if score.score is None else with_interval(score.score, score.interval),
        _("Answers"): score.n,
        _("Days"): score.days,
    }
