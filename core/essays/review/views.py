"""Rows of verdicts and teachers' scores as the pages show them: what an edit says stands in its report alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from core.essays.history import moment
from core.essays.review.dismissals import sentence_of
from core.essays.review.wire import DismissedEdit, EditVerdict, EssayOverride
from core.essays.wire import EditShown, EssayReport
from core.records.essays import EssayOverrideRow, EssayVerdictRow, StoredEssay


def named(report: EssayReport, start: int, end: int, replacement: str) -> EditShown | None:
    """The edit, or the place to check, of that name."""
    wanted = start, end, replacement
    found = (one for one in (*report.edits, *report.checks) if (one.start, one.end, one.replacement) == wanted)
    return next(found, None)


def verdicts(rows: Iterable[EssayVerdictRow], report: EssayReport) -> list[EditVerdict]:
    """What was said of a report's edits."""
    return [_verdict(row, edit) for row in rows if (edit := named(report, row.start, row.end, row.replacement))]


def _verdict(row: EssayVerdictRow, edit: EditShown) -> EditVerdict:
    return EditVerdict(
        start=row.start,
        end=row.end,
        original=edit.original,
        replacement=row.replacement,
        type=edit.type,
        verdict=row.verdict,
        note=row.note,
        judged_at=moment(row.judged_at),
        settled=row.settled,
        teacher_note=row.teacher_note,
    )


def dismissed(rows: Sequence[tuple[EssayVerdictRow, StoredEssay]]) -> list[DismissedEdit]:
    """Dismissals in their sentences; a report is read once, however many stand in it."""
    reports = {essay.line.evaluation_id: essay.report for _, essay in rows}
    read = {evaluation_id: EssayReport.model_validate_json(report) for evaluation_id, report in reports.items()}
    return list(_dismissed(rows, read))


def _dismissed(
    rows: Sequence[tuple[EssayVerdictRow, StoredEssay]], read: dict[str, EssayReport]
) -> Iterator[DismissedEdit]:
    for row, essay in rows:
        report = read[row.evaluation_id]
        edit = named(report, row.start, row.end, row.replacement)
        if edit is None:
            continue
        before, after = sentence_of(report.essay_content, row.start, row.end)
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
            judged_at=moment(row.judged_at),
            settled=row.settled,
            teacher_note=row.teacher_note,
        )


def override(row: EssayOverrideRow) -> EssayOverride:
    """A teacher's score."""
    return EssayOverride(score=row.score, rubric=row.rubric, note=row.note, teacher=row.teacher, at=moment(row.at))
