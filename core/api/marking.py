"""The marking desk: what was handed in for essay assignments, marked and returned by teachers; comments to use again; the gradebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import ValidationError

from core.access.arguments import bounded
from core.api.essays import Essays
from core.errors import BadParameter, NotFound, WenluError
from core.essays import history
from core.essays.history_wire import EssayView
from core.essays.marking import actions, evidence
from core.essays.marking.ahead import Ahead, Key
from core.essays.marking.evidence import TEACHER_WEIGHT
from core.essays.marking.refusals import MarkedElsewhere
from core.essays.marking.reviews import reviews_of, upheld_marks
from core.essays.marking.rubric import RUBRIC, grade_of, proposed_comment, proposed_rubric
from core.essays.marking.shown import stands, view
from core.essays.marking.wire import (
    ACTION,
    LONGEST_COMMENT,
    LONGEST_CORRECTION,
    LONGEST_REMARK,
    BankLine,
    MarkingView,
    MarkShown,
)
from core.essays.wire import EssayReport, EssayRequest, HskLevel
from core.plan.assignments import assigning
from core.plan.assignments import gradebook as books
from core.plan.assignments import queue as queues
from core.plan.assignments.deadlines import in_time
from core.plan.assignments.gradebook import Gradebook, GradebookCell, GradebookLine
from core.plan.assignments.progress import assignment_id_of, body_of, second_draft_asked, students_of
from core.plan.assignments.queue import Queue, QueueEntry
from core.plan.assignments.wire import EssayBody
from core.plan.ids import ASSIGNED
from core.ports.language import ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.evidence import Evidence
from core.records.marking import BankComment, Criterion, EssayMarking, Ruling
from core.records.plan import Writing
from core.wire import Bilingual, Closed, Language

__all__ = [
    "LONGEST_COMMENT",
    "LONGEST_CORRECTION",
    "LONGEST_REMARK",
    "RUBRIC",
    "TEACHER_WEIGHT",
    "BankLine",
    "Criterion",
    "DeskEssay",
    "DraftShown",
    "Gradebook",
    "GradebookCell",
    "GradebookLine",
    "MarkShown",
    "MarkingView",
    "OwnReturn",
    "Queue",
    "QueueEntry",
    "ReturnedEssay",
    "Ruling",
    "stands",
]
"""Names that pages may import for marking (they use the core through its facade only)."""

MOST_DRAFTS = 20
MOST_BANK_COMMENTS = 200
LONGEST_BANK_COMMENT = 500
REVIEWER = "marking desk"
"""Whose tasks the reviews ahead count as in the queue of essays, so that they never take the turn of a person."""
ReviewState = Literal["ready", "waiting", "put_off", "refused"]
"""`put_off`: a fault that is not the text's own kept the engine from it; it is tried again when it is next asked for, after a while."""


class DraftShown(Closed):
    """One of the texts that a student handed in for the same assignment."""

    writing_id: str
    number: int
    text: str
    handed_in_at: datetime
    returned_at: datetime | None
    grade: float | None
    comment: str


class DeskEssay(Closed):
    """A text on the teacher's desk, with everything that is needed to mark it."""

    writing_id: str
    student_id: str
    name: str
    student_number: str
    """The school's number, else the id: no two students show the same."""
    assignment_id: str
    title: str
    task: Bilingual
    characters: tuple[int, int]
    """Least and most characters asked for."""
    written: int
    """Chinese characters in the text."""
    text: str
    handed_in_at: datetime
    late: bool
    drafts: tuple[DraftShown, ...]
    """All of them, the oldest first; the text itself is the last of them that is not newer."""
    number: int
    review: ReviewState
    refusal: Bilingual | None
    """Why the engine could not review the text."""
    report: EssayReport | None
    marking: MarkingView
    proposed_rubric: dict[Criterion, float]
    proposed_grade: float | None
    proposed_comment: str
    objections: tuple[tuple[int, int, str], ...]
    """Names of the marks that the student has called right in an own review."""
    questions: tuple[tuple[int, int, str], ...] = ()
    """Start, end and note of the clauses about which the student has asked, in any review of this very text, and that no teacher has settled."""


class OwnReturn(Closed):
    """What a student knows of a text that was handed in for an assignment."""

    student_id: str
    writing_id: str
    resource_id: str
    number: int
    handed_in_at: datetime
    returned_at: datetime | None
    grade: float | None
    second_draft: bool
    """Another draft is asked for, and none was handed in since."""


class ReturnedEssay(Closed):
    """A returned text as its student sees it."""

    student_id: str
    writing_id: str
    resource_id: str
    title: str
    text: str
    number: int
    report: EssayReport | None
    marking: MarkingView
    second_draft: bool
    """Another draft is asked for, and none was handed in since."""


@dataclass(frozen=True)
class _Text:
    """A text that was handed in, with the engine's review of it and the marking so far."""

    writing: Writing
    essay: EssayView | None
    """The review that the marking rests on, else the newest."""
    marking: EssayMarking
    reviews: Sequence[EssayView]
    """All reviews of exactly this text."""

    @property
    def report(self) -> EssayReport | None:
        return self.essay.report if self.essay else None


@bounded
class Marking:
    """The marking desk: queues, one text at a time, returns; comments to use again; the gradebook."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        converter: ScriptConverter,
        essays: Essays,
        default_language: Language,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._converter = converter
        self._essays = essays
        self._default_language = default_language
        self.ahead = Ahead(self._review)

    # -- queues ------------------------------------------------------------------------------------------

    def count_waiting(self, caller: Caller) -> int:
        """How many texts wait to be marked."""
        return queues.count_waiting(caller, store=self._store)

    def queues(self, caller: Caller) -> list[Queue]:
        """All essay assignments for which something was handed in, newest first."""
        return queues.queues(caller, store=self._store)

    def queue(self, assignment_id: str, caller: Caller) -> Queue:
        """Everything handed in for an essay assignment, the longest waiting first. Raises `NotFound`."""
        row = assigning.current_assignment(assignment_id, caller, store=self._store)
        if row.kind != "essay":
            raise NotFound(f"The assignment {assignment_id!r} is no essay.")
        return queues.queue_of(row, caller, store=self._store)

    def review_ahead(self, writing_ids: Sequence[str], caller: Caller) -> None:
        """Have the engine review these texts in the background, in their order; returns at once."""
        texts = (self._store.writing(caller.organisation_id, writing_id) for writing_id in writing_ids)
        self.ahead.ask(
            [(text.organisation_id, text.writing_id) for text in texts if text and caller.sees(text.student_id)]
        )

    def review_waiting(self, organisation_id: str) -> int:
        """Review everything that waits and has no review yet, here and now: nightly work. Returns the number of reviews made."""
        made = 0
        for queue in self.queues(Caller(organisation_id, frozenset())):
            for entry in queue.waiting:
                try:
                    made += self._review((organisation_id, entry.writing_id))
                except WenluError:
                    continue  # the desk says why it has no review, or has it made when it is opened
        return made

    @property
    def asks_language_model(self) -> bool:
        """Whether each review also asks the operator's language model, which may cost the operator money."""
        return self._essays.evaluator.reviewer is not None

    # -- one text ----------------------------------------------------------------------------------------

    def desk(self, writing_id: str, caller: Caller) -> DeskEssay:
        """A text that was handed in, to be marked. Raises `NotFound`.

        Where the engine has not reviewed it yet, the review is asked for in the background and the text is shown without it.
        """
        text = self._text(writing_id, caller)
        writing = text.writing
        body, title = self._task(writing, caller)
        students = {student.student_id: student for student in students_of(caller, store=self._store)}
        if writing.student_id not in students:
            raise NotFound(f"There is no text {writing_id!r}.")
        review, refusal = self._review_state(text)
        rubric = proposed_rubric(text.report) if text.report else {}
        drafts = self._drafts(writing)
        number = next((draft.number for draft in drafts if draft.writing_id == writing_id), 1)
        handed_in_at = writing.handed_in_at or writing.changed_at
        return DeskEssay(
            writing_id=writing_id,
            student_id=writing.student_id,
            name=students[writing.student_id].name or students[writing.student_id].shown_number,
            student_number=students[writing.student_id].shown_number,
            assignment_id=assignment_id_of(writing.resource_id) or "",
            title=title,
            task=Bilingual(zh=body.task_zh, en=body.task_en),
            characters=body.characters,
            written=assigning.han_count(writing.text),
            text=writing.text,
            handed_in_at=handed_in_at,
            late=not self._in_time(writing, drafts[0].handed_in_at if drafts else handed_in_at),
            drafts=tuple(drafts),
            number=number,
            review=review,
            refusal=refusal,
            report=text.report,
            marking=view(text.marking, writing.text, text.report),
            proposed_rubric=rubric,
            proposed_grade=grade_of(rubric, None),
            proposed_comment=self._proposed_comment(text),
            objections=self._objections(text, caller),
            questions=self._questions(text, caller),
        )

    def review_state(self, writing_id: str, caller: Caller) -> ReviewState:
        """How far the engine's review of a text is; one that nobody asked for yet is asked for. Raises `NotFound`."""
        return self._review_state(self._text(writing_id, caller))[0]

    def act(self, writing_id: str, action: Mapping[str, Any], caller: Caller, *, by: str, version: int) -> MarkingView:
        """Carry out one action (`core.essays.marking.wire.Action`) on the marking of a text, and store it at once.

        `by` is the id of the teacher's account, `version` the version on which the action rests. Returning a text, and every later change
        of a returned one, is evidence about its student, in the same transaction. Raises `Forbidden`, `NotFound`, `BadParameter`, and
        `MarkedElsewhere` where another version is stored by now.
        """
        account = assigning.teacher(by, caller, store=self._store)
        try:
            step = ACTION.validate_python(dict(action))
        except ValidationError as fault:
            raise BadParameter.of("action", fault.errors()[0]["msg"]) from None
        text = self._text(writing_id, caller)
        if text.marking.version != version:
            raise MarkedElsewhere(writing_id)
        made = actions.after(
            text.marking,
            step,
            self._marked_text(text),
            actions.Actor(account.account_id, account.display_name),
            self._clock.now(),
        )
        if not self._store.put_marking(made, self._evidence(text, made)):
            raise MarkedElsewhere(writing_id)
        return view(made, text.writing.text, text.report)

    # -- comments to use again ---------------------------------------------------------------------------

    def bank(self, caller: Caller, *, by: str) -> list[BankLine]:
        """The comments that a teacher keeps, in the order in which they were saved. Raises `Forbidden`."""
        assigning.teacher(by, caller, store=self._store)
        rows = self._store.bank_comments(caller.organisation_id, by)
        return [BankLine(comment_id=row.comment_id, text=row.text) for row in rows]

    def save_comment(self, text: str, caller: Caller, *, by: str) -> BankLine:
        """Save a comment in the teacher's own bank; one that is there already is not saved twice. Raises `Forbidden`, `BadParameter`."""
        kept = self.bank(caller, by=by)
        wanted = text.replace("\x00", "").strip()
        if not wanted or len(wanted) > LONGEST_BANK_COMMENT or len(kept) >= MOST_BANK_COMMENTS:
            raise BadParameter.of(
                "text", f"has {len(wanted)} characters (1 to {LONGEST_BANK_COMMENT}), beside {len(kept)} comments"
            )
        if same := next((line for line in kept if line.text == wanted), None):
            return same
        row = BankComment(self._identifiers.new("cb"), caller.organisation_id, by, wanted, self._clock.now())
        self._store.add_bank_comment(row)
        return BankLine(comment_id=row.comment_id, text=row.text)

    def forget_comment(self, comment_id: str, caller: Caller, *, by: str) -> bool:
        """Remove a comment from the teacher's own bank; False when it is not there. Raises `Forbidden`."""
        assigning.teacher(by, caller, store=self._store)
        return self._store.remove_bank_comment(caller.organisation_id, by, comment_id)

    # -- the gradebook -----------------------------------------------------------------------------------

    def gradebook(self, caller: Caller, *, only: Sequence[str] | None = None) -> Gradebook:
        """Students and assignments of all kinds, or those with these ids; newest first."""
        rows = assigning.seen(self._store.assignments(caller.organisation_id), caller, store=self._store)
        chosen = rows if only is None else [row for row in rows if row.assignment_id in set(only)]
        return books.gradebook(chosen, caller, store=self._store, now=self._clock.now())

    # -- for the student ---------------------------------------------------------------------------------

    def of_student(self, student_id: str, caller: Caller) -> list[OwnReturn]:
        """What a student handed in for assignments, and what came back, the newest first."""
        texts = self._store.handed_in(caller.organisation_id, ASSIGNED, student_id=student_id)
        numbers = queues.draft_numbers(texts)
        newest = {text.resource_id: text for text in texts}
        return [
            OwnReturn(
                student_id=student_id,
                writing_id=text.writing_id,
                resource_id=text.resource_id,
                number=numbers[text.writing_id],
                handed_in_at=text.handed_in_at,
                returned_at=text.returned_at,
                grade=queues.grade_in(text),
                second_draft=text is newest[text.resource_id] and second_draft_asked([text]),
            )
            for text in reversed(texts)
        ]

    def returned(self, student_id: str, writing_id: str, caller: Caller) -> ReturnedEssay | None:
        """A text of the student's that came back; None while it is on the teacher's desk. Raises `NotFound`."""
        text = self._text(writing_id, caller)
        if text.writing.student_id != student_id:
            raise NotFound(f"There is no text {writing_id!r}.")
        if text.marking.returned_at is None:
            return None
        own = [line for line in self.of_student(student_id, caller) if line.writing_id == writing_id]
        return ReturnedEssay(
            student_id=student_id,
            writing_id=writing_id,
            resource_id=text.writing.resource_id,
            title=text.writing.title,
            text=text.writing.text,
            number=own[0].number if own else 1,
            report=text.report,
            marking=view(text.marking, text.writing.text, text.report),
            second_draft=bool(own) and own[0].second_draft,
        )

    def handed_in_text(self, writing_id: str, caller: Caller) -> Writing:
        """A text that was handed in for an assignment. Raises `NotFound`."""
        return self._text(writing_id, caller).writing

    def returned_review(self, student_id: str, evaluation_id: str, caller: Caller) -> ReturnedEssay | None:
        """The returned text that a review of the engine is about; None where it was not handed in, or is not returned."""
        essay = self._store.essay(caller.organisation_id, evaluation_id)
        marking = self._store.marking(caller.organisation_id, essay.line.act) if essay else None
        if essay is None or marking is None or marking.student_id != student_id or marking.returned_at is None:
            return None
        returned = self.returned(student_id, marking.writing_id, caller)
        is_of_it = returned is not None and history.view(essay).report.essay_content == returned.text
        return returned if is_of_it else None

    # -- inside ------------------------------------------------------------------------------------------

    def _text(self, writing_id: str, caller: Caller) -> _Text:
        """Raises `NotFound` for a text that is not there, not handed in, or not written for an assignment."""
        organisation_id = caller.organisation_id
        writing = self._store.writing(organisation_id, writing_id)
        if (
            writing is None
            or writing.handed_in_at is None
            or not writing.resource_id.startswith(ASSIGNED)
            or not caller.sees(writing.student_id)
        ):
            raise NotFound(f"There is no text {writing_id!r} that was handed in.")
        marking = self._store.marking(organisation_id, writing_id) or EssayMarking(
            writing_id, organisation_id, writing.student_id, "", 0, writing.handed_in_at
        )
        reviews = reviews_of(writing, marking, store=self._store)
        return _Text(writing, next(iter(reviews), None), marking, reviews)

    def _review(self, key: Key) -> bool:
        """Have the engine review a text; False where it has a review already. Raises what `Essays.evaluate` raises."""
        organisation_id, writing_id = key
        writing = self._store.writing(organisation_id, writing_id)
        if writing is None or writing.handed_in_at is None or reviews_of(writing, None, store=self._store):
            return False
        caller = Caller(organisation_id, frozenset(), None, person=REVIEWER)
        body, _title = self._task(writing, caller)
        levels: tuple[HskLevel, ...] = ("1", "2", "3", "4", "5", "6")
        request = EssayRequest(
            student_id=writing.student_id,
            essay_content=writing.text,
            essay_title=writing.title,
            hsk_level=levels[min(body.level, 6) - 1],
        )
        self._essays.evaluate(request, caller, act=writing.writing_id)
        return True

    def _review_state(self, text: _Text) -> tuple[ReviewState, Bilingual | None]:
        if text.essay is not None:
            return "ready", None
        key = (text.writing.organisation_id, text.writing.writing_id)
        refusal = self.ahead.refusal(key)
        if refusal is not None:
            error = refusal.error
            state: ReviewState = "refused" if refusal.lasting else "put_off"
            return state, Bilingual(zh=error.remedy("zh"), en=error.remedy("en"))
        self.ahead.ask([key])
        return "waiting", None

    def _task(self, writing: Writing, caller: Caller) -> tuple[EssayBody, str]:
        """What was asked for, and the assignment's title; also of an assignment that was withdrawn. Raises `NotFound`."""
        row = self._store.assignment(caller.organisation_id, assignment_id_of(writing.resource_id) or "")
        body = body_of(row) if row else None
        if row is None or not isinstance(body, EssayBody):
            raise NotFound(f"There is no essay assignment {writing.resource_id!r}.")
        return body, row.title

    def _in_time(self, writing: Writing, handed_in_at: datetime) -> bool:
        """Whether what was handed in then was in time, for this student."""
        row = self._store.assignment(writing.organisation_id, assignment_id_of(writing.resource_id) or "")
        return row is None or in_time(row, writing.student_id, handed_in_at)

    def _drafts(self, writing: Writing) -> list[DraftShown]:
        """All texts that the student handed in for the same assignment, the oldest first."""
        written = self._store.writings(
            writing.organisation_id, student_id=writing.student_id, resource_id=writing.resource_id
        )
        handed_in = sorted((text for text in written if text.handed_in_at), key=lambda text: str(text.handed_in_at))
        return [self._draft(number, text) for number, text in enumerate(handed_in[-MOST_DRAFTS:], 1)]

    def _draft(self, number: int, text: Writing) -> DraftShown:
        marking = self._store.marking(text.organisation_id, text.writing_id)
        returned = marking if marking is not None and marking.returned_at is not None else None
        return DraftShown(
            writing_id=text.writing_id,
            number=number,
            text=text.text,
            handed_in_at=text.handed_in_at or text.changed_at,
            returned_at=returned.returned_at if returned else None,
            grade=grade_of(dict(returned.rubric), returned.grade) if returned else None,
            comment=returned.comment if returned else "",
        )

    def _marked_text(self, text: _Text) -> actions.MarkedText:
        rubric = proposed_rubric(text.report) if text.report else {}
        return actions.MarkedText(text.writing.text, text.report, rubric, self._proposed_comment(text))

    def _proposed_comment(self, text: _Text) -> str:
        """In the language in which things are explained to the student."""
        if text.report is None:
            return ""
        student = self._store.student(text.writing.organisation_id, text.writing.student_id)
        language = (student.explanation_language if student else None) or self._default_language
        return proposed_comment(text.report, language)

    def _objections(self, text: _Text, caller: Caller) -> tuple[tuple[int, int, str], ...]:
        if text.essay is None:
            return ()
        rows = self._store.essay_verdicts(caller.organisation_id, text.essay.evaluation_id)
        return tuple((row.start, row.end, row.replacement) for row in rows if row.verdict == "dismissed")

    def _questions(self, text: _Text, caller: Caller) -> tuple[tuple[int, int, str], ...]:
        reviews = reviews_of(text.writing, text.marking, store=self._store)
        rows = self._store.verdicts_of_essays(caller.organisation_id, [review.evaluation_id for review in reviews])
        notes = {(row.start, row.end): row.note for row in rows if row.verdict == "asked" and row.settled is None}
        return tuple((*span, note) for span, note in sorted(notes.items()))

    def _evidence(self, text: _Text, made: EssayMarking) -> list[Evidence]:
        """Nothing while the text was on the desk before and is so still: then the log has nothing of it."""
        if text.marking.returned_at is None and made.returned_at is None:
            return []
        essay = evidence.ReturnedText(
            simplified=self._converter.simplified(text.writing.text),
            report=text.report,
            act=text.essay.act if text.essay else "",
            upheld=upheld_marks(text.reviews, made.organisation_id, store=self._store),
        )
        log = self._store.evidence_of(made.organisation_id, made.student_id)
        return evidence.evidence_of(made, essay, log, self._essays.evidence_targets())
