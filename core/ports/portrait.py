"""What portrait, placement and contests need of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from core.records.access import Call
from core.records.evidence import Evidence
from core.records.learner import Contest, FirstPortrait, Placement, PortraitInput, PortraitState


class PortraitStore(Protocol):
    """Baselines, folded portraits, placements, contests."""

    def first_portrait(self, organisation_id: str, student_id: str) -> FirstPortrait | None:
        """The newest baseline, which is in force."""
        ...

    def first_portraits(self, organisation_id: str, student_id: str) -> list[FirstPortrait]:
        """All baselines, oldest first."""
        ...

    def portrait_state(self, organisation_id: str, student_id: str) -> PortraitState | None: ...

    def level_sources(
        self, organisation_id: str, student_ids: Sequence[str]
    ) -> dict[str, tuple[PortraitState | None, FirstPortrait | None]]:
        """The folded portrait and the baseline in force of each student, for `core.learning.level`: two queries, however many they are."""
        ...

    def portrait_states(self, organisation_id: str) -> list[PortraitState]:
        """The folded portraits of all students of the organisation who have one, by student id."""
        ...

    def fold_portraits(
        self,
        organisation_id: str,
        student_ids: Sequence[str],
        fold: Callable[[PortraitInput], tuple[PortraitState | None, str | None]],
        *,
        version: str,
        at: datetime,
        evidence: Sequence[Evidence] = (),
        baseline: FirstPortrait | None = None,
        call: Call | None = None,
        create: bool = False,
    ) -> list[PortraitInput]:
        """Create the students if new (only with `create`), store the baseline, append the evidence, fold each portrait, store the results
        and count the call, all in one transaction.

        `fold` gets a student's state (None when it is of another `version`) with the evidence above its watermark, and returns
        the new state, or None if nothing is to be written, and the reply to store. Returns the inputs of the folds; without
        `create`, students who do not exist (any more) are skipped. Raises `QuotaExceeded`, `AlreadyAnswered`.
        """
        ...

    def add_placement(self, placement: Placement) -> None: ...

    def put_placement(self, placement: Placement, *, before: str) -> bool:
        """Store the steps of a placement in place of those in `before`; False when another call was quicker."""
        ...

    def placement(self, organisation_id: str, placement_id: str) -> Placement | None: ...

    def latest_placement(self, organisation_id: str, student_id: str, *, finished: bool = False) -> Placement | None:
        """The student's newest placement; with `finished` the newest of those that were finished."""
        ...

    def add_contest(self, contest: Contest) -> bool:
        """Store a contest; False when the student has an open contest of the same target."""
        ...

    def contests(self, organisation_id: str, student_id: str) -> list[Contest]:
        """The student's contests, newest first."""
        ...

    def settle_contest(self, organisation_id: str, contest_id: str, *, after: float | None, at: datetime) -> bool:
        """Close a contest with the value after it; False when it is settled already."""
        ...
