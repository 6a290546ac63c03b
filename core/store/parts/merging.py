"""Two students that are one person: everything of the one is given to the other, in one transaction."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Table, Text, UniqueConstraint, and_, delete, func, literal, or_, select, update

from core.records.audit import Subject
from core.store.database.session import SqlPart
from core.store.parts.accounts import ACCOUNT, CLIENT, CODE, SIGNIN
from core.store.parts.audit import give_account_entries, give_entries
from core.store.parts.classes import MEMBER
from core.store.parts.roster import tables_of_students
from core.store.parts.students import STUDENT
from core.store.tables.columns import table, to_micros
from core.store.tables.roster import RosterChangeTable

CHANGE = table(RosterChangeTable)
FOLDED = {"learner_state": "model", "portrait_state": "version", "memory_state": "version"}
"""Tables of states that are folded from the log, with the column by which a state of another version is folded from the beginning."""
CELLS = "point_mastery"
"""Sums of a learner state; they are made anew with it."""
OUTDATED = ""


class MergingPart(SqlPart):
    """The merging of students of `core.ports.roster.RosterStore` in SQL."""

    def rows_of_student(self, organisation_id: str, student_id: str) -> dict[str, int]:
        """See `core.ports.roster.RosterStore.rows_of_student`."""
        with self.read() as connection:
            counts = {
                target.name: connection.execute(
                    select(func.count()).select_from(target).where(_names(target, organisation_id, student_id))
                ).scalar_one()
                for target in tables_of_students()
                if target.name != CELLS and target.name not in FOLDED
            }
        return {name: count for name, count in counts.items() if count}

    def merge_students(
        self, organisation_id: str, student_id: str, into_student_id: str, at: datetime, *, unused_password: str
    ) -> dict[str, int]:
        """See `core.ports.roster.RosterStore.merge_students`."""
        given: dict[str, int] = {}
        with self.write() as connection:
            for target in (*tables_of_students(), MEMBER):
                if target.name == CELLS:
                    for each in (student_id, into_student_id):
                        connection.execute(delete(target).where(_names(target, organisation_id, each)))
                    continue
                count = _give(connection, target, organisation_id, student_id, into_student_id)
                if target.name in FOLDED:
                    statement = update(target).where(_names(target, organisation_id, into_student_id))
                    connection.execute(statement.values({FOLDED[target.name]: OUTDATED}))
                elif count:
                    given[target.name] = count
            closed, kept = _keep_one_sign_in(
                connection, organisation_id, student_id, into_student_id, at, unused_password
            )
            _forget(connection, organisation_id, student_id)
            give_entries(connection, organisation_id, student_id, into_student_id)
            give_account_entries(connection, organisation_id, closed, kept)
            self.note(
                connection,
                organisation_id,
                "students_merged",
                Subject("student", into_student_id),
                at=at,
                facts={"rows": sum(given.values())},
            )
        return given


def _names(target: Table, organisation_id: str, student_id: str) -> Any:
    """A row of the organisation names the student, in whichever column."""
    columns = [column for column in target.c if column.name.endswith("student_id")]
    return and_(target.c.organisation_id == organisation_id, or_(*(column == student_id for column in columns)))


def _give(connection: Connection, target: Table, organisation_id: str, student_id: str, into: str) -> int:
    """Rename the student in the rows of a table, and in the texts that are sent as they are stored. Of rows of which there can be one that
    of the other stays."""
    own = target.c.organisation_id == organisation_id, target.c.student_id == student_id
    for key in _keys(target):
        others = target.alias()
        same = [others.c[name] == target.c[name] for name in key if name != "student_id"]
        twice = select(others.c.student_id).where(*same, others.c.student_id == into).exists()
        if key == target.primary_key.columns.keys():
            connection.execute(delete(target).where(*own, twice))
        else:  # the row has an id of its own, under which others refer to it: it goes without what there can be only once
            cleared = {name: None for name in key if target.c[name].nullable}
            connection.execute(update(target).where(*own, twice).values(cleared))
    texts = {
        column.name: func.replace(column, _in_json(student_id), _in_json(into))
        for column in target.c
        if isinstance(column.type, Text)
    }
    count = 0
    for column in target.c:
        if column.name.endswith("student_id"):
            rows = update(target).where(target.c.organisation_id == organisation_id, column == student_id)
            count += connection.execute(rows.values({column.name: into, **texts})).rowcount
    if "to_student_id" in target.c:  # nobody asks themself
        itself = target.c.student_id == into, target.c.to_student_id == into
        connection.execute(delete(target).where(target.c.organisation_id == organisation_id, *itself))
    return count


def _in_json(student_id: str) -> str:
    """The student's id as pydantic writes it into a stored answer."""
    return f'"student_id":{json.dumps(student_id, ensure_ascii=False)}'


def _keys(target: Table) -> list[list[str]]:
    """The primary key and the unique constraints of a table in which the student stands."""
    unique = [
        constraint.columns.keys() for constraint in target.constraints if isinstance(constraint, UniqueConstraint)
    ]
    unique += [index.columns.keys() for index in target.indexes if index.unique]
    return [names for names in [target.primary_key.columns.keys(), *unique] if "student_id" in names]


def _keep_one_sign_in(
    connection: Connection, organisation_id: str, student_id: str, into: str, at: datetime, unused_password: str
) -> tuple[list[str], str]:
    """Leave one account of the two, that of the student who stays unless only the other works; close the rest, which are nobody's now and
    name nobody: an erasure of the student would not find them. Returns their ids, and that of the one that stays ("" where there is none).
    """
    in_organisation = ACCOUNT.c.organisation_id == organisation_id
    query = select(ACCOUNT).where(in_organisation, ACCOUNT.c.student_id.in_((student_id, into)))
    accounts = connection.execute(query.order_by(ACCOUNT.c.account_id).with_for_update()).all()
    codes = select(CODE.c.account_id).where(
        CODE.c.organisation_id == organisation_id, CODE.c.expires_at > to_micros(at)
    )
    with_code = set(connection.execute(codes).scalars())

    def standing(account: Row[Any]) -> tuple[int, bool]:
        return _worth(account, with_code, unused_password), account.student_id == into

    kept = max(accounts, key=standing, default=None)
    closed = [each.account_id for each in accounts if each is not kept]
    closing = update(ACCOUNT).where(in_organisation, ACCOUNT.c.account_id.in_(closed), ACCOUNT.c.disabled_at.is_(None))
    connection.execute(closing.values(disabled_at=to_micros(at)))
    nameless = literal("merged-") + ACCOUNT.c.account_id
    nobodys = {"student_id": None, "username": nameless, "display_name": nameless}
    connection.execute(update(ACCOUNT).where(ACCOUNT.c.account_id.in_(closed)).values(nobodys))
    for target in (SIGNIN, CLIENT, CODE):
        connection.execute(delete(target).where(target.c.account_id.in_(closed)))
    if kept is None:
        return closed, ""
    if kept.student_id == into:
        return closed, kept.account_id
    name = connection.execute(
        select(STUDENT.c.name).where(STUDENT.c.organisation_id == organisation_id, STUDENT.c.student_id == into)
    ).scalar()
    theirs = {"student_id": into, "display_name": name or kept.display_name}
    connection.execute(update(ACCOUNT).where(ACCOUNT.c.account_id == kept.account_id).values(theirs))
    # The student is no longer what an import made: taking that back would leave the sign-in without a student.
    connection.execute(delete(CHANGE).where(CHANGE.c.organisation_id == organisation_id, CHANGE.c.student_id == into))
    return closed, kept.account_id


def _worth(account: Row[Any], with_code: set[str], unused_password: str) -> int:
    """How well somebody can sign in to an account: 3 by the button of the demo, 2 with a password, 1 with a code that holds, 0 not at all."""
    if account.disabled_at is not None:
        return 0
    if account.demo:
        return 3
    return 2 if account.password_hash != unused_password else int(account.account_id in with_code)


def _forget(connection: Connection, organisation_id: str, student_id: str) -> None:
    for target in (CHANGE, STUDENT):
        connection.execute(
            delete(target).where(target.c.organisation_id == organisation_id, target.c.student_id == student_id)
        )
