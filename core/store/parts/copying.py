"""The part of the store that copies a student: every row about one, at one moment."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Connection, LargeBinary, Table, select
from sqlalchemy.types import Numeric

from core.records.student_copies import ColumnKind, CopiedItem, CopiedTable, StudentCopy
from core.store.database.faults import as_database_away
from core.store.database.migrate import newest_revision
from core.store.database.moment import at_one_moment
from core.store.database.session import SqlPart
from core.store.parts.belongings import belongings
from core.store.parts.classes import id_blocks
from core.store.parts.items import ISSUE, ITEM, OWN
from core.store.parts.peers import CONSENT
from core.store.tables.answers import AnswerTable, EvidenceTable, PracticeSessionTable
from core.store.tables.columns import from_micros, table

ANSWER = table(AnswerTable)
EVIDENCE = table(EvidenceTable)
SESSION = table(PracticeSessionTable)
NO_TIMES = frozenset({"seq", "watermark", "change_id"})
"""Large numbers that are no times: places in a log."""

OF_TEACHERS = frozenset({"class_teacher", "bank_comment"})
"""Tables by account of what is for teachers alone: a file that whoever has it can write must not make one of a student."""
OF_PLATFORMS = frozenset({"lti_person", "lti_course_member", "lti_score"})
"""Tables of who somebody is on a learning platform: a file must not say by whose sign-in there an account here is opened."""


class CopyingPart(SqlPart):
    """The copying of `core.ports.student_copies.StudentCopyStore` in SQL."""

    def student_copy(self, organisation_id: str, student_id: str) -> StudentCopy:
        """See `core.ports.student_copies.StudentCopyStore.student_copy`."""
        with self.snapshot() as connection:
            tables = tuple(
                _copied(connection, target, condition) for target, condition in belongings(organisation_id, student_id)
            )
            items = tuple(_items(connection, organisation_id, _item_ids(tables)))
            others = {
                value
                for copied in tables
                for row in copied.rows
                for name, value in row.items()
                if name.endswith("student_id") and value not in (None, "", student_id)
            }
            query = select(CONSENT.c.student_id, CONSENT.c.pseudonym).where(
                CONSENT.c.organisation_id == organisation_id, CONSENT.c.student_id.in_(sorted(others))
            )
            pseudonyms = {row.student_id: row.pseudonym for row in connection.execute(query)}
        return StudentCopy(student_id, str(newest_revision()), tables, items, pseudonyms)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection whose reads all see the database as it was at the first of them, however long they take."""
        with as_database_away(), self._exclusive(), at_one_moment(self.engine) as connection:
            yield connection


def is_secret(column: Column[Any]) -> bool:
    """Whether a column holds what lets somebody in, and no copy may hold."""
    return column.name == "password_hash" or column.name.endswith("_sha256")


def copied_columns(target: Table) -> dict[str, ColumnKind]:
    """The columns of a table that a copy holds: neither secrets nor the organisation, which is another where it is brought in."""
    return {
        column.name: _kind(column) for column in target.c if column.name != "organisation_id" and not is_secret(column)
    }


def comes_back(target: Table) -> bool:
    """Whether the rows of a table can be brought in again; those that a secret tells apart cannot, those of teachers' rights and of sign-ins
    elsewhere must not."""
    if target.name in OF_TEACHERS | OF_PLATFORMS:
        return False
    secrets = [column for column in target.c if is_secret(column)]
    return all(column.name == "password_hash" for column in secrets)


def _kind(column: Column[Any]) -> ColumnKind:
    if isinstance(column.type, LargeBinary):
        return "bytes"
    if isinstance(column.type, Boolean):
        return "boolean"
    python_type = column.type.python_type
    if python_type in (int, float) or isinstance(column.type, Numeric):
        return "time" if _is_long(column) and column.name not in NO_TIMES else "number"
    return "text"


def _read(kind: ColumnKind, value: Any) -> Any:
    if value is None:
        return None
    if kind == "time":
        return from_micros(value)
    return bytes(value) if kind == "bytes" else value


def _is_long(column: Column[Any]) -> bool:
    return isinstance(column.type, BigInteger)


def _copied(connection: Connection, target: Table, condition: Any) -> CopiedTable:
    columns = copied_columns(target)
    order = [target.c.seq] if "seq" in target.c else list(target.primary_key.columns)
    query = select(*(target.c[name] for name in columns)).where(condition).order_by(*order)
    rows = tuple(
        {name: _read(columns[name], value) for name, value in row.items()}
        for row in connection.execute(query).mappings()
    )
    return CopiedTable(target.name, columns, rows, comes_back(target))


def _item_ids(tables: Collection[CopiedTable]) -> dict[str, bool]:
    """The questions that rows name, and whether each was answered."""
    rows = {copied.name: copied.rows for copied in tables}
    answered = {row["item_id"] for name in (ANSWER.name, EVIDENCE.name) for row in rows[name] if row["item_id"]}
    shown = {row["item_id"] for row in rows[ISSUE.name]}
    shown.update(item_id for row in rows[SESSION.name] for item_id in json.loads(row["item_ids"]))
    return {item_id: item_id in answered for item_id in sorted(answered | shown)}


def _items(connection: Connection, organisation_id: str, item_ids: dict[str, bool]) -> Iterator[CopiedItem]:
    for block in id_blocks(item_ids):
        own_query = select(OWN.c.item_id).where(OWN.c.organisation_id == organisation_id, OWN.c.item_id.in_(block))
        own = set(connection.execute(own_query).scalars())
        query = select(ITEM).where(ITEM.c.item_id.in_(block)).order_by(ITEM.c.item_id)
        for row in connection.execute(query):
            first = from_micros(row.first_issued_at)
            yield CopiedItem(row.item_id, row.body, first, row.item_id in own, item_ids[row.item_id])
