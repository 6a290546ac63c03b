""" "This is right": a mark that a teacher takes back in one essay, or in all of the organisation, past and future, and can put back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from core.errors import NotFound
from core.essays.history import iso_utc
from core.essays.history_wire import EssayView
from core.essays.marking.evidence import of_engine_marks
from core.essays.marking.reviews import reviews_of, upheld_marks
from core.essays.review import views
from core.essays.review.dismissals import is_dismissed, sentence_around
from core.essays.review.notes import checked_note
from core.essays.review.retraction import change_of, retractions
from core.essays.review.verdicts import EditName, edit_named, stored_verdict
from core.essays.review.wire import DismissedEdit, EssayRulingPreview, SameMark
from core.essays.wire import EditShown, EssayReport
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Account, Caller
from core.records.essays import WAITING_VERDICTS, EssayVerdictRow, StoredEssay
from core.records.evidence import Evidence
from core.records.marking import EssayMarking
from core.records.rulings import Ruling
from core.records.students import Student
from core.tables.points import Points
from core.wire import Language

ID_PREFIX = "rul"
MOST_LINES = 200
"""Marks that a preview names; the counts are of all."""
ATTEMPTS = 5
"""How often the essays are looked through when new ones come in between; each time takes less than a second for thousands of essays."""


@dataclass(frozen=True)
class _Mark:
    """One place where the mark stands."""

    essay: StoredEssay
    report: EssayReport
    edit: EditShown
    verdict: EssayVerdictRow | None
    """What its writer said of it, if anything."""

    @property
    def student_id(self) -> str:
        """Who wrote the essay."""
        return self.essay.line.student_id

    @property
    def place(self) -> tuple[str, int, int, str]:
        """The essay, and the name of the edit in it."""
        return self.essay.line.evaluation_id, self.edit.start, self.edit.end, self.edit.replacement


@dataclass(frozen=True)
class _Looked:
    """All essays of the organisation, looked through for one mark."""

    row: EssayVerdictRow
    """The dismissal that a ruling would uphold."""
    marks: Sequence[_Mark]
    """Where the mark stands and no teacher has settled it; that of the dismissal among them."""
    stamp: tuple[int, ...]

    @property
    def students(self) -> set[str]:
        """Whose essays bear the mark."""
        return {mark.student_id for mark in self.marks}


def preview(
    essay: EssayView, name: EditName, caller: Caller, *, language: Language, points: Points, store: Store
) -> EssayRulingPreview:
    """Which marks a ruling would take back if it were given now; nothing is written. Raises `NotFound`."""
    looked = _look_through(essay, name, caller, store=store)
    logs = {student_id: store.evidence_of(caller.organisation_id, student_id) for student_id in looked.students}
    pieces = _evidence(looked, "", logs)
    students = {student.student_id: student for student in store.students(caller.organisation_id)}
    counted = {mark.place for mark, found in pieces if found}
    targets = dict.fromkeys(each.target for _, found in pieces for each in found)
    own = [mark for mark in looked.marks if caller.sees(mark.student_id)]
    newest = sorted(own, key=lambda mark: mark.essay.line.created_at, reverse=True)
    return EssayRulingPreview(
        marks=len(looked.marks),
        students=len(looked.students),
        points=[points.short_name(each).get(language) if each in points.by_id else each for each in targets],
        lines=[_line(mark, students.get(mark.student_id), mark.place in counted) for mark in newest[:MOST_LINES]],
    )


def give(
    essay: EssayView,
    name: EditName,
    caller: Caller,
    *,
    teacher: Account,
    note: str,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> Ruling | None:
    """Uphold a dismissal everywhere. None where somebody settled it before: the first decision stands.

    Essays that came since a preview are looked through too. Raises `NotFound`, and `BadParameter` for a note that is too long.
    """
    kept, now, ruling_id = checked_note(note), clock.now(), identifiers.new(ID_PREFIX)
    for _ in range(ATTEMPTS):
        row = stored_verdict(essay, name, caller, store=store)
        if row is not None and row.settled:
            return None
        looked = _look_through(essay, name, caller, store=store)
        ruling = Ruling(
            ruling_id=ruling_id,
            organisation_id=caller.organisation_id,
            scope="everywhere",
            by=teacher.account_id,
            teacher=caller.person or teacher.display_name,
            made_at=now,
            evaluation_id=essay.evaluation_id,
            start=looked.row.start,
            end=looked.row.end,
            replacement=looked.row.replacement,
            edit_keys=looked.row.edit_keys,
            students=len(looked.students),
            answers=len(looked.marks),
        )
        stored = store.give_essay_ruling(
            ruling,
            note=kept,
            verdicts=[verdict for mark in looked.marks if (verdict := _verdict(mark, ruling)) is not None],
            students=looked.students,
            evidence_of=partial(_retracting, looked, ruling_id),
            stamp=looked.stamp,
        )
        if stored is not None:
            return stored
    return None


def give_alone(
    essay: EssayView,
    name: EditName,
    caller: Caller,
    *,
    by: str,
    note: str,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> Ruling | None:
    """Uphold a dismissal in this essay alone. None where somebody settled it before. `by`: the account of the teacher.

    Raises `NotFound` where there is no such dismissal, and `BadParameter` for a note that is too long.
    """
    row = stored_verdict(essay, name, caller, store=store)
    if row is not None and row.settled:
        return None
    edit = edit_named(essay, name)
    if row is None or row.verdict not in WAITING_VERDICTS:
        raise NotFound(f"The student holds no edit {edit.original!r} to {edit.replacement!r} to be wrong.")
    ruling = Ruling(
        ruling_id=identifiers.new(ID_PREFIX),
        organisation_id=caller.organisation_id,
        scope="answer",
        by=by,
        teacher=caller.person,
        made_at=clock.now(),
        evaluation_id=essay.evaluation_id,
        start=row.start,
        end=row.end,
        replacement=row.replacement,
        edit_keys=row.edit_keys,
        students=1,
        answers=1,
    )

    def retracting(logs: Mapping[str, Sequence[Evidence]]) -> list[Evidence]:
        return retractions(essay.report, edit, logs[essay.student_id], act=essay.act, ruling_id=ruling.ruling_id)

    return store.give_essay_ruling(
        ruling, note=checked_note(note), verdicts=[], students=[essay.student_id], evidence_of=retracting, stamp=None
    )


def undo(ruling: Ruling, caller: Caller, *, teacher: Account, store: Store, clock: Clock) -> bool:
    """Take a ruling back as a whole. False where somebody did before. Raises `NotFound`.

    A mark that another ruling in force speaks of too stays taken back by that one; and where a teacher's marking of the text has it struck, or had
    it struck while the ruling was in force, its evidence is what the marking says.
    """
    organisation_id = caller.organisation_id
    settled = store.verdicts_of_ruling(organisation_id, ruling.ruling_id)
    if ruling.scope == "answer" and not all(caller.sees(row.student_id) for row, _ in settled):
        raise NotFound(f"There is no ruling {ruling.ruling_id!r}.")
    others = [other for other in store.rulings_on(organisation_id, [""]) if other.ruling_id != ruling.ruling_id]
    marks = [_mark_of(row, essay) for row, essay in settled]
    heirs = {mark.place: heir for mark in marks if (heir := _heir(mark, others)) is not None}

    def still_counts(row: EssayVerdictRow) -> bool:
        return row.ruling_id != ruling.ruling_id or (row.evaluation_id, row.start, row.end, row.replacement) in heirs

    acts = {essay.line.act for _, essay in settled}
    marked = [found for act in acts if (found := _marked(act, organisation_id, still_counts, store=store)) is not None]

    def evidence_of(logs: Mapping[str, Sequence[Evidence]]) -> list[Evidence]:
        pieces: dict[str, Evidence] = {}
        for mark in marks:
            if heir := heirs.get(mark.place):
                log, act = logs[mark.student_id], mark.essay.line.act
                for piece in retractions(mark.report, mark.edit, log, act=act, ruling_id=heir):
                    pieces.setdefault(piece.idempotency_key.removeprefix(f"{heir}:"), piece)
        for marking, review, upheld in marked:
            log = [*logs[marking.student_id], *pieces.values()]
            for piece in of_engine_marks(marking, review.report, log, act=review.act, upheld=upheld):
                pieces[piece.idempotency_key] = piece
        return list(pieces.values())

    return store.undo_essay_ruling(
        ruling,
        by=teacher.account_id,
        at=clock.now(),
        handed_over=[
            (row, heirs[mark.place]) for (row, _), mark in zip(settled, marks, strict=True) if mark.place in heirs
        ],
        students={row.student_id for row, _ in settled},
        evidence_of=evidence_of,
    )


def taken_back(student_id: str, caller: Caller, *, store: Store) -> list[DismissedEdit]:
    """Marks in a student's essays that rulings on others' essays took back, newest first."""
    return views.dismissed(store.verdicts_of_rulings(caller.organisation_id, student_id))


# -- looking through -----------------------------------------------------------------------------------------


def _look_through(essay: EssayView, name: EditName, caller: Caller, *, store: Store) -> _Looked:
    """Every place with the mark. Raises `NotFound` where there is no such dismissal that waits for a teacher."""
    edit = edit_named(essay, name)
    row = stored_verdict(essay, name, caller, store=store)
    if row is None or row.verdict not in WAITING_VERDICTS or row.settled:
        raise NotFound(f"No dismissal of {edit.original!r} to {edit.replacement!r} waits for a teacher.")
    stamp = store.essay_stamp(caller.organisation_id)
    holding = store.essays_holding(caller.organisation_id, [_as_json(edit.original), _as_json(edit.replacement)])
    verdicts = {
        (verdict.evaluation_id, verdict.start, verdict.end, verdict.replacement): verdict
        for verdict in store.verdicts_of_essays(caller.organisation_id, [each.line.evaluation_id for each in holding])
    }
    marks = [mark for each in holding for mark in _marks_in(each, row, verdicts)]
    return _Looked(row, [mark for mark in marks if mark.verdict is None or mark.verdict.settled is None], stamp)


def _marks_in(
    essay: StoredEssay, row: EssayVerdictRow, verdicts: dict[tuple[str, int, int, str], EssayVerdictRow]
) -> Iterator[_Mark]:
    report = EssayReport.model_validate_json(essay.report)
    edits = [change_of(edit) for edit in report.edits]
    for edit in views.marks_of(report):
        if is_dismissed(report.essay_content, change_of(edit), edits, row.edit_keys):
            place = essay.line.evaluation_id, edit.start, edit.end, edit.replacement
            yield _Mark(essay, report, edit, verdicts.get(place))


def _as_json(text: str) -> str:
    """As the text stands in a stored report."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _evidence(
    looked: _Looked, ruling_id: str, logs: Mapping[str, Sequence[Evidence]]
) -> list[tuple[_Mark, list[Evidence]]]:
    """What each mark's retraction appends to the logs; an error that several drafts bear is retracted once."""
    retracted: set[str] = set()
    found: list[tuple[_Mark, list[Evidence]]] = []
    for mark in looked.marks:
        log = logs[mark.student_id]
        pieces = retractions(mark.report, mark.edit, log, act=mark.essay.line.act, ruling_id=ruling_id)
        new = [piece for piece in pieces if piece.idempotency_key not in retracted]
        retracted |= {piece.idempotency_key for piece in new}
        found.append((mark, new))
    return found


def _retracting(looked: _Looked, ruling_id: str, logs: Mapping[str, Sequence[Evidence]]) -> list[Evidence]:
    """`_evidence` of all marks together."""
    return [piece for _, found in _evidence(looked, ruling_id, logs) for piece in found]


def _mark_of(row: EssayVerdictRow, essay: StoredEssay) -> _Mark:
    """The mark that a verdict is about."""
    report = EssayReport.model_validate_json(essay.report)
    edit = views.edit_named(report, row.start, row.end, row.replacement)
    assert edit is not None  # a verdict is given on an edit of its report, which never changes
    return _Mark(essay, report, edit, row)


def _marked(
    act: str, organisation_id: str, counts: Callable[[EssayVerdictRow], bool], *, store: Store
) -> tuple[EssayMarking, EssayView, frozenset[EditName]] | None:
    """The marking of a text that a teacher has returned, the review that it rests on, and the marks that are upheld by verdicts that count."""
    marking, writing = store.marking(organisation_id, act), store.writing(organisation_id, act)
    if marking is None or marking.returned_at is None or writing is None:
        return None
    reviews = reviews_of(writing, marking, store=store)
    if not reviews:
        return None
    return marking, reviews[0], upheld_marks(reviews, organisation_id, store=store, counts=counts)


def _heir(mark: _Mark, others: Sequence[Ruling]) -> str | None:
    """The id of the oldest of the rulings that takes the mark back too."""
    edits = [change_of(edit) for edit in mark.report.edits]
    essay, edit = mark.report.essay_content, change_of(mark.edit)
    return next((other.ruling_id for other in others if is_dismissed(essay, edit, edits, other.edit_keys)), None)


def _verdict(mark: _Mark, ruling: Ruling) -> EssayVerdictRow | None:
    """The verdict to settle or to make; None where the writer had accepted the edit, or meant the clause: what somebody said is not changed."""
    if mark.verdict is not None:
        return mark.verdict if mark.verdict.verdict in WAITING_VERDICTS else None
    return EssayVerdictRow(
        evaluation_id=mark.essay.line.evaluation_id,
        organisation_id=ruling.organisation_id,
        student_id=mark.student_id,
        start=mark.edit.start,
        end=mark.edit.end,
        replacement=mark.edit.replacement,
        verdict="dismissed",
        note="",
        edit_keys=ruling.edit_keys,
        judged_at=ruling.made_at,
        settled="upheld",
        ruling_id=ruling.ruling_id,
        made_by_ruling=True,
    )


def _line(mark: _Mark, student: Student | None, counted: bool) -> SameMark:
    before, after = sentence_around(mark.report.essay_content, mark.edit.start, mark.edit.end)
    line = mark.essay.line
    return SameMark(
        evaluation_id=line.evaluation_id,
        student_id=line.student_id,
        name="" if student is None else student.name,
        number=line.student_id if student is None else student.shown_number,
        title=line.title,
        evaluated_at=iso_utc(line.created_at),
        quote_before=before.lstrip(),
        original=mark.edit.original,
        quote_after=after.rstrip(),
        replacement=mark.edit.replacement,
        counted=counted,
    )
