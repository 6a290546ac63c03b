"""Giving a class something to do: checked, estimated, kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from statistics import median_high

from core.errors import Forbidden, NotFound
from core.language.levels import HAN
from core.learning.days import SHANGHAI, day_of
from core.plan.assignments.deadlines import MINUTE, due_at
from core.plan.assignments.progress import addressees_of_all, is_for, states_of, students_of, view, views
from core.plan.assignments.wire import (
    AloudBody,
    AloudText,
    AssignmentView,
    AssignRequest,
    Body,
    EssayBody,
    EssayWork,
    ItemsBody,
    LessonBody,
    LinkBody,
    LinkView,
    Progress,
    TextBody,
    TextWork,
)  # fmt: skip
from core.plan.day.reasons import minute_name
from core.plan.lessons.resources import Resource
from core.plan.refusals import refused
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Account, Caller
from core.records.classes import EVERYONE
from core.records.items import Item
from core.records.plan import Assignment
from core.tables.content.lessons import PACING, EssayTitle
from core.wire import Bilingual, Skill, Topic

MAY_ASSIGN = ("teacher", "admin")
LONGEST_DAYS = 366
"""An assignment due later than in a year is a slip of the year."""
ALOUD_TIMES = 3
"""A text that is read aloud is heard once, read once, and looked at as long again."""
ITEM_SECONDS = 30
"""For an item, before anything is known of the student: as on the page Today."""
SKILL_OF: Mapping[Topic, Skill] = {
    "listening": "listening",
    "reading": "reading",
    "vocabulary": "reading",
    "grammar": "reading",
}
"""Items of grammar and words are read."""


def teacher(account_id: str, caller: Caller, *, store: Store) -> Account:
    """The account, if it may assign in the caller's organisation. Raises `Forbidden`."""
    account = store.account(caller.organisation_id, account_id)
    if account is None or account.role not in MAY_ASSIGN:
        raise Forbidden(f"The account {account_id!r} may not assign anything in this organisation.")
    return account


def checked(request: AssignRequest, caller: Caller, *, store: Store, clock: Clock) -> None:
    """Whom and until when. Raises `BadParameter`."""
    today = day_of(clock.now())
    if not today <= request.due <= today + timedelta(days=LONGEST_DAYS):
        raise refused(
            "due",
            f"{request.due} is not between today and a year from now",
            zh="请选今天或以后、一年以内的日期。",
            en="Choose a day from today on, within a year.",
        )
    if due_moment(request) + MINUTE <= clock.now():
        raise refused(
            "due_time",
            f"{request.due_time:%H:%M} on {request.due} is over",
            zh="这个时间已经过了，请选晚一点的时间。",
            en="This time is over; choose a later one.",
        )
    known = {student.student_id for student in students_of(caller, store=store)} if request.student_ids else set()
    if unknown := [student_id for student_id in request.student_ids if student_id not in known]:
        raise refused(
            "student_ids",
            f"there is no student {unknown[0]!r}",
            zh="请从名单中选择学生。",
            en="Choose students from the list.",
        )


def due_moment(request: AssignRequest) -> datetime:
    """The last minute that is in time."""
    return datetime.combine(request.due, request.due_time.replace(second=0, microsecond=0), SHANGHAI).astimezone(UTC)


def items_body(items: Sequence[Item]) -> ItemsBody:
    """Items in their order, each once."""
    once = list({item.id: item for item in items}.values())
    topics = Counter(SKILL_OF[item.topic] for item in once)
    return ItemsBody(
        item_ids=tuple(item.id for item in once),
        level=median_high(item.standard_level for item in once),
        skill=topics.most_common(1)[0][0],
        seconds=ITEM_SECONDS * len(once),
    )


def text_body(work: TextWork, level_of: Callable[[str], tuple[int, bool]]) -> TextBody:
    """A text with its level. Raises `BadParameter` for one without Chinese."""
    text = work.text.strip()
    characters = han_count(text)
    if not characters:
        raise refused("text", "there is no Chinese in it", zh="请粘贴一段中文。", en="Paste a Chinese text.")
    level, known = level_of(text)
    seconds = round(PACING.spoken(characters, level))
    return TextBody(text=text, level=level, level_known=known, skill="reading", seconds=seconds)


def essay_body(work: EssayWork, titles: Mapping[str, EssayTitle]) -> EssayBody:
    """A title of the table, or the teacher's own task. Raises `NotFound`, `BadParameter`."""
    least, most = work.characters
    if work.title_id:
        if work.title_id not in titles:
            raise NotFound(f"There is no essay title {work.title_id!r}.")
        return _listed_essay(titles[work.title_id])
    if not work.task.strip():
        raise refused(
            "task",
            "there is nothing to write about",
            zh="请写明要学生写什么、写给谁。",
            en="Say what is to be written, and to whom.",
        )
    if least >= most:
        raise refused(
            "characters",
            f"{least} is not less than {most}",
            zh="最少字数要小于最多字数。",
            en="The least number of characters must be under the most.",
        )
    task = work.task.strip()
    return EssayBody(
        task_zh=task,
        task_en=task,
        level=work.level,
        skill="writing",
        characters=work.characters,
        seconds=essay_seconds(work.characters),
    )


def _listed_essay(title: EssayTitle) -> EssayBody:
    return EssayBody(
        title_id=title.id,
        task_zh=title.task.zh,
        task_en=title.task.en,
        level=title.level,
        skill="writing",
        characters=title.characters,
        seconds=essay_seconds(title.characters),
        hints_zh=title.hints.zh,
        hints_en=title.hints.en,
        words=title.words,
    )


def link_body(link: LinkView) -> LinkBody:
    """A link of the organisation."""
    fields = link.fields
    return LinkBody(
        link_id=link.link_id,
        url=fields.url,
        level=fields.level,
        skill=fields.skill,
        seconds=60 * fields.minutes,
        points=fields.points,
    )


def aloud_body(texts: Sequence[AloudText], *, least_score: int, level_known: bool) -> AloudBody:
    """Texts to read aloud, each once. Raises `BadParameter` without any."""
    once = list({text.key: text for text in texts}.values())
    if not once:
        raise refused(
            "text_ids",
            "there is nothing to read aloud",
            zh="请选要朗读的句子或短文。",
            en="Choose sentences or texts to read aloud.",
        )
    level = median_high(text.level for text in once)
    seconds = sum(PACING.spoken(han_count(text.text), text.level) for text in once)
    return AloudBody(
        texts=tuple(once),
        least_score=least_score,
        level=level,
        level_known=level_known,
        skill="speaking",
        seconds=round(ALOUD_TIMES * seconds),
    )


def lesson_body(lesson: Resource) -> LessonBody:
    """A lesson of the catalogue."""
    return LessonBody(
        lesson_id=lesson.resource_id,
        title_zh=lesson.title.zh,
        title_en=lesson.title.en,
        level=lesson.level,
        skill=lesson.skill,
        seconds=lesson.seconds,
        points=lesson.points,
    )


def essay_seconds(characters: tuple[int, int]) -> int:
    """Time to write a text of the middle length."""
    return round(PACING.written_character * sum(characters) / 2)


def han_count(text: str) -> int:
    """Chinese characters of a text.

    >>> han_count("你好，Anna！")
    2
    """
    return len(HAN.findall(text))


def add(
    request: AssignRequest,
    body: Body,
    caller: Caller,
    *,
    by: str,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> AssignmentView:
    """Keep an assignment that was checked: for the class that the caller looks at, else for everybody whom the caller sees."""
    row = Assignment(
        assignment_id=identifiers.new("as"),
        organisation_id=caller.organisation_id,
        kind=body.kind,
        title=request.title,
        body=body.model_dump_json(),
        due=request.due,
        due_at=due_moment(request),
        late_until=due_moment(request) + timedelta(days=request.late_days),
        point_id=request.point_id,
        made_by=by,
        made_at=clock.now(),
        student_ids=_addressees(request, caller, store=store),
        class_id=caller.class_id,
    )
    store.add_assignment(row)
    return view(row, store=store)


def _addressees(request: AssignRequest, caller: Caller, *, store: Store) -> tuple[str, ...]:
    """Who is named: those of the request; where it names nobody and the caller looks at no class, all students of the caller's classes."""
    named = set(request.student_ids)
    if not named and not caller.class_id and caller.students is not None:
        named = {student.student_id for student in students_of(caller, store=store)}
    return tuple(sorted(named))


def extend(
    row: Assignment,
    student_ids: Sequence[str],
    day: date | None,
    minute: time,
    caller: Caller,
    *,
    store: Store,
    clock: Clock,
) -> None:
    """Give students whom it is for more time, or (`day` None) the time that everybody has. Raises `BadParameter`, `NotFound`."""
    for student_id in student_ids:
        known = store.student(caller.organisation_id, student_id) is not None and caller.sees(student_id)
        if not known or not is_for(row, student_id, store=store):
            raise NotFound(f"There is no student {student_id!r} with the assignment {row.assignment_id!r}.")
    moment = None if day is None else datetime.combine(day, minute, SHANGHAI).astimezone(UTC)
    if moment is not None and not clock.now() <= moment <= clock.now() + timedelta(days=LONGEST_DAYS):
        raise refused(
            "due",
            f"{day} is not between now and a year from now",
            zh="请选现在以后、一年以内的时间。",
            en="Choose a time from now on, within a year.",
        )
    if moment is not None and moment < due_at(row):
        everybody = minute_name(due_at(row))
        raise refused(
            "due",
            f"{moment.isoformat()} is before the time that everybody has, {due_at(row).isoformat()}",
            zh=f"大家的截止时间是{everybody.zh}，延期要比它晚。",
            en=f"Everybody has until {everybody.en}: more time ends later than that.",
        )
    store.extend_assignment(caller.organisation_id, row.assignment_id, student_ids, moment)


# -- looking -------------------------------------------------------------------------------------------------


def current_assignments(caller: Caller, *, store: Store) -> list[AssignmentView]:
    """The assignments of the caller's classes that are not withdrawn, newest first."""
    rows = seen(store.assignments(caller.organisation_id), caller, store=store)
    return views(rows, store=store, sees=caller.sees)


def seen(rows: Sequence[Assignment], caller: Caller, *, store: Store) -> list[Assignment]:
    """Those of the assignments that the class has which the caller looks at; without one, those of all whom the caller sees."""
    of_class = [row for row in rows if not caller.class_id or row.class_id in ("", EVERYONE, caller.class_id)]
    if caller.students is None:
        return of_class
    asked = [row for row in of_class if not caller.class_id or row.class_id != caller.class_id]
    addressees = addressees_of_all(asked, store=store)
    return [row for row in of_class if _is_seen(addressees.get(row.assignment_id), caller)]


def _is_seen(addressees: Collection[str] | None, caller: Caller) -> bool:
    """Whether somebody whom the caller sees is among them; None: everybody is."""
    return addressees is None or any(map(caller.sees, addressees))


def current_assignment(
    assignment_id: str, caller: Caller, *, store: Store, student_id: str | None = None
) -> Assignment:
    """An assignment that is not withdrawn, and the student's, where one is named. Raises `NotFound`."""
    row = store.assignment(caller.organisation_id, assignment_id)
    if (
        row is None
        or row.withdrawn_at is not None
        or (student_id is None and not seen([row], caller, store=store))
        or (student_id is not None and not is_for(row, student_id, store=store))
    ):
        raise NotFound(f"There is no assignment {assignment_id!r}.")
    return row


def own_assignment(assignment_id: str, caller: Caller, *, by: str, store: Store) -> Assignment:
    """An assignment of the caller's classes, withdrawn or not, that the account may take back: the one who gave it, or an administrator.

    Raises `Forbidden`, `NotFound`.
    """
    account = teacher(by, caller, store=store)
    row = store.assignment(caller.organisation_id, assignment_id)
    if row is None or not seen([row], caller, store=store):
        raise NotFound(f"There is no assignment {assignment_id!r}.")
    if row.made_by != by and account.role != "admin":
        raise Forbidden(
            f"The account {by!r} did not give the assignment {assignment_id!r}.",
            remedy=Bilingual(
                zh="只有布置的老师或管理员能撤回这项作业。",
                en="Only the teacher who gave it or an administrator can withdraw it.",
            ),
        )
    return row


def progress(rows: Sequence[Assignment], caller: Caller, *, store: Store) -> list[Progress]:
    """Each assignment with the state of everybody whom it is for."""
    student_ids = [student.student_id for student in students_of(caller, store=store)]
    by_row = states_of(rows, student_ids, store=store)
    return [
        Progress(assignment=shown, students=tuple(by_row[shown.assignment_id]))
        for shown in views(rows, store=store, sees=caller.sees)
    ]
