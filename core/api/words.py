"""The word at hand, and the words that a student has put by: found, practised, exported."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random

from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.answers import practice
from core.answers.wire import PracticeView, StartPractice
from core.api.calls import Calls
from core.api.knowledge import Knowledge
from core.api.plan import Plans
from core.api.questions import Questions
from core.backends.strokes import StrokeOrder, Strokes
from core.errors import BadRequest, NotFound
from core.language.levels import LevelList
from core.plan.day.memory import cards_of, words_among
from core.ports.language import PinyinReader, ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.formats.anki_words import word_deck
from core.questions.service import REPEAT_PAUSE, sources_shown
from core.records.access import Caller
from core.records.items import Item
from core.records.plan import DrawConstraints
from core.records.words import OwnWord
from core.tables import Tables
from core.tables.words.lists import Word
from core.texts.analysis import Analyser
from core.wire import Skill
from core.words import files
from core.words.deck import MOST_WORDS, Grade, deck, most_pressing_first, recalled
from core.words.examples import Examples
from core.words.lookup import WordSources, look
from core.words.model import AnalysedText, LookedAtWord, PointMatch
from core.words.wire import DeckWord, NewWord, WordEntry

__all__ = ["DeckWord", "Grade", "NewWord", "WordEntry"]
"""Names that pages may import for words (they use the core through its facade only)."""

ROUND_WORDS = 10
"""Words in one round of practice."""
SKILLS: tuple[Skill, ...] = ("reading", "listening", "writing")
WARM_TEXT = "你好。"


class TooManyWords(BadRequest):
    """A student has as many words as a deck holds."""

    def __init__(self) -> None:
        super().__init__(f"There are {MOST_WORDS} words in the deck already.")


@bounded
class Words:
    """The word at hand, and the words that a student has put by: found, practised, exported."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        analyser: Analyser,
        reader: PinyinReader,
        converter: ScriptConverter,
        gloss: Callable[[Word], str],
        define: Callable[[str], str],
        stroke_order: StrokeOrder,
        queues: Queues,
        calls: Calls,
        questions: Questions,
        knowledge: Knowledge,
        plan: Plans,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self._analyser = analyser
        self._reader = reader
        self._converter = converter
        self._gloss = gloss
        self._define = define
        self._stroke_order = stroke_order
        self._queues = queues
        self._calls = calls
        self._questions = questions
        self._knowledge = knowledge
        self._plan = plan

    def look(self, text: str, offset: int, caller: Caller) -> WordEntry | None:
        """The word at an offset (code points) of a text of up to 200 characters; None where no Chinese character stands there.

        Neither text nor word is stored or logged. Raises `BadParameter`, `Busy`.
        """
        with self._queues.texts.turn(visitor(caller)):
            return look(text, offset, sources=self._sources)

    def strokes(self, character: str) -> Strokes | None:
        """How a character is written, where the operator has installed that; None otherwise."""
        return self._stroke_order.of(character)

    def strokes_credit(self) -> str:
        """Who made the stroke order that is installed; "" without any."""
        return self._stroke_order.credit()

    def warm(self) -> None:
        """Load what the first look-up needs, the dictionary included, rather than while somebody waits for it."""
        look(WARM_TEXT, 0, sources=self._sources)
        self._define(WARM_TEXT)

    @cached_property
    def _sources(self) -> WordSources:
        return WordSources(
            tables=self._tables,
            analyse=self._analysed,
            point_levels=self._analyser.difficulty_points,
            reader=self._reader,
            converter=self._converter,
            levels=LevelList(self._tables.words.levels, self._tables.names.by_name),
            gloss=self._gloss,
            define=self._define,
            recording=self._questions.word_recording,
            examples=Examples(self._tables, self._reader),
        )

    def _analysed(self, text: str) -> AnalysedText:
        analysis = self._analyser.analyse(text)
        return AnalysedText(
            words=[LookedAtWord(word.text, word.start, word.end, word.level) for word in analysis.words],
            matches=[PointMatch(match.point, match.start, match.end) for match in analysis.matches],
            sentences=[(sentence.start, sentence.start + len(sentence.text)) for sentence in analysis.parsed.sentences],
        )

    # -- the deck ------------------------------------------------------------------------------------------------

    def has(self, student_id: str, word: str, caller: Caller) -> bool:
        """Whether the student has put the word by."""
        return any(row.word == word for row in self._own(student_id, caller))

    def add(self, student_id: str, word: NewWord, caller: Caller) -> bool:
        """Put a word by; False where the student has it already. Raises `BadRequest` where the deck is full."""
        own = self._own(student_id, caller)
        if any(row.word == word.word for row in own):
            return False
        if len(own) >= MOST_WORDS:
            raise TooManyWords
        row = OwnWord(
            organisation_id=caller.organisation_id,
            student_id=student_id,
            word=word.word,
            pinyin=word.pinyin,
            meaning=word.meaning,
            level=word.level,
            sentence=word.sentence,
            added_at=self._clock.now(),
        )
        return self._store.add_own_word(row)

    def remove(self, student_id: str, word: str, caller: Caller) -> OwnWord | None:
        """Remove a word, and what it was, for `restore`; None where the student has none such. What was answered on it stays."""
        row = next((row for row in self._own(student_id, caller) if row.word == word), None)
        if row is not None:
            self._store.remove_own_word(caller.organisation_id, student_id, word)
        return row

    def restore(self, word: OwnWord, caller: Caller) -> bool:
        """Put a word back that was removed, as it was."""
        if word.organisation_id != caller.organisation_id:
            raise NotFound("There is nothing under this id.")
        return self._store.add_own_word(word)

    def deck(self, student_id: str, caller: Caller) -> list[DeckWord]:
        """The student's words, the last added first, with all answers so far taken in."""
        self._knowledge.take_in_evidence(student_id, caller)
        memory = self._store.memory(caller.organisation_id, [student_id])
        return deck(
            self._own(student_id, caller),
            words_among(cards_of(memory.get(student_id))),
            recording=self._questions.word_recording,
        )

    def pressing(self, student_id: str, caller: Caller) -> list[DeckWord]:
        """The student's words in the order in which they should be asked."""
        return most_pressing_first(self.deck(student_id, caller), self._clock.now())

    def _own(self, student_id: str, caller: Caller) -> list[OwnWord]:
        return self._store.own_words(caller.organisation_id, [student_id]).get(student_id, [])

    # -- practice ------------------------------------------------------------------------------------------------

    def practise(self, student_id: str, caller: Caller, *, voice: bool = True) -> PracticeView | None:
        """A round of exercises on the words that press most, one on each; None where the bank has none that was not asked within 14 days.

        `voice`: whether the browser has a Chinese voice; without one only what has a recording is asked by ear.
        """
        items = self._items(student_id, caller, voice=voice)
        if not items:
            return None
        request = StartPractice(student_id=student_id, topics=["vocabulary"], count=len(items))
        return practice.deal(
            request, caller, items=items, store=self._store, clock=self._clock, identifiers=self._identifiers
        )

    def _items(self, student_id: str, caller: Caller, *, voice: bool) -> list[Item]:
        now, rng = self._clock.now(), Random()
        shelf = self._plan.shelf_of(caller)
        seen = self._store.items_shown_to(caller.organisation_id, [student_id], now - REPEAT_PAUSE)
        shown_sources = sources_shown(student_id, caller, store=self._store, now=now)
        taken, alike = set(seen.get(student_id, frozenset())), set[str]()
        items: list[Item] = []
        for word in self.pressing(student_id, caller):
            if len(items) == ROUND_WORDS:
                break
            constraints = DrawConstraints(
                excluded_ids=taken,
                used_sources=alike,
                rng=rng,
                askable=None if voice else self._questions.needs_no_voice,
                shown_sources=shown_sources,
            )
            offers = (shelf.about_word(skill, word.word, constraints) for skill in rng.sample(SKILLS, len(SKILLS)))
            offer = next(filter(None, offers), None)
            if offer is not None:
                taken.add(offer.id)
                alike.add(offer.similar)
                items.append(offer.item())
        return items

    def recall(self, student_id: str, word: str, grade: Grade, caller: Caller) -> None:
        """Note how well the student remembered a word of their own, as they say themselves. Raises `NotFound`."""
        row = next((row for row in self._own(student_id, caller) if row.word == word), None)
        if row is None:
            raise NotFound(f"The student has not put {word!r} by.")
        now = self._clock.now()
        self._store.append_evidence(caller.organisation_id, [recalled(row, grade, now)], at=now)

    # -- files ---------------------------------------------------------------------------------------------------

    def as_csv(self, student_id: str, caller: Caller) -> bytes:
        """The student's words as a table for other programs: UTF-8 with a mark, so that Excel reads it too."""
        return files.as_csv(self._own(student_id, caller), self._calls.language(caller, student_id))

    def as_anki(self, student_id: str, caller: Caller) -> bytes:
        """The student's words as an Anki deck; imported again it adds the new ones and keeps the schedule of the others."""
        return word_deck(
            self._own(student_id, caller),
            language=self._calls.language(caller, student_id),
            changed_at=self._clock.now(),
        )
