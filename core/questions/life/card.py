"""The life card of an item in an organisation: how it was answered, what is proved of it, what became of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median

from core.learning.items import statistics
from core.learning.items.prediction import floor_of
from core.learning.items.statistics import Estimated
from core.learning.prediction.predictor import Predictor
from core.ports.store import Store
from core.ports.system import Clock
from core.questions.catalogue import Catalogue
from core.questions.life.cases import case_of, first_answers
from core.questions.life.retirement import Case, objections
from core.questions.life.states import find_item, state_before
from core.questions.life.wire import AnswersNeeded, Appeals, Estimate, HistoryEntry, LifeCard, OptionRate
from core.questions.proofs.proving import Prover
from core.questions.proofs.sentences import proof_sentences
from core.records.access import Caller
from core.records.own_items import AppealCounts, ItemChange, OwnItem
from core.wire import Language

NEEDED = AnswersNeeded(observed=5, discrimination=20, options=10)
"""Answers from which a figure says more than what was known before: with 5 the interval of the difficulty is a fifth narrower
than the predicted one, with 20 that of the slope a tenth; a share of 10 has an interval of half its range."""
DIGITS = 3


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
    line = find_item(item_id, caller, store=store, catalogue=catalogue)
    own = store.own_item(organisation_id, item_id)
    proof = prover.proof(line.item) if prover else None
    # 2. How it was answered, the first time by each student, by students of what ability.
    answers = store.item_answers(organisation_id, [item_id])
    first = first_answers(answers)
    sums_by_student = store.whole_sums(organisation_id, {answer.student_id for answer in first})
    appeals = store.appeal_counts(organisation_id, [item_id]).get(item_id, AppealCounts())
    answered = case_of(line.item, first, sums_by_student, predictor=predictor, now=clock.now())
    case = replace(answered, upheld_appeals=appeals.upheld, proof=proof)
    figures = _figures(case)
    # 3. What became of it.
    history = store.item_history(organisation_id, item_id)
    return LifeCard(
        item=line.item,
        own=line.own,
        state=line.state,
        author=_display_name(organisation_id, own.author, store) if own else "",
        replaces=own.replaces if own else "",
        replaced_by=_newer_version(item_id, store.own_items(organisation_id)),
        answers=len(answers),
        students=len(first),
        shown=store.students_shown(organisation_id, item_id),
        median_seconds=float(median(answer.seconds for answer in answers)) if answers else None,
        predicted=_rounded(statistics.predicted_curve(case.predicted_difficulty).difficulty),
        observed=figures.observed,
        discrimination=figures.discrimination,
        share_right=_rounded(statistics.share(case.scores)) if first else None,
        options=_options(case) if case.chosen_labels and case.answers >= NEEDED.options else None,
        needed=NEEDED,
        appeals=Appeals(open=appeals.open, upheld=appeals.upheld, declined=appeals.declined),
        proof=proof,
        proof_said=proof_sentences(proof, language) if proof else [],
        warnings=[objection.reason for objection in objections(case)],
        history=_history(history, lambda account: _display_name(organisation_id, account, store)),
    )


@dataclass(frozen=True)
class _Figures:
    """The figures that wait for enough answers."""

    observed: Estimate | None = None
    discrimination: Estimate | None = None


def _figures(case: Case) -> _Figures:
    """Difficulty and slope, each where there are enough answers."""
    if case.answers < NEEDED.observed:
        return _Figures()
    curve = statistics.curve(
        case.abilities,
        case.ability_variances,
        case.scores,
        predicted=case.predicted_difficulty,
        floor=floor_of(case.item),
    )
    observed = _rounded(curve.difficulty)
    if case.answers < NEEDED.discrimination:
        return _Figures(observed)
    return _Figures(observed, _rounded(statistics.discrimination(case.abilities, case.scores, curve)))


def _options(case: Case) -> list[OptionRate]:
    statistics_by_option = statistics.options(
        case.chosen_labels, case.abilities, [option.id for option in case.item.options]
    )
    return [
        OptionRate(
            id=option.id,
            text=option.text,
            right=option.id == case.item.key,
            chosen=statistics_by_option[option.id].count,
            rate=_rounded(statistics_by_option[option.id].rate),
            ability=None if (ability := statistics_by_option[option.id].ability) is None else round(ability, DIGITS),
        )
        for option in case.item.options
    ]


def _rounded(estimated: Estimated) -> Estimate:
    return Estimate(
        value=round(estimated.value, DIGITS), low=round(estimated.low, DIGITS), high=round(estimated.high, DIGITS)
    )


def _newer_version(item_id: str, own: Sequence[OwnItem]) -> str:
    return next((own_item.item.id for own_item in reversed(own) if own_item.replaces == item_id), "")


def _display_name(organisation_id: str, account_id: str, store: Store) -> str:
    account = store.account(organisation_id, account_id) if account_id else None
    return account.display_name if account else ""


def _history(changes: Sequence[ItemChange], name_of: Callable[[str], str]) -> list[HistoryEntry]:
    """Newest first; the newest can be undone, if another state than before came of it."""
    return [
        HistoryEntry(
            change_id=change.change_id,
            state=change.state,
            previous=change.previous,
            act=change.act,
            by=name_of(change.by),
            rule=change.rule,
            reason=change.reason,
            at=_iso(change.at),
            can_be_undone=index == 0 and state_before(change) != change.state,
        )
        for index, change in enumerate(changes)
    ]


def _iso(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
