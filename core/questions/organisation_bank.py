"""The bank as one organisation has it: with its own approved items, without what it took out of use."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Sequence

from core.ports.questions import BankItemStore
from core.questions.bank import Cell, ItemBank
from core.questions.catalogue import OwnItems
from core.questions.draw import Piles, piles
from core.questions.kinds.building import Draft, Frame
from core.questions.kinds.recorded import RecordedItems
from core.records.items import Item
from core.records.own_items import ItemState, OwnItem
from core.wire import BandLevel, QuestionType, Topic

MOST_CACHED = 200
"""Organisations whose piles are held in memory; past it the one held longest goes."""


class OrganisationBank:
    """What can be drawn for an organisation."""

    def __init__(self, bank: ItemBank, own: OwnItems, recorded: RecordedItems | None = None) -> None:
        self.own = own
        self._bank = bank
        self._recorded = recorded
        self.retired = frozenset(item_id for item_id, state in own.states.items() if state != "approved")
        """Ids that are not drawn, whether retired or not approved yet."""
        approved = [own_item.item for own_item in own.items if own_item.item.id not in self.retired]
        self._cells = _by_cell(approved)

    def piles(self, kind: QuestionType, topic: Topic, band: BandLevel) -> Piles:
        """The bank's piles of the cell with the organisation's own items, and those of recorded sentences, in piles of their own, so that
        each kind of them has its turn as often as a kind of the bank's."""
        recorded = self._recorded.piles(kind, topic, band) if self._recorded else ()
        return (*self._bank.piles(kind, topic, band), *self._cells.get((kind, topic, band), ()), *recorded)


class OrganisationBanks:
    """Each organisation's bank, made anew when a state or an own item of it changed. Safe to share between threads."""

    def __init__(self, bank: ItemBank, store: BankItemStore, recorded: RecordedItems | None = None) -> None:
        self._bank = bank
        self._recorded = recorded
        self._store = store
        self._cached: dict[str, tuple[int, OrganisationBank]] = {}
        self._lock = threading.Lock()

    def of(self, organisation_id: str) -> OrganisationBank:
        """As it is now: one row is read to know whether anything changed."""
        stamp = self._store.bank_stamp(organisation_id)
        cached = self._cached.get(organisation_id)
        if cached is not None and cached[0] == stamp:
            return cached[1]
        # The stamp was read before the rows: what changes in between is read again next time.
        bank = OrganisationBank(self._bank, self._own_items(organisation_id, stamp), self._recorded)
        with self._lock:
            self._cached.pop(organisation_id, None)
            self._cached[organisation_id] = (stamp, bank)
            if len(self._cached) > MOST_CACHED:
                del self._cached[next(iter(self._cached))]
        return bank

    def _own_items(self, organisation_id: str, stamp: int) -> OwnItems:
        if stamp == 0:
            return OwnItems((), {})
        states = self._store.item_states(organisation_id)
        items = self._store.own_items(organisation_id)
        return OwnItems(*_with_known_state(items, states))


def _with_known_state(
    items: Sequence[OwnItem], states: dict[str, ItemState]
) -> tuple[Sequence[OwnItem], dict[str, ItemState]]:
    """An item that was written after the states were read waits for the next time."""
    return [own_item for own_item in items if own_item.item.id in states], states


def _by_cell(items: Sequence[Item]) -> dict[Cell, Piles]:
    drafts_by_cell: dict[Cell, list[Draft]] = defaultdict(list)
    for item in items:
        drafts_by_cell[item.type, item.topic, item.level].append(draft_of_own_item(item))
    return {cell: piles(drafts) for cell, drafts in drafts_by_cell.items()}


def draft_of_own_item(item: Item) -> Draft:
    """An item that is made already as one of the drafts that a draw chooses from."""
    frame = Frame(
        source=item.source,
        topic=item.topic,
        standard_level=item.standard_level,
        tags=tuple(item.tags),
        points=tuple(item.points),
        words=tuple(item.words),
        similar=item.similar,
        audio=item.audio,
    )
    return Draft(frame, lambda _: item)
