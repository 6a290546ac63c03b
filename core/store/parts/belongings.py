"""What belongs to a student: the one list by which a student is copied, brought back and erased.

It is read off the tables, so that a table of later days is in it without being named: every table with a student's id, and what hangs on the
student's sign-in.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import ColumnElement, Table, and_, false, or_, select

from core.store.parts.accounts import ACCOUNT
from core.store.tables.columns import METADATA


def belongings(organisation_id: str, student_id: str) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    """Each table that can hold rows of a student, with the condition that tells them: that of sign-ins, on which other conditions rest, then the
    others, those first to which others refer.

    A row may name two students (the sender and the receiver of a request). Of sign-ins those of the demo are left out, since they are buttons
    for everybody and nobody's.
    """
    for target in (ACCOUNT, *(each for each in METADATA.sorted_tables if each is not ACCOUNT)):
        if (condition := _of_student(target, organisation_id, student_id)) is not None:
            yield target, condition


def student_tables() -> list[Table]:
    """The tables of `belongings`."""
    return [target for target, _ in belongings("", "")]


def hangs_on_sign_in(target: Table) -> bool:
    """Whether the rows of a table are a student's because an account is."""
    return "account_id" in target.c and "student_id" not in target.c


def _of_student(target: Table, organisation_id: str, student_id: str) -> ColumnElement[bool] | None:
    """The condition of rows about a student; None for a table that can hold none."""
    names = {column.name for column in target.c}
    if target is ACCOUNT:
        return own_accounts(organisation_id, student_id)
    if {"organisation_id", "student_id"} <= names:
        columns = [column for column in target.c if column.name.endswith("student_id")]
        return and_(target.c.organisation_id == organisation_id, or_(*(column == student_id for column in columns)))
    if hangs_on_sign_in(target):
        own = select(ACCOUNT.c.account_id).where(own_accounts(organisation_id, student_id))
        return target.c.account_id.in_(own)
    return None


def own_accounts(organisation_id: str, student_id: str) -> ColumnElement[bool]:
    """The sign-ins of a student, those of the demo apart."""
    return and_(
        ACCOUNT.c.organisation_id == organisation_id,
        ACCOUNT.c.student_id == student_id,
        ACCOUNT.c.role == "student",
        ACCOUNT.c.demo == false(),
    )
