"""Tables of goals, consent to be matched, and requests to study together."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, Text
from sqlmodel import Field, SQLModel


class LearningGoalTable(SQLModel, table=True):
    __tablename__ = "learning_goal"
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    subject: str = Field(primary_key=True)
    target_level: int | None = None
    points: str = Field(sa_type=Text)
    due: str | None = None
    """ISO 8601 day in UTC+8."""
    minutes_a_week: int | None = None
    set_at: int = Field(sa_type=BigInteger)


class PeerConsentTable(SQLModel, table=True):
    __tablename__ = "peer_consent"
    __table_args__ = (
        Index("ix_peer_consent_since", "organisation_id", "since"),
        Index("ix_peer_consent_pseudonym", "organisation_id", "pseudonym", unique=True),
    )
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    pseudonym: str
    since: int = Field(sa_type=BigInteger)


class PeerRequestTable(SQLModel, table=True):
    __tablename__ = "peer_request"
    __table_args__ = (
        Index("ix_peer_request_from", "organisation_id", "student_id"),
        Index("ix_peer_request_to", "organisation_id", "to_student_id"),
    )
    request_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    to_student_id: str
    status: str
    created_at: int = Field(sa_type=BigInteger)
    settled_at: int | None = Field(default=None, sa_type=BigInteger, nullable=True)
