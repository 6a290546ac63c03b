"""The answers to items put together for the rules, and the rules' nightly round."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

import numpy as np

from core.learning.items.prediction import expected_chance, predicted_difficulty
from core.learning.items.statistics import abilities
from core.learning.prediction.predictor import Predictor
from core.learning.sums.columns import SumColumns, micros_of
from core.ports.store import Store
from core.ports.system import Clock
from core.questions.life.retirement import LEAST_ANSWERS, LEAST_UPHELD, Case, Objection, objections
from core.questions.proofs.proving import Prover
from core.records.items import Item
from core.records.learner import Sums
from core.records.own_items import ItemAnswer, ItemChange, ItemState

BLOCK = 200
"""Items at once: with some hundreds of answers each, tens of megabytes."""
FULL = 100.0
BY_HAND = frozenset({"set", "undone"})
"""Acts of a teacher; what was known before them retires an item no more."""


@dataclass(frozen=True)
class Judged:
    """What a round of the rules did, and what it looked at."""

    items: int = 0
    """Judged; items with too few answers to judge are passed over."""
    answers: int = 0
    retired: int = 0

    def __add__(self, other: Judged) -> Judged:
        return Judged(self.items + other.items, self.answers + other.answers, self.retired + other.retired)


def judge_items(
    organisation_id: str, *, predictor: Predictor, prover: Prover | None, store: Store, clock: Clock
) -> Judged:
    """Look at the items that were answered since the last round, and retire what the rules object to.

    Evidence from before a teacher's last word on an item is left aside, so that what was brought back stays until something
    new speaks against it. A round that breaks off is begun again the next night; no item is retired twice.
    """
    item_ids, upto = store.items_answered(organisation_id)
    states = store.item_states(organisation_id)
    waiting = [item_id for item_id in item_ids if states.get(item_id, "approved") == "approved"]
    done = Judged()
    for start in range(0, len(waiting), BLOCK):
        block = _Block(organisation_id, waiting[start : start + BLOCK], states, predictor, prover, store, clock.now())
        done += block.judged()
    store.items_judged(organisation_id, upto)
    return done


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

    def judged(self) -> Judged:
        counts = self.store.answer_counts(self.organisation_id, self.item_ids)
        upheld = {
            item_id: found.upheld
            for item_id, found in self.store.appeal_counts(self.organisation_id, self.item_ids).items()
        }
        items = self.store.items(self.organisation_id, self.item_ids)
        decided = {item_id: self._decided(item_id) for item_id in self.item_ids if item_id in self.states}
        named = [
            item
            for item_id, item in items.items()
            if counts.get(item_id, 0) >= LEAST_ANSWERS
            or upheld.get(item_id, 0) >= LEAST_UPHELD
            or self._doubtful(item, decided)
        ]
        answers = self.store.answers_to(self.organisation_id, [item.id for item in named])
        retired = sum(self._retire(case) for case in self._cases(named, answers, decided))
        return Judged(len(named), len(answers), retired)

    def _decided(self, item_id: str) -> datetime | None:
        """When a teacher last decided about the item by hand; an own item's saving is no judgement of how it behaves."""
        history = self.store.item_history(self.organisation_id, item_id)
        return next((change.at for change in history if change.act in BY_HAND), None)

    def _doubtful(self, item: Item, decided: dict[str, datetime | None]) -> bool:
        proof = self.prover.stored(item) if self.prover and item.id not in decided else None
        return proof is not None and proof.verdict == "doubtful"

    def _cases(
        self, items: Sequence[Item], answers: Sequence[ItemAnswer], decided: dict[str, datetime | None]
    ) -> Iterator[Case]:
        """A proof counts while no teacher has said anything of the item: it stays the same for ever."""
        given = {item_id: list(group) for item_id, group in groupby(answers, key=lambda answer: answer.item_id)}
        known = self.store.whole_sums(self.organisation_id, {answer.student_id for answer in answers})
        for item in items:
            since = decided.get(item.id)
            proof = self.prover.stored(item) if self.prover and item.id not in decided else None
            own = first_answers(given.get(item.id, ()), since)
            upheld = self.store.appeal_counts(self.organisation_id, [item.id], since=since)
            count = upheld[item.id].upheld if item.id in upheld else 0
            case = case_of(item, own, known, predictor=self.predictor, now=self.now)
            yield replace(case, upheld=count, proof=proof)

    def _retire(self, case: Case) -> bool:
        found = objections(case)
        return bool(found) and self.store.change_item(self._change(case, found[0]), case.item) is not None

    def _change(self, case: Case, why: Objection) -> ItemChange:
        return ItemChange(
            self.organisation_id,
            case.item.id,
            "rule",
            "retired",
            "approved",
            self.now,
            rule=why.rule,
            reason=why.reason,
        )


# -- answers to a case -----------------------------------------------------------------------------------------


def first_answers(answers: Iterable[ItemAnswer], since: datetime | None = None) -> list[ItemAnswer]:
    """The first answer of each student, oldest first, of those given after a moment: a second answer follows an explanation."""
    found: dict[str, ItemAnswer] = {}
    for answer in answers:
        found.setdefault(answer.student_id, answer)
    return [answer for answer in found.values() if since is None or answer.answered_at > since]


def case_of(
    item: Item, answers: Sequence[ItemAnswer], known: dict[str, Sums], *, predictor: Predictor, now: datetime
) -> Case:
    """The item with its answers and the abilities of who gave them; students without a map count as average."""
    score = np.array([answer.score / FULL for answer in answers])
    chance = np.full(len(answers), expected_chance(item, predictor))
    wholes = SumColumns.of([known.get(answer.student_id) for answer in answers])
    ability, error = abilities(wholes, micros_of(now), score=score, chance=chance)
    return Case(
        item=item,
        predicted=predicted_difficulty(item, predictor),
        ability=ability,
        error=error,
        score=score,
        chosen=tuple(map(_reader(item), answers)) if item.answer_kind == "choice" else (),
    )


def _reader(item: Item) -> Callable[[ItemAnswer], str]:
    """Which option an answer means, as the marking takes it: by label or text, in any case; the key where it was right."""
    names = {option.text.strip().lower(): option.id for option in item.options}
    names.update({option.id.lower(): option.id for option in item.options})

    def label(answer: ItemAnswer) -> str:
        if answer.score >= FULL:
            return item.key
        value = json.loads(answer.given)
        text = "".join(map(str, value)) if isinstance(value, list) else str(value)
        return names.get(text.strip().lower(), "")

    return label
