"""The marks on a text as they stand: the engine's with the teacher's rulings, and the teacher's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from core.essays.marking.rubric import grade_of
from core.essays.marking.wire import MarkingView, MarkShown
from core.essays.model import EditType
from core.essays.wire import EditShown, EssayReport
from core.records.marking import EssayMarking, TeacherMark

MarkName = tuple[int, int, str]
"""Start, end and replacement: what names a mark on its text."""


def name_of(edit: EditShown) -> MarkName:
    """What names a mark of the engine."""
    return edit.start, edit.end, edit.replacement


def overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two spans share a character or are the same."""
    return (one[0] < other[1] and other[0] < one[1]) or one == other


def is_covered(edit: EditShown, rulings: Iterable[TeacherMark]) -> bool:
    """Whether a mark of the teacher's own stands in the place of an engine's mark, which then is neither shown nor counted.

    A teacher cannot put a mark upon one of the engine's (`core.essays.marking.actions`); but a review may come after the teacher's mark.
    """
    return any(mark.ruling == "added" and overlap((mark.start, mark.end), (edit.start, edit.end)) for mark in rulings)


def view(marking: EssayMarking, text: str, report: EssayReport | None) -> MarkingView:
    """The marking of a text with all its marks. `report`: the engine's review, if there is one."""
    rubric = dict(marking.rubric)
    return MarkingView(
        writing_id=marking.writing_id,
        student_id=marking.student_id,
        evaluation_id=report.evaluation_id if report else "",
        version=marking.version,
        marks=tuple(marks(text, report, marking.marks)),
        rubric=rubric,
        typed_grade=marking.grade,
        grade=grade_of(rubric, marking.grade),
        comment=marking.comment,
        second_draft=marking.second_draft,
        teacher=marking.teacher,
        returned_at=marking.returned_at,
        can_undo=bool(marking.previous),
    )


def marks(text: str, report: EssayReport | None, rulings: Sequence[TeacherMark]) -> list[MarkShown]:
    """All marks by position, the struck ones among them; of the engine's without those that a mark of the teacher's own covers."""
    shown = list(_engine_marks(report, rulings)) if report else []
    shown += [_added(text, mark) for mark in rulings if mark.ruling == "added"]
    return sorted(shown, key=lambda mark: (mark.start, mark.end, mark.replacement))


def stands(mark: MarkShown) -> bool:
    """Whether a mark is on the text: not struck."""
    return mark.ruling != "struck"


def _engine_marks(report: EssayReport, rulings: Sequence[TeacherMark]) -> Iterator[MarkShown]:
    by_name = {mark.name: mark for mark in rulings if mark.ruling != "added"}
    for edits, check in ((report.edits, False), (report.checks, True)):
        for edit in edits:
            mark = by_name.get(name_of(edit))
            if is_covered(edit, rulings) and (mark is None or mark.ruling != "struck"):
                continue
            is_changed = mark is not None and mark.ruling == "changed"
            yield MarkShown(
                start=edit.start,
                end=edit.end,
                replacement=edit.replacement,
                original=edit.original,
                correction=mark.correction if mark and is_changed else edit.replacement,
                type=cast(EditType, mark.type) if mark and is_changed else edit.type,
                ruling=mark.ruling if mark else None,
                check=check and mark is None,
                confidence=edit.confidence,
                judges=tuple(edit.judges),
                point=edit.point,
                explanation=None if is_changed else edit.explanation,
                comment=mark.comment if mark else "",
            )


def _added(text: str, mark: TeacherMark) -> MarkShown:
    return MarkShown(
        start=mark.start,
        end=mark.end,
        replacement=mark.replacement,
        original=text[mark.start : mark.end],
        correction=mark.correction,
        type=cast(EditType, mark.type),
        ruling="added",
        check=False,
        confidence=None,
        judges=(),
        point="",
        explanation=None,
        comment=mark.comment,
    )
