"""The facade's part for what teachers assign and students write and read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from core.api.items import ItemPart
from core.errors import BadParameter
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
)  # fmt: skip
from core.plan.lessons import links
from core.plan.tasks import aloud
from core.ports.language import PinyinReader
from core.records.access import Caller
from core.records.items import Item
from core.records.plan import AssignmentKind
from core.tables.content import Sentence
from core.tables.lessons import EssayTitle
from core.texts import service as texts
from core.texts.analysis import Analyser
from core.texts.wire import GrammarTextRequest
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
    "AssigningPart",
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
"""What pages may name of assignments (they see the core through its facade only)."""

OWN_TITLE = writing.OWN
han_count = assigning.han_count


class AssigningPart(ItemPart):
    """Base of `core.api.core.Core`, which sets the attributes."""

    reader: PinyinReader
    analyser: Analyser

    # -- teachers: assignments ---------------------------------------------------------------------------

    def assign(self, request: AssignRequest, caller: Caller, *, by: str) -> AssignmentView:
        """Give a class, or some of it, something to do; `by` is the teacher's account.

        A new link joins the organisation's resources. Raises `Forbidden`, `BadParameter`, `NotFound`.
        """
        assigning.teacher(by, caller, store=self.store)
        assigning.checked(request, caller, store=self.store, clock=self.clock)
        return assigning.add(
            request,
            self._body(request.work, caller, by=by),
            caller,
            by=by,
            store=self.store,
            clock=self.clock,
            identifiers=self.identifiers,
        )

    def withdraw_assignment(self, assignment_id: str, caller: Caller, *, by: str) -> bool:
        """Take it back; what was done of it stays done. False when it is taken back already. Raises `Forbidden`."""
        assigning.teacher(by, caller, store=self.store)
        return self.store.withdraw_assignment(caller.organisation_id, assignment_id, self.clock.now())

    def give_again(self, assignment_id: str, caller: Caller, *, by: str) -> bool:
        """Undo a withdrawal; False when it stands. Raises `Forbidden`."""
        assigning.teacher(by, caller, store=self.store)
        return self.store.withdraw_assignment(caller.organisation_id, assignment_id, None)

    def assignments(self, caller: Caller) -> list[AssignmentView]:
        """What the organisation's teachers gave and did not take back, newest first."""
        return assigning.listed(caller, store=self.store)

    def assignment_progress(self, assignment_id: str, caller: Caller) -> Progress:
        """Who did what of an assignment. Raises `NotFound`."""
        row = assigning.found(assignment_id, caller, store=self.store)
        return assigning.progress([row], caller, store=self.store)[0]

    def class_progress(self, caller: Caller, *, most: int | None = None) -> list[Progress]:
        """The same of all assignments, or of the newest, newest first."""
        rows = self.store.assignments(caller.organisation_id)[:most]
        return assigning.progress(rows, caller, store=self.store)

    def _body(self, work: Work, caller: Caller, *, by: str) -> Body:
        if isinstance(work, ItemsWork):
            return assigning.items_body(self._kept(work.item_ids, caller))
        if isinstance(work, TextWork):
            return assigning.text_body(work, self.level_of_text)
        if isinstance(work, EssayWork):
            return assigning.essay_body(work, self._titles)
        if work.fields is not None:
            return assigning.link_body(self.add_link(work.fields, caller, by=by))
        return assigning.link_body(links.found_link(work.link_id, caller, store=self.store))

    def _kept(self, item_ids: Sequence[str], caller: Caller) -> list[Item]:
        """The items, kept so that a round over them can be started, and marked as shown to nobody."""
        items = [self.item(item_id, caller).item for item_id in dict.fromkeys(item_ids)]
        now = self.clock.now()
        self.store.issue_items(
            items,
            organisation_id=caller.organisation_id,
            student_id=None,
            at=now,
            not_since=now,
            call=None,
            reply=None,
        )
        return items

    def level_of_text(self, text: str) -> int:
        """Level of a text, 1-7, 7 for the band 7-9. Nothing is stored. Raises `BadParameter` where it cannot be told."""
        made = texts.grammar_text(GrammarTextRequest(txt=text), analyser=self.analyser)
        if not made.known:
            raise BadParameter.of("text", "there is no word in it whose level is known")
        return int(made.difficulty_level)

    # -- teachers: links ---------------------------------------------------------------------------------

    def links(self, caller: Caller) -> list[LinkView]:
        """The organisation's links, newest first."""
        return links.listed(caller, store=self.store)

    def add_link(self, fields: LinkFields, caller: Caller, *, by: str) -> LinkView:
        """Keep a link among the organisation's resources. Raises `Forbidden`, `BadParameter`."""
        assigning.teacher(by, caller, store=self.store)
        return links.add(
            fields,
            caller,
            by=by,
            known_points=self.tables.points.grammar_by_id,
            store=self.store,
            clock=self.clock,
            identifiers=self.identifiers,
        )

    def remove_link(self, link_id: str, caller: Caller, *, by: str) -> bool:
        """Take a link away; assignments of it stay. False when it is away already. Raises `Forbidden`."""
        assigning.teacher(by, caller, store=self.store)
        return self.store.remove_link(caller.organisation_id, link_id, self.clock.now())

    def restore_link(self, link_id: str, caller: Caller, *, by: str) -> bool:
        """Undo a removal; False when it is there. Raises `Forbidden`."""
        assigning.teacher(by, caller, store=self.store)
        return self.store.remove_link(caller.organisation_id, link_id, None)

    # -- students ----------------------------------------------------------------------------------------

    def my_assignments(self, student_id: str, caller: Caller) -> list[MyAssignment]:
        """What is assigned to a student: what is to be done first, soonest due first, then the rest, newest first."""
        today = day_of(self.clock.now())
        return of_student(caller.organisation_id, student_id, today, store=self.store)

    def assignment_of(self, student_id: str, assignment_id: str, caller: Caller) -> AssignmentView:
        """One of a student's assignments. Raises `NotFound`, for another student's too."""
        row = assigning.found(assignment_id, caller, store=self.store, student_id=student_id)
        return view(row, store=self.store)

    # -- writing -----------------------------------------------------------------------------------------

    def essay_titles(self, caller: Caller, *, level: int | None = None) -> list[TitleLine]:
        """Titles to write on, of all levels or of one."""
        return writing.tasks(self.tables.essay_titles, self.language(caller, None), level=level)

    def writing_task(self, student_id: str, resource_id: str, caller: Caller) -> WritingTask:
        """What is to be written under `essay_<title id>`, `asg_<assignment id>` or `own`. Raises `NotFound`."""
        return writing.task_of(
            resource_id,
            student_id,
            caller,
            language=self.language(caller, student_id),
            titles=self._titles,
            store=self.store,
        )

    def draft(self, student_id: str, resource_id: str, caller: Caller) -> WritingView | None:
        """The student's text on it that is not handed in."""
        return writing.draft(student_id, resource_id, caller, store=self.store)

    def writings(self, student_id: str, caller: Caller) -> list[WritingView]:
        """A student's texts, newest change first."""
        return writing.written(student_id, caller, store=self.store)

    def writing(self, writing_id: str, caller: Caller, *, student_id: str | None = None) -> WritingView:
        """A text, for its teacher, or for the student who is named. Raises `NotFound`."""
        return writing.found_writing(writing_id, caller, store=self.store, student_id=student_id)

    def keep_writing(
        self, student_id: str, task: WritingTask, text: str, caller: Caller, *, title: str = "", writing_id: str | None
    ) -> WritingView:
        """Keep a draft; `writing_id` None begins one. Raises `BadParameter`, `BadRequest` once it is handed in."""
        return writing.keep(
            student_id,
            task,
            title,
            text,
            caller,
            writing_id=writing_id,
            store=self.store,
            clock=self.clock,
            identifiers=self.identifiers,
        )

    def hand_in_writing(
        self, student_id: str, task: WritingTask, text: str, caller: Caller, *, title: str = "", writing_id: str | None
    ) -> WritingView:
        """Hand a text in, once and for all. Raises what `keep_writing` raises, and `BadParameter` without Chinese."""
        made = writing.hand_in(
            student_id,
            task,
            title,
            text,
            caller,
            writing_id=writing_id,
            store=self.store,
            clock=self.clock,
            identifiers=self.identifiers,
        )
        done = writing.thing_done(made, caller)
        if done is not None:
            self.store.add_done(done)
        return made

    @cached_property
    def _titles(self) -> dict[str, EssayTitle]:
        return {title.id: title for title in self.tables.essay_titles}

    # -- reading aloud -----------------------------------------------------------------------------------

    def sentences_to_read(self, task_ids: Sequence[str]) -> list[AloudSentence]:
        """The sentences behind `say_<sentence id>`, in that order; what is none is left out."""
        return aloud.sentences_of(task_ids, self._sentences, self.reader)

    def draw_sentences(self, level: int, count: int) -> list[str]:
        """Ids `say_<sentence id>` of so many short sentences of a level, drawn by chance."""
        return aloud.drawn(level, count, self._sentences.values())

    @cached_property
    def _sentences(self) -> dict[str, Sentence]:
        return {row.id: row for row in self.tables.content.sentences}
