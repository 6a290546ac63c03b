"""The item part of the store: items by id, and who was shown what."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime

from sqlalchemy import Connection, Engine, select, text

from core.ports.questions import DrawnT
from core.records.access import Call
from core.records.items import Item
from core.store.database.session import SqlPart
from core.store.tables.answers import ItemIssueTable, ItemTable
from core.store.tables.bank import OwnItemTable
from core.store.tables.columns import table, to_micros

ITEM = table(ItemTable)
ISSUE = table(ItemIssueTable)
OWN = table(OwnItemTable)
OWNERS = select(OWN.c.item_id, OWN.c.organisation_id)
EVERYBODY = ""
"""In the place of an organisation: items of the bank, which have no owner."""
TAKE_TURN = text("SELECT pg_advisory_xact_lock(hashtext('draw'), hashtext(:student))")
MOST_IDS = 500
"""Ids in one IN (...): under SQLite's limit on bound variables."""


MOST_HELD = 10_000
"""Items held in memory; past it the ones held longest go."""


class SeenBefore(Exception):
    """Undoes an issue whose student was shown one of the items by a quicker request."""


class ItemCache:
    """Items known to be in the database. An item never changes under its id, so none is read twice."""

    def __init__(self) -> None:
        self._items: dict[str, Item] = {}
        self._lock = threading.Lock()

    def hold(self, items: Iterable[Item]) -> None:
        """Remember items that were read, or whose writing was committed."""
        with self._lock:
            self._items.update((item.id, item) for item in items)
            while len(self._items) > MOST_HELD:
                del self._items[next(iter(self._items))]

    def of(self, item_ids: Iterable[str]) -> dict[str, Item]:
        """Those of the ids that are held."""
        with self._lock:
            return {item_id: self._items[item_id] for item_id in item_ids if item_id in self._items}


class OpenItems:
    """Which items an organisation may see, as far as it was looked up; bounded like the items held."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._lock = threading.Lock()

    def has(self, organisation_id: str, item_id: str) -> bool:
        """Whether it was looked up before that the organisation (or everybody) may see it."""
        with self._lock:
            return (EVERYBODY, item_id) in self._open or (organisation_id, item_id) in self._open

    def add(self, organisation_id: str, item_ids: Iterable[str], *, owned: Collection[str]) -> None:
        """Remember items that the organisation may see; those without an owner (not in `owned`) are open to all."""
        with self._lock:
            for item_id in item_ids:
                self._open[(organisation_id if item_id in owned else EVERYBODY, item_id)] = None
            while len(self._open) > MOST_HELD:
                self._open.popitem(last=False)


class ItemPart(SqlPart):
    """`core.ports.questions.QuestionStore` in SQL."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._held = ItemCache()
        self._open_to = OpenItems()

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
                    self._take_turn(connection, organisation_id, student_id)
                self.count(connection, call, reply, student_id=student_id)
                self._keep(connection, items, at)
                if student_id is not None:
                    self._mark_shown(connection, items, organisation_id, student_id, at, not_since)
        except SeenBefore:
            return False
        self._held.hold(items)
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
            self._take_turn(connection, organisation_id, student_id)
            drawn = draw(_shown(connection, organisation_id, student_id, not_since))
            self.count(connection, drawn.call, drawn.reply, student_id=student_id)
            self._keep(connection, drawn.items, at)
            self._mark_shown(connection, drawn.items, organisation_id, student_id, at, not_since)
        self._held.hold(drawn.items)
        return drawn

    def _take_turn(self, connection: Connection, organisation_id: str, student_id: str) -> None:
        """On PostgreSQL those who draw for one student wait for each other (SQLite has one writer anyway)."""
        if self.engine.dialect.name == "postgresql":
            connection.execute(TAKE_TURN, {"student": f"{organisation_id}/{student_id}"})

    def _keep(self, connection: Connection, items: Sequence[Item], at: datetime) -> None:
        held = self._held.of(item.id for item in items)
        rows = [
            {"item_id": item.id, "body": item.model_dump_json(), "first_issued_at": to_micros(at)}
            for item in sorted(items, key=lambda item: item.id)  # in one order everywhere, or writers wait in a circle
            if item.id not in held
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
                for item in sorted(items, key=lambda item: item.id)
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
        """See `core.ports.questions.QuestionStore.items_shown_since`."""
        with self.read() as connection:
            return _shown(connection, organisation_id, student_id, since)

    def items(self, organisation_id: str, item_ids: Collection[str]) -> dict[str, Item]:
        """See `core.ports.questions.QuestionStore.items`."""
        found = self._held.of(item_ids)
        wanted = [item_id for item_id in dict.fromkeys(item_ids) if item_id not in found]
        if wanted:
            read = self._read_items(wanted)
            self._held.hold(read)
            found.update((item.id, item) for item in read)
        theirs = self._of_others(organisation_id, found)
        return {item_id: item for item_id, item in found.items() if item_id not in theirs}

    def _of_others(self, organisation_id: str, item_ids: Collection[str]) -> frozenset[str]:
        """Those of the ids that are own items of other organisations and not of this.

        An own item is kept under its owners before it can be issued, and a bank item never gets an owner (its id is made in
        another way), so that what an organisation once may see is remembered.
        """
        asked = [item_id for item_id in item_ids if not self._open_to.has(organisation_id, item_id)]
        owners: dict[str, set[str]] = {}
        if asked:
            with self.read() as connection:
                for start in range(0, len(asked), MOST_IDS):
                    rows = connection.execute(OWNERS.where(OWN.c.item_id.in_(asked[start : start + MOST_IDS])))
                    for item_id, owner in rows:
                        owners.setdefault(item_id, set()).add(owner)
        theirs = frozenset(item_id for item_id, having in owners.items() if organisation_id not in having)
        self._open_to.add(organisation_id, [item_id for item_id in asked if item_id not in theirs], owned=owners)
        return theirs

    def _read_items(self, item_ids: Sequence[str]) -> list[Item]:
        with self.read() as connection:
            return [
                Item.model_validate_json(body)
                for start in range(0, len(item_ids), MOST_IDS)
                for body in connection.execute(
                    select(ITEM.c.body).where(ITEM.c.item_id.in_(item_ids[start : start + MOST_IDS]))
                ).scalars()
            ]


def _shown(connection: Connection, organisation_id: str, student_id: str, since: datetime) -> frozenset[str]:
    """Ids of the items that the student was shown since."""
    statement = select(ISSUE.c.item_id).where(
        ISSUE.c.organisation_id == organisation_id,
        ISSUE.c.student_id == student_id,
        ISSUE.c.issued_at >= to_micros(since),
    )
    return frozenset(connection.execute(statement).scalars())
