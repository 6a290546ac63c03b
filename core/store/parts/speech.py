"""The speech part of the store: readings aloud, their recordings, and the evidence in them about the student."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, select

from core.errors import AlreadyAnswered
from core.records.plan import Completion
from core.records.speech import WORD_LENGTH, NewReading, ReadingLine, StoredReading, StoredRecording
from core.store.parts.answers import AnswerPart
from core.store.parts.classes import id_blocks
from core.store.tables.access import IdempotencyTable
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.plan import ThingDoneTable
from core.store.tables.speech import SpeechEvaluationTable, SpeechRecordingTable

READING = table(SpeechEvaluationTable)
RECORDING = table(SpeechRecordingTable)
COMPLETION = table(ThingDoneTable)
REPLY = table(IdempotencyTable)
LINE_COLUMNS = [column for column in READING.c if column.name != "report"]


class SpeechPart(AnswerPart):
    """`core.ports.speech.SpeechStore` in SQL."""

    def add_reading(self, reading: NewReading) -> None:
        """See `core.ports.speech.SpeechStore.add_reading`."""
        line = reading.stored.line
        with self.write() as connection:
            self.ensure_student(connection, line.organisation_id, line.student_id, line.created_at)
            self._keep_reply(connection, reading)
            row = {**vars(line), "report": reading.stored.report, "created_at": to_micros(line.created_at)}
            connection.execute(READING.insert(), row)
            if reading.recording is not None:
                connection.execute(RECORDING.insert(), _recording_columns(line, reading.recording))
            self._add_completions(connection, reading.completions)
            self._append(connection, line.organisation_id, reading.evidence, at=line.created_at)

    def _keep_reply(self, connection: Connection, reading: NewReading) -> None:
        """Remember the report under its Idempotency-Key. Raises `AlreadyAnswered` when another call was quicker."""
        line, repeatable = reading.stored.line, reading.repeatable
        if repeatable is None:
            return
        row = {
            **vars(repeatable),
            "organisation_id": line.organisation_id,
            "student_id": line.student_id,
            "reply": reading.stored.report,
            "at": to_micros(line.created_at),
        }
        if connection.execute(self.insert_new(REPLY), row).rowcount == 0:
            raise AlreadyAnswered("This Idempotency-Key was answered by an earlier call.")

    def _add_completions(self, connection: Connection, completions: Sequence[Completion]) -> None:
        if completions:
            rows = [{**vars(row), "day": row.day.isoformat(), "at": to_micros(row.at)} for row in completions]
            connection.execute(self.insert_new(COMPLETION), rows)

    def reading(self, organisation_id: str, evaluation_id: str) -> StoredReading | None:
        """The organisation's reading with that id."""
        query = select(READING).where(*_has_id(READING, organisation_id, evaluation_id))
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else _reading(row)

    def readings(
        self, organisation_id: str, student_id: str, *, limit: int, text_key: str | None = None
    ) -> list[StoredReading]:
        """See `core.ports.speech.SpeechStore.readings`."""
        query = select(READING).where(*_of_student(organisation_id, student_id))
        if text_key is not None:
            query = query.where(READING.c.text_key == text_key)
        with self.read() as connection:
            return [_reading(row) for row in connection.execute(query.order_by(*NEWEST_FIRST).limit(limit))]

    def reading_lines(
        self, organisation_id: str, student_id: str, *, limit: int, words: bool | None = False
    ) -> list[ReadingLine]:
        """See `core.ports.speech.SpeechStore.reading_lines`."""
        query = select(*LINE_COLUMNS).where(*_of_student(organisation_id, student_id))
        if words is not None:
            length = func.length(READING.c.text)
            query = query.where(length <= WORD_LENGTH if words else length > WORD_LENGTH)
        query = query.order_by(*NEWEST_FIRST).limit(limit)
        with self.read() as connection:
            return [_line(dict(row)) for row in connection.execute(query).mappings()]

    def recording(self, organisation_id: str, evaluation_id: str) -> StoredRecording | None:
        """The recording of a reading, if it is kept."""
        query = select(RECORDING.c.sound, RECORDING.c.media_type)
        with self.read() as connection:
            row = connection.execute(query.where(*_has_id(RECORDING, organisation_id, evaluation_id))).first()
        return None if row is None else StoredRecording(bytes(row.sound), row.media_type)

    def drop_recordings(self, organisation_id: str, student_ids: Collection[str] | None, *, before: datetime) -> int:
        """See `core.ports.speech.SpeechStore.drop_recordings`."""
        old = select(READING.c.evaluation_id).where(
            READING.c.organisation_id == organisation_id, READING.c.created_at < to_micros(before)
        )
        statement = delete(RECORDING).where(
            RECORDING.c.organisation_id == organisation_id, RECORDING.c.evaluation_id.in_(old)
        )
        blocks = [None] if student_ids is None else id_blocks(student_ids)
        with self.write() as connection:
            return sum(
                connection.execute(
                    statement if block is None else statement.where(RECORDING.c.student_id.in_(block))
                ).rowcount
                for block in blocks
            )

    def kept_recordings(self, organisation_id: str, student_id: str) -> frozenset[str]:
        """See `core.ports.speech.SpeechStore.kept_recordings`."""
        query = select(RECORDING.c.evaluation_id).where(
            RECORDING.c.organisation_id == organisation_id, RECORDING.c.student_id == student_id
        )
        with self.read() as connection:
            return frozenset(connection.execute(query).scalars())

    def delete_reading(self, organisation_id: str, student_id: str, evaluation_id: str) -> bool:
        """See `core.ports.speech.SpeechStore.delete_reading`."""
        own = [*_has_id(READING, organisation_id, evaluation_id), READING.c.student_id == student_id]
        with self.write() as connection:
            report = connection.execute(select(READING.c.report).where(*own)).scalar()
            if report is None:
                return False
            connection.execute(delete(RECORDING).where(*_has_id(RECORDING, organisation_id, evaluation_id)))
            connection.execute(
                delete(REPLY).where(
                    REPLY.c.organisation_id == organisation_id,
                    REPLY.c.student_id == student_id,
                    REPLY.c.reply == report,
                )
            )
            connection.execute(delete(READING).where(*own))
        return True


NEWEST_FIRST = (READING.c.created_at.desc(), READING.c.evaluation_id.desc())


def _has_id(target: Any, organisation_id: str, evaluation_id: str) -> list[ColumnElement[bool]]:
    return [target.c.organisation_id == organisation_id, target.c.evaluation_id == evaluation_id]


def _of_student(organisation_id: str, student_id: str) -> list[ColumnElement[bool]]:
    return [READING.c.organisation_id == organisation_id, READING.c.student_id == student_id]


def _recording_columns(line: ReadingLine, recording: StoredRecording) -> dict[str, Any]:
    ids = {name: getattr(line, name) for name in ("evaluation_id", "organisation_id", "student_id")}
    return {**ids, **vars(recording)}


def _line(row: dict[str, Any]) -> ReadingLine:
    return ReadingLine(**{**row, "created_at": from_micros(row["created_at"])})


def _reading(row: Row[Any]) -> StoredReading:
    columns = dict(row._mapping)
    report = columns.pop("report")
    return StoredReading(_line(columns), report)
