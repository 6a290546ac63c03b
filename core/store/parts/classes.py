"""The class part of the store: classes, their students and their teachers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Table, and_, delete, or_, select

from core.records.classes import Membership, SchoolClass
from core.store.database.session import SqlPart
from core.store.tables.classes import ClassStudentTable, ClassTeacherTable, SchoolClassTable
from core.store.tables.columns import from_micros, table, to_micros

CLASS = table(SchoolClassTable)
MEMBER = table(ClassStudentTable)
TEACHER = table(ClassTeacherTable)

MAX_IDS = 500
"""Most ids in one IN (...), below SQLite's limit on bound variables."""


class SchoolClassPart(SqlPart):
    """`core.ports.classes.ClassStore` in SQL."""

    def put_class(self, school_class: SchoolClass) -> None:
        """See `core.ports.classes.ClassStore.put_class`."""
        columns = {
            **vars(school_class),
            "made_at": to_micros(school_class.made_at),
            "archived_at": None if school_class.archived_at is None else to_micros(school_class.archived_at),
        }
        key = ["organisation_id", "class_id"]
        changed = {name: value for name, value in columns.items() if name not in (*key, "made_at")}
        statement = self.insert(CLASS).values(columns)
        with self.write() as connection:
            connection.execute(statement.on_conflict_do_update(index_elements=key, set_=changed))

    def classes(self, organisation_id: str) -> list[SchoolClass]:
        """See `core.ports.classes.ClassStore.classes`."""
        return self._classes(CLASS.c.organisation_id == organisation_id)

    def classes_of_student(self, organisation_id: str, student_id: str) -> list[SchoolClass]:
        """See `core.ports.classes.ClassStore.classes_of_student`."""
        is_member = _is_in(MEMBER).where(MEMBER.c.student_id == student_id).exists()
        return self._classes(
            CLASS.c.organisation_id == organisation_id,
            CLASS.c.archived_at.is_(None),
            or_(CLASS.c.everyone, is_member),
        )

    def classes_of_teacher(self, organisation_id: str, account_id: str) -> list[SchoolClass]:
        """See `core.ports.classes.ClassStore.classes_of_teacher`."""
        teaches = _is_in(TEACHER).where(TEACHER.c.account_id == account_id).exists()
        return self._classes(CLASS.c.organisation_id == organisation_id, teaches)

    def _classes(self, *conditions: Any) -> list[SchoolClass]:
        with self.read() as connection:
            rows = connection.execute(select(CLASS).where(*conditions).order_by(CLASS.c.name, CLASS.c.class_id)).all()
        return [_class(row) for row in rows]

    def membership(self, organisation_id: str, class_ids: Collection[str] | None = None) -> Membership:
        """See `core.ports.classes.ClassStore.membership`."""
        with self.read() as connection:
            return Membership(
                students=_ids_by_class(connection, MEMBER, "student_id", organisation_id, class_ids),
                teachers=_ids_by_class(connection, TEACHER, "account_id", organisation_id, class_ids),
            )

    def change_members(
        self,
        organisation_id: str,
        class_id: str,
        *,
        added: Collection[str] = (),
        removed: Collection[str] = (),
        at: datetime,
    ) -> None:
        """See `core.ports.classes.ClassStore.change_members`."""
        key = {"organisation_id": organisation_id, "class_id": class_id}
        with self.write() as connection:
            self._change(connection, MEMBER, "student_id", key, {"joined_at": to_micros(at)}, added, removed)

    def change_teachers(
        self, organisation_id: str, class_id: str, *, added: Collection[str] = (), removed: Collection[str] = ()
    ) -> None:
        """See `core.ports.classes.ClassStore.change_teachers`."""
        key = {"organisation_id": organisation_id, "class_id": class_id}
        with self.write() as connection:
            self._change(connection, TEACHER, "account_id", key, {}, added, removed)

    def _change(
        self,
        connection: Connection,
        members: Table,
        name: str,
        key: dict[str, str],
        further: dict[str, Any],
        added: Iterable[str],
        removed: Collection[str],
    ) -> None:
        in_class = [members.c[column] == value for column, value in key.items()]
        for block in blocks(removed):
            connection.execute(delete(members).where(*in_class, members.c[name].in_(block)))
        if rows := [{**key, name: each, **further} for each in dict.fromkeys(added)]:
            connection.execute(self.insert_new(members), rows)


def _is_in(members: Table) -> Any:
    return (
        select(members.c.class_id)
        .where(and_(members.c.organisation_id == CLASS.c.organisation_id, members.c.class_id == CLASS.c.class_id))
        .correlate(CLASS)
    )


def _ids_by_class(
    connection: Connection, members: Table, name: str, organisation_id: str, class_ids: Collection[str] | None
) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    query = select(members.c.class_id, members.c[name]).where(members.c.organisation_id == organisation_id)
    for block in [None] if class_ids is None else blocks(class_ids):
        narrowed = query if block is None else query.where(members.c.class_id.in_(block))
        for class_id, member_id in connection.execute(narrowed):
            found[class_id].add(member_id)
    return {class_id: frozenset(ids) for class_id, ids in found.items()}


def blocks(ids: Collection[str]) -> list[list[str]]:
    """The ids in blocks of at most `MAX_IDS`."""
    ordered = list(ids)
    return [ordered[start : start + MAX_IDS] for start in range(0, len(ordered), MAX_IDS)]


def _class(row: Row[Any]) -> SchoolClass:
    columns = dict(row._mapping)
    columns["made_at"] = from_micros(row.made_at)
    columns["archived_at"] = None if row.archived_at is None else from_micros(row.archived_at)
    return SchoolClass(**columns)
