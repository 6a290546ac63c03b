"""Essays: evaluated, kept for a student, looked back on, forgotten."""

from __future__ import annotations

from datetime import datetime

from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.api.calls import Calls
from core.errors import NotFound
from core.essays import history
from core.essays.evidence import Occasion, evidence_of
from core.essays.history_wire import EssayFigures, EssaySummary, EssayView
from core.essays.merging.selection import Strictness
from core.essays.model import EditType
from core.essays.reporting import report_of
from core.essays.service import EssayEvaluator
from core.essays.wire import EssayReport, EssayRequest, Framework, HskLevel
from core.learning.days import day_of
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.essays import WholeEssay
from core.tables import Tables
from core.texts.analysis import Analyser
from core.wire import Rendered

__all__ = [
    "EditType",
    "EssayFigures",
    "EssayReport",
    "EssayRequest",
    "EssaySummary",
    "EssayView",
    "Framework",
    "HskLevel",
    "Strictness",
]

ESSAY_ID = "ess"
"""How ids of evaluations begin."""

MOST_LINES = 200

MOST_DRAFTS = 20


@bounded
class Essays:
    """Essays: evaluated, kept for a student, looked back on, forgotten."""

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

    def evaluate(self, request: EssayRequest, caller: Caller) -> Rendered[EssayReport]:
        """POST /essay/evaluate: report and evidence are kept in one transaction, counted as one call.

        A text that the student has handed in, or is writing, is known as such: its evidence is that of one essay, however often it
        is evaluated. What the student has called right before, and no teacher overruled, is passed over. Raises
        `core.essays.refusals.NoEssay`, `QuotaExceeded`, `Busy`.
        """
        language = self._calls.language(caller, request.student_id)
        evaluation_id, now = self._identifiers.new(ESSAY_ID), self._clock.now()
        dismissed = self._store.dismissed_by(caller.organisation_id, request.student_id)
        with self._queues.essays.turn(visitor(caller)):
            found = self.evaluator.evaluated(request, dismissed=dismissed)
        report = report_of(found, request, language=language, evaluation_id=evaluation_id)
        act = self._act(request, caller, now)
        occasion = Occasion(
            evaluation_id=evaluation_id,
            student_id=request.student_id,
            act=act,
            at=now,
            points=self._tables.points.by_id,
            telling=self._analyser.difficulty_points,
            words=self._tables.words.by_form,
        )
        rendered = report.model_dump_json()
        row = history.stored(
            report,
            rendered,
            organisation_id=caller.organisation_id,
            student_id=request.student_id,
            act=act,
            at=now,
        )
        reply = rendered if caller.call and caller.call.idempotency_key else None
        self._store.add_essay(WholeEssay(row, evidence_of(found, occasion)), call=caller.call, reply=reply)
        return Rendered(rendered, EssayReport)

    def essay(self, evaluation_id: str, caller: Caller, *, student_id: str | None = None) -> EssayView:
        """An evaluation, for its teacher, or for the student who is named. Raises `NotFound`."""
        found = self._store.essay(caller.organisation_id, evaluation_id)
        if found is None or student_id not in (None, found.line.student_id):
            raise NotFound(f"There is no essay {evaluation_id!r}.")
        return history.view(found)

    def history(self, student_id: str, caller: Caller, *, limit: int = MOST_LINES) -> list[EssaySummary]:
        """A student's evaluations, newest first."""
        return [
            history.summary(line) for line in self._store.essay_lines(caller.organisation_id, student_id, limit=limit)
        ]

    def drafts(self, student_id: str, act: str, caller: Caller, *, limit: int = MOST_DRAFTS) -> list[EssayView]:
        """The drafts of one essay, oldest first."""
        found = self._store.essays(caller.organisation_id, student_id, limit=limit, act=act)
        return [history.view(essay) for essay in reversed(found)]

    def forget(self, student_id: str, evaluation_id: str, caller: Caller) -> None:
        """Remove text and report, and what was said of the report; what it said of the student stays in the evidence log.

        Raises `NotFound`.
        """
        if not self._store.forget_essay(caller.organisation_id, student_id, evaluation_id):
            raise NotFound(f"There is no essay {evaluation_id!r}.")

    def _act(self, request: EssayRequest, caller: Caller, now: datetime) -> str:
        """The writing that the text was kept as, else one act for each title and day."""
        texts = self._store.writings(caller.organisation_id, student_id=request.student_id)
        same = next((text for text in texts if text.text == request.essay_content), None)
        if same is not None:
            return same.writing_id
        return history.act_of(request.student_id, request.essay_title, request.essay_content, day_of(now))
