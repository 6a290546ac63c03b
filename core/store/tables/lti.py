"""The tables of LTI: registered platforms, who and which courses came from them, scores that go back, used nonces."""

from __future__ import annotations

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from core.store.tables.columns import long_integer


class LtiRegistrationTable(SQLModel, table=True):
    __tablename__ = "lti_registration"
    __table_args__ = (UniqueConstraint("issuer", "client_id", "deployment_id", name="uq_lti_registration"),)
    registration_id: str = Field(primary_key=True)
    organisation_id: str = Field(foreign_key="organisation.organisation_id", index=True)
    issuer: str
    client_id: str
    deployment_id: str
    authorize_url: str
    token_url: str
    keys_url: str
    made_at: int = long_integer()


class LtiPersonTable(SQLModel, table=True):
    """Somebody of a platform; `student_id` is empty of a teacher."""

    __tablename__ = "lti_person"
    __table_args__ = (Index("ix_lti_person_student", "organisation_id", "student_id"),)
    organisation_id: str = Field(primary_key=True)
    issuer: str = Field(primary_key=True)
    subject: str = Field(primary_key=True)
    account_id: str
    student_id: str | None = None
    made_at: int = long_integer()


class LtiCourseTable(SQLModel, table=True):
    __tablename__ = "lti_course"
    organisation_id: str = Field(primary_key=True)
    registration_id: str = Field(primary_key=True)
    context_id: str = Field(primary_key=True)
    class_id: str
    members_url: str
    members_read_at: int | None = long_integer(default=None, nullable=True)


class LtiCourseMemberTable(SQLModel, table=True):
    """A student whom a platform has put into a course, so that it can take out whom it put in and nobody else."""

    __tablename__ = "lti_course_member"
    organisation_id: str = Field(primary_key=True)
    registration_id: str = Field(primary_key=True)
    context_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)


class LtiLineItemTable(SQLModel, table=True):
    __tablename__ = "lti_line_item"
    organisation_id: str = Field(primary_key=True)
    registration_id: str = Field(primary_key=True)
    url: str = Field(primary_key=True)
    context_id: str
    assignment_id: str
    seen_at: int = long_integer()


class LtiScoreTable(SQLModel, table=True):
    """The newest state of a student in a column; `try_at` is empty where nothing is left to send."""

    __tablename__ = "lti_score"
    organisation_id: str = Field(primary_key=True)
    registration_id: str = Field(primary_key=True)
    url: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    score: float | None = None
    activity: str
    grading: str
    made_at: int = long_integer()
    sent_at: int | None = long_integer(default=None, nullable=True)
    tries: int = 0
    try_at: int | None = long_integer(default=None, nullable=True, index=True)


class LtiNonceTable(SQLModel, table=True):
    """Nonces that were used, as hashes, until they expire."""

    __tablename__ = "lti_nonce"
    nonce_sha256: str = Field(primary_key=True)
    expires_at: int = long_integer(index=True)
