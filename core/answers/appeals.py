""" "My answer was right": kept for the teacher, and evidence once the teacher agrees."""

from __future__ import annotations

from dataclasses import replace

from core.answers.wire import AppealRequest, AppealView, Evaluation
from core.errors import BadParameter, NotFound
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.answers import Appeal
from core.records.evidence import Evidence
from core.records.items import Item
from core.records.rulings import EVIDENCE_KINDS, Scope


def add(request: AppealRequest, caller: Caller, *, store: Store, clock: Clock, identifiers: Identifiers) -> bool:
    """Keep an appeal; False when this answer was appealed before.

    Raises `NotFound` for an answer never given, `BadParameter` for one that was marked right.
    """
    row = store.evaluation(caller.organisation_id, request.evaluation_id)
    if row is None or row.student_id != request.student_id:
        raise NotFound(f"There is no evaluation {request.evaluation_id!r} of this student.")
    details = Evaluation.model_validate_json(row.result).details
    position = next(
        (position for position, detail in enumerate(details) if detail.question_id == request.question_id), None
    )
    if position is None:
        raise NotFound(f"Question {request.question_id!r} is not part of this evaluation.")
    if details[position].is_correct:
        raise BadParameter.of("question_id", f"{request.question_id!r} was marked right")
    answers = store.answers_of(caller.organisation_id, request.evaluation_id)
    return store.add_appeal(
        Appeal(
            appeal_id=identifiers.new("ap"),
            organisation_id=caller.organisation_id,
            student_id=request.student_id,
            evaluation_id=request.evaluation_id,
            question_id=request.question_id,
            given=answers[position].given,
            comment=request.comment,
            status="open",
            created_at=clock.now(),
        )
    )


def listed(caller: Caller, *, status: str | None, student_id: str | None, store: Store) -> list[AppealView]:
    """The organisation's appeals, or one student's, newest first."""
    appeals = store.appeals(caller.organisation_id, status=status, student_id=student_id)
    ruled_items = {appeal.question_id for appeal in appeals if appeal.ruling_id}
    rulings = store.rulings_on(caller.organisation_id, ruled_items) if ruled_items else []
    scopes = {ruling.ruling_id: ruling.scope for ruling in rulings}
    return [_view(appeal, scopes.get(appeal.ruling_id, "answer" if appeal.ruling_id else None)) for appeal in appeals]


def _view(appeal: Appeal, scope: Scope | None) -> AppealView:
    return AppealView(
        appeal_id=appeal.appeal_id,
        student_id=appeal.student_id,
        question_id=appeal.question_id,
        given=appeal.given,
        comment=appeal.comment,
        status=appeal.status,
        created_at=appeal.created_at.isoformat().replace("+00:00", "Z"),
        reply=appeal.reply,
        ruling_id=appeal.ruling_id,
        scope=scope,
        item=Item.model_validate_json(appeal.item),
    )


def settle(appeal_id: str, caller: Caller, *, upheld: bool, reply: str, store: Store, clock: Clock) -> bool:
    """Close an open appeal for this answer alone. Upheld, what the answer said is taken back and said anew in full favour, as further
    evidence: the log is never changed."""
    appeal = store.appeal(caller.organisation_id, appeal_id)
    if appeal is None or not caller.sees(appeal.student_id):
        raise NotFound(f"There is no appeal {appeal_id!r}.")
    evidence = _evidence_in_favour(appeal, caller, store) if upheld else []
    return store.settle_appeal(
        caller.organisation_id, appeal_id, upheld=upheld, reply=reply, evidence=evidence, at=clock.now()
    )


def _evidence_in_favour(appeal: Appeal, caller: Caller, store: Store) -> list[Evidence]:
    """Each piece of the answer in the log twice: taken back with its weight below 0, and again fully right; both as of
    when it was answered. What the answer proved of a contested value goes the same way."""
    answer = next(
        row
        for row in store.answers_of(caller.organisation_id, appeal.evaluation_id)
        if row.item_id == appeal.question_id
    )
    source = f"{answer.evaluation_id}#{answer.position}"
    log = store.evidence_of(caller.organisation_id, appeal.student_id)
    pieces = [piece for piece in log if piece.source == source and piece.kind in EVIDENCE_KINDS]
    retractions = [_appeal_evidence(piece, appeal, "retraction", weight=-piece.weight) for piece in pieces]
    in_favour = [replace(piece, outcome=1.0) for piece in pieces]
    return [
        *retractions,
        *(_appeal_evidence(piece, appeal, "appeal_upheld", weight=piece.weight) for piece in in_favour),
    ]


def _appeal_evidence(piece: Evidence, appeal: Appeal, kind: str, *, weight: float) -> Evidence:
    key = f"{appeal.appeal_id}:{kind}:{piece.target_kind}:{piece.target}"
    if piece.kind != "answer":  # of one target, beside what the answer itself says of it
        key += f":{piece.kind}"
    return replace(piece, kind=kind, weight=weight, idempotency_key=key, seq=0)
