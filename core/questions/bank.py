"""Everything that can be asked, by cell (type, topic, band), as drafts; an item is made of a draft when it is drawn."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain

from core.ports.language import PinyinReader
from core.questions.draw import Piles, piles
from core.questions.kinds.building import Draft
from core.questions.kinds.comprehension import TextItems
from core.questions.kinds.sentences import SentenceItems
from core.questions.kinds.tasks import TaskItems
from core.questions.kinds.tones import ToneItems
from core.questions.kinds.vocabulary import VocabularyItems
from core.records.items import Item
from core.tables import Tables
from core.wire import BANDS, QUESTION_TYPES, TOPICS, BandLevel, QuestionType, Topic

Cell = tuple[QuestionType, Topic, BandLevel]


class ItemBank:
    """The drafts of each cell, collected on first use and cached. Safe to share between threads."""

    retired: frozenset[str] = frozenset()
    """Ids that are not drawn: none of the shared bank; see `core.questions.organisation_bank`."""

    def __init__(self, tables: Tables, reader: PinyinReader) -> None:
        self._tables = tables
        self._reader = reader
        self._cells: dict[Cell, tuple[Draft, ...]] = {}
        self._piles: dict[Cell, Piles] = {}
        self._makers: dict[BandLevel, _Makers] = {}
        self._practisable: frozenset[str] | None = None
        self._lock = threading.RLock()

    def drafts(self, kind: QuestionType, topic: Topic, band: BandLevel) -> tuple[Draft, ...]:
        """The cell's drafts in a fixed order; empty when nothing can be made for it."""
        cell = (kind, topic, band)
        with self._lock:
            if cell not in self._cells:
                self._cells[cell] = tuple(self._maker(band).recipes[kind, topic]())
            return self._cells[cell]

    def items(self, kind: QuestionType, topic: Topic, band: BandLevel) -> tuple[Item, ...]:
        """All items of the cell in a fixed order, without duplicates: made now, which takes a second or so."""
        items = (draft.item() for draft in self.drafts(kind, topic, band))
        return tuple({item.id: item for item in items if item is not None}.values())

    def piles(self, kind: QuestionType, topic: Topic, band: BandLevel) -> Piles:
        """The cell's drafts as they are drawn from."""
        cell = (kind, topic, band)
        with self._lock:
            if cell not in self._piles:
                self._piles[cell] = piles(self.drafts(kind, topic, band))
            return self._piles[cell]

    def points_with_items(self) -> frozenset[str]:
        """Grammar points that have exercises of their own."""
        if self._practisable is None:
            self._practisable = frozenset(
                sentence.point for sentence in self._tables.content.sentences if sentence.point
            )
        return self._practisable

    def warm(self) -> None:
        """Collect the drafts of every cell now rather than when the first student waits for them."""
        for band in BANDS:
            for kind in QUESTION_TYPES:
                for topic in TOPICS:
                    self.piles(kind, topic, band)

    def _maker(self, band: BandLevel) -> _Makers:
        if band not in self._makers:
            self._makers[band] = _Makers(self._tables, self._reader, band)
        return self._makers[band]


class _Makers:
    """What makes the drafts of one band."""

    def __init__(self, tables: Tables, reader: PinyinReader, band: BandLevel) -> None:
        self._tables = tables
        self._reader = reader
        self._levels = BANDS[band]
        self._content = tables.content.between(*self._levels)

    @cached_property
    def _sentences(self) -> SentenceItems:
        return SentenceItems(
            self._content.sentences, self._tables.points, self._reader, notes=self._tables.option_notes
        )

    @cached_property
    def _texts(self) -> TextItems:
        return TextItems(self._content, self._reader)

    @cached_property
    def _words(self) -> VocabularyItems:
        heard_as: dict[str, list[str]] = defaultdict(list)
        for word in self._tables.words.rows:
            for form, pinyin in zip(word.forms, word.pinyin, strict=False):
                heard_as[pinyin].append(form)
        return VocabularyItems(
            self._tables.words.rows, heard_as=heard_as, readings=self._reader.readings, levels=self._levels
        )

    @cached_property
    def _tasks(self) -> TaskItems:
        return TaskItems(self._content, self._reader, people=self._tables.names.people)

    @cached_property
    def _tones(self) -> ToneItems:
        return ToneItems(self._tables.words.rows, levels=self._levels)

    @cached_property
    def recipes(self) -> dict[tuple[QuestionType, Topic], Callable[[], Iterator[Draft]]]:
        """For each type and topic, what yields its drafts."""
        sentences, words, texts, tasks = self._sentences, self._words, self._texts, self._tasks
        return {
            ("multiple_choice", "grammar"): lambda: chain(sentences.multiple_choice("grammar"), tasks.mends()),
            ("multiple_choice", "vocabulary"): lambda: chain(
                sentences.multiple_choice("vocabulary"),
                words.word_to_meaning(),
                words.meaning_to_word(),
                words.word_to_pinyin(),
            ),
            ("multiple_choice", "reading"): lambda: chain(texts.reading_questions(), tasks.registers()),
            ("multiple_choice", "listening"): lambda: chain(texts.listening_questions(), self._tones.multiple_choice()),
            ("fill_blank", "grammar"): lambda: chain(sentences.fill_blank("grammar"), tasks.mends_typed()),
            ("fill_blank", "vocabulary"): lambda: chain(sentences.fill_blank("vocabulary"), words.typed_pinyin()),
            ("fill_blank", "reading"): texts.reading_short,
            ("fill_blank", "listening"): lambda: chain(texts.listening_short(), words.dictation(), tasks.dictation()),
            ("matching", "grammar"): sentences.matching,
            ("matching", "vocabulary"): lambda: chain(words.match_meaning(), words.match_pinyin()),
            ("matching", "reading"): texts.reading_match,
            ("matching", "listening"): lambda: chain(texts.listening_match(), words.match_heard()),
            ("ordering", "grammar"): sentences.ordering,
            ("ordering", "vocabulary"): lambda: chain(words.built_from_characters(), tasks.scales()),
            ("ordering", "reading"): texts.reading_order,
            ("ordering", "listening"): lambda: chain(texts.listening_order(), words.ordered_as_heard()),
        }
