"""The assignment part of the store: what teachers assign, students' writing, teachers' links."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any, cast

from sqlalchemy import Connection, Row, Select, and_, delete, or_, select, update

from core.language.caching import bounded_cache
from core.learning.days import day_start
from core.records.answers import AnswerRow
from core.records.classes import EVERYONE
from core.records.evidence import Evidence
from core.records.plan import Assignment, AssignmentKind, ResourceLink, Writing
from core.records.speech import ReadingLine
from core.store.parts.answers import ANSWER, IS_RULED_RIGHT, IS_VOID, WITH_DECISIONS, AnswerPart
from core.store.tables.classes import ClassStudentTable
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.plan import (
    AssignmentExtensionTable,
    AssignmentStudentTable,
    AssignmentTable,
    ResourceLinkTable,
    WritingTable,
)
from core.store.tables.speech import SpeechEvaluationTable

ASSIGNMENT = table(AssignmentTable)
ADDRESSEE = table(AssignmentStudentTable)
EXTENSION = table(AssignmentExtensionTable)
WRITING = table(WritingTable)
READING = table(SpeechEvaluationTable)
READING_COLUMNS = [column for column in READING.c if column.name != "report"]
LINK = table(ResourceLinkTable)
MEMBER = table(ClassStudentTable)

MAX_IDS = 500
"""Most ids in one IN (...), below SQLite's limit on bound variables."""
FULL = 100.0

ADDRESSEES = (
    select(ADDRESSEE.c.student_id)
    .where(
        ADDRESSEE.c.organisation_id == ASSIGNMENT.c.organisation_id,
        ADDRESSEE.c.assignment_id == ASSIGNMENT.c.assignment_id,
    )
    .correlate(ASSIGNMENT)
)
EXTENSIONS = (
    select(EXTENSION.c.student_id)
    .where(
        EXTENSION.c.organisation_id == ASSIGNMENT.c.organisation_id,
        EXTENSION.c.assignment_id == ASSIGNMENT.c.assignment_id,
    )
    .correlate(ASSIGNMENT)
)
CLASSMATES = (
    select(MEMBER.c.student_id)
    .where(MEMBER.c.organisation_id == ASSIGNMENT.c.organisation_id, MEMBER.c.class_id == ASSIGNMENT.c.class_id)
    .correlate(ASSIGNMENT)
)
FOR_SOMEBODY = or_(ASSIGNMENT.c.everyone, ADDRESSEES.exists())
"""An assignment whose addressees have all been erased is for nobody: it must not become one for everybody."""


class AssignmentPart(AnswerPart):
    """`core.ports.plan.AssignmentStore` in SQL."""

    # -- assignments -------------------------------------------------------------------------------------

    def add_assignment(self, assignment: Assignment) -> None:
        """Store an assignment with its addressees."""
        columns = {name: value for name, value in vars(assignment).items() if name not in ("student_ids", "extensions")}
        columns |= {
            "due": assignment.due.isoformat(),
            "made_at": to_micros(assignment.made_at),
            "withdrawn_at": _micros(assignment.withdrawn_at),
            "due_at": _micros(assignment.due_at),
            "late_until": _micros(assignment.late_until),
            "everyone": not assignment.student_ids,
        }
        key = {"organisation_id": assignment.organisation_id, "assignment_id": assignment.assignment_id}
        with self.write() as connection:
            connection.execute(ASSIGNMENT.insert(), columns)
            if rows := [{**key, "student_id": student_id} for student_id in dict.fromkeys(assignment.student_ids)]:
                connection.execute(ADDRESSEE.insert(), rows)

    def assignments(
        self,
        organisation_id: str,
        *,
        student_id: str | None = None,
        due_from: date | None = None,
        assignment_ids: Collection[str] | None = None,
    ) -> list[Assignment]:
        """See `core.ports.plan.AssignmentStore.assignments`."""
        conditions = [
            ASSIGNMENT.c.organisation_id == organisation_id,
            ASSIGNMENT.c.withdrawn_at.is_(None),
            FOR_SOMEBODY,
        ]
        if student_id is not None:
            named = ADDRESSEES.where(ADDRESSEE.c.student_id == student_id).exists()
            is_member = CLASSMATES.where(MEMBER.c.student_id == student_id).exists()
            in_class = or_(ASSIGNMENT.c.class_id.in_(("", EVERYONE)), is_member)
            conditions.append(or_(named, and_(ASSIGNMENT.c.everyone, in_class)))
        if due_from is not None:
            extended = EXTENSIONS.where(EXTENSION.c.due_at >= to_micros(day_start(due_from))).exists()
            conditions.append(or_(ASSIGNMENT.c.due >= due_from.isoformat(), extended))
        if assignment_ids is not None:
            conditions.append(ASSIGNMENT.c.assignment_id.in_(assignment_ids))
        return self._assignments(select(ASSIGNMENT).where(*conditions))

    def assignment(self, organisation_id: str, assignment_id: str) -> Assignment | None:
        """See `core.ports.plan.AssignmentStore.assignment`."""
        assignments = self._assignments(
            select(ASSIGNMENT).where(
                ASSIGNMENT.c.organisation_id == organisation_id,
                ASSIGNMENT.c.assignment_id == assignment_id,
                FOR_SOMEBODY,
            )
        )
        return next(iter(assignments), None)

    def _assignments(self, query: Select[Any]) -> list[Assignment]:
        ordered = query.order_by(ASSIGNMENT.c.made_at.desc(), ASSIGNMENT.c.assignment_id)
        with self.read() as connection:
            rows = connection.execute(ordered).all()
            addressees = _addressees(connection, [row for row in rows if not row.everyone])
            extensions = _extensions(connection, rows)
        return [_assignment(row, tuple(addressees[row.assignment_id]), extensions[row.assignment_id]) for row in rows]

    def extend_assignment(
        self, organisation_id: str, assignment_id: str, student_ids: Collection[str], due_at: datetime | None
    ) -> None:
        """See `core.ports.plan.AssignmentStore.extend_assignment`."""
        key = {"organisation_id": organisation_id, "assignment_id": assignment_id}
        with self.write() as connection:
            for student_id in student_ids:
                of_student = and_(
                    EXTENSION.c.organisation_id == organisation_id,
                    EXTENSION.c.assignment_id == assignment_id,
                    EXTENSION.c.student_id == student_id,
                )
                connection.execute(delete(EXTENSION).where(of_student))
                if due_at is not None:
                    connection.execute(
                        EXTENSION.insert(), {**key, "student_id": student_id, "due_at": to_micros(due_at)}
                    )

    def readings_of_texts(
        self, organisation_id: str, text_keys: Collection[str], student_ids: Collection[str], since: datetime
    ) -> list[ReadingLine]:
        """See `core.ports.plan.AssignmentStore.readings_of_texts`."""
        query = (
            select(*READING_COLUMNS)
            .where(
                READING.c.organisation_id == organisation_id,
                READING.c.text_key.in_(list(text_keys)),
                READING.c.created_at >= to_micros(since),
            )
            .order_by(READING.c.student_id, READING.c.created_at, READING.c.evaluation_id)
        )
        selected = set(student_ids)
        if len(selected) <= MAX_IDS:
            query = query.where(READING.c.student_id.in_(selected))
        with self.read() as connection:
            return [
                ReadingLine(**{**row, "created_at": from_micros(row["created_at"])})
                for row in connection.execute(query).mappings()
                if row["student_id"] in selected
            ]

    def withdraw_assignment(self, organisation_id: str, assignment_id: str, at: datetime | None) -> bool:
        """See `core.ports.plan.AssignmentStore.withdraw_assignment`."""
        withdrawn = ASSIGNMENT.c.withdrawn_at
        statement = (
            update(ASSIGNMENT)
            .where(
                ASSIGNMENT.c.organisation_id == organisation_id,
                ASSIGNMENT.c.assignment_id == assignment_id,
                withdrawn.is_not(None) if at is None else withdrawn.is_(None),
            )
            .values(withdrawn_at=_micros(at))
        )
        with self.write() as connection:
            return connection.execute(statement).rowcount > 0

    def answers_to_items(
        self, organisation_id: str, item_ids: Collection[str], student_ids: Collection[str], since: datetime
    ) -> list[AnswerRow]:
        """See `core.ports.plan.AssignmentStore.answers_to_items`."""
        query = (
            select(ANSWER, or_(IS_RULED_RIGHT, IS_VOID).label("ruled"))
            .select_from(WITH_DECISIONS)
            .where(
                ANSWER.c.organisation_id == organisation_id,
                ANSWER.c.item_id.in_(list(item_ids)),
                ANSWER.c.answered_at >= to_micros(since),
            )
            .order_by(ANSWER.c.student_id, ANSWER.c.answered_at, ANSWER.c.evaluation_id, ANSWER.c.position)
        )
        selected = set(student_ids)
        if len(selected) <= MAX_IDS:
            query = query.where(ANSWER.c.student_id.in_(selected))
        with self.read() as connection:
            return [_answer_as_ruled(row) for row in connection.execute(query) if row.student_id in selected]

    # -- writing -----------------------------------------------------------------------------------------

    def put_writing(self, writing: Writing) -> bool:
        """See `core.ports.plan.AssignmentStore.put_writing`."""
        with self.write() as connection:
            return self._put_writing(connection, writing)

    def hand_in(self, writing: Writing, evidence: Sequence[Evidence]) -> bool:
        """See `core.ports.plan.AssignmentStore.hand_in`."""
        with self.write() as connection:
            if not self._put_writing(connection, writing):
                return False
            self._append(connection, writing.organisation_id, evidence, at=writing.handed_in_at)
            return True

    def _put_writing(self, connection: Connection, writing: Writing) -> bool:
        """Insert or update a text; an update changes it only while it belongs to the same student and is not handed in."""
        columns = {
            **vars(writing),
            "started_at": to_micros(writing.started_at),
            "changed_at": to_micros(writing.changed_at),
            "handed_in_at": _micros(writing.handed_in_at),
        }
        self.ensure_student(connection, writing.organisation_id, writing.student_id, writing.changed_at)
        insert = self.insert(WRITING).values(columns)
        changed = {name: insert.excluded[name] for name in ("title", "text", "changed_at", "handed_in_at")}
        editable = and_(
            WRITING.c.organisation_id == writing.organisation_id,
            WRITING.c.student_id == writing.student_id,
            WRITING.c.handed_in_at.is_(None),
        )
        upsert = insert.on_conflict_do_update(index_elements=["writing_id"], set_=changed, where=editable)
        return connection.execute(upsert.returning(WRITING.c.writing_id)).first() is not None

    def writing(self, organisation_id: str, writing_id: str) -> Writing | None:
        """The organisation's text with that id."""
        conditions = WRITING.c.organisation_id == organisation_id, WRITING.c.writing_id == writing_id
        return next(iter(self._writings(select(WRITING).where(*conditions))), None)

    def writings(
        self,
        organisation_id: str,
        *,
        student_id: str | None = None,
        resource_id: str | None = None,
        resource_ids: Collection[str] | None = None,
    ) -> list[Writing]:
        """See `core.ports.plan.AssignmentStore.writings`."""
        query = select(WRITING).where(WRITING.c.organisation_id == organisation_id)
        if student_id is not None:
            query = query.where(WRITING.c.student_id == student_id)
        if resource_id is not None:
            query = query.where(WRITING.c.resource_id == resource_id)
        if resource_ids is not None:
            query = query.where(WRITING.c.resource_id.in_(resource_ids))
        return self._writings(query)

    def _writings(self, query: Select[Any]) -> list[Writing]:
        with self.read() as connection:
            rows = connection.execute(query.order_by(WRITING.c.changed_at.desc(), WRITING.c.writing_id)).all()
        return [Writing(**_times(row)) for row in rows]

    # -- links -------------------------------------------------------------------------------------------

    def add_link(self, link: ResourceLink) -> None:
        """Store a new link."""
        columns = {**vars(link), "made_at": to_micros(link.made_at), "removed_at": _micros(link.removed_at)}
        with self.write() as connection:
            connection.execute(LINK.insert(), columns)

    def links(self, organisation_id: str) -> list[ResourceLink]:
        """See `core.ports.plan.AssignmentStore.links`."""
        query = (
            select(LINK)
            .where(LINK.c.organisation_id == organisation_id, LINK.c.removed_at.is_(None))
            .order_by(LINK.c.made_at.desc(), LINK.c.link_id)
        )
        with self.read() as connection:
            return [ResourceLink(**_times(row)) for row in connection.execute(query)]

    def remove_link(self, organisation_id: str, link_id: str, at: datetime | None) -> bool:
        """See `core.ports.plan.AssignmentStore.remove_link`."""
        removed = LINK.c.removed_at
        statement = (
            update(LINK)
            .where(
                LINK.c.organisation_id == organisation_id,
                LINK.c.link_id == link_id,
                removed.is_not(None) if at is None else removed.is_(None),
            )
            .values(removed_at=_micros(at))
        )
        with self.write() as connection:
            return connection.execute(statement).rowcount > 0


# -- records to columns and back ------------------------------------------------------------------------------


def _addressees(connection: Connection, rows: Sequence[Row[Any]]) -> dict[str, list[str]]:
    """Ids of the students that each assignment is for, by assignment, in order."""
    addressees: dict[str, list[str]] = defaultdict(list)
    for start in range(0, len(rows), MAX_IDS):
        block = rows[start : start + MAX_IDS]
        query = (
            select(ADDRESSEE)
            .where(
                ADDRESSEE.c.organisation_id == block[0].organisation_id,
                ADDRESSEE.c.assignment_id.in_([row.assignment_id for row in block]),
            )
            .order_by(ADDRESSEE.c.assignment_id, ADDRESSEE.c.student_id)
        )
        for row in connection.execute(query):
            addressees[row.assignment_id].append(row.student_id)
    return addressees


def _extensions(connection: Connection, rows: Sequence[Row[Any]]) -> dict[str, dict[str, datetime]]:
    """Until when single students have time, by assignment and student."""
    extensions: dict[str, dict[str, datetime]] = defaultdict(dict)
    for start in range(0, len(rows), MAX_IDS):
        block = rows[start : start + MAX_IDS]
        query = select(EXTENSION).where(
            EXTENSION.c.organisation_id == block[0].organisation_id,
            EXTENSION.c.assignment_id.in_([row.assignment_id for row in block]),
        )
        for row in connection.execute(query):
            extensions[row.assignment_id][row.student_id] = from_micros(row.due_at)
    return extensions


def _assignment(row: Row[Any], student_ids: tuple[str, ...], extensions: dict[str, datetime]) -> Assignment:
    return Assignment(
        assignment_id=row.assignment_id,
        organisation_id=row.organisation_id,
        kind=cast(AssignmentKind, row.kind),
        title=row.title,
        body=row.body,
        due=date.fromisoformat(row.due),
        made_by=row.made_by,
        made_at=from_micros(row.made_at),
        withdrawn_at=None if row.withdrawn_at is None else from_micros(row.withdrawn_at),
        student_ids=student_ids,
        class_id=row.class_id,
        due_at=None if row.due_at is None else from_micros(row.due_at),
        late_until=None if row.late_until is None else from_micros(row.late_until),
        point_id=row.point_id,
        extensions=extensions,
    )


def _answer_as_ruled(row: Row[Any]) -> AnswerRow:
    """The answer in a row; one that a teacher decided to be right counts as right, and so does one to an item that was retired: it was
    given, and no work should be worth less for a bad item."""
    columns = dict(row._mapping)
    ruled = columns.pop("ruled")
    del columns["organisation_id"]
    columns |= {
        "points": _texts_in(row.points),
        "words": _texts_in(row.words),
        "answered_at": from_micros(row.answered_at),
    }
    return AnswerRow(**(columns | ({"score": FULL, "is_correct": True} if ruled else {})))


@bounded_cache(4096)
def _texts_in(stored: str) -> tuple[str, ...]:
    """A stored list: a class answers the same items, and a gradebook reads thousands of answers to a few hundred of them."""
    return tuple(json.loads(stored))


def _micros(moment: datetime | None) -> int | None:
    return None if moment is None else to_micros(moment)


def _times(row: Row[Any]) -> dict[str, Any]:
    return {
        name: from_micros(value) if name.endswith("_at") and value is not None else value
        for name, value in row._mapping.items()
    }
