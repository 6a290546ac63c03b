"""The marking part of the store: teachers' marks and returns, banks of comments."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    Row,
    Select,
    Text,
    and_,
    cast,
    delete,
    func,
    literal,
    or_,
    select,
    update,
)

from core.records.classes import EVERYONE
from core.records.evidence import Evidence
from core.records.marking import BankComment, EssayMarking, HandedIn, TeacherMark, VoiceNote
from core.store.parts.answers import AnswerPart
from core.store.parts.assignments import ADDRESSEE, ADDRESSEES, ASSIGNMENT, CLASSMATES, FOR_SOMEBODY, MEMBER, WRITING
from core.store.parts.students import STUDENT
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.marking import BankCommentTable, EssayMarkingTable, EssayMarkTable, VoiceNoteTable

MARKING = table(EssayMarkingTable)
MARK = table(EssayMarkTable)
COMMENT = table(BankCommentTable)
NOTE = table(VoiceNoteTable)


class MarkingPart(AnswerPart):
    """`core.ports.marking.MarkingStore` in SQL."""

    def marking(self, organisation_id: str, writing_id: str) -> EssayMarking | None:
        """The marking of a text."""
        return self._marking(organisation_id, MARKING.c.writing_id == writing_id)

    def marking_of_evaluation(self, organisation_id: str, evaluation_id: str) -> EssayMarking | None:
        """See `core.ports.marking.MarkingStore.marking_of_evaluation`."""
        return self._marking(organisation_id, MARKING.c.evaluation_id == evaluation_id)

    def _marking(self, organisation_id: str, condition: ColumnElement[bool]) -> EssayMarking | None:
        query = (
            select(MARKING)
            .where(MARKING.c.organisation_id == organisation_id, condition)
            .order_by(MARKING.c.changed_at.desc())
        )
        with self.read() as connection:
            row = connection.execute(query).first()
            return None if row is None else _with_marks(row, _marks(connection, row.writing_id))

    def put_marking(self, marking: EssayMarking, evidence: Sequence[Evidence]) -> bool:
        """See `core.ports.marking.MarkingStore.put_marking`."""
        columns = {
            **{name: value for name, value in vars(marking).items() if name != "marks"},
            "changed_at": to_micros(marking.changed_at),
            "rubric": json.dumps(dict(marking.rubric)),
            "returned_at": None if marking.returned_at is None else to_micros(marking.returned_at),
        }
        rows = [_mark_columns(marking, mark) for mark in marking.marks]
        with self.write() as connection:
            if not self._put(connection, marking, columns):
                return False
            connection.execute(delete(MARK).where(MARK.c.writing_id == marking.writing_id))
            if rows:
                connection.execute(MARK.insert(), rows)
            self._append(connection, marking.organisation_id, evidence, at=marking.changed_at)
        return True

    def _put(self, connection: Connection, marking: EssayMarking, columns: dict[str, Any]) -> bool:
        if marking.version == 1:
            return connection.execute(self.insert_new(MARKING), columns).rowcount == 1
        statement = update(MARKING).where(
            MARKING.c.writing_id == marking.writing_id,
            MARKING.c.organisation_id == marking.organisation_id,
            MARKING.c.version == marking.version - 1,
        )
        return connection.execute(statement.values(columns)).rowcount == 1

    def handed_in(
        self,
        organisation_id: str,
        prefix: str,
        *,
        resource_id: str | None = None,
        student_id: str | None = None,
    ) -> list[HandedIn]:
        """See `core.ports.marking.MarkingStore.handed_in`."""
        query = (
            select(
                WRITING.c.writing_id,
                WRITING.c.student_id,
                WRITING.c.resource_id,
                WRITING.c.handed_in_at,
                MARKING.c.returned_at,
                MARKING.c.rubric,
                MARKING.c.grade,
                MARKING.c.second_draft,
            )
            .select_from(WRITING.outerjoin(MARKING, MARKING.c.writing_id == WRITING.c.writing_id))
            .where(
                WRITING.c.organisation_id == organisation_id,
                WRITING.c.handed_in_at.is_not(None),
                WRITING.c.resource_id.startswith(prefix, autoescape=True)
                if resource_id is None
                else WRITING.c.resource_id == resource_id,
            )
            .order_by(WRITING.c.handed_in_at, WRITING.c.writing_id)
        )
        if student_id is not None:
            query = query.where(WRITING.c.student_id == student_id)
        with self.read() as connection:
            return [_handed_in(row) for row in connection.execute(query)]

    def count_waiting(
        self, organisation_id: str, prefix: str, *, class_id: str = "", student_ids: Collection[str] | None = None
    ) -> int:
        """See `core.ports.marking.MarkingStore.count_waiting`."""
        newer = WRITING.alias("newer")
        is_newer = or_(
            newer.c.handed_in_at > WRITING.c.handed_in_at,
            and_(newer.c.handed_in_at == WRITING.c.handed_in_at, newer.c.writing_id > WRITING.c.writing_id),
        )
        of_same = and_(
            newer.c.organisation_id == WRITING.c.organisation_id,
            newer.c.resource_id == WRITING.c.resource_id,
            newer.c.student_id == WRITING.c.student_id,
        )
        is_student = and_(
            STUDENT.c.organisation_id == WRITING.c.organisation_id, STUDENT.c.student_id == WRITING.c.student_id
        )
        for_assignment = and_(
            WRITING.c.organisation_id == ASSIGNMENT.c.organisation_id,
            WRITING.c.resource_id == literal(prefix) + ASSIGNMENT.c.assignment_id,
        )
        query = (
            select(func.count())
            .select_from(
                ASSIGNMENT.join(WRITING, for_assignment)
                .join(STUDENT, is_student)
                .outerjoin(MARKING, MARKING.c.writing_id == WRITING.c.writing_id)
            )
            .where(
                ASSIGNMENT.c.organisation_id == organisation_id,
                ASSIGNMENT.c.withdrawn_at.is_(None),
                FOR_SOMEBODY,
                WRITING.c.handed_in_at.is_not(None),
                MARKING.c.returned_at.is_(None),
                ~select(newer.c.writing_id).where(of_same, is_newer).correlate(WRITING).exists(),
            )
        )
        of_school = ASSIGNMENT.c.class_id.in_(("", EVERYONE))
        if class_id:
            query = query.where(or_(of_school, ASSIGNMENT.c.class_id == class_id))
        if student_ids is not None:
            visible = self._listed(student_ids)
            named = ADDRESSEES.where(ADDRESSEE.c.student_id.in_(visible)).exists()
            in_class = CLASSMATES.where(MEMBER.c.student_id.in_(visible)).exists()
            for_visible = or_(named, and_(ASSIGNMENT.c.everyone, or_(of_school, in_class)))
            if class_id:
                for_visible = or_(for_visible, ASSIGNMENT.c.class_id == class_id)
            query = query.where(WRITING.c.student_id.in_(visible), for_visible)
        with self.read() as connection:
            return int(connection.execute(query).scalar_one())

    def _listed(self, ids: Collection[str]) -> Select[Any]:
        """Ids as rows: one parameter, however many they are."""
        listed = literal(json.dumps(sorted(ids)), Text)
        if self.engine.dialect.name == "sqlite":
            rows = func.json_each(listed).table_valued("value")
        else:
            rows = func.json_array_elements_text(cast(listed, JSON)).table_valued("value")
        return select(rows.c.value)

    # -- banks of comments -------------------------------------------------------------------------------

    def add_bank_comment(self, comment: BankComment) -> None:
        """Store a comment in its teacher's bank."""
        with self.write() as connection:
            connection.execute(COMMENT.insert(), {**vars(comment), "made_at": to_micros(comment.made_at)})

    def bank_comments(self, organisation_id: str, account_id: str) -> list[BankComment]:
        """See `core.ports.marking.MarkingStore.bank_comments`."""
        query = (
            select(COMMENT)
            .where(COMMENT.c.organisation_id == organisation_id, COMMENT.c.account_id == account_id)
            .order_by(COMMENT.c.made_at, COMMENT.c.comment_id)
        )
        with self.read() as connection:
            return [
                BankComment(**{**row._mapping, "made_at": from_micros(row.made_at)})
                for row in connection.execute(query)
            ]

    def remove_bank_comment(self, organisation_id: str, account_id: str, comment_id: str) -> bool:
        """See `core.ports.marking.MarkingStore.remove_bank_comment`."""
        statement = delete(COMMENT).where(
            COMMENT.c.organisation_id == organisation_id,
            COMMENT.c.account_id == account_id,
            COMMENT.c.comment_id == comment_id,
        )
        with self.write() as connection:
            return connection.execute(statement).rowcount == 1

    # -- voice notes -------------------------------------------------------------------------------------

    def put_voice_note(self, note: VoiceNote) -> None:
        """See `core.ports.marking.MarkingStore.put_voice_note`."""
        with self.write() as connection:
            connection.execute(delete(NOTE).where(_note_of(note.organisation_id, note.writing_id)))
            connection.execute(NOTE.insert(), {**vars(note), "made_at": to_micros(note.made_at)})

    def voice_note(self, organisation_id: str, writing_id: str) -> VoiceNote | None:
        """The note of a text."""
        with self.read() as connection:
            row = connection.execute(select(NOTE).where(_note_of(organisation_id, writing_id))).first()
        if row is None:
            return None
        return VoiceNote(**{**row._mapping, "sound": bytes(row.sound), "made_at": from_micros(row.made_at)})

    def remove_voice_note(self, organisation_id: str, writing_id: str) -> bool:
        """See `core.ports.marking.MarkingStore.remove_voice_note`."""
        with self.write() as connection:
            return connection.execute(delete(NOTE).where(_note_of(organisation_id, writing_id))).rowcount == 1


def _note_of(organisation_id: str, writing_id: str) -> ColumnElement[bool]:
    return and_(NOTE.c.organisation_id == organisation_id, NOTE.c.writing_id == writing_id)


# -- records to columns and back ------------------------------------------------------------------------------


def _mark_columns(marking: EssayMarking, mark: TeacherMark) -> dict[str, Any]:
    columns = {**vars(mark), "place_start": mark.start, "place_end": mark.end}
    del columns["start"], columns["end"]
    return {
        "writing_id": marking.writing_id,
        "organisation_id": marking.organisation_id,
        "student_id": marking.student_id,
        **columns,
    }


def _marks(connection: Connection, writing_id: str) -> tuple[TeacherMark, ...]:
    query = (
        select(MARK)
        .where(MARK.c.writing_id == writing_id)
        .order_by(MARK.c.place_start, MARK.c.place_end, MARK.c.replacement)
    )
    return tuple(
        TeacherMark(
            start=row.place_start,
            end=row.place_end,
            replacement=row.replacement,
            ruling=row.ruling,
            type=row.type,
            correction=row.correction,
            comment=row.comment,
        )
        for row in connection.execute(query)
    )


def _with_marks(row: Row[Any], marks: tuple[TeacherMark, ...]) -> EssayMarking:
    columns = dict(row._mapping)
    columns["changed_at"] = from_micros(row.changed_at)
    columns["returned_at"] = None if row.returned_at is None else from_micros(row.returned_at)
    columns["rubric"] = tuple(json.loads(row.rubric).items())
    return EssayMarking(**columns, marks=marks)


def _handed_in(row: Any) -> HandedIn:
    return HandedIn(
        writing_id=row.writing_id,
        student_id=row.student_id,
        resource_id=row.resource_id,
        handed_in_at=from_micros(row.handed_in_at),
        returned_at=None if row.returned_at is None else from_micros(row.returned_at),
        rubric=tuple(json.loads(row.rubric).items()) if row.rubric else (),
        grade=row.grade,
        second_draft=bool(row.second_draft),
    )
