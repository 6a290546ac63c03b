"""The part of the store for rulings that hold for a whole organisation: given and undone, with everything that follows, in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, and_, delete, func, or_, select, update

from core.ports.rulings import EvidenceFromLogs, EvidenceOfRuling, SelectAgain, SelectAnswers
from core.records.answers import AnswerRow
from core.records.essays import WAITING_VERDICTS, EssayVerdictRow, StoredEssay
from core.records.evidence import Evidence, standing, taken_back
from core.records.items import Item
from core.records.own_items import ItemChange, ItemState
from core.records.rulings import RuledAnswer, Ruling
from core.store.parts.answers import (
    ANSWER,
    APPEAL,
    EVIDENCE,
    IN_FORCE_ON_ITEMS,
    ORDER_OF_LOG,
    RULED,
    RULING,
    WITH_DECISIONS,
    answer_row,
    evidence_row,
)
from core.store.parts.bank_items import CHANGE, MAX_IDS, STATE, BankItemPart
from core.store.parts.essay_reviews import OPEN, VERDICT, EssayReviewPart, verdict_columns, verdict_row
from core.store.parts.essays import ESSAY, essay_keys_in_force, essay_row
from core.store.tables.answers import ItemTable
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.learner import LearnerStateTable
from core.store.tables.plan import MemoryStateTable
from core.store.tables.portrait import PortraitStateTable
from core.wire import Bilingual

ITEM = table(ItemTable)
OUTDATED: tuple[tuple[Table, str], ...] = (
    (table(LearnerStateTable), "model"),
    (table(MemoryStateTable), "version"),
    (table(PortraitStateTable), "version"),
)
"""What is folded from the log, and the column that says by which rules: with none, it is folded again from the beginning."""
RULINGS_ON_ITEMS = select(RULING).where(IN_FORCE_ON_ITEMS)
NO_RULES = ""
RETIRED = Bilingual(zh="老师裁定：这道题不再使用。", en="A teacher ruled that this question is not used any more.")
BROUGHT_BACK = Bilingual(zh="撤销了老师的裁定。", en="The teacher's ruling was undone.")


class RulingPart(BankItemPart, EssayReviewPart):
    """`core.ports.rulings.RulingStore` in SQL."""

    def give_ruling(
        self,
        ruling: Ruling,
        item: Item,
        *,
        reply: str,
        select_answers: SelectAnswers,
        evidence_of: EvidenceOfRuling,
    ) -> Ruling | None:
        """See `core.ports.rulings.RulingStore.give_ruling`."""
        organisation_id = ruling.organisation_id
        settled = {"status": "upheld", "reply": reply, "ruling_id": ruling.ruling_id}
        is_open = and_(APPEAL.c.organisation_id == organisation_id, APPEAL.c.status == "open")
        with self.write() as connection:
            self._lock_log(connection, organisation_id)
            undecided = _undecided(connection, organisation_id, item.id)
            appeal = update(APPEAL).where(is_open, APPEAL.c.appeal_id == ruling.appeal_id)
            if connection.execute(appeal.values(settled)).rowcount == 0:
                return None
            ruled = list(select_answers(undecided))
            students = sorted({answer.student_id for answer in ruled})
            if ruled:
                connection.execute(RULED.insert(), [vars(answer) for answer in ruled])
            log = list(_evidence_on(connection, organisation_id, item.id, students))
            self._append(connection, organisation_id, evidence_of(ruled, log), at=ruling.made_at)
            for evaluation_ids in _batches([answer.evaluation_id for answer in ruled]):
                of_answers = APPEAL.c.question_id == item.id, APPEAL.c.evaluation_id.in_(evaluation_ids)
                connection.execute(update(APPEAL).where(is_open, *of_answers).values(settled))
            change_id = self._retire(connection, ruling, item) if ruling.scope == "retire" else 0
            _mark_outdated(connection, organisation_id, students)
            stored = replace(ruling, students=len(students), answers=len(ruled), change_id=change_id)
            connection.execute(RULING.insert(), ruling_columns(stored))
        return stored

    def _retire(self, connection: Connection, ruling: Ruling, item: Item) -> int:
        """Retire the item; the id of the change, 0 where it was retired before."""
        self._lock_items(connection, ruling.organisation_id)
        state = _item_state(connection, ruling.organisation_id, item.id)
        if state == "retired":
            return 0
        change = ItemChange(
            ruling.organisation_id, item.id, "set", "retired", state, ruling.made_at, by=ruling.by, reason=RETIRED
        )
        change_id = self._set_state(connection, change)
        item_columns = {
            "item_id": item.id,
            "body": item.model_dump_json(),
            "first_issued_at": to_micros(ruling.made_at),
        }
        connection.execute(self.insert_new(ITEM), item_columns)
        return change_id or 0

    def undo_ruling(
        self,
        ruling: Ruling,
        *,
        by: str,
        at: datetime,
        select_again: SelectAgain,
        evidence_of: EvidenceOfRuling,
    ) -> bool:
        """See `core.ports.rulings.RulingStore.undo_ruling`."""
        organisation_id = ruling.organisation_id
        with self.write() as connection:
            self._lock_log(connection, organisation_id)
            if not _end(connection, ruling, by=by, at=at):
                return False
            students = self._take_back(connection, ruling, at=at)
            own = RULED.c.organisation_id == organisation_id, RULED.c.ruling_id == ruling.ruling_id
            students |= set(connection.execute(select(RULED.c.student_id).distinct().where(*own)).scalars())
            connection.execute(delete(RULED).where(*own))
            own_appeals = APPEAL.c.organisation_id == organisation_id, APPEAL.c.ruling_id == ruling.ruling_id
            connection.execute(update(APPEAL).where(*own_appeals).values(status="open", reply="", ruling_id=""))
            others = _in_force_on(connection, ruling)
            of_others = [other.ruling_id for other in others]
            again = list(select_again(_undecided(connection, organisation_id, ruling.item_id, of_others), others))
            if again:
                self._mark_again(connection, ruling, again, evidence_of, at=at)
            if ruling.change_id:
                self._bring_back(connection, ruling, others, by=by, at=at)
            _mark_outdated(connection, organisation_id, sorted(students | {answer.student_id for answer in again}))
        return True

    def _take_back(self, connection: Connection, ruling: Ruling, *, at: datetime) -> set[str]:
        """Take back the evidence that the ruling appended; the ids of the students whose it was."""
        pieces = [
            evidence_row(row) for row in connection.execute(select(EVIDENCE).where(self._is_piece_of(ruling))).all()
        ]
        self._append(connection, ruling.organisation_id, [taken_back(piece) for piece in pieces], at=at)
        return {piece.student_id for piece in pieces}

    def _mark_again(
        self,
        connection: Connection,
        ruling: Ruling,
        ruled: Sequence[RuledAnswer],
        evidence_of: EvidenceOfRuling,
        *,
        at: datetime,
    ) -> None:
        """Have other rulings re-mark answers of one that was undone; appeals on these are settled with them, as if those had come alone."""
        organisation_id = ruling.organisation_id
        connection.execute(RULED.insert(), [vars(answer) for answer in ruled])
        students = sorted({answer.student_id for answer in ruled})
        log = list(_evidence_on(connection, organisation_id, ruling.item_id, students))
        self._append(connection, organisation_id, evidence_of(ruled, log), at=at)
        for ruling_id in sorted({answer.ruling_id for answer in ruled}):
            reply = connection.execute(
                select(APPEAL.c.reply)
                .join(RULING, RULING.c.appeal_id == APPEAL.c.appeal_id)
                .where(RULING.c.ruling_id == ruling_id, APPEAL.c.organisation_id == organisation_id)
            ).scalar()
            settled = {"status": "upheld", "reply": reply or "", "ruling_id": ruling_id}
            own = [answer.evaluation_id for answer in ruled if answer.ruling_id == ruling_id]
            for evaluation_ids in _batches(own):
                connection.execute(
                    update(APPEAL)
                    .where(
                        APPEAL.c.organisation_id == organisation_id,
                        APPEAL.c.status == "open",
                        APPEAL.c.question_id == ruling.item_id,
                        APPEAL.c.evaluation_id.in_(evaluation_ids),
                    )
                    .values(settled)
                )

    def _is_piece_of(self, ruling: Ruling) -> ColumnElement[bool]:
        """Evidence that the ruling appended: its keys begin with the ruling's id."""
        of_organisation = EVIDENCE.c.organisation_id == ruling.organisation_id
        key = EVIDENCE.c.idempotency_key
        if self.engine.dialect.name == "sqlite":  # by the index of keys, which LIKE cannot use
            return and_(of_organisation, key >= f"{ruling.ruling_id}:", key < f"{ruling.ruling_id};")
        return and_(of_organisation, key.startswith(f"{ruling.ruling_id}:", autoescape=True))

    def _bring_back(
        self, connection: Connection, ruling: Ruling, others: Sequence[Ruling], *, by: str, at: datetime
    ) -> None:
        """The item's state before, unless somebody has changed it since: the newest decision about an item stands. Where another ruling retires
        it too, the item stays retired, and comes back with that one."""
        if heir := next((other for other in others if other.scope == "retire"), None):
            own = RULING.c.organisation_id == heir.organisation_id, RULING.c.ruling_id == heir.ruling_id
            connection.execute(update(RULING).where(*own, RULING.c.change_id == 0).values(change_id=ruling.change_id))
            return
        self._lock_items(connection, ruling.organisation_id)
        newest = select(func.max(CHANGE.c.change_id)).where(
            CHANGE.c.organisation_id == ruling.organisation_id, CHANGE.c.item_id == ruling.item_id
        )
        before = select(CHANGE.c.previous).where(CHANGE.c.change_id == ruling.change_id)
        if connection.execute(newest).scalar() != ruling.change_id:
            return
        state: ItemState = connection.execute(before).scalar() or "approved"
        change = ItemChange(
            ruling.organisation_id, ruling.item_id, "undone", state, "retired", at, by=by, reason=BROUGHT_BACK
        )
        self._set_state(connection, change)

    # -- reading -----------------------------------------------------------------------------------------

    def ruling(self, organisation_id: str, ruling_id: str) -> Ruling | None:
        """The organisation's ruling with that id."""
        query = select(RULING).where(RULING.c.organisation_id == organisation_id, RULING.c.ruling_id == ruling_id)
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else _ruling(row)

    def rulings_named(self, organisation_id: str, ruling_ids: Collection[str]) -> list[Ruling]:
        """See `core.ports.rulings.RulingStore.rulings_named`."""
        query = select(RULING).where(RULING.c.organisation_id == organisation_id)
        with self.read() as connection:
            return [
                _ruling(row)
                for ids in _batches(ruling_ids)
                for row in connection.execute(query.where(RULING.c.ruling_id.in_(ids)))
            ]

    def rulings(self, organisation_id: str, *, limit: int) -> list[Ruling]:
        """See `core.ports.rulings.RulingStore.rulings`."""
        query = select(RULING).where(RULING.c.organisation_id == organisation_id)
        with self.read() as connection:
            newest_first = query.order_by(RULING.c.made_at.desc(), RULING.c.ruling_id.desc()).limit(limit)
            return [_ruling(row) for row in connection.execute(newest_first)]

    def rulings_on(self, organisation_id: str, item_ids: Collection[str]) -> list[Ruling]:
        """See `core.ports.rulings.RulingStore.rulings_on`."""
        with self.read() as connection:
            found = [
                _ruling(row)
                for ids in _batches(item_ids)
                for row in connection.execute(
                    RULINGS_ON_ITEMS, {"organisation_id": organisation_id, "item_ids": list(ids)}
                )
            ]
        return sorted(found, key=lambda ruling: (ruling.made_at, ruling.ruling_id))

    def undecided_answers(self, organisation_id: str, item_id: str) -> list[AnswerRow]:
        """See `core.ports.rulings.RulingStore.undecided_answers`."""
        with self.read() as connection:
            return _undecided(connection, organisation_id, item_id)

    def ruled_answers(self, organisation_id: str, student_id: str) -> list[RuledAnswer]:
        """See `core.ports.rulings.RulingStore.ruled_answers`."""
        query = select(RULED).where(RULED.c.organisation_id == organisation_id, RULED.c.student_id == student_id)
        with self.read() as connection:
            return [RuledAnswer(**row._mapping) for row in connection.execute(query)]

    def ruled_counts(self, organisation_id: str) -> dict[str, tuple[int, int]]:
        """See `core.ports.rulings.RulingStore.ruled_counts`."""
        query = select(RULED.c.ruling_id, func.count(func.distinct(RULED.c.student_id)), func.count())
        query = query.where(RULED.c.organisation_id == organisation_id).group_by(RULED.c.ruling_id)
        with self.read() as connection:
            return {
                ruling_id: (int(students), int(answers)) for ruling_id, students, answers in connection.execute(query)
            }

    # -- marks in essays ---------------------------------------------------------------------------------

    def essays_holding(self, organisation_id: str, texts: Sequence[str]) -> list[StoredEssay]:
        """See `core.ports.rulings.RulingStore.essays_holding`."""
        holding = [ESSAY.c.report.contains(text, autoescape=True) for text in texts if text]
        query = select(ESSAY).where(ESSAY.c.organisation_id == organisation_id, *holding)
        with self.read() as connection:
            rows = connection.execute(query.order_by(ESSAY.c.created_at, ESSAY.c.evaluation_id)).mappings()
            return [essay_row(dict(row)) for row in rows]

    def essay_stamp(self, organisation_id: str) -> tuple[int, ...]:
        """See `core.ports.rulings.RulingStore.essay_stamp`."""
        with self.read() as connection:
            return _essay_stamp(connection, organisation_id)

    def verdicts_of_ruling(self, organisation_id: str, ruling_id: str) -> list[tuple[EssayVerdictRow, StoredEssay]]:
        """See `core.ports.rulings.RulingStore.verdicts_of_ruling`."""
        own = VERDICT.c.organisation_id == organisation_id, VERDICT.c.ruling_id == ruling_id
        return self._with_essays(*own, order=(VERDICT.c.evaluation_id, VERDICT.c.place_start))

    def verdicts_of_rulings(self, organisation_id: str, student_id: str) -> list[tuple[EssayVerdictRow, StoredEssay]]:
        """See `core.ports.rulings.RulingStore.verdicts_of_rulings`."""
        own = VERDICT.c.organisation_id == organisation_id, VERDICT.c.student_id == student_id, VERDICT.c.made_by_ruling
        newest_first = VERDICT.c.judged_at.desc(), VERDICT.c.evaluation_id, VERDICT.c.place_start
        return self._with_essays(*own, order=newest_first)

    def verdicts_of_essays(self, organisation_id: str, evaluation_ids: Sequence[str]) -> list[EssayVerdictRow]:
        """See `core.ports.rulings.RulingStore.verdicts_of_essays`."""
        query = select(VERDICT).where(VERDICT.c.organisation_id == organisation_id)
        with self.read() as connection:
            return [
                verdict_row(dict(row))
                for ids in _batches(evaluation_ids)
                for row in connection.execute(query.where(VERDICT.c.evaluation_id.in_(ids))).mappings()
            ]

    def give_essay_ruling(
        self,
        ruling: Ruling,
        *,
        note: str,
        verdicts: Sequence[EssayVerdictRow],
        students: Collection[str],
        evidence_of: EvidenceFromLogs,
        stamp: tuple[int, ...] | None,
    ) -> Ruling | None:
        """See `core.ports.rulings.RulingStore.give_essay_ruling`."""
        organisation_id = ruling.organisation_id
        with self.write() as connection:
            self._lock_log(connection, organisation_id)
            if stamp is not None and _essay_stamp(connection, organisation_id) != stamp:
                return None
            own = _is_edit(ruling.evaluation_id, ruling.start, ruling.end, ruling.replacement)
            waiting = (
                VERDICT.c.organisation_id == organisation_id,
                VERDICT.c.verdict.in_(WAITING_VERDICTS),
                VERDICT.c.settled == OPEN,
            )
            settled = {"settled": "upheld", "teacher_note": note, "ruling_id": ruling.ruling_id}
            if connection.execute(update(VERDICT).where(own, *waiting).values(settled)).rowcount == 0:
                return None
            for verdict in verdicts:
                same = _is_edit(verdict.evaluation_id, verdict.start, verdict.end, verdict.replacement)
                if verdict.made_by_ruling:
                    connection.execute(self.insert_new(VERDICT), verdict_columns(verdict))
                else:
                    connection.execute(update(VERDICT).where(same, *waiting).values(settled))
            evidence = evidence_of(_logs(connection, organisation_id, students))
            self._append(connection, organisation_id, evidence, at=ruling.made_at)
            _mark_outdated(connection, organisation_id, sorted({piece.student_id for piece in evidence}))
            connection.execute(RULING.insert(), ruling_columns(ruling))
        return ruling

    def undo_essay_ruling(
        self,
        ruling: Ruling,
        *,
        by: str,
        at: datetime,
        handed_over: Sequence[tuple[EssayVerdictRow, str]],
        students: Collection[str],
        evidence_of: EvidenceFromLogs,
    ) -> bool:
        """See `core.ports.rulings.RulingStore.undo_essay_ruling`."""
        organisation_id = ruling.organisation_id
        with self.write() as connection:
            self._lock_log(connection, organisation_id)
            if not _end(connection, ruling, by=by, at=at):
                return False
            changed = self._take_back(connection, ruling, at=at)
            own = VERDICT.c.organisation_id == organisation_id, VERDICT.c.ruling_id == ruling.ruling_id
            for verdict, ruling_id in handed_over:
                same = _is_edit(verdict.evaluation_id, verdict.start, verdict.end, verdict.replacement)
                connection.execute(update(VERDICT).where(*own, same).values(ruling_id=ruling_id))
            connection.execute(delete(VERDICT).where(*own, VERDICT.c.made_by_ruling))
            connection.execute(update(VERDICT).where(*own).values(settled=OPEN, teacher_note="", ruling_id=""))
            evidence = evidence_of(_logs(connection, organisation_id, students))
            self._append(connection, organisation_id, evidence, at=at)
            _mark_outdated(connection, organisation_id, sorted(changed | {piece.student_id for piece in evidence}))
        return True

    def ruled_essay_keys(self, organisation_id: str) -> frozenset[str]:
        """See `core.ports.rulings.RulingStore.ruled_essay_keys`."""
        with self.read() as connection:
            return essay_keys_in_force(connection, organisation_id)


def _undecided(
    connection: Connection, organisation_id: str, item_id: str, ruling_ids: Sequence[str] = ()
) -> list[AnswerRow]:
    """Answers to an item on which no decision stands; also those whose appeal one of these rulings has settled without re-marking the answer,
    which another ruling had re-marked before."""
    query = (
        select(ANSWER)
        .select_from(WITH_DECISIONS)
        .where(
            ANSWER.c.organisation_id == organisation_id,
            ANSWER.c.item_id == item_id,
            or_(APPEAL.c.appeal_id.is_(None), APPEAL.c.ruling_id.in_(ruling_ids)),
            RULED.c.ruling_id.is_(None),
        )
        .order_by(ANSWER.c.answered_at, ANSWER.c.evaluation_id, ANSWER.c.position)
    )
    return [answer_row(row) for row in connection.execute(query).all()]


def _evidence_on(
    connection: Connection, organisation_id: str, item_id: str, student_ids: Sequence[str]
) -> Iterator[Evidence]:
    """What the students' logs hold of an item; pieces that name no item (proofs) are all among it."""
    on_item = or_(EVIDENCE.c.item_id == item_id, EVIDENCE.c.kind == "proof")
    query = select(EVIDENCE).where(EVIDENCE.c.organisation_id == organisation_id, on_item)
    for ids in _batches(student_ids):
        for row in connection.execute(query.where(EVIDENCE.c.student_id.in_(ids)).order_by(ORDER_OF_LOG)).all():
            yield evidence_row(row)


def _logs(connection: Connection, organisation_id: str, students: Collection[str]) -> dict[str, list[Evidence]]:
    """The students' logs as they stand, by student."""
    query = select(EVIDENCE).where(EVIDENCE.c.organisation_id == organisation_id)
    logs: dict[str, list[Evidence]] = {student_id: [] for student_id in students}
    for ids in _batches(students):
        of_students = query.where(EVIDENCE.c.student_id.in_(ids)).order_by(ORDER_OF_LOG)
        for row in connection.execute(of_students).all():
            logs[row.student_id].append(evidence_row(row))
    return {student_id: standing(log) for student_id, log in logs.items()}


def _end(connection: Connection, ruling: Ruling, *, by: str, at: datetime) -> bool:
    """Note that the ruling is undone; False where it was before."""
    own = RULING.c.organisation_id == ruling.organisation_id, RULING.c.ruling_id == ruling.ruling_id
    undone = update(RULING).where(*own, RULING.c.undone_at.is_(None)).values(undone_at=to_micros(at), undone_by=by)
    return connection.execute(undone).rowcount == 1


def _in_force_on(connection: Connection, ruling: Ruling) -> list[Ruling]:
    """The rulings in force on the item of a ruling that reach further than one answer, oldest first."""
    query = select(RULING).where(
        RULING.c.organisation_id == ruling.organisation_id,
        RULING.c.item_id == ruling.item_id,
        RULING.c.undone_at.is_(None),
        RULING.c.scope != "answer",
    )
    return [_ruling(row) for row in connection.execute(query.order_by(RULING.c.made_at, RULING.c.ruling_id))]


def _mark_outdated(connection: Connection, organisation_id: str, student_ids: Sequence[str]) -> None:
    for target, column in OUTDATED:
        for ids in _batches(student_ids):
            of_students = target.c.organisation_id == organisation_id, target.c.student_id.in_(ids)
            connection.execute(update(target).where(*of_students).values({column: NO_RULES}))


def _item_state(connection: Connection, organisation_id: str, item_id: str) -> ItemState:
    query = select(STATE.c.state).where(STATE.c.organisation_id == organisation_id, STATE.c.item_id == item_id)
    state: ItemState = connection.execute(query).scalar() or "approved"
    return state


def _essay_stamp(connection: Connection, organisation_id: str) -> tuple[int, ...]:
    essays = select(func.count(), func.coalesce(func.max(ESSAY.c.created_at), 0))
    count, latest = connection.execute(essays.where(ESSAY.c.organisation_id == organisation_id)).one()
    verdicts = select(func.count()).where(VERDICT.c.organisation_id == organisation_id, VERDICT.c.settled != OPEN)
    return int(count), int(latest), int(connection.execute(verdicts).scalar_one())


def _is_edit(evaluation_id: str, start: int, end: int, replacement: str) -> ColumnElement[bool]:
    return and_(
        VERDICT.c.evaluation_id == evaluation_id,
        VERDICT.c.place_start == start,
        VERDICT.c.place_end == end,
        VERDICT.c.replacement == replacement,
    )


def _batches(ids: Collection[str]) -> Iterator[list[str]]:
    unique = list(dict.fromkeys(ids))
    return (unique[start : start + MAX_IDS] for start in range(0, len(unique), MAX_IDS))


# -- records to columns and back ------------------------------------------------------------------------------


def ruling_columns(ruling: Ruling) -> dict[str, Any]:
    """The row of the table for a ruling."""
    columns = {
        **vars(ruling),
        "place_start": ruling.start,
        "place_end": ruling.end,
        "known_as_written": ruling.edit_keys[0],
        "known_as_mended": ruling.edit_keys[1],
        "made_at": to_micros(ruling.made_at),
        "undone_at": None if ruling.undone_at is None else to_micros(ruling.undone_at),
    }
    for name in ("start", "end", "edit_keys"):
        del columns[name]
    return columns


def _ruling(row: Row[Any]) -> Ruling:
    columns = dict(row._mapping)
    start, end = columns.pop("place_start"), columns.pop("place_end")
    edit_keys = columns.pop("known_as_written"), columns.pop("known_as_mended")
    undone_at = columns.pop("undone_at")
    return Ruling(
        **{**columns, "made_at": from_micros(columns["made_at"])},
        start=start,
        end=end,
        edit_keys=edit_keys,
        undone_at=None if undone_at is None else from_micros(undone_at),
    )
