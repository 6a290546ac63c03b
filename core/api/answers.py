"""Answers: marking, evidence, appeals, reports over a month and a day."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from core.access.arguments import bounded
from core.answers import appeals, class_lines, evidence, report, today, week
from core.answers import service as answers
from core.answers.diagnosis.meanings import Telling
from core.answers.wire import (
    AppealRequest,
    AppealView,
    Evaluation,
    EvaluationPath,
    EvidenceView,
    Report,
    ReportRequest,
    StudentLine,
    SubmitRequest,
    TodayView,
    WeekLearned,
)
from core.api.calls import Calls
from core.learning.days import day_of
from core.ports.language import ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.tables import Tables
from core.wire import Rendered


@bounded
class Answers:
    """Answers: marking, evidence, appeals, reports over a month and a day."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        converter: ScriptConverter,
        calls: Calls,
        telling: Telling,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self._converter = converter
        self._calls = calls
        self._telling = telling

    def submit(self, request: SubmitRequest, caller: Caller) -> Rendered[Evaluation]:
        """POST /classroom/evaluation/submit."""
        return answers.submit(
            request,
            caller,
            language=self._calls.language(caller, request.student_id),
            points=self._tables.points,
            store=self._store,
            converter=self._converter,
            clock=self._clock,
            identifiers=self._identifiers,
            telling=self._telling,
        )

    def evaluation(self, request: EvaluationPath, caller: Caller) -> Rendered[Evaluation]:
        """GET /classroom/evaluation/{evaluation_id}."""
        evaluation = answers.evaluation(request, caller, store=self._store)
        self._calls.count(caller)
        return evaluation

    def report(self, request: ReportRequest, caller: Caller) -> Report:
        """GET /classroom/evaluation/report/{student_id}."""
        monthly = report.report(
            request,
            caller,
            language=self._calls.language(caller, request.student_id),
            points=self._tables.points,
            store=self._store,
            clock=self._clock,
        )
        self._calls.count(caller)
        return monthly

    def today(self, student_id: str, caller: Caller) -> TodayView:
        """What a student's first page shows."""
        language = self._calls.language(caller, student_id)
        return today.today(
            student_id, caller, language=language, points=self._tables.points, store=self._store, clock=self._clock
        )

    def week(self, student_id: str, caller: Caller) -> WeekLearned:
        """What the last seven days show to be learned."""
        language = self._calls.language(caller, student_id)
        return week.week(
            student_id, caller, language=language, points=self._tables.points, store=self._store, clock=self._clock
        )

    def week_stamp(self, student_id: str, caller: Caller) -> Hashable:
        """What `week` depends on: while it stays equal, so does the week, which reads the whole log of the student."""
        seen = self._store.evidence_stamp(caller.organisation_id, student_id)
        return student_id, day_of(self._clock.now()), self._calls.language(caller, student_id), seen

    def appeal(self, request: AppealRequest, caller: Caller) -> bool:
        """Store a student's appeal ("my answer was right") for the teacher; False when there is one already."""
        return appeals.add(request, caller, store=self._store, clock=self._clock, identifiers=self._identifiers)

    def appeals(self, caller: Caller, *, status: str | None = None, student_id: str | None = None) -> list[AppealView]:
        """Appeals of the organisation, or of one student, newest first."""
        return appeals.listed(caller, status=status, student_id=student_id, store=self._store)

    def settle_appeal(self, appeal_id: str, caller: Caller, *, upheld: bool, reply: str = "") -> bool:
        """Uphold or decline an appeal; an upheld appeal becomes evidence in the student's favour."""
        return appeals.settle(appeal_id, caller, upheld=upheld, reply=reply, store=self._store, clock=self._clock)

    def evidence(self, student_id: str, sources: Sequence[str], caller: Caller) -> list[EvidenceView]:
        """The answers behind a figure, named by `evaluation_id#position`. Raises `NotFound` for another student's."""
        return evidence.evidence_views(student_id, sources, caller, store=self._store)

    def class_lines(self, caller: Caller, *, month: str | None = None) -> list[StudentLine]:
        """The students whom the caller sees, one line each, with their answers of a month `YYYY-MM`, by default this one."""
        return class_lines.class_lines(caller, month=month, store=self._store, clock=self._clock)
