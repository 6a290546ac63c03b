"""The life of an item in an organisation: its card, and the changes of its state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median

from core.errors import BadParameter, BadRequest, NotFound
from core.learning.items import statistics
from core.learning.items.prediction import floor_of
from core.learning.items.statistics import Estimated
from core.learning.prediction.predictor import Predictor
from core.ports.store import Store
from core.ports.system import Clock
from core.questions.catalogue import Catalogue
from core.questions.life.judging import case_of, first_answers
from core.questions.life.own import teacher
from core.questions.life.retirement import Case, objections
from core.questions.life.wire import (
    Appeals,
    Change,
    Estimate,
    ItemLine,
    LifeCard,
    Needed,
    OptionRate,
    StateChange,
)  # fmt: skip
from core.questions.proofs.proving import Prover
from core.questions.proofs.sentences import said
from core.records.access import Caller
from core.records.own_items import AppealCounts, ItemChange, ItemState, OwnItem
from core.records.proofs import Proof
from core.wire import Bilingual, Language

NEEDED = Needed(observed=5, discrimination=20, options=10)
"""Answers from which a figure says more than what was known before: with 5 the interval of the difficulty is a fifth narrower
than the predicted one, with 20 that of the slope a tenth; a share of 10 has an interval of half its range."""
DIGITS = 3


def found_item(item_id: str, caller: Caller, *, store: Store, catalogue: Catalogue) -> ItemLine:
    """An item as the organisation has it. Raises `NotFound`, also for the own item of another organisation."""
    own = store.own_item(caller.organisation_id, item_id)
    item = own.item if own else catalogue.find(item_id) or store.items(caller.organisation_id, [item_id]).get(item_id)
    if item is None:
        raise NotFound(f"There is no item {item_id!r}.")
    state = store.item_states(caller.organisation_id).get(item_id, "approved")
    return ItemLine(item=item, state=state, own=own is not None)


# -- the card --------------------------------------------------------------------------------------------------


def life_card(
    item_id: str,
    caller: Caller,
    *,
    language: Language,
    predictor: Predictor,
    prover: Prover | None,
    store: Store,
    catalogue: Catalogue,
    clock: Clock,
) -> LifeCard:
    """Everything known of an item in the caller's organisation. Raises `NotFound`."""
    organisation_id = caller.organisation_id
    # 1. The item, its state, its proof.
    line = found_item(item_id, caller, store=store, catalogue=catalogue)
    own = store.own_item(organisation_id, item_id)
    proof = prover.proof(line.item) if prover else None
    # 2. How it was answered, the first time by each student, by students of what ability.
    answers = store.answers_to(organisation_id, [item_id])
    first = first_answers(answers)
    known = store.whole_sums(organisation_id, {answer.student_id for answer in first})
    appeals = store.appeal_counts(organisation_id, [item_id]).get(item_id, AppealCounts())
    plain = case_of(line.item, first, known, predictor=predictor, now=clock.now())
    case = replace(plain, upheld=appeals.upheld, proof=proof)
    figures = _figures(case)
    # 3. What became of it.
    history = store.item_history(organisation_id, item_id)
    return LifeCard(
        item=line.item,
        own=line.own,
        state=line.state,
        author=_name(organisation_id, own.author, store) if own else "",
        replaces=own.replaces if own else "",
        replaced_by=_newer(item_id, store.own_items(organisation_id)),
        answers=len(answers),
        students=len(first),
        shown=store.students_shown(organisation_id, item_id),
        median_seconds=float(median(answer.seconds for answer in answers)) if answers else None,
        predicted=_rounded(statistics.predicted_curve(case.predicted).difficulty),
        observed=figures.observed,
        discrimination=figures.discrimination,
        share_right=_rounded(statistics.share(case.score)) if first else None,
        options=_options(case) if case.chosen and case.answers >= NEEDED.options else None,
        needed=NEEDED,
        appeals=Appeals(open=appeals.open, upheld=appeals.upheld, declined=appeals.declined),
        proof=proof,
        proof_said=_proof_said(proof, language),
        warnings=[objection.reason for objection in objections(case)],
        history=_history(history, lambda account: _name(organisation_id, account, store)),
    )


@dataclass(frozen=True)
class _Figures:
    observed: Estimate | None = None
    discrimination: Estimate | None = None


def _figures(case: Case) -> _Figures:
    """Difficulty and slope, each where there are enough answers."""
    if case.answers < NEEDED.observed:
        return _Figures()
    curve = statistics.curve(case.ability, case.error, case.score, predicted=case.predicted, floor=floor_of(case.item))
    observed = _rounded(curve.difficulty)
    if case.answers < NEEDED.discrimination:
        return _Figures(observed)
    return _Figures(observed, _rounded(statistics.discrimination(case.ability, case.score, curve)))


def _options(case: Case) -> list[OptionRate]:
    found = statistics.options(case.chosen, case.ability, [option.id for option in case.item.options])
    return [
        OptionRate(
            id=option.id,
            text=option.text,
            right=option.id == case.item.key,
            chosen=found[option.id].count,
            rate=_rounded(found[option.id].rate),
            ability=None if (ability := found[option.id].ability) is None else round(ability, DIGITS),
        )
        for option in case.item.options
    ]


def _rounded(found: Estimated) -> Estimate:
    return Estimate(value=round(found.value, DIGITS), low=round(found.low, DIGITS), high=round(found.high, DIGITS))


def _proof_said(proof: Proof | None, language: Language) -> list[str]:
    return said(proof, language) if proof is not None else []


def _newer(item_id: str, own: Sequence[OwnItem]) -> str:
    return next((each.item.id for each in reversed(own) if each.replaces == item_id), "")


def _name(organisation_id: str, account_id: str, store: Store) -> str:
    account = store.account(organisation_id, account_id) if account_id else None
    return account.display_name if account else ""


def _history(changes: Sequence[ItemChange], name: Callable[[str], str]) -> list[Change]:
    """Newest first; the newest can be undone, if another state than before came of it."""
    return [
        Change(
            change_id=change.change_id,
            state=change.state,
            previous=change.previous,
            act=change.act,
            by=name(change.by),
            rule=change.rule,
            reason=change.reason,
            at=_written(change.at),
            can_be_undone=place == 0 and _before(change) != change.state,
        )
        for place, change in enumerate(changes)
    ]


def _written(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


# -- states ----------------------------------------------------------------------------------------------------


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
    account = teacher(by, caller, store=store)
    line = found_item(item_id, caller, store=store, catalogue=catalogue)
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
        raise _quicker(item_id)
    return StateChange(item_id=item_id, state=state, previous=line.state, change_id=change_id)


def undo(change_id: int, caller: Caller, *, by: str, store: Store, clock: Clock) -> StateChange:
    """Take the newest change of an item back: the state before it. A saved item is retired, and the version that it
    replaced stands again. Raises `Forbidden`, `NotFound`, `BadRequest` when something newer happened."""
    account = teacher(by, caller, store=store)
    change = store.item_change(caller.organisation_id, change_id)
    if change is None:
        raise NotFound(f"There is no change {change_id!r}.")
    now = clock.now()
    back = [_back(change, account.account_id, now)]
    own = store.own_item(caller.organisation_id, change.item_id) if change.act == "saved" else None
    if own is not None and own.replaces:
        older = next(iter(store.item_history(caller.organisation_id, own.replaces)), None)
        if older is not None and older.act == "replaced" and older.change_id < change_id:
            back.append(_back(older, account.account_id, now))
    if back[0].state == change.state or not store.undo_change(change_id, back):
        raise _quicker(change.item_id)
    return StateChange(item_id=change.item_id, state=back[0].state, previous=change.state, change_id=None)


def _back(change: ItemChange, by: str, at: datetime) -> ItemChange:
    return ItemChange(change.organisation_id, change.item_id, "undone", _before(change), change.state, at, by=by)


def _before(change: ItemChange) -> ItemState:
    """The state that an undoing leads to: of a saved item none was before."""
    return change.previous or "retired"


def _quicker(item_id: str) -> BadRequest:
    return BadRequest(
        f"The item {item_id!r} was changed in the meantime, or there is nothing to undo.",
        remedy=Bilingual(
            zh="请刷新页面，看看题目现在的状态。", en="Reload the page and look at the item's present state."
        ),
    )
