"""Stored evaluations: evaluates an essay and keeps the report with its evidence, reads earlier evaluations, and removes them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from datetime import datetime

from core.errors import NotFound, RulingsChanged
from core.essays import history
from core.essays.evidence import EvidenceTargets, WritingAct, evidence_of, writing_evidence_of
from core.essays.history_wire import EssaySummary, EssayView
from core.essays.marking.evidence import of_engine_marks
from core.essays.ports import AskedReview
from core.essays.refusals import MarkedByTeacher
from core.essays.reporting import AssessedEssay, report_of
from core.essays.review.views import edit_named
from core.essays.service import EssayEvaluator
from core.essays.wire import EssayReport, EssayRequest
from core.learning.days import day_of
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.essays import NewEssay, StoredEssay
from core.records.evidence import Evidence
from core.wire import Language, Rendered

ID_PREFIX = "ess"
"""The ids of evaluations begin with this prefix."""


@dataclass(frozen=True)
class Unfinished:
    """A stored report about which a language model is still asked, with what is needed to complete it."""

    asked: AskedReview
    request: EssayRequest
    caller: Caller
    act: WritingAct
    language: Language
    dismissed: frozenset[str]
    """Keys of what the student had dismissed when the review was begun: what is dismissed in the meantime stays in the report."""
    rendered: str
    """The report as it is stored."""


def evaluate(
    request: EssayRequest,
    caller: Caller,
    *,
    evaluator: EssayEvaluator,
    targets: EvidenceTargets,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
    language: Language,
    turn: AbstractContextManager[None],
    act_id: str | None = None,
    wait: bool = True,
) -> tuple[Rendered[EssayReport], Unfinished | None]:
    """Evaluate an essay, and store its report and evidence in one transaction, counted as one call.

    What the student has dismissed as right before, and no teacher has overruled, is passed over, and so is what a ruling of the organisation's
    teachers says is right everywhere; where one is given or undone meanwhile the essay is evaluated again. `turn` is held until the report is
    stored. `act_id`: the writing that it is, where that is known. Raises `core.essays.refusals.NoEssay`, `QuotaExceeded`, and `Busy` where
    there is no turn.

    Without `wait` nobody waits for a language model: the report says what is known now, and what comes back beside it is to be completed
    (`complete`). The evidence of errors and scores then comes with the completed report: it would be counted twice where the two reports differ.
    """
    organisation_id, student_id = caller.organisation_id, request.student_id
    evaluation_id, now = identifiers.new(ID_PREFIX), clock.now()
    act_id = act_id or _act_id(request, caller, now, store=store)
    act = WritingAct(evaluation_id, student_id, act_id, now)
    with turn:
        asked = evaluator.ask(request)
        while True:
            ruled = store.ruled_essay_keys(organisation_id)
            own = store.dismissed_edit_keys(organisation_id, student_id)
            essay = evaluator.assess(request, dismissed=own | ruled, asked=asked, wait=wait)
            report, row = _stored(essay, request, caller, act, language=language)
            rest = (
                Unfinished(asked, request, caller, act, language, own, row.report)
                if asked is not None and essay.waits and not wait
                else None
            )
            pieces = writing_evidence_of(essay, act) if rest else evidence_of(essay, act, targets)
            pieces += _taken_back_by_marking(report, pieces, act_id, organisation_id, store=store)
            reply = row.report if caller.call and caller.call.idempotency_key else None
            with suppress(RulingsChanged):
                store.add_essay(NewEssay(row, pieces, ruled), call=caller.call, reply=reply)
                return Rendered(row.report, EssayReport), rest


def complete(unfinished: Unfinished, *, evaluator: EssayEvaluator, targets: EvidenceTargets, store: Store) -> bool:
    """Put the completed report in the place of the one that was stored, with its evidence; False where that one is not there any more.

    A mark on which a verdict was given in the meantime stays: where the completed report has it no longer, the stored one is left as it is, and
    its evidence is logged.
    """
    act, caller = unfinished.act, unfinished.caller
    organisation_id = caller.organisation_id
    while True:
        ruled = store.ruled_essay_keys(organisation_id)
        essay = evaluator.assess(
            unfinished.request, dismissed=unfinished.dismissed | ruled, asked=unfinished.asked, wait=False
        )
        report, row = _stored(essay, unfinished.request, caller, act, language=unfinished.language)
        verdicts = store.essay_verdicts(organisation_id, act.evaluation_id)
        if any(edit_named(report, row.start, row.end, row.replacement) is None for row in verdicts):
            essay = evaluator.embedded(unfinished.request, dismissed=unfinished.dismissed | ruled)
            report = EssayReport.model_validate_json(unfinished.rendered).model_copy(update={"engine": essay.engine})
            row = _row(report, caller, act)
        pieces = evidence_of(essay, act, targets)
        pieces += _taken_back_by_marking(report, pieces, act.act_id, organisation_id, store=store)
        with suppress(RulingsChanged):
            return store.complete_essay(NewEssay(row, pieces, ruled), before=unfinished.rendered)


def _stored(
    essay: AssessedEssay, request: EssayRequest, caller: Caller, act: WritingAct, *, language: Language
) -> tuple[EssayReport, StoredEssay]:
    """The report of an assessed essay, and its row."""
    report = report_of(essay, request, language=language, evaluation_id=act.evaluation_id)
    return report, _row(report, caller, act)


def _row(report: EssayReport, caller: Caller, act: WritingAct) -> StoredEssay:
    return history.stored_essay(
        report,
        report.model_dump_json(),
        organisation_id=caller.organisation_id,
        student_id=act.student_id,
        act=act.act_id,
        at=act.occurred_at,
    )


def _taken_back_by_marking(
    report: EssayReport, pieces: Sequence[Evidence], act_id: str, organisation_id: str, *, store: Store
) -> list[Evidence]:
    """What takes back those of the pieces that a teacher's marking, returned before this review came, has said already or has struck."""
    marking = store.marking(organisation_id, act_id)
    writing = store.writing(organisation_id, act_id) if marking and marking.returned_at else None
    if marking is None or writing is None or writing.text != report.essay_content:
        return []
    log = store.evidence_of(organisation_id, marking.student_id)
    known = {piece.idempotency_key for piece in log}
    log += [piece for piece in pieces if piece.idempotency_key not in known]
    return list(of_engine_marks(marking, report, log, act=act_id, upheld=()))


def _act_id(request: EssayRequest, caller: Caller, now: datetime, *, store: Store) -> str:
    """The id of the writing that the text was handed in or kept as, else one for each title and day.

    With it the evidence of a text is that of one essay, however often it is evaluated.
    """
    writings = store.writings(caller.organisation_id, student_id=request.student_id)
    same = next((writing for writing in writings if writing.text == request.essay_content), None)
    if same is not None:
        return same.writing_id
    return history.act_of(request.student_id, request.essay_title, request.essay_content, day_of(now))


def essay(evaluation_id: str, caller: Caller, *, student_id: str | None, store: Store) -> EssayView:
    """A stored evaluation; of the named student only, where one is named. Raises `NotFound`."""
    stored = store.essay(caller.organisation_id, evaluation_id)
    if stored is None or student_id not in (None, stored.line.student_id):
        raise NotFound(f"There is no essay {evaluation_id!r}.")
    return history.view(stored)


def summaries(student_id: str, caller: Caller, *, limit: int, store: Store) -> list[EssaySummary]:
    """A student's evaluations without their reports, the newest first."""
    return [history.summary(line) for line in store.essay_lines(caller.organisation_id, student_id, limit=limit)]


def drafts(student_id: str, act: str, caller: Caller, *, limit: int, store: Store) -> list[EssayView]:
    """The evaluated drafts of one essay, the oldest first."""
    newest_first = store.essays(caller.organisation_id, student_id, limit=limit, act=act)
    return [history.view(stored) for stored in reversed(newest_first)]


def forget(student_id: str, evaluation_id: str, caller: Caller, *, evaluator: EssayEvaluator, store: Store) -> None:
    """Remove text and report, and the verdicts on it; the evidence about the student stays in the log.

    Raises `NotFound`, and `MarkedByTeacher` for a review on which a teacher's marking rests.
    """
    marking = store.marking_of_evaluation(caller.organisation_id, evaluation_id)
    if marking is not None and marking.student_id == student_id:
        raise MarkedByTeacher(evaluation_id)
    if not store.delete_essay(caller.organisation_id, student_id, evaluation_id):
        raise NotFound(f"There is no essay {evaluation_id!r}.")
    evaluator.forget(student_id)
