"""The life cycle of items: states, an organisation's own items, and its students' answers by item."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from core.records.items import Item
from core.wire import Bilingual

ItemState = Literal["draft", "approved", "retired"]
"""Only approved items are drawn. An item of the bank is approved until a teacher or a rule changes its state."""
ChangeKind = Literal["saved", "replaced", "set", "rule", "undone"]
"""What changed a state: an own item was saved, a newer version replaced it, a teacher set it, a rule did, or a change was undone."""
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
    """Id of the item of which this is the new version; empty if there is none."""


@dataclass(frozen=True)
class ItemChange:
    """One line of an item's history, appended once and never changed."""

    organisation_id: str
    item_id: str
    act: ChangeKind
    state: ItemState
    previous: ItemState | None
    """None: the item had no state before."""
    at: datetime
    by: str = ""
    """Account id; empty when a rule did it."""
    rule: str = ""
    """Id of the rule; empty when done by hand."""
    reason: Bilingual = NO_REASON
    change_id: int = 0
    """Assigned by the store; increases with time within an organisation."""


@dataclass(frozen=True)
class ItemAnswer:
    """One answer to an item, as the rules for retiring items use it."""

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
    """Numbers of appeals against the marks of an item, by status."""

    open: int = 0
    upheld: int = 0
    declined: int = 0
