"""The item part of the store: items by id, and which student was shown which item when."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Engine, func, select, text

from core.ports.questions import DrawnT
from core.records.access import Call
from core.records.items import SET_MARK, Item
from core.store.database.session import SqlPart
from core.store.tables.answers import ItemIssueTable, ItemTable
from core.store.tables.bank import OwnItemTable
from core.store.tables.columns import table, to_micros

ITEM = table(ItemTable)
ISSUE = table(ItemIssueTable)
OWN = table(OwnItemTable)
OWNERS = select(OWN.c.item_id, OWN.c.organisation_id)
EVERYBODY = ""
"""Stands for the organisation of items of the bank, which have no owner."""
LOCK_STUDENT = text("SELECT pg_advisory_xact_lock(hashtext('draw'), hashtext(:student))")
MAX_IDS = 500
"""Most ids in one IN (...), below SQLite's limit on bound variables."""


MAX_CACHED = 10_000
"""Most items kept in memory; beyond that the ones cached first are removed."""


class AlreadyShown(Exception):
    """Rolls back an issue of items of which a quicker request has shown one to the student."""


class ItemCache:
    """A cache of items that are in the database. An item never changes under its id, so none is read twice."""

    def __init__(self) -> None:
        self._items: dict[str, Item] = {}
        self._lock = threading.Lock()

    def add(self, items: Iterable[Item]) -> None:
        """Cache items that were read, or whose insertion was committed."""
        with self._lock:
            self._items.update((item.id, item) for item in items)
            while len(self._items) > MAX_CACHED:
                del self._items[next(iter(self._items))]

    def get(self, item_ids: Iterable[str]) -> dict[str, Item]:
        """Those of the items that are cached, by id."""
        with self._lock:
            return {item_id: self._items[item_id] for item_id in item_ids if item_id in self._items}


class VisibilityCache:
    """Which items an organisation may see, as far as it was looked up; bounded like the cache of items."""

    def __init__(self) -> None:
        self._visible: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._lock = threading.Lock()

    def has(self, organisation_id: str, item_id: str) -> bool:
        """Whether it is known that the organisation (or everybody) may see the item."""
        with self._lock:
            return (EVERYBODY, item_id) in self._visible or (organisation_id, item_id) in self._visible

    def add(self, organisation_id: str, item_ids: Iterable[str], *, owned: Collection[str]) -> None:
        """Cache that the organisation may see the items; those without an owner (not in `owned`) are visible to all."""
        with self._lock:
            for item_id in item_ids:
                self._visible[(organisation_id if item_id in owned else EVERYBODY, item_id)] = None
            while len(self._visible) > MAX_CACHED:
                self._visible.popitem(last=False)


class ItemPart(SqlPart):
    """`core.ports.questions.QuestionStore` in SQL."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._item_cache = ItemCache()
        self._visibility = VisibilityCache()

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
        """See `core.ports.questions.QuestionStore.issue_items`."""
        try:
            with self.write() as connection:
                if student_id is not None:
                    self._lock_student(connection, organisation_id, student_id)
                self.count(connection, call, reply, student_id=student_id)
                self._store_items(connection, items, at)
                if student_id is not None:
                    self._mark_shown(connection, items, organisation_id, student_id, at, not_since)
        except AlreadyShown:
            return False
        self._item_cache.add(items)
        return True

    def issue_drawn_items(
        self,
        draw: Callable[[Collection[str]], DrawnT],
        *,
        organisation_id: str,
        student_id: str,
        at: datetime,
        not_since: datetime,
    ) -> DrawnT:
        """See `core.ports.questions.QuestionStore.issue_drawn_items`."""
        with self.write() as connection:
            self._lock_student(connection, organisation_id, student_id)
            drawn = draw(_shown(connection, organisation_id, student_id, not_since))
            self.count(connection, drawn.call, drawn.reply, student_id=student_id)
            self._store_items(connection, drawn.items, at)
            self._mark_shown(connection, drawn.items, organisation_id, student_id, at, not_since)
        self._item_cache.add(drawn.items)
        return drawn

    def _lock_student(self, connection: Connection, organisation_id: str, student_id: str) -> None:
        """On PostgreSQL two draws for the same student wait for each other (SQLite has a single writer anyway)."""
        if self.engine.dialect.name == "postgresql":
            connection.execute(LOCK_STUDENT, {"student": f"{organisation_id}/{student_id}"})

    def _store_items(self, connection: Connection, items: Sequence[Item], at: datetime) -> None:
        cached = self._item_cache.get(item.id for item in items)
        rows = [
            {"item_id": item.id, "body": item.model_dump_json(), "first_issued_at": to_micros(at)}
            for item in sorted(items, key=lambda item: item.id)  # always in the same order, to avoid deadlocks
            if item.id not in cached
        ]
        if rows:
            connection.execute(self.insert_new(ITEM), rows)

    def _mark_shown(
        self,
        connection: Connection,
        items: Sequence[Item],
        organisation_id: str,
        student_id: str,
        at: datetime,
        not_since: datetime,
    ) -> None:
        """One upsert that updates only rows older than `not_since`: fewer rows than items means that another request was quicker."""
        if not items:
            return
        insert = self.insert(ISSUE).values(
            [
                {
                    "organisation_id": organisation_id,
                    "student_id": student_id,
                    "item_id": item.id,
                    "issued_at": to_micros(at),
                    "source": item.source,
                }
                for item in sorted(items, key=lambda item: item.id)
            ]
        )
        upsert = insert.on_conflict_do_update(
            index_elements=["organisation_id", "student_id", "item_id"],
            set_={"issued_at": insert.excluded.issued_at, "source": insert.excluded.source},
            where=ISSUE.c.issued_at < to_micros(not_since),
        ).returning(ISSUE.c.item_id)
        if len(connection.execute(upsert).all()) < len(items):
            raise AlreadyShown

    def items_shown_since(self, organisation_id: str, student_id: str, since: datetime) -> frozenset[str]:
        """See `core.ports.questions.QuestionStore.items_shown_since`."""
        with self.read() as connection:
            return _shown(connection, organisation_id, student_id, since)

    def sources_shown_since(self, organisation_id: str, student_id: str, since: datetime) -> frozenset[str]:
        """See `core.ports.questions.QuestionStore.sources_shown_since`."""
        with self.read() as connection:
            return frozenset(_shown_texts(connection, ISSUE.c.source, SET_MARK, organisation_id, student_id, since))

    def items(self, organisation_id: str, item_ids: Collection[str]) -> dict[str, Item]:
        """See `core.ports.questions.QuestionStore.items`."""
        items = self._item_cache.get(item_ids)
        missing_ids = [item_id for item_id in dict.fromkeys(item_ids) if item_id not in items]
        if missing_ids:
            read = self._read_items(missing_ids)
            self._item_cache.add(read)
            items.update((item.id, item) for item in read)
        hidden_ids = self._owned_by_others(organisation_id, items)
        return {item_id: item for item_id, item in items.items() if item_id not in hidden_ids}

    def _owned_by_others(self, organisation_id: str, item_ids: Collection[str]) -> frozenset[str]:
        """Those of the ids that are own items of other organisations and not of this one.

        An own item is stored under its owners before it can be issued, and a bank item never gets an owner (its id is made in
        another way), so once an organisation may see an item, that can be cached.
        """
        unknown_ids = [item_id for item_id in item_ids if not self._visibility.has(organisation_id, item_id)]
        owners: dict[str, set[str]] = {}
        if unknown_ids:
            with self.read() as connection:
                for start in range(0, len(unknown_ids), MAX_IDS):
                    rows = connection.execute(OWNERS.where(OWN.c.item_id.in_(unknown_ids[start : start + MAX_IDS])))
                    for item_id, owner in rows:
                        owners.setdefault(item_id, set()).add(owner)
        hidden_ids = frozenset(item_id for item_id, owned_by in owners.items() if organisation_id not in owned_by)
        visible_ids = [item_id for item_id in unknown_ids if item_id not in hidden_ids]
        self._visibility.add(organisation_id, visible_ids, owned=owners)
        return hidden_ids

    def _read_items(self, item_ids: Sequence[str]) -> list[Item]:
        with self.read() as connection:
            return [
                Item.model_validate_json(body)
                for start in range(0, len(item_ids), MAX_IDS)
                for body in connection.execute(
                    select(ITEM.c.body).where(ITEM.c.item_id.in_(item_ids[start : start + MAX_IDS]))
                ).scalars()
            ]


def _shown(connection: Connection, organisation_id: str, student_id: str, since: datetime) -> frozenset[str]:
    """Ids of the items that the student was shown since a time."""
    return frozenset(_shown_texts(connection, ISSUE.c.item_id, "\n", organisation_id, student_id, since))


def _shown_texts(
    connection: Connection,
    column: ColumnElement[str],
    separator: str,
    organisation_id: str,
    student_id: str,
    since: datetime,
) -> list[str]:
    """A column of the items that the student was shown since a time: put together by the database, for a thousand rows take longer to fetch
    than one."""
    statement = select(func.aggregate_strings(column, separator)).where(
        ISSUE.c.organisation_id == organisation_id,
        ISSUE.c.student_id == student_id,
        ISSUE.c.issued_at >= to_micros(since),
    )
    texts: str | None = connection.execute(statement).scalar_one()
    return texts.split(separator) if texts is not None else []
