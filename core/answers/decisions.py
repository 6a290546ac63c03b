"""What teachers decided about a student's answers: appeals that were upheld, rulings in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.ports.store import Store
from core.records.access import Caller
from core.records.answers import FULL_SCORE, AnswerRow
from core.records.rulings import Outcome


@dataclass(frozen=True)
class Decisions:
    """Decisions on the answers of one student."""

    upheld: frozenset[tuple[str, str]] = frozenset()
    """(evaluation id, item id) of the answers whose own appeal was upheld."""
    ruled: Mapping[tuple[str, int], Outcome] = field(default_factory=dict)
    """By (evaluation id, position): what a ruling makes of the answer."""

    def of(self, row: AnswerRow) -> Outcome | None:
        """What was decided about an answer; None: the mark stands as it was given."""
        ruled = self.ruled.get((row.evaluation_id, row.position))
        if ruled is None and (row.evaluation_id, row.item_id) in self.upheld:
            return "right"
        return ruled


def decisions_on(student_id: str, caller: Caller, *, store: Store) -> Decisions:
    """The decisions on a student's answers."""
    upheld = store.appeals(caller.organisation_id, status="upheld", student_id=student_id)
    ruled = store.ruled_answers(caller.organisation_id, student_id)
    return Decisions(
        frozenset((appeal.evaluation_id, appeal.question_id) for appeal in upheld),
        {(answer.evaluation_id, answer.position): answer.outcome for answer in ruled},
    )


def as_decided(rows: Sequence[AnswerRow], student_id: str, caller: Caller, *, store: Store) -> list[AnswerRow]:
    """The student's answers as teachers decided about them: right where they said so, without those to items that they retired."""
    decisions = decisions_on(student_id, caller, store=store)
    decided = []
    for row in rows:
        outcome = decisions.of(row)
        if outcome == "right":
            decided.append(replace(row, score=FULL_SCORE, is_correct=True))
        elif outcome is None:
            decided.append(row)
    return decided
