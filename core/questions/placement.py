"""The items of the placement: words of all nine levels; listening, reading and grammar as far as there is content."""

from __future__ import annotations

import random
import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from itertools import chain

from core.questions.bank import ItemBank
from core.questions.kinds.building import Draft
from core.questions.kinds.vocabulary import VocabularyItems
from core.records.items import Askable, Item
from core.tables import Tables
from core.tables.words.lists import Word
from core.wire import BANDS, Topic

HIGHEST_LEVEL_OF_NINE = 9
HIGHEST_STANDARD_LEVEL = 7
"""How the word list writes the band 7-9."""
SKILLS: tuple[Topic, ...] = ("vocabulary", "listening", "reading", "grammar")

Cell = tuple[Topic, int]


class PlacementItems:
    """Multiple-choice items by skill and level, made on first use. Safe to share between threads."""

    def __init__(self, bank: ItemBank, tables: Tables, gloss: Callable[[Word], str]) -> None:
        """`gloss`: English of any word of the list; empty where there is none."""
        self._bank = bank
        self._tables = tables
        self._gloss = gloss
        self._lock = threading.Lock()

    def levels(self, skill: Topic) -> tuple[int, ...]:
        """Levels at which the skill has items."""
        return tuple(level for level in range(1, HIGHEST_LEVEL_OF_NINE + 1) if self._drafts_by_cell.get((skill, level)))

    def draw(
        self,
        skill: Topic,
        level: int,
        *,
        avoid: Collection[str],
        alike: Collection[str],
        seed: str,
        askable: Askable | None = None,
    ) -> Item | None:
        """An item that is none of `avoid` and tests nothing that one of `alike` tested; None when there is none. With `askable`
        only what it allows."""
        fitting = [
            draft
            for draft in self._drafts_by_cell.get((skill, level), ())
            if draft.alike not in alike and (askable is None or askable(draft.frame.topic, draft.frame.audio))
        ]
        random.Random(seed).shuffle(fitting)
        items = (draft.item() for draft in fitting)
        return next((item for item in items if item is not None and item.id not in avoid), None)

    @property
    def _drafts_by_cell(self) -> Mapping[Cell, Sequence[Draft]]:
        with self._lock:
            return self._cells

    @cached_property
    def _cells(self) -> Mapping[Cell, Sequence[Draft]]:
        drafts: dict[Cell, list[Draft]] = defaultdict(list)
        for draft, level in self._words():
            drafts["vocabulary", level].append(draft)
        for skill in SKILLS[1:]:
            for band in BANDS:
                for draft in self._bank.drafts("multiple_choice", skill, band):
                    drafts[skill, _level_of_nine(draft.frame.standard_level)].append(draft)
        return drafts

    def _words(self) -> list[tuple[Draft, int]]:
        """Word to meaning and meaning to word, each with the level of its word."""
        levels = {row.word_id: row.level for row in self._tables.placement_words}
        words = [
            word.model_copy(update={"gloss": gloss})
            for word in self._tables.words.rows
            if word.id in levels and (gloss := self._gloss(word))
        ]
        vocabulary = VocabularyItems(words, heard_as={}, readings=lambda _: (), levels=(1, HIGHEST_STANDARD_LEVEL))
        return [
            (draft, levels[draft.frame.source])
            for draft in chain(vocabulary.word_to_meaning(), vocabulary.meaning_to_word())
        ]


def _level_of_nine(level: int) -> int:
    """A standard level on the scale of nine: texts of the band 7-9 are not told apart and count as its middle."""
    return 8 if level == HIGHEST_STANDARD_LEVEL else level
