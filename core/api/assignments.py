"""What teachers assign, and the links that they keep."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, time
from functools import cached_property

from core.access.arguments import bounded
from core.answers import practice
from core.answers.wire import PracticeView
from core.api.plan import Plans
from core.api.questions import Questions
from core.api.texts import Texts
from core.api.writing import Writing
from core.errors import NotFound
from core.plan.assignments import assigning, writing
from core.plan.assignments.deadlines import LONGEST_LATE_DAYS, OPEN_AFTER_DAYS, is_open, is_over
from core.plan.assignments.own import of_student, open_count
from core.plan.assignments.progress import assignment_id_of, resource_id_of, states, view
from core.plan.assignments.sharing import SharedSentence, shared_sentences
from core.plan.assignments.wire import (
    END_OF_DAY,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_ALOUD,
    MOST_ITEMS,
    MOST_MINUTES,
    MOST_POINTS,
    AloudBody,
    AloudSentence,
    AloudText,
    AloudWork,
    AssignmentView,
    AssignRequest,
    Body,
    EssayBody,
    EssayWork,
    ItemsBody,
    ItemsWork,
    LessonBody,
    LessonWork,
    LinkBody,
    LinkFields,
    LinkView,
    LinkWork,
    MyAssignment,
    Progress,
    Standing,
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
from core.ports.language import ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.service import keep
from core.records.access import Caller
from core.records.items import Item
from core.records.plan import AssignmentKind
from core.speech.drills.choices import TextChoices
from core.speech.history import text_key
from core.speech.upload import check_text
from core.tables import Tables
from core.wire import SKILLS, Skill

__all__ = [
    "END_OF_DAY",
    "LONGEST_LATE_DAYS",
    "LONGEST_TEXT",
    "LONGEST_TITLE",
    "MOST_ALOUD",
    "MOST_ITEMS",
    "MOST_MINUTES",
    "MOST_POINTS",
    "OPEN_AFTER_DAYS",
    "OWN_TITLE",
    "SKILLS",
    "AloudBody",
    "AloudSentence",
    "AloudText",
    "AloudWork",
    "AssignRequest",
    "AssignmentKind",
    "AssignmentView",
    "EssayBody",
    "EssayWork",
    "ItemsBody",
    "ItemsWork",
    "LessonBody",
    "LessonWork",
    "LinkBody",
    "LinkFields",
    "LinkView",
    "LinkWork",
    "MyAssignment",
    "Progress",
    "SharedSentence",
    "Skill",
    "Standing",
    "State",
    "StudentState",
    "TextBody",
    "TextWork",
    "TitleLine",
    "WritingTask",
    "WritingView",
    "assignment_id_of",
    "han_count",
    "is_over",
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
        converter: ScriptConverter,
        plan: Plans,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self._questions = questions
        self._texts = texts
        self._writing = writing
        self._converter = converter
        self._plan = plan

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
        assigning.own_assignment(assignment_id, caller, by=by, store=self._store)
        return self._store.withdraw_assignment(caller.organisation_id, assignment_id, self._clock.now())

    def reinstate(self, assignment_id: str, caller: Caller, *, by: str) -> bool:
        """Undo a withdrawal; False when the assignment is not withdrawn. Raises `Forbidden`, `NotFound`."""
        assigning.own_assignment(assignment_id, caller, by=by, store=self._store)
        return self._store.withdraw_assignment(caller.organisation_id, assignment_id, None)

    def current(self, caller: Caller) -> list[AssignmentView]:
        """The assignments of the organisation's teachers that are not withdrawn, newest first."""
        return assigning.current_assignments(caller, store=self._store)

    def progress(self, assignment_id: str, caller: Caller) -> Progress:
        """Who did what of an assignment. Raises `NotFound`."""
        row = assigning.current_assignment(assignment_id, caller, store=self._store)
        return assigning.progress([row], caller, store=self._store)[0]

    def class_progress(self, caller: Caller, *, only: Sequence[str] | None = None) -> list[Progress]:
        """Who did what of all assignments, or of those with these ids; newest first."""
        rows = assigning.seen(self._store.assignments(caller.organisation_id), caller, store=self._store)
        chosen = rows if only is None else [row for row in rows if row.assignment_id in set(only)]
        return assigning.progress(chosen, caller, store=self._store)

    def _body(self, work: Work, caller: Caller, *, by: str) -> Body:
        if isinstance(work, ItemsWork):
            return assigning.items_body(self._issued_items(work.item_ids, caller))
        if isinstance(work, TextWork):
            return assigning.text_body(work, self._texts.level_of)
        if isinstance(work, EssayWork):
            return assigning.essay_body(work, self._writing.titles_by_id)
        if isinstance(work, AloudWork):
            return self._aloud_body(work)
        if isinstance(work, LessonWork):
            lesson = self._plan.lesson(work.lesson_id, caller)
            if lesson is None:
                raise NotFound(f"There is no lesson {work.lesson_id!r}.")
            return assigning.lesson_body(lesson)
        if work.fields is not None:
            return assigning.link_body(self.add_link(work.fields, caller, by=by))
        return assigning.link_body(links.found_link(work.link_id, caller, store=self._store))

    def _aloud_body(self, work: AloudWork) -> AloudBody:
        """Raises `NotFound` for an unknown text, `BadParameter` for one that cannot be read aloud."""
        texts = []
        for text_id in work.text_ids:
            choice = self._text_choices.by_id.get(text_id)
            if choice is None:
                raise NotFound(f"There is no text {text_id!r}.")
            texts.append(AloudText(text_id=text_id, text=choice.text, key=self._key(choice.text), level=choice.level))
        own, level_known = work.text.strip(), True
        if own:
            check_text(own)
            level, level_known = self._texts.level_of(own)
            texts.append(AloudText(text=own, key=self._key(own), level=level))
        return assigning.aloud_body(texts, least_score=work.least_score, level_known=level_known)

    def _key(self, text: str) -> str:
        return text_key(self._converter.simplified(text))

    @cached_property
    def _text_choices(self) -> TextChoices:
        return TextChoices(self._tables.content)

    def _issued_items(self, item_ids: Sequence[str], caller: Caller) -> list[Item]:
        """The items, stored so that a round over them can be started, and marked as shown to nobody."""
        items = [self._questions.item(item_id, caller).item for item_id in dict.fromkeys(item_ids)]
        keep(items, caller, store=self._store, clock=self._clock)
        return items

    def extend(
        self,
        assignment_id: str,
        student_ids: Sequence[str],
        day: date | None,
        caller: Caller,
        *,
        minute: time = END_OF_DAY,
        by: str,
    ) -> None:
        """Give students more time, until a minute of a day in UTC+8, or (`day` None) the time that everybody has.

        Raises `Forbidden`, `NotFound`, `BadParameter`.
        """
        assigning.teacher(by, caller, store=self._store)
        row = assigning.current_assignment(assignment_id, caller, store=self._store)
        assigning.extend(row, student_ids, day, minute, caller, store=self._store, clock=self._clock)

    def shared_sentences(self, assignment_id: str, caller: Caller) -> list[SharedSentence]:
        """Sentences that two students or more handed in alike for an essay. Raises `NotFound`."""
        row = assigning.current_assignment(assignment_id, caller, store=self._store)
        return shared_sentences(row, caller, store=self._store, simplify=self._converter.simplified)

    def start(self, student_id: str, assignment_id: str, caller: Caller) -> PracticeView:
        """A round over the items of an assignment that the student has not answered, or the one that was begun. Raises `NotFound`, also
        when nothing is left, and `BadRequest` when late work is not accepted any more."""
        row = assigning.current_assignment(assignment_id, caller, store=self._store, student_id=student_id)
        body = view(row, store=self._store).body
        (state,) = states(row, [student_id], store=self._store)
        if not isinstance(body, ItemsBody) or not (
            left := [item_id for item_id in body.item_ids if item_id not in state.answered]
        ):
            raise NotFound(f"Nothing is left to answer of the assignment {assignment_id!r}.")
        if not is_open(row, student_id, self._clock.now()):
            raise writing.closed()
        return practice.round_over(
            student_id,
            body.item_ids,
            left,
            caller,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
            since=row.made_at,
        )

    def open_count(self, student_id: str, caller: Caller) -> int:
        """How many assignments a student still has to do."""
        return open_count(caller.organisation_id, student_id, self._clock.now(), store=self._store)

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
        return of_student(caller.organisation_id, student_id, self._clock.now(), store=self._store)

    def assignment_of_student(self, student_id: str, assignment_id: str, caller: Caller) -> AssignmentView:
        """One of a student's assignments. Raises `NotFound`, for another student's too."""
        row = assigning.current_assignment(assignment_id, caller, store=self._store, student_id=student_id)
        return view(row, store=self._store, sees=student_id.__eq__)
