"""The model part of the store: the predictor refitted on this database, and how items were answered."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Select, func, select, text
from sqlmodel import Field, SQLModel

from core.store.database.session import SqlPart
from core.store.tables.access import SettingTable
from core.store.tables.answers import EvidenceTable
from core.store.tables.columns import table


class ItemStatisticTable(SQLModel, table=True):
    """Counts over all organisations that name no students: nothing in them is about a person."""

    __tablename__ = "item_statistic"
    item_id: str = Field(primary_key=True)
    answers: float
    outcome: float


SETTING = table(SettingTable)
EVIDENCE = table(EvidenceTable)
STATISTIC = table(ItemStatisticTable)
PREDICTOR_SETTING = "predictor"

COUNT_ITEMS = text(
    "INSERT INTO item_statistic (item_id, answers, outcome) "
    "SELECT item_id, SUM(weight), ROUND(CAST(SUM(weight * outcome) AS NUMERIC), 6) FROM evidence "
    "WHERE organisation_id = :organisation_id AND seq > :low AND seq <= :high "
    "AND target_kind = 'skill' AND item_id <> '' GROUP BY item_id "
    "ON CONFLICT (item_id) DO UPDATE SET answers = item_statistic.answers + excluded.answers, "
    "outcome = ROUND(CAST(item_statistic.outcome + excluded.outcome AS NUMERIC), 6)"
).execution_options(preserve_rowcount=True)
"""Each answer has exactly one piece of evidence on its skill; a retraction subtracts it again. Outcomes are thousandths (scores have one
digit behind the point): rounded, their sum is the same in whatever order they came, and what was taken back leaves no trace."""


class ModelPart(SqlPart):
    """`core.ports.knowledge.ModelStore` in SQL."""

    def saved_predictor(self) -> str | None:
        """See `core.ports.knowledge.ModelStore.saved_predictor`."""
        with self.read() as connection:
            return _setting(connection, PREDICTOR_SETTING)

    def save_predictor(self, model: str) -> None:
        """See `core.ports.knowledge.ModelStore.save_predictor`."""
        with self.write() as connection:
            self._put_setting(connection, PREDICTOR_SETTING, model)

    def count_items(self, organisation_id: str) -> int:
        """See `core.ports.knowledge.ModelStore.count_items`."""
        watermark = f"item_statistics:{organisation_id}"
        newest = select(func.max(EVIDENCE.c.seq)).where(EVIDENCE.c.organisation_id == organisation_id)
        with self.write() as connection:
            # The watermark's row is written first: on PostgreSQL a second process waits here until the first is done.
            connection.execute(self.insert_new(SETTING), {"name": watermark, "value": "0"})
            low = int(connection.execute(_select_setting(watermark).with_for_update()).scalar_one())
            high = connection.execute(newest).scalar() or 0
            if high <= low:
                return 0
            counted = connection.execute(
                COUNT_ITEMS, {"organisation_id": organisation_id, "low": low, "high": high}
            ).rowcount
            self._put_setting(connection, watermark, str(high))
        return counted

    def item_counts(self, item_ids: Collection[str]) -> dict[str, tuple[float, float]]:
        """See `core.ports.knowledge.ModelStore.item_counts`."""
        query = select(STATISTIC).where(STATISTIC.c.item_id.in_(item_ids))
        with self.read() as connection:
            return {row.item_id: (row.answers, row.outcome) for row in connection.execute(query)}

    def _put_setting(self, connection: Connection, name: str, value: str) -> None:
        statement = self.insert(SETTING).values(name=name, value=value)
        connection.execute(statement.on_conflict_do_update(index_elements=["name"], set_={"value": value}))


def _select_setting(name: str) -> Select[Any]:
    return select(SETTING.c.value).where(SETTING.c.name == name)


def _setting(connection: Connection, name: str) -> str | None:
    value: str | None = connection.execute(_select_setting(name)).scalar()
    return value
