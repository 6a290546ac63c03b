"""The LTI part of the store: registered platforms, who and which courses came from them, and scores that go back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, delete, select, update

from core.records.access import Account
from core.records.audit import Fact, FactName, Subject
from core.records.classes import SchoolClass
from core.records.lti import LineItem, LtiCourse, LtiPerson, LtiScore, Registration
from core.records.students import Student
from core.store.database.session import SqlPart
from core.store.parts.accounts import ACCOUNT, account_columns, role_told
from core.store.parts.classes import CLASS, MEMBER, id_blocks
from core.store.parts.students import STUDENT
from core.store.tables.access import SettingTable
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.lti import (
    LtiCourseMemberTable,
    LtiCourseTable,
    LtiLineItemTable,
    LtiNonceTable,
    LtiPersonTable,
    LtiRegistrationTable,
    LtiScoreTable,
)

REGISTRATION = table(LtiRegistrationTable)
PERSON = table(LtiPersonTable)
COURSE = table(LtiCourseTable)
COURSE_MEMBER = table(LtiCourseMemberTable)
LINE_ITEM = table(LtiLineItemTable)
SCORE = table(LtiScoreTable)
NONCE = table(LtiNonceTable)
SETTING = table(SettingTable)
KEYS = "lti_keys"


class LtiPart(SqlPart):
    """`core.ports.lti.LtiStore` in SQL."""

    # -- registrations, keys, nonces ---------------------------------------------------------------------

    def add_lti_registration(self, registration: Registration) -> bool:
        """See `core.ports.lti.LtiStore.add_lti_registration`."""
        platform = Subject("platform", registration.registration_id)
        with self.write() as connection:
            if connection.execute(self.insert_new(REGISTRATION), _columns(registration)).rowcount == 0:
                return False
            made_at = registration.made_at
            self.note(connection, registration.organisation_id, "platform_registered", platform, at=made_at)
            return True

    def lti_registrations(self, organisation_id: str | None = None) -> list[Registration]:
        """See `core.ports.lti.LtiStore.lti_registrations`."""
        return self._registrations(*([] if organisation_id is None else [_of(REGISTRATION, organisation_id)]))

    def lti_registrations_of(self, issuer: str) -> list[Registration]:
        """See `core.ports.lti.LtiStore.lti_registrations_of`."""
        return self._registrations(REGISTRATION.c.issuer == issuer)

    def _registrations(self, *conditions: Any) -> list[Registration]:
        query = select(REGISTRATION).where(*conditions).order_by(REGISTRATION.c.made_at, REGISTRATION.c.registration_id)
        with self.read() as connection:
            return [Registration(**_fields(row)) for row in connection.execute(query).mappings()]

    def remove_lti_registration(self, organisation_id: str, registration_id: str) -> bool:
        """See `core.ports.lti.LtiStore.remove_lti_registration`."""
        with self.write() as connection:
            connection.execute(delete(SCORE).where(*_of_registration(SCORE, organisation_id, registration_id)))
            own = delete(REGISTRATION).where(*_of_registration(REGISTRATION, organisation_id, registration_id))
            removed = connection.execute(own).rowcount == 1
            if removed:
                platform = Subject("platform", registration_id)
                self.note(connection, organisation_id, "platform_removed", platform)
            return removed

    def lti_keys(self, fresh: str) -> str:
        """See `core.ports.lti.LtiStore.lti_keys`."""
        query = select(SETTING.c.value).where(SETTING.c.name == KEYS)
        with self.read() as connection:
            if (kept := connection.execute(query).scalar()) is not None:
                return str(kept)
        with self.write() as connection:
            connection.execute(self.insert_new(SETTING), {"name": KEYS, "value": fresh})
            return str(connection.execute(query).scalar_one())

    def replace_lti_keys(self, before: str, after: str) -> bool:
        """See `core.ports.lti.LtiStore.replace_lti_keys`."""
        statement = update(SETTING).where(SETTING.c.name == KEYS, SETTING.c.value == before).values(value=after)
        with self.write() as connection:
            return connection.execute(statement).rowcount == 1

    def use_lti_nonce(self, nonce_sha256: str, expires_at: datetime) -> bool:
        """See `core.ports.lti.LtiStore.use_lti_nonce`."""
        row = {"nonce_sha256": nonce_sha256, "expires_at": to_micros(expires_at)}
        with self.write() as connection:
            return connection.execute(self.insert_new(NONCE), row).rowcount == 1

    def forget_lti_nonces(self, before: datetime) -> int:
        """See `core.ports.lti.LtiStore.forget_lti_nonces`."""
        with self.write() as connection:
            return connection.execute(delete(NONCE).where(NONCE.c.expires_at < to_micros(before))).rowcount

    # -- people and courses ------------------------------------------------------------------------------

    def lti_person(self, organisation_id: str, issuer: str, subject: str) -> LtiPerson | None:
        """See `core.ports.lti.LtiStore.lti_person`."""
        own = _of(PERSON, organisation_id), PERSON.c.issuer == issuer, PERSON.c.subject == subject
        return next(iter(self._people(*own)), None)

    def lti_people(self, organisation_id: str) -> list[LtiPerson]:
        """See `core.ports.lti.LtiStore.lti_people`."""
        return self._people(_of(PERSON, organisation_id))

    def lti_person_of(self, organisation_id: str, issuer: str, student_id: str) -> LtiPerson | None:
        """See `core.ports.lti.LtiStore.lti_person_of`."""
        own = _of(PERSON, organisation_id), PERSON.c.student_id == student_id, PERSON.c.issuer == issuer
        return next(iter(self._people(*own)), None)

    def _people(self, *conditions: Any) -> list[LtiPerson]:
        query = select(PERSON).where(*conditions).order_by(PERSON.c.issuer, PERSON.c.subject)
        with self.read() as connection:
            return [LtiPerson(**_fields(row)) for row in connection.execute(query).mappings()]

    def add_lti_person(self, person: LtiPerson, account: Account, student: Student | None) -> bool:
        """See `core.ports.lti.LtiStore.add_lti_person`."""
        rows: list[tuple[Table, dict[str, Any]]] = [(PERSON, _columns(person)), (ACCOUNT, account_columns(account))]
        if student is not None:
            assert student.created_at is not None
            rows.append((STUDENT, {**vars(student), "created_at": to_micros(student.created_at)}))
        try:
            with self.write() as connection:
                for target, row in rows:
                    if connection.execute(self.insert_new(target), row).rowcount == 0:
                        raise _Taken
                made, facts = Subject("account", account.account_id), role_told(account)
                organisation_id, made_at = account.organisation_id, account.created_at
                self.note(connection, organisation_id, "account_made", made, at=made_at, facts=facts)
        except _Taken:
            return False
        return True

    def lti_course(self, organisation_id: str, registration_id: str, context_id: str) -> LtiCourse | None:
        """See `core.ports.lti.LtiStore.lti_course`."""
        own = *_of_registration(COURSE, organisation_id, registration_id), COURSE.c.context_id == context_id
        return next(iter(self._courses(*own)), None)

    def lti_courses(self, organisation_id: str) -> list[LtiCourse]:
        """See `core.ports.lti.LtiStore.lti_courses`."""
        return self._courses(_of(COURSE, organisation_id))

    def _courses(self, *conditions: Any) -> list[LtiCourse]:
        query = select(COURSE).where(*conditions).order_by(COURSE.c.registration_id, COURSE.c.context_id)
        with self.read() as connection:
            return [LtiCourse(**_fields(row)) for row in connection.execute(query).mappings()]

    def add_lti_course(self, course: LtiCourse, school_class: SchoolClass) -> LtiCourse:
        """See `core.ports.lti.LtiStore.add_lti_course`."""
        row, organisation_id = _columns(course), course.organisation_id
        is_course = (
            *_of_registration(COURSE, organisation_id, course.registration_id),
            COURSE.c.context_id == course.context_id,
        )
        has_class = select(CLASS.c.class_id).where(_of(CLASS, organisation_id), CLASS.c.class_id == COURSE.c.class_id)
        with self.write() as connection:
            if connection.execute(self.insert_new(COURSE), row).rowcount == 0:
                kept = select(COURSE).where(*is_course).with_for_update()
                stored = LtiCourse(**_fields(connection.execute(kept).mappings().one()))
                if connection.execute(select(COURSE.c.class_id).where(*is_course, has_class.exists())).first():
                    return stored
                connection.execute(update(COURSE).where(*is_course).values(row))
            connection.execute(self.insert_new(CLASS), _columns(school_class))
            made = Subject("class", school_class.class_id)
            self.note(connection, organisation_id, "class_made", made, at=school_class.made_at)
        return course

    def put_lti_course(self, course: LtiCourse) -> None:
        """See `core.ports.lti.LtiStore.put_lti_course`."""
        with self.write() as connection:
            self._put_row(connection, COURSE, _columns(course))

    def lti_course_members(self, organisation_id: str, registration_id: str, context_id: str) -> frozenset[str]:
        """See `core.ports.lti.LtiStore.lti_course_members`."""
        query = select(COURSE_MEMBER.c.student_id).where(
            *_of_registration(COURSE_MEMBER, organisation_id, registration_id), COURSE_MEMBER.c.context_id == context_id
        )
        with self.read() as connection:
            return frozenset(connection.execute(query).scalars())

    def change_lti_course_members(
        self, course: LtiCourse, *, added: Collection[str] = (), removed: Collection[str] = (), at: datetime
    ) -> None:
        """See `core.ports.lti.LtiStore.change_lti_course_members`."""
        of_course = _of_registration(COURSE_MEMBER, course.organisation_id, course.registration_id)
        of_class = MEMBER.c.organisation_id == course.organisation_id, MEMBER.c.class_id == course.class_id
        joined = left = 0
        with self.write() as connection:
            for block in id_blocks(sorted(removed)):
                gone = COURSE_MEMBER.c.student_id.in_(block)
                connection.execute(
                    delete(COURSE_MEMBER).where(*of_course, COURSE_MEMBER.c.context_id == course.context_id, gone)
                )
                left += connection.execute(delete(MEMBER).where(*of_class, MEMBER.c.student_id.in_(block))).rowcount
            for student_id in self._there(connection, course.organisation_id, added):
                member = {"organisation_id": course.organisation_id, "student_id": student_id}
                of_platform = {"registration_id": course.registration_id, "context_id": course.context_id}
                connection.execute(self.insert_new(COURSE_MEMBER), {**member, **of_platform})
                row = {**member, "class_id": course.class_id, "joined_at": to_micros(at)}
                joined += connection.execute(self.insert_new(MEMBER), row).rowcount
            if joined or left:
                facts: dict[FactName, Fact] = {"added": joined, "removed": left}
                changed = Subject("class", course.class_id)
                self.note(connection, course.organisation_id, "class_members_changed", changed, at=at, facts=facts)

    def _there(self, connection: Connection, organisation_id: str, student_ids: Collection[str]) -> list[str]:
        """Those of the students who are there; on PostgreSQL whoever would erase one waits until the transaction has ended."""
        found: list[str] = []
        for block in id_blocks(sorted(student_ids)):
            query = select(STUDENT.c.student_id).where(_of(STUDENT, organisation_id), STUDENT.c.student_id.in_(block))
            locked = query.order_by(STUDENT.c.student_id).with_for_update(read=True, key_share=True)
            found.extend(connection.execute(locked).scalars())
        return found

    # -- scores ------------------------------------------------------------------------------------------

    def put_line_item(self, line_item: LineItem) -> None:
        """See `core.ports.lti.LtiStore.put_line_item`."""
        with self.write() as connection:
            self._put_row(connection, LINE_ITEM, _columns(line_item))

    def line_items(self, organisation_id: str, *, seen_since: datetime) -> list[LineItem]:
        """See `core.ports.lti.LtiStore.line_items`."""
        query = select(LINE_ITEM).where(_of(LINE_ITEM, organisation_id), LINE_ITEM.c.seen_at >= to_micros(seen_since))
        with self.read() as connection:
            rows = connection.execute(query.order_by(LINE_ITEM.c.assignment_id, LINE_ITEM.c.url)).mappings().all()
        return [LineItem(**_fields(row)) for row in rows]

    def lti_scores(self, organisation_id: str) -> list[LtiScore]:
        """See `core.ports.lti.LtiStore.lti_scores`."""
        query = select(SCORE).where(_of(SCORE, organisation_id))
        with self.read() as connection:
            return [LtiScore(**_fields(row)) for row in connection.execute(query).mappings()]

    def put_lti_scores(self, scores: Sequence[LtiScore]) -> int:
        """See `core.ports.lti.LtiStore.put_lti_scores`."""
        stored = 0
        with self.write() as connection:
            for score in scores:
                if self._there(connection, score.organisation_id, [score.student_id]):
                    stored += self._replace_older(connection, score)
        return stored

    def _replace_older(self, connection: Connection, score: LtiScore) -> int:
        row = _columns(score)
        insert = self.insert(SCORE).values(row)
        keys = SCORE.primary_key.columns.keys()
        upsert = insert.on_conflict_do_update(
            index_elements=keys,
            set_={name: value for name, value in row.items() if name not in keys},
            where=SCORE.c.made_at < row["made_at"],
        )
        return connection.execute(upsert.execution_options(preserve_rowcount=True)).rowcount

    def take_due_lti_scores(self, now: datetime, *, leased_until: datetime, most: int) -> list[LtiScore]:
        """See `core.ports.lti.LtiStore.take_due_lti_scores`."""
        due = select(SCORE).where(SCORE.c.try_at <= to_micros(now)).order_by(SCORE.c.try_at).limit(most)
        with self.write() as connection:
            rows = connection.execute(due.with_for_update(skip_locked=True)).mappings().all()
            scores = [LtiScore(**_fields(row)) for row in rows]
            for score in scores:
                connection.execute(update(SCORE).where(*_is_score(score)).values(try_at=to_micros(leased_until)))
        return scores

    def settle_lti_score(self, score: LtiScore, *, sent_at: datetime | None, try_at: datetime | None) -> None:
        """See `core.ports.lti.LtiStore.settle_lti_score`."""
        same = SCORE.c.made_at == to_micros(score.made_at)
        outcome = {
            "sent_at": None if sent_at is None else to_micros(sent_at),
            "try_at": None if try_at is None else to_micros(try_at),
            "tries": score.tries + (sent_at is None),
        }
        with self.write() as connection:
            connection.execute(update(SCORE).where(*_is_score(score), same).values(outcome))

    def _put_row(self, connection: Connection, target: Table, row: dict[str, Any]) -> None:
        keys = target.primary_key.columns.keys()
        changed = {name: value for name, value in row.items() if name not in keys}
        connection.execute(self.insert(target).values(row).on_conflict_do_update(index_elements=keys, set_=changed))


class _Taken(Exception):
    """A row is there already: the transaction is undone."""


def _of(target: Table, organisation_id: str) -> Any:
    return target.c.organisation_id == organisation_id


def _of_registration(target: Table, organisation_id: str, registration_id: str) -> tuple[Any, ...]:
    return _of(target, organisation_id), target.c.registration_id == registration_id


def _is_score(score: LtiScore) -> tuple[Any, ...]:
    return (
        *_of_registration(SCORE, score.organisation_id, score.registration_id),
        SCORE.c.url == score.url,
        SCORE.c.student_id == score.student_id,
    )


def _columns(record: Any) -> dict[str, Any]:
    """A record as its row: times in microseconds."""
    return {name: to_micros(value) if isinstance(value, datetime) else value for name, value in vars(record).items()}


def _fields(row: RowMapping) -> dict[str, Any]:
    """A row as the fields of its record."""
    return {
        name: from_micros(value) if name.endswith("_at") and value is not None else value for name, value in row.items()
    }
