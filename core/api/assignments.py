"""What teachers assign, and the links that they keep."""

from __future__ import annotations

from collections.abc import Sequence

from core.access.arguments import bounded
from core.api.questions import Questions
from core.api.texts import Texts
from core.api.writing import Writing
from core.learning.days import day_of
from core.plan.assignments import assigning, writing
from core.plan.assignments.progress import assignment_id_of, of_student, resource_id_of, view
from core.plan.assignments.wire import (
    KEPT,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_ITEMS,
    MOST_MINUTES,
    MOST_POINTS,
    AloudSentence,
    AssignmentView,
    AssignRequest,
    Body,
    EssayBody,
    EssayWork,
    ItemsBody,
    ItemsWork,
    LinkBody,
    LinkFields,
    LinkView,
    LinkWork,
    MyAssignment,
    Progress,
    State,
    StudentState,
    TextBody,
    TextWork,
    TitleLine,
    Work,
    WritingTask,
    WritingView,
)
from core.plan.lessons import links
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.items import Item
from core.records.plan import AssignmentKind
from core.tables import Tables
from core.wire import SKILLS, Skill

__all__ = [
    "KEPT",
    "LONGEST_TEXT",
    "LONGEST_TITLE",
    "MOST_ITEMS",
    "MOST_MINUTES",
    "MOST_POINTS",
    "OWN_TITLE",
    "SKILLS",
    "AloudSentence",
    "AssignRequest",
    "AssignmentKind",
    "AssignmentView",
    "EssayBody",
    "EssayWork",
    "ItemsBody",
    "ItemsWork",
    "LinkBody",
    "LinkFields",
    "LinkView",
    "LinkWork",
    "MyAssignment",
    "Progress",
    "Skill",
    "State",
    "StudentState",
    "TextBody",
    "TextWork",
    "TitleLine",
    "WritingTask",
    "WritingView",
    "assignment_id_of",
    "han_count",
    "resource_id_of",
]
"""Names that pages may import for assignments (they use the core through its facade only)."""

OWN_TITLE = writing.OWN

han_count = assigning.han_count


@bounded
class Assignments:
    """What teachers assign, and the links that they keep."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        questions: Questions,
        texts: Texts,
        writing: Writing,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self._questions = questions
        self._texts = texts
        self._writing = writing

    def assign(self, request: AssignRequest, caller: Caller, *, by: str) -> AssignmentView:
        """Assign something to a class or to some of its students; `by` is the id of the teacher's account.

        A new link joins the organisation's resources. Raises `Forbidden`, `BadParameter`, `NotFound`.
        """
        assigning.teacher(by, caller, store=self._store)
        assigning.checked(request, caller, store=self._store, clock=self._clock)
        return assigning.add(
            request,
            self._body(request.work, caller, by=by),
            caller,
            by=by,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )

    def withdraw(self, assignment_id: str, caller: Caller, *, by: str) -> bool:
        """Withdraw an assignment; what students did of it stays done. False when it is withdrawn already. Raises `Forbidden`,
        `NotFound`."""
        assigning.teacher(by, caller, store=self._store)
        assigning.own_assignment(assignment_id, caller, store=self._store)
        return self._store.withdraw_assignment(caller.organisation_id, assignment_id, self._clock.now())

    def reinstate(self, assignment_id: str, caller: Caller, *, by: str) -> bool:
        """Undo a withdrawal; False when the assignment is not withdrawn. Raises `Forbidden`, `NotFound`."""
        assigning.teacher(by, caller, store=self._store)
        assigning.own_assignment(assignment_id, caller, store=self._store)
        return self._store.withdraw_assignment(caller.organisation_id, assignment_id, None)

    def current(self, caller: Caller) -> list[AssignmentView]:
        """The assignments of the organisation's teachers that are not withdrawn, newest first."""
        return assigning.current_assignments(caller, store=self._store)

    def progress(self, assignment_id: str, caller: Caller) -> Progress:
        """Who did what of an assignment. Raises `NotFound`."""
        row = assigning.current_assignment(assignment_id, caller, store=self._store)
        return assigning.progress([row], caller, store=self._store)[0]

    def class_progress(self, caller: Caller, *, most: int | None = None) -> list[Progress]:
        """Who did what of all assignments, or of the newest `most`; newest first."""
        rows = assigning.seen(self._store.assignments(caller.organisation_id), caller, store=self._store)[:most]
        return assigning.progress(rows, caller, store=self._store)

    def _body(self, work: Work, caller: Caller, *, by: str) -> Body:
        if isinstance(work, ItemsWork):
            return assigning.items_body(self._issued_items(work.item_ids, caller))
        if isinstance(work, TextWork):
            return assigning.text_body(work, self._texts.level_of)
        if isinstance(work, EssayWork):
            return assigning.essay_body(work, self._writing.titles_by_id)
        if work.fields is not None:
            return assigning.link_body(self.add_link(work.fields, caller, by=by))
        return assigning.link_body(links.found_link(work.link_id, caller, store=self._store))

    def _issued_items(self, item_ids: Sequence[str], caller: Caller) -> list[Item]:
        """The items, stored so that a round over them can be started, and marked as shown to nobody."""
        items = [self._questions.item(item_id, caller).item for item_id in dict.fromkeys(item_ids)]
        now = self._clock.now()
        self._store.issue_items(
            items,
            organisation_id=caller.organisation_id,
            student_id=None,
            at=now,
            not_since=now,
            call=None,
            reply=None,
        )
        return items

    def links(self, caller: Caller) -> list[LinkView]:
        """The organisation's links, newest first."""
        return links.links_of(caller, store=self._store)

    def add_link(self, fields: LinkFields, caller: Caller, *, by: str) -> LinkView:
        """Store a link among the organisation's resources. Raises `Forbidden`, `BadParameter`."""
        assigning.teacher(by, caller, store=self._store)
        return links.add(
            fields,
            caller,
            by=by,
            known_points=self._tables.points.grammar_by_id,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )

    def remove_link(self, link_id: str, caller: Caller, *, by: str) -> bool:
        """Remove a link; assignments of it stay. False when it is removed already. Raises `Forbidden`."""
        assigning.teacher(by, caller, store=self._store)
        return self._store.remove_link(caller.organisation_id, link_id, self._clock.now())

    def restore_link(self, link_id: str, caller: Caller, *, by: str) -> bool:
        """Undo a removal; False when the link is not removed. Raises `Forbidden`."""
        assigning.teacher(by, caller, store=self._store)
        return self._store.remove_link(caller.organisation_id, link_id, None)

    def of_student(self, student_id: str, caller: Caller) -> list[MyAssignment]:
        """What is assigned to a student: first what is still to be done, soonest due first, then the rest, newest first."""
        today = day_of(self._clock.now())
        return of_student(caller.organisation_id, student_id, today, store=self._store)

    def assignment_of_student(self, student_id: str, assignment_id: str, caller: Caller) -> AssignmentView:
        """One of a student's assignments. Raises `NotFound`, for another student's too."""
        row = assigning.current_assignment(assignment_id, caller, store=self._store, student_id=student_id)
        return view(row, store=self._store)
