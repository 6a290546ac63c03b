"""The road: units with a can-do goal, how far a student has come, and the rounds of a unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from random import Random
from secrets import randbits

from core.access.arguments import bounded
from core.answers import practice
from core.answers.decisions import as_decided
from core.answers.wire import PracticeView, StartPractice
from core.api.knowledge import Knowledge
from core.api.plan import Plans
from core.api.questions import Questions
from core.api.writing import Writing
from core.learning.prediction.predictor import Predictor
from core.plan.inputs import SEEN
from core.plan.road import rounds, service
from core.plan.road.steps import RoundResult, purpose_of
from core.plan.road.wire import Road, RoundKind, UnitView
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.service import sources_shown
from core.records.access import Caller
from core.tables import Tables

__all__ = ["Road", "Roads", "UnitView"]


@bounded
class Roads:
    """The road: units with a can-do goal, how far a student has come, and the rounds of a unit."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        predictor: Callable[[], Predictor],
        questions: Questions,
        knowledge: Knowledge,
        plan: Plans,
        writing: Writing,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self._predictor = predictor
        self._questions = questions
        self._knowledge = knowledge
        self._plan = plan
        self._writing = writing

    def whole(self, student_id: str, caller: Caller) -> Road:
        """Every unit as it stands with all evidence so far, and the one at which the road goes on."""
        self._knowledge.take_in_evidence(student_id, caller)
        return service.road(student_id, caller, rounds=self._rounds(student_id, caller), sources=self._sources)

    def unit(self, student_id: str, unit_id: str, caller: Caller) -> UnitView:
        """One unit with its steps. Raises `NotFound`."""
        self._knowledge.take_in_evidence(student_id, caller)
        return service.unit(student_id, unit_id, caller, rounds=self._rounds(student_id, caller), sources=self._sources)

    def start(
        self, student_id: str, unit_id: str, step: RoundKind, caller: Caller, *, voice: bool = True
    ) -> PracticeView | None:
        """Start the round of a unit's step, or go on with the one that was begun; None where everything was seen within a fortnight.

        `voice`: whether the browser has a Chinese voice; without one nothing is asked by ear. Raises `NotFound`.
        """
        unit, purpose = service.unit_of(unit_id, self._tables), purpose_of(unit_id, step)
        earlier = self._rounds(student_id, caller).get(purpose, ())
        if earlier and not earlier[-1].complete:
            return practice.view(student_id, earlier[-1].session_id, caller, store=self._store)
        offers = rounds.drawn(
            unit,
            step,
            self._plan.shelf_of(caller),
            seen=self._store.items_shown_since(caller.organisation_id, student_id, self._clock.now() - SEEN),
            shown_sources=sources_shown(student_id, caller, store=self._store, now=self._clock.now()),
            askable=None if voice else self._questions.needs_no_voice,
            rng=Random(randbits(53)),
        )
        if not offers:
            return None
        return practice.deal(
            StartPractice(student_id=student_id, level=unit.level, count=len(offers)),
            caller,
            items=[offer.item() for offer in offers],
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
            purpose=purpose,
        )

    def _rounds(self, student_id: str, caller: Caller) -> Mapping[str, Sequence[RoundResult]]:
        """The student's rounds on the road by purpose, answers as teachers decided about them."""
        sessions = self._store.practices_with_purpose(caller.organisation_id, student_id)
        answers = self._store.answers_of_practices(caller.organisation_id, student_id, sessions)
        decided = as_decided([row for rows in answers.values() for row in rows], student_id, caller, store=self._store)
        return service.results_of(sessions, answers, decided)

    @cached_property
    def _sources(self) -> service.RoadSources:
        return service.RoadSources(
            tables=self._tables,
            resources=self._plan.resources,
            titles=self._writing.titles_by_id,
            characters={row.id: len(row.text) for row in self._tables.content.sentences},
            predictor=self._predictor,
            store=self._store,
            clock=self._clock,
        )
