"""What a teacher's marking says about the student, once it is returned.

A mark that the teacher struck takes back what the engine's review had put into the log, and so does a mark of the teacher's own in its place; a
mark that the teacher added, changed, or accepted among the places to check is an error that a teacher saw. While a text is not returned its marks say nothing, and what an earlier
return said is taken back: at any time the log holds what the marking that is in force says, whatever way led there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from core.essays.edits import apply
from core.essays.evidence import EvidenceTargets
from core.essays.marking.shown import MarkName, is_covered, name_of
from core.essays.merging.intended_word import intended_word
from core.essays.model import Change
from core.essays.review.retraction import RETRACTION, errors_logged, is_in_force
from core.essays.wire import EditShown, EssayReport
from core.records.evidence import Evidence, TargetKind
from core.records.marking import EssayMarking, TeacherMark

MARKED, RESTORED = "essay_marked", "restored"
"""The kind of an error that a teacher marked; the key of an error of the engine that counts again begins with the second."""
TEACHER_WEIGHT = 0.99
"""Weight of every error that a teacher marked, whichever way the mark came and whatever else is marked. It is as certain as an error can be
(`core.essays.evidence.ERROR_WEIGHT`, which the engine's own edits reach only in so far as it is sure), and stays below 1, since the wire counts
evidence from 1 on as an attempt at an exercise. Several about one target are not weighed down as the engine's are: those may be one cause
that it counts twice, while a teacher who marks a place twice means both."""


@dataclass(frozen=True)
class ReturnedText:
    """What the marks are on."""

    simplified: str
    """The text in simplified characters, of the same length as the text itself: the word list is in those."""
    report: EssayReport | None
    act: str
    """The act under which the engine's review was logged; "" without one."""
    upheld: Collection[MarkName]
    """The engine's marks of which a teacher has decided, in answer to a student's objection or by a ruling, that the text is right."""


def evidence_of(
    marking: EssayMarking, essay: ReturnedText, log: Sequence[Evidence], targets: EvidenceTargets
) -> list[Evidence]:
    """What is to be appended to the log so that it says what the marking says; nothing where it does already."""
    of_engine = (
        of_engine_marks(marking, essay.report, log, act=essay.act, upheld=essay.upheld)
        if essay.report is not None
        else ()
    )
    return [*of_engine, *_of_teacher_marks(marking, essay, log, targets)]


# -- what the engine had said ----------------------------------------------------------------------------------


def of_engine_marks(
    marking: EssayMarking,
    report: EssayReport,
    log: Collection[Evidence],
    *,
    act: str,
    upheld: Collection[MarkName],
) -> Iterator[Evidence]:
    """Errors of the engine that are struck, changed or covered are taken back; those that were, and are no longer, count again.

    One that a teacher has upheld against the engine in another way (`upheld`) does not count again for as long as that holds.
    """
    for edit in report.edits:
        is_taken_back = marking.returned_at is not None and _is_withdrawn(edit, marking.marks)
        for piece in errors_logged(report, edit, log, act=act):
            counts = is_in_force(piece, log)
            mark = f"{piece.idempotency_key}:{marking.writing_id}"
            if is_taken_back and counts:
                key = f"{RETRACTION}:{mark}:{marking.version}"
                yield replace(piece, kind=RETRACTION, weight=-piece.weight, idempotency_key=key, seq=0)
            elif not (is_taken_back or counts or name_of(edit) in upheld) and _takes_back(log, mark):
                yield replace(piece, idempotency_key=f"{RESTORED}:{mark}:{marking.version}", seq=0)


def _is_withdrawn(edit: EditShown, marks: Collection[TeacherMark]) -> bool:
    """Whether the teacher's marks say that the engine's is no error, or say something else in its place."""
    ruled = any(mark.name == name_of(edit) and mark.ruling in ("struck", "changed") for mark in marks)
    return ruled or is_covered(edit, marks)


def _takes_back(log: Iterable[Evidence], mark: str) -> bool:
    """Whether this marking has taken the piece back and not restored it since: what another decision took back it leaves alone."""
    beginnings = {f"{RETRACTION}:{mark}:": 1, f"{RESTORED}:{mark}:": -1}
    return (
        sum(
            sign
            for piece in log
            for beginning, sign in beginnings.items()
            if piece.idempotency_key.startswith(beginning)
        )
        > 0
    )


# -- what the teacher says -------------------------------------------------------------------------------------


def _of_teacher_marks(
    marking: EssayMarking,
    essay: ReturnedText,
    log: Sequence[Evidence],
    targets: EvidenceTargets,
) -> Iterator[Evidence]:
    wanted = dict(_wanted(marking, essay, targets))
    standing = _standing(log, marking.writing_id)
    for name, piece in standing.items():
        if name not in wanted:
            key = f"{RETRACTION}:{name}:{marking.version}"
            yield replace(piece, kind=RETRACTION, weight=-piece.weight, idempotency_key=key, seq=0)
    yield from (piece for name, piece in wanted.items() if name not in standing)


def _standing(log: Iterable[Evidence], writing_id: str) -> dict[str, Evidence]:
    """What the teacher's marks on this text say in the log now, by the name of the mark."""
    standing: dict[str, Evidence] = {}
    for piece in log:
        taken_back = piece.kind == RETRACTION
        key = piece.idempotency_key.removeprefix(f"{RETRACTION}:") if taken_back else piece.idempotency_key
        if not key.startswith(f"{MARKED}:{writing_id}:"):
            continue
        name = key.rpartition(":")[0]
        if taken_back:
            standing.pop(name, None)
        else:
            standing[name] = piece
    return standing


def _wanted(marking: EssayMarking, essay: ReturnedText, targets: EvidenceTargets) -> Iterator[tuple[str, Evidence]]:
    """The errors that the teacher marked, by the name of the mark; none before the return, and marks about nothing on the map are left out.

    The name says all that the piece says, so that a mark that is about something else by now is another piece.
    """
    for mark in marking.marks:
        edit = _edit(essay.report, mark)
        if not _is_teachers_error(mark, edit, essay.report):
            continue
        target = _target(essay.simplified, mark, edit, targets)
        if target is None or marking.returned_at is None:
            continue
        said = hashlib.sha256("\n".join((mark.type, mark.correction, *target)).encode()).hexdigest()[:16]
        name = f"{MARKED}:{marking.writing_id}:{mark.start}-{mark.end}:{said}"
        yield (
            name,
            Evidence(
                student_id=marking.student_id,
                kind=MARKED,
                target_kind=target[0],
                target=target[1],
                outcome=0.0,
                weight=TEACHER_WEIGHT,
                source=f"{marking.writing_id}#{mark.start}",
                occurred_at=marking.returned_at,
                idempotency_key=f"{name}:{marking.version}",
            ),
        )


def _edit(report: EssayReport | None, mark: TeacherMark) -> EditShown | None:
    edits = (*report.edits, *report.checks) if report else ()
    return next((edit for edit in edits if name_of(edit) == mark.name), None)


def _is_teachers_error(mark: TeacherMark, edit: EditShown | None, report: EssayReport | None) -> bool:
    """Added, changed, or a place to check that the teacher accepted: an accepted error of the engine is in the log already."""
    if mark.ruling == "accepted":
        return report is not None and edit in report.checks
    return mark.ruling in ("added", "changed")


def _target(
    simplified: str, mark: TeacherMark, edit: EditShown | None, targets: EvidenceTargets
) -> tuple[TargetKind, str] | None:
    """The knowledge point or listed word that a mark is about (as `core.essays.evidence.target_of` has it for edits); None for neither."""
    if edit is not None and edit.point in targets.points:
        return "point", edit.point
    if edit is not None and edit.point in targets.words:
        return "word", edit.point
    word = _word(simplified, mark, targets)
    return ("word", word) if word else None


def _word(simplified: str, mark: TeacherMark, targets: EvidenceTargets) -> str:
    if mark.type in ("P", "S"):
        return ""
    original = simplified[mark.start : mark.end]
    if mark.type == "B" and len(original) == len(mark.correction) == 1:
        change = Change(mark.start, mark.end, original, mark.correction, "B")
        if word := intended_word(simplified, apply(simplified, [change]), mark.start, targets.words):
            return word
    word = mark.correction or original
    return word if word in targets.words else ""
