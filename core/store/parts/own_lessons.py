"""The part of the store for lessons of an organisation's own."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, select, update

from core.records.own_lessons import OwnLesson
from core.store.database.session import SqlPart
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.plan import OwnLessonTable

LESSON = table(OwnLessonTable)


class OwnLessonPart(SqlPart):
    """`core.ports.plan.OwnLessonStore` in SQL."""

    def own_lessons(self, organisation_id: str) -> list[OwnLesson]:
        """See `core.ports.plan.OwnLessonStore.own_lessons`."""
        query = select(LESSON).where(LESSON.c.organisation_id == organisation_id)
        with self.read() as connection:
            rows = connection.execute(query.order_by(LESSON.c.changed_at.desc(), LESSON.c.lesson_id)).all()
        return [_lesson(row) for row in rows]

    def own_lesson(self, organisation_id: str, lesson_id: str) -> OwnLesson | None:
        """The organisation's lesson with that id."""
        query = select(LESSON).where(LESSON.c.organisation_id == organisation_id, LESSON.c.lesson_id == lesson_id)
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else _lesson(row)

    def put_own_lesson(self, row: OwnLesson) -> bool:
        """See `core.ports.plan.OwnLessonStore.put_own_lesson`."""
        columns = {**vars(row), "made_at": to_micros(row.made_at), "changed_at": to_micros(row.changed_at)}
        changed = {name: columns[name] for name in ("body", "state", "changed_at", "version")}
        with self.write() as connection:
            if row.version == 1:
                return connection.execute(self.insert_new(LESSON), columns).rowcount == 1
            statement = update(LESSON).where(_in_version(row, row.version - 1)).values(changed)
            return connection.execute(statement).rowcount == 1

    def delete_own_lesson(self, row: OwnLesson) -> bool:
        """See `core.ports.plan.OwnLessonStore.delete_own_lesson`."""
        with self.write() as connection:
            return connection.execute(delete(LESSON).where(_in_version(row, row.version))).rowcount == 1


def _in_version(row: OwnLesson, version: int) -> ColumnElement[bool]:
    return and_(
        LESSON.c.organisation_id == row.organisation_id,
        LESSON.c.lesson_id == row.lesson_id,
        LESSON.c.version == version,
    )


def _lesson(row: Row[Any]) -> OwnLesson:
    columns = dict(row._mapping)
    return OwnLesson(
        **{
            **columns,
            "made_at": from_micros(columns["made_at"]),
            "changed_at": from_micros(columns["changed_at"]),
        }
    )
