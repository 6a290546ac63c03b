"""Texts: their grammar points and difficulty, and teachers' flags on what the detector found."""

from __future__ import annotations

from datetime import timedelta
from functools import cached_property

from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.errors import BadParameter, NotFound
from core.learning.days import day_of
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.bank import ItemBank
from core.records.access import Caller
from core.tables import Tables
from core.texts import catalogue, flags
from core.texts import service as texts
from core.texts import stories as told
from core.texts.analysis import Analyser
from core.texts.wire import FlagRequest, FlagView, GrammarText, GrammarTextRequest, PointView, Story, TextView

MET_WITHIN = timedelta(days=400)
"""A text that was in an exercise longer ago is as good as new."""

AUDIO_LESSON = "audio_"
"""Begins the id of a lesson that is a text of the content to be heard."""


@bounded
class Texts:
    """Texts: their grammar points and difficulty, and teachers' flags on what the detector found."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        bank: ItemBank,
        analyser: Analyser,
        queues: Queues,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self.bank = bank
        self._analyser = analyser
        self._queues = queues

    def grammar_text(self, request: GrammarTextRequest) -> GrammarText:
        """POST {grammar_url}/grammar_text. Nothing is stored. Raises `Busy`."""
        with self._queues.texts.turn(visitor(None)):
            return texts.grammar_text(request, analyser=self._analyser)

    def view(self, request: GrammarTextRequest, caller: Caller | None = None) -> TextView:
        """A text with its points, the level of every word, and the reasons of its level. Nothing is stored. Raises `Busy`."""
        with self._queues.texts.turn(visitor(caller)):
            return texts.text_view(request, analyser=self._analyser)

    def catalogue(self) -> list[PointView]:
        """The 572 grammar points in the order of the standard."""
        return catalogue.catalogue(tables=self._tables, practisable=self.bank.points_with_items())

    def flag(self, request: FlagRequest, caller: Caller, *, by: str) -> FlagView:
        """Store a teacher's flag on a wrong match or a missing point. Raises `BadParameter`."""
        return flags.add_flag(
            request,
            caller,
            by=by,
            points=self._tables.points,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )

    def flags(self, caller: Caller) -> list[FlagView]:
        """The flags of the organisation's teachers, newest first."""
        return flags.list_flags(caller, store=self._store)

    def withdraw_flag(self, flag_id: str, caller: Caller) -> None:
        """Withdraw a flag. Raises `NotFound`."""
        flags.withdraw_flag(flag_id, caller, store=self._store)

    def story(self, story_id: str, caller: Caller, *, student_id: str = "") -> Story:
        """A text to read for pleasure; of a student it is noted that it was opened. Raises `NotFound`."""
        story = self._stories.get(story_id)
        if story is None:
            raise NotFound(f"There is no story {story_id!r}.")
        if student_id:
            self._store.add_story(caller.organisation_id, student_id, story_id, self._clock.now())
        return story

    def stories_of(self, level: int) -> list[Story]:
        """The stories of a level, passages first."""
        return [story for story in self._stories.values() if story.level == level]

    def story_for(self, student_id: str, level: int, caller: Caller) -> Story | None:
        """A story of a level that a student has not met, neither here nor in an exercise; the one opened today, if one was."""
        opened = self._store.stories_read(caller.organisation_id, student_id)
        now = self._clock.now()
        of_today = told.opened_on(day_of(now), self._stories, opened=opened)
        if of_today is not None:
            return of_today
        rows = self._store.answers_between(caller.organisation_id, student_id, now - MET_WITHIN, now)
        asked = {row.item_id for row in rows if row.topic in ("reading", "listening")}
        items = self._store.items(caller.organisation_id, asked).values()
        heard = self._store.completions_between(
            caller.organisation_id, [student_id], day_of(now - MET_WITHIN), day_of(now)
        )
        met = told.met_in((item.full_text for item in items), self._story_ids_by_text)
        met |= {done.resource_id.removeprefix(AUDIO_LESSON) for done in heard}
        return told.story_for(level, self._stories, met=met, opened=opened)

    @cached_property
    def _stories(self) -> dict[str, Story]:
        return told.stories(self._tables.content)

    @cached_property
    def _story_ids_by_text(self) -> dict[str, str]:
        return told.ids_by_text(self._stories)

    def level_of(self, text: str) -> tuple[int, bool]:
        """The level of a text, 1-7 (7 for the band 7-9), and whether its words are enough to call it that. Nothing is stored.

        Raises `BadParameter` for a text without a word whose level is known.
        """
        grammar_text = texts.grammar_text(GrammarTextRequest(txt=text), analyser=self._analyser)
        if not grammar_text.known:
            raise BadParameter.of("text", "there is no word in it whose level is known")
        return int(grammar_text.difficulty_level), grammar_text.level_known
