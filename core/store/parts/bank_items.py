"""The part of the store for the life cycle of items: own items, states, history, answers by item."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Connection, Engine, Row, Select, func, or_, select, text

from core.records.items import Item
from core.records.learner import Sums
from core.records.own_items import AppealCounts, ChangeKind, ItemAnswer, ItemChange, ItemState, OwnItem
from core.store.database.session import SqlPart
from core.store.parts.answers import DECIDED_SCORE, RULING, WITH_DECISIONS
from core.store.parts.items import ItemCache
from core.store.tables.access import SettingTable
from core.store.tables.answers import AnswerTable, AppealTable, EvidenceTable, ItemIssueTable, ItemTable
from core.store.tables.bank import ItemChangeTable, ItemStateTable, OwnItemTable
from core.store.tables.columns import from_micros, table, to_micros  # fmt: skip
from core.store.tables.learner import LearnerStateTable
from core.wire import Bilingual

OWN = table(OwnItemTable)
STATE = table(ItemStateTable)
CHANGE = table(ItemChangeTable)
ANSWER = table(AnswerTable)
APPEAL = table(AppealTable)
EVIDENCE = table(EvidenceTable)
ISSUE = table(ItemIssueTable)
ITEM = table(ItemTable)
LEARNER = table(LearnerStateTable)
SETTING = table(SettingTable)

LOCK_ITEMS = text("SELECT pg_advisory_xact_lock(hashtext('items'), hashtext(:organisation_id))")
MAX_IDS = 500
"""Most ids in one IN (...), below SQLite's limit on bound variables."""
WATERMARK_SETTING = "item_rules:{}"


class BankItemPart(SqlPart):
    """`core.ports.questions.BankItemStore` in SQL."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._own_item_cache = ItemCache()

    # -- own items ---------------------------------------------------------------------------------------

    def save_own_item(self, own: OwnItem, change: ItemChange, *, replaced: ItemChange | None = None) -> int | None:
        """See `core.ports.questions.BankItemStore.save_own_item`."""
        row = own_item_row(own)
        with self.write() as connection:
            self._lock_items(connection, own.organisation_id)
            if connection.execute(self.insert_new(OWN), row).rowcount == 0:
                return None
            if replaced is not None:
                self._set_state(connection, replaced)
            return self._set_state(connection, change)

    def own_items(self, organisation_id: str) -> list[OwnItem]:
        """See `core.ports.questions.BankItemStore.own_items`."""
        query = select(OWN).where(OWN.c.organisation_id == organisation_id).order_by(OWN.c.made_at, OWN.c.item_id)
        return self._own(query)

    def own_item(self, organisation_id: str, item_id: str) -> OwnItem | None:
        """The organisation's own item with that id."""
        query = select(OWN).where(OWN.c.organisation_id == organisation_id, OWN.c.item_id == item_id)
        return next(iter(self._own(query)), None)

    def _own(self, query: Select[Any]) -> list[OwnItem]:
        with self.read() as connection:
            rows = connection.execute(query).all()
        cached = self._own_item_cache.get(row.item_id for row in rows)
        parsed = {row.item_id: Item.model_validate_json(row.body) for row in rows if row.item_id not in cached}
        self._own_item_cache.add(parsed.values())
        items = {**cached, **parsed}
        return [
            OwnItem(row.organisation_id, items[row.item_id], row.author, from_micros(row.made_at), row.replaces)
            for row in rows
        ]

    # -- states ------------------------------------------------------------------------------------------

    def item_states(self, organisation_id: str, item_ids: Collection[str] | None = None) -> dict[str, ItemState]:
        """See `core.ports.questions.BankItemStore.item_states`."""
        query = select(STATE.c.item_id, STATE.c.state).where(STATE.c.organisation_id == organisation_id)
        if item_ids is not None:
            query = query.where(STATE.c.item_id.in_(item_ids))
        with self.read() as connection:
            return {row.item_id: row.state for row in connection.execute(query)}

    def bank_stamp(self, organisation_id: str) -> int:
        """See `core.ports.questions.BankItemStore.bank_stamp`."""
        with self.read() as connection:
            return _newest_change(connection, organisation_id)

    def change_item(self, change: ItemChange, item: Item) -> int | None:
        """See `core.ports.questions.BankItemStore.change_item`."""
        item_row = {"item_id": item.id, "body": item.model_dump_json(), "first_issued_at": to_micros(change.at)}
        with self.write() as connection:
            self._lock_items(connection, change.organisation_id)
            change_id = self._set_state(connection, change)
            if change_id is not None:
                connection.execute(self.insert_new(ITEM), item_row)
            return change_id

    def undo_change(self, change_id: int, changes: Sequence[ItemChange]) -> bool:
        """See `core.ports.questions.BankItemStore.undo_change`."""
        newer = select(func.count()).where(
            CHANGE.c.organisation_id == changes[0].organisation_id,
            CHANGE.c.item_id.in_([change.item_id for change in changes]),
            CHANGE.c.change_id > change_id,
        )
        with self.write() as connection:
            self._lock_items(connection, changes[0].organisation_id)
            if connection.execute(newer).scalar_one():
                return False
            for change in changes:
                self._set_state(connection, change)
        return True

    def _set_state(self, connection: Connection, change: ItemChange) -> int | None:
        """Set a state and append the change; the upsert changes the state only if it is `change.previous`. Returns the change's id, or None."""
        row = {"organisation_id": change.organisation_id, "item_id": change.item_id, "state": change.state}
        insert = self.insert(STATE).values(row)
        upsert = insert.on_conflict_do_update(
            index_elements=["organisation_id", "item_id"],
            set_={"state": change.state},
            where=STATE.c.state == change.previous,
        ).returning(STATE.c.item_id)
        if connection.execute(upsert).first() is None:
            return None
        change_id: int = connection.execute(
            CHANGE.insert().values(_change_columns(change)).returning(CHANGE.c.change_id)
        ).scalar_one()
        return change_id

    def item_change(self, organisation_id: str, change_id: int) -> ItemChange | None:
        """The organisation's change with that id."""
        query = select(CHANGE).where(CHANGE.c.organisation_id == organisation_id, CHANGE.c.change_id == change_id)
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else _change(row)

    def item_history(self, organisation_id: str, item_id: str) -> list[ItemChange]:
        """See `core.ports.questions.BankItemStore.item_history`."""
        query = (
            select(CHANGE)
            .where(CHANGE.c.organisation_id == organisation_id, CHANGE.c.item_id == item_id)
            .order_by(CHANGE.c.change_id.desc())
        )
        with self.read() as connection:
            return [_change(row) for row in connection.execute(query)]

    def _lock_items(self, connection: Connection, organisation_id: str) -> None:
        """On PostgreSQL writers of one organisation's items take turns, so that changes become visible in the order
        of their ids and `bank_stamp` misses none (SQLite has one writer anyway)."""
        if self.engine.dialect.name == "postgresql":
            connection.execute(LOCK_ITEMS, {"organisation_id": organisation_id})

    # -- answers by item ---------------------------------------------------------------------------------

    def items_with_new_answers(self, organisation_id: str) -> tuple[list[str], int]:
        """See `core.ports.questions.BankItemStore.items_with_new_answers`."""
        newest = select(func.max(EVIDENCE.c.seq)).where(EVIDENCE.c.organisation_id == organisation_id)
        watermark = select(SETTING.c.value).where(SETTING.c.name == WATERMARK_SETTING.format(organisation_id))
        with self.read() as connection:
            low = int(connection.execute(watermark).scalar() or 0)
            high = connection.execute(newest).scalar() or 0
            answered = (
                select(EVIDENCE.c.item_id)
                .distinct()
                .where(
                    EVIDENCE.c.organisation_id == organisation_id,
                    EVIDENCE.c.seq > low,
                    EVIDENCE.c.seq <= high,
                    EVIDENCE.c.item_id != "",
                )
            )
            item_ids = sorted(connection.execute(answered).scalars()) if high > low else []
        return item_ids, high

    def mark_items_checked(self, organisation_id: str, upto: int) -> None:
        """See `core.ports.questions.BankItemStore.mark_items_checked`."""
        statement = self.insert(SETTING).values(name=WATERMARK_SETTING.format(organisation_id), value=str(upto))
        with self.write() as connection:
            connection.execute(statement.on_conflict_do_update(index_elements=["name"], set_={"value": str(upto)}))

    def answer_counts(self, organisation_id: str, item_ids: Collection[str]) -> dict[str, int]:
        """See `core.ports.questions.BankItemStore.answer_counts`."""
        counted = select(ANSWER.c.item_id, func.count()).group_by(ANSWER.c.item_id)
        conditions = ANSWER.c.organisation_id == organisation_id, ANSWER.c.answered
        with self.read() as connection:
            return {
                item_id: count
                for ids in _batches(item_ids)
                for item_id, count in connection.execute(counted.where(*conditions, ANSWER.c.item_id.in_(ids)))
            }

    def item_answers(self, organisation_id: str, item_ids: Collection[str]) -> list[ItemAnswer]:
        """See `core.ports.questions.BankItemStore.item_answers`."""
        columns = ANSWER.c.item_id, ANSWER.c.student_id, ANSWER.c.given, ANSWER.c.time_spent_seconds
        query = (
            select(*columns, ANSWER.c.answered_at, DECIDED_SCORE.label("decided_score"))
            .select_from(WITH_DECISIONS)
            .where(ANSWER.c.organisation_id == organisation_id, ANSWER.c.answered, DECIDED_SCORE.is_not(None))
            .order_by(ANSWER.c.item_id, ANSWER.c.answered_at, ANSWER.c.evaluation_id)
        )
        with self.read() as connection:
            return [
                ItemAnswer(item_id, student_id, given, value, seconds, from_micros(at))
                for ids in _batches(item_ids)
                for item_id, student_id, given, seconds, at, value in connection.execute(
                    query.where(ANSWER.c.item_id.in_(ids))
                )
            ]

    def appeal_counts(
        self, organisation_id: str, item_ids: Collection[str], *, since: datetime | None = None
    ) -> dict[str, AppealCounts]:
        """See `core.ports.questions.BankItemStore.appeal_counts`."""
        # What one ruling settled is one decision, however many students had asked.
        by_itself = or_(APPEAL.c.ruling_id == "", APPEAL.c.appeal_id.in_(select(RULING.c.appeal_id)))
        conditions = [APPEAL.c.organisation_id == organisation_id, by_itself]
        if since is not None:
            conditions.append(APPEAL.c.created_at > to_micros(since))
        query = select(APPEAL.c.question_id, APPEAL.c.status, func.count()).where(*conditions)
        counts_of: dict[str, dict[str, int]] = {}
        with self.read() as connection:
            for ids in _batches(item_ids):
                counted = query.where(APPEAL.c.question_id.in_(ids)).group_by(APPEAL.c.question_id, APPEAL.c.status)
                for item_id, status, count in connection.execute(counted):
                    counts_of.setdefault(item_id, {})[status] = count
        return {item_id: AppealCounts(**counts) for item_id, counts in counts_of.items()}

    def students_shown(self, organisation_id: str, item_id: str) -> int:
        """See `core.ports.questions.BankItemStore.students_shown`."""
        query = select(func.count()).where(ISSUE.c.organisation_id == organisation_id, ISSUE.c.item_id == item_id)
        with self.read() as connection:
            return int(connection.execute(query).scalar_one())

    def whole_sums(self, organisation_id: str, student_ids: Collection[str]) -> dict[str, Sums]:
        """See `core.ports.questions.BankItemStore.whole_sums`."""
        names = "attempts", "correct", "right_slow", "wrong_slow", "right_fast", "wrong_fast"
        query = select(LEARNER.c.student_id, *(LEARNER.c[name] for name in names), LEARNER.c.last_at)
        with self.read() as connection:
            return {
                row[0]: Sums(row[1], row[2], row[3], row[4], row[5], row[6], from_micros(row[7]))
                for ids in _batches(student_ids)
                for row in connection.execute(
                    query.where(LEARNER.c.organisation_id == organisation_id, LEARNER.c.student_id.in_(ids))
                )
            }


def _batches(ids: Collection[str]) -> Iterator[list[str]]:
    id_list = list(ids)
    return (id_list[start : start + MAX_IDS] for start in range(0, len(id_list), MAX_IDS))


def _newest_change(connection: Connection, organisation_id: str) -> int:
    query = select(func.max(CHANGE.c.change_id)).where(CHANGE.c.organisation_id == organisation_id)
    return connection.execute(query).scalar() or 0


def _change_columns(change: ItemChange) -> dict[str, Any]:
    columns = {**vars(change), "reason": change.reason.model_dump_json(), "at": to_micros(change.at)}
    del columns["change_id"]
    return columns


def _change(row: Row[Any]) -> ItemChange:
    return ItemChange(
        organisation_id=row.organisation_id,
        item_id=row.item_id,
        act=cast(ChangeKind, row.act),
        state=cast(ItemState, row.state),
        previous=cast(ItemState | None, row.previous),
        at=from_micros(row.at),
        by=row.by,
        rule=row.rule,
        reason=Bilingual.model_validate_json(row.reason),
        change_id=row.change_id,
    )


def own_item_row(own: OwnItem) -> dict[str, object]:
    """An own item as its table holds it."""
    return {
        "organisation_id": own.organisation_id,
        "item_id": own.item.id,
        "body": own.item.model_dump_json(),
        "author": own.author,
        "made_at": to_micros(own.made_at),
        "replaces": own.replaces,
    }
