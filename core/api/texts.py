"""Texts: their grammar points and difficulty, and teachers' flags on what the detector found."""

from __future__ import annotations

from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.errors import BadParameter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.bank import ItemBank
from core.records.access import Caller
from core.tables import Tables
from core.texts import catalogue, flags
from core.texts import service as texts
from core.texts.analysis import Analyser
from core.texts.wire import FlagRequest, FlagView, GrammarText, GrammarTextRequest, PointView, TextView


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

    def level_of(self, text: str) -> tuple[int, bool]:
        """The level of a text, 1-7 (7 for the band 7-9), and whether its words are enough to call it that. Nothing is stored.

        Raises `BadParameter` for a text without a word whose level is known.
        """
        grammar_text = texts.grammar_text(GrammarTextRequest(txt=text), analyser=self._analyser)
        if not grammar_text.known:
            raise BadParameter.of("text", "there is no word in it whose level is known")
        return int(grammar_text.difficulty_level), grammar_text.level_known
