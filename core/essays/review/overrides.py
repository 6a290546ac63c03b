"""Teachers' own scores of essays, which stand beside the score of the report."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import get_args

from core.errors import BadParameter
from core.essays.history_wire import EssayView
from core.essays.review import views
from core.essays.review.notes import checked_note
from core.essays.review.wire import MOST_POINTS, EssayOverride
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.essays import EssayOverrideRow, RubricPart

RUBRIC: tuple[RubricPart, ...] = get_args(RubricPart)
"""The parts of the rubric that a teacher can score."""


def put(
    essay: EssayView,
    caller: Caller,
    *,
    score: float | None,
    rubric: Mapping[RubricPart, int],
    note: str,
    store: Store,
    clock: Clock,
) -> None:
    """Store a teacher's score, 0-100, with 0-5 points for each part of the rubric that is given; None takes an earlier one back.

    Raises `BadParameter`.
    """
    if score is None:
        store.remove_essay_override(caller.organisation_id, essay.evaluation_id)
        return
    _refuse_unusable(score, rubric)
    store.put_essay_override(
        EssayOverrideRow(
            evaluation_id=essay.evaluation_id,
            organisation_id=caller.organisation_id,
            student_id=essay.student_id,
            score=float(score),
            rubric=dict(rubric),
            note=checked_note(note),
            teacher=caller.person,
            at=clock.now(),
        )
    )


def override_of(essay: EssayView, caller: Caller, *, store: Store) -> EssayOverride | None:
    """The teacher's score of an essay, or None."""
    row = store.essay_override(caller.organisation_id, essay.evaluation_id)
    return None if row is None else views.override(row)


def _refuse_unusable(score: float, rubric: Mapping[RubricPart, int]) -> None:
    """Raise `BadParameter` for a score or points out of range, or a part that the rubric does not have."""
    if not (isfinite(score) and 0 <= score <= 100):
        raise BadParameter.of("score", f"{score} is not between 0 and 100")
    for part, points in rubric.items():
        if part not in RUBRIC:
            raise BadParameter.of("rubric", f"{part!r} is no part of the rubric")
        if isinstance(points, bool) or not isinstance(points, int) or not 0 <= points <= MOST_POINTS:
            raise BadParameter.of("rubric", f"{part}: {points!r} is not a whole number from 0 to {MOST_POINTS}")
