"""What the daily plan needs of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Protocol

from core.records.access import Call
from core.records.answers import AnswerRow
from core.records.evidence import Evidence
from core.records.items import Item
from core.records.own_lessons import OwnLesson
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
from core.records.speech import ReadingLine


class PlanStore(Protocol):
    """Settings, plans, completions."""

    def plan(self, organisation_id: str, student_id: str, day: date) -> StoredPlan | None: ...

    def plans_between(self, organisation_id: str, student_id: str, first: date, last: date) -> list[StoredPlan]:
        """The student's plans from `first` to `last`, both included, oldest first."""
        ...

    def plans_of_day(self, organisation_id: str, day: date) -> list[StoredPlan]:
        """The plans of all students for a day, by student id."""
        ...

    def students_with_plans(self, organisation_id: str, first: date, last: date) -> list[str]:
        """Ids of the students with a plan for any day from `first` to `last`, both included, in order."""
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
        """Store a plan in place of the one with version `before` (None: there is none yet) along with its items, and count the
        call; all or nothing. False, and nothing written or counted, when another call was quicker. Raises `QuotaExceeded`."""
        ...

    def add_plans(self, plans: Sequence[StoredPlan], items: Iterable[Item]) -> int:
        """Store plans of many students with their items; a day that has a plan already is left as it is. Returns the number of new plans."""
        ...

    def missing_item_ids(self, item_ids: Collection[str]) -> frozenset[str]:
        """Those of the ids under which no item is stored."""
        ...

    def plan_settings(self, organisation_id: str, student_ids: Sequence[str]) -> dict[str, StoredSettings]:
        """Settings of those of the students who have any, by student id."""
        ...

    def put_plan_settings(self, settings: StoredSettings) -> None:
        """Store settings in place of the earlier ones; the student is created if new."""
        ...

    def add_completion(self, completion: Completion, evidence: Sequence[Evidence] = ()) -> bool:
        """Record a completion with its evidence, once for each day and resource. False when it was recorded before."""
        ...

    def completions_between(
        self, organisation_id: str, student_ids: Sequence[str], first: date, last: date
    ) -> list[Completion]:
        """Completions of the students from `first` to `last`, both included, oldest first."""
        ...

    def items_shown_to(
        self, organisation_id: str, student_ids: Sequence[str], since: datetime
    ) -> dict[str, frozenset[str]]:
        """Ids of the items that each student was shown since a time."""
        ...

    def sources_shown_to(
        self, organisation_id: str, student_ids: Sequence[str], since: datetime
    ) -> dict[str, frozenset[str]]:
        """What the items that each student was shown since a time were made from; of a set each of its sources."""
        ...

    def answer_seconds(self, organisation_id: str, student_ids: Sequence[str], since: datetime) -> list[AnswerTime]:
        """Seconds spent on answers since a time that were not left empty, by student and then oldest first."""
        ...

    def evidence_of_kinds(
        self, organisation_id: str, student_ids: Sequence[str], kinds: Collection[str], since: datetime
    ) -> list[Evidence]:
        """Evidence of these kinds that occurred since a time, by student and then oldest first."""
        ...

    def evidence_on_points(
        self, organisation_id: str, student_ids: Sequence[str], point_ids: Collection[str], since: datetime
    ) -> list[Evidence]:
        """Evidence on these knowledge points that occurred since a time, by student and then oldest first."""
        ...


class MemoryStore(Protocol):
    """Folded FSRS cards."""

    def memory(self, organisation_id: str, student_ids: Sequence[str]) -> dict[str, MemoryState]:
        """The folded cards of those of the students who have any, by student id."""
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
        """Fold each student's evidence on points and words above the student's own watermark into the cards, in one transaction.

        `fold(student_id, cards or None, evidence in order of occurrence)` returns the new cards, or an empty text if the evidence
        cannot be added to the cards: then it is called once more with all of the evidence and no cards. A state of another
        `version` is ignored, and all the evidence is folded again. Students without new evidence are skipped. Returns the number
        of students written.
        """
        ...


class AssignmentStore(Protocol):
    """What teachers assign, students' writing, teachers' links."""

    def add_assignment(self, assignment: Assignment) -> None: ...

    def assignments(
        self,
        organisation_id: str,
        *,
        student_id: str | None = None,
        due_from: date | None = None,
        assignment_ids: Collection[str] | None = None,
    ) -> list[Assignment]:
        """Assignments that are not withdrawn, newest first; with `student_id` only those for the student, with `due_from` only those due on
        that day or later, for a student with more time at least, with `assignment_ids` only those."""
        ...

    def assignment(self, organisation_id: str, assignment_id: str) -> Assignment | None:
        """The assignment with that id, also if it is withdrawn."""
        ...

    def withdraw_assignment(self, organisation_id: str, assignment_id: str, at: datetime | None) -> bool:
        """Withdraw an assignment, or (None) restore it; False when nothing changed."""
        ...

    def extend_assignment(
        self, organisation_id: str, assignment_id: str, student_ids: Collection[str], due_at: datetime | None
    ) -> None:
        """Give students more time, in place of any given before, or (None) the time that everybody has."""
        ...

    def readings_of_texts(
        self, organisation_id: str, text_keys: Collection[str], student_ids: Collection[str], since: datetime
    ) -> list[ReadingLine]:
        """The students' readings aloud of the texts with these keys since a time, by student and then oldest first."""
        ...

    def answers_to_items(
        self, organisation_id: str, item_ids: Collection[str], student_ids: Collection[str], since: datetime
    ) -> list[AnswerRow]:
        """The students' answers to these items since a time, empty ones included, by student and then oldest first.
        An answer with an upheld appeal counts as right."""
        ...

    def put_writing(self, writing: Writing) -> bool:
        """Store a text in place of its earlier state; False, and nothing stored, when it was handed in before."""
        ...

    def hand_in(self, writing: Writing, evidence: Sequence[Evidence]) -> bool:
        """Store the text as handed in, with its evidence; False when it was handed in before."""
        ...

    def writing(self, organisation_id: str, writing_id: str) -> Writing | None: ...

    def writings(
        self,
        organisation_id: str,
        *,
        student_id: str | None = None,
        resource_id: str | None = None,
        resource_ids: Collection[str] | None = None,
    ) -> list[Writing]:
        """The organisation's texts, those of one student or on some resources only, the last changed first."""
        ...

    def add_link(self, link: ResourceLink) -> None: ...

    def links(self, organisation_id: str) -> list[ResourceLink]:
        """The organisation's links that are not removed, newest first."""
        ...

    def remove_link(self, organisation_id: str, link_id: str, at: datetime | None) -> bool:
        """Remove a link, or (None) restore it; False when nothing changed."""
        ...


class OwnLessonStore(Protocol):
    """Lessons that an organisation's teachers wrote."""

    def own_lessons(self, organisation_id: str) -> list[OwnLesson]:
        """All lessons of the organisation, the one changed last first."""
        ...

    def own_lesson(self, organisation_id: str, lesson_id: str) -> OwnLesson | None: ...

    def put_own_lesson(self, row: OwnLesson) -> bool:
        """Store a lesson of which nothing is stored (version 1), or the next version of a stored one. False, and nothing written, where it was
        changed in the meantime."""
        ...

    def delete_own_lesson(self, row: OwnLesson) -> bool:
        """Delete a lesson in the version of `row`; False, and nothing written, where it was changed in the meantime."""
        ...
