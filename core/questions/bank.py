"""All items that can be made, by cell (type and topic), made on first use and kept."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain

from core.ports import PinyinReader
from core.questions.comprehension import TextItems
from core.questions.draw import Piles, piles
from core.questions.sentences import SentenceItems
from core.questions.vocabulary import VocabularyItems
from core.records import Item
from core.tables import Tables
from core.wire import QUESTION_TYPES, TOPICS, QuestionType, Topic

Cell = tuple[QuestionType, Topic]


class ItemBank:
    """The items of each cell at level beginner. Safe to share between threads."""

    def __init__(self, tables: Tables, reader: PinyinReader) -> None:
        self._tables = tables
        self._reader = reader
        self._cells: dict[Cell, tuple[Item, ...]] = {}
        self._piles: dict[Cell, Piles] = {}
        self._lock = threading.RLock()

    def items(self, kind: QuestionType, topic: Topic) -> tuple[Item, ...]:
        """The cell's items in a fixed order, without duplicates; empty when nothing can be made for it."""
        cell = (kind, topic)
        with self._lock:
            if cell not in self._cells:
                made = {item.id: item for item in self._recipes[cell]()}
                self._cells[cell] = tuple(made.values())
            return self._cells[cell]

    def piles(self, kind: QuestionType, topic: Topic) -> Piles:
        """The cell's items as they are drawn from."""
        cell = (kind, topic)
        with self._lock:
            if cell not in self._piles:
                self._piles[cell] = piles(self.items(kind, topic))
            return self._piles[cell]

    def points_with_items(self) -> frozenset[str]:
        """Grammar points that have exercises of their own."""
        return frozenset(sentence.point for sentence in self._tables.content.sentences)

    def warm(self) -> None:
        """Make every cell now rather than in front of the first student."""
        for kind in QUESTION_TYPES:
            for topic in TOPICS:
                self.piles(kind, topic)

    @cached_property
    def _sentences(self) -> SentenceItems:
        return SentenceItems(self._tables.content.sentences, self._tables.points, self._reader)

    @cached_property
    def _texts(self) -> TextItems:
        return TextItems(self._tables.content, self._reader)

    @cached_property
    def _words(self) -> VocabularyItems:
        heard_as: dict[str, list[str]] = defaultdict(list)
        for word in self._tables.words.rows:
            for form, pinyin in zip(word.forms, word.pinyin, strict=False):
                heard_as[pinyin].append(form)
        return VocabularyItems(self._tables.words.rows, heard_as=heard_as, readings=self._reader.readings)

    @cached_property
    def _recipes(self) -> dict[Cell, Callable[[], Iterator[Item]]]:
        sentences, words, texts = self._sentences, self._words, self._texts
        return {
            ("multiple_choice", "grammar"): lambda: sentences.choose("grammar"),
            ("multiple_choice", "vocabulary"): lambda: chain(
                sentences.choose("vocabulary"), words.meaning(), words.form(), words.pinyin()
            ),
            ("multiple_choice", "reading"): texts.reading_questions,
            ("multiple_choice", "listening"): texts.listening_questions,
            ("fill_blank", "grammar"): lambda: sentences.type_in("grammar"),
            ("fill_blank", "vocabulary"): lambda: chain(sentences.type_in("vocabulary"), words.read_aloud()),
            ("fill_blank", "reading"): texts.reading_short,
            ("fill_blank", "listening"): lambda: chain(texts.listening_short(), words.dictation()),
            ("matching", "grammar"): sentences.match,
            ("matching", "vocabulary"): lambda: chain(words.match_meaning(), words.match_pinyin()),
            ("matching", "reading"): texts.reading_match,
            ("matching", "listening"): lambda: chain(texts.listening_match(), words.match_heard()),
            ("ordering", "grammar"): sentences.order,
            ("ordering", "vocabulary"): words.build,
            ("ordering", "reading"): texts.reading_order,
            ("ordering", "listening"): lambda: chain(texts.listening_order(), words.order_heard()),
        }
