"""The facade's part for tests of what is known: placement and contested values. What one capability needs of another is
handed over here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from itertools import product

from core.answers import practice
from core.answers.wire import AnswerItem, Evaluation, GivenAnswer, PracticeCard, StartPractice, SubmitRequest
from core.api.assignments import AssigningPart
from core.errors import BadParameter, NotFound
from core.portrait import contest as contesting
from core.portrait import placement as placing
from core.portrait import service as portraits
from core.portrait.contest import Doors, Kind, Proof
from core.portrait.contestable import RECENT, Offer, items_on, leaf_value, topic_of
from core.portrait.feeds import Materials
from core.portrait.wire import ContestView, PlacementState, Portrait, Questionnaire, UpdatePortraitRequest
from core.ports.language import ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.bank import ItemBank
from core.questions.placement import PlacementItems
from core.records.access import Caller
from core.records.answers import AnswerRow
from core.tables import Tables
from core.tables.words import Word
from core.wire import BANDS, QUESTION_TYPES, Language, Rendered, Topic


class ProofPart(AssigningPart):
    """Base of `core.api.learner.LearnerPart`; the attributes are set in `core.api.core.Core`."""

    store: Store
    clock: Clock
    identifiers: Identifiers
    tables: Tables
    converter: ScriptConverter
    bank: ItemBank
    gloss: Callable[[Word], str]

    def language(self, caller: Caller, student_id: str | None) -> Language:
        """See `core.api.core.Core.language`."""
        raise NotImplementedError

    def submit_evaluation(self, request: SubmitRequest, caller: Caller) -> Rendered[Evaluation]:
        """See `core.api.core.Core.submit_evaluation`."""
        raise NotImplementedError

    def update_portrait(self, request: UpdatePortraitRequest, caller: Caller) -> Portrait:
        """See `core.api.learner.LearnerPart.update_portrait`."""
        raise NotImplementedError

    def point_mastery(self, student_id: str, point_id: str, caller: Caller) -> float | None:
        """See `core.api.learner.LearnerPart.point_mastery`."""
        raise NotImplementedError

    # -- placement ---------------------------------------------------------------------------------------

    @cached_property
    def placement_items(self) -> PlacementItems:
        """What the placement asks."""
        return PlacementItems(self.bank, self.tables, self.gloss)

    def start_placement(
        self, student_id: str, caller: Caller, *, questionnaire: Questionnaire | None = None
    ) -> PlacementState:
        """Begin a placement, or go on with an unfinished one of the last day; the questionnaire goes into the portrait."""
        return placing.start(
            student_id,
            caller,
            questionnaire=questionnaire,
            items=self.placement_items,
            store=self.store,
            clock=self.clock,
            identifiers=self.identifiers,
        )

    def placement(self, student_id: str, placement_id: str, caller: Caller) -> PlacementState:
        """A placement as it stands, done ones too: what a refresh of its page shows. Raises `NotFound`."""
        return placing.state(student_id, placement_id, caller, store=self.store)

    def answer_placement(
        self, student_id: str, placement_id: str, item_id: str, answer: GivenAnswer | None, caller: Caller
    ) -> PlacementState:
        """Answer the item (None = "I don't know") and get the next; the last one fills the first portrait."""
        own = Caller(caller.organisation_id, caller.permissions, caller.language)
        return placing.answer(
            student_id,
            placement_id,
            item_id,
            own,
            mark=partial(self._marked, student_id, answer, own) if answer else None,
            keep=partial(portraits.placed, caller=own, tables=self.tables, store=self.store, clock=self.clock),
            items=self.placement_items,
            store=self.store,
            clock=self.clock,
        )

    def _marked(
        self, student_id: str, given: GivenAnswer, caller: Caller, part: str, item_id: str, seconds: int
    ) -> bool:
        """Mark one answer of a placement and write it through; an answer of another tab that was quicker stands."""
        item = AnswerItem(question_id=item_id, answer=given, time_spent=seconds)
        kept = self.store.evaluation_of_session(caller.organisation_id, student_id, part)
        if kept is None:
            request = SubmitRequest(student_id=student_id, answers=[item]).model_copy(update={"session_id": part})
            try:
                return self.submit_evaluation(request, caller).payload.details[0].is_correct
            except BadParameter:
                kept = self.store.evaluation_of_session(caller.organisation_id, student_id, part)
                if kept is None:
                    raise
        return Evaluation.model_validate_json(kept.result).details[0].is_correct

    # -- contests ----------------------------------------------------------------------------------------

    def contest_point(self, student_id: str, point_id: str, caller: Caller) -> ContestView:
        """Contest the value of a point: starts a practice session of three items. Raises `NotFound`, `BadRequest`."""
        return self._contest(student_id, "point", point_id, caller)

    def contest_indicator(self, student_id: str, leaf_id: str, caller: Caller) -> ContestView:
        """Contest the value of a leaf that answers can move: starts a practice session of three items."""
        return self._contest(student_id, "indicator", leaf_id, caller)

    def contests(self, student_id: str, caller: Caller) -> list[ContestView]:
        """The student's contests, newest first; those whose three items are answered are settled on the way."""
        doors = self._doors(student_id, caller)
        return contesting.listed(student_id, caller, doors=doors, store=self.store, clock=self.clock)

    def _contest(self, student_id: str, kind: Kind, target: str, caller: Caller) -> ContestView:
        if self.store.student(caller.organisation_id, student_id) is None:
            raise NotFound(f"There is no student {student_id!r}.")
        return contesting.start(
            student_id,
            kind,
            target,
            caller,
            doors=self._doors(student_id, caller),
            store=self.store,
            clock=self.clock,
            identifiers=self.identifiers,
        )

    def _doors(self, student_id: str, caller: Caller) -> Doors:
        language = self.language(caller, student_id)
        return Doors(
            value=partial(self._value, student_id, caller),
            name=partial(self._name, language),
            session=partial(self._proof_session, student_id, caller),
            proofs=partial(self._proofs, student_id, caller),
        )

    def _value(self, student_id: str, caller: Caller, kind: Kind, target: str) -> float | None:
        """After everything so far is taken into map and portrait."""
        own = Caller(caller.organisation_id, caller.permissions, caller.language)
        portrait = self.update_portrait(UpdatePortraitRequest(student_id=student_id), own)
        if kind == "point":
            return self.point_mastery(student_id, target, own)
        return leaf_value(portrait.indicators, target)

    def _name(self, language: Language, kind: Kind, target: str) -> str:
        if kind == "point":
            if target not in self.tables.points.by_id:
                raise NotFound(f"There is no knowledge point {target!r}.")
            return self.tables.points.by_id[target].name_in(language)
        if target not in self.tables.indicators.by_id:
            raise NotFound(f"There is no indicator {target!r}.")
        topic_of(kind, target)
        leaf = self.tables.indicators.by_id[target]
        return leaf.leaf_zh if language == "zh" else leaf.leaf_en

    def _proof_session(
        self, student_id: str, caller: Caller, kind: Kind, target: str, count: int
    ) -> tuple[str | None, int]:
        """Items on the target that the student has not seen within the pause, as a practice session."""
        now, organisation_id = self.clock.now(), caller.organisation_id
        items = items_on(
            kind,
            target,
            partial(self._offers, target if kind == "point" else ""),
            materials=self._materials,
            answered=self.store.answers_between(organisation_id, student_id, now - RECENT, now),
            seen={
                *self.store.items_shown_since(organisation_id, student_id, now - placing.SEEN_PAUSE),
                *self.bank_of(caller).retired,
            },
            count=count,
            seed=f"{student_id}:{target}:{now.isoformat()}",
        )
        if len(items) < count:
            return None, len(items)
        self.store.issue_items(
            items,
            organisation_id=organisation_id,
            student_id=student_id,
            at=now,
            not_since=now - placing.SEEN_PAUSE,
            call=None,
            reply=None,
        )
        request = StartPractice(student_id=student_id, count=count, points=[target] if kind == "point" else [])
        view = practice.start(
            request, caller, items=items, store=self.store, clock=self.clock, identifiers=self.identifiers
        )
        return view.session_id, len(items)

    def _offers(self, point_id: str, topic: Topic, highest: int) -> Iterator[Offer]:
        """Of the point's band, else of all bands up to the level."""
        if point_id:
            highest = self.tables.points.by_id[point_id].level
        bands = [band for band, (lowest, _) in BANDS.items() if lowest <= highest]
        for band, kind in product(bands[-1:] if point_id else bands, QUESTION_TYPES):
            for draft in self.bank.drafts(kind, topic, band):
                frame = draft.frame
                yield Offer(
                    frame.source, topic, frame.tags, frame.points, frame.standard_level, draft.alike, draft.item
                )

    @cached_property
    def _materials(self) -> Materials:
        return Materials(lambda: self.tables.content)

    def _proofs(self, student_id: str, caller: Caller, session_id: str) -> list[Proof] | None:
        """The answers of a contest's session; None while a card waits."""
        view = practice.view(student_id, session_id, caller, store=self.store)
        evaluations = {card.evaluation_id for card in view.cards if card.evaluation_id is not None}
        given = {row.evaluation_id: row for row in self.store.answers_of(caller.organisation_id, *evaluations)}
        return None if view.next_position is not None else [_proof(card, given) for card in view.cards]


def _proof(card: PracticeCard, given: Mapping[str, AnswerRow]) -> Proof:
    """An upheld appeal counts as right."""
    row = given[card.evaluation_id or ""]
    score = 1.0 if card.upheld else row.score / 100
    return Proof(f"{row.evaluation_id}#{row.position}", score if card.answered else None, row.answered_at)
