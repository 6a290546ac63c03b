"""The learner's part of the facade: map, path, peers, portrait, placement, contests, the class."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from pydantic import BaseModel

from core.access.demo import DemoMaking
from core.access.queues import visitor
from core.api.proofs import ProofPart
from core.errors import QuotaExceeded
from core.knowledge import class_map, detail, goals, history
from core.knowledge import map as maps
from core.knowledge import path as paths
from core.knowledge import peers as peering
from core.knowledge import update as updating
from core.knowledge.wire import (
    ClassMap,
    GoalRequest,
    KnowledgeMap,
    LearningPath,
    MapRequest,
    MonthState,
    PathRequest,
    PeerRequestView,
    Peers,
    PeersRequest,
    PointDetail,
    Subject,
    UpdateRequest,
    UpdateResult,
)  # fmt: skip
from core.learning import item_difficulty
from core.learning.days import day_of
from core.learning.predictor import Predictor
from core.plan.day import memory
from core.portrait import classes as class_portraiture
from core.portrait import past, why
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
)  # fmt: skip
from core.ports.language import ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers, Printer
from core.questions.bank import ItemBank
from core.records.access import Caller
from core.records.items import Item
from core.records.learner import LearningGoal
from core.tables import Tables
from core.wire import Language


class LearnerPart(ProofPart):
    """Base of `core.api.core.Core`; the attributes are set there."""

    store: Store
    clock: Clock
    identifiers: Identifiers
    tables: Tables
    converter: ScriptConverter
    printer: Printer
    bank: ItemBank

    def language(self, caller: Caller, student_id: str | None) -> Language:
        """See `core.api.core.Core.language`."""
        raise NotImplementedError

    def _count(self, caller: Caller, reply: BaseModel | None = None, *, student_id: str | None = None) -> None:
        """See `core.api.core.Core._count`."""
        raise NotImplementedError

    def _refuse_past_quota(self, caller: Caller) -> None:
        """For calls that write in transactions of their own: past the quota nothing is written.

        The exact word stays with the transaction that counts the call afterwards: of two calls that race for the last place
        one is refused with its work done, and sending it again changes nothing. Raises `QuotaExceeded`.
        """
        call = caller.call
        if call is None or call.limit is None:
            return
        if self.store.quota_used(call.organisation_id, call.period) >= call.limit:
            call.receipt.used = call.limit
            raise QuotaExceeded(limit=call.limit, retry_after_seconds=call.retry_after_seconds)

    @property
    def predictor(self) -> Predictor:
        """The model behind predictions: the one refitted on this database, else the shipped one."""
        return Predictor.current(self.tables, self.store)

    def item_difficulties(self, items: Sequence[Item]) -> dict[str, float]:
        """Difficulty of items in logits by id (0 = right half of the time), as answers up to the last night show it."""
        return item_difficulty.difficulties(items, self.store.item_counts([item.id for item in items]), self.predictor)

    # -- the contract ------------------------------------------------------------------------------------

    def knowledge_map(self, request: MapRequest, caller: Caller) -> KnowledgeMap:
        """GET /knowledge-map/{student_id}: as of the last update. Raises `NotFound`."""
        made = maps.knowledge_map(
            request,
            caller,
            language=self.language(caller, request.student_id),
            tables=self.tables,
            predictor=self.predictor,
            store=self.store,
            clock=self.clock,
        )
        self._count(caller)
        return made

    def update_knowledge_map(self, request: UpdateRequest, caller: Caller) -> UpdateResult:
        """POST /knowledge-map/update: take in the evidence above the watermark. A second run changes nothing. Raises `Busy`."""
        self._refuse_past_quota(caller)
        with self.queues.dear.turn(visitor(caller)):
            made = updating.update(
                request,
                caller,
                points=self.tables.points,
                predictor=self.predictor,
                store=self.store,
                clock=self.clock,
                identifiers=self.identifiers,
                after=self.after_update,
            )
        self._count(caller, made, student_id=request.student_id)
        return made

    def after_update(self, organisation_id: str, student_ids: Sequence[str], day: date) -> int:
        """What is made anew for students with new evidence, a block at a time; how many of them it was made for.

        Runs inside the run of a business date, before that is noted as done: after a crash it comes again for the same
        students, so a second time must change nothing.
        """
        memory.refresh(organisation_id, student_ids, store=self.store, clock=self.clock)
        return portraits.refresh(
            organisation_id, student_ids, day, tables=self.tables, store=self.store, clock=self.clock
        )

    def _update_map(self, student_id: str, caller: Caller) -> None:
        """Take in what the student did so far; nothing of a student who is not known yet."""
        if self.store.student(caller.organisation_id, student_id) is None:
            return
        updating.update(
            UpdateRequest(student_id=student_id, date=day_of(self.clock.now()).isoformat()),
            caller,
            points=self.tables.points,
            predictor=self.predictor,
            store=self.store,
            clock=self.clock,
            identifiers=self.identifiers,
        )
        memory.refresh(caller.organisation_id, [student_id], store=self.store, clock=self.clock)

    def learning_path(self, request: PathRequest, caller: Caller) -> LearningPath:
        """GET /knowledge-map/{student_id}/path. Raises `NotFound`, `Busy`."""
        with self.queues.dear.turn(visitor(caller)):
            made = paths.learning_path(
                request, caller, tables=self.tables, predictor=self.predictor, store=self.store, clock=self.clock
            )
        self._count(caller)
        return made

    def peers(self, request: PeersRequest, caller: Caller) -> Peers:
        """GET /knowledge-map/{student_id}/peers: nobody without consent, no name before both agree. Raises `Busy`."""
        with self.queues.dear.turn(visitor(caller)):
            made = peering.peers(request, caller, points=self.tables.points, store=self.store)
        self._count(caller)
        return made

    def first_portrait(self, request: FirstPortraitRequest, caller: Caller) -> Portrait:
        """POST /portrait/first: a new baseline; the behaviour history stays."""
        return portraits.first(request, caller, tables=self.tables, store=self.store, clock=self.clock)

    def update_portrait(self, request: UpdatePortraitRequest, caller: Caller) -> Portrait:
        """POST /portrait/update: append behaviours, recompute; the map goes before, since a leaf rests on it."""
        self._refuse_past_quota(caller)
        self._update_map(request.student_id, caller)
        return portraits.update(request, caller, tables=self.tables, store=self.store, clock=self.clock)

    def portrait(self, request: PortraitPath, caller: Caller) -> Portrait:
        """GET /portrait/{student_id}. Raises `NotFound`."""
        made = portraits.portrait(request, caller, tables=self.tables, store=self.store, clock=self.clock)
        self._count(caller)
        return made

    # -- the pages: map, path, peers ---------------------------------------------------------------------

    def demo_making(self, caller: Caller) -> DemoMaking | None:
        """How far the simulated year of the caller's organisation has come; None where there is none."""
        text = self.store.demo_state()
        making = None if text is None else DemoMaking.model_validate_json(text)
        return making if making and making.organisation_id == caller.organisation_id else None

    def point_detail(self, student_id: str, point_id: str, caller: Caller) -> PointDetail:
        """What a click on a point opens. Raises `NotFound`."""
        return detail.point_detail(
            student_id,
            point_id,
            caller,
            language=self.language(caller, student_id),
            points=self.tables.points,
            practisable=self.bank.points_with_items(),
            predictor=self.predictor,
            store=self.store,
            clock=self.clock,
        )

    def map_history(self, student_id: str, caller: Caller, *, months: int = 12) -> list[MonthState]:
        """Statuses at the end of each of the last months, oldest first; the present month last."""
        return history.months(
            student_id, caller, months=months, points=self.tables.points, store=self.store, clock=self.clock
        )

    def class_map(self, caller: Caller, *, level: int | None = None, subject: Subject = "hsk") -> ClassMap:
        """Students x points, groups by need, what to teach next, who needs help."""
        return class_map.class_map(
            caller,
            level=level,
            subject=subject,
            points=self.tables.points,
            predictor=self.predictor,
            store=self.store,
            clock=self.clock,
            language=self.language(caller, None),
        )

    def goal(self, student_id: str, subject: Subject, caller: Caller) -> LearningGoal | None:
        """The target that the student chose."""
        return self.store.goal(caller.organisation_id, student_id, subject)

    def set_goal(self, request: GoalRequest, caller: Caller) -> LearningGoal:
        """Choose a target. Raises `BadParameter`."""
        return goals.set_goal(request, caller, points=self.tables.points, store=self.store, clock=self.clock)

    def remove_goal(self, student_id: str, subject: Subject, caller: Caller) -> bool:
        """Take the target back; the path then leads through the next level."""
        return self.store.remove_goal(caller.organisation_id, student_id, subject)

    def opt_in(self, student_id: str, caller: Caller, *, on: bool) -> None:
        """Consent to be matched, under a fresh pseudonym; or withdraw it, with every request."""
        peering.opt_in(student_id, caller, on=on, store=self.store, clock=self.clock, identifiers=self.identifiers)

    def ask_peer(self, student_id: str, pseudonym: str, caller: Caller) -> bool:
        """Ask a matched student to study together; False when it stands already. Raises `NotFound`."""
        return peering.ask(
            student_id, pseudonym, caller, store=self.store, clock=self.clock, identifiers=self.identifiers
        )

    def answer_peer(self, student_id: str, request_id: str, caller: Caller, *, accepted: bool) -> bool:
        """Accept or decline a request to oneself; False when it is not open."""
        return peering.answer(student_id, request_id, caller, accepted=accepted, store=self.store, clock=self.clock)

    def peer_requests(self, student_id: str, caller: Caller) -> list[PeerRequestView]:
        """Requests from and to the student, newest first."""
        return peering.requests(student_id, caller, store=self.store)

    def point_mastery(self, student_id: str, point_id: str, caller: Caller) -> float | None:
        """Mastery of a point in the folded map, 0-1; None without evidence."""
        shown = self.point_detail(student_id, point_id, caller).state
        return shown.mastery if shown.n > 0 else None

    # -- the pages: portrait -----------------------------------------------------------------------------

    def why(self, student_id: str, node_id: str, caller: Caller) -> Why:
        """What stands under a node of the portrait (F1, S3, T15, D35). Raises `NotFound`."""
        return why.why(
            student_id,
            node_id,
            caller,
            language=self.language(caller, student_id),
            tables=self.tables,
            store=self.store,
            clock=self.clock,
        )

    def portrait_past(self, student_id: str, caller: Caller, *, months: int = 12) -> list[PortraitPoint]:
        """The six at the end of each of the last months, and now; oldest first."""
        return past.past(student_id, caller, months=months, tables=self.tables, store=self.store, clock=self.clock)

    def portrait_pdf(self, student_id: str, caller: Caller) -> bytes:
        """The portrait as a PDF, in the caller's language. Raises `NotFound`, `NoFont`, `Busy`."""
        student = self.store.student(caller.organisation_id, student_id)
        document = portrait_document(
            self.portrait(PortraitPath(student_id=student_id), caller),
            self.portrait_past(student_id, caller),
            name=student.name if student and student.name else student_id,
            day=day_of(self.clock.now()),
            language=self.language(caller, student_id),
        )
        with self.queues.dear.turn(visitor(caller)):
            return self.printer.pdf(document)

    def class_portraits(self, caller: Caller) -> ClassPortraits:
        """The six of every student of the organisation."""
        return class_portraiture.class_portraits(caller, store=self.store)
