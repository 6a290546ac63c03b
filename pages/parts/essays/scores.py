"""The scores in detail: structure, coherence and content with their evidence, words by level, and grammar points used."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import streamlit as st

from core.api.essays import EssayReport
from core.essays.wire import EvidenceShown
from core.texts.wire import PointView
from pages.parts.addresses import page_named
from pages.parts.essays.words import hidden_parts_text, opinion_text, part_names, part_scores, suggestions_of
from pages.parts.i18n import _, explanation_language, ngettext
from pages.parts.map.words import level_short
from pages.parts.shown_text import escaped, escaped_html

LONGEST_QUOTE = 24
POINTS_SHOWN = 12
POINTS = "essay_points"
WRAPPED = f"<style>.st-key-{POINTS} a :is(span, div, p) {{ white-space: normal; }}</style>"
"""Lets links wrap: Streamlit cuts them off at the edge, and the title of a point may be longer than its column."""


def draw_scores(report: EssayReport, catalogue: Mapping[str, PointView], *, beside: bool = False) -> None:
    """Draw all of it, in two columns; in one where it stands `beside` a draft and has half of the page."""
    left, right = (st.container(), st.container()) if beside else st.columns(2, gap="large")
    with left:
        _draw_parts(report)
        _draw_suggestions(report)
    with right:
        _draw_levels(report)
        _draw_points(report, catalogue)


def _draw_parts(report: EssayReport) -> None:
    st.subheader(_("The whole text"), anchor=False)
    scores = part_scores(report)
    for part, name in part_names().items():
        if part in scores:
            _draw_score(name, scores[part])
        for line in report.discourse_level.evidence:
            if line.part == part:
                st.markdown(f":small[{evidence_text(report, line)}]")
    if text := hidden_parts_text(report):
        st.caption(text)
    if text := opinion_text(report):
        st.caption(f":material/smart_toy: {text}")


def _draw_score(name: str, score: float) -> None:
    st.html(
        '<div style="display:grid;grid-template-columns:minmax(0,1fr) 3em;gap:4px 12px;align-items:center;font-size:15px">'
        f'<span style="grid-column:1/-1">{escaped_html(name)}</span>{_track(score / 100)}'
        f'<strong style="text-align:right;font-variant-numeric:tabular-nums">{score:.0f}</strong></div>'
    )


def _track(share: float) -> str:
    width = 100 * max(0.0, min(1.0, share))
    return (
        '<span style="height:8px;border-radius:4px;background:color-mix(in srgb, currentColor 12%, transparent)">'
        f'<span style="display:block;height:8px;border-radius:4px;width:{width:.1f}%;background:currentColor;opacity:.75"></span></span>'
    )


def evidence_text(report: EssayReport, line: EvidenceShown) -> str:
    """A line of evidence with the passage that shows it."""
    text = escaped(line.text.get(explanation_language()))
    if line.start is None or line.end is None or line.end - line.start > LONGEST_QUOTE:
        return text
    passage = report.essay_content[max(0, line.start - 6) : line.end + 6].replace("\r", "").replace("\n", " ")
    return f"{text} …{escaped(passage)}…"


def _draw_suggestions(report: EssayReport) -> None:
    if suggestions := suggestions_of(report):
        st.subheader(_("What to do next"), anchor=False)
        st.markdown("\n".join(f"{number}. {escaped(each)}" for number, each in enumerate(suggestions, 1)))


def _draw_levels(report: EssayReport) -> None:
    st.subheader(_("Words by level"), anchor=False)
    profile = report.level_profile
    if not profile.words:
        st.markdown(_("None of its words are on the word list."))
        return
    st.html("".join(_level_row(row.level, row.words, row.share) for row in profile.words))
    if profile.level is not None:
        st.caption(
            _("95 % of the words are known at {level}. Words above your level are richness, not errors.").format(
                level=_("level {level}").format(level=level_short(profile.level))
            )
        )


def _level_row(level: int | None, words: int, share: float) -> str:
    name = _("not on the list") if level is None else _("level {level}").format(level=level_short(level))
    count = ngettext("{count} word", "{count} words", words)
    return (
        '<div style="display:grid;grid-template-columns:7em minmax(0,1fr) 8.5em;gap:12px;align-items:center;font-size:15px">'
        f'<span>{escaped_html(name)}</span>{_track(share)}<span style="text-align:right;font-variant-numeric:tabular-nums">'
        f"{escaped_html(count)} · {100 * share:.0f} %</span></div>"
    )


def _draw_points(report: EssayReport, catalogue: Mapping[str, PointView]) -> None:
    st.subheader(_("Grammar points used"), anchor=False)
    points = [catalogue[point] for point in report.level_profile.points if point in catalogue]
    if not points:
        st.markdown(_("No grammar point of the standard was recognised."))
        return
    by_level: dict[int, int] = defaultdict(int)
    for point in points:
        by_level[point.level] += 1
    st.markdown(
        " · ".join(
            f"{_('level {level}').format(level=level_short(level))}: {count}"
            for level, count in sorted(by_level.items())
        )
    )
    st.caption(_("The highest ones:"))
    with st.container(key=POINTS):
        st.html(WRAPPED)
        for point in reversed(points[-POINTS_SHOWN:]):
            label = escaped(f"{point.id} {point.title}")
            st.page_link(page_named("points"), label=label, query_params={"point": point.id})
