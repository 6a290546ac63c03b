"""The part of the store for statements about learning: registered record stores, and the evidence log as acts."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, not_, or_, select, update

from core.records.answers import TWINS, AnswerRow, PracticeSession
from core.records.audit import Fact, FactName, Subject
from core.records.evidence import Evidence
from core.records.learning_records import Act, RecordStore, Sitting, evaluation_of, writing_of
from core.store.database.session import SqlPart
from core.store.parts.answers import ANSWER, EVALUATION, EVIDENCE, PRACTICE, answer_row, evidence_row, practice_session
from core.store.parts.classes import guardians_refuse, id_blocks
from core.store.tables.access import SettingTable
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.learning_records import RecordStoreTable
from core.store.tables.plan import WritingTable
from core.store.tables.speech import SpeechEvaluationTable

RECORD_STORE = table(RecordStoreTable)
SETTING = table(SettingTable)
READING = table(SpeechEvaluationTable)
WRITING = table(WritingTable)
SECRET_SETTING = "pseudonym_secret:{}"
"""Name of the setting that holds the secret behind an organisation's pseudonyms."""
WRITTEN, READ = "essay", "read_aloud"


class LearningRecordPart(SqlPart):
    """`core.ports.learning_records.LearningRecordStore` in SQL."""

    def record_store(self, organisation_id: str) -> RecordStore | None:
        """See `core.ports.learning_records.LearningRecordStore.record_store`."""
        query = select(RECORD_STORE).where(RECORD_STORE.c.organisation_id == organisation_id)
        with self.read() as connection:
            row = connection.execute(query).mappings().first()
        return None if row is None else _record_store(row)

    def put_record_store(self, record_store: RecordStore) -> None:
        """See `core.ports.learning_records.LearningRecordStore.put_record_store`."""
        tried_at = record_store.tried_at
        columns = {
            **vars(record_store),
            "registered_at": to_micros(record_store.registered_at),
            "tried_at": None if tried_at is None else to_micros(tried_at),
        }
        changed = {name: value for name, value in columns.items() if name != "organisation_id"}
        statement = self.insert(RECORD_STORE).values(columns)
        with self.write() as connection:
            connection.execute(statement.on_conflict_do_update(index_elements=["organisation_id"], set_=changed))
            organisation_id, at = record_store.organisation_id, record_store.registered_at
            school = Subject("organisation", organisation_id)
            told: dict[FactName, Fact] = {"naming": record_store.naming}
            self.note(connection, organisation_id, "record_store_registered", school, at=at, facts=told)

    def remove_record_store(self, organisation_id: str) -> bool:
        """See `core.ports.learning_records.LearningRecordStore.remove_record_store`."""
        statement = delete(RECORD_STORE).where(RECORD_STORE.c.organisation_id == organisation_id)
        with self.write() as connection:
            removed = connection.execute(statement).rowcount == 1
            if removed:
                school = Subject("organisation", organisation_id)
                self.note(connection, organisation_id, "record_store_removed", school)
        return removed

    def note_sent(self, record_store: RecordStore, *, upto: int, sent: int, left_out: int, at: datetime) -> bool:
        """See `core.ports.learning_records.LearningRecordStore.note_sent`."""
        statement = update(RECORD_STORE).where(
            *_same_registration(record_store), RECORD_STORE.c.watermark == record_store.watermark
        )
        changed = {
            "watermark": upto,
            "sent": RECORD_STORE.c.sent + sent,
            "left_out": RECORD_STORE.c.left_out + left_out,
            "tried_at": to_micros(at),
            "failure": "",
        }
        with self.write() as connection:
            return connection.execute(statement.values(changed)).rowcount == 1

    def note_failure(self, record_store: RecordStore, failure: str, at: datetime) -> None:
        """See `core.ports.learning_records.LearningRecordStore.note_failure`."""
        statement = update(RECORD_STORE).where(*_same_registration(record_store))
        with self.write() as connection:
            connection.execute(statement.values(failure=failure, tried_at=to_micros(at)))

    def pseudonym_secret(self, organisation_id: str, fresh: str) -> str:
        """See `core.ports.learning_records.LearningRecordStore.pseudonym_secret`."""
        name = SECRET_SETTING.format(organisation_id)
        with self.write() as connection:
            connection.execute(self.insert_new(SETTING), {"name": name, "value": fresh})
            return str(connection.execute(select(SETTING.c.value).where(SETTING.c.name == name)).scalar_one())

    # -- the log as acts ---------------------------------------------------------------------------------

    def acts_above(
        self,
        organisation_id: str,
        seq: int,
        *,
        indicators: Collection[str],
        limit: int,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> list[Act]:
        """See `core.ports.learning_records.LearningRecordStore.acts_above`."""
        conditions = [
            EVIDENCE.c.organisation_id == organisation_id,
            EVIDENCE.c.seq > seq,
            _is_act(indicators),
            not_(guardians_refuse(EVIDENCE)),
        ]
        if since is not None:
            conditions.append(EVIDENCE.c.occurred_at >= to_micros(since))
        if until is not None:
            conditions.append(EVIDENCE.c.occurred_at < to_micros(until))
        query = select(EVIDENCE).where(*conditions).order_by(EVIDENCE.c.seq).limit(limit)
        with self.read() as connection:
            pieces = [evidence_row(row) for row in connection.execute(query)]
            return _acts(connection, organisation_id, pieces)


def _record_store(row: Mapping[Any, Any]) -> RecordStore:
    tried_at = row["tried_at"]
    return RecordStore(
        **{
            **row,
            "registered_at": from_micros(row["registered_at"]),
            "tried_at": None if tried_at is None else from_micros(tried_at),
        }
    )


def _same_registration(record_store: RecordStore) -> tuple[ColumnElement[bool], ...]:
    """That the registration is the one that was read: who registers anew, with another naming say, stops a run that is under way."""
    return (
        RECORD_STORE.c.organisation_id == record_store.organisation_id,
        RECORD_STORE.c.endpoint == record_store.endpoint,
        RECORD_STORE.c.registered_at == to_micros(record_store.registered_at),
    )


def _is_act(indicators: Collection[str]) -> ColumnElement[bool]:
    """Of the pieces of one act the one that each act has: an answer has one on its skill, an essay and a reading that were scored one on a leaf."""
    return or_(
        and_(EVIDENCE.c.kind.in_(("answer", WRITTEN)), EVIDENCE.c.target_kind == "skill"),
        EVIDENCE.c.kind == "lesson",
        and_(EVIDENCE.c.kind.in_(("essay_scored", READ)), EVIDENCE.c.target.in_(sorted(indicators))),
    )


def _acts(connection: Connection, organisation_id: str, pieces: Sequence[Evidence]) -> list[Act]:
    evaluations = {evaluation_of(piece) for piece in pieces if piece.kind == "answer"}
    answers = _answers(connection, organisation_id, evaluations)
    by_source = {f"{row.evaluation_id}#{row.position}": row for rows in answers.values() for row in rows}
    sittings, ended_by = _sittings(connection, organisation_id, answers)
    scores = _scores(connection, organisation_id, {evaluation_of(each) for each in pieces if each.kind == READ})
    written_for = _written_for(connection, organisation_id, {writing_of(each) for each in pieces} - {""})
    return [
        Act(
            piece,
            answer=by_source.get(piece.source),
            sitting_id=sittings.get(evaluation_of(piece), "") if piece.kind == "answer" else "",
            finished=ended_by.get(piece.source) if piece.kind == "answer" else None,
            score=scores.get(evaluation_of(piece)) if piece.kind == READ else None,
            resource_id=written_for.get(writing_of(piece), ""),
        )
        for piece in pieces
    ]


def _answers(connection: Connection, organisation_id: str, evaluation_ids: Iterable[str]) -> dict[str, list[AnswerRow]]:
    """The answers of evaluations, by evaluation and in their order."""
    found: dict[str, list[AnswerRow]] = defaultdict(list)
    for ids in id_blocks(sorted(evaluation_ids)):
        query = select(ANSWER).where(ANSWER.c.evaluation_id.in_(ids), ANSWER.c.organisation_id == organisation_id)
        for row in connection.execute(query.order_by(ANSWER.c.evaluation_id, ANSWER.c.position)):
            found[row.evaluation_id].append(answer_row(row))
    return found


def _sittings(
    connection: Connection, organisation_id: str, answers: Mapping[str, Sequence[AnswerRow]]
) -> tuple[dict[str, str], dict[str, Sitting]]:
    """The sitting of each evaluation that belongs to one, and the sittings that came to an end, by the answer with which they did."""
    practice_of = _practices_of(connection, organisation_id, list(answers))
    sittings: dict[str, str] = {}
    ended_by: dict[str, Sitting] = {}
    for evaluation_id, rows in answers.items():
        if evaluation_id in practice_of:
            sittings[evaluation_id] = practice_of[evaluation_id].session_id
        elif len(rows) > 1:
            sittings[evaluation_id] = evaluation_id
            ended_by |= _ended(evaluation_id, rows)
    practices = {each.session_id: each for each in practice_of.values()}
    for session_id, rows in _rows_of_practices(connection, organisation_id, list(practices.values())).items():
        if len(rows) == len(practices[session_id].first_item_ids):
            ended_by |= _ended(session_id, rows)
    return sittings, ended_by


def _ended(sitting_id: str, rows: Sequence[AnswerRow]) -> dict[str, Sitting]:
    """A sitting by its last answer; cards that were passed over are no acts of their own, and a sitting of such cards alone is none."""
    answered = [row for row in rows if row.answered]
    if not answered:
        return {}
    last = max(answered, key=lambda row: (row.answered_at, row.evaluation_id, row.position))
    return {
        f"{last.evaluation_id}#{last.position}": Sitting(
            sitting_id,
            answers=len(rows),
            right=sum(row.is_correct for row in rows),
            score=sum(row.score for row in rows) / len(rows),
            seconds=sum(row.time_spent_seconds for row in rows),
        )
    }


def _practices_of(
    connection: Connection, organisation_id: str, evaluation_ids: Sequence[str]
) -> dict[str, PracticeSession]:
    """The practice round of each evaluation that is of a card: its session id is that of the round and the card's place."""
    session_of: dict[str, str] = {}
    for ids in id_blocks(evaluation_ids):
        query = select(EVALUATION.c.evaluation_id, EVALUATION.c.session_id).where(
            EVALUATION.c.evaluation_id.in_(ids), EVALUATION.c.organisation_id == organisation_id
        )
        for row in connection.execute(query):
            session_id, colon, place = (row.session_id or "").rpartition(":")
            if colon and place.isascii() and place.isdigit():
                session_of[row.evaluation_id] = session_id
    sessions: dict[str, PracticeSession] = {}
    for ids in id_blocks(sorted(set(session_of.values()))):
        of_ids = PRACTICE.c.session_id.in_(ids), PRACTICE.c.organisation_id == organisation_id
        sessions |= {
            row.session_id: practice_session(row) for row in connection.execute(select(PRACTICE).where(*of_ids))
        }
    return {
        evaluation_id: sessions[session_id]
        for evaluation_id, session_id in session_of.items()
        if session_id in sessions
    }


def _rows_of_practices(
    connection: Connection, organisation_id: str, practices: Sequence[PracticeSession]
) -> dict[str, list[AnswerRow]]:
    """The answers to the cards with which rounds were begun, by round; the twins dealt since are left out."""
    round_of: dict[str, PracticeSession] = {}
    for session in practices:
        twins = {int(place) for place in json.loads(session.settings).get(TWINS, {})}
        places = [place for place in range(len(session.item_ids)) if place not in twins]
        round_of |= {f"{session.session_id}:{place}": session for place in places}
    evaluated: dict[str, PracticeSession] = {}
    for ids in id_blocks(list(round_of)):
        students = sorted({round_of[each].student_id for each in ids})  # the index of sessions begins with them
        query = select(EVALUATION.c.evaluation_id, EVALUATION.c.student_id, EVALUATION.c.session_id).where(
            EVALUATION.c.organisation_id == organisation_id,
            EVALUATION.c.student_id.in_(students),
            EVALUATION.c.session_id.in_(ids),
        )
        for row in connection.execute(query):
            if row.student_id == round_of[row.session_id].student_id:
                evaluated[row.evaluation_id] = round_of[row.session_id]
    found: dict[str, list[AnswerRow]] = defaultdict(list)
    for evaluation_id, rows in _answers(connection, organisation_id, evaluated).items():
        found[evaluated[evaluation_id].session_id] += rows
    return found


def _scores(connection: Connection, organisation_id: str, evaluation_ids: Iterable[str]) -> dict[str, float]:
    """The total scores of readings that are still stored."""
    found: dict[str, float] = {}
    for ids in id_blocks(sorted(evaluation_ids)):
        query = select(READING.c.evaluation_id, READING.c.summary).where(
            READING.c.evaluation_id.in_(ids), READING.c.organisation_id == organisation_id
        )
        for evaluation_id, summary in connection.execute(query):
            total = json.loads(summary).get("total_score")
            if isinstance(total, int | float):
                found[evaluation_id] = float(total)
    return found


def _written_for(connection: Connection, organisation_id: str, writing_ids: Iterable[str]) -> dict[str, str]:
    """What texts were written for, of those that were written here."""
    found: dict[str, str] = {}
    for ids in id_blocks(sorted(writing_ids)):
        query = select(WRITING.c.writing_id, WRITING.c.resource_id).where(
            WRITING.c.writing_id.in_(ids), WRITING.c.organisation_id == organisation_id
        )
        found |= {row.writing_id: row.resource_id for row in connection.execute(query)}
    return found
