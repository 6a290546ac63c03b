"""What the daily plan needs of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Protocol

from core.records.access import Call
from core.records.answers import AnswerRow
from core.records.evidence import Evidence
from core.records.items import Item
from core.records.plan import (
    AnswerTime,
    Assignment,
    Completion,
    MemoryState,
    ResourceLink,
    StoredPlan,
    StoredSettings,
    Writing,
)  # fmt: skip


class PlanStore(Protocol):
    """Settings, plans, things done."""

    def plan(self, organisation_id: str, student_id: str, day: date) -> StoredPlan | None: ...

    def plans_between(self, organisation_id: str, student_id: str, first: date, last: date) -> list[StoredPlan]:
        """Both days included, oldest first."""
        ...

    def plans_of_day(self, organisation_id: str, day: date) -> list[StoredPlan]:
        """Of all students, by student id."""
        ...

    def students_with_plans(self, organisation_id: str, first: date, last: date) -> list[str]:
        """Students with a plan of any of the days, both included, in order."""
        ...

    def put_plan(
        self,
        plan: StoredPlan,
        *,
        before: int | None,
        items: Sequence[Item] = (),
        call: Call | None = None,
        reply: str | None = None,
    ) -> bool:
        """Keep a plan in place of the one of version `before` (None: there is none yet) with the items it names, and count
        the call; all or nothing. False, and nothing written or counted, when another was quicker. Raises `QuotaExceeded`."""
        ...

    def add_plans(self, plans: Sequence[StoredPlan], items: Iterable[Item]) -> int:
        """Keep plans of many students with their items; a day that has a plan is left as it is. How many were new."""
        ...

    def missing_item_ids(self, item_ids: Collection[str]) -> frozenset[str]:
        """Those of the ids under which no item is kept."""
        ...

    def plan_settings(self, organisation_id: str, student_ids: Sequence[str]) -> dict[str, StoredSettings]:
        """Of those named that have any, by student id."""
        ...

    def put_plan_settings(self, settings: StoredSettings) -> None:
        """The student is made when new."""
        ...

    def add_completion(self, done: Completion, evidence: Sequence[Evidence] = ()) -> bool:
        """Note that something was done, with what it says of the student; once a day and resource. False when it was noted before."""
        ...

    def completions_between(
        self, organisation_id: str, student_ids: Sequence[str], first: date, last: date
    ) -> list[Completion]:
        """Both days included, oldest first."""
        ...

    def items_shown_to(
        self, organisation_id: str, student_ids: Sequence[str], since: datetime
    ) -> dict[str, frozenset[str]]:
        """Ids of the items that each student was shown after a moment."""
        ...

    def answer_seconds(self, organisation_id: str, student_ids: Sequence[str], since: datetime) -> list[AnswerTime]:
        """Times of answers from a moment on that were not left empty, by student and then oldest first."""
        ...

    def evidence_of_kinds(
        self, organisation_id: str, student_ids: Sequence[str], kinds: Collection[str], since: datetime
    ) -> list[Evidence]:
        """What occurred from a moment on, by student and then oldest first."""
        ...


class MemoryStore(Protocol):
    """Folded FSRS cards."""

    def memory(self, organisation_id: str, student_ids: Sequence[str]) -> dict[str, MemoryState]:
        """Of those named that have any, by student id."""
        ...

    def fold_memory(
        self,
        organisation_id: str,
        student_ids: Sequence[str],
        fold: Callable[[str, str | None, Sequence[Evidence]], str],
        *,
        version: str,
        at: datetime,
    ) -> int:
        """Fold each student's evidence of points and words above the own watermark into the cards, in one transaction.

        `fold(student_id, cards or None, evidence in order of occurrence)` gives the new cards, or an empty text where the evidence does
        not follow upon the cards: then it is called once more with all of the evidence and no cards. A state of another `version` counts as none, and all
        the evidence comes again. Students without new evidence are passed over; how many were written.
        """
        ...


class AssignmentStore(Protocol):
    """What teachers assign, students' writing, teachers' links."""

    def add_assignment(self, assignment: Assignment) -> None: ...

    def assignments(
        self, organisation_id: str, *, student_id: str | None = None, due_from: date | None = None
    ) -> list[Assignment]:
        """Not withdrawn, newest first; with `student_id` those that are the student's, with `due_from` those due on that day or later."""
        ...

    def assignment(self, organisation_id: str, assignment_id: str) -> Assignment | None:
        """Withdrawn ones too."""
        ...

    def withdraw_assignment(self, organisation_id: str, assignment_id: str, at: datetime | None) -> bool:
        """Take it back, or (None) give it again; False when it is so already."""
        ...

    def answers_to_items(
        self, organisation_id: str, item_ids: Collection[str], student_ids: Collection[str], since: datetime
    ) -> list[AnswerRow]:
        """The students' answers on these items from a moment on, those left empty too, by student and then oldest first.
        An upheld appeal counts as right."""
        ...

    def put_writing(self, writing: Writing) -> bool:
        """Keep a text, in place of the earlier state of the same writing; False, and nothing written, when it was handed in before."""
        ...

    def hand_in(self, writing: Writing, evidence: Sequence[Evidence]) -> bool:
        """Keep the text as handed in, with what it says of the student; False when it was handed in before."""
        ...

    def writing(self, organisation_id: str, writing_id: str) -> Writing | None: ...

    def writings(
        self, organisation_id: str, *, student_id: str | None = None, resource_id: str | None = None
    ) -> list[Writing]:
        """Newest change first."""
        ...

    def add_link(self, link: ResourceLink) -> None: ...

    def links(self, organisation_id: str) -> list[ResourceLink]:
        """Not removed, newest first."""
        ...

    def remove_link(self, organisation_id: str, link_id: str, at: datetime | None) -> bool:
        """Remove, or (None) bring back; False when it is so already."""
        ...
