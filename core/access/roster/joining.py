"""Joining a class by its code: a visitor gives a name and chooses user name and password; a teacher admits them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

from core.access import keys
from core.access.classes import own_class
from core.access.guess_limits import GuessLimiter
from core.access.passwords import checked_password
from core.access.roster import cells
from core.access.roster.cells import CellFault, key_of
from core.access.roster.codes import as_typed, new_code
from core.access.roster.members import people_in, people_of
from core.access.roster.usernames import unique
from core.access.roster.wire import JoinDoor, PersonLine
from core.errors import BadParameter, Forbidden, NotFound
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Account
from core.records.classes import SchoolClass
from core.records.roster import JoinCode, JoinRequest
from core.records.students import Student
from core.wire import Bilingual, Language

DAYS = 14
"""That a code holds unless it is said otherwise."""
MOST_DAYS = 120
MOST_WAITING = 100
"""Requests that wait in one class: a code that went astray fills no database."""
TRIES = 5
"""How often another code is drawn where another class has the same: one in 8.5e11 is enough."""


def open_code(class_id: str, by: Account, *, days: int, approval: bool, store: Store, clock: Clock) -> JoinCode:
    """A new code for a class in place of the one before. Raises `Forbidden`, `NotFound`, `BadParameter`."""
    found = own_class(class_id, by, store=store)
    if found.archived_at is not None:
        raise BadParameter.of(
            "class_id",
            "is over",
            remedy=Bilingual(zh="这个班已经结束。", en="This class is over; begin it again first."),
        )
    if not 1 <= days <= MOST_DAYS:
        raise BadParameter.of(
            "days",
            f"{days} is not between 1 and {MOST_DAYS}",
            remedy=Bilingual(zh=f"请填 1 到 {MOST_DAYS} 天。", en=f"Give 1 to {MOST_DAYS} days."),
        )
    now = clock.now()
    for _ in range(TRIES):
        code = JoinCode(by.organisation_id, class_id, new_code(), now, now + timedelta(days=days), approval)
        if store.put_join_code(code):
            return code
    raise AssertionError("Every code that was drawn is in use.")


def door(code: str, *, address: str, limiter: GuessLimiter, store: Store, clock: Clock) -> JoinDoor:
    """Which class a code opens. Raises `NotFound` for a code that opens none, `RateExceeded` after many of those from one address."""
    with limiter.code_try(address, now=clock.now()):
        found, school_class = _open(code, store=store, clock=clock)
    organisation = store.organisation(found.organisation_id)
    return JoinDoor(
        school="" if organisation is None else organisation.name,
        address="" if organisation is None else organisation.address or "",
        class_name=school_class.name,
        approval=found.approval,
        expires_at=found.expires_at,
    )


def _open(code: str, *, store: Store, clock: Clock) -> tuple[JoinCode, SchoolClass]:
    found = store.join_code_named(as_typed(code)) if as_typed(code) else None
    if found is not None and found.expires_at > clock.now():
        for each in store.classes(found.organisation_id):
            if each.class_id == found.class_id and each.archived_at is None:
                return found, each
    raise NotFound(
        "This code opens no class.",
        remedy=Bilingual(
            zh="这个加入码不对，或者已经过期。请向老师要新的。",
            en="This code is wrong or no longer holds. Ask your teacher for a new one.",
        ),
    )


def ask(
    code: str,
    *,
    name: str,
    number: str,
    username: str,
    password: str,
    language: Language | None,
    address: str,
    limiter: GuessLimiter,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> bool:
    """Ask to join the class of a code; True when the person is in it at once, False when a teacher has to admit them: always, or where the
    person may be here already (`has_number`, `has_name`) and would be here twice.

    Raises `NotFound`, `RateExceeded`, `BadParameter` (naming `name`, `number`, `username` or `password`), `Forbidden` while too many wait.
    """
    with limiter.code_try(address, now=clock.now()):
        found, school_class = _open(code, store=store, clock=clock)
    limiter.take_registration(address, now=clock.now())
    waiting = store.join_requests(found.organisation_id, found.class_id)
    if len(waiting) >= MOST_WAITING:
        raise Forbidden(
            "Too many wait to be admitted.",
            remedy=Bilingual(
                zh="等待老师批准的人太多了。请告诉老师。", en="Too many wait to be admitted. Tell your teacher."
            ),
        )
    request = JoinRequest(
        organisation_id=found.organisation_id,
        request_id=identifiers.new("join"),
        class_id=school_class.class_id,
        name=_checked("name", cells.name_of, name),
        number=_checked("number", cells.number_of, number),
        username=_checked("username", cells.username_of, username),
        password_hash="",
        language=language,
        asked_at=clock.now(),
    )
    if not request.username:
        raise BadParameter.of("username", "is empty", remedy=Bilingual(zh="请想一个用户名。", en="Choose a user name."))
    taken = {each.username.casefold() for each in store.accounts(found.organisation_id)}
    taken |= {each.username.casefold() for each in waiting}
    if request.username.casefold() in taken:
        raise _taken(request.username, taken)
    checked_password(password, username=request.username)
    request = JoinRequest(**{**vars(request), "password_hash": keys.hash_password(password)})
    if not store.add_join_request(request):
        raise _taken(request.username, {*taken, request.username.casefold()})
    if found.approval:
        return False
    people = people_in(school_class, store=store, clock=clock)
    if has_number(request, store.students(found.organisation_id)) or has_name(request, people):
        return False
    _admit(request, store=store, clock=clock, identifiers=identifiers)
    return True


def _checked(field: str, reader: object, text: str) -> str:
    assert callable(reader)
    try:
        return str(reader(text))
    except CellFault as fault:
        raise BadParameter.of(field, str(fault), remedy=fault.text) from fault


def _taken(username: str, taken: Collection[str]) -> BadParameter:
    free = unique(username, taken)
    return BadParameter.of(
        "username",
        f"{username!r} is taken",
        remedy=Bilingual(
            zh=f"用户名“{username}”已经有人用了。“{free}”还可以用。",
            en=f"The user name “{username}” is taken; “{free}” is free.",
        ),
    )


def settle(
    class_id: str,
    request_ids: Sequence[str],
    by: Account,
    *,
    admitted: bool,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> int:
    """Admit or refuse those who wait for a class; returns how many. Raises `Forbidden`, `NotFound`, `BadParameter` for one who cannot be
    admitted because somebody has the number or the user name meanwhile."""
    own_class(class_id, by, store=store)
    waiting = {each.request_id: each for each in store.join_requests(by.organisation_id, class_id)}
    count = 0
    for request_id in request_ids:
        request = waiting.get(request_id)
        if request is None:
            continue
        if admitted:
            _admit(request, store=store, clock=clock, identifiers=identifiers)
            count += 1
        else:
            count += store.settle_join_request(by.organisation_id, request_id)
    return count


def has_number(request: JoinRequest, students: Sequence[Student]) -> bool:
    """Whether one of the school's students has the number of somebody who asks to join."""
    number = request.number.casefold()
    return bool(number) and any(each.shown_number.casefold() == number for each in students)


def has_name(request: JoinRequest, people: Sequence[PersonLine]) -> bool:
    """Whether one of the class has the name of somebody who asks to join."""
    return any(key_of(each.name) == key_of(request.name) for each in people)


def may_be(request: JoinRequest, people: Sequence[PersonLine]) -> list[PersonLine]:
    """Those of a class who may be the person that asks: of this number or name, and never signed in. The number says more and stands first."""
    never_seen = [each for each in people if each.state in ("no_account", "waiting", "code")]
    by_number = [each for each in never_seen if each.number.casefold() == request.number.casefold()]
    by_name = [each for each in never_seen if key_of(each.name) == key_of(request.name) and each not in by_number]
    return by_number + by_name


def admit_as(
    class_id: str,
    request_id: str,
    student_id: str,
    by: Account,
    *,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> None:
    """Admit somebody who waits as a student of the class who has never signed in: the student keeps the number and the name, or gets the
    one that was typed where none is on the list, and the account gets the user name and the password that the person chose.

    Raises `Forbidden`, `NotFound` for a request or a student that it cannot be, `BadParameter` where somebody signed in or took the user name
    meanwhile.
    """
    people = people_of(class_id, by, store=store, clock=clock)
    waiting = {each.request_id: each for each in store.join_requests(by.organisation_id, class_id)}
    request = waiting.get(request_id)
    student = (
        next((each for each in may_be(request, people) if each.student_id == student_id), None) if request else None
    )
    if request is None or student is None:
        raise NotFound(
            "There is no such request of this student.",
            remedy=Bilingual(
                zh="这个申请已经处理过了，或者这名学生已经登录过。请刷新页面。",
                en="It was settled already, or this student has signed in since. Load the page again.",
            ),
        )
    account = Account(
        account_id=identifiers.new("acc"),
        organisation_id=by.organisation_id,
        username=request.username,
        role="student",
        display_name=student.name or request.name,
        password_hash=request.password_hash,
        student_id=student_id,
        language=request.language,
        created_at=clock.now(),
    )
    if not store.admit_as(by.organisation_id, request_id, account, unused_password=keys.UNMATCHABLE_HASH):
        raise _taken_meanwhile(request)


def _admit(request: JoinRequest, *, store: Store, clock: Clock, identifiers: Identifiers) -> None:
    """Make student and account of a request. A number that somebody has already is not taken over: the student shows under the user name,
    and the teacher sees both."""
    now = clock.now()
    students = store.students(request.organisation_id)
    taken = {key.casefold() for each in students for key in (each.student_id, each.shown_number)}
    free_number = bool(request.number) and request.number.casefold() not in taken
    student_id = request.number if free_number else unique(request.username, taken)
    number = request.number if free_number else None
    student = Student(request.organisation_id, student_id, request.name, None, now, number)
    account = Account(
        account_id=identifiers.new("acc"),
        organisation_id=request.organisation_id,
        username=request.username,
        role="student",
        display_name=request.name,
        password_hash=request.password_hash,
        student_id=student_id,
        language=request.language,
        created_at=now,
    )
    if not store.settle_join_request(request.organisation_id, request.request_id, student=student, account=account):
        raise _taken_meanwhile(request)


def _taken_meanwhile(request: JoinRequest) -> BadParameter:
    return BadParameter.of(
        "request_id",
        f"{request.username!r} is taken meanwhile",
        remedy=Bilingual(
            zh=f"“{request.name}”要的用户名或学号刚被别人用了。请拒绝这次申请，让这位同学重新申请。",
            en=f"Somebody has taken the user name or number that “{request.name}” asked for. Refuse it, and let them ask again.",
        ),
    )
