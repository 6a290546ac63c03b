"""The peer part of the store: goals, consent to be matched, and requests to study together."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, not_, or_, select, update

from core.records.learner import LearningGoal, PeerConsent, PeerRequest, PeerStamp
from core.store.parts.answers import ANSWER, LOCK_ORGANISATION
from core.store.parts.classes import guardians_refuse
from core.store.parts.students import StudentPart
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.learner import LearnerStateTable
from core.store.tables.peers import LearningGoalTable, PeerConsentTable, PeerRequestTable

GOAL = table(LearningGoalTable)
CONSENT = table(PeerConsentTable)
REQUEST = table(PeerRequestTable)
STATE = table(LearnerStateTable)


class PeerPart(StudentPart):
    """`core.ports.knowledge.PeerStore` in SQL."""

    def goal(self, organisation_id: str, student_id: str, subject: str) -> LearningGoal | None:
        """The student's goal for a subject."""
        with self.read() as connection:
            row = connection.execute(select(GOAL).where(_is_goal(organisation_id, student_id, subject))).first()
        return None if row is None else _learning_goal(row)

    def put_goal(self, goal: LearningGoal) -> None:
        """Set the goal for a subject, in place of an earlier one; the student is created if new."""
        row = {
            **vars(goal),
            "points": json.dumps(goal.points, ensure_ascii=False),
            "due": goal.due and goal.due.isoformat(),
            "set_at": to_micros(goal.set_at),
        }
        keys = ["organisation_id", "student_id", "subject"]
        statement = self.insert(GOAL).values(row)
        changed = {name: value for name, value in row.items() if name not in keys}
        with self.write() as connection:
            self.ensure_student(connection, goal.organisation_id, goal.student_id, goal.set_at)
            connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=changed))

    def remove_goal(self, organisation_id: str, student_id: str, subject: str) -> bool:
        """Remove a goal; False when there was none."""
        with self.write() as connection:
            removed = connection.execute(delete(GOAL).where(_is_goal(organisation_id, student_id, subject)))
            return removed.rowcount > 0

    def answer_times(self, organisation_id: str, student_id: str, since: datetime) -> list[tuple[datetime, int]]:
        """See `core.ports.knowledge.PeerStore.answer_times`."""
        query = (
            select(ANSWER.c.answered_at, ANSWER.c.time_spent_seconds)
            .where(
                ANSWER.c.organisation_id == organisation_id,
                ANSWER.c.student_id == student_id,
                ANSWER.c.answered_at >= to_micros(since),
                ANSWER.c.answered,
            )
            .order_by(ANSWER.c.answered_at)
        )
        with self.read() as connection:
            return [(from_micros(at), seconds) for at, seconds in connection.execute(query)]

    # -- consent -----------------------------------------------------------------------------------------

    def consent(self, organisation_id: str, student_id: str) -> PeerConsent | None:
        """The student's consent, if it was not withdrawn."""
        return next(iter(self.consents(organisation_id, [student_id])), None)

    def consents(self, organisation_id: str, student_ids: Sequence[str] | None = None) -> list[PeerConsent]:
        """See `core.ports.knowledge.PeerStore.consents`."""
        query = (
            select(CONSENT)
            .where(CONSENT.c.organisation_id == organisation_id, not_(guardians_refuse(CONSENT)))
            .order_by(CONSENT.c.student_id)
        )
        if student_ids is not None:
            query = query.where(CONSENT.c.student_id.in_(student_ids))
        with self.read() as connection:
            return [_consent(row) for row in connection.execute(query)]

    def consent_by_pseudonym(self, organisation_id: str, pseudonym: str) -> PeerConsent | None:
        """The consent of the student who has this pseudonym."""
        query = select(CONSENT).where(
            CONSENT.c.organisation_id == organisation_id,
            CONSENT.c.pseudonym == pseudonym,
            not_(guardians_refuse(CONSENT)),
        )
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else _consent(row)

    def peer_stamp(self, organisation_id: str) -> PeerStamp:
        """See `core.ports.knowledge.PeerStore.peer_stamp`."""
        newest_consent = select(func.max(CONSENT.c.since)).where(CONSENT.c.organisation_id == organisation_id)
        newest_vector = select(func.max(STATE.c.updated_at)).where(STATE.c.organisation_id == organisation_id)
        query = select(newest_consent.scalar_subquery(), newest_vector.scalar_subquery())
        with self.read() as connection:
            since, updated_at = connection.execute(query).one()
        return PeerStamp(from_micros(since or 0), from_micros(updated_at or 0))

    def peer_vectors(self, organisation_id: str, *, since: PeerStamp | None = None) -> Iterator[tuple[str, bytes]]:
        """See `core.ports.knowledge.PeerStore.peer_vectors`."""
        same_student = and_(
            STATE.c.organisation_id == CONSENT.c.organisation_id, STATE.c.student_id == CONSENT.c.student_id
        )
        query = select(STATE.c.student_id, STATE.c.vector).join(CONSENT, same_student)
        query = query.where(STATE.c.organisation_id == organisation_id, CONSENT.c.organisation_id == organisation_id)
        queries = [query]
        if since is not None:
            # Two queries, each by its index, rather than one with OR that reads every row.
            queries = [
                query.where(STATE.c.updated_at >= to_micros(since.newest_vector)),
                query.where(CONSENT.c.since >= to_micros(since.newest_consent)),
            ]
        with self.read() as connection:
            for each_query in queries:
                yield from ((student_id, bytes(vector)) for student_id, vector in connection.execute(each_query))

    def give_consent(self, consent: PeerConsent) -> None:
        """Store a consent; an existing one is left as it is. The student is created if new."""
        row = {**vars(consent), "since": to_micros(consent.since)}
        with self.write() as connection:
            self.ensure_student(connection, consent.organisation_id, consent.student_id, consent.since)
            connection.execute(self.insert_new(CONSENT), row)

    def withdraw_consent(self, organisation_id: str, student_id: str) -> bool:
        """See `core.ports.knowledge.PeerStore.withdraw_consent`."""
        with self.write() as connection:
            self._lock_peers(connection, organisation_id)
            connection.execute(delete(REQUEST).where(_involves(organisation_id, student_id)))
            consent = CONSENT.c.organisation_id == organisation_id, CONSENT.c.student_id == student_id
            return connection.execute(delete(CONSENT).where(*consent)).rowcount > 0

    # -- requests ----------------------------------------------------------------------------------------

    def add_peer_request(self, request: PeerRequest) -> bool:
        """See `core.ports.knowledge.PeerStore.add_peer_request`."""
        both = (request.student_id, request.to_student_id)
        consents = select(func.count()).where(
            CONSENT.c.organisation_id == request.organisation_id, CONSENT.c.student_id.in_(both)
        )
        obstacle = select(REQUEST.c.request_id).where(
            REQUEST.c.organisation_id == request.organisation_id,
            or_(
                and_(_from_to(*both), REQUEST.c.status.in_(("open", "accepted", "declined"))),
                and_(_from_to(*reversed(both)), REQUEST.c.status.in_(("open", "accepted"))),
            ),
        )
        with self.write() as connection:
            self._lock_peers(connection, request.organisation_id)
            if connection.execute(consents).scalar_one() != len(both) or connection.execute(obstacle).first():
                return False
            settled = request.settled_at and to_micros(request.settled_at)
            row = {**vars(request), "created_at": to_micros(request.created_at), "settled_at": settled}
            return connection.execute(self.insert_new(REQUEST), row).rowcount > 0

    def peer_requests(self, organisation_id: str, student_id: str) -> list[PeerRequest]:
        """See `core.ports.knowledge.PeerStore.peer_requests`."""
        query = select(REQUEST).where(_involves(organisation_id, student_id))
        with self.read() as connection:
            rows = connection.execute(query.order_by(REQUEST.c.created_at.desc(), REQUEST.c.request_id))
            return [_request(row) for row in rows]

    def settle_peer_request(self, organisation_id: str, request_id: str, *, accepted: bool, at: datetime) -> bool:
        """Answer an open request; False when it is not open."""
        statement = (
            update(REQUEST)
            .where(
                REQUEST.c.organisation_id == organisation_id,
                REQUEST.c.request_id == request_id,
                REQUEST.c.status == "open",
            )
            .values(status="accepted" if accepted else "declined", settled_at=to_micros(at))
        )
        with self.write() as connection:
            return connection.execute(statement).rowcount > 0

    def _lock_peers(self, connection: Connection, organisation_id: str) -> None:
        """On PostgreSQL a request and a withdrawal wait for each other, so that no request outlives a consent."""
        if self.engine.dialect.name == "postgresql":
            connection.execute(LOCK_ORGANISATION, {"organisation_id": organisation_id})


# -- conditions, and rows to records -----------------------------------------------------------------------------


def _is_goal(organisation_id: str, student_id: str, subject: str) -> ColumnElement[bool]:
    return and_(GOAL.c.organisation_id == organisation_id, GOAL.c.student_id == student_id, GOAL.c.subject == subject)


def _involves(organisation_id: str, student_id: str) -> ColumnElement[bool]:
    """Requests from or to the student."""
    is_party = or_(REQUEST.c.student_id == student_id, REQUEST.c.to_student_id == student_id)
    return and_(REQUEST.c.organisation_id == organisation_id, is_party)


def _from_to(sender: str, receiver: str) -> ColumnElement[bool]:
    return and_(REQUEST.c.student_id == sender, REQUEST.c.to_student_id == receiver)


def _learning_goal(row: Row[Any]) -> LearningGoal:
    columns = dict(row._mapping)
    columns["points"] = tuple(json.loads(row.points))
    columns["due"] = None if row.due is None else date.fromisoformat(row.due)
    columns["set_at"] = from_micros(row.set_at)
    return LearningGoal(**columns)


def _consent(row: Row[Any]) -> PeerConsent:
    return PeerConsent(**{**row._mapping, "since": from_micros(row.since)})


def _request(row: Row[Any]) -> PeerRequest:
    times = {
        "created_at": from_micros(row.created_at),
        "settled_at": None if row.settled_at is None else from_micros(row.settled_at),
    }
    return PeerRequest(**{**row._mapping, **times})
