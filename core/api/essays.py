"""Essays: evaluating them, storing them for a student, reading and forgetting stored ones."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TypedDict

from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.api.calls import Calls
from core.essays import archive
from core.essays.archive import Unfinished
from core.essays.completion import WAITS, Completions
from core.essays.evidence import EvidenceTargets
from core.essays.history_wire import EssayFigures, EssayProgress, EssaySummary, EssayView
from core.essays.merging.selection import Strictness
from core.essays.model import EditType
from core.essays.service import EssayEvaluator
from core.essays.wire import DoubtShown, EssayReport, EssayRequest, Framework, HskLevel
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.tables import Tables
from core.tables.essays.found import EssayFound
from core.texts.analysis import Analyser
from core.wire import Language, Rendered

__all__ = [
    "DoubtShown",
    "EditType",
    "EssayFigures",
    "EssayProgress",
    "EssayReport",
    "EssayRequest",
    "EssaySummary",
    "EssayView",
    "Framework",
    "HskLevel",
    "Strictness",
]

MOST_LINES = 200
MOST_DRAFTS = 20


class _Means(TypedDict):
    """What an evaluation works with."""

    evaluator: EssayEvaluator
    targets: EvidenceTargets
    store: Store
    clock: Clock
    identifiers: Identifiers
    language: Language
    turn: AbstractContextManager[None]


@bounded
class Essays:
    """Essays: evaluating them, storing them for a student, reading and forgetting stored ones."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        analyser: Analyser,
        evaluator: EssayEvaluator,
        queues: Queues,
        calls: Calls,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self._analyser = analyser
        self.evaluator = evaluator
        self._queues = queues
        self._calls = calls
        self._completions = Completions(self._complete)

    def evaluate(self, request: EssayRequest, caller: Caller, *, act: str | None = None) -> Rendered[EssayReport]:
        """POST /essay/evaluate: report and evidence are stored in one transaction, counted as one call.

        A text that the student has handed in, or is writing, is recognised: its evidence is that of one essay, however often it is evaluated.
        `act`: the id of the writing that it is, where the caller knows; the same text may stand in several.
        What the student has dismissed as right before, and no teacher has overruled, is passed over. Raises
        `core.essays.refusals.NoEssay`, `QuotaExceeded`, `Busy`.
        """
        rendered, _ = archive.evaluate(request, caller, **self._means(request, caller), act_id=act)
        return rendered

    def begin(self, request: EssayRequest, caller: Caller, *, act: str | None = None) -> Rendered[EssayReport]:
        """Like `evaluate`, without waiting for the operator's language model: the report says what is known at once, and the stored one is
        completed when the model has answered (`progress`)."""
        if not self._completions.has_room():
            return self.evaluate(request, caller, act=act)
        rendered, unfinished = archive.evaluate(request, caller, **self._means(request, caller), act_id=act, wait=False)
        if unfinished is not None and self.evaluator.reviewer is not None:
            self._completions.start(unfinished, seconds=WAITS * self.evaluator.reviewer.seconds)
        return rendered

    def progress(self, evaluation_id: str, caller: Caller) -> EssayProgress | None:
        """How far the language model has come with an essay that was begun; None where its report is complete."""
        return self._completions.progress(evaluation_id, caller.organisation_id)

    def _complete(self, unfinished: Unfinished) -> None:
        with self._queues.essays.turn(visitor(unfinished.caller)):
            archive.complete(unfinished, evaluator=self.evaluator, targets=self.evidence_targets(), store=self._store)

    def _means(self, request: EssayRequest, caller: Caller) -> _Means:
        return {
            "evaluator": self.evaluator,
            "targets": self.evidence_targets(),
            "store": self._store,
            "clock": self._clock,
            "identifiers": self._identifiers,
            "language": self._calls.language(caller, request.student_id),
            "turn": self._queues.essays.turn(visitor(caller)),
        }

    def essay(self, evaluation_id: str, caller: Caller, *, student_id: str | None = None) -> EssayView:
        """An evaluation, for its teacher, or for the student who is named. Raises `NotFound`."""
        return archive.essay(evaluation_id, caller, student_id=student_id, store=self._store)

    def history(self, student_id: str, caller: Caller, *, limit: int = MOST_LINES) -> list[EssaySummary]:
        """A student's evaluations, newest first."""
        return archive.summaries(student_id, caller, limit=limit, store=self._store)

    def drafts(self, student_id: str, act: str, caller: Caller, *, limit: int = MOST_DRAFTS) -> list[EssayView]:
        """The drafts of one essay, oldest first."""
        return archive.drafts(student_id, act, caller, limit=limit, store=self._store)

    def forget(self, student_id: str, evaluation_id: str, caller: Caller) -> None:
        """Remove text and report, and the verdicts on it; the evidence about the student stays in the log.

        Raises `NotFound`, and `MarkedByTeacher` for a review on which a teacher's marking rests.
        """
        archive.forget(student_id, evaluation_id, caller, evaluator=self.evaluator, store=self._store)

    @property
    def found(self) -> EssayFound:
        """How many of the errors in learners' free writing the embedded engine finds, by kind."""
        return self._tables.essay_found

    def evidence_targets(self) -> EvidenceTargets:
        """What the evidence of an essay can be about."""
        return EvidenceTargets(
            points=self._tables.points.by_id,
            telling_points=self._analyser.difficulty_points,
            words=self._tables.words.by_form,
        )
