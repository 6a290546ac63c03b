"""The facade's part for questions: what is asked of whom, and the bank that teachers see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Protocol

from core.access.queues import Queues, visitor
from core.answers import practice
from core.answers.wire import PracticeView, StartPractice
from core.errors import BadParameter
from core.knowledge.fit import fit_of
from core.learning.fit import Fit
from core.learning.predictor import Predictor
from core.ports.language import LanguageModel, Recordings
from core.ports.store import Store
from core.ports.system import Clock, Identifiers, Printer
from core.questions import files, life, own
from core.questions import service as questions
from core.questions.bank import ItemBank
from core.questions.catalogue import KINDS, Catalogue
from core.questions.formats.catalogue import QuestionReader
from core.questions.formats.draft import ItemDraft, draft_of
from core.questions.judging import Judged, judge_items
from core.questions.life_wire import (
    Appeals,
    Change,
    Check,
    Checked,
    Estimate,
    ExportedFile,
    FileFormat,
    ImportedItem,
    ImportFormat,
    ItemLine,
    ItemQuery,
    ItemsFound,
    LifeCard,
    Needed,
    OptionRate,
    Origin,
    Saved,
    Sort,
    StateChange,
)  # fmt: skip
from core.questions.organisation_bank import OrganisationBank, OrganisationBanks
from core.questions.own import Desk
from core.questions.proving import Prover
from core.questions.wire import GeneratedQuestions, GenerateRequest
from core.records.access import Caller
from core.records.items import Item
from core.records.own_items import ItemState
from core.tables import Tables
from core.tables.themes import ThemeRow
from core.tables.words import Word
from core.wire import Bilingual, Language, Topic

__all__ = [
    "Appeals",
    "Change",
    "Check",
    "Checked",
    "Estimate",
    "ExportedFile",
    "FileFormat",
    "ImportFormat",
    "ImportedItem",
    "ItemDraft",
    "ItemLine",
    "ItemPart",
    "ItemQuery",
    "ItemState",
    "ItemsFound",
    "LifeCard",
    "Needed",
    "OptionRate",
    "Origin",
    "Saved",
    "Sort",
    "StateChange",
]
"""What pages may name of items (they see the core through its facade only)."""


class FileReader(QuestionReader, Protocol):
    """Reads files that somebody sends, within limits, so that none of them stops the service."""

    def word_text(self, file: bytes) -> str | None:
        """The plain text of a .docx, a line for each paragraph; None for anything else. Raises `TooLarge`, `CostlyFile`, `Busy`."""
        ...

    def start(self) -> None:
        """Be ready before the first file comes."""
        ...


class ItemPart:
    """Base of `core.api.core.Core`, which sets the attributes."""

    store: Store
    clock: Clock
    identifiers: Identifiers
    tables: Tables
    bank: ItemBank
    printer: Printer
    queues: Queues
    recordings: Recordings
    files: FileReader
    """Reads what somebody sends."""
    gloss: Callable[[Word], str]
    language_model: LanguageModel | None = None

    def language(self, caller: Caller, student_id: str | None) -> Language:
        """See `core.api.core.Core.language`."""
        raise NotImplementedError

    @property
    def predictor(self) -> Predictor:
        """See `core.api.learner.LearnerPart.predictor`."""
        raise NotImplementedError

    def generate_questions(self, request: GenerateRequest, caller: Caller) -> GeneratedQuestions:
        """POST /classroom/questions/generate."""
        return questions.generate(
            request,
            caller,
            language=self.language(caller, request.student_id),
            bank=self.bank_of(caller),
            points=self.tables.points,
            fit=self.fit(request.student_id, caller) if request.student_id else None,
            store=self.store,
            clock=self.clock,
            recording=self.recording,
        )

    def recording(self, text: str) -> str | None:
        """Path of the recording of a text that is one recorded word; None for a word with several readings, since the
        recording might be of another one, and for what the word list does not have."""
        url = self.recordings.url(text)
        return url if url is not None and text in self.tables.read_in_one_way else None

    def start_practice(self, request: StartPractice, caller: Caller) -> PracticeView:
        """Draw items for a session and keep it, so that a refresh finds it again.

        Without a level: about points the levels of the points, else the levels that suit the student.
        """
        fit = self.fit(request.student_id, caller)
        drawn = questions.draw(
            levels=self._levels(request, fit),
            types=request.types,
            topics=request.topics,
            points=request.points,
            count=request.count,
            student_id=request.student_id,
            caller=caller,
            bank=self.bank_of(caller),
            # Who names points wants those, the hard ones too.
            fit=None if request.points else fit,
            store=self.store,
            clock=self.clock,
        )
        return practice.start(
            request, caller, items=drawn, store=self.store, clock=self.clock, identifiers=self.identifiers
        )

    def fit(self, student_id: str, caller: Caller) -> Fit:
        """Which exercises suit the student, as of the last update of the map."""
        learner = self.store.learner(caller.organisation_id, student_id)
        return fit_of(learner, points=self.tables.points, predictor=self.predictor, now=self.clock.now())

    def _levels(self, request: StartPractice, fit: Fit) -> tuple[int, int]:
        if request.level is not None:
            return request.level, request.level
        named = [self.tables.points.by_id[point].level for point in request.points if point in self.tables.points.by_id]
        return (min(named), max(named)) if named else fit.levels()

    # -- the bank as an organisation has it --------------------------------------------------------------

    def bank_of(self, caller: Caller) -> OrganisationBank:
        """What can be drawn for the caller's organisation: with its own items, without those it took out of use."""
        return self._banks.of(caller.organisation_id)

    def item_kinds(self) -> tuple[str, ...]:
        """Tags that say what kind of item it is, for `ItemQuery.kind`."""
        return KINDS

    def item_themes(self) -> list[ThemeRow]:
        """Themes, for `ItemQuery.theme`."""
        return self.tables.themes

    def search_items(self, query: ItemQuery, caller: Caller) -> ItemsFound:
        """A page of the bank with the organisation's own items. Raises `BadParameter`."""
        return self.item_catalogue.search(
            query, self.bank_of(caller).own, kept=partial(self.store.items, caller.organisation_id)
        )

    def item(self, item_id: str, caller: Caller) -> ItemLine:
        """An item with its state. Raises `NotFound`."""
        return life.found_item(item_id, caller, store=self.store, catalogue=self.item_catalogue)

    def life_card(self, item_id: str, caller: Caller) -> LifeCard:
        """Everything known of an item in the caller's organisation. Raises `NotFound`."""
        return life.life_card(
            item_id,
            caller,
            language=self.language(caller, None),
            predictor=self.predictor,
            prover=self.prover,
            store=self.store,
            catalogue=self.item_catalogue,
            clock=self.clock,
        )

    def set_item_state(
        self, item_id: str, state: ItemState, caller: Caller, *, by: str, reason: str = ""
    ) -> StateChange:
        """Approve, retire or bring back by hand; `by` is the teacher's account. Raises `Forbidden`, `NotFound`, `BadRequest`."""
        return life.set_state(
            item_id,
            state,
            caller,
            by=by,
            reason=reason,
            store=self.store,
            catalogue=self.item_catalogue,
            clock=self.clock,
        )

    def undo_item_change(self, change_id: int, caller: Caller, *, by: str) -> StateChange:
        """Take the newest change of an item back. Raises `Forbidden`, `NotFound`, `BadRequest`."""
        return life.undo(change_id, caller, by=by, store=self.store, clock=self.clock)

    def judge_items(self, organisation_id: str) -> Judged:
        """Retire by rule what was answered since the last time and misbehaves; nightly."""
        return judge_items(
            organisation_id, predictor=self.predictor, prover=self.prover, store=self.store, clock=self.clock
        )

    # -- own items ---------------------------------------------------------------------------------------

    def draft_of_item(self, item_id: str, caller: Caller) -> ItemDraft:
        """An item as it can be edited. Raises `NotFound`."""
        return draft_of(self.item(item_id, caller).item)

    def draft_fault(self, fields: dict[str, object]) -> Bilingual | None:
        """Why `ItemDraft(**fields)` would be refused; None when it would not."""
        return own.draft_fault(fields)

    def check_item(self, draft: ItemDraft, caller: Caller) -> Checked:
        """Look a draft over; keeps nothing."""
        return own.checked(draft, self.language(caller, None), desk=self._desk(caller))

    def save_item(
        self, draft: ItemDraft, caller: Caller, *, by: str, replaces: str = "", state: ItemState = "draft"
    ) -> Saved:
        """Keep an own item; the own item it `replaces` is retired. Raises `Forbidden`, `BadParameter`, `NotFound`."""
        language = self.language(caller, None)
        return own.save(
            draft, caller, by=by, replaces=replaces, state=state, language=language, desk=self._desk(caller)
        )

    def save_items(self, drafts: Sequence[ItemDraft], caller: Caller, *, by: str) -> list[Saved]:
        """Keep several as drafts; those that a check blocks are left out. Raises `Forbidden`."""
        saved = []
        for draft in drafts:
            try:
                saved.append(self.save_item(draft, caller, by=by))
            except BadParameter:
                continue
        return saved

    # -- files -------------------------------------------------------------------------------------------

    def import_items(
        self, file: bytes, format: ImportFormat, caller: Caller, *, topic: Topic = "grammar", level: int = 1
    ) -> list[ImportedItem]:
        """What a file of another system holds; keeps nothing.

        Raises `UnreadableFile`, `TooLarge`, `CostlyFile`, `BadParameter`, and `Busy` where too many files wait.
        """
        return files.imported(
            file,
            format,
            topic=topic,
            level=level,
            language=self.language(caller, None),
            desk=self._desk(caller),
            reader=self.files,
        )

    def export_items(
        self,
        what: Sequence[str] | ItemQuery,
        format: FileFormat,
        caller: Caller,
        *,
        title: str = "",
        class_name: str = "",
        date: str = "",
        with_name: bool = True,
    ) -> ExportedFile:
        """Items by id, or the first of a search, as a file. Raises `NotFound`, `BadParameter`, `NoFont`, `Busy`."""
        head = files.Heading(title, class_name, date, with_name)
        with self.queues.dear.turn(visitor(caller)):
            return files.exported(
                self._named(what, caller),
                format,
                head,
                language=self.language(caller, None),
                printer=self.printer,
                at=self.clock.now(),
            )

    def _named(self, what: Sequence[str] | ItemQuery, caller: Caller) -> list[Item]:
        if isinstance(what, ItemQuery):
            return files.first_items(what, lambda query: self.search_items(query, caller))
        return [self.item(item_id, caller).item for item_id in what]

    # -- parts -------------------------------------------------------------------------------------------

    @cached_property
    def item_catalogue(self) -> Catalogue:
        """The bank as it is searched."""
        return Catalogue(self.bank)

    @cached_property
    def prover(self) -> Prover | None:
        """What proves that an item has one right answer; None without a language model."""
        return Prover(self.tables, self.language_model, self.gloss) if self.language_model else None

    @cached_property
    def _banks(self) -> OrganisationBanks:
        return OrganisationBanks(self.bank, self.store)

    def _desk(self, caller: Caller) -> Desk:
        mine = {each.item.id: each.item for each in self.bank_of(caller).own.items}
        return Desk(self.tables, self.item_catalogue, mine, self.prover, self.store, self.clock)
