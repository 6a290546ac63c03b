"""Students' verdicts on edits, and how a teacher settles those that dismiss an edit as right."""

from __future__ import annotations

from core.errors import BadParameter, NotFound
from core.essays.history_wire import EssayView
from core.essays.refusals import AlreadySettled
from core.essays.review import views
from core.essays.review.dismissals import dismissal_keys
from core.essays.review.notes import checked_note
from core.essays.review.retraction import change_of
from core.essays.wire import EditShown
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.essays import WAITING_VERDICTS, EssayVerdictRow, Verdict

EditName = tuple[int, int, str]
"""The name of an edit in its report: start, end, replacement. That of a doubted clause has the clause itself as its replacement."""
ON_EDITS: tuple[Verdict, ...] = ("accepted", "dismissed")
ON_DOUBTS: tuple[Verdict, ...] = ("meant", "asked")


def give(
    essay: EssayView, name: EditName, caller: Caller, *, verdict: Verdict | None, note: str, store: Store, clock: Clock
) -> None:
    """Store the student's verdict on an edit, a place to check or a doubted clause; None takes an earlier one back.

    A dismissal waits for the teacher, and the edit is passed over in the student's evaluations from then on. An edit whose dismissal was
    overruled can still be accepted. A clause that is meant is passed over without a teacher; one that is asked about waits for one. Raises
    `NotFound`, `AlreadySettled`, and `BadParameter` for a note that is too long or a verdict that does not fit the mark.
    """
    start, end, replacement = name
    edit = edit_named(essay, name)
    if verdict is not None and verdict not in (ON_DOUBTS if views.is_doubt(edit) else ON_EDITS):
        raise BadParameter.of("verdict", f"is {verdict!r}, which is no word on this kind of mark")
    earlier = stored_verdict(essay, name, caller, store=store)
    if earlier is not None and earlier.settled and (verdict is None or earlier.settled == "upheld"):
        raise AlreadySettled(edit.original, edit.replacement)
    if verdict is None:
        store.remove_essay_verdict(
            caller.organisation_id, essay.evaluation_id, start=start, end=end, replacement=replacement
        )
        return
    report = essay.report
    row = EssayVerdictRow(
        evaluation_id=essay.evaluation_id,
        organisation_id=caller.organisation_id,
        student_id=essay.student_id,
        start=start,
        end=end,
        replacement=replacement,
        verdict=verdict,
        note=checked_note(note),
        edit_keys=dismissal_keys(report.essay_content, change_of(edit), [change_of(other) for other in report.edits]),
        judged_at=clock.now(),
    )
    if not store.put_essay_verdict(row):
        raise AlreadySettled(edit.original, edit.replacement)


def overrule(essay: EssayView, name: EditName, caller: Caller, *, note: str, store: Store) -> None:
    """Settle a dismissal as the teacher: the mark stands. The first decision holds (`core.essays.review.rulings` upholds).

    Raises `NotFound` where there is no such dismissal, or the student has taken it back, and `BadParameter` for a note that is too long.
    """
    edit = edit_named(essay, name)
    row = stored_verdict(essay, name, caller, store=store)
    if row is not None and row.settled:
        return
    if row is None or row.verdict not in WAITING_VERDICTS:
        raise NotFound(f"The student holds no edit {edit.original!r} to {edit.replacement!r} to be wrong.")
    store.overrule_essay_verdict(row, note=checked_note(note))


def reopen(essay: EssayView, name: EditName, caller: Caller, *, store: Store) -> bool:
    """Undo `overrule`: the dismissal waits again. False where somebody did before, or the student has accepted the edit since. Raises `NotFound`."""
    edit_named(essay, name)
    row = stored_verdict(essay, name, caller, store=store)
    return row is not None and store.reopen_essay_verdict(row)


def edit_named(essay: EssayView, name: EditName) -> EditShown:
    """The edit, place to check or doubted clause of this name. Raises `NotFound`."""
    start, end, replacement = name
    edit = views.edit_named(essay.report, start, end, replacement)
    if edit is None:
        raise NotFound(f"Essay {essay.evaluation_id!r} has no edit {replacement!r} at {start}-{end}.")
    return edit


def stored_verdict(essay: EssayView, name: EditName, caller: Caller, *, store: Store) -> EssayVerdictRow | None:
    """The student's stored verdict on an edit."""
    rows = store.essay_verdicts(caller.organisation_id, essay.evaluation_id)
    return next((row for row in rows if (row.start, row.end, row.replacement) == name), None)
