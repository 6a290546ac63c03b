"""Lessons that an organisation's teachers write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.access.arguments import bounded
from core.errors import BadParameter, BadRequest, FieldFault, NotFound
from core.plan.assignments.assigning import teacher
from core.plan.assignments.progress import body_of
from core.plan.assignments.wire import LessonBody
from core.plan.lessons.own import (
    LONGEST_LINE,
    LONGEST_NOTE,
    LONGEST_TITLE,
    MOST_CHECKS,
    MOST_LINES,
    MOST_SAID,
    MOST_STEPS,
    OWN_LESSON,
    LessonFault,
    OwnCheck,
    OwnLessonDraft,
    OwnLine,
    draft_in,
    faults_of,
    own_slides,
    resource_of_own,
)
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.formats.drafts import DraftFiles
from core.records.access import Caller
from core.records.own_items import ItemState
from core.records.own_lessons import OwnLesson
from core.tables.content.lessons import Slide
from core.tables.resources import Resource
from core.wire import Bilingual, Closed

__all__ = [
    "LONGEST_LINE",
    "LONGEST_NOTE",
    "LONGEST_TITLE",
    "MOST_CHECKS",
    "MOST_LINES",
    "MOST_SAID",
    "MOST_STEPS",
    "LessonFault",
    "OwnCheck",
    "OwnLessonDraft",
    "OwnLessonView",
    "OwnLine",
]
"""Names that pages may import for these lessons (they use the core through its facade only)."""

MOST_LESSONS = 2_000
"""Lessons of one organisation."""


FILES = DraftFiles(model=OwnLessonDraft, name="lessons", one="lesson", zh="节微课")


class OwnLessonView(Closed):
    """A lesson of the organisation."""

    lesson_id: str
    draft: OwnLessonDraft
    state: ItemState
    version: int
    author: str
    """Display name; empty where the account is gone."""
    seconds: int
    """How long it takes."""


@bounded
class OwnLessons:
    """Lessons that an organisation's teachers write."""

    def __init__(self, *, store: Store, clock: Clock, identifiers: Identifiers) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers

    def lessons(self, caller: Caller) -> list[OwnLessonView]:
        """The organisation's lessons, the one changed last first."""
        names = {account.account_id: account.display_name for account in self._store.accounts(caller.organisation_id)}
        return [_view(row, names.get(row.author, "")) for row in self._store.own_lessons(caller.organisation_id)]

    def lesson(self, lesson_id: str, caller: Caller) -> OwnLessonView:
        """One of them. Raises `NotFound`."""
        row = self._row(lesson_id, caller)
        account = self._store.account(caller.organisation_id, row.author)
        return _view(row, account.display_name if account else "")

    def export(self, lesson_ids: Sequence[str], caller: Caller) -> bytes:
        """Lessons as a JSON file. Raises `NotFound`."""
        return FILES.written([draft_in(self._row(lesson_id, caller)) for lesson_id in lesson_ids])

    def read_file(self, file: bytes) -> list[OwnLessonDraft]:
        """The lessons of such a file; nothing is kept. Raises `TooLarge`, `UnreadableFile`."""
        return FILES.read(file)

    def save_all(self, drafts: Sequence[OwnLessonDraft], caller: Caller, *, by: str) -> list[OwnLessonView]:
        """Keep several lessons as drafts. Raises like `save`, before any is kept."""
        if len(self._store.own_lessons(caller.organisation_id)) + len(drafts) > MOST_LESSONS:
            raise _too_many()
        return [self.save(draft, caller, by=by) for draft in drafts]

    def faults(self, draft: OwnLessonDraft) -> list[LessonFault]:
        """What keeps a draft from being given, and what its writer should look at."""
        return faults_of(draft)

    def preview(self, draft: OwnLessonDraft, caller: Caller) -> tuple[Resource, tuple[Slide, ...]]:
        """A draft as the player gets it: the scenes that are whole; keeps nothing."""
        now = self._clock.now()
        row = OwnLesson(caller.organisation_id, OWN_LESSON, draft.model_dump_json(), "draft", "", now, now)
        return resource_of_own(row), own_slides(draft)

    def save(
        self,
        draft: OwnLessonDraft,
        caller: Caller,
        *,
        by: str,
        lesson_id: str = "",
        version: int = 0,
        state: ItemState = "draft",
    ) -> OwnLessonView:
        """Keep a new lesson, or the next version of one that was read in `version`; approved, it can be given.

        Raises `Forbidden`, `NotFound`, `BadParameter` naming what it lacks, `BadRequest` where somebody else was quicker or a lesson that is given
        would be a draft again.
        """
        account = teacher(by, caller, store=self._store)
        now = self._clock.now()
        if lesson_id:
            before = self._row(lesson_id, caller)
            if before.version != version:
                raise _changed_meanwhile()
            row = replace(before, body=draft.model_dump_json(), changed_at=now, version=version + 1, state=state)
        else:
            if len(self._store.own_lessons(caller.organisation_id)) >= MOST_LESSONS:
                raise _too_many()
            new_id = self._identifiers.new(OWN_LESSON)
            body = draft.model_dump_json()
            row = OwnLesson(caller.organisation_id, new_id, body, state, account.account_id, now, now)
        return self._put(row, caller)

    def set_state(self, lesson_id: str, state: ItemState, caller: Caller, *, by: str) -> OwnLessonView:
        """Approve a lesson, retire it, or make it a draft again. Raises like `save`."""
        teacher(by, caller, store=self._store)
        before = self._row(lesson_id, caller)
        row = replace(before, state=state, changed_at=self._clock.now(), version=before.version + 1)
        return self._put(row, caller)

    def delete(self, lesson_id: str, caller: Caller, *, by: str) -> OwnLessonView:
        """Delete a lesson that is not given; returns it for `put_back`. Raises like `save`, and `BadRequest` for one that is given."""
        teacher(by, caller, store=self._store)
        view, row = self.lesson(lesson_id, caller), self._row(lesson_id, caller)
        if self._is_given(lesson_id, caller):
            raise _is_given()
        if not self._store.delete_own_lesson(row):
            raise _changed_meanwhile()
        return view

    def put_back(self, deleted: OwnLessonView, caller: Caller, *, by: str) -> OwnLessonView:
        """Keep again what `delete` deleted, under its id. Raises like `save`."""
        account = teacher(by, caller, store=self._store)
        now = self._clock.now()
        body = deleted.draft.model_dump_json()
        row = OwnLesson(caller.organisation_id, deleted.lesson_id, body, deleted.state, account.account_id, now, now)
        return self._put(row, caller)

    def _put(self, row: OwnLesson, caller: Caller) -> OwnLessonView:
        if row.state == "draft" and self._is_given(row.lesson_id, caller):
            raise _is_given_and_no_draft()
        blocking = [fault for fault in faults_of(draft_in(row)) if fault.blocks]
        if row.state == "approved" and blocking:
            remedy = Bilingual(
                zh="".join(each.said.zh for each in blocking), en=" ".join(each.said.en for each in blocking)
            )
            faults = tuple(FieldFault("draft", each.said.en) for each in blocking)
            raise BadParameter(f"The lesson cannot be approved: {remedy.en}", remedy=remedy, faults=faults)
        if not self._store.put_own_lesson(row):
            raise _changed_meanwhile()
        return self.lesson(row.lesson_id, caller)

    def _row(self, lesson_id: str, caller: Caller) -> OwnLesson:
        row = self._store.own_lesson(caller.organisation_id, lesson_id)
        if row is None:
            raise NotFound(f"There is no lesson {lesson_id!r}.")
        return row

    def _is_given(self, lesson_id: str, caller: Caller) -> bool:
        """Whether an assignment of anybody names it."""
        for row in self._store.assignments(caller.organisation_id):
            body = body_of(row) if row.kind == "lesson" else None
            if isinstance(body, LessonBody) and body.lesson_id == lesson_id and row.withdrawn_at is None:
                return True
        return False


def _view(row: OwnLesson, author: str) -> OwnLessonView:
    return OwnLessonView(
        lesson_id=row.lesson_id,
        draft=draft_in(row),
        state=row.state,
        version=row.version,
        author=author,
        seconds=resource_of_own(row).seconds,
    )


def _changed_meanwhile() -> BadRequest:
    return BadRequest(
        "The lesson was changed in the meantime.",
        remedy=Bilingual(
            zh="别人刚改过这节微课，你的改动没有保存。请另存为副本，或重新打开后再改。",
            en="Somebody changed this lesson in the meantime, and yours is not saved. Save it as a copy, or open the lesson again.",
        ),
    )


def _is_given() -> BadRequest:
    return BadRequest(
        "The lesson is given.",
        remedy=Bilingual(
            zh="这节微课已经布置给学生，不能删除。可以停用：已布置的还能看，不再布置新的。",
            en="This lesson is given, so it is not deleted. Retire it: whoever has it can watch it, and it is offered no more.",
        ),
    )


def _is_given_and_no_draft() -> BadRequest:
    return BadRequest(
        "The lesson is given, and of a draft students know nothing.",
        remedy=Bilingual(
            zh="这节微课已经布置给学生，改成草稿他们就看不到了。可以停用，或者另存为副本再改。",
            en="This lesson is given, and as a draft it would vanish for its students. Retire it, or save a copy and change that.",
        ),
    )


def _too_many() -> BadRequest:
    return BadRequest(
        f"The organisation has {MOST_LESSONS} lessons already.",
        remedy=Bilingual(
            zh=f"已有 {MOST_LESSONS} 节微课，请先删除不用的。",
            en=f"There are {MOST_LESSONS} lessons already; delete some that you do not use.",
        ),
    )
