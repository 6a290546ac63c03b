"""What pages ask about items, and the answers: searches, life cards, states, own items, files."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from core.questions.formats.draft import ItemDraft
from core.records.items import Item
from core.records.own_items import ItemState
from core.records.proofs import Proof
from core.wire import Bilingual, Closed, KnownId, QuestionType, Topic

MOST_ON_A_PAGE = 100
LONGEST_SEARCH = 100
LONGEST_REASON = 500
MOST_CHOSEN = 20
"""How many types, topics or levels one search may name."""

Origin = Literal["bank", "own"]
Sort = Literal["level", "type", "newest"]
"""Own items come first in any order. `newest`: by when they were made; the bank's then by level."""

FileFormat = Literal["gift", "moodle_xml", "qti", "csv", "anki", "paper", "paper_key"]
ImportFormat = Literal["gift", "moodle_xml", "qti", "csv"]


# -- search ------------------------------------------------------------------------------------------------


class ItemQuery(Closed):
    """What to look for; whatever is empty or None does not narrow the search. Of a list any value may match."""

    text: str = Field(default="", max_length=LONGEST_SEARCH)
    """Every part between white space must stand in the Chinese or the English of the item, in any case."""
    types: tuple[QuestionType, ...] = Field(default=(), max_length=MOST_CHOSEN)
    topics: tuple[Topic, ...] = Field(default=(), max_length=MOST_CHOSEN)
    levels: tuple[Annotated[int, Field(ge=1, le=7)], ...] = Field(default=(), max_length=MOST_CHOSEN)
    """Standard levels, 1-7."""
    point: KnownId = ""
    """Id of a knowledge point that the item is evidence for."""
    theme: KnownId = ""
    """Id of a row of `data/themes.csv`."""
    kind: KnownId = ""
    """A tag that says what kind of item it is: one of `core.questions.catalogue.KINDS`."""
    state: ItemState | None = None
    """None: drafts and approved ones."""
    origin: Origin | None = None
    sort: Sort = "level"
    descending: bool = False
    offset: int = Field(default=0, ge=0, le=2**31)
    limit: int = Field(default=25, ge=1, le=MOST_ON_A_PAGE)


class ItemLine(Closed):
    """One item of a search, as the organisation has it."""

    item: Item
    state: ItemState
    own: bool
    """Written (or imported) by a teacher of the organisation; else of the shared bank."""


class ItemsFound(Closed):
    """A page of a search."""

    total: int
    """How many there are in all. Of the bank it counts what an item can be made of; one in two hundred turns out not to hold
    when it is made (too few wrong options), so a page may come out some lines short."""
    offset: int
    lines: list[ItemLine]


# -- life card -----------------------------------------------------------------------------------------------


class Estimate(Closed):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


class OptionRate(Closed):
    """How often an option was chosen, and by whom."""

    id: str
    text: str
    right: bool
    chosen: int
    rate: Estimate
    """Share of the answers, 0-1, with Wilson's interval."""
    ability: float | None
    """Mean ability of those who chose it, in logits (0 = the mean of everyone who answered); None when nobody did."""


class Appeals(Closed):
    """How many students said "my answer was right"."""

    open: int = 0
    upheld: int = 0
    declined: int = 0


class HistoryEntry(Closed):
    """One line of an item's history."""

    change_id: int
    state: ItemState
    previous: ItemState | None
    """None: it had none, as the first line of an own item."""
    act: str
    """saved, replaced (a newer version took its place), set (by hand), rule, undone."""
    by: str
    """Display name of the teacher; empty where a rule did it or the account is gone."""
    rule: str
    """Id of the rule (`core.questions.life.retirement.RULES`); empty when done by hand."""
    reason: Bilingual
    at: str
    """UTC, ISO 8601 with Z."""
    can_be_undone: bool


class AnswersNeeded(Closed):
    """How many answers each part of the card waits for."""

    observed: int
    discrimination: int
    options: int


class LifeCard(Closed):
    """Everything known of an item in this organisation."""

    item: Item
    own: bool
    state: ItemState
    author: str
    """Display name; empty for the bank's."""
    replaces: str
    """Id of the item that this one is the new version of; empty when it is none."""
    replaced_by: str
    answers: int
    students: int
    shown: int
    """To how many students it was shown, answered or not."""
    median_seconds: float | None
    predicted: Estimate
    """Difficulty in logits before any answer: 0 = an average student has it right half of the time (guessing apart);
    +1 is harder."""
    observed: Estimate | None
    """Difficulty in the same unit from the answers; None with fewer than `needed.observed` answers."""
    discrimination: Estimate | None
    """Slope: 1 = as the learner model expects, 0 = the able do no better, below 0 = they do worse. None with fewer than
    `needed.discrimination`."""
    share_right: Estimate | None
    """Mean score, 0-1; None without answers."""
    options: list[OptionRate] | None
    """Of a choice, in the order shown; None with fewer than `needed.options` answers, and for the other types."""
    needed: AnswersNeeded
    appeals: Appeals
    proof: Proof | None
    proof_said: list[str]
    """The proof in sentences, in the caller's language."""
    warnings: list[Bilingual]
    """What the rules of retirement object to in the item at present, whether it was retired or not."""
    history: list[HistoryEntry]
    """Newest first."""


# -- own items -----------------------------------------------------------------------------------------------


class Check(Closed):
    """One check of a draft before it is kept as an item."""

    id: str
    holds: bool
    blocks: bool
    """Whether the item cannot be kept while this does not hold."""
    said: Bilingual


class DraftCheck(Closed):
    """A draft after its checks: the item that it makes, unless a check blocks it."""

    item: Item | None
    checks: list[Check]
    proof: Proof | None
    proof_said: list[str]

    @property
    def can_be_kept(self) -> bool:
        """Whether no check blocks it."""
        return self.item is not None and all(check.holds or not check.blocks for check in self.checks)


class SavedItem(Closed):
    """An own item as it is kept now."""

    item: Item
    state: ItemState
    new: bool
    """False when the organisation had this very item before; then nothing was changed."""
    change_id: int | None
    """For `undo_item_change`; None when nothing was changed."""
    checks: list[Check]
    proof: Proof | None
    proof_said: list[str]


class StateChange(Closed):
    """What setting a state did."""

    item_id: str
    state: ItemState
    previous: ItemState
    change_id: int | None
    """For `undo_item_change`; None when the item was in that state already."""


# -- files ---------------------------------------------------------------------------------------------------


class ImportedItem(Closed):
    """A question of an uploaded file: a draft, or the problem that keeps it from being one."""

    place: str
    """Where in the file, in the caller's language: `第 3 题`, `line 12 (name)`."""
    draft: ItemDraft | None
    item: Item | None
    """As a student would see it."""
    problem: str
    """Empty where there is a draft."""
    notes: list[str]
    """What was left out of the draft."""
    known: bool
    """Whether the organisation has this very item already."""


class ExportedFile(Closed):
    """A file to download."""

    name: str
    media_type: str
    content: bytes
    items: int
