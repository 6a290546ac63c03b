"""The placement test, asked item by item; its last answer fills the first portrait."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

from core.access.arguments import bounded
from core.answers.wire import AnswerItem, Evaluation, GivenAnswer, SubmitRequest
from core.api.answers import Answers
from core.errors import BadParameter
from core.portrait import placement as placing
from core.portrait import service as portraits
from core.portrait.wire import PlacementOverview, PlacementState, Questionnaire
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.bank import ItemBank
from core.questions.placement import PlacementItems
from core.records.access import Caller
from core.records.items import Askable
from core.tables import Tables
from core.tables.words.lists import Word


@bounded
class Placement:
    """The placement test, asked item by item; its last answer fills the first portrait."""

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
        needs_no_voice: Askable,
    ) -> None:
        """`needs_no_voice`: whether an item can be asked where the browser has no Chinese voice."""
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self.bank = bank
        self._gloss = gloss
        self._answers = answers
        self._needs_no_voice = needs_no_voice

    @cached_property
    def items(self) -> PlacementItems:
        """The items that the placement test asks."""
        return PlacementItems(self.bank, self._tables, self._gloss)

    def start(
        self, student_id: str, caller: Caller, *, questionnaire: Questionnaire | None = None, voice: bool = True
    ) -> PlacementState:
        """Begin a placement, or continue an unfinished one of the last day; the questionnaire goes into the portrait.

        `voice`: whether the browser has a Chinese voice; without one only what has a recording is asked by ear.
        """
        return placing.start(
            student_id,
            caller,
            questionnaire=questionnaire,
            items=self.items,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
            askable=None if voice else self._needs_no_voice,
        )

    def state(self, student_id: str, placement_id: str, caller: Caller) -> PlacementState:
        """The current state of a placement, finished or not: what a refresh of its page shows. Raises `NotFound`."""
        return placing.state(student_id, placement_id, caller, store=self._store)

    def overview(self, student_id: str, caller: Caller) -> PlacementOverview:
        """The placement that can be gone on with, and the one that was finished last: what its page opens with."""
        return placing.overview(student_id, caller, store=self._store, clock=self._clock)

    def answer(
        self,
        student_id: str,
        placement_id: str,
        item_id: str,
        answer: GivenAnswer | None,
        caller: Caller,
        *,
        voice: bool = True,
    ) -> PlacementState:
        """Answer the item (None = "I don't know") and get the next; the last one fills the first portrait. `voice` as in `start`."""
        uncounted = Caller(caller.organisation_id, caller.permissions, caller.language)
        return placing.answer(
            student_id,
            placement_id,
            item_id,
            uncounted,
            mark=partial(self._marked, student_id, answer, uncounted) if answer else None,
            keep=partial(
                portraits.from_placement, caller=uncounted, tables=self._tables, store=self._store, clock=self._clock
            ),
            items=self.items,
            store=self._store,
            clock=self._clock,
            askable=None if voice else self._needs_no_voice,
        )

    def _marked(
        self, student_id: str, given_answer: GivenAnswer, caller: Caller, part: str, item_id: str, seconds: int
    ) -> bool:
        """Mark one answer of a placement and store it at once; if another tab answered first, that answer stands."""
        item = AnswerItem(question_id=item_id, answer=given_answer, time_spent=seconds)
        stored = self._store.evaluation_of_session(caller.organisation_id, student_id, part)
        if stored is None:
            request = SubmitRequest(student_id=student_id, answers=[item]).model_copy(update={"session_id": part})
            try:
                return self._answers.submit(request, caller).payload.details[0].is_correct
            except BadParameter:
                stored = self._store.evaluation_of_session(caller.organisation_id, student_id, part)
                if stored is None:
                    raise
        return Evaluation.model_validate_json(stored.result).details[0].is_correct
