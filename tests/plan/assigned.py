"""A core on a stopped clock with the demo people, and short ways to assign and to answer."""

from __future__ import annotations

from datetime import date, timedelta

from core.answers.wire import AnswerItem, SubmitRequest
from core.api.assignments import AssignmentView, AssignRequest, ItemsWork, LinkFields
from core.api.core import Core
from core.learning.days import day_of
from core.plan.assignments.wire import Work
from core.records.access import PERMISSIONS, Caller
from core.records.items import Item
from core.records.plan import Completion
from core.records.students import Student
from evaluation.questions.bank_items import bank_items

LINK = LinkFields(url="https://example.org/tea", title="怎么泡茶", level=3, skill="listening", minutes=4)


def caller_of(core: Core) -> Caller:
    """As the pages call the core for the demo organisation."""
    return Caller(teacher_of(core)[1], frozenset(PERMISSIONS), "en")


def teacher_of(core: Core) -> tuple[str, str]:
    """(account, organisation) of the demo teacher."""
    (account,) = core.store.accounts_named("teacher")
    return account.account_id, account.organisation_id


def enrol(core: Core, *student_ids: str) -> None:
    """Make students."""
    for student_id in student_ids:
        core.store.put_student(
            Student(caller_of(core).organisation_id, student_id, student_id.upper(), created_at=core.clock.now())
        )


def items(count: int = 3) -> list[Item]:
    """Multiple-choice items of grammar."""
    return list(bank_items("multiple_choice", "grammar")[:count])


def keep(core: Core, some: list[Item]) -> None:
    """As if somebody had been shown the items before: the bank finds by id only what was on a page."""
    now = core.clock.now()
    core.store.issue_items(
        some,
        organisation_id=caller_of(core).organisation_id,
        student_id=None,
        at=now,
        not_since=now,
        call=None,
        reply=None,
    )


def today(core: Core) -> date:
    """The day at which the clock stands, UTC+8."""
    return day_of(core.clock.now())


def assigned(core: Core, work: Work | None = None, *, days: int = 3, students: tuple[str, ...] = ()) -> AssignmentView:
    """Assign something (usually three items), due in so many days."""
    chosen = work or ItemsWork(item_ids=tuple(item.id for item in items()))
    request = AssignRequest(
        title="作业", due=today(core) + timedelta(days=days), work=chosen, student_ids=students
    )  # fmt: skip
    return core.assignments.assign(request, caller_of(core), by=teacher_of(core)[0])


def answered(core: Core, student_id: str, item: Item, *, right: bool = True) -> None:
    """Answer one item."""
    wrong = next(option.id for option in item.options if option.id != item.key)
    given = AnswerItem(question_id=item.id, answer=item.key if right else wrong, time_spent=9)
    core.answers.submit(SubmitRequest(student_id=student_id, answers=[given]), caller_of(core))


def finished(core: Core, student_id: str, resource_id: str) -> None:
    """Note that something was read or watched to its end."""
    now = core.clock.now()
    core.store.add_completion(
        Completion(caller_of(core).organisation_id, student_id, resource_id, day_of(now), 60, now)
    )
