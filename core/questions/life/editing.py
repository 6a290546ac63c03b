"""A teacher's own items: checked, kept as drafts, approved, replaced by newer versions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.errors import BadParameter, FieldFault, Forbidden, NotFound
from core.ports.store import Store
from core.ports.system import Clock
from core.questions.catalogue import OWN_SOURCE, Catalogue
from core.questions.formats.draft import ItemDraft, item_of, new_item_of
from core.questions.life.checks import checks_of, proof_check
from core.questions.life.wire import Check, DraftCheck, SavedItem
from core.questions.proofs.proving import Prover
from core.questions.proofs.sentences import proof_sentences
from core.records.access import Account, Caller
from core.records.items import Item
from core.records.own_items import ItemChange, ItemState, OwnItem
from core.tables import Tables
from core.wire import Bilingual, Language

MAY_CHANGE = frozenset({"teacher", "admin"})


def require_teacher(account_id: str, caller: Caller, *, store: Store) -> Account:
    """The account, if it may change items of the caller's organisation. Raises `Forbidden`."""
    account = store.account(caller.organisation_id, account_id)
    if account is None or account.role not in MAY_CHANGE:
        raise Forbidden(f"The account {account_id!r} may not change items of this organisation.")
    return account


@dataclass(frozen=True)
class ItemEditor:
    """Makes an organisation's own items of drafts, checks them and keeps them."""

    tables: Tables
    catalogue: Catalogue
    own_items: Mapping[str, Item]
    """The organisation's own items by id."""
    prover: Prover | None
    store: Store
    clock: Clock

    def holds(self, item: Item) -> bool:
        """Whether the bank or the organisation has this very item."""
        return self.own_items.get(item.id) == item or self.catalogue.holds(item)

    def item_of(self, draft: ItemDraft, *, item: Item | None = None) -> Item:
        """The item of a draft; `item` is what `core.questions.formats.draft.item_of` makes of it, where that is known.

        Its id is made from everything in the draft, the level and the tags as well: a teacher who changes any of it makes another
        item. What is there already, in the bank or among the own items, stays the item it is.
        """
        item = item or item_of(draft)
        if self.holds(item):
            return item
        shown = tuple(sorted(draft.options)) if draft.type == "multiple_choice" else draft.options
        whole = draft.model_copy(update={"external_id": "", "source": "", "options": shown})
        digest = hashlib.sha256(whole.model_dump_json().encode()).hexdigest()[:12]
        new = new_item_of(draft.model_copy(update={"source": f"{OWN_SOURCE}{digest}"}))
        return new.model_copy(update={"similar": draft.similar or new.source})

    def check(self, draft: ItemDraft, language: Language) -> DraftCheck:
        """Check a draft; keeps nothing."""
        checks = list(checks_of(draft, self.tables))
        if any(check.blocks and not check.holds for check in checks):
            return DraftCheck(item=None, checks=checks, proof=None, proof_said=[])
        item = self.item_of(draft)
        proof = self.prover.proof(item) if self.prover else None
        if proof is None:
            return DraftCheck(item=item, checks=checks, proof=None, proof_said=[])
        checks.append(proof_check(proof))
        return DraftCheck(item=item, checks=checks, proof=proof, proof_said=proof_sentences(proof, language))

    def save(
        self, draft: ItemDraft, caller: Caller, *, by: str, replaces: str, state: ItemState, language: Language
    ) -> SavedItem:
        """Keep an item of the organisation. Raises `Forbidden`, `BadParameter` naming what blocks, `NotFound` for `replaces`."""
        account = require_teacher(by, caller, store=self.store)
        if state == "retired":
            raise BadParameter.of("state", "an item is saved as a draft or approved")
        checked = self.check(draft, language)
        if checked.item is None:
            raise _blocked(checked.checks)
        retirement = self._retirement_of_older(replaces, checked.item, account, caller)
        change_id = self._keep(checked.item, account, replaces, state, retirement)
        return SavedItem(
            item=checked.item,
            state=state if change_id is not None else self._state(checked.item.id, caller),
            new=change_id is not None,
            change_id=change_id,
            checks=checked.checks,
            proof=checked.proof,
            proof_said=checked.proof_said,
        )

    def _keep(
        self, item: Item, account: Account, replaces: str, state: ItemState, retirement: ItemChange | None
    ) -> int | None:
        """The id of the change; None for an item that is there already."""
        if self.holds(item):
            return None
        now = self.clock.now()
        own = OwnItem(account.organisation_id, item, account.account_id, now, replaces if replaces != item.id else "")
        change = ItemChange(account.organisation_id, item.id, "saved", state, None, now, by=account.account_id)
        return self.store.save_own_item(own, change, replaced=retirement)

    def _retirement_of_older(self, item_id: str, new: Item, account: Account, caller: Caller) -> ItemChange | None:
        """How the older version is retired; None where it stays (the bank's, one retired before, none at all)."""
        if not item_id or item_id == new.id:
            return None
        older = self.store.own_item(caller.organisation_id, item_id)
        if older is None:
            store = self.store
            if self.catalogue.find(item_id) is None and item_id not in store.items(caller.organisation_id, [item_id]):
                raise NotFound(f"There is no item {item_id!r}.")
            return None
        state = self._state(item_id, caller)
        if state == "retired":
            return None
        return ItemChange(
            caller.organisation_id,
            item_id,
            "replaced",
            "retired",
            state,
            self.clock.now(),
            by=account.account_id,
            reason=Bilingual(zh="已由新版本取代。", en="A newer version took its place."),
        )

    def _state(self, item_id: str, caller: Caller) -> ItemState:
        return self.store.item_states(caller.organisation_id, [item_id]).get(item_id, "approved")


def save_each(drafts: Iterable[ItemDraft], save: Callable[[ItemDraft], SavedItem]) -> list[SavedItem]:
    """Save several drafts one after the other; those that a check blocks are left out. Raises `Forbidden`."""
    saved = []
    for draft in drafts:
        try:
            saved.append(save(draft))
        except BadParameter:
            continue
    return saved


def _blocked(checks: Sequence[Check]) -> BadParameter:
    wrong = [check.said for check in checks if check.blocks and not check.holds]
    remedy = Bilingual(zh="".join(said.zh for said in wrong), en=" ".join(said.en for said in wrong))
    faults = tuple(FieldFault("draft", said.en) for said in wrong)
    return BadParameter(f"The item cannot be kept: {remedy.en}", remedy=remedy, faults=faults)
