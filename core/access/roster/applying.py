"""Carrying an import out as it was shown, and taking the last one back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from core.access.keys import UNMATCHABLE_HASH
from core.access.roster.plans import Draft, Plan
from core.errors import BadParameter, Forbidden, NotFound
from core.ports.store import Store
from core.records.access import Account
from core.records.classes import SchoolClass
from core.records.roster import ImportRun, Renaming, RosterChanges, Undone
from core.records.students import Student
from core.wire import Bilingual

NewId = Callable[[str], str]


def apply(
    plan: Plan,
    digest: str,
    by: Account,
    *,
    source: str,
    leave_out_faulty: bool,
    store: Store,
    now: datetime,
    new_id: NewId,
) -> ImportRun | None:
    """Write what a dry run showed, all of it or nothing; None when there is nothing to write.

    `digest` is that of the plan that the person saw. Raises `BadParameter` when the plan is another one now, and while rows have faults
    unless these are to be left out.
    """
    if plan.draft.digest() != digest:
        raise _changed()
    faulty = plan.count("fault")
    if faulty and not leave_out_faulty:
        raise BadParameter.of(
            "file",
            f"{faulty} rows have faults",
            remedy=Bilingual(
                zh=f"有 {faulty} 行有错误。请先更正，或选择不导入这些行。",
                en=f"{faulty} rows have faults. Mend them first, or choose to leave them out.",
            ),
        )
    if plan.draft.empty:
        return None
    changes = _changes(plan.draft, by, source=source, store=store, now=now, new_id=new_id)
    if not store.apply_roster(changes):
        raise _changed()
    return changes.run


def _changed() -> BadParameter:
    return BadParameter.of(
        "file",
        "the school has changed since the list was looked at",
        remedy=Bilingual(
            zh="预览之后学校的名单有变动，什么都没有写入。请重新预览。",
            en="Somebody has changed the school since this was looked at; nothing was written. Look at it again.",
        ),
    )


def _changes(draft: Draft, by: Account, *, source: str, store: Store, now: datetime, new_id: NewId) -> RosterChanges:
    """The rows to be written, with their ids."""
    organisation_id = by.organisation_id
    classes = {key: SchoolClass(organisation_id, new_id("cls"), name, now) for key, name in draft.classes.items()}
    accounts = {
        each.username: Account(
            account_id=new_id("acc"),
            organisation_id=organisation_id,
            username=each.username,
            role="teacher" if each.role == "teacher" else "student",
            display_name=each.name,
            password_hash=UNMATCHABLE_HASH,
            student_id=each.student_id or None,
            language="zh" if each.language == "zh" else "en" if each.language == "en" else None,
            created_at=now,
        )
        for each in draft.people
    }
    students = tuple(
        Student(organisation_id, each.student_id, each.name, None, now, each.number)
        for each in draft.people
        if each.makes_student
    )
    known = {each.username: each.account_id for each in store.accounts(organisation_id)} if draft.teachers else {}
    id_of_account = {**known, **{name: each.account_id for name, each in accounts.items()}}

    def class_id(key: str) -> str:
        return classes[key].class_id if key in classes else key

    teachers = [(class_id(key), id_of_account[username]) for key, username in draft.teachers]
    if by.role == "teacher":
        teachers += [(each.class_id, by.account_id) for each in classes.values()]
    return RosterChanges(
        run=ImportRun(organisation_id, new_id("imp"), source, by.account_id, now),
        classes=tuple(classes.values()),
        students=students,
        accounts=tuple(accounts.values()),
        members=tuple((class_id(key), student_id) for key, student_id in draft.members),
        teachers=tuple(teachers),
        renamings=tuple(Renaming(*each) for each in draft.renamings),
    )


def last_run(by: Account, *, store: Store) -> ImportRun | None:
    """The import that can be taken back: of a teacher the own last one, of an administrator the last of all."""
    return store.last_import(by.organisation_id, made_by=None if by.role == "admin" else by.account_id)


def undo(import_id: str, by: Account, *, store: Store, now: datetime) -> Undone:
    """Take the last import back. Raises `Forbidden` for students, `NotFound` for another import than the last."""
    if by.role == "student":
        raise Forbidden("A student imports nobody.")
    run = last_run(by, store=store)
    undone = None
    if run is not None and run.import_id == import_id:
        undone = store.undo_import(by.organisation_id, import_id, now, unused_password=UNMATCHABLE_HASH)
    if undone is None:
        raise NotFound(
            "There is no such import to be undone.",
            remedy=Bilingual(
                zh="这次导入已经撤销，或者之后又有新的导入。请刷新页面。",
                en="It was undone already, or there was another import after it. Load the page again.",
            ),
        )
    return undone
