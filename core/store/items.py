"""The item part of the store: items by id, and who was shown what."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Connection, select

from core.records import Call, Item
from core.store.session import SqlPart
from core.store.tables import ItemIssueTable, ItemTable, table, to_micros

ITEM = table(ItemTable)
ISSUE = table(ItemIssueTable)
MOST_IDS = 500
"""Ids in one IN (...): under SQLite's limit on bound variables."""


class SeenBefore(Exception):
    """Undoes an issue whose student was shown one of the items by a quicker request."""


class ItemPart(SqlPart):
    """`core.ports.QuestionStore` in SQL."""

    def issue_items(
        self,
        items: Sequence[Item],
        *,
        organisation_id: str,
        student_id: str | None,
        at: datetime,
        not_since: datetime,
        call: Call | None,
        reply: str | None,
    ) -> bool:
        """See `core.ports.QuestionStore.issue_items`."""
        try:
            with self.write() as connection:
                self.count(connection, call, reply)
                self._keep(connection, items, at)
                if student_id is not None:
                    self._mark_shown(connection, items, organisation_id, student_id, at, not_since)
        except SeenBefore:
            return False
        return True

    def _keep(self, connection: Connection, items: Sequence[Item], at: datetime) -> None:
        if not items:
            return
        known = self._known(connection, [item.id for item in items])
        rows = [
            {"item_id": item.id, "body": item.model_dump_json(), "first_issued_at": to_micros(at)}
            for item in items
            if item.id not in known
        ]
        if rows:
            connection.execute(self.insert(ITEM).on_conflict_do_nothing(), rows)

    @staticmethod
    def _known(connection: Connection, item_ids: Collection[str]) -> set[str]:
        found = connection.execute(select(ITEM.c.item_id).where(ITEM.c.item_id.in_(item_ids)))
        return set(found.scalars())

    def _mark_shown(
        self,
        connection: Connection,
        items: Sequence[Item],
        organisation_id: str,
        student_id: str,
        at: datetime,
        not_since: datetime,
    ) -> None:
        """One upsert that moves only rows older than the pause: fewer rows than items means a quicker request."""
        if not items:
            return
        insert = self.insert(ISSUE).values(
            [
                {
                    "organisation_id": organisation_id,
                    "student_id": student_id,
                    "item_id": item.id,
                    "issued_at": to_micros(at),
                }
                for item in items
            ]
        )
        upsert = insert.on_conflict_do_update(
            index_elements=["organisation_id", "student_id", "item_id"],
            set_={"issued_at": insert.excluded.issued_at},
            where=ISSUE.c.issued_at < to_micros(not_since),
        ).returning(ISSUE.c.item_id)
        if len(connection.execute(upsert).all()) < len(items):
            raise SeenBefore

    def items_shown_since(self, organisation_id: str, student_id: str, since: datetime) -> frozenset[str]:
        """See `core.ports.QuestionStore.items_shown_since`."""
        statement = select(ISSUE.c.item_id).where(
            ISSUE.c.organisation_id == organisation_id,
            ISSUE.c.student_id == student_id,
            ISSUE.c.issued_at >= to_micros(since),
        )
        with self.read() as connection:
            return frozenset(connection.execute(statement).scalars())

    def items(self, item_ids: Collection[str]) -> dict[str, Item]:
        """See `core.ports.QuestionStore.items`."""
        wanted = list(dict.fromkeys(item_ids))
        found: dict[str, Item] = {}
        with self.read() as connection:
            for start in range(0, len(wanted), MOST_IDS):
                chosen = wanted[start : start + MOST_IDS]
                rows = connection.execute(select(ITEM.c.item_id, ITEM.c.body).where(ITEM.c.item_id.in_(chosen)))
                found.update({item_id: Item.model_validate_json(body) for item_id, body in rows})
        return found
