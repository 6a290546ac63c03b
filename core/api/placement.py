"""The placement: asked item by item; the last answer fills the first portrait."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

from core.access.arguments import bounded
from core.answers.wire import AnswerItem, Evaluation, GivenAnswer, SubmitRequest
from core.api.answers import Answers
from core.errors import BadParameter
from core.portrait import placement as placing
from core.portrait import service as portraits
from core.portrait.wire import PlacementState, Questionnaire
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.bank import ItemBank
from core.questions.placement import PlacementItems
from core.records.access import Caller
from core.tables import Tables
from core.tables.words.lists import Word


@bounded
class Placement:
    """The placement: asked item by item; the last answer fills the first portrait."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        bank: ItemBank,
        gloss: Callable[[Word], str],
        answers: Answers,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self.bank = bank
        self._gloss = gloss
        self._answers = answers

    @cached_property
    def items(self) -> PlacementItems:
        """What the placement asks."""
        return PlacementItems(self.bank, self._tables, self._gloss)

    def start(self, student_id: str, caller: Caller, *, questionnaire: Questionnaire | None = None) -> PlacementState:
        """Begin a placement, or go on with an unfinished one of the last day; the questionnaire goes into the portrait."""
        return placing.start(
            student_id,
            caller,
            questionnaire=questionnaire,
            items=self.items,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )

    def state(self, student_id: str, placement_id: str, caller: Caller) -> PlacementState:
        """A placement as it stands, done ones too: what a refresh of its page shows. Raises `NotFound`."""
        return placing.state(student_id, placement_id, caller, store=self._store)

    def answer(
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
            keep=partial(
                portraits.from_placement, caller=own, tables=self._tables, store=self._store, clock=self._clock
            ),
            items=self.items,
            store=self._store,
            clock=self._clock,
        )

    def _marked(
        self, student_id: str, given: GivenAnswer, caller: Caller, part: str, item_id: str, seconds: int
    ) -> bool:
        """Mark one answer of a placement and write it through; an answer of another tab that was quicker stands."""
        item = AnswerItem(question_id=item_id, answer=given, time_spent=seconds)
        kept = self._store.evaluation_of_session(caller.organisation_id, student_id, part)
        if kept is None:
            request = SubmitRequest(student_id=student_id, answers=[item]).model_copy(update={"session_id": part})
            try:
                return self._answers.submit(request, caller).payload.details[0].is_correct
            except BadParameter:
                kept = self._store.evaluation_of_session(caller.organisation_id, student_id, part)
                if kept is None:
                    raise
        return Evaluation.model_validate_json(kept.result).details[0].is_correct
