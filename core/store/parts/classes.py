"""The class part of the store: classes, their students and their teachers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Table, and_, delete, or_, select

from core.records.audit import Fact, FactName, Subject
from core.records.classes import Membership, ReportComment, SchoolClass
from core.store.database.session import SqlPart
from core.store.tables.answers import StudentTable
from core.store.tables.classes import ClassStudentTable, ClassTeacherTable, ReportCommentTable, SchoolClassTable
from core.store.tables.columns import from_micros, table, to_micros

CLASS = table(SchoolClassTable)
MEMBER = table(ClassStudentTable)
TEACHER = table(ClassTeacherTable)
COMMENT = table(ReportCommentTable)
STUDENT = table(StudentTable)

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
        organisation_id, subject = school_class.organisation_id, Subject("class", school_class.class_id)
        is_class = CLASS.c.organisation_id == organisation_id, CLASS.c.class_id == school_class.class_id
        with self.write() as connection:
            row = connection.execute(select(CLASS).where(*is_class).with_for_update()).one_or_none()
            connection.execute(statement.on_conflict_do_update(index_elements=key, set_=changed))
            if row is None:
                self.note(connection, organisation_id, "class_made", subject, at=school_class.made_at)
            elif facts := _changed_facts(_class(row), school_class):
                self.note(connection, organisation_id, "class_changed", subject, facts=facts)

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

    def lacks_consent(self, organisation_id: str, student_id: str) -> bool:
        """See `core.ports.classes.ClassStore.lacks_consent`."""
        query = select(STUDENT.c.student_id).where(
            STUDENT.c.organisation_id == organisation_id, STUDENT.c.student_id == student_id, guardians_refuse(STUDENT)
        )
        with self.read() as connection:
            return connection.execute(query).first() is not None

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
            new, gone = self._change(
                connection, MEMBER, "student_id", key, {"joined_at": to_micros(at)}, added, removed
            )
            if new or gone:
                facts: dict[FactName, Fact] = {"added": len(new), "removed": len(gone)}
                changed_class = Subject("class", class_id)
                self.note(connection, organisation_id, "class_members_changed", changed_class, at=at, facts=facts)

    def change_teachers(
        self, organisation_id: str, class_id: str, *, added: Collection[str] = (), removed: Collection[str] = ()
    ) -> None:
        """See `core.ports.classes.ClassStore.change_teachers`."""
        key = {"organisation_id": organisation_id, "class_id": class_id}
        with self.write() as connection:
            new, gone = self._change(connection, TEACHER, "account_id", key, {}, added, removed)
            changed_class = Subject("class", class_id)
            for each in new:
                teacher = Subject("account", each)
                self.note(connection, organisation_id, "class_opened_to_teacher", changed_class, related=teacher)
            for each in gone:
                teacher = Subject("account", each)
                self.note(connection, organisation_id, "class_taken_from_teacher", changed_class, related=teacher)

    def put_report_comment(self, comment: ReportComment) -> None:
        """See `core.ports.classes.ClassStore.put_report_comment`."""
        key = ["organisation_id", "student_id", "month"]
        columns = {**vars(comment), "written_at": to_micros(comment.written_at)}
        statement = self.insert(COMMENT).values(columns)
        changed = {name: value for name, value in columns.items() if name not in key}
        with self.write() as connection:
            if comment.text:
                connection.execute(statement.on_conflict_do_update(index_elements=key, set_=changed))
            else:
                connection.execute(delete(COMMENT).where(*(COMMENT.c[name] == columns[name] for name in key)))

    def report_comments(self, organisation_id: str, month: str) -> list[ReportComment]:
        """See `core.ports.classes.ClassStore.report_comments`."""
        query = (
            select(COMMENT)
            .where(COMMENT.c.organisation_id == organisation_id, COMMENT.c.month == month)
            .order_by(COMMENT.c.student_id)
        )
        with self.read() as connection:
            rows = connection.execute(query).mappings().all()
        return [ReportComment(**{**row, "written_at": from_micros(row["written_at"])}) for row in rows]

    def _change(
        self,
        connection: Connection,
        members: Table,
        name: str,
        key: dict[str, str],
        further: dict[str, Any],
        added: Iterable[str],
        removed: Collection[str],
    ) -> tuple[list[str], list[str]]:
        """Take those out and put these in; returns who is new and who is gone, without those for whom nothing changed."""
        in_class = [members.c[column] == value for column, value in key.items()]
        gone: set[str] = set()
        for block in id_blocks(removed):
            taken_out = delete(members).where(*in_class, members.c[name].in_(block)).returning(members.c[name])
            gone.update(connection.execute(taken_out).scalars())
        new: set[str] = set()
        if rows := [{**key, name: each, **further} for each in dict.fromkeys(added)]:
            new.update(connection.execute(self.insert_new(members).returning(members.c[name]), rows).scalars())
        return sorted(new - gone), sorted(gone - new)


def guardians_refuse(rows: Table) -> Any:
    """Whether the student of a row is in a class of this year whose guardians have not consented."""
    is_member = (
        select(MEMBER.c.student_id)
        .where(
            MEMBER.c.organisation_id == CLASS.c.organisation_id,
            MEMBER.c.class_id == CLASS.c.class_id,
            MEMBER.c.student_id == rows.c.student_id,
        )
        .correlate(CLASS, rows)
        .exists()
    )
    return (
        select(CLASS.c.class_id)
        .where(
            CLASS.c.organisation_id == rows.c.organisation_id,
            CLASS.c.consent == "missing",
            CLASS.c.archived_at.is_(None),
            or_(CLASS.c.everyone, is_member),
        )
        .correlate(rows)
        .exists()
    )


def _changed_facts(before: SchoolClass, after: SchoolClass) -> dict[FactName, Fact]:
    """What is told of a change of a class: of its name that it changed, since names are typed."""
    facts: dict[FactName, Fact] = {}
    if after.name != before.name:
        facts["renamed"] = True
    if after.consent != before.consent:
        facts |= {"consent": after.consent, "consent_before": before.consent}
    if after.keep_days != before.keep_days:
        facts |= {"keep_days": after.keep_days, "keep_days_before": before.keep_days}
    over, over_before = after.archived_at is not None, before.archived_at is not None
    if over != over_before:
        facts |= {"over": over, "over_before": over_before}
    return facts


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
    for block in [None] if class_ids is None else id_blocks(class_ids):
        narrowed = query if block is None else query.where(members.c.class_id.in_(block))
        for class_id, member_id in connection.execute(narrowed):
            found[class_id].add(member_id)
    return {class_id: frozenset(ids) for class_id, ids in found.items()}


def id_blocks(ids: Collection[str]) -> list[list[str]]:
    """The ids in parts that fit into one IN (...)."""
    ordered = list(ids)
    return [ordered[start : start + MAX_IDS] for start in range(0, len(ordered), MAX_IDS)]


def _class(row: Row[Any]) -> SchoolClass:
    columns = dict(row._mapping)
    columns["made_at"] = from_micros(row.made_at)
    columns["archived_at"] = None if row.archived_at is None else from_micros(row.archived_at)
    return SchoolClass(**columns)
