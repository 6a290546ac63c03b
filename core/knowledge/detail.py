"""What a click on a point of the map opens: the record, what it rests on, and every piece of evidence under it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from core.errors import NotFound
from core.knowledge.point_states import DIGITS, short_names_of, states_of, student_of, written
from core.knowledge.reasons import reason_of
from core.knowledge.wire import EvidenceLine, PointDetail, PrerequisiteLine
from core.learning.days import day_of
from core.learning.level import level_of
from core.learning.mastery import decay, shown_of
from core.learning.prediction.predictor import Predictor
from core.learning.sums.record import STATUS_NAMES, Record, moment_of, record, structure
from core.ports.answers import AnswerStore
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.evidence import Evidence
from core.records.learner import Learner
from core.tables.points import KnowledgePoint, Points, Prerequisite
from core.wire import Language

FORECAST_DAYS = (0, 30, 60, 120)
"""Now, half a half-life, one and two of them."""


def point_detail(
    student_id: str,
    point_id: str,
    caller: Caller,
    *,
    language: Language,
    points: Points,
    practisable: Collection[str],
    predictor: Predictor,
    store: Store,
    clock: Clock,
) -> PointDetail:
    """A point of a student's map, as of the last update, so that the evidence listed is the evidence counted.

    Raises `NotFound` for an unknown student or point.
    """
    student_of(student_id, caller, store)
    row = points.by_id.get(point_id)
    if row is None:
        raise NotFound(f"There is no knowledge point {point_id!r}.")
    points_structure = structure(points)
    index = points_structure.index_of[point_id]
    below = tuple(index for index, each in enumerate(points.rows) if each.parent_id == point_id)
    learner = store.learner(caller.organisation_id, student_id)
    moment = moment_of(learner, clock.now())
    level = level_of(caller.organisation_id, student_id, store=store, now=clock.now())
    student_record = record(learner, level, points=points, predictor=predictor, at=moment)
    state, *children = states_of((index, *below), student_record, points, language)
    family = {point_id, *(child.point_id for child in children)}
    return PointDetail(
        state=state,
        name=state.name,
        explanation=_explanation(row, points, language),
        prerequisites=_lines(points, student_record, language, point_id=point_id, follows=False),
        leads_to=_lines(points, student_record, language, point_id=point_id, follows=True),
        children=children,
        evidence=_evidence(learner, family, moment, store),
        right=round(float(student_record.right[index]), DIGITS),
        wrong=round(float(student_record.wrong[index]), DIGITS),
        without_new_answers=_forecast(learner, student_record, index, moment, points, predictor),
        can_practise=not family.isdisjoint(practisable),
    )


def _explanation(row: KnowledgePoint, points: Points, language: Language) -> str:
    """Of the official point, which speaks of its sub-points and words too."""
    official = points.grammar_by_id.get(row.id if row.kind == "point" else row.parent_id)
    return official.explanation.get(language) if official else ""


def _lines(
    points: Points, student_record: Record, language: Language, *, point_id: str, follows: bool
) -> list[PrerequisiteLine]:
    """What the point rests on, or with `follows` what rests on it; in the order of the table."""
    points_structure = structure(points)
    names = short_names_of(points, language)

    def other(edge: Prerequisite) -> int:
        return points_structure.index_of[edge.point_id if follows else edge.requires_id]

    edges = [edge for edge in points.prerequisites if (edge.requires_id if follows else edge.point_id) == point_id]
    return [
        PrerequisiteLine(
            point_id=points_structure.ids[other(edge)],
            name=names[other(edge)],
            status=shown_of(
                STATUS_NAMES[student_record.status[other(edge)]], int(student_record.attempts[other(edge)])
            ),
            reason=reason_of(edge, language, follows=follows),
        )
        for edge in sorted(edges, key=other)
    ]


def _evidence(
    learner: Learner | None, family: Collection[str], moment: datetime, store: AnswerStore
) -> list[EvidenceLine]:
    """The pieces that are in the sums, newest first; the weights left add up to A + B."""
    if learner is None:
        return []
    pieces = [
        piece
        for piece in store.evidence_of(learner.organisation_id, learner.student_id, targets=family)
        if piece.seq <= learner.watermark and piece.target_kind == "point"
    ]
    return [
        _line(piece, moment) for piece in sorted(pieces, key=lambda piece: (piece.occurred_at, piece.seq), reverse=True)
    ]


def _line(piece: Evidence, moment: datetime) -> EvidenceLine:
    return EvidenceLine(
        source=piece.source,
        kind=piece.kind,
        occurred_at=written(piece.occurred_at),
        outcome=piece.outcome,
        weight=piece.weight,
        counts=round(piece.weight * decay(moment - piece.occurred_at), DIGITS),
        opens=opens(piece.source),
        item_id=piece.item_id,
    )


def opens(source: str) -> bool:
    """Whether a source names an answer, `ev_...#3`, that `Core.answers.evidence` can open.

    >>> opens("ev_0001#3"), opens("import-7")
    (True, False)
    """
    evaluation, _, position = source.partition("#")
    return evaluation.startswith("ev_") and position.isdigit()


def _forecast(
    learner: Learner | None, now: Record, index: int, moment: datetime, points: Points, predictor: Predictor
) -> list[tuple[str, float]]:
    """Mastery today and on later days if nothing is answered: the weights fade and the prediction stands out."""

    def on(later: datetime) -> Record:
        return now if later == moment else record(learner, now.level, points=points, predictor=predictor, at=later)

    moments = [moment + timedelta(days=days) for days in FORECAST_DAYS]
    return [(day_of(later).isoformat(), round(float(on(later).mastery[index]), DIGITS)) for later in moments]
