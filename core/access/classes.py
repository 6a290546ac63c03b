"""Classes of an organisation: who teaches and who learns in them, and whose students a signed-in person may ask about."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from core.errors import BadParameter, Forbidden, NotFound
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Account, Caller
from core.records.classes import EVERYONE, Consent, ReportComment, SchoolClass
from core.records.printed import visible
from core.wire import Bilingual

CHOSEN = "class"
"""Key of an account's settings: the class that its person looked at last."""
LONGEST_NAME = 60
"""Characters of a class's name."""
LONGEST_COMMENT = 1_000
"""Characters of what is written under a report."""
MONTH = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")
LONGEST_KEPT_DAYS = 3_650
MOST_CLASSES = 1_000
"""Of one organisation."""


@dataclass(frozen=True)
class Scope:
    """Whose students a person may ask about."""

    classes: tuple[SchoolClass, ...]
    """That the person can look at: the own ones, of an administrator all; those that are over stand last."""
    chosen: SchoolClass | None
    """The one that pages show; None: all classes that are not over."""
    students: frozenset[str] | None
    """Ids of the students; None: all of the organisation."""


def scope_of(account: Account, *, store: Store) -> Scope:
    """What a person sees: a student themself; a teacher the students of the own classes, or of the one they chose; an administrator all of the
    organisation, or the class they chose.

    A class that is over is seen only while it is chosen, so that last year's students do not stand among this year's.
    """
    if account.role == "student":
        return Scope((), None, frozenset() if account.student_id is None else frozenset((account.student_id,)))
    organisation_id = account.organisation_id
    classes = (
        store.classes(organisation_id)
        if account.role == "admin"
        else store.classes_of_teacher(organisation_id, account.account_id)
    )
    ordered = tuple(sorted(classes, key=lambda each: each.archived_at is not None))
    chosen = next((each for each in ordered if each.class_id == account.settings.get(CHOSEN)), None)
    current = [each for each in ordered if each.archived_at is None]
    if chosen is None and account.role == "teacher" and len(current) == 1:
        chosen = current[0]
    if chosen is None and account.role == "admin":
        return Scope(ordered, None, None)
    return Scope(ordered, chosen, students_in([chosen] if chosen else current, organisation_id, store=store))


def students_in(classes: Sequence[SchoolClass], organisation_id: str, *, store: Store) -> frozenset[str] | None:
    """Ids of the students of these classes; None where one of them is of everyone."""
    if any(each.everyone for each in classes):
        return None
    if not classes:
        return frozenset()
    members = store.membership(organisation_id, [each.class_id for each in classes]).students
    return frozenset().union(*members.values())


def reachable_by(by: Account, *, store: Store) -> frozenset[str] | None:
    """Ids of the students whom a teacher or administrator may move and change: of all own classes, those that are over too, so that a new year
    can begin with last year's; None: all of the organisation."""
    if by.role == "admin":
        return None
    return students_in(scope_of(by, store=store).classes, by.organisation_id, store=store)


# -- making and changing ----------------------------------------------------------------------------------------


def first_class_of(account: Account, *, store: Store) -> None:
    """Give a new teacher the class of everyone while the organisation has no other, so that a school without classes needs to know
    nothing of them."""
    if account.role == "teacher" and [each.class_id for each in store.classes(account.organisation_id)] == [EVERYONE]:
        store.change_teachers(account.organisation_id, EVERYONE, added=[account.account_id])


def make(
    name: str, caller: Caller, *, by: Account, store: Store, clock: Clock, identifiers: Identifiers
) -> SchoolClass:
    """A new class; a teacher who makes it teaches it.

    Raises `Forbidden` for students, `BadParameter` for a name that is empty, too long or that a class of this year has.
    """
    _refuse_students(by)
    existing = store.classes(caller.organisation_id)
    if len(existing) >= MOST_CLASSES:
        raise BadParameter.of("name", f"there are {MOST_CLASSES} classes already")
    made = SchoolClass(
        organisation_id=caller.organisation_id,
        class_id=identifiers.new("cls"),
        name=checked_name(name, existing),
        made_at=clock.now(),
    )
    store.put_class(made)
    if by.role == "teacher":
        store.change_teachers(caller.organisation_id, made.class_id, added=[by.account_id])
    return made


def own_class(class_id: str, by: Account, *, store: Store) -> SchoolClass:
    """A class that a person may change: a teacher the own ones, an administrator all. Raises `Forbidden`, `NotFound`."""
    _refuse_students(by)
    found = next((each for each in scope_of(by, store=store).classes if each.class_id == class_id), None)
    if found is None:
        raise NotFound(f"There is no class {class_id!r}.")
    return found


def rename(class_id: str, name: str, by: Account, *, store: Store) -> SchoolClass:
    """The class under another name. Raises `Forbidden`, `NotFound`, `BadParameter`."""
    found = own_class(class_id, by, store=store)
    others = [each for each in store.classes(by.organisation_id) if each.class_id != class_id]
    changed = replace(found, name=checked_name(name, others))
    store.put_class(changed)
    return changed


def settle_consent(class_id: str, consent: Consent, keep_days: int | None, by: Account, *, store: Store) -> SchoolClass:
    """The class with the guardians' consent and the time that its recordings are kept. Raises `Forbidden`, `NotFound`."""
    if keep_days is not None and not 1 <= keep_days <= LONGEST_KEPT_DAYS:
        raise BadParameter.of(
            "keep_days",
            f"{keep_days} is not between 1 and {LONGEST_KEPT_DAYS}",
            remedy=Bilingual(
                zh=f"请填 1 到 {LONGEST_KEPT_DAYS} 天，或者不填。",
                en=f"Give 1 to {LONGEST_KEPT_DAYS} days, or leave it empty.",
            ),
        )
    changed = replace(own_class(class_id, by, store=store), consent=consent, keep_days=keep_days)
    store.put_class(changed)
    return changed


def archive(class_id: str, by: Account, *, over: bool, store: Store, clock: Clock) -> SchoolClass:
    """End a class, or begin it again; what was done in it stays. Raises `Forbidden`, `NotFound`."""
    found = own_class(class_id, by, store=store)
    changed = replace(found, archived_at=(found.archived_at or clock.now()) if over else None)
    store.put_class(changed)
    return changed


def move(
    student_ids: Collection[str],
    by: Account,
    *,
    out_of: str | None,
    into: str | None,
    store: Store,
    clock: Clock,
) -> None:
    """Put students into a class, take them out of another, or both. Raises `Forbidden`, `NotFound`, also for a student whom the person does
    not see, and `BadParameter` for a class of everyone, into which nobody is put and out of which nobody goes."""
    reachable = reachable_by(by, store=store)
    for student_id in student_ids:
        known = store.student(by.organisation_id, student_id) is not None
        if not known or (reachable is not None and student_id not in reachable):
            raise NotFound(f"There is no student {student_id!r}.")
    for class_id in (out_of, into):
        if class_id is not None and own_class(class_id, by, store=store).everyone:
            raise BadParameter.of(
                "class_id",
                "all students of the organisation are in this class, always",
                remedy=Bilingual(
                    zh="这个班包括全校学生，不能单独加入或移出；请另建一个班。",
                    en="This class is all students of the school: nobody is put in or taken out. Make a class of its own.",
                ),
            )
    if into is not None:
        store.change_members(by.organisation_id, into, added=student_ids, at=clock.now())
    if out_of is not None:
        store.change_members(by.organisation_id, out_of, removed=student_ids, at=clock.now())


def share(class_id: str, by: Account, *, teacher_id: str, teaches: bool, store: Store) -> None:
    """Give a class to a teacher as well, or take it from one; the last teacher of a class can only be replaced by an administrator.

    Raises `Forbidden`, `NotFound`, `BadParameter`.
    """
    found = own_class(class_id, by, store=store)
    teacher = store.account(by.organisation_id, teacher_id)
    if teacher is None or teacher.role != "teacher":
        raise NotFound(f"There is no teacher {teacher_id!r}.")
    teachers = store.membership(by.organisation_id, [class_id]).teachers.get(class_id, frozenset())
    if not teaches and by.role != "admin" and teachers == {teacher_id}:
        raise BadParameter.of(
            "teacher_id",
            "is the last teacher of the class",
            remedy=Bilingual(
                zh="一个班至少要有一位老师：请先加入别的老师，或者请管理员处理。",
                en="A class needs a teacher: add another first, or ask the administrator.",
            ),
        )
    change = [teacher_id]
    store.change_teachers(
        by.organisation_id, found.class_id, added=change if teaches else (), removed=() if teaches else change
    )


def comment(student_id: str, month: str, text: str, by: Account, *, store: Store, clock: Clock) -> None:
    """Keep what a teacher writes under a student's report of a month. Raises `Forbidden`, `NotFound`, `BadParameter`."""
    _refuse_students(by)
    if store.student(by.organisation_id, student_id) is None:
        raise NotFound(f"There is no student {student_id!r}.")
    if not MONTH.fullmatch(month):
        raise BadParameter.of("month", f"{month!r} is no month YYYY-MM")
    tidy = visible(text).strip()
    if len(tidy) > LONGEST_COMMENT:
        raise BadParameter.of(
            "text",
            f"has more than {LONGEST_COMMENT} characters",
            remedy=Bilingual(
                zh=f"评语最多 {LONGEST_COMMENT} 个字。", en=f"A comment has {LONGEST_COMMENT} characters at most."
            ),
        )
    store.put_report_comment(ReportComment(by.organisation_id, student_id, month, tidy, by.display_name, clock.now()))


def drop_old_recordings(organisation_id: str, *, store: Store, clock: Clock) -> int:
    """Drop the recordings of students that are older than a class of theirs keeps them, and all of a class whose guardians have not
    consented; returns their number."""
    dropped = 0
    for each in store.classes(organisation_id):
        days = 0 if each.consent == "missing" and each.archived_at is None else each.keep_days
        if days is not None:
            students = students_in([each], organisation_id, store=store)
            before = clock.now() - timedelta(days=days)
            dropped += store.drop_recordings(organisation_id, students, before=before)
    return dropped


def checked_name(name: str, others: Collection[SchoolClass]) -> str:
    """The name of a class without spaces around it. Raises `BadParameter`."""
    tidy = " ".join(name.split())
    if not 0 < len(tidy) <= LONGEST_NAME:
        raise BadParameter.of(
            "name",
            f"has not 1 to {LONGEST_NAME} characters",
            remedy=Bilingual(
                zh=f"请给班级起个名字，最多 {LONGEST_NAME} 个字。",
                en=f"Give the class a name of at most {LONGEST_NAME} characters.",
            ),
        )
    if any(each.name == tidy and each.archived_at is None for each in others):
        raise BadParameter.of(
            "name",
            f"there is a class {tidy!r} already",
            remedy=Bilingual(
                zh="已经有同名的班级了，请换个名字。", en="A class has this name already; choose another."
            ),
        )
    return tidy


def _refuse_students(by: Account) -> None:
    if by.role == "student":
        raise Forbidden("Classes are made and changed by teachers and administrators.")
