"""Verdicts on edits and teachers' scores: accepted, called right, settled, overridden."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import get_args

from core.access.arguments import bounded
from core.api.essays import Essays
from core.errors import BadParameter, NotFound
from core.essays.history import NUL
from core.essays.history_wire import EssayView
from core.essays.refusals import AlreadySettled
from core.essays.review import views as review_views
from core.essays.review.dismissals import known_by
from core.essays.review.settling import change_of, retractions
from core.essays.review.wire import LONGEST_NOTE, MOST_POINTS, DismissedEdit, EditVerdict, EssayOverride
from core.essays.wire import EditShown
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.essays import EssayOverrideRow, EssayVerdictRow, RubricPart, Settled, Verdict

__all__ = [
    "LONGEST_NOTE",
    "MOST_POINTS",
    "RUBRIC",
    "DismissedEdit",
    "EditVerdict",
    "EssayOverride",
    "RubricPart",
    "Settled",
    "Verdict",
]

RUBRIC: tuple[RubricPart, ...] = get_args(RubricPart)

MOST_DISMISSALS = 200
"""In the teacher's inbox at once: an afternoon's work; the newest come first."""


@bounded
class EssayReviews:
    """Verdicts on edits and teachers' scores: accepted, called right, settled, overridden."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        essays: Essays,
    ) -> None:
        self._store = store
        self._clock = clock
        self._essays = essays

    def judge(
        self,
        student_id: str,
        evaluation_id: str,
        *,
        start: int,
        end: int,
        replacement: str,
        verdict: Verdict | None,
        note: str = "",
        caller: Caller,
    ) -> None:
        """Keep the student's word on an edit or a place to check; None takes it back.

        What is dismissed waits for the teacher, and is passed over in whatever the student has evaluated from then on. What a teacher
        has overruled can still be accepted. Raises `NotFound`, `AlreadySettled`.
        """
        essay = self._essays.essay(evaluation_id, caller, student_id=student_id)
        edit = _edit(essay, start, end, replacement)
        kept = self._verdict(evaluation_id, edit, caller)
        if kept is not None and kept.settled and (verdict is None or kept.settled == "upheld"):
            raise AlreadySettled(edit.original, edit.replacement)
        if verdict is None:
            self._store.remove_essay_verdict(
                caller.organisation_id, evaluation_id, start=start, end=end, replacement=replacement
            )
            return
        report = essay.report
        row = EssayVerdictRow(
            evaluation_id=evaluation_id,
            organisation_id=caller.organisation_id,
            student_id=student_id,
            start=start,
            end=end,
            replacement=replacement,
            verdict=verdict,
            note=_note(note),
            known_by=known_by(report.essay_content, change_of(edit), [change_of(each) for each in report.edits]),
            judged_at=self._clock.now(),
        )
        if not self._store.put_essay_verdict(row):
            raise AlreadySettled(edit.original, edit.replacement)

    def verdicts(self, evaluation_id: str, caller: Caller) -> list[EditVerdict]:
        """What was said of a report's edits, by place. Raises `NotFound`."""
        report = self._essays.essay(evaluation_id, caller).report
        return review_views.verdicts(self._store.essay_verdicts(caller.organisation_id, evaluation_id), report)

    def dismissed(self, caller: Caller, *, settled: bool = False) -> list[DismissedEdit]:
        """What the organisation's students hold to be right and no teacher has settled, or (settled) one has; newest first."""
        rows = self._store.dismissals(caller.organisation_id, settled=settled, limit=MOST_DISMISSALS)
        return review_views.dismissed(rows)

    def settle(
        self,
        evaluation_id: str,
        *,
        start: int,
        end: int,
        replacement: str,
        upheld: bool,
        note: str,
        caller: Caller,
    ) -> None:
        """The teacher's word on a dismissal: upheld, what the log said of the error is taken back. The first word stands.

        Raises `NotFound` where there is no such dismissal, or the student has taken it back.
        """
        essay = self._essays.essay(evaluation_id, caller)
        edit = _edit(essay, start, end, replacement)
        row = self._verdict(evaluation_id, edit, caller)
        if row is not None and row.settled:
            return
        if row is None or row.verdict != "dismissed":
            raise NotFound(f"The student holds no edit {edit.original!r} to {replacement!r} to be wrong.")
        log = self._store.evidence_of(caller.organisation_id, essay.student_id) if upheld else []
        self._store.settle_essay_verdict(
            row,
            settled="upheld" if upheld else "overruled",
            note=_note(note),
            evidence=retractions(essay.report, edit, log, act=essay.act),
            at=self._clock.now(),
        )

    def override(
        self, evaluation_id: str, *, score: float | None, rubric: Mapping[RubricPart, int], note: str, caller: Caller
    ) -> None:
        """A teacher's own score beside the report's, 0-100, with 0-5 for each part of the rubric that is given; None takes it back.

        Raises `NotFound`, `BadParameter`.
        """
        essay = self._essays.essay(evaluation_id, caller)
        if score is None:
            self._store.remove_essay_override(caller.organisation_id, evaluation_id)
            return
        _refuse_unusable(score, rubric)
        self._store.put_essay_override(
            EssayOverrideRow(
                evaluation_id=evaluation_id,
                organisation_id=caller.organisation_id,
                student_id=essay.student_id,
                score=float(score),
                rubric=dict(rubric),
                note=_note(note),
                teacher=caller.person,
                at=self._clock.now(),
            )
        )

    def override_of(self, evaluation_id: str, caller: Caller) -> EssayOverride | None:
        """A teacher's score of an essay. Raises `NotFound` where there is no essay."""
        self._essays.essay(evaluation_id, caller)
        row = self._store.essay_override(caller.organisation_id, evaluation_id)
        return None if row is None else review_views.override(row)

    def _verdict(self, evaluation_id: str, edit: EditShown, caller: Caller) -> EssayVerdictRow | None:
        """What the student said of an edit."""
        name = edit.start, edit.end, edit.replacement
        rows = self._store.essay_verdicts(caller.organisation_id, evaluation_id)
        return next((row for row in rows if (row.start, row.end, row.replacement) == name), None)


def _edit(essay: EssayView, start: int, end: int, replacement: str) -> EditShown:
    """Raises `NotFound`."""
    found = review_views.named(essay.report, start, end, replacement)
    if found is None:
        raise NotFound(f"Essay {essay.evaluation_id!r} has no edit {replacement!r} at {start}-{end}.")
    return found


def _note(note: str) -> str:
    """Raises `BadParameter`."""
    if len(note) > LONGEST_NOTE:
        raise BadParameter.of("note", f"has {len(note)} characters; at most {LONGEST_NOTE} are kept")
    return note.replace(NUL, "").strip()


def _refuse_unusable(score: float, rubric: Mapping[RubricPart, int]) -> None:
    """Raises `BadParameter`."""
    if not (isfinite(score) and 0 <= score <= 100):
        raise BadParameter.of("score", f"{score} is not between 0 and 100")
    for part, points in rubric.items():
        if part not in RUBRIC:
            raise BadParameter.of("rubric", f"{part!r} is no part of the rubric")
        if isinstance(points, bool) or not isinstance(points, int) or not 0 <= points <= MOST_POINTS:
            raise BadParameter.of("rubric", f"{part}: {points!r} is not a whole number from 0 to {MOST_POINTS}")
