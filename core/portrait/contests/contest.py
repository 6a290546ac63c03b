"""A contested value: three items on it, and what they moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from core.errors import BadRequest
from core.learning.days import day_of
from core.portrait.wire import ContestView
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.evidence import Evidence
from core.records.learner import Contest
from core.wire import Bilingual

Kind = Literal["point", "indicator"]

ITEMS = 3
PAUSE = timedelta(days=7)
"""Between a settled contest and the next one of the same value. Three more items on it within the same week would mostly
measure memory of the first three, and a value could be pushed up by trying until it goes well."""
PROOF_WEIGHT: Mapping[Kind, float] = {"point": 0.9, "indicator": 2.0}
"""What an answer of a proof weighs in addition to itself. The student has asked to be tested on just this, so it says more than
an answer in passing: about three times as much on a leaf, twice on a point. On a point it stays under 1, because
evidence of weight 1 or more is an attempt of the contract's accuracy, and an answer is one attempt, not two."""


@dataclass(frozen=True)
class Proof:
    """One answered card of a contest's session; `outcome` None when it was skipped."""

    source: str
    outcome: float | None
    occurred_at: datetime


@dataclass(frozen=True)
class ContestSources:
    """What a contest needs of other parts; the facade gives it."""

    value: Callable[[Kind, str], float | None]
    """The value as it stands after everything so far is taken in; None where nothing is known."""
    name: Callable[[Kind, str], str]
    """Of the target. Raises `NotFound`, `BadRequest` for what no items can test."""
    session: Callable[[Kind, str, int], tuple[str | None, int]]
    """A practice session of so many items on the target, or None and how many there are."""
    proofs: Callable[[str], list[Proof] | None]
    """The answers of a session, None while one is missing."""


def start(
    student_id: str,
    kind: Kind,
    target: str,
    caller: Caller,
    *,
    sources: ContestSources,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> ContestView:
    """Open a contest, or give back the open one.

    Raises `NotFound`, and `BadRequest` for a target settled within the last seven days or without enough items.
    """
    name, now = sources.name(kind, target), clock.now()
    own = _of_target(target, student_id, caller, store)
    opened = next((each for each in own if each.settled_at is None), None)
    if opened is not None:
        return _view(opened, name)
    settled = max((each.settled_at for each in own if each.settled_at is not None), default=None)
    if settled is not None and now - settled < PAUSE:
        raise _too_soon(target, settled + PAUSE)
    before = sources.value(kind, target)
    session_id, found = sources.session(kind, target, ITEMS)
    if session_id is None:
        raise _too_few(target, found)
    contest = Contest(
        contest_id=identifiers.new("ct"),
        organisation_id=caller.organisation_id,
        student_id=student_id,
        target_kind=kind,
        target=target,
        session_id=session_id,
        before=before,
        after=None,
        created_at=now,
    )
    if not store.add_contest(contest):  # a second click was quicker: its contest stands
        contest = _of_target(target, student_id, caller, store)[0]
    return _view(contest, name)


def _of_target(target: str, student_id: str, caller: Caller, store: Store) -> list[Contest]:
    """Newest first."""
    return [each for each in store.contests(caller.organisation_id, student_id) if each.target == target]


def of_student(
    student_id: str, caller: Caller, *, sources: ContestSources, store: Store, clock: Clock
) -> list[ContestView]:
    """Newest first; those whose three items are answered are settled on the way."""
    for contest in store.contests(caller.organisation_id, student_id):
        if contest.settled_at is None:
            _settle(contest, sources, store, clock)
    found = store.contests(caller.organisation_id, student_id)
    return [_view(contest, sources.name(contest.target_kind, contest.target)) for contest in found]


def _settle(contest: Contest, sources: ContestSources, store: Store, clock: Clock) -> None:
    """Append the proofs, each once however often this runs, and note the value after them."""
    proofs = sources.proofs(contest.session_id)
    if proofs is None:
        return
    now = clock.now()
    store.append_evidence(contest.organisation_id, evidence_of(contest, proofs), at=now)
    after = sources.value(contest.target_kind, contest.target)
    store.settle_contest(contest.organisation_id, contest.contest_id, after=after, at=now)


def evidence_of(contest: Contest, proofs: list[Proof]) -> list[Evidence]:
    """What the answers weigh beyond themselves; a skipped card says nothing."""
    return [
        Evidence(
            student_id=contest.student_id,
            kind="proof",
            target_kind=contest.target_kind,
            target=contest.target,
            outcome=proof.outcome,
            weight=PROOF_WEIGHT[contest.target_kind],
            source=proof.source,
            occurred_at=proof.occurred_at,
            idempotency_key=f"{contest.contest_id}:{position}",
        )
        for position, proof in enumerate(proofs)
        if proof.outcome is not None
    ]


def _view(contest: Contest, name: str) -> ContestView:
    both = contest.before is not None and contest.after is not None
    return ContestView(
        contest_id=contest.contest_id,
        target_kind=contest.target_kind,
        target=contest.target,
        name=name,
        session_id=contest.session_id,
        before=contest.before,
        after=contest.after,
        moved=round((contest.after or 0.0) - (contest.before or 0.0), 4) if both else None,
        created_at=contest.created_at,
        open=contest.settled_at is None,
    )


def _too_soon(target: str, free_at: datetime) -> BadRequest:
    day = day_of(free_at)
    return BadRequest(
        f"The value of {target} was proved within the last {PAUSE.days} days.",
        remedy=Bilingual(
            zh=f"请在 {day} 之后再验证；现在可以先做普通练习，作答也会改变这个数值。",
            en=f"Check it again after {day}; until then ordinary practice moves the value too.",
        ),
    )


def _too_few(target: str, available: int) -> BadRequest:
    return BadRequest(
        f"There are {available} items on {target} that this student has not seen within 14 days; a proof needs {ITEMS}.",
        remedy=Bilingual(
            zh="请过两周再来验证，或先练习相近的内容。",
            en="Come back in two weeks, or practise something close to it first.",
        ),
    )
