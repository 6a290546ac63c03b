"""The state of an item in an organisation, and how teachers change it."""

from __future__ import annotations

from datetime import datetime

from core.errors import BadParameter, BadRequest, NotFound
from core.ports.store import Store
from core.ports.system import Clock
from core.questions.catalogue import Catalogue
from core.questions.life.editing import require_teacher
from core.questions.life.wire import ItemLine, StateChange
from core.records.access import Caller
from core.records.own_items import ItemChange, ItemState
from core.wire import Bilingual


def find_item(item_id: str, caller: Caller, *, store: Store, catalogue: Catalogue) -> ItemLine:
    """An item as the organisation has it. Raises `NotFound`, also for the own item of another organisation."""
    own = store.own_item(caller.organisation_id, item_id)
    item = own.item if own else catalogue.find(item_id) or store.items(caller.organisation_id, [item_id]).get(item_id)
    if item is None:
        raise NotFound(f"There is no item {item_id!r}.")
    state = store.item_states(caller.organisation_id, [item_id]).get(item_id, "approved")
    return ItemLine(item=item, state=state, own=own is not None)


def set_state(
    item_id: str,
    state: ItemState,
    caller: Caller,
    *,
    by: str,
    reason: str,
    store: Store,
    catalogue: Catalogue,
    clock: Clock,
) -> StateChange:
    """Approve, retire or bring back by hand. Raises `Forbidden`, `NotFound`, `BadParameter` for a draft of the bank, and
    `BadRequest` when somebody else was quicker."""
    account = require_teacher(by, caller, store=store)
    line = find_item(item_id, caller, store=store, catalogue=catalogue)
    if state == "draft" and not line.own:
        raise BadParameter.of("state", "an item of the bank is approved or retired, never a draft")
    if line.state == state:
        return StateChange(item_id=item_id, state=state, previous=state, change_id=None)
    change = ItemChange(
        caller.organisation_id,
        item_id,
        "set",
        state,
        line.state,
        clock.now(),
        by=account.account_id,
        reason=Bilingual(zh=reason, en=reason),
    )
    change_id = store.change_item(change, line.item)
    if change_id is None:
        raise _changed_meanwhile(item_id)
    return StateChange(item_id=item_id, state=state, previous=line.state, change_id=change_id)


def undo(change_id: int, caller: Caller, *, by: str, store: Store, clock: Clock) -> StateChange:
    """Take the newest change of an item back: the state before it. A saved item is retired, and the version that it
    replaced stands again. Raises `Forbidden`, `NotFound`, `BadRequest` when something newer happened."""
    account = require_teacher(by, caller, store=store)
    change = store.item_change(caller.organisation_id, change_id)
    if change is None:
        raise NotFound(f"There is no change {change_id!r}.")
    now = clock.now()
    undoings = [_undoing(change, account.account_id, now)]
    own = store.own_item(caller.organisation_id, change.item_id) if change.act == "saved" else None
    if own is not None and own.replaces:
        older = next(iter(store.item_history(caller.organisation_id, own.replaces)), None)
        if older is not None and older.act == "replaced" and older.change_id < change_id:
            undoings.append(_undoing(older, account.account_id, now))
    if undoings[0].state == change.state or not store.undo_change(change_id, undoings):
        raise _changed_meanwhile(change.item_id)
    return StateChange(item_id=change.item_id, state=undoings[0].state, previous=change.state, change_id=None)


def _undoing(change: ItemChange, by: str, now: datetime) -> ItemChange:
    return ItemChange(change.organisation_id, change.item_id, "undone", state_before(change), change.state, now, by=by)


def state_before(change: ItemChange) -> ItemState:
    """The state that an undoing leads to: of a saved item none was before."""
    return change.previous or "retired"


def _changed_meanwhile(item_id: str) -> BadRequest:
    return BadRequest(
        f"The item {item_id!r} was changed in the meantime, or there is nothing to undo.",
        remedy=Bilingual(
            zh="请刷新页面，看看题目现在的状态。", en="Reload the page and look at the item's present state."
        ),
    )
