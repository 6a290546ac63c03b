"""The report as a file."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from core.answers.wire import Report
from pages.parts.figures import csv_bytes
from pages.parts.i18n import _
from pages.parts.report_words import skills_of

HEAD = ("part", "name", "level", "score", "low_95", "high_95", "answers", "right")


def draw_download(report: Report) -> None:
    """The same numbers as on the page, for a spreadsheet."""
    first, _to, last = report.period.partition(" to ")
    st.download_button(
        _("Download as CSV"),
        csv_bytes(HEAD, rows_of(report)),
        file_name=f"wenlu-report-{first}-{last}.csv",
        mime="text/csv",
        icon=":material/download:",
    )


def rows_of(report: Report) -> Iterator[tuple[object, ...]]:
    """One line a figure: the whole time, each day, each skill, each named point."""
    progress = report.overall_progress
    band = progress.interval or ("", "")
    yield ("period", report.period, "", progress.average_score, *band, progress.total_attempts, "")
    for day, score, count in zip(progress.trend_dates, progress.score_trend, progress.trend_counts, strict=True):
        yield ("day", day, "", score, "", "", count, "")
    for topic, skill in skills_of(report).items():
        yield ("skill", topic, skill.level, skill.score if skill.n else "", *(skill.interval or ("", "")), skill.n, "")
    for part, records in (("strongest", report.strongest), ("weakest", report.weakest)):
        for row in records:
            yield (part, f"{row.point_id} {row.name}", f"{row.level} {row.standard}", "", "", "", row.n, row.correct)
