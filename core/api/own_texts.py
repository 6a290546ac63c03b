"""Texts with questions that an organisation's teachers write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.api.calls import Calls
from core.api.questions import Questions
from core.language.difficulty import LEAST_WORDS
from core.learning.level import level_of_group, levels_of
from core.ports.language import PinyinReader
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.formats.drafts import DraftFiles
from core.questions.own_texts.keeping import TextKeeper
from core.questions.own_texts.wire import (
    LONGEST_LINE,
    LONGEST_REASON,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_ACCEPTED,
    MOST_POINTS,
    MOST_QUESTIONS,
    MOST_WRONG,
    OwnTextDraft,
    OwnTextView,
    QuestionKind,
    QuestionLook,
    TextKind,
    TextLook,
    TextQuestion,
    TextWarning,
)
from core.records.access import Caller
from core.records.own_items import ItemState
from core.tables import Tables
from core.tables.words.lists import Word
from core.texts.analysis import Analyser
from core.texts.new_words import NewWord, new_words
from core.wire import Closed

__all__ = [
    "LONGEST_LINE",
    "LONGEST_REASON",
    "LONGEST_TEXT",
    "LONGEST_TITLE",
    "MOST_ACCEPTED",
    "MOST_POINTS",
    "MOST_QUESTIONS",
    "MOST_WRONG",
    "NewWord",
    "OwnTextDraft",
    "OwnTextView",
    "QuestionKind",
    "QuestionLook",
    "TextKind",
    "TextLook",
    "TextQuestion",
    "TextReading",
    "TextWarning",
]
"""Names that pages may import for these texts (they use the core through its facade only)."""


class TextReading(Closed):
    """How hard a text is, and for a class what is new in it."""

    level: int
    """1-7, no claim where `level_known` is false."""
    level_known: bool
    interval: tuple[int, int]
    """Lowest and highest level that hold 80 % of what is probable."""
    words: int
    """Words that the level rests on."""
    least_words: int = LEAST_WORDS
    """From so many on a level is known."""
    points: tuple[str, ...]
    """Ids of the grammar points found that say something about its level, those of the highest first."""
    above: int
    """The level above which words are called new: that of the class, or the one below the text's own."""
    of_class: bool
    """Whether it is that of the class."""
    new_words: tuple[NewWord, ...]


FILES = DraftFiles(model=OwnTextDraft, name="texts", one="text", zh="篇课文")


@bounded
class OwnTexts:
    """Texts with questions that an organisation's teachers write."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        reader: PinyinReader,
        analyser: Analyser,
        gloss: Callable[[Word], str],
        define: Callable[[str], str],
        queues: Queues,
        calls: Calls,
        questions: Questions,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self._reader = reader
        self._analyser = analyser
        self._gloss = gloss
        self._define = define
        self._queues = queues
        self._calls = calls
        self._questions = questions

    def texts(self, caller: Caller) -> list[OwnTextView]:
        """The organisation's texts, the one changed last first."""
        return self._keeper.texts(caller)

    def count(self, caller: Caller) -> int:
        """How many they are."""
        return self._keeper.count(caller)

    def text(self, text_id: str, caller: Caller) -> OwnTextView:
        """One of them. Raises `NotFound`."""
        return self._keeper.text(text_id, caller)

    def look(self, draft: OwnTextDraft, caller: Caller, *, proved: bool = False) -> TextLook:
        """A draft with what is said of it and its questions as students would get them, with `proved` each with the proof that it has one
        right answer; keeps nothing."""
        return self._keeper.look(draft, self._calls.language(caller, None), proved=proved)

    def read(self, draft: OwnTextDraft, caller: Caller) -> TextReading:
        """How hard the text of a draft is, its points, and its words above the level of the class that the caller looks at. Raises `Busy`."""
        with self._queues.texts.turn(visitor(caller)):
            analysis = self._analyser.analyse(draft.text or "。")
        class_level = self._class_level(caller)
        estimate = analysis.estimate
        own_level = estimate.level if estimate.level_known else draft.level
        above = class_level if class_level is not None else max(1, own_level - 1)
        levels = self._analyser.difficulty_points
        points = dict.fromkeys(match.point for match in analysis.matches if match.point in levels)
        return TextReading(
            level=estimate.level,
            level_known=estimate.level_known,
            interval=(estimate.low, estimate.high),
            words=estimate.words,
            points=tuple(sorted(points, key=lambda point: -levels[point])),
            above=above,
            of_class=class_level is not None,
            new_words=tuple(
                new_words(
                    analysis,
                    above,
                    words=self._tables.words,
                    notes=self._tables.word_notes,
                    gloss=self._gloss,
                    define=self._define,
                )
            ),
        )

    def _class_level(self, caller: Caller) -> int | None:
        """The level in the middle of the students whom the caller sees; None where nothing is known of any."""
        ids = [
            student.student_id
            for student in self._store.students(caller.organisation_id)
            if caller.sees(student.student_id)
        ]
        levels = levels_of(caller.organisation_id, ids, store=self._store, now=self._clock.now())
        return level_of_group(levels.values())

    def save(
        self,
        draft: OwnTextDraft,
        caller: Caller,
        *,
        by: str,
        text_id: str = "",
        version: int = 0,
        state: ItemState = "draft",
    ) -> OwnTextView:
        """Keep a new text, or the next version of one that was read in `version`; approved, its questions are own items.

        Raises `Forbidden`, `NotFound`, `BadParameter`, `BadRequest` where somebody else was quicker.
        """
        return self._keeper.save(draft, caller, by=by, text_id=text_id, version=version, state=state)

    def set_state(self, text_id: str, state: ItemState, caller: Caller, *, by: str) -> OwnTextView:
        """Approve a text, retire it, or make it a draft again, with its questions. Raises like `save`."""
        return self._keeper.set_state(text_id, state, caller, by=by)

    def delete(self, text_id: str, caller: Caller, *, by: str) -> OwnTextView:
        """Delete a text and retire its questions; returns it for `put_back`. Raises like `save`."""
        return self._keeper.delete(text_id, caller, by=by)

    def put_back(self, deleted: OwnTextView, caller: Caller, *, by: str) -> OwnTextView:
        """Keep again what `delete` deleted. Raises like `save`."""
        return self._keeper.put_back(deleted, caller, by=by)

    def export(self, text_ids: Sequence[str], caller: Caller) -> bytes:
        """Texts as a JSON file. Raises `NotFound`."""
        return FILES.written([self.text(text_id, caller).draft for text_id in text_ids])

    def read_file(self, file: bytes) -> list[OwnTextDraft]:
        """The texts of such a file; nothing is kept. Raises `TooLarge`, `UnreadableFile`."""
        return FILES.read(file)

    def save_all(self, drafts: Sequence[OwnTextDraft], caller: Caller, *, by: str) -> list[OwnTextView]:
        """Keep several texts as drafts. Raises like `save`."""
        return self._keeper.save_all(drafts, caller, by=by)

    @cached_property
    def _keeper(self) -> TextKeeper:
        return TextKeeper(
            self._tables, self._reader, self._questions.prover, self._store, self._clock, self._identifiers
        )
