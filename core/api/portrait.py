"""The portrait of a student: the first one, updates, explanations, history; the portraits of a class."""

from __future__ import annotations

from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.api.calls import Calls
from core.api.knowledge import Knowledge
from core.learning.days import day_of
from core.portrait import behaviours, past, why
from core.portrait import classes as class_portraiture
from core.portrait import service as portraits
from core.portrait.document import portrait_document
from core.portrait.wire import (
    ClassPortraits,
    FirstPortraitRequest,
    Portrait,
    PortraitPath,
    PortraitPoint,
    UpdatePortraitRequest,
    Why,
)
from core.ports.store import Store
from core.ports.system import Clock, Printer
from core.records.access import Caller
from core.records.evidence import Evidence
from core.tables import Tables


@bounded
class Portraits:
    """The portrait of a student: the first one, updates, explanations, history; the portraits of a class."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        tables: Tables,
        printer: Printer,
        queues: Queues,
        calls: Calls,
        knowledge: Knowledge,
    ) -> None:
        self._store = store
        self._clock = clock
        self._tables = tables
        self._printer = printer
        self._queues = queues
        self._calls = calls
        self._knowledge = knowledge

    def first(self, request: FirstPortraitRequest, caller: Caller) -> Portrait:
        """POST /portrait/first: a new baseline; the behaviour history stays."""
        return portraits.first(request, caller, tables=self._tables, store=self._store, clock=self._clock)

    def update(self, request: UpdatePortraitRequest, caller: Caller) -> Portrait:
        """POST /portrait/update: append behaviours and recompute. The map is updated first, since an indicator depends on it.

        Over HTTP the switch of study peers is turned as it is reported. Raises `BadParameter`, and `BadRequest` for a switch that guardians have
        not agreed to; then nothing is written.
        """
        self._calls.refuse_past_quota(caller)
        self._knowledge.take_in_evidence(request.student_id, caller)
        reports_switch = caller.call is not None and self._turn_peer_switch(request, caller)
        portrait = portraits.update(request, caller, tables=self._tables, store=self._store, clock=self._clock)
        if reports_switch:
            self._withdraw_if_switched_off(request.student_id, caller)
        return portrait

    def _turn_peer_switch(self, request: UpdatePortraitRequest, caller: Caller) -> bool:
        """Opt in or out before the report is written: then the same report, sent again after a failure between the two, does it again. Whether the
        report says anything of the switch."""
        if not behaviours.reports_peer_switch(request):
            return False
        reported = behaviours.evidence_of(request, self._tables, self._clock.now())
        on = behaviours.peer_switch(reported, self._known_switches(request.student_id, caller))
        if on is not None:
            self._knowledge.turn_peer_switch(request.student_id, caller, on=on)
        return True

    def _withdraw_if_switched_off(self, student_id: str, caller: Caller) -> None:
        """Of two reports at once each may have known nothing of the other, so that the older turned the switch last: then a withdrawal wins."""
        if behaviours.is_switched_off(self._known_switches(student_id, caller)):
            self._knowledge.turn_peer_switch(student_id, caller, on=False)

    def _known_switches(self, student_id: str, caller: Caller) -> list[Evidence]:
        return self._store.evidence_of(caller.organisation_id, student_id, targets=[behaviours.PEER_SWITCH])

    def stored(self, request: PortraitPath, caller: Caller) -> Portrait:
        """GET /portrait/{student_id}: with all evidence so far. Raises `NotFound`."""
        self._knowledge.take_in_evidence(request.student_id, caller)
        portrait = portraits.portrait(request, caller, tables=self._tables, store=self._store, clock=self._clock)
        self._calls.count(caller)
        return portrait

    def why(self, student_id: str, node_id: str, caller: Caller) -> Why:
        """Why a node of the portrait (F1, S3, T15, D35) has its value: the evidence under it. Raises `NotFound`."""
        return why.why(
            student_id,
            node_id,
            caller,
            language=self._calls.language(caller, student_id),
            tables=self._tables,
            store=self._store,
            clock=self._clock,
        )

    def past(self, student_id: str, caller: Caller, *, months: int = 12) -> list[PortraitPoint]:
        """The six areas' scores at the end of each of the last months, and now; oldest first."""
        return past.past(student_id, caller, months=months, tables=self._tables, store=self._store, clock=self._clock)

    def pdf(self, student_id: str, caller: Caller) -> bytes:
        """The portrait as a PDF, in the caller's language. Raises `NotFound`, `NoFont`, `Busy`."""
        student = self._store.student(caller.organisation_id, student_id)
        document = portrait_document(
            self.stored(PortraitPath(student_id=student_id), caller),
            self.past(student_id, caller),
            name=student.name if student and student.name else student_id,
            day=day_of(self._clock.now()),
            language=self._calls.language(caller, student_id),
        )
        with self._queues.costly.turn(visitor(caller)):
            return self._printer.pdf(document)

    def of_class(self, caller: Caller) -> ClassPortraits:
        """The six areas' scores of every student of the organisation, with all evidence so far."""
        self._knowledge.take_in_class(caller)
        return class_portraiture.class_portraits(caller, store=self._store)
