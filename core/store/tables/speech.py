"""Tables of speech evaluation: reports, and recordings if the operator keeps them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, LargeBinary, Text
from sqlmodel import Field, SQLModel


class SpeechEvaluationTable(SQLModel, table=True):
    __tablename__ = "speech_evaluation"
    __table_args__ = (
        Index("ix_speech_student", "organisation_id", "student_id", "created_at"),
        Index("ix_speech_text", "organisation_id", "student_id", "text_key", "created_at"),
    )
    evaluation_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    text: str = Field(sa_type=Text)
    text_key: str
    summary: str = Field(sa_type=Text)
    report: str = Field(sa_type=Text)
    created_at: int = Field(sa_type=BigInteger)


class SpeechRecordingTable(SQLModel, table=True):
    """Recordings are stored in the database and not in files, so that erasing a student is one transaction on whatever machine."""

    __tablename__ = "speech_recording"
    __table_args__ = (Index("ix_speech_recording_student", "organisation_id", "student_id"),)
    evaluation_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    media_type: str
    sound: bytes = Field(sa_type=LargeBinary)
