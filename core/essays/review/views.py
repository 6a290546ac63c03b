"""Rows of verdicts and teachers' scores as the pages show them; the text of an edit is read from its report, which alone holds it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from core.essays.history import iso_utc
from core.essays.merging.doubts import doubt_as_change
from core.essays.model import Doubt
from core.essays.review.dismissals import sentence_around
from core.essays.review.wire import DismissedEdit, EditVerdict, EssayOverride
from core.essays.wire import DoubtShown, EditShown, EssayReport
from core.records.essays import WAITING_VERDICTS, EssayOverrideRow, EssayVerdictRow, StoredEssay


def edit_named(report: EssayReport, start: int, end: int, replacement: str) -> EditShown | None:
    """The edit, place to check or doubted clause with these offsets and this replacement; None where the report has none."""
    name = start, end, replacement
    return next((edit for edit in marks_of(report) if (edit.start, edit.end, edit.replacement) == name), None)


def marks_of(report: EssayReport) -> list[EditShown]:
    """All that can be objected to or asked about in a report: its edits, its places to check, and its doubts in the form of edits."""
    return [*report.edits, *report.checks, *(doubt_as_edit(report, doubt) for doubt in report.doubts)]


def doubt_as_edit(report: EssayReport, doubt: DoubtShown) -> EditShown:
    """A doubt as verdicts and rulings see it (`core.essays.merging.doubts.doubt_as_change`): its clause, replaced by itself."""
    change = doubt_as_change(report.essay_content, Doubt(doubt.start, doubt.end, doubt.probability, doubt.suspected))
    return EditShown(
        start=change.start,
        end=change.end,
        original=change.original,
        replacement=change.replacement,
        type=change.type,
        confidence=doubt.probability,
        judges=[],
        point="",
        explanation=doubt.explanation,
    )


def is_doubt(edit: EditShown) -> bool:
    """Whether this is a doubt in the form of an edit: it changes nothing."""
    return edit.original == edit.replacement


def verdicts(rows: Iterable[EssayVerdictRow], report: EssayReport) -> list[EditVerdict]:
    """The verdicts on a report's edits."""
    return [_verdict(row, edit) for row in rows if (edit := edit_named(report, row.start, row.end, row.replacement))]


def _verdict(row: EssayVerdictRow, edit: EditShown) -> EditVerdict:
    return EditVerdict(
        start=row.start,
        end=row.end,
        original=edit.original,
        replacement=row.replacement,
        type=edit.type,
        verdict=row.verdict,
        note=row.note,
        judged_at=iso_utc(row.judged_at),
        settled=row.settled,
        teacher_note=row.teacher_note,
        made_by_ruling=row.made_by_ruling,
    )


def dismissed(
    rows: Sequence[tuple[EssayVerdictRow, StoredEssay]], *, alone: Collection[str] = ()
) -> list[DismissedEdit]:
    """Dismissals with their sentences; each report is parsed once, however many dismissals refer to it. `alone`: ids of the rulings that are on
    one essay alone."""
    rendered_reports = {essay.line.evaluation_id: essay.report for _, essay in rows}
    reports_by_id = {
        evaluation_id: EssayReport.model_validate_json(report) for evaluation_id, report in rendered_reports.items()
    }
    return list(_dismissed(rows, reports_by_id, alone))


def _dismissed(
    rows: Sequence[tuple[EssayVerdictRow, StoredEssay]], reports_by_id: dict[str, EssayReport], alone: Collection[str]
) -> Iterator[DismissedEdit]:
    for row, essay in rows:
        report = reports_by_id[row.evaluation_id]
        edit = edit_named(report, row.start, row.end, row.replacement)
        if edit is None:
            continue
        before, after = sentence_around(report.essay_content, row.start, row.end)
        yield DismissedEdit(
            evaluation_id=row.evaluation_id,
            student_id=row.student_id,
            title=essay.line.title,
            start=row.start,
            end=row.end,
            quote_before=before.lstrip(),
            original=edit.original,
            quote_after=after.rstrip(),
            replacement=row.replacement,
            type=edit.type,
            explanation=edit.explanation,
            note=row.note,
            judged_at=iso_utc(row.judged_at),
            settled=row.settled,
            teacher_note=row.teacher_note,
            ruling_id=row.ruling_id,
            everywhere=row.ruling_id != "" and row.ruling_id not in alone,
            can_reopen=row.settled == "overruled" and row.verdict in WAITING_VERDICTS,
            doubt=is_doubt(edit),
        )


def override(row: EssayOverrideRow) -> EssayOverride:
    """A teacher's score."""
    return EssayOverride(score=row.score, rubric=row.rubric, note=row.note, teacher=row.teacher, at=iso_utc(row.at))
