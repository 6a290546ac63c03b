"""What the life of items needs of the store: states, own items, and how an organisation's students answered.

Each method is one transaction named for its intent. Nothing here goes over the borders of an organisation.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from core.learner_records import Sums
from core.records import Item
from core.wire import Bilingual

ItemState = Literal["draft", "approved", "retired"]
"""Only what is approved is drawn. An item of the bank is approved until a teacher or a rule says otherwise."""

Act = Literal["saved", "replaced", "set", "rule", "undone"]
"""What changed a state: an own item was written, a newer version took its place, a teacher, a rule, a taking back."""

NO_REASON = Bilingual(zh="", en="")


@dataclass(frozen=True)
class OwnItem:
    """An item that a teacher of the organisation wrote or imported."""

    organisation_id: str
    item: Item
    author: str
    """Account id."""
    made_at: datetime
    replaces: str = ""
    """Id of the item that it is the new version of."""


@dataclass(frozen=True)
class ItemChange:
    """One line of an item's history, appended once and never changed."""

    organisation_id: str
    item_id: str
    act: Act
    state: ItemState
    previous: ItemState | None
    """None: the item was not there before."""
    at: datetime
    by: str = ""
    """Account id; empty when a rule did it."""
    rule: str = ""
    """Id of the rule; empty when done by hand."""
    reason: Bilingual = NO_REASON
    change_id: int = 0
    """Given by the store; rises with time within an organisation."""


@dataclass(frozen=True)
class ItemAnswer:
    """One answer to an item, as the rules look at it."""

    item_id: str
    student_id: str
    given: str
    """The answer as JSON text."""
    score: float
    """0-100; 100 where an appeal was upheld."""
    seconds: int
    answered_at: datetime


@dataclass(frozen=True)
class AppealCounts:
    """Appeals against the marks of an item."""

    open: int = 0
    upheld: int = 0
    declined: int = 0


class BankItemStore(Protocol):
    """Own items, the states of all items, and answers by item."""

    def save_own_item(self, own: OwnItem, change: ItemChange, *, replaced: ItemChange | None = None) -> int | None:
        """Keep an own item with the first line of its history, and retire the one it replaces, all or nothing.

        Gives the id of the change; None, and nothing written, when the organisation has this item.
        """
        ...

    def own_items(self, organisation_id: str) -> list[OwnItem]:
        """All of the organisation's, oldest first."""
        ...

    def own_item(self, organisation_id: str, item_id: str) -> OwnItem | None: ...

    def item_states(self, organisation_id: str) -> dict[str, ItemState]:
        """The state of each item that anybody or any rule has said something about."""
        ...

    def bank_stamp(self, organisation_id: str) -> int:
        """Changes whenever a state or an own item of the organisation does; cheap to read."""
        ...

    def change_item(self, change: ItemChange, item: Item) -> int | None:
        """Set a state and append the change, and keep the item so that it can be shown by its id.

        Gives the id of the change; None, and nothing written, when the item is no longer in the state `change.previous`.
        """
        ...

    def undo_change(self, change_id: int, changes: Sequence[ItemChange]) -> bool:
        """Append changes that take an earlier one back; False, and nothing written, when something newer happened to
        an item of theirs since `change_id`."""
        ...

    def item_change(self, organisation_id: str, change_id: int) -> ItemChange | None: ...

    def item_history(self, organisation_id: str, item_id: str) -> list[ItemChange]:
        """Newest first."""
        ...

    def items_answered(self, organisation_id: str) -> tuple[list[str], int]:
        """Items with answers or settled appeals since `items_judged` was last told, in order; and up to which `seq`."""
        ...

    def items_judged(self, organisation_id: str, upto: int) -> None:
        """Note up to which `seq` the rules have looked."""
        ...

    def answer_counts(self, organisation_id: str, item_ids: Collection[str]) -> dict[str, int]:
        """Answers to each item that were not left empty; items without any are left out."""
        ...

    def answers_to(self, organisation_id: str, item_ids: Collection[str]) -> list[ItemAnswer]:
        """Answers that were not left empty, by item and then oldest first."""
        ...

    def appeal_counts(
        self, organisation_id: str, item_ids: Collection[str], *, since: datetime | None = None
    ) -> dict[str, AppealCounts]:
        """Appeals by item, made after a moment; items without any are left out."""
        ...

    def students_shown(self, organisation_id: str, item_id: str) -> int:
        """How many students were shown the item."""
        ...

    def whole_sums(self, organisation_id: str, student_ids: Collection[str]) -> dict[str, Sums]:
        """What the evidence on each folded student as a whole adds up to."""
        ...
