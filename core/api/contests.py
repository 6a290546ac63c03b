"""Values that a student contests, and the three items that settle each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from itertools import product

from core.access.arguments import bounded
from core.answers import practice
from core.answers.wire import PracticeCard, StartPractice
from core.api.calls import Calls
from core.api.knowledge import Knowledge
from core.api.portrait import Portraits
from core.api.questions import Questions
from core.errors import NotFound
from core.portrait import placement as placing
from core.portrait.contests import contest as contesting
from core.portrait.contests.contest import ContestSources, Kind, Proof
from core.portrait.contests.contestable import RECENT, Offer, items_on, leaf_value, topic_of
from core.portrait.feeds import Materials
from core.portrait.wire import ContestView, UpdatePortraitRequest
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.bank import ItemBank
from core.records.access import Caller
from core.records.answers import AnswerRow
from core.tables import Tables
from core.wire import BANDS, QUESTION_TYPES, Language, Topic


@bounded
class Contests:
    """Values that a student contests, and the three items that settle each."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        bank: ItemBank,
        calls: Calls,
        questions: Questions,
        knowledge: Knowledge,
        portrait: Portraits,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self.bank = bank
        self._calls = calls
        self._questions = questions
        self._knowledge = knowledge
        self._portrait = portrait

    def of_point(self, student_id: str, point_id: str, caller: Caller) -> ContestView:
        """Contest the value of a point, which starts a practice session of three items. Raises `NotFound`, `BadRequest`."""
        return self._contest(student_id, "point", point_id, caller)

    def of_indicator(self, student_id: str, leaf_id: str, caller: Caller) -> ContestView:
        """Contest the value of an indicator that answers can change, which starts a practice session of three items."""
        return self._contest(student_id, "indicator", leaf_id, caller)

    def of_student(self, student_id: str, caller: Caller) -> list[ContestView]:
        """The student's contests, newest first; those whose three items are answered are settled first."""
        sources = self._sources(student_id, caller)
        return contesting.of_student(student_id, caller, sources=sources, store=self._store, clock=self._clock)

    def _contest(self, student_id: str, kind: Kind, target: str, caller: Caller) -> ContestView:
        if self._store.student(caller.organisation_id, student_id) is None:
            raise NotFound(f"There is no student {student_id!r}.")
        return contesting.start(
            student_id,
            kind,
            target,
            caller,
            sources=self._sources(student_id, caller),
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )

    def _sources(self, student_id: str, caller: Caller) -> ContestSources:
        language = self._calls.language(caller, student_id)
        return ContestSources(
            value=partial(self._value, student_id, caller),
            name=partial(self._name, language),
            session=partial(self._proof_session, student_id, caller),
            proofs=partial(self._proofs, student_id, caller),
        )

    def _value(self, student_id: str, caller: Caller, kind: Kind, target: str) -> float | None:
        """The contested value, after map and portrait have been updated with all evidence."""
        uncounted = Caller(caller.organisation_id, caller.permissions, caller.language)
        portrait = self._portrait.update(UpdatePortraitRequest(student_id=student_id), uncounted)
        if kind == "point":
            return self._knowledge.mastery(student_id, target, uncounted)
        return leaf_value(portrait.indicators, target)

    def _name(self, language: Language, kind: Kind, target: str) -> str:
        if kind == "point":
            if target not in self._tables.points.by_id:
                raise NotFound(f"There is no knowledge point {target!r}.")
            return self._tables.points.short_name(target).get(language)
        if target not in self._tables.indicators.by_id:
            raise NotFound(f"There is no indicator {target!r}.")
        topic_of(kind, target)
        leaf = self._tables.indicators.by_id[target]
        return leaf.leaf_zh if language == "zh" else leaf.leaf_en

    def _proof_session(
        self, student_id: str, caller: Caller, kind: Kind, target: str, count: int
    ) -> tuple[str | None, int]:
        """Items on the target that the student has not seen within the pause, as a practice session."""
        now, organisation_id = self._clock.now(), caller.organisation_id
        items = items_on(
            kind,
            target,
            partial(self._offers, target if kind == "point" else ""),
            materials=self._materials,
            answered=self._store.answers_between(organisation_id, student_id, now - RECENT, now),
            seen={
                *self._store.items_shown_since(organisation_id, student_id, now - placing.SEEN_PAUSE),
                *self._questions.bank_of(caller).retired,
            },
            count=count,
            seed=f"{student_id}:{target}:{now.isoformat()}",
        )
        if len(items) < count:
            return None, len(items)
        self._store.issue_items(
            items,
            organisation_id=organisation_id,
            student_id=student_id,
            at=now,
            not_since=now - placing.SEEN_PAUSE,
            call=None,
            reply=None,
        )
        request = StartPractice(student_id=student_id, count=count, points=[target] if kind == "point" else [])
        # Without twins: three proofs settle the value.
        view = practice.keep_session(
            request, caller, items=items, store=self._store, clock=self._clock, identifiers=self._identifiers
        )
        return view.session_id, len(items)

    def _offers(self, point_id: str, topic: Topic, highest: int) -> Iterator[Offer]:
        """Items of the point's band, else of all bands up to the level."""
        if point_id:
            highest = self._tables.points.by_id[point_id].level
        bands = [band for band, (lowest, _) in BANDS.items() if lowest <= highest]
        for band, kind in product(bands[-1:] if point_id else bands, QUESTION_TYPES):
            for draft in self.bank.drafts(kind, topic, band):
                frame = draft.frame
                yield Offer(
                    frame.source, topic, frame.tags, frame.points, frame.standard_level, draft.alike, draft.item
                )

    @cached_property
    def _materials(self) -> Materials:
        return Materials(lambda: self._tables.content)

    def _proofs(self, student_id: str, caller: Caller, session_id: str) -> list[Proof] | None:
        """The answers of a contest's session; None while a card is unanswered."""
        view = practice.view(student_id, session_id, caller, store=self._store)
        evaluations = {card.evaluation_id for card in view.cards if card.evaluation_id is not None}
        answers = {row.evaluation_id: row for row in self._store.answers_of(caller.organisation_id, *evaluations)}
        return None if view.next_position is not None else [_proof(card, answers) for card in view.cards]


def _proof(card: PracticeCard, answers: Mapping[str, AnswerRow]) -> Proof:
    """The proof that an answered card gives; an answer whose appeal was upheld counts as right."""
    row = answers[card.evaluation_id or ""]
    score = 1.0 if card.upheld else row.score / 100
    return Proof(f"{row.evaluation_id}#{row.position}", score if card.answered else None, row.answered_at)
