"""Figures of a text's level: interval, curves under both standards, words above a level, what to change."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.tables.points import Points
from core.texts.wire import TextView
from pages.parts.figures import number
from pages.parts.i18n import _, language
from pages.parts.map.words import level_short
from pages.parts.shown_text import escaped
from pages.parts.texts.reading import catalogue_of
from pages.parts.visitor import Visitor

UNDERSTANDING_SHARE = 0.95
"""Share of known words from which on a text is understood (Laufer 1989)."""
STEADY_WORDS = 60
"""Number of words from which on the level is exact more often than not; a caption says that below it is rough."""
MOST_STANDING_OUT = 4
"""Words, and points, that are named of a text without a level."""
METRIC_STYLE: dict[str, Any] = {"border": True}


def draw_level(who: Visitor, view: TextView) -> None:
    """The level, its interval, and the reasons in one sentence; of a short text what stands out, and no level."""
    result = view.result
    if not result.known:
        st.info(
            _("No Chinese words were found that could be judged. Paste a text of at least a sentence."),
            icon=":material/info:",
        )
        return
    if not result.level_known:
        st.info(escaped(short_text_sentence(view, who.core.tables.points)), icon=":material/info:")
        return
    low, high = result.level_interval
    level, words, points = st.columns(3)
    level.metric(
        _("Level (GF 0025-2021)"),
        level_short(int(result.difficulty_level)),
        help=_("The level at which 95 % of the words and characters are known."),
        **METRIC_STYLE,
    )
    words.metric(
        _("80 % range"),
        level_short(low) if low == high else f"{level_short(low)} – {level_short(high)}",
        **METRIC_STYLE,
    )
    points.metric(_("Grammar points found"), len(result.grammar_list), **METRIC_STYLE)
    st.markdown(reasons_sentence(view))
    if result.words < STEADY_WORDS:
        st.caption(
            _(
                "Only {count} words: a level of so short a text is rough. From about {enough} words on it is steadier."
            ).format(count=result.words, enough=STEADY_WORDS)
        )


def short_text_sentence(view: TextView, points_table: Points) -> str:
    """Why a short text gets no level, from how many words on there is one, and what stands out in this one."""
    reasons = view.result.reasons
    words = [
        f"{word.word} ({_('not on the list') if word.level is None else level_short(word.level)})"
        for word in reasons.words[:MOST_STANDING_OUT]
    ]
    points = [points_table.short_name(point.id).get(language()) for point in reasons.points[:MOST_STANDING_OUT]]
    sentence = (
        _(
            "Too short for a level: that takes at least {enough} words, not counting names and numbers, and this text has {count}. What stands out: {things}."
        )
        if words or points
        else _(
            "Too short for a level: that takes at least {enough} words, not counting names and numbers, and this text has {count}. Nothing in it stands out."
        )
    )
    return sentence.format(enough=view.least_words, count=view.result.words, things=_(", ").join([*words, *points]))


def reasons_sentence(view: TextView) -> str:
    """One sentence: the words and points that weigh most, and the length of clauses."""
    reasons = view.result.reasons
    words = "、".join(word.word for word in reasons.words[:5])
    parts = []
    if words:
        parts.append(_("Words that the level below does not hold: {words}.").format(words=words))
    if reasons.points:
        points = "".join(point.id for point in reasons.points[:4])
        parts.append(_("Grammar points at or above its level: {points}.").format(points=points))
    parts.append(_("Its clauses have {mean} words on average.").format(mean=number(reasons.words_per_clause)))
    return " ".join(parts)


def draw_curve(view: TextView) -> None:
    """Share of the words known at each level, under both standards, as a chart and as a table."""
    st.subheader(_("Words known at each level"))
    chart, table = st.tabs([_("Chart"), _("Table")])
    with chart:
        st.plotly_chart(
            curve_figure(view),
            config={"displayModeBar": False},
            alt=_("Share of known words by level under both standards; the same numbers stand in the table."),
            key="coverage",
        )
    rows = [
        {
            _("Level"): level_short(level),
            **{f"{curve.standard} · {_('words')}": f"{curve.words[level - 1]:.0%}" for curve in view.result.coverage},
            **{
                f"{curve.standard} · {_('characters')}": f"{curve.characters[level - 1]:.0%}"
                for curve in view.result.coverage
            },
        }
        for level in range(1, 8)
    ]
    table.dataframe(rows, hide_index=True)


def curve_figure(view: TextView) -> Any:
    """A line for each standard; the dashed line is the share from which on a text is understood."""
    import plotly.graph_objects as go

    names = [level_short(level) for level in range(1, 8)]
    figure = go.Figure()
    for curve, dash, symbol in zip(view.result.coverage, ("solid", "dot"), ("circle", "diamond"), strict=True):
        figure.add_scatter(
            x=names,
            y=[100 * share for share in curve.words],
            name=curve.standard,
            mode="lines+markers",
            line={"dash": dash, "width": 2},
            marker={"symbol": symbol, "size": 8},
            hovertemplate="%{x}: %{y:.0f} %<extra>" + curve.standard + "</extra>",
        )
    figure.add_hline(y=100 * UNDERSTANDING_SHARE, line={"dash": "dash", "width": 1, "color": "#8A919D"})
    figure.update_yaxes(range=[0, 102], ticksuffix=" %", title_text=_("Words known"))
    figure.update_xaxes(title_text=_("Level"), showgrid=False, type="category")
    figure.update_layout(height=340, margin={"l": 8, "r": 8, "t": 16, "b": 8}, legend={"orientation": "h", "y": -0.3})
    return figure


def draw_above(view: TextView, level: int) -> None:
    """The words and points above the chosen level, most frequent first."""
    st.subheader(_("Above level {level}").format(level=level_short(level)))
    rows = above_rows(view, level)
    if rows:
        names = (_("Word"), "GF 0025-2021", "HSK 2025", _("Times"))
        st.dataframe([dict(zip(names, row, strict=True)) for row in rows], hide_index=True)
    else:
        st.caption(_("Every word of the text is inside this level."))


def above_rows(view: TextView, level: int) -> list[tuple[str, str, str, int]]:
    """Word, its levels under both standards, and how often it stands in the text."""
    counts: dict[tuple[str, int, int | None], int] = {}
    for word in view.shown_words:
        level_or_unlisted = 8 if word.level is None else word.level
        if word.evidence and level_or_unlisted > level:
            key = (view.text[word.start : word.end], level_or_unlisted, word.syllabus_level)
            counts[key] = counts.get(key, 0) + 1
    ordered = sorted(counts.items(), key=lambda item: (-item[0][1], -item[1]))
    return [
        (word, shown(level_or_unlisted), shown(syllabus), count)
        for (word, level_or_unlisted, syllabus), count in ordered
    ]


def shown(level: int | None) -> str:
    """A level as it is written; a dash where the standard does not hold the word."""
    return "–" if level in (None, 8) else level_short(int(level or 0))


def draw_lower(who: Visitor, view: TextView) -> None:
    """What to replace so that the text comes down one level."""
    lower, now = view.result.lower, int(view.result.difficulty_level)
    if now == 1:
        return
    st.subheader(_("To bring it down to level {level}").format(level=level_short(lower.level)))
    if lower.words:
        st.markdown(_("Replace these words by easier ones: {words}.").format(words=escaped("、".join(lower.words))))
    if lower.points:
        catalogue = catalogue_of(who)
        with st.expander(_("Grammar that is harder than this level")):
            for point in lower.points:
                st.markdown(escaped(f"{point} {catalogue[point].title}"))
    if not lower.reachable:
        st.caption(_("Replacing words alone is not enough."))
