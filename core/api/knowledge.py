"""The knowledge map of a student: updates, details, history; the learning path, the goal, study peers, the map of a class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.api.calls import Calls
from core.knowledge import detail, goals, history, layout, standing
from core.knowledge import map as maps
from core.knowledge import path as paths
from core.knowledge import peers as peering
from core.knowledge import update as updating
from core.knowledge.classroom import map as class_map
from core.knowledge.classroom.record import ClassRecord, ClassRecords, class_record
from core.knowledge.wire import (
    ClassAdvice,
    ClassMap,
    GoalRequest,
    KnowledgeMap,
    LearningPath,
    LevelNow,
    MapRequest,
    MapSheet,
    MonthState,
    NeedsHelp,
    PathRequest,
    PeerRequestView,
    Peers,
    PeersRequest,
    PointDetail,
    Subject,
    UpdateRequest,
    UpdateResult,
)
from core.language.transcription import without_tone
from core.learning.days import day_of, day_start
from core.learning.prediction.predictor import Predictor
from core.plan import service as plans
from core.plan.day import memory
from core.portrait import service as portraits
from core.portrait.behaviours import switched
from core.ports.language import PinyinReader
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.bank import ItemBank
from core.records.access import Caller
from core.records.learner import LearningGoal
from core.tables import Tables


@bounded
class Knowledge:
    """The knowledge map of a student: updates, details, history; the learning path, the goal, study peers, the map of a class."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        bank: ItemBank,
        queues: Queues,
        predictor: Callable[[], Predictor],
        calls: Calls,
        reader: PinyinReader,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self.bank = bank
        self._queues = queues
        self._predictor = predictor
        self._calls = calls
        self._reader = reader
        self._pinyin: dict[str, tuple[str, str]] = {}
        self._taken_in: dict[str, tuple[date, int]] = {}
        """By organisation: the day and the `seq` up to which this process took in everybody's evidence."""
        self._class_records = ClassRecords()

    def map(self, request: MapRequest, caller: Caller) -> KnowledgeMap:
        """GET /knowledge-map/{student_id}: with all evidence so far. Raises `NotFound`."""
        self.take_in_evidence(request.student_id, caller)
        answer = maps.knowledge_map(
            request,
            caller,
            language=self._calls.language(caller, request.student_id),
            tables=self._tables,
            predictor=self._predictor(),
            store=self._store,
            planned_minutes=self._planned_minutes(request.student_id, caller),
            clock=self._clock,
        )
        self._calls.count(caller)
        return answer

    def update(self, request: UpdateRequest, caller: Caller) -> UpdateResult:
        """POST /knowledge-map/update: take in the evidence above the watermark. A second run changes nothing. Raises `Busy`."""
        self._calls.refuse_past_quota(caller)
        with self._queues.costly.turn(visitor(caller)):
            answer = updating.update(
                request,
                caller,
                points=self._tables.points,
                predictor=self._predictor(),
                store=self._store,
                clock=self._clock,
                identifiers=self._identifiers,
                after=self.after_update,
            )
        self._calls.count(caller, answer, student_id=request.student_id)
        return answer

    def after_update(self, organisation_id: str, student_ids: Sequence[str], day: date) -> int:
        """Refresh memory states and portraits of students with new evidence, a block at a time. Returns for how many students.

        It belongs to the nightly run of a business date and comes before that is noted as done: after a crash it is repeated for
        the same students, so that a second time must change nothing.
        """
        memory.refresh(organisation_id, student_ids, store=self._store, clock=self._clock)
        return portraits.refresh(
            organisation_id, student_ids, day, tables=self._tables, store=self._store, clock=self._clock
        )

    def take_in_evidence(self, student_id: str, caller: Caller) -> None:
        """Bring a student's map and portrait up to now: all evidence so far, and what time has made of it. Whatever shows a student's state
        calls it first, so that no two places tell different ones. For an unknown student it does nothing."""
        if self._store.student(caller.organisation_id, student_id) is None:
            return
        updating.update(
            UpdateRequest(student_id=student_id, date=day_of(self._clock.now()).isoformat()),
            caller,
            points=self._tables.points,
            predictor=self._predictor(),
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )
        self.after_update(caller.organisation_id, [student_id], day_of(self._clock.now()))

    def take_in_class(self, caller: Caller) -> None:
        """`take_in_evidence` for all students of the organisation, in blocks; a second call costs one query until something new comes."""
        organisation_id, today = caller.organisation_id, day_of(self._clock.now())
        before = self._taken_in.get(organisation_id)
        newest = self._store.newest_seq_before(organisation_id, day_start(today + timedelta(days=1)))
        if before == (today, newest):
            return
        upto = updating.take_in_new(
            organisation_id,
            updating.standing(self._store, organisation_id) if before is None else before[1],
            points=self._tables.points,
            predictor=self._predictor(),
            store=self._store,
            clock=self._clock,
        )
        students = [student.student_id for student in self._store.students(organisation_id)]
        self.after_update(organisation_id, students, today)
        self._taken_in[organisation_id] = (today, upto)

    def path(self, request: PathRequest, caller: Caller) -> LearningPath:
        """GET /knowledge-map/{student_id}/path: with all evidence so far. Raises `NotFound`, `Busy`."""
        self.take_in_evidence(request.student_id, caller)
        with self._queues.costly.turn(visitor(caller)):
            answer = paths.learning_path(
                request,
                caller,
                planned_minutes=self._planned_minutes(request.student_id, caller),
                tables=self._tables,
                predictor=self._predictor(),
                store=self._store,
                clock=self._clock,
            )
        self._calls.count(caller)
        return answer

    def level(self, student_id: str, caller: Caller) -> LevelNow:
        """The level of the path, with all evidence so far, for pages that show no path; unknown for an unknown student."""
        self.take_in_evidence(student_id, caller)
        return standing.levels(caller, [student_id], store=self._store, clock=self._clock)[student_id]

    def class_levels(self, student_ids: Sequence[str], caller: Caller) -> dict[str, LevelNow]:
        """`level` of each of these students of the organisation, in two queries once the class's evidence is taken in."""
        self.take_in_class(caller)
        return standing.levels(caller, student_ids, store=self._store, clock=self._clock)

    def _planned_minutes(self, student_id: str, caller: Caller) -> int | None:
        """Minutes a week that the student chose for the daily plan."""
        chosen = plans.settings(student_id, caller, store=self._store)
        return None if chosen is None else chosen.minutes_a_week

    def peers(self, request: PeersRequest, caller: Caller) -> Peers:
        """GET /knowledge-map/{student_id}/peers: only students who consented, on the pages without an id or a name before both agree. Raises
        `Busy`."""
        with self._queues.costly.turn(visitor(caller)):
            answer = peering.peers(request, caller, points=self._tables.points, store=self._store)
        self._calls.count(caller)
        return answer

    def detail(self, student_id: str, point_id: str, caller: Caller) -> PointDetail:
        """The details of a point, which a click on it opens. Raises `NotFound`."""
        return detail.point_detail(
            student_id,
            point_id,
            caller,
            language=self._calls.language(caller, student_id),
            points=self._tables.points,
            practisable=self.bank.points_with_items(),
            predictor=self._predictor(),
            store=self._store,
            clock=self._clock,
        )

    def sheets(self, level: int) -> dict[str, MapSheet]:
        """Where the points of a level lie on its map, for areas of each shape (`wide`, `even`, `tall`). Raises `ValueError` for another level."""
        return {shape: layout.level_layout(self._tables.points, level, shape) for shape in layout.SHAPES}

    def names_in_pinyin(self) -> dict[str, tuple[str, str]]:
        """The Chinese name of every point and its title in the standard, in syllables without tones, by id, to be searched:
        `("xiang yao da suan xi wang", "neng yuan dong ci xiang yao")`. The first call takes seconds."""
        if not self._pinyin:
            self._pinyin = {
                row.id: (self._syllables(row.short.zh), self._syllables(row.name)) for row in self._tables.points.rows
            }
        return self._pinyin

    def _syllables(self, text: str) -> str:
        return " ".join(without_tone(each) for each in self._reader.syllables(text) if each)

    def history(self, student_id: str, caller: Caller, *, months: int = 12) -> list[MonthState]:
        """Statuses at the end of each of the last months, oldest first; the present month last."""
        return history.months(
            student_id, caller, months=months, points=self._tables.points, store=self._store, clock=self._clock
        )

    def class_map(self, caller: Caller, *, level: int | None = None, subject: Subject = "hsk") -> ClassMap:
        """The map of a class with all evidence so far: students x points, groups by need, what to teach next, who needs help."""
        self.take_in_class(caller)
        return class_map.class_map(
            self._class_record(caller),
            level=level,
            subject=subject,
            points=self._tables.points,
            language=self._calls.language(caller, None),
        )

    def class_advice(self, caller: Caller, *, subject: Subject = "hsk") -> ClassAdvice:
        """What to teach the class next and who needs the same thing, as on the class map, with all evidence so far."""
        self.take_in_class(caller)
        return class_map.class_advice(
            self._class_record(caller),
            subject=subject,
            points=self._tables.points,
            language=self._calls.language(caller, None),
        )

    def students_in_need(self, caller: Caller, *, subject: Subject = "hsk") -> list[NeedsHelp]:
        """Who of the class needs help and why, as on the class map, with all evidence so far."""
        self.take_in_class(caller)
        return class_map.students_in_need(
            self._class_record(caller),
            subject=subject,
            points=self._tables.points,
            language=self._calls.language(caller, None),
        )

    def _class_record(self, caller: Caller) -> ClassRecord:
        """The class as of what was taken in."""
        return class_record(
            caller,
            points=self._tables.points,
            predictor=self._predictor(),
            store=self._store,
            clock=self._clock,
            kept=self._class_records,
            stamp=self._taken_in.get(caller.organisation_id),
        )

    def goal(self, student_id: str, subject: Subject, caller: Caller) -> LearningGoal | None:
        """The target that the student chose, if any."""
        return self._store.goal(caller.organisation_id, student_id, subject)

    def set_goal(self, request: GoalRequest, caller: Caller) -> LearningGoal:
        """Choose a target. Raises `BadParameter`."""
        return goals.set_goal(request, caller, points=self._tables.points, store=self._store, clock=self._clock)

    def remove_goal(self, student_id: str, subject: Subject, caller: Caller) -> bool:
        """Remove the target; the path then leads through the next level."""
        return self._store.remove_goal(caller.organisation_id, student_id, subject)

    def opted_in(self, student_id: str, caller: Caller) -> bool:
        """Whether the student consents to be matched. It costs one query, while `peers` looks for matches."""
        return self._store.consent(caller.organisation_id, student_id) is not None

    def opt_in(self, student_id: str, caller: Caller, *, on: bool) -> None:
        """Consent to be matched, under a fresh pseudonym; or withdraw it, with every request. What a student presses is known to the portrait, so
        that a program which reports an older state changes nothing.

        What is cut off between the two leaves no consent that the portrait does not know to be withdrawn: a withdrawal is noted first, a consent
        last.
        """
        changes = self.opted_in(student_id, caller) != on
        if changes and not on:
            self._note_peer_switch(student_id, caller, on=on)
        self.turn_peer_switch(student_id, caller, on=on)
        if changes and on:
            self._note_peer_switch(student_id, caller, on=on)

    def _note_peer_switch(self, student_id: str, caller: Caller, *, on: bool) -> None:
        now = self._clock.now()
        self._store.append_evidence(caller.organisation_id, [switched(student_id, on=on, at=now)], at=now)

    def turn_peer_switch(self, student_id: str, caller: Caller, *, on: bool) -> None:
        """Opt in or out as a report of the organisation says, which the portrait keeps."""
        peering.opt_in(student_id, caller, on=on, store=self._store, clock=self._clock, identifiers=self._identifiers)

    def ask_peer(self, student_id: str, pseudonym: str, caller: Caller) -> bool:
        """Ask a matched student to study together; False when the request exists already. Raises `NotFound`."""
        return peering.ask(
            student_id, pseudonym, caller, store=self._store, clock=self._clock, identifiers=self._identifiers
        )

    def answer_peer(self, student_id: str, request_id: str, caller: Caller, *, accepted: bool) -> bool:
        """Accept or decline a request to the student; False when it is not open."""
        return peering.answer(student_id, request_id, caller, accepted=accepted, store=self._store, clock=self._clock)

    def peer_requests(self, student_id: str, caller: Caller) -> list[PeerRequestView]:
        """Requests from and to the student, newest first."""
        return peering.requests(student_id, caller, store=self._store)

    def mastery(self, student_id: str, point_id: str, caller: Caller) -> float | None:
        """Mastery of a point in the folded map, 0-1; None without evidence."""
        state = self.detail(student_id, point_id, caller).state
        return state.mastery if state.n > 0 else None
