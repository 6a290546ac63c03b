"""Questions: generating them for a student, and the bank that teachers edit."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from random import Random
from typing import Protocol

from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.api.calls import Calls
from core.knowledge.fit import student_fit
from core.learning.fit import Fit
from core.learning.prediction.predictor import Predictor
from core.ports.language import LanguageModel, PinyinReader, Recordings, SentenceRecordings
from core.ports.store import Store
from core.ports.system import Clock, Printer
from core.questions import files
from core.questions import service as questions
from core.questions.bank import ItemBank
from core.questions.catalogue import KINDS, Catalogue
from core.questions.exchanging import other_item
from core.questions.formats.draft import ItemDraft, draft_of
from core.questions.formats.paper import PaperHead
from core.questions.formats.registry import QuestionReader
from core.questions.giveaways import Giveaway, apart, giveaways
from core.questions.hearing import needs_no_voice
from core.questions.kinds.recorded import RecordedItems
from core.questions.life import card, checks, states
from core.questions.life.editing import ItemEditor, save_each
from core.questions.life.nightly import NightlyRetirement, retire_items
from core.questions.life.wire import (
    AnswersNeeded,
    Appeals,
    Check,
    DraftCheck,
    Estimate,
    ExportedFile,
    FileFormat,
    HistoryEntry,
    ImportedItem,
    ImportFormat,
    ItemLine,
    ItemQuery,
    ItemsFound,
    LifeCard,
    OptionRate,
    Origin,
    SavedItem,
    Sort,
    StateChange,
)
from core.questions.organisation_bank import OrganisationBank, OrganisationBanks
from core.questions.proofs.proving import Prover
from core.questions.wire import GeneratedQuestions, GenerateRequest
from core.records.access import Caller
from core.records.items import Audio, Item
from core.records.own_items import ItemState
from core.tables import Tables
from core.tables.content.themes import ThemeRow
from core.tables.words.lists import Word
from core.wire import Bilingual, Topic

__all__ = [
    "AnswersNeeded",
    "Appeals",
    "Check",
    "DraftCheck",
    "Estimate",
    "ExportedFile",
    "FileFormat",
    "Giveaway",
    "HistoryEntry",
    "ImportFormat",
    "ImportedItem",
    "ItemDraft",
    "ItemLine",
    "ItemQuery",
    "ItemState",
    "ItemsFound",
    "LifeCard",
    "OptionRate",
    "Origin",
    "SavedItem",
    "Sort",
    "StateChange",
]
"""Names that pages may import for items (they use the core through its facade only)."""


class FileReader(QuestionReader, Protocol):
    """Reads uploaded files within limits, so that none of them stops the service."""

    def word_text(self, file: bytes) -> str | None:
        """The plain text of a .docx, a line for each paragraph; None for anything else. Raises `TooLarge`, `CostlyFile`, `Busy`."""
        ...

    def start(self) -> None:
        """Start the reader, so that the first file need not wait for it."""
        ...


@bounded
class Questions:
    """Questions: generating them for a student, and the bank that teachers edit."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        tables: Tables,
        bank: ItemBank,
        recordings: Recordings,
        sentences: SentenceRecordings,
        reader: PinyinReader,
        files: FileReader,
        gloss: Callable[[Word], str],
        language_model: LanguageModel | None,
        printer: Printer,
        queues: Queues,
        predictor: Callable[[], Predictor],
        calls: Calls,
    ) -> None:
        self._store = store
        self._clock = clock
        self._tables = tables
        self.bank = bank
        self._recordings = recordings
        self._sentences = sentences
        self._reader = reader
        self._files = files
        self._gloss = gloss
        self._language_model = language_model
        self._printer = printer
        self._queues = queues
        self._predictor = predictor
        self._calls = calls

    def generate(self, request: GenerateRequest, caller: Caller) -> GeneratedQuestions:
        """POST /classroom/questions/generate."""
        return questions.generate(
            request,
            caller,
            language=self._calls.language(caller, request.student_id),
            bank=self.bank_of(caller),
            points=self._tables.points,
            fit=self.fit(request.student_id, caller) if request.student_id else None,
            store=self._store,
            clock=self._clock,
            recording=self.recording,
        )

    def recording(self, text: str) -> str | None:
        """Path of the recording of a text: of a word or a toned syllable (`ma3`) as a native speaker said it, of a whole sentence as a synthetic
        voice did; None without one. A word is never taken from the sentences, for there it may be read otherwise."""
        words = self._tables.words.by_form
        return self.word_recording(text) or (None if text in words else self._sentences.url(text))

    def word_recording(self, text: str) -> str | None:
        """Path of the recording of a text that is one recorded word, or a toned syllable (`ma3`).

        None for a word with several readings, since the recording might be of another one, and for a word that is not listed.
        """
        return questions.recording_url(text, recordings=self._recordings, read_in_one_way=self._tables.read_in_one_way)

    def needs_no_voice(self, topic: Topic, audio: Audio | None) -> bool:
        """Whether an item can be asked where the browser has no Chinese voice: it is read, or what is heard is recorded."""
        return needs_no_voice(topic, audio, self.recording)

    def any_recorded(self) -> bool:
        """Whether an audio pack with words or with sentences is installed."""
        return bool(self._recordings.words) or bool(self._sentences.sentences)

    def fit(self, student_id: str, caller: Caller) -> Fit:
        """Which exercises suit the student, as of the last update of the map."""
        return student_fit(
            student_id,
            caller,
            points=self._tables.points,
            predictor=self._predictor(),
            store=self._store,
            clock=self._clock,
        )

    def bank_of(self, caller: Caller) -> OrganisationBank:
        """The items that can be drawn for the caller's organisation: its own included, those that it retired excluded."""
        return self._banks.of(caller.organisation_id)

    def kinds(self) -> tuple[str, ...]:
        """Tags that say what kind of item it is, for `ItemQuery.kind`."""
        return KINDS

    def themes(self) -> list[ThemeRow]:
        """Themes, for `ItemQuery.theme`."""
        return self._tables.themes

    def search(self, query: ItemQuery, caller: Caller) -> ItemsFound:
        """A page of the bank with the organisation's own items. Raises `BadParameter`."""
        return self.catalogue.search(
            query, self.bank_of(caller).own, stored_items=partial(self._store.items, caller.organisation_id)
        )

    def item(self, item_id: str, caller: Caller) -> ItemLine:
        """An item with its state. Raises `NotFound`."""
        return states.find_item(item_id, caller, store=self._store, catalogue=self.catalogue)

    def _items(self, item_ids: Sequence[str], caller: Caller) -> list[Item]:
        """Those of the items that the organisation has, each once, in two queries however many there are."""
        own = self.bank_of(caller).own.by_id
        made = {item_id: own.get(item_id) or self.catalogue.find(item_id) for item_id in item_ids}
        stored = self._store.items(caller.organisation_id, [item_id for item_id in made if made[item_id] is None])
        return [item for item_id, each in made.items() if (item := each or stored.get(item_id)) is not None]

    def giveaways(self, item_ids: Sequence[str], caller: Caller) -> list[Giveaway]:
        """The pairs of items that must not stand in one paper: made from one text, about one word, or one showing the other's answer.

        Items that are gone are left out.
        """
        return giveaways(self._items(item_ids, caller))

    def apart(self, lines: Sequence[ItemLine], count: int) -> list[ItemLine]:
        """Up to `count` of the items, none of which gives another one away as far as there are so many."""
        by_id = {line.item.id: line for line in lines}
        return [by_id[item.id] for item in apart((line.item for line in by_id.values()), count)]

    def exchange(self, item_id: str, beside: Sequence[str], caller: Caller, *, seed: int | None = None) -> Item | None:
        """Another item of the same skill and level, kept, that goes with those items `beside` that are not gone; None where there is none.

        Raises `NotFound` for the item itself.
        """
        found = other_item(
            self.item(item_id, caller).item,
            self._items([each for each in beside if each != item_id], caller),
            bank=self.bank_of(caller),
            rng=Random(secrets.randbits(53) if seed is None else seed),
        )
        if found is not None:
            questions.keep([found], caller, store=self._store, clock=self._clock)
        return found

    def life_card(self, item_id: str, caller: Caller) -> LifeCard:
        """Everything that is known about an item in the caller's organisation. Raises `NotFound`."""
        return card.life_card(
            item_id,
            caller,
            language=self._calls.language(caller, None),
            predictor=self._predictor(),
            prover=self.prover,
            store=self._store,
            catalogue=self.catalogue,
            clock=self._clock,
        )

    def set_state(self, item_id: str, state: ItemState, caller: Caller, *, by: str, reason: str = "") -> StateChange:
        """Approve, retire or bring back by hand; `by` is the teacher's account. Raises `Forbidden`, `NotFound`, `BadRequest`."""
        return states.set_state(
            item_id,
            state,
            caller,
            by=by,
            reason=reason,
            store=self._store,
            catalogue=self.catalogue,
            clock=self._clock,
        )

    def undo(self, change_id: int, caller: Caller, *, by: str) -> StateChange:
        """Undo the newest change of an item. Raises `Forbidden`, `NotFound`, `BadRequest`."""
        return states.undo(change_id, caller, by=by, store=self._store, clock=self._clock)

    def retire_by_rule(self, organisation_id: str) -> NightlyRetirement:
        """Retire items whose new answers show that they misbehave; part of the nightly work."""
        return retire_items(
            organisation_id, predictor=self._predictor(), prover=self.prover, store=self._store, clock=self._clock
        )

    def draft_of(self, item_id: str, caller: Caller) -> ItemDraft:
        """An item as it can be edited. Raises `NotFound`."""
        return draft_of(self.item(item_id, caller).item)

    def draft_fault(self, fields: dict[str, object]) -> Bilingual | None:
        """Why `ItemDraft(**fields)` would be refused; None when it would not."""
        return checks.draft_fault(fields)

    def check(self, draft: ItemDraft, caller: Caller) -> DraftCheck:
        """Check a draft without storing it."""
        return self._editor(caller).check(draft, self._calls.language(caller, None))

    def save(
        self, draft: ItemDraft, caller: Caller, *, by: str, replaces: str = "", state: ItemState = "draft"
    ) -> SavedItem:
        """Store an item of the organisation's own; the one that it `replaces` is retired.

        Raises `Forbidden`, `BadParameter`, `NotFound`.
        """
        language = self._calls.language(caller, None)
        return self._editor(caller).save(draft, caller, by=by, replaces=replaces, state=state, language=language)

    def save_all(self, drafts: Sequence[ItemDraft], caller: Caller, *, by: str) -> list[SavedItem]:
        """Store several items as drafts; those that a check blocks are left out. Raises `Forbidden`."""
        return save_each(drafts, lambda draft: self.save(draft, caller, by=by))

    def read_file(
        self, file: bytes, format: ImportFormat, caller: Caller, *, topic: Topic = "grammar", level: int = 1
    ) -> list[ImportedItem]:
        """The items in a file of another system; nothing is stored.

        Raises `UnreadableFile`, `TooLarge`, `CostlyFile`, `BadParameter`, and `Busy` where too many files wait.
        """
        return files.import_file(
            file,
            format,
            topic=topic,
            level=level,
            language=self._calls.language(caller, None),
            editor=self._editor(caller),
            reader=self._files,
        )

    def export(
        self,
        selection: Sequence[str] | ItemQuery,
        format: FileFormat,
        caller: Caller,
        *,
        title: str = "",
        class_name: str = "",
        date: str = "",
        with_name: bool = True,
    ) -> ExportedFile:
        """Items by id, or the first of a search, as a file. Raises `NotFound`, `BadParameter`, `NoFont`, `Busy`."""
        head = PaperHead(title, class_name, date, with_name)
        with self._queues.costly.turn(visitor(caller)):
            items = files.selected_items(
                selection,
                item=lambda item_id: self.item(item_id, caller).item,
                search=lambda query: self.search(query, caller),
            )
            return files.export_file(
                items,
                format,
                head,
                language=self._calls.language(caller, None),
                printer=self._printer,
                now=self._clock.now(),
            )

    @cached_property
    def catalogue(self) -> Catalogue:
        """The bank as it is searched."""
        return Catalogue(self.bank)

    @cached_property
    def prover(self) -> Prover | None:
        """The prover that checks that an item has one right answer; None without a language model."""
        return Prover(self._tables, self._language_model, self._gloss) if self._language_model else None

    @cached_property
    def recorded_items(self) -> RecordedItems:
        """Items made of the sentences that are installed as recordings; none without them."""
        return RecordedItems(self._tables, self._reader, self._sentences)

    @cached_property
    def _banks(self) -> OrganisationBanks:
        return OrganisationBanks(self.bank, self._store, self.recorded_items)

    def _editor(self, caller: Caller) -> ItemEditor:
        return ItemEditor(
            self._tables, self.catalogue, self.bank_of(caller).own.by_id, self.prover, self._store, self._clock
        )

    def difficulties(self, items: Sequence[Item]) -> dict[str, float]:
        """Difficulty of items in logits by id (0 = right half of the time), as answers up to the last night show it."""
        return questions.difficulties(items, predictor=self._predictor(), store=self._store)
