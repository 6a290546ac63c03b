"""What students write: titles, drafts, texts handed in."""

from __future__ import annotations

from functools import cached_property

from core.access.arguments import bounded
from core.api.calls import Calls
from core.plan.assignments import writing
from core.plan.assignments.wire import (
    TitleLine,
    WritingTask,
    WritingView,
)
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.tables import Tables
from core.tables.content.lessons import EssayTitle


@bounded
class Writing:
    """What students write: titles, drafts, texts handed in."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        calls: Calls,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self._calls = calls

    def titles(self, caller: Caller, *, level: int | None = None) -> list[TitleLine]:
        """Titles to write on, of all levels or of one."""
        return writing.tasks(self._tables.essay_titles, self._calls.language(caller, None), level=level)

    def task(self, student_id: str, resource_id: str, caller: Caller) -> WritingTask:
        """What is to be written under `essay_<title id>`, `asg_<assignment id>` or `own`. Raises `NotFound`."""
        return writing.task_of(
            resource_id,
            student_id,
            caller,
            language=self._calls.language(caller, student_id),
            titles=self.titles_by_id,
            store=self._store,
        )

    def draft(self, student_id: str, resource_id: str, caller: Caller) -> WritingView | None:
        """The student's draft for a task, if there is one that is not handed in."""
        return writing.draft(student_id, resource_id, caller, store=self._store)

    def texts(self, student_id: str, caller: Caller) -> list[WritingView]:
        """A student's texts, newest change first."""
        return writing.written(student_id, caller, store=self._store)

    def text(self, writing_id: str, caller: Caller, *, student_id: str | None = None) -> WritingView:
        """A text, for its teacher, or for the student who is named. Raises `NotFound`."""
        return writing.found_writing(writing_id, caller, store=self._store, student_id=student_id)

    def keep(
        self, student_id: str, task: WritingTask, text: str, caller: Caller, *, title: str = "", writing_id: str | None
    ) -> WritingView:
        """Store a draft; `writing_id` None begins a new one. Raises `BadParameter`, `BadRequest` once it is handed in."""
        return writing.keep(
            student_id,
            task,
            title,
            text,
            caller,
            writing_id=writing_id,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )

    def hand_in(
        self, student_id: str, task: WritingTask, text: str, caller: Caller, *, title: str = "", writing_id: str | None
    ) -> WritingView:
        """Hand a text in for good. Raises what `keep` raises, and `BadParameter` for a text without Chinese."""
        view = writing.hand_in(
            student_id,
            task,
            title,
            text,
            caller,
            writing_id=writing_id,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )
        completion = writing.completion_of(view, caller)
        if completion is not None:
            self._store.add_completion(completion)
        return view

    @cached_property
    def titles_by_id(self) -> dict[str, EssayTitle]:
        return {title.id: title for title in self._tables.essay_titles}
