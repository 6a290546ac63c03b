"""A review as a document for print and for Word: the same text, errors and scores as on the page."""

from __future__ import annotations

from collections.abc import Sequence

from core.api.essay_reviews import EssayOverride
from core.api.essays import EssayReport, EssayView
from core.essays.wire import EditShown
from core.records.printed import Bar, Bars, Block, Document, Heading, Listing, Paragraph, Table
from pages.parts.essays.band import band_text
from pages.parts.essays.doubts import doubt_blocks
from pages.parts.essays.history import day_of, title_text
from pages.parts.essays.teacher import giver_text, rubric_text
from pages.parts.essays.words import (
    calibration_text,
    change_text,
    confidence_text,
    error_counts,
    error_names,
    errors_text,
    hidden_parts_text,
    opinion_text,
    part_names,
    part_scores,
    range_text,
    suggestions_of,
)
from pages.parts.figures import number
from pages.parts.i18n import _, language
from pages.parts.names import level_name


def essay_document(
    view: EssayView,
    override: EssayOverride | None = None,
    *,
    is_returned: bool = False,
    strengths: Sequence[str] = (),
    found: str = "",
) -> Document:
    """The document of a review: scores, the teacher's (`override`) before the machine's; what is done well; marked version, errors with reasons,
    corrected version. `is_returned`: a teacher's marking is in the corrected version. `found`: how many errors are found at all."""
    report = view.report
    return Document(
        title=title_text(report.essay_title),
        language=language(),
        subtitle=" · ".join((_("Essay review"), level_name(int(report.hsk_level)), day_of(view.evaluated_at))),
        blocks=(
            *_summary(report, override),
            *_strengths(strengths),
            Heading(_("The marked essay")),
            *_paragraphs(report.marked_version),
            Paragraph(_marks_legend(), "quiet"),
            *_table(_("Errors"), list(report.edits), check=False),
            *_table(_("Worth a second look"), list(report.checks), check=True),
            *doubt_blocks(report),
            *([Paragraph(found, "quiet")] if found else []),
            Heading(_("With these corrections")),
            *_paragraphs(report.corrected_version),
            *([Paragraph(_returned_legend(), "quiet")] if is_returned else []),
            *_scores(report),
        ),
        footer=_("Wenlu · essay review, made by {engine}").format(engine=report.engine),
    )


def _summary(report: EssayReport, override: EssayOverride | None) -> list[Block]:
    span = range_text(report.overall_score, report.score_range)
    errors = errors_text(error_counts(report))
    if override is None:
        text = _("Score {score} of 100, {errors}.").format(score=span, errors=errors)
    else:
        text = _("Score of the machine: {score} of 100, {errors}.").format(score=span, errors=errors)
    findings = [Paragraph(finding.reason.get(language())) for finding in report.findings]
    return [
        *findings,
        *_teacher(override),
        *([Paragraph(band)] if (band := band_text(report)) else []),
        Paragraph(text, "lead" if override is None else "plain"),
        Paragraph(calibration_text(report), "quiet"),
    ]


def _strengths(strengths: Sequence[str]) -> list[Block]:
    return [Heading(_("Done well")), Listing(tuple(strengths))] if strengths else []


def _teacher(override: EssayOverride | None) -> list[Block]:
    """The teacher's score, the points of the parts that were scored, and the note."""
    if override is None:
        return []
    text = _("The teacher’s score: {score} of 100.").format(score=number(override.score))
    paragraphs = [Paragraph(paragraph) for paragraph in (rubric_text(override), override.note) if paragraph]
    return [Paragraph(text, "lead"), *paragraphs, Paragraph(giver_text(override), "quiet")]


def _paragraphs(text: str) -> list[Block]:
    return [Paragraph(line, "read") for line in text.splitlines() if line.strip()]


def _marks_legend() -> str:
    names = " · ".join(f"[{letter}] {name}" for letter, name in error_names().items())
    return _("Marks: {names}; a wrong character stands in brackets behind the right one.").format(names=names)


def _returned_legend() -> str:
    return _("As the teacher returned it: without the marks that the teacher struck, and with the teacher’s own.")


def _table(title: str, edits: list[EditShown], *, check: bool) -> list[Block]:
    if not edits:
        return []
    names = error_names()
    rows = tuple(
        (
            f"{edit.type} · {names[edit.type]}",
            change_text(edit),
            edit.explanation.get(language()),
            confidence_text(edit.confidence, check=check),
        )
        for edit in edits
    )
    return [
        Heading(title),
        Table((_("Type of error"), _("Change"), _("Why"), _("How sure")), rows, column_widths=(3, 4, 7, 2.5)),
    ]


def _scores(report: EssayReport) -> list[Block]:
    discourse, names = report.discourse_level, part_names()
    blocks: list[Block] = [Heading(_("Scores"))]
    if scores := part_scores(report):
        blocks.append(Bars(tuple(Bar(names[part], score, value_text=number(score)) for part, score in scores.items())))
    if evidence := tuple(line.text.get(language()) for line in discourse.evidence):
        blocks.append(Listing(evidence))
    if text := hidden_parts_text(report):
        blocks.append(Paragraph(text, "quiet"))
    if report.opinion:
        blocks.append(Paragraph(opinion_text(report), "quiet"))
    if suggestions := suggestions_of(report):
        blocks += [Heading(_("What to do next"), 2), Listing(tuple(suggestions))]
    return blocks
