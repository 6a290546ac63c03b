"""What the questions need of the store. Each method is one transaction named for its intent.
Methods that take `call` and `reply` count the call (`QuotaExceeded` when
it does not fit) and, when the call bears an idempotency key, remember `reply` beside the write; `AlreadyAnswered` when another call was
quicker under that key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from core.records.access import Call
from core.records.items import DrawnItems, Item
from core.records.learner import Sums
from core.records.own_items import AppealCounts, ItemAnswer, ItemChange, ItemState, OwnItem

DrawnT = TypeVar("DrawnT", bound=DrawnItems)


class QuestionStore(Protocol):
    """Items and who saw them when."""

    def issue_items(
        self,
        items: Sequence[Item],
        *,
        organisation_id: str,
        student_id: str | None,
        at: datetime,
        not_since: datetime,
        call: Call | None,
        reply: str | None,
    ) -> bool:
        """Keep the items, mark them as shown to the student, count the call; all or nothing.

        False, and nothing written, when the student was shown one of them after `not_since` (another
        request was quicker). Raises `QuotaExceeded`.
        """
        ...

    def issue_drawn_items(
        self,
        draw: Callable[[Collection[str]], DrawnT],
        *,
        organisation_id: str,
        student_id: str,
        at: datetime,
        not_since: datetime,
    ) -> DrawnT:
        """Draw without what the student was shown after `not_since` and keep it like `issue_items`, in one
        transaction: nobody is quicker, but other writers wait while it is drawn. Raises `QuotaExceeded`.
        """
        ...

    def items_shown_since(self, organisation_id: str, student_id: str, since: datetime) -> frozenset[str]:
        """Ids of the items that the student was shown after `since`."""
        ...

    def items(self, organisation_id: str, item_ids: Collection[str]) -> dict[str, Item]:
        """The kept items by id that the organisation may see: unknown ids, and own items of others, are left out."""
        ...


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

    def items_with_new_answers(self, organisation_id: str) -> tuple[list[str], int]:
        """Items with answers or settled appeals since `mark_items_checked` was last told, in order; and up to which `seq`."""
        ...

    def mark_items_checked(self, organisation_id: str, upto: int) -> None:
        """Note up to which `seq` the rules have looked."""
        ...

    def answer_counts(self, organisation_id: str, item_ids: Collection[str]) -> dict[str, int]:
        """Answers to each item that were not left empty; items without any are left out."""
        ...

    def item_answers(self, organisation_id: str, item_ids: Collection[str]) -> list[ItemAnswer]:
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
