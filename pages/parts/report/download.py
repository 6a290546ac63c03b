"""The report as a file: a PDF to read or hand on, a CSV for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from core.answers.wire import Report
from core.errors import NoFont
from core.knowledge.wire import LevelNow
from pages.parts.figures import csv_bytes
from pages.parts.i18n import _, language
from pages.parts.names import student_label
from pages.parts.report.document import report_document
from pages.parts.report.words import skills_of
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

HEAD = ("part", "name", "level", "score", "low_95", "high_95", "answers", "right")


def draw_download(who: Visitor, report: Report, month: str | None, level: LevelNow) -> None:
    """The same as on the page, in two forms."""
    first, _to, last = report.period.partition(" to ")
    document = report_document(report, month, name=_name(who, report.student_id), level=level)
    with st.container(horizontal=True):
        if who.core.printer.ready():
            st.download_button(
                _("Download as PDF"),
                # Printed when it is asked for, and not with every look at the page.
                lambda: who.core.documents.pdf(document, who.caller),
                file_name=f"wenlu-report-{first}-{last}.pdf",
                mime="application/pdf",
                icon=":material/picture_as_pdf:",
            )
        st.download_button(
            _("Download as CSV"),
            csv_bytes(HEAD, rows_of(report)),
            file_name=f"wenlu-report-{first}-{last}.csv",
            mime="text/csv",
            icon=":material/download:",
        )
    if not who.core.printer.ready():
        st.caption(escaped(NoFont().remedy(language())))


def _name(who: Visitor, student_id: str) -> str:
    if who.account.role == "student":
        return who.account.display_name
    return next(
        (
            student_label(line.name, line.number)
            for line in who.core.answers.class_lines(who.caller)
            if line.student_id == student_id
        ),
        student_id,
    )


def rows_of(report: Report) -> Iterator[tuple[object, ...]]:
    """One line for each figure: the whole period, the time before, each month, day and skill, each named point."""
    progress, before = report.overall_progress, report.comparison.overall.before
    band = progress.interval or ("", "")
    yield ("period", report.period, "", progress.average_score, *band, progress.total_attempts, "")
    if before.score is not None:
        yield ("before", report.comparison.period, "", before.score, *(before.interval or ("", "")), before.n, "")
    for month in report.months:
        score = "" if month.score.score is None else month.score.score
        yield ("month", month.month, "", score, *(month.score.interval or ("", "")), month.score.n, "")
    for day, score, count in zip(progress.trend_dates, progress.score_trend, progress.trend_counts, strict=True):
        yield ("day", day, "", score, "", "", count, "")
    for topic, skill in skills_of(report).items():
        yield ("skill", topic, skill.level, skill.score if skill.n else "", *(skill.interval or ("", "")), skill.n, "")
    for part, records in (("strongest", report.strongest), ("weakest", report.weakest)):
        for row in records:
            yield (part, f"{row.point_id} {row.name}", f"{row.level} {row.standard}", "", "", "", row.n, row.correct)
    for part, changes in (("gained", report.gained), ("lost", report.lost)):
        for change in changes:
            named = f"{change.point_id} {change.name}"
            yield (part, named, f"{change.level} {change.standard}", "", "", "", change.n, change.correct)
