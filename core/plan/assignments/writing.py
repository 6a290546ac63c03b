"""A student's texts: kept while they are written, handed in once. What is wrong in them the essay evaluation says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.errors import BadRequest, NotFound
from core.learning.days import day_of
from core.plan.assignments.assigning import current_assignment, han_count
from core.plan.assignments.deadlines import due_at, is_over, late_until
from core.plan.assignments.progress import assignment_id_of, body_of, second_draft_asked
from core.plan.assignments.wire import LONGEST_TEXT, LONGEST_TITLE, EssayBody, TitleLine, WritingTask, WritingView
from core.plan.ids import ASSIGNED, ESSAY
from core.plan.refusals import refused
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.evidence import Evidence
from core.records.plan import Completion, Writing
from core.tables.content.lessons import PACING, EssayTitle
from core.wire import Bilingual, Language

OWN = "own"
"""Resource id of every text under a title of the student's own."""
LEAST_OWN = 30
"""Chinese characters from which a text without a length of its own counts as an essay: the least of the titles of level 1."""


def tasks(titles: Sequence[EssayTitle], language: Language, *, level: int | None = None) -> list[TitleLine]:
    """The titles of the table, or of one level."""
    return [
        TitleLine(
            title_id=title.id,
            resource_id=ESSAY + title.id,
            level=title.level,
            title=title.title.zh,
            meaning="" if language == "zh" else title.title.en,
            task=title.task.get(language),
            characters=title.characters,
        )
        for title in titles
        if level in (None, title.level)
    ]


def task_of(
    resource_id: str,
    student_id: str,
    caller: Caller,
    *,
    language: Language,
    titles: Mapping[str, EssayTitle],
    store: Store,
) -> WritingTask:
    """What an essay title, an assignment or an own title asks for. Raises `NotFound`."""
    if resource_id == OWN:
        return WritingTask(resource_id=OWN, title="", task="", level=None, characters=None)
    assignment_id = assignment_id_of(resource_id)
    if assignment_id is not None:
        return _assigned(assignment_id, student_id, caller, language, store)
    title = titles.get(resource_id.removeprefix(ESSAY)) if resource_id.startswith(ESSAY) else None
    if title is None:
        raise NotFound(f"There is nothing to write under {resource_id!r}.")
    return WritingTask(
        resource_id=resource_id,
        title=title.title.zh,
        task=title.task.get(language),
        level=title.level,
        characters=title.characters,
        hints=title.hints.zh if language == "zh" else title.hints.en,
        words=title.words,
    )


def _assigned(assignment_id: str, student_id: str, caller: Caller, language: Language, store: Store) -> WritingTask:
    row = current_assignment(assignment_id, caller, store=store, student_id=student_id)
    body = body_of(row)
    if not isinstance(body, EssayBody):
        raise NotFound(f"The assignment {assignment_id!r} is no essay.")
    zh = language == "zh"
    return WritingTask(
        resource_id=ASSIGNED + assignment_id,
        title=row.title,
        task=body.task_zh if zh else body.task_en,
        level=body.level,
        characters=body.characters,
        hints=body.hints_zh if zh else body.hints_en,
        words=body.words,
        due=day_of(due_at(row, student_id)),
        due_at=due_at(row, student_id),
        late_until=None if row.late_until is None else late_until(row, student_id),
    )


def draft(student_id: str, resource_id: str, caller: Caller, *, store: Store) -> WritingView | None:
    """The newest text on it that is not handed in."""
    texts = store.writings(caller.organisation_id, student_id=student_id, resource_id=resource_id)
    return next((view(text) for text in texts if text.handed_in_at is None), None)


def written(student_id: str, caller: Caller, *, store: Store) -> list[WritingView]:
    """The student's texts that are not empty, newest change first."""
    return [view(text) for text in store.writings(caller.organisation_id, student_id=student_id) if text.text.strip()]


def found_writing(writing_id: str, caller: Caller, *, store: Store, student_id: str | None = None) -> WritingView:
    """A text, and the student's, where one is named. Raises `NotFound`."""
    text = store.writing(caller.organisation_id, writing_id)
    if text is None or student_id not in (None, text.student_id):
        raise NotFound(f"There is no text {writing_id!r}.")
    return view(text)


def keep(
    student_id: str,
    task: WritingTask,
    title: str,
    text: str,
    caller: Caller,
    *,
    writing_id: str | None,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> WritingView:
    """Keep a draft: `writing_id` None begins one. Raises `BadParameter`, `NotFound`, `BadRequest` once it is handed in."""
    made = _changed(student_id, task, title, text, caller, writing_id, store, clock, identifiers)
    if not store.put_writing(made):
        raise handed_in_before()
    return view(made)


def _may_write_again(student_id: str, task: WritingTask, caller: Caller, *, store: Store) -> bool:
    """Whether the teacher asked for another draft: that is not late, whenever it was asked."""
    texts = store.handed_in(caller.organisation_id, ASSIGNED, resource_id=task.resource_id, student_id=student_id)
    return second_draft_asked(texts)


def hand_in(
    student_id: str,
    task: WritingTask,
    title: str,
    text: str,
    caller: Caller,
    *,
    writing_id: str | None,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> WritingView:
    """Hand a text in as it is, once and for all. Raises what `keep` raises, and `BadParameter` without any Chinese."""
    over = task.late_until is not None and is_over(task.late_until, clock.now())
    if over and not _may_write_again(student_id, task, caller, store=store):
        raise closed()
    made = _changed(student_id, task, title, text, caller, writing_id, store, clock, identifiers)
    if not han_count(text):
        raise refused(
            "text", "there is no Chinese in it", zh="请先写几句中文再交。", en="Write some Chinese, then hand it in."
        )
    if not made.title:
        raise refused("title", "it is empty", zh="请给作文起个题目。", en="Give your text a title.")
    made = replace(made, handed_in_at=clock.now())
    if not store.hand_in(made, evidence(made, task)):
        raise handed_in_before()
    return view(made)


def evidence(text: Writing, task: WritingTask) -> list[Evidence]:
    """An essay was written: the day was active, and it earns its experience once. It says nothing of any skill yet, and a
    text shorter than was asked for is none."""
    least = task.characters[0] if task.characters else LEAST_OWN
    if text.handed_in_at is None or han_count(text.text) < least:
        return []
    return [
        Evidence(
            student_id=text.student_id,
            kind="essay",
            target_kind="skill",
            target="writing",
            outcome=1.0,
            weight=1.0,
            source=text.writing_id,
            occurred_at=text.handed_in_at,
            idempotency_key=f"essay:{text.writing_id}",
        )
    ]


def completion_of(writing_view: WritingView, caller: Caller) -> Completion | None:
    """What a plan knows a text handed in by, so that its title does not come back soon; None for an own title."""
    if writing_view.handed_in_at is None or writing_view.resource_id == OWN:
        return None
    seconds = round(PACING.written_character * writing_view.characters)
    day = day_of(writing_view.handed_in_at)
    return Completion(
        caller.organisation_id,
        writing_view.student_id,
        writing_view.resource_id,
        day,
        seconds,
        writing_view.handed_in_at,
    )


def view(text: Writing) -> WritingView:
    """A text as pages see it."""
    columns = {name: value for name, value in vars(text).items() if name != "organisation_id"}
    return WritingView(**columns, characters=han_count(text.text))


def closed() -> BadRequest:
    """The time for late work is over."""
    return BadRequest(
        "The assignment is closed: late work is not accepted any more.",
        remedy=Bilingual(
            zh="已经过了补交时间，不能再交；可以请老师给你延期。",
            en="The time for late work is over. You can ask your teacher for more time.",
        ),
    )


def handed_in_before() -> BadRequest:
    """In another window, a moment ago."""
    return BadRequest(
        "The text was handed in before; it stays as it was.",
        remedy=Bilingual(
            zh="这篇已经交了，不能再改；可以另写一篇。",
            en="This text was handed in and stays as it is; you can begin a new one.",
        ),
    )


def _changed(
    student_id: str,
    task: WritingTask,
    title: str,
    text: str,
    caller: Caller,
    writing_id: str | None,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> Writing:
    """The text in its new state, not stored."""
    _refuse_long(title, text)
    now = clock.now()
    started_at = now
    if writing_id is not None:
        before = found_writing(writing_id, caller, store=store, student_id=student_id)
        if before.resource_id != task.resource_id:
            raise NotFound(f"The text {writing_id!r} is on something else.")
        if before.handed_in_at is not None:
            raise handed_in_before()
        started_at = before.started_at
    return Writing(
        writing_id=writing_id or identifiers.new("wr"),
        organisation_id=caller.organisation_id,
        student_id=student_id,
        resource_id=task.resource_id,
        title=task.title or title.strip(),
        text=text,
        started_at=started_at,
        changed_at=now,
    )


def _refuse_long(title: str, text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise refused(
            "text",
            f"it has {len(text)} characters; at most {LONGEST_TEXT} are kept",
            zh=f"最多 {LONGEST_TEXT} 个字符，请删短一些。",
            en=f"At most {LONGEST_TEXT} characters are kept: shorten it.",
        )
    if len(title) > LONGEST_TITLE or "\x00" in title + text:
        raise refused(
            "title",
            f"it has {len(title)} characters or one that cannot be kept",
            zh=f"题目最多 {LONGEST_TITLE} 个字符。",
            en=f"A title has at most {LONGEST_TITLE} characters.",
        )
