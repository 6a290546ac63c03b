"""The answer part of the store: evaluations, answers, evidence, practice sessions, appeals."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Connection, Row, Select, and_, bindparam, case, func, null, or_, select, text, update

from core.errors import RulingsChanged
from core.records.access import Call
from core.records.answers import AnswerRow, Appeal, EvaluationRow, PracticeSession
from core.records.evidence import Evidence, standing
from core.records.rulings import SubmittedRulings
from core.records.students import Activity
from core.store.parts.classes import id_blocks
from core.store.parts.students import StudentPart
from core.store.tables.answers import (
    AnswerTable,
    AppealTable,
    EvaluationTable,
    EvidenceTable,
    ItemTable,
    PracticeSessionTable,
)
from core.store.tables.columns import from_micros, table, to_micros  # fmt: skip
from core.store.tables.rulings import RuledAnswerTable, RulingTable

EVALUATION = table(EvaluationTable)
ANSWER = table(AnswerTable)
EVIDENCE = table(EvidenceTable)
ORDER_OF_LOG = EVIDENCE.c.seq + 0
"""`seq`, for students' own pieces: asked for the bare column, SQLite reads the log of the whole organisation, whose index is in that order."""
PRACTICE = table(PracticeSessionTable)
APPEAL = table(AppealTable)
ITEM = table(ItemTable)
RULING = table(RulingTable)
RULED = table(RuledAnswerTable)

UPHELD = and_(
    APPEAL.c.organisation_id == ANSWER.c.organisation_id,
    APPEAL.c.evaluation_id == ANSWER.c.evaluation_id,
    APPEAL.c.question_id == ANSWER.c.item_id,
    APPEAL.c.status == "upheld",
)
RULED_ANSWER = and_(
    RULED.c.organisation_id == ANSWER.c.organisation_id,
    RULED.c.evaluation_id == ANSWER.c.evaluation_id,
    RULED.c.position == ANSWER.c.position,
)
WITH_DECISIONS = ANSWER.outerjoin(APPEAL, UPHELD).outerjoin(RULED, RULED_ANSWER)
"""Answers with the upheld appeal and the ruling in force on each, if there are any."""
IS_VOID = func.coalesce(RULED.c.outcome, "") == "void"
IS_RULED_RIGHT = or_(APPEAL.c.appeal_id.is_not(None), func.coalesce(RULED.c.outcome, "") == "right")
DECIDED_SCORE = case((IS_VOID, null()), (IS_RULED_RIGHT, 100.0), else_=ANSWER.c.score)
"""0-100, of `WITH_DECISIONS`: full where a teacher decided so, NULL where the answer counts for nobody."""
ADD_ANSWER = ANSWER.insert()
IN_FORCE_ON_ITEMS = and_(
    RULING.c.organisation_id == bindparam("organisation_id"),
    RULING.c.item_id.in_(bindparam("item_ids", expanding=True)),
    RULING.c.undone_at.is_(None),
    RULING.c.scope != "answer",
)
"""Of rulings: those that reach further than one answer. As everything that each submission runs, built once: building costs more than running."""
RULINGS_IN_FORCE = select(RULING.c.ruling_id).where(IN_FORCE_ON_ITEMS)
EVALUATION_BY_ID = select(EVALUATION).where(
    EVALUATION.c.evaluation_id == bindparam("evaluation_id"),
    EVALUATION.c.organisation_id == bindparam("organisation_id"),
)
LOCK_ORGANISATION = text("SELECT pg_advisory_xact_lock(hashtext(:organisation_id))")


class AnswerPart(StudentPart):
    """`core.ports.answers.AnswerStore` in SQL."""

    def add_evaluation(
        self,
        evaluation: EvaluationRow,
        answers: Sequence[AnswerRow],
        evidence: Sequence[Evidence],
        *,
        call: Call | None,
        reply: str | None,
        rulings: SubmittedRulings | None = None,
    ) -> EvaluationRow:
        """See `core.ports.answers.AnswerStore.add_evaluation`."""
        with self.write() as connection:
            self.ensure_student(connection, evaluation.organisation_id, evaluation.student_id, evaluation.created_at)
            # Without a conflict target: session_id is the only unique column besides the fresh id.
            if connection.execute(self.insert_new(EVALUATION), _evaluation_columns(evaluation)).rowcount == 0:
                first = cast(EvaluationRow, _first_evaluation(connection, _session_query(evaluation)))
                if call is not None and reply is not None and first.fingerprint == evaluation.fingerprint:
                    self.remember(connection, call, first.result, student_id=first.student_id)
                return first
            self.count(connection, call, reply, student_id=evaluation.student_id)
            if rulings is not None:
                self._require_rulings(connection, evaluation.organisation_id, rulings)
            if answers:
                rows = [_answer_columns(evaluation.organisation_id, row) for row in answers]
                connection.execute(ADD_ANSWER, rows)
            if rulings is not None and rulings.answers:
                connection.execute(RULED.insert(), [vars(ruled) for ruled in rulings.answers])
            self._append(connection, evaluation.organisation_id, evidence, at=evaluation.created_at)
        return evaluation

    def _require_rulings(self, connection: Connection, organisation_id: str, rulings: SubmittedRulings) -> None:
        """Raise `RulingsChanged` where other rulings are in force on the items by now. On PostgreSQL whoever gives or undoes one waits until
        the transaction has ended."""
        self._lock_log(connection, organisation_id)
        in_force = connection.execute(
            RULINGS_IN_FORCE, {"organisation_id": organisation_id, "item_ids": list(rulings.item_ids)}
        ).scalars()
        if frozenset(in_force) != rulings.ruling_ids:
            raise RulingsChanged("A teacher gave or undid a ruling on one of these items in the meantime.")

    def _lock_log(self, connection: Connection, organisation_id: str) -> None:
        """On PostgreSQL writers of one organisation's log take turns (SQLite has one writer anyway)."""
        if self.engine.dialect.name == "postgresql":
            connection.execute(LOCK_ORGANISATION, {"organisation_id": organisation_id})

    def _append(
        self, connection: Connection, organisation_id: str, evidence: Sequence[Evidence], *, at: datetime | None
    ) -> int:
        """Append in commit order: on PostgreSQL writers of one organisation take turns, so that no row appears
        below a watermark that was read before it was committed (SQLite has one writer anyway)."""
        if not evidence:
            return 0
        at = at or max(row.occurred_at for row in evidence)
        self._lock_log(connection, organisation_id)
        rows = [_evidence_columns(organisation_id, row, at) for row in evidence]
        return connection.execute(self.insert_new(EVIDENCE), rows).rowcount

    def append_evidence(self, organisation_id: str, evidence: Sequence[Evidence], *, at: datetime | None = None) -> int:
        """See `core.ports.answers.AnswerStore.append_evidence`."""
        with self.write() as connection:
            return sum(self._append(connection, organisation_id, [row], at=at) for row in evidence)

    def evaluation(self, organisation_id: str, evaluation_id: str) -> EvaluationRow | None:
        """The organisation's evaluation with that id."""
        parameters = {"evaluation_id": evaluation_id, "organisation_id": organisation_id}
        with self.read() as connection:
            row = connection.execute(EVALUATION_BY_ID, parameters).first()
        return None if row is None else _evaluation(row)

    def evaluation_of_session(self, organisation_id: str, student_id: str, session_id: str) -> EvaluationRow | None:
        """The evaluation that was submitted with a session_id."""
        query = select(EVALUATION).where(
            EVALUATION.c.organisation_id == organisation_id,
            EVALUATION.c.student_id == student_id,
            EVALUATION.c.session_id == session_id,
        )
        with self.read() as connection:
            return _first_evaluation(connection, query)

    def answers_of(self, organisation_id: str, *evaluation_ids: str) -> list[AnswerRow]:
        """See `core.ports.answers.AnswerStore.answers_of`."""
        # SQLite would read all answers of the organisation by an index on it, 0.1 s for 40,000; evaluations are found by the primary key.
        of_organisation = func.coalesce(ANSWER.c.organisation_id, "") == organisation_id
        query = select(ANSWER).where(of_organisation).order_by(ANSWER.c.evaluation_id, ANSWER.c.position)
        with self.read() as connection:
            return [
                answer_row(row)
                for ids in id_blocks(sorted(set(evaluation_ids)))
                for row in connection.execute(query.where(ANSWER.c.evaluation_id.in_(ids)))
            ]

    def answers_between(self, organisation_id: str, student_id: str, start: datetime, end: datetime) -> list[AnswerRow]:
        """See `core.ports.answers.AnswerStore.answers_between`."""
        query = (
            select(ANSWER)
            .where(
                ANSWER.c.organisation_id == organisation_id,
                ANSWER.c.student_id == student_id,
                ANSWER.c.answered_at >= to_micros(start),
                ANSWER.c.answered_at < to_micros(end),
            )
            .order_by(ANSWER.c.answered_at, ANSWER.c.evaluation_id, ANSWER.c.position)
        )
        with self.read() as connection:
            return [answer_row(row) for row in connection.execute(query)]

    def activity(self, organisation_id: str, start: datetime, end: datetime) -> list[Activity]:
        """See `core.ports.answers.AnswerStore.activity`."""
        in_period = and_(ANSWER.c.answered_at >= to_micros(start), ANSWER.c.answered_at < to_micros(end))
        query = (
            select(
                ANSWER.c.student_id,
                func.sum(case((in_period, 1), else_=0)),
                func.avg(case((in_period, DECIDED_SCORE))),
                func.max(ANSWER.c.answered_at),
            )
            .select_from(WITH_DECISIONS)
            .where(ANSWER.c.organisation_id == organisation_id)
            .group_by(ANSWER.c.student_id)
            .order_by(ANSWER.c.student_id)
        )
        with self.read() as connection:
            rows = connection.execute(query).all()
        return [
            Activity(student_id, int(count), None if mean is None else float(mean), from_micros(last))
            for student_id, count, mean, last in rows
        ]

    def evaluations_of_practice(self, organisation_id: str, student_id: str, session_id: str) -> list[EvaluationRow]:
        """See `core.ports.answers.AnswerStore.evaluations_of_practice`."""
        query = (
            select(EVALUATION)
            .where(
                EVALUATION.c.organisation_id == organisation_id,
                EVALUATION.c.student_id == student_id,
                EVALUATION.c.session_id.startswith(f"{session_id}:", autoescape=True),
            )
            .order_by(EVALUATION.c.created_at)
        )
        with self.read() as connection:
            return [_evaluation(row) for row in connection.execute(query)]

    def evidence_above(self, organisation_id: str, seq: int, *, limit: int = 10_000) -> list[Evidence]:
        """See `core.ports.answers.AnswerStore.evidence_above`."""
        query = select(EVIDENCE).where(EVIDENCE.c.organisation_id == organisation_id, EVIDENCE.c.seq > seq)
        return self._evidence(query.order_by(EVIDENCE.c.seq).limit(limit))

    def evidence_of(
        self, organisation_id: str, student_id: str, *, targets: Collection[str] | None = None
    ) -> list[Evidence]:
        """See `core.ports.answers.AnswerStore.evidence_of`."""
        query = select(EVIDENCE).where(
            EVIDENCE.c.organisation_id == organisation_id, EVIDENCE.c.student_id == student_id
        )
        if targets is not None:
            query = query.where(EVIDENCE.c.target.in_(sorted(targets)))
        return standing(self._evidence(query.order_by(ORDER_OF_LOG)))

    def evidence_stamp(self, organisation_id: str, student_id: str) -> tuple[int, int]:
        """See `core.ports.answers.AnswerStore.evidence_stamp`."""
        query = select(func.count(), func.coalesce(func.max(EVIDENCE.c.seq), 0)).where(
            EVIDENCE.c.organisation_id == organisation_id, EVIDENCE.c.student_id == student_id
        )
        with self.read() as connection:
            count, newest = connection.execute(query).one()
        return int(count), int(newest)

    def _evidence(self, query: Select[Any]) -> list[Evidence]:
        with self.read() as connection:
            return [evidence_row(row) for row in connection.execute(query)]

    # -- practice ----------------------------------------------------------------------------------------

    def add_practice(self, session: PracticeSession) -> None:
        """Store a new session."""
        with self.write() as connection:
            self.ensure_student(connection, session.organisation_id, session.student_id, session.created_at)
            connection.execute(
                PRACTICE.insert(),
                {
                    "session_id": session.session_id,
                    "organisation_id": session.organisation_id,
                    "student_id": session.student_id,
                    "item_ids": json.dumps(session.item_ids),
                    "settings": session.settings,
                    "created_at": to_micros(session.created_at),
                    "purpose": session.purpose,
                },
            )

    def practice(self, organisation_id: str, session_id: str) -> PracticeSession | None:
        """The organisation's practice session with that id."""
        return self._practice(
            select(PRACTICE).where(PRACTICE.c.organisation_id == organisation_id, PRACTICE.c.session_id == session_id)
        )

    def latest_practice(self, organisation_id: str, student_id: str) -> PracticeSession | None:
        """See `core.ports.answers.AnswerStore.latest_practice`."""
        return self._practice(
            select(PRACTICE)
            .where(PRACTICE.c.organisation_id == organisation_id, PRACTICE.c.student_id == student_id)
            .order_by(PRACTICE.c.created_at.desc(), PRACTICE.c.session_id)
            .limit(1)
        )

    def practices_with_purpose(self, organisation_id: str, student_id: str) -> list[PracticeSession]:
        """See `core.ports.answers.AnswerStore.practices_with_purpose`."""
        query = (
            select(PRACTICE)
            .where(
                PRACTICE.c.organisation_id == organisation_id,
                PRACTICE.c.student_id == student_id,
                PRACTICE.c.purpose != "",
            )
            .order_by(PRACTICE.c.created_at, PRACTICE.c.session_id)
        )
        with self.read() as connection:
            return [practice_session(row) for row in connection.execute(query)]

    def answers_of_practices(
        self, organisation_id: str, student_id: str, sessions: Sequence[PracticeSession]
    ) -> dict[str, list[AnswerRow]]:
        """See `core.ports.answers.AnswerStore.answers_of_practices`."""
        parts = {
            f"{session.session_id}:{position}": session.session_id
            for session in sessions
            for position in range(len(session.item_ids))
        }
        query = select(EVALUATION.c.evaluation_id, EVALUATION.c.session_id).where(
            EVALUATION.c.organisation_id == organisation_id,
            EVALUATION.c.student_id == student_id,
        )
        with self.read() as connection:
            session_of = {
                row.evaluation_id: parts[row.session_id]
                for ids in id_blocks(list(parts))
                for row in connection.execute(query.where(EVALUATION.c.session_id.in_(ids)))
            }
        rows: dict[str, list[AnswerRow]] = {session.session_id: [] for session in sessions}
        for answer in self.answers_of(organisation_id, *session_of):
            rows[session_of[answer.evaluation_id]].append(answer)
        return rows

    def _practice(self, query: Select[Any]) -> PracticeSession | None:
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else practice_session(row)

    def extend_practice(self, session: PracticeSession, *, before: Sequence[str]) -> bool:
        """See `core.ports.answers.AnswerStore.extend_practice`."""
        statement = (
            update(PRACTICE)
            .where(
                PRACTICE.c.organisation_id == session.organisation_id,
                PRACTICE.c.session_id == session.session_id,
                PRACTICE.c.item_ids == json.dumps(list(before)),
            )
            .values(item_ids=json.dumps(session.item_ids), settings=session.settings, finished_at=None)
        )
        with self.write() as connection:
            return connection.execute(statement).rowcount == 1

    def finish_practice(self, organisation_id: str, session_id: str, at: datetime) -> None:
        """Mark a session finished; a second time changes nothing."""
        statement = (
            update(PRACTICE)
            .where(
                PRACTICE.c.organisation_id == organisation_id,
                PRACTICE.c.session_id == session_id,
                PRACTICE.c.finished_at.is_(None),
            )
            .values(finished_at=to_micros(at))
        )
        with self.write() as connection:
            connection.execute(statement)

    # -- appeals -----------------------------------------------------------------------------------------

    def add_appeal(self, appeal: Appeal) -> bool:
        """See `core.ports.answers.AnswerStore.add_appeal`."""
        columns = {name: value for name, value in vars(appeal).items() if name != "item"}
        columns["created_at"] = to_micros(appeal.created_at)
        with self.write() as connection:
            return connection.execute(self.insert_new(APPEAL), columns).rowcount == 1

    def appeals(
        self, organisation_id: str, *, status: str | None = None, student_id: str | None = None
    ) -> list[Appeal]:
        """See `core.ports.answers.AnswerStore.appeals`."""
        filters = {"organisation_id": organisation_id, "status": status, "student_id": student_id}
        return self._appeals(**{name: value for name, value in filters.items() if value is not None})

    def appeal(self, organisation_id: str, appeal_id: str) -> Appeal | None:
        """The organisation's appeal with that id."""
        return next(iter(self._appeals(organisation_id=organisation_id, appeal_id=appeal_id)), None)

    def _appeals(self, **filters: str) -> list[Appeal]:
        query = (
            select(APPEAL, ITEM.c.body.label("item"))
            .join(ITEM, ITEM.c.item_id == APPEAL.c.question_id)
            .where(*(APPEAL.c[name] == value for name, value in filters.items()))
            .order_by(APPEAL.c.created_at.desc(), APPEAL.c.appeal_id)
        )
        with self.read() as connection:
            rows = [dict(row) for row in connection.execute(query).mappings()]
        return [Appeal(**{**row, "created_at": from_micros(row["created_at"])}) for row in rows]

    def settle_appeal(
        self,
        organisation_id: str,
        appeal_id: str,
        *,
        upheld: bool,
        reply: str,
        evidence: Sequence[Evidence],
        at: datetime | None = None,
    ) -> bool:
        """See `core.ports.answers.AnswerStore.settle_appeal`."""
        statement = (
            update(APPEAL)
            .where(
                APPEAL.c.organisation_id == organisation_id,
                APPEAL.c.appeal_id == appeal_id,
                APPEAL.c.status == "open",
            )
            .values(status="upheld" if upheld else "declined", reply=reply)
        )
        with self.write() as connection:
            self._lock_log(connection, organisation_id)  # before the appeal's row, as rulings do
            if connection.execute(statement).rowcount == 0:
                return False
            self._append(connection, organisation_id, evidence, at=at)
        return True


# -- records to columns and back ------------------------------------------------------------------------------


def _evaluation_columns(row: EvaluationRow) -> dict[str, Any]:
    return {**vars(row), "created_at": to_micros(row.created_at)}


def _session_query(row: EvaluationRow) -> Select[Any]:
    return select(EVALUATION).where(
        EVALUATION.c.organisation_id == row.organisation_id,
        EVALUATION.c.student_id == row.student_id,
        EVALUATION.c.session_id == row.session_id,
    )


def _first_evaluation(connection: Connection, query: Select[Any]) -> EvaluationRow | None:
    row = connection.execute(query).first()
    return None if row is None else _evaluation(row)


def _evaluation(row: Row[Any]) -> EvaluationRow:
    return EvaluationRow(**{**row._mapping, "created_at": from_micros(row.created_at)})


def _answer_columns(organisation_id: str, row: AnswerRow) -> dict[str, Any]:
    return {
        **vars(row),
        "organisation_id": organisation_id,
        "points": json.dumps(row.points, ensure_ascii=False),
        "words": json.dumps(row.words, ensure_ascii=False),
        "answered_at": to_micros(row.answered_at),
    }


def answer_row(row: Row[Any]) -> AnswerRow:
    """The answer in a row of the table."""
    columns = dict(row._mapping)
    del columns["organisation_id"]
    columns["points"] = tuple(json.loads(columns["points"]))
    columns["words"] = tuple(json.loads(columns["words"]))
    columns["answered_at"] = from_micros(columns["answered_at"])
    return AnswerRow(**columns)


def _evidence_columns(organisation_id: str, row: Evidence, at: datetime) -> dict[str, Any]:
    columns = {
        **vars(row),
        "organisation_id": organisation_id,
        "occurred_at": to_micros(row.occurred_at),
        "ingested_at": to_micros(at),
    }
    del columns["seq"]
    return columns


def evidence_row(row: Row[Any]) -> Evidence:
    """The piece of evidence in a row of the log."""
    # In the order of the table: a name looked up for each column would take as long as everything else.
    seq, _, student_id, kind, target_kind, target, outcome, weight, source, item_id, occurred_at, key, _ = tuple(row)
    return Evidence(
        student_id,
        kind,
        target_kind,
        target,
        outcome,
        weight,
        source,
        from_micros(occurred_at),
        key,
        item_id,
        seq,
    )


def practice_session(row: Row[Any]) -> PracticeSession:
    """The practice session in a row of the table."""
    columns = dict(row._mapping)
    finished = columns["finished_at"]
    columns["item_ids"] = tuple(json.loads(columns["item_ids"]))
    columns["created_at"] = from_micros(columns["created_at"])
    columns["finished_at"] = None if finished is None else from_micros(finished)
    return PracticeSession(**columns)
