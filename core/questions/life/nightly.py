"""The nightly round of the rules of retirement over the items that were answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from core.learning.prediction.predictor import Predictor
from core.ports.store import Store
from core.ports.system import Clock
from core.questions.life.cases import case_of, first_answers
from core.questions.life.retirement import LEAST_ANSWERS, LEAST_UPHELD, Case, Objection, objections
from core.questions.proofs.proving import Prover
from core.records.items import Item
from core.records.own_items import ItemAnswer, ItemChange, ItemState

BLOCK = 200
"""How many items are looked at at once: with some hundreds of answers each they take tens of megabytes."""
BY_HAND = frozenset({"set", "undone"})
"""What a teacher does by hand; what was known before it no longer retires an item."""


@dataclass(frozen=True)
class NightlyRetirement:
    """What a round of the rules looked at, and what it retired."""

    items: int = 0
    """How many the rules looked at; items with too few answers are passed over."""
    answers: int = 0
    retired: int = 0

    def __add__(self, other: NightlyRetirement) -> NightlyRetirement:
        return NightlyRetirement(self.items + other.items, self.answers + other.answers, self.retired + other.retired)


def retire_items(
    organisation_id: str, *, predictor: Predictor, prover: Prover | None, store: Store, clock: Clock
) -> NightlyRetirement:
    """Look at the items that were answered since the last round, and retire what the rules object to.

    Evidence from before a teacher's last word on an item is left aside, so that what was brought back stays until something
    new speaks against it. A round that breaks off is begun again the next night; no item is retired twice.
    """
    item_ids, last_answer = store.items_with_new_answers(organisation_id)
    states = store.item_states(organisation_id)
    waiting = [item_id for item_id in item_ids if states.get(item_id, "approved") == "approved"]
    total = NightlyRetirement()
    for start in range(0, len(waiting), BLOCK):
        block = _Block(organisation_id, waiting[start : start + BLOCK], states, predictor, prover, store, clock.now())
        total += block.retire()
    store.mark_items_checked(organisation_id, last_answer)
    return total


@dataclass(frozen=True)
class _Block:
    """Some items that are drawn and were answered lately."""

    organisation_id: str
    item_ids: Sequence[str]
    states: dict[str, ItemState]
    predictor: Predictor
    prover: Prover | None
    store: Store
    now: datetime

    def retire(self) -> NightlyRetirement:
        """Retire those that a rule objects to."""
        counts = self.store.answer_counts(self.organisation_id, self.item_ids)
        upheld = {
            item_id: appeals.upheld
            for item_id, appeals in self.store.appeal_counts(self.organisation_id, self.item_ids).items()
        }
        items = self.store.items(self.organisation_id, self.item_ids)
        decided_at = {item_id: self._decided_at(item_id) for item_id in self.item_ids if item_id in self.states}
        due = [
            item
            for item_id, item in items.items()
            if counts.get(item_id, 0) >= LEAST_ANSWERS
            or upheld.get(item_id, 0) >= LEAST_UPHELD
            or self._is_doubtful(item, decided_at)
        ]
        answers = self.store.item_answers(self.organisation_id, [item.id for item in due])
        retired = sum(self._retire(case) for case in self._cases(due, answers, decided_at))
        return NightlyRetirement(len(due), len(answers), retired)

    def _decided_at(self, item_id: str) -> datetime | None:
        """When a teacher last decided about the item by hand; an own item's saving is no judgement of how it behaves."""
        history = self.store.item_history(self.organisation_id, item_id)
        return next((change.at for change in history if change.act in BY_HAND), None)

    def _is_doubtful(self, item: Item, decided_at: dict[str, datetime | None]) -> bool:
        proof = self.prover.stored(item) if self.prover and item.id not in decided_at else None
        return proof is not None and proof.verdict == "doubtful"

    def _cases(
        self, items: Sequence[Item], answers: Sequence[ItemAnswer], decided_at: dict[str, datetime | None]
    ) -> Iterator[Case]:
        """The cases of the items. A proof counts only until a teacher decides about the item, since it stays the same for ever."""
        answers_by_item = {
            item_id: list(group) for item_id, group in groupby(answers, key=lambda answer: answer.item_id)
        }
        sums_by_student = self.store.whole_sums(self.organisation_id, {answer.student_id for answer in answers})
        for item in items:
            since = decided_at.get(item.id)
            proof = self.prover.stored(item) if self.prover and item.id not in decided_at else None
            first = first_answers(answers_by_item.get(item.id, ()), since)
            appeals = self.store.appeal_counts(self.organisation_id, [item.id], since=since)
            upheld = appeals[item.id].upheld if item.id in appeals else 0
            case = case_of(item, first, sums_by_student, predictor=self.predictor, now=self.now)
            yield replace(case, upheld_appeals=upheld, proof=proof)

    def _retire(self, case: Case) -> bool:
        reasons = objections(case)
        return bool(reasons) and self.store.change_item(self._change(case, reasons[0]), case.item) is not None

    def _change(self, case: Case, objection: Objection) -> ItemChange:
        return ItemChange(
            self.organisation_id,
            case.item.id,
            "rule",
            "retired",
            "approved",
            self.now,
            rule=objection.rule,
            reason=objection.reason,
        )
