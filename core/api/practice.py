"""Practice sessions: drawing their items, answering them card by card, the summary."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from core.access.arguments import bounded
from core.answers import practice
from core.answers.diagnosis.meanings import Telling
from core.answers.twins import TwinSought
from core.answers.wire import (
    AnswerItem,
    PracticeCard,
    PracticeSummary,
    PracticeView,
    StartPractice,
)
from core.api.calls import Calls
from core.api.questions import Questions
from core.ports.language import ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions import service as questions
from core.records.access import Caller
from core.records.items import Item
from core.tables import Tables
from core.wire import QuestionType, Topic

TWINS: tuple[tuple[tuple[QuestionType, ...], tuple[Topic, ...]], ...] = (
    (("fill_blank", "ordering"), ("grammar",)),
    ((), ("grammar",)),
    ((), ("grammar", "vocabulary", "reading")),
)
"""Kinds and topics of the near twin of an error in an essay, the likest to writing first; what is heard is like none."""


@bounded
class Practice:
    """Practice sessions: drawing their items, answering them card by card, the summary."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        converter: ScriptConverter,
        calls: Calls,
        questions: Questions,
        telling: Telling,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self._converter = converter
        self._calls = calls
        self._questions = questions
        self._telling = telling

    def review(self, student_id: str, item_ids: list[str], caller: Caller) -> PracticeView:
        """A session over items that the student got wrong."""
        return practice.review(
            student_id, item_ids, caller, store=self._store, clock=self._clock, identifiers=self._identifiers
        )

    def view(self, student_id: str, session_id: str, caller: Caller) -> PracticeView:
        """The current state of a session, told in the language of the caller. Raises `NotFound`."""
        return practice.told_in(
            self._calls.language(caller, student_id),
            practice.view(student_id, session_id, caller, store=self._store),
            points=self._tables.points,
            converter=self._converter,
            telling=self._telling,
        )

    def answer(self, student_id: str, session_id: str, answer: AnswerItem, caller: Caller) -> PracticeCard:
        """Mark one answer of a session and store it at once; answering a card again changes nothing."""
        return practice.answer(
            student_id,
            session_id,
            answer,
            caller,
            language=self._calls.language(caller, student_id),
            points=self._tables.points,
            store=self._store,
            converter=self._converter,
            clock=self._clock,
            identifiers=self._identifiers,
            telling=self._telling,
        )

    def summary(self, student_id: str, session_id: str, caller: Caller) -> PracticeSummary:
        """The summary of a session's answers; marks the session as finished."""
        return practice.summary(
            student_id,
            session_id,
            caller,
            language=self._calls.language(caller, student_id),
            points=self._tables.points,
            store=self._store,
            clock=self._clock,
        )

    def start(self, request: StartPractice, caller: Caller, *, voice: bool = True) -> PracticeView:
        """Draw items for a session and store it, so that it survives a refresh of the page.

        `voice`: whether the browser has a Chinese voice; without one only what has a recording is asked by ear.

        Without a level, the items have the levels of the requested points, else the levels that suit the student.
        """
        return self._start(request, caller, voice=voice)

    def near_twin(self, student_id: str, point: str, answer: str, caller: Caller) -> PracticeView | None:
        """A session with one question of a grammar point that the student has not seen lately; None where there is none.

        One that is typed or put together comes before one that is chosen, and one in whose right answer `answer` stands before the others.
        """
        for types, topics in TWINS:
            request = StartPractice(
                student_id=student_id, points=[point], types=list(types), topics=list(topics), count=1
            )
            view = self._start(request, caller, answer=answer)
            if view.cards:
                return view
        return None

    def twin(
        self, student_id: str, session_id: str, position: int, caller: Caller, *, voice: bool = True
    ) -> int | None:
        """The position of a near twin of a card that was answered wrong, dealt now or before; None where there is no other like it.

        Raises `NotFound`, and `BadParameter` for a card that may have none. `voice` as in `start`.
        """

        def draw(wanted: TwinSought, *, apart_from: Collection[str]) -> Sequence[Item]:
            return questions.draw(
                levels=wanted.levels,
                types=wanted.types,
                topics=wanted.topics,
                points=wanted.points,
                words=wanted.words,
                tags=wanted.tags,
                apart_from=apart_from,
                count=1,
                student_id=student_id,
                caller=caller,
                bank=self._questions.bank_of(caller),
                askable=None if voice else self._questions.needs_no_voice,
                store=self._store,
                clock=self._clock,
            )

        return practice.twin(student_id, session_id, position, caller, draw=draw, store=self._store)

    def _start(self, request: StartPractice, caller: Caller, *, answer: str = "", voice: bool = True) -> PracticeView:
        return practice.start(
            request,
            caller,
            points=self._tables.points,
            fit=self._questions.fit(request.student_id, caller),
            draw=partial(
                questions.draw,
                caller=caller,
                bank=self._questions.bank_of(caller),
                answer=answer,
                askable=None if voice else self._questions.needs_no_voice,
                store=self._store,
                clock=self._clock,
            ),
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )
