"""The cards that a visitor may try before signing in."""

from __future__ import annotations

import threading

from core.access.arguments import bounded
from core.answers.diagnosis.meanings import Telling
from core.answers.trial import TrialCard, trial_card
from core.learning.days import day_of
from core.ports.language import ScriptConverter
from core.ports.system import Clock
from core.questions.bank import ItemBank
from core.tables import Tables
from core.wire import Language

__all__ = ["Trial", "TrialCard"]
"""Names that pages may import for the cards of the gate (they use the core through its facade only)."""

SENTENCES = ("s1087", "s1105", "s1194", "s1020", "s1062", "s1037", "s1084")
"""Sentences of level 1 whose gap is asked, one a day in turn. Each is short, asks a point that beginners meet in the first weeks, and every one
of its wrong options is a word whose meaning can be told."""
CARDS = 3
"""How many cards a visitor can answer in a row."""


@bounded
class Trial:
    """The cards that a visitor may try before signing in. Nothing is stored, and each card is made once a process and language."""

    def __init__(
        self, *, clock: Clock, tables: Tables, bank: ItemBank, converter: ScriptConverter, telling: Telling
    ) -> None:
        self._clock = clock
        self._tables = tables
        self._bank = bank
        self._converter = converter
        self._telling = telling
        self._made: dict[Language, tuple[TrialCard, ...]] = {}
        self._lock = threading.Lock()

    def cards(self, language: Language) -> tuple[TrialCard, ...]:
        """Those of today, the first of which is another tomorrow; none where the tables hold none of the sentences."""
        made = self._all(language)
        first = day_of(self._clock.now()).toordinal()
        return tuple(made[(first + step) % len(made)] for step in range(min(CARDS, len(made))))

    def _all(self, language: Language) -> tuple[TrialCard, ...]:
        with self._lock:
            if language not in self._made:
                self._made[language] = tuple(self._make(language))
            return self._made[language]

    def _make(self, language: Language) -> list[TrialCard]:
        drafts = {draft.frame.source: draft for draft in self._bank.drafts("multiple_choice", "grammar", "beginner")}
        return [
            trial_card(
                item,
                language=language,
                points=self._tables.points,
                simplify=self._converter.simplified,
                telling=self._telling,
            )
            for sentence in SENTENCES
            if sentence in drafts and (item := drafts[sentence].item()) is not None
        ]
