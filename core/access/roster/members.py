"""The people of a class: who they are, their names and numbers, their sign-ins; two students that are one person."""

from __future__ import annotations

from collections.abc import Callable

from core.access.classes import own_class, reachable_by, students_in
from core.access.roster import cells, codes
from core.access.roster.cells import CellFault
from core.access.roster.wire import PersonLine, PersonState
from core.errors import BadParameter, Forbidden, NotFound
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Account
from core.records.classes import SchoolClass
from core.records.roster import AccessCode
from core.records.students import Student
from core.wire import Bilingual


def people_of(class_id: str, by: Account, *, store: Store, clock: Clock) -> list[PersonLine]:
    """The students of a class by number. Raises `Forbidden`, `NotFound`."""
    return people_in(own_class(class_id, by, store=store), store=store, clock=clock)


def people_in(found: SchoolClass, *, store: Store, clock: Clock) -> list[PersonLine]:
    """The students of a class by number, whoever asks."""
    organisation_id = found.organisation_id
    inside = students_in([found], organisation_id, store=store)
    account_of = {each.student_id: each for each in store.accounts(organisation_id) if each.role == "student"}
    code_of = {each.account_id: each for each in store.access_codes(organisation_id)}
    now = clock.now()

    def line(student: Student) -> PersonLine:
        account = account_of.get(student.student_id)
        code = None if account is None else code_of.get(account.account_id)
        code = code if code is not None and code.expires_at > now else None
        return PersonLine(
            student_id=student.student_id,
            name=student.name,
            number=student.shown_number,
            account_id=None if account is None else account.account_id,
            username="" if account is None else account.username,
            state=_state(account, code),
            code_until=None if code is None else code.expires_at,
        )

    students = store.students(organisation_id)
    lines = [line(each) for each in students if inside is None or each.student_id in inside]
    return sorted(lines, key=lambda each: (_natural(each.number), each.name))


def _state(account: Account | None, code: AccessCode | None) -> PersonState:
    if account is None:
        return "no_account"
    if account.disabled_at is not None:
        return "paused"
    if codes.has_password(account):
        return "open"
    return "waiting" if code is None else "code"


def _natural(number: str) -> tuple[int, str]:
    """Shorter numbers first, so that 9 stands before 10."""
    return len(number), number.casefold()


def own_student(student_id: str, by: Account, *, store: Store) -> Student:
    """A student whom a person may change: of the own classes, chosen or not. Raises `Forbidden`, `NotFound`."""
    if by.role == "student":
        raise Forbidden("A student changes nobody.")
    reachable = reachable_by(by, store=store)
    student = store.student(by.organisation_id, student_id)
    if student is None or (reachable is not None and student_id not in reachable):
        raise NotFound(f"There is no student {student_id!r}.")
    return student


def rename(student_id: str, name: str, by: Account, *, store: Store) -> str:
    """Give a student another name; returns it as it is kept. Raises `Forbidden`, `NotFound`, `BadParameter`."""
    student = own_student(student_id, by, store=store)
    changed = _read("name", cells.name_of, name)
    store.set_student_name(by.organisation_id, student.student_id, changed)
    return changed


def renumber(student_id: str, number: str, by: Account, *, store: Store) -> str:
    """Give a student another number, which no other student has; returns it. Raises `Forbidden`, `NotFound`, `BadParameter`."""
    student = own_student(student_id, by, store=store)
    changed = _read("number", cells.number_of, number)
    if not store.set_student_number(by.organisation_id, student.student_id, changed or None):
        raise BadParameter.of(
            "number",
            f"{changed!r} is taken",
            remedy=Bilingual(
                zh=f"学号“{changed}”已经有人用了。请核对；如果是同一个人的两个账号，请管理员合并。",
                en=f"Another student has the number “{changed}”. Check it; if both are one person, ask an administrator to merge them.",
            ),
        )
    return changed or student.student_id


def _read(field: str, reader: Callable[[str], str], text: str) -> str:
    try:
        return reader(text)
    except CellFault as fault:
        raise BadParameter.of(field, str(fault), remedy=fault.text) from fault


def account_of_student(student_id: str, by: Account, *, store: Store) -> Account:
    """The account of a student whom a person may change. Raises `Forbidden`, `NotFound`."""
    student = own_student(student_id, by, store=store)
    for account in store.accounts(by.organisation_id):
        if account.student_id == student.student_id and account.role == "student":
            return account
    raise NotFound(
        f"The student {student_id!r} has no account.",
        remedy=Bilingual(
            zh="这名学生还没有登录账号。把学号和姓名再导入一次，就会有账号。",
            en="This student has no sign-in yet. Import number and name once more, and there is one.",
        ),
    )


def reset(student_id: str, by: Account, *, store: Store, key: str, clock: Clock) -> str:
    """A new one-time code in place of a student's password, as it is shown: once, to whoever asked. Raises `Forbidden`, `NotFound`,
    `BadParameter` for an account of the demo."""
    account = account_of_student(student_id, by, store=store)
    refuse_demo(account)
    given = codes.give([account], only_unused=False, store=store, key=key, now=clock.now())
    return codes.shown(given[account.account_id])


def reset_account(account_id: str, by: Account, *, store: Store, key: str, clock: Clock) -> str:
    """The same for any other account of the organisation, a teacher's too; for administrators. Raises as `reset`."""
    if by.role != "admin" or account_id == by.account_id:
        raise Forbidden("Only an administrator resets the password of an account, and not the own one.")
    account = store.account(by.organisation_id, account_id)
    if account is None:
        raise NotFound(f"There is no account {account_id!r}.")
    refuse_demo(account)
    return codes.shown(codes.give([account], only_unused=False, store=store, key=key, now=clock.now())[account_id])


def refuse_demo(account: Account) -> None:
    """Raises `BadParameter` for an account of the demo, which nobody closes or gives a code."""
    if account.demo:
        raise BadParameter.of(
            "student_id",
            "is an account of the demo",
            remedy=Bilingual(zh="演示账号没有密码。", en="Accounts of the demo have no password."),
        )


def merged_pair(student_id: str, into_student_id: str, by: Account, *, store: Store) -> tuple[Student, Student]:
    """The two students of a merging. Raises `Forbidden` for everybody but administrators, `NotFound`, `BadParameter` for one and the same."""
    if by.role != "admin":
        raise Forbidden(
            "Only administrators merge students.",
            remedy=Bilingual(zh="合并账号请联系管理员。", en="Ask an administrator to merge them."),
        )
    if student_id == into_student_id:
        raise BadParameter.of(
            "into_student_id",
            "is the same student",
            remedy=Bilingual(zh="请选两名不同的学生。", en="Choose two different students."),
        )
    return own_student(student_id, by, store=store), own_student(into_student_id, by, store=store)
