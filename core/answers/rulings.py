"""One ruling for everybody: an upheld appeal that re-marks all answers alike in the organisation, seen before it is given, and undone as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from core.answers.additions import Simplify, addition_of, with_additions
from core.answers.marking import mark
from core.answers.tested import tested_points
from core.answers.wire import AcceptedAnswer, RemarkedAnswer, RulingPreview, RulingView
from core.errors import BadParameter, NotFound
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Account, Caller
from core.records.answers import FULL_SCORE, AnswerRow, Appeal
from core.records.evidence import Evidence
from core.records.items import Item
from core.records.rulings import EVIDENCE_KINDS, AnswerScope, Outcome, RuledAnswer, Ruling
from core.tables.points import Points
from core.wire import Language

ID_PREFIX = "rul"
MOST_LINES = 200
"""Re-marked answers that a preview names; the counts are of all."""
MOST_RULINGS = 100
"""Rulings in the list, the newest first: years of them."""
LONGEST_REPLY = 500
UPHELD, RETRACTION = "appeal_upheld", "retraction"


@dataclass(frozen=True)
class AppealRuling:
    """What a scope makes of an appeal: which answers, and what becomes of them."""

    appeal: Appeal
    item: Item
    scope: AnswerScope
    addition: str
    """In the form of `Item.accepted`; empty unless the scope is `accept`."""
    simplify: Simplify

    @property
    def outcome(self) -> Outcome:
        """What becomes of the answers."""
        return "void" if self.scope == "retire" else "right"

    def selected(self, answers: Iterable[AnswerRow]) -> list[AnswerRow]:
        """Of the answers to the item on which no decision stands, those that are re-marked."""
        if self.scope == "retire":
            return list(answers)
        if self.scope == "answer":
            return [row for row in answers if self._is_appealed(row)]
        marks: dict[str, bool] = {}
        return [
            row for row in answers if row.score < FULL_SCORE and (self._is_appealed(row) or self._is_right(row, marks))
        ]

    def _is_appealed(self, row: AnswerRow) -> bool:
        return row.evaluation_id == self.appeal.evaluation_id

    def _is_right(self, row: AnswerRow, marks: dict[str, bool]) -> bool:
        """Whether the answer is right once the addition is accepted; `marks` keeps what was found, since many give the same answer."""
        if row.given not in marks:
            item = with_additions(self.item, [self.addition])
            marks[row.given] = mark(item, json.loads(row.given), simplify=self.simplify).score == FULL_SCORE
        return marks[row.given]


def ruling_on(appeal_id: str, scope: AnswerScope, caller: Caller, *, store: Store, simplify: Simplify) -> AppealRuling:
    """What a scope makes of an appeal. Raises `NotFound`, `BadParameter`, and `NotAcceptable` for an answer that cannot be accepted of
    everybody."""
    if scope not in get_args(AnswerScope):
        raise BadParameter.of("scope", f"{scope!r} is none of {', '.join(get_args(AnswerScope))}")
    appeal = store.appeal(caller.organisation_id, appeal_id)
    if appeal is None or not caller.sees(appeal.student_id):
        raise NotFound(f"There is no appeal {appeal_id!r}.")
    item = Item.model_validate_json(appeal.item)
    addition = addition_of(item, json.loads(appeal.given), simplify=simplify) if scope == "accept" else ""
    return AppealRuling(appeal, item, scope, addition, simplify)


def preview(appeal_id: str, scope: AnswerScope, caller: Caller, *, language: Language, points: Points, store: Store, simplify: Simplify) -> RulingPreview:  # fmt: skip
    """What a ruling would change if it were given now; nothing is written. Raises as `ruling_on`."""
    ruling = ruling_on(appeal_id, scope, caller, store=store, simplify=simplify)
    rows = ruling.selected(store.undecided_answers(caller.organisation_id, ruling.item.id))
    students = {student.student_id: student for student in store.students(caller.organisation_id)}
    declined = {
        (appeal.evaluation_id, appeal.question_id)
        for appeal in store.appeals(caller.organisation_id, status="declined")
    }
    tested = tested_points(ruling.item.topic, ruling.item.points, points)
    return RulingPreview(
        appeal_id=appeal_id,
        scope=scope,
        addition=ruling.addition,
        answers=len(rows),
        students=len({row.student_id for row in rows}),
        points=[points.short_name(point).get(language) for point in tested],
        lines=[
            RemarkedAnswer(
                student_id=row.student_id,
                name=students[row.student_id].name if row.student_id in students else "",
                number=students[row.student_id].shown_number if row.student_id in students else row.student_id,
                given=row.given,
                answered_at=row.answered_at,
                score_before=row.score,
                score_after=None if ruling.outcome == "void" else FULL_SCORE,
                declined_before=(row.evaluation_id, row.item_id) in declined,
            )
            for row in [row for row in rows[::-1] if caller.sees(row.student_id)][:MOST_LINES]
        ],
    )


def give(
    appeal_id: str,
    scope: AnswerScope,
    caller: Caller,
    *,
    teacher: Account,
    reply: str,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
    simplify: Simplify,
) -> RulingView | None:
    """Uphold an appeal as far as the scope reaches. None where somebody settled the appeal before: the first decision stands.

    Answers that were given since a preview are re-marked too. Raises as `ruling_on`.
    """
    if len(reply) > LONGEST_REPLY:
        raise BadParameter.of("reply", f"has {len(reply)} characters; at most {LONGEST_REPLY} are kept")
    ruling = ruling_on(appeal_id, scope, caller, store=store, simplify=simplify)
    row = Ruling(
        ruling_id=identifiers.new(ID_PREFIX),
        organisation_id=caller.organisation_id,
        scope=scope,
        by=teacher.account_id,
        teacher=caller.person or teacher.display_name,
        made_at=clock.now(),
        item_id=ruling.item.id,
        addition=ruling.addition,
        appeal_id=appeal_id,
    )

    def select_answers(answers: Sequence[AnswerRow]) -> list[RuledAnswer]:
        return [ruled_answer(answer, row, ruling.outcome) for answer in ruling.selected(answers)]

    stored = store.give_ruling(
        row, ruling.item, reply=reply, select_answers=select_answers, evidence_of=evidence_of_ruling
    )
    return None if stored is None else view(stored, ruling.item, (stored.students, stored.answers))


def undo(ruling: Ruling, caller: Caller, *, teacher: Account, store: Store, clock: Clock, simplify: Simplify) -> bool:
    """Take a ruling on an item back as a whole; its answers are as the other rulings in force on the item say. False where somebody did before.

    Raises `NotFound`.
    """
    if ruling.scope == "answer":
        # One student's mark; what reaches further belongs to the whole school.
        appeal = store.appeal(caller.organisation_id, ruling.appeal_id or "")
        if appeal is None or not caller.sees(appeal.student_id):
            raise NotFound(f"There is no ruling {ruling.ruling_id!r}.")
    items = store.items(caller.organisation_id, {ruling.item_id})

    def select_again(answers: Sequence[AnswerRow], others: Sequence[Ruling]) -> list[RuledAnswer]:
        return ruled_answers(answers, items, others, simplify)

    return store.undo_ruling(
        ruling, by=teacher.account_id, at=clock.now(), select_again=select_again, evidence_of=evidence_of_ruling
    )


def listed(caller: Caller, *, store: Store) -> list[RulingView]:
    """The organisation's rulings, those that were undone too, newest first."""
    rulings = store.rulings(caller.organisation_id, limit=MOST_RULINGS)
    items = store.items(caller.organisation_id, {ruling.item_id for ruling in rulings if ruling.item_id})
    counts = store.ruled_counts(caller.organisation_id)
    return [
        view(
            ruling,
            items.get(ruling.item_id),
            (ruling.students, ruling.answers)
            if ruling.undone_at or not ruling.item_id
            else counts.get(ruling.ruling_id, (0, 0)),
        )
        for ruling in rulings
    ]


def accepted(student_id: str, caller: Caller, *, store: Store) -> list[AcceptedAnswer]:
    """A student's answers that a ruling on another's appeal, or on another answer of the student, re-marks; the newest ruling first."""
    ruled = store.ruled_answers(caller.organisation_id, student_id)
    own = {
        (appeal.evaluation_id, appeal.question_id)
        for appeal in store.appeals(caller.organisation_id, status="upheld", student_id=student_id)
    }
    told = [answer for answer in ruled if (answer.evaluation_id, answer.item_id) not in own]
    rows = {
        (row.evaluation_id, row.position): row
        for row in store.answers_of(caller.organisation_id, *{answer.evaluation_id for answer in told})
    }
    items = store.items(caller.organisation_id, {answer.item_id for answer in told})
    made_at = {ruling.ruling_id: ruling.made_at for ruling in store.rulings_on(caller.organisation_id, list(items))}
    views = [
        AcceptedAnswer(
            item=items[answer.item_id],
            given=rows[answer.evaluation_id, answer.position].given,
            outcome=answer.outcome,
            answered_at=rows[answer.evaluation_id, answer.position].answered_at,
            ruled_at=made_at[answer.ruling_id],
        )
        for answer in told
        # What was answered after the ruling was told as right at once.
        if answer.ruling_id in made_at
        and rows[answer.evaluation_id, answer.position].answered_at <= made_at[answer.ruling_id]
    ]
    return sorted(views, key=lambda view: (view.ruled_at, view.answered_at), reverse=True)


# -- what follows from a ruling ------------------------------------------------------------------------------


def ruled_answers(
    answers: Sequence[AnswerRow], items: Mapping[str, Item], rulings: Sequence[Ruling], simplify: Simplify
) -> list[RuledAnswer]:
    """What the oldest ruling that speaks of an answer makes of it: an item that was retired counts for nobody."""
    ruled = []
    for answer in answers:
        of_item = [ruling for ruling in rulings if ruling.item_id == answer.item_id]
        for ruling in sorted(of_item, key=lambda ruling: ruling.scope != "retire"):
            if ruling.scope == "retire":
                ruled.append(ruled_answer(answer, ruling, "void"))
                break
            item = with_additions(items[answer.item_id], [ruling.addition])
            if not answer.is_correct and mark(item, json.loads(answer.given), simplify=simplify).is_correct:
                ruled.append(ruled_answer(answer, ruling, "right"))
                break
    return ruled


def ruled_answer(answer: AnswerRow, ruling: Ruling, outcome: Outcome) -> RuledAnswer:
    """An answer as a ruling re-marks it."""
    return RuledAnswer(
        organisation_id=ruling.organisation_id,
        student_id=answer.student_id,
        evaluation_id=answer.evaluation_id,
        position=answer.position,
        item_id=answer.item_id,
        ruling_id=ruling.ruling_id,
        outcome=outcome,
    )


def evidence_of_ruling(ruled: Sequence[RuledAnswer], log: Sequence[Evidence]) -> list[Evidence]:
    """Each piece of a re-marked answer in the log taken back with its weight below 0, and, where the answer is right now, said again fully
    right; both as of when it was answered. What the answer proved of a contested value goes the same way."""
    by_source = {answer.source: answer for answer in ruled}
    pieces = [
        (piece, by_source[piece.source]) for piece in log if piece.kind in EVIDENCE_KINDS and piece.source in by_source
    ]
    return [
        *(_piece(piece, answer, RETRACTION, piece.outcome, -piece.weight) for piece, answer in pieces),
        *(_piece(piece, answer, UPHELD, 1.0, piece.weight) for piece, answer in pieces if answer.outcome == "right"),
    ]


def _piece(piece: Evidence, answer: RuledAnswer, kind: str, outcome: float, weight: float) -> Evidence:
    key = f"{answer.ruling_id}:{kind}:{piece.idempotency_key}"
    return replace(piece, kind=kind, outcome=outcome, weight=weight, idempotency_key=key, seq=0)


def view(ruling: Ruling, item: Item | None, counts: tuple[int, int]) -> RulingView:
    """A ruling as pages show it, with how many (students, answers) it re-marks."""
    return RulingView(
        ruling_id=ruling.ruling_id,
        scope=ruling.scope,
        teacher=ruling.teacher,
        made_at=ruling.made_at,
        item=item,
        addition=ruling.addition,
        evaluation_id=ruling.evaluation_id,
        replacement=ruling.replacement,
        students=counts[0],
        answers=counts[1],
        undone_at=ruling.undone_at,
    )
