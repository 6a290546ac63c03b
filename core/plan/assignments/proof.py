"""What sets that were given for a point did: answers on the point before and after, of those who were given one and of their classmates.

After is counted from when a student had done the set, for those who were not given it from when it was given; the answers of the set itself count for
neither side, for nobody else was asked them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from core.learning.helped import LEAST_STUDENTS, LEAST_TOGETHER, Answered, Helped, helped
from core.learning.mastery import DIRECT_WEIGHT
from core.plan.assignments.progress import addressees_of, body_of, states, view
from core.plan.assignments.wire import AssignmentView, ItemsBody, StudentState
from core.plan.done.retractions import without_retracted
from core.ports.store import Store
from core.records.access import Caller
from core.records.evidence import Evidence, standing
from core.records.plan import Assignment
from core.tables.points import Points
from core.wire import Closed

BEFORE = timedelta(days=60)
"""How far back answers say what a student could do before: the half-life of mastery."""
AFTER = timedelta(days=28)
"""How long after it was given answers say what a set did: four lessons of a class that meets once a week."""
WAIT = timedelta(days=7)
"""After so long it is asked whether a set helped."""
ASKED_FOR = timedelta(days=35)
"""And so long it stands on the class map."""


class Span(Closed):
    """A difference with its 95 % interval, in shares of right answers."""

    value: float
    low: float
    high: float


class Side(Closed):
    """The students on one side of a comparison."""

    students: int
    known: int
    """With answers on the point before and after."""
    before: float | None
    """Mean share of right answers of those."""
    after: float | None
    answers: int
    """Their answers, before and after together."""
    change: Span | None


class Proof(Closed):
    """What a set for a point did."""

    assignment: AssignmentView
    point_id: str
    done: int
    """Students who have done it."""
    given: Side
    others: Side
    advantage: Span | None
    """How much better those who were given it did afterwards than others who stood alike before; None where it cannot be told, or not yet."""
    over: bool
    """Answers of now on count for nothing more: what it did is known, or never will be."""
    least_students: int = LEAST_STUDENTS
    """On either side, that a comparison needs."""
    least_together: int = LEAST_TOGETHER
    """On both sides."""

    @property
    def comparable(self) -> bool:
        """Whether there are students enough on either side. Where there are not (it was given to the whole class), no answers to come can tell what
        the set did, and the change of those who were given it is all that there is: from it alone help cannot be told from chance and lessons."""
        given, others = self.given.students, self.others.students
        return min(given, others) >= self.least_students and given + others >= self.least_together


def current(rows: Sequence[Assignment], now: datetime) -> list[Assignment]:
    """Those of the assignments of which it is time to ask whether they helped, newest first."""
    return [row for row in rows if row.point_id and WAIT <= now - row.made_at <= ASKED_FOR]


def proofs(
    rows: Sequence[Assignment],
    class_ids: Sequence[str],
    caller: Caller,
    *,
    points: Points,
    store: Store,
    now: datetime,
) -> list[Proof]:
    """What each set did. `class_ids`: of the students of the class, those who were given one among them; one query of the evidence for all."""
    if not rows:
        return []
    families = {row.assignment_id: family_of(row.point_id, points) for row in rows}
    evidence = store.evidence_on_points(
        caller.organisation_id,
        class_ids,
        frozenset().union(*families.values()),
        min(row.made_at for row in rows) - BEFORE,
    )
    by_student: dict[str, list[Evidence]] = defaultdict(list)
    for piece in without_retracted(standing(evidence)):
        by_student[piece.student_id].append(piece)
    return [_proof(row, families[row.assignment_id], class_ids, by_student, store, now) for row in rows]


def family_of(point_id: str, points: Points) -> frozenset[str]:
    """The point with its parts: answers on a part are answers on it."""
    return frozenset({point_id, *(row.id for row in points.rows if row.parent_id == point_id)})


def _proof(
    row: Assignment,
    family: Collection[str],
    class_ids: Sequence[str],
    by_student: Mapping[str, Sequence[Evidence]],
    store: Store,
    now: datetime,
) -> Proof:
    addressees = addressees_of(row, store=store)
    given_ids = [each for each in class_ids if addressees is None or each in addressees]
    other_ids = [each for each in class_ids if each not in set(given_ids)]
    done = {state.student_id: state for state in states(row, given_ids, store=store)}
    body = body_of(row)
    own_items = set(body.item_ids) if isinstance(body, ItemsBody) else set()
    given = [_answered(row, family, by_student.get(each, ()), done[each], own_items) for each in given_ids]
    others = [_answered(row, family, by_student.get(each, ()), None, own_items) for each in other_ids]
    compared = helped(given, others)
    return Proof(
        assignment=view(row, store=store),
        point_id=row.point_id,
        done=sum(state.at is not None for state in done.values()),
        given=_side(given, compared, is_given=True),
        others=_side(others, compared, is_given=False),
        advantage=_span(compared, "advantage"),
        over=now > row.made_at + AFTER,
    )


def _answered(
    row: Assignment,
    family: Collection[str],
    evidence: Sequence[Evidence],
    state: StudentState | None,
    own_items: Collection[str],
) -> Answered:
    """A student's answers on the point before the set was given and after it was done."""
    since = row.made_at if state is None else state.at
    before, after = [], []
    for piece in evidence:
        if piece.target not in family or piece.weight < DIRECT_WEIGHT or piece.item_id in own_items:
            continue
        if row.made_at - BEFORE <= piece.occurred_at < row.made_at:
            before.append(piece.outcome)
        elif since is not None and since < piece.occurred_at <= row.made_at + AFTER:
            after.append(piece.outcome)
    return Answered(before, after)


def _side(side: Sequence[Answered], compared: Helped, *, is_given: bool) -> Side:
    known = [each for each in side if each.known]
    return Side(
        students=len(side),
        known=len(known),
        before=_mean([_mean(each.before) for each in known]),
        after=_mean([_mean(each.after) for each in known]),
        answers=sum(len(each.before) + len(each.after) for each in known),
        change=_span(compared, "given" if is_given else "others"),
    )


def _span(compared: Helped, name: str) -> Span | None:
    found = getattr(compared, name)
    return None if found is None else Span(value=found.value, low=found.low, high=found.high)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
