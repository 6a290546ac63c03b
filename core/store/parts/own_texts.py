"""The part of the store for texts with questions of an organisation's own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Update, delete, func, select, update

from core.records.own_items import ItemChange, OwnItem
from core.records.own_texts import OwnText
from core.store.parts.bank_items import OWN, BankItemPart, own_item_row
from core.store.tables.bank import OwnTextTable
from core.store.tables.columns import from_micros, table, to_micros

TEXT = table(OwnTextTable)


class _ChangedMeanwhile(Exception):
    """Ends a transaction of which nothing is to stay."""


class OwnTextPart(BankItemPart):
    """`core.ports.questions.OwnTextStore` in SQL."""

    def own_texts(self, organisation_id: str) -> list[OwnText]:
        """See `core.ports.questions.OwnTextStore.own_texts`."""
        query = select(TEXT).where(TEXT.c.organisation_id == organisation_id)
        with self.read() as connection:
            rows = connection.execute(query.order_by(TEXT.c.changed_at.desc(), TEXT.c.text_id)).all()
        return [_text(row) for row in rows]

    def own_text_count(self, organisation_id: str) -> int:
        """See `core.ports.questions.OwnTextStore.own_text_count`."""
        query = select(func.count()).select_from(TEXT).where(TEXT.c.organisation_id == organisation_id)
        with self.read() as connection:
            return int(connection.execute(query).scalar_one())

    def own_text(self, organisation_id: str, text_id: str) -> OwnText | None:
        """The organisation's text with that id."""
        query = select(TEXT).where(TEXT.c.organisation_id == organisation_id, TEXT.c.text_id == text_id)
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else _text(row)

    def put_own_text(self, row: OwnText, items: Sequence[OwnItem], changes: Sequence[ItemChange]) -> bool:
        """See `core.ports.questions.OwnTextStore.put_own_text`."""
        columns = {
            **vars(row),
            "item_ids": json.dumps(row.item_ids),
            "made_at": to_micros(row.made_at),
            "changed_at": to_micros(row.changed_at),
        }
        changed = {name: columns[name] for name in ("body", "state", "item_ids", "changed_at", "version")}
        statement = self.insert_new(TEXT) if row.version == 1 else _version_of(row, row.version - 1).values(changed)
        try:
            with self.write() as connection:
                self._lock_items(connection, row.organisation_id)
                if connection.execute(statement, columns if row.version == 1 else None).rowcount == 0:
                    raise _ChangedMeanwhile
                for own in items:
                    if connection.execute(self.insert_new(OWN), own_item_row(own)).rowcount == 0:
                        raise _ChangedMeanwhile
                self._set_states(connection, changes)
        except _ChangedMeanwhile:
            return False
        return True

    def delete_own_text(self, row: OwnText, changes: Sequence[ItemChange]) -> bool:
        """See `core.ports.questions.OwnTextStore.delete_own_text`."""
        statement = delete(TEXT).where(
            TEXT.c.organisation_id == row.organisation_id,
            TEXT.c.text_id == row.text_id,
            TEXT.c.version == row.version,
        )
        try:
            with self.write() as connection:
                self._lock_items(connection, row.organisation_id)
                if connection.execute(statement).rowcount == 0:
                    raise _ChangedMeanwhile
                self._set_states(connection, changes)
        except _ChangedMeanwhile:
            return False
        return True

    def _set_states(self, connection: Connection, changes: Sequence[ItemChange]) -> None:
        for change in changes:
            if self._set_state(connection, change) is None:
                raise _ChangedMeanwhile


def _version_of(row: OwnText, version: int) -> Update:
    """An update of the stored text, if it is in that version."""
    return update(TEXT).where(
        TEXT.c.organisation_id == row.organisation_id, TEXT.c.text_id == row.text_id, TEXT.c.version == version
    )


def _text(row: Row[Any]) -> OwnText:
    columns = dict(row._mapping)
    return OwnText(
        **{
            **columns,
            "item_ids": tuple(json.loads(columns["item_ids"])),
            "made_at": from_micros(columns["made_at"]),
            "changed_at": from_micros(columns["changed_at"]),
        }
    )
