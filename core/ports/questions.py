"""What the questions need of the store. Each method is one transaction named for its intent.

For `call` and `reply` see `core.ports`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from core.records.access import Call
from core.records.items import DrawnItems, Item
from core.records.learner import Sums
from core.records.own_items import AppealCounts, ItemAnswer, ItemChange, ItemState, OwnItem
from core.records.own_texts import OwnText

DrawnT = TypeVar("DrawnT", bound=DrawnItems)


class QuestionStore(Protocol):
    """Items, and when each student was shown them."""

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
        """Store the items, mark them as shown to the student, count the call; all or nothing.

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
        """Draw items other than those that the student was shown after `not_since` and store them like `issue_items`, in one
        transaction: no other request can be quicker, but other writers wait during the draw. Raises `QuotaExceeded`.
        """
        ...

    def items_shown_since(self, organisation_id: str, student_id: str, since: datetime) -> frozenset[str]:
        """Ids of the items that the student was shown after `since`."""
        ...

    def sources_shown_since(self, organisation_id: str, student_id: str, since: datetime) -> frozenset[str]:
        """What the items that the student was shown after `since` were made from; of a set each of its sources."""
        ...

    def items(self, organisation_id: str, item_ids: Collection[str]) -> dict[str, Item]:
        """The stored items that the organisation may see, by id; unknown ids, and own items of other organisations, are left out."""
        ...


class BankItemStore(Protocol):
    """Own items, the states of all items, and answers by item."""

    def save_own_item(self, own: OwnItem, change: ItemChange, *, replaced: ItemChange | None = None) -> int | None:
        """Store an own item with the first line of its history, and retire the one that it replaces, all or nothing.

        Returns the id of the change; None, and nothing written, when the organisation has this item already.
        """
        ...

    def own_items(self, organisation_id: str) -> list[OwnItem]:
        """All own items of the organisation, oldest first."""
        ...

    def own_item(self, organisation_id: str, item_id: str) -> OwnItem | None: ...

    def item_states(self, organisation_id: str, item_ids: Collection[str] | None = None) -> dict[str, ItemState]:
        """The state of each item, or of each of these few, that a teacher or a rule has set."""
        ...

    def bank_stamp(self, organisation_id: str) -> int:
        """A number that changes whenever a state or an own item of the organisation does; cheap to read."""
        ...

    def change_item(self, change: ItemChange, item: Item) -> int | None:
        """Set a state, append the change, and store the item so that it can be shown by its id.

        Returns the id of the change; None, and nothing written, when the item is no longer in the state `change.previous`.
        """
        ...

    def undo_change(self, change_id: int, changes: Sequence[ItemChange]) -> bool:
        """Append changes that undo an earlier one; False, and nothing written, when one of their items was changed after
        `change_id`."""
        ...

    def item_change(self, organisation_id: str, change_id: int) -> ItemChange | None: ...

    def item_history(self, organisation_id: str, item_id: str) -> list[ItemChange]:
        """The changes of an item, newest first."""
        ...

    def items_with_new_answers(self, organisation_id: str) -> tuple[list[str], int]:
        """(ids of the items with answers or settled appeals since the last `mark_items_checked`, in order; the newest `seq`)."""
        ...

    def mark_items_checked(self, organisation_id: str, upto: int) -> None:
        """Record the `seq` up to which the rules have looked at answers."""
        ...

    def answer_counts(self, organisation_id: str, item_ids: Collection[str]) -> dict[str, int]:
        """Number of answers to each item that were not left empty; items without any are left out."""
        ...

    def item_answers(self, organisation_id: str, item_ids: Collection[str]) -> list[ItemAnswer]:
        """Answers that were not left empty, by item and then oldest first."""
        ...

    def appeal_counts(
        self, organisation_id: str, item_ids: Collection[str], *, since: datetime | None = None
    ) -> dict[str, AppealCounts]:
        """Numbers of appeals by item, with `since` only of those made after that time; items without any are left out. Appeals that one ruling
        settled together count as one."""
        ...

    def students_shown(self, organisation_id: str, item_id: str) -> int:
        """The number of students who were shown the item."""
        ...

    def whole_sums(self, organisation_id: str, student_ids: Collection[str]) -> dict[str, Sums]:
        """The sums over all evidence on each student, for the students who have a folded state."""
        ...


class OwnTextStore(Protocol):
    """Texts with questions of an organisation's own."""

    def own_texts(self, organisation_id: str) -> list[OwnText]:
        """All texts of the organisation, the one changed last first."""
        ...

    def own_text_count(self, organisation_id: str) -> int:
        """How many texts the organisation has."""
        ...

    def own_text(self, organisation_id: str, text_id: str) -> OwnText | None: ...

    def put_own_text(self, row: OwnText, items: Sequence[OwnItem], changes: Sequence[ItemChange]) -> bool:
        """Store a text of which nothing is stored (version 1), or the next version of a stored one, with its new items and the
        changes of states, all or nothing. False, and nothing written, where the text or an item was changed in the meantime.
        """
        ...

    def delete_own_text(self, row: OwnText, changes: Sequence[ItemChange]) -> bool:
        """Delete a text in the version of `row` and append the changes that its items go through, all or nothing; its items stay, since answers
        name them. False, and nothing written, where the text or an item was changed in the meantime."""
        ...
