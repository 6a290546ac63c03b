"""The part of the store for erasures with a receipt, and for what is left of a word anywhere in the database."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    ColumnElement,
    Connection,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    cast,
    func,
    literal,
    or_,
    select,
)

from core.access.student_files.naming import is_named_in, written_forms
from core.errors import NotFound
from core.records.audit import Fact, FactName, Subject
from core.records.student_copies import ErasureReceipt, Trace, subject_hash
from core.store.parts.accounts import ACCOUNT
from core.store.parts.audit import put_in_place
from core.store.parts.belongings import own_accounts
from core.store.parts.copying import CopyingPart
from core.store.parts.students import STUDENT, StudentPart, erase_rows
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.erasures import ErasureReceiptTable
from core.store.tables.learner import PARTITION_NAME, PARTITIONS

RECEIPT = table(ErasureReceiptTable)
PARTS_OF_TABLES = frozenset(map(PARTITION_NAME.format, range(PARTITIONS)))
"""Partitions, whose rows are read under the name of the whole."""


class ErasingPart(StudentPart, CopyingPart):
    """The erasing of `core.ports.student_copies.StudentCopyStore` in SQL."""

    def erase_with_receipt(
        self, organisation_id: str, student_id: str, *, receipt_id: str, salt: str, asked_by: str, at: datetime
    ) -> ErasureReceipt:
        """See `core.ports.student_copies.StudentCopyStore.erase_with_receipt`."""
        sign_ins = select(ACCOUNT.c.account_id).where(own_accounts(organisation_id, student_id))
        with self.write() as connection:
            account_ids = list(connection.execute(sign_ins).scalars())
            removed = erase_rows(connection, organisation_id, student_id)
            counts = {name: count for name, count in sorted(removed.items()) if count}
            if not counts:
                raise NotFound(f"There is no student {student_id!r}.")
            text = json.dumps(counts, sort_keys=True)
            receipt = ErasureReceipt(
                organisation_id=organisation_id,
                receipt_id=receipt_id,
                erased_at=at,
                asked_by=asked_by,
                salt=salt,
                subject_hash=subject_hash(salt, organisation_id, student_id),
                counts=counts,
                counts_sha256=hashlib.sha256(text.encode()).hexdigest(),
            )
            connection.execute(RECEIPT.insert(), {**vars(receipt), "erased_at": to_micros(at), "counts": text})
            put_in_place(connection, organisation_id, receipt_id, students=[student_id], accounts=account_ids)
            erased = Subject("student", receipt_id)
            facts: dict[FactName, Fact] = {"rows": sum(counts.values())}
            self.note(connection, organisation_id, "student_erased", erased, at=at, facts=facts)
        return receipt

    def erasure_receipts(self, organisation_id: str) -> list[ErasureReceipt]:
        """See `core.ports.student_copies.StudentCopyStore.erasure_receipts`."""
        query = select(RECEIPT).where(RECEIPT.c.organisation_id == organisation_id)
        with self.read() as connection:
            rows = connection.execute(query.order_by(RECEIPT.c.erased_at.desc(), RECEIPT.c.receipt_id)).mappings()
            return [_receipt(dict(row)) for row in rows]

    def student_names(self, organisation_id: str, student_id: str) -> list[str]:
        """See `core.ports.student_copies.StudentCopyStore.student_names`."""
        of_student = STUDENT.c.organisation_id == organisation_id, STUDENT.c.student_id == student_id
        of_account = ACCOUNT.c.organisation_id == organisation_id, ACCOUNT.c.student_id == student_id
        with self.read() as connection:
            named = [name for row in connection.execute(select(STUDENT.c.name).where(*of_student)) for name in row]
            query = select(ACCOUNT.c.username, ACCOUNT.c.display_name).where(*of_account)
            named += [name for row in connection.execute(query) for name in row]
        return sorted({student_id, *filter(None, named)}, key=lambda name: (-len(name), name))

    def traces(self, organisation_id: str, words: Sequence[str]) -> list[Trace]:
        """See `core.ports.student_copies.StudentCopyStore.traces`."""
        with self.snapshot() as connection:
            whole = MetaData()
            whole.reflect(connection)
            return [
                trace
                for target in sorted(whole.tables.values(), key=lambda each: str(each.name))
                if target.name not in PARTS_OF_TABLES
                for column in target.c
                for trace in _traces_in(connection, target, column, organisation_id, words)
            ]


def _receipt(row: Mapping[str, Any]) -> ErasureReceipt:
    return ErasureReceipt(**{**row, "erased_at": from_micros(row["erased_at"]), "counts": json.loads(row["counts"])})


def _traces_in(
    connection: Connection, target: Table, column: Column[Any], organisation_id: str, words: Sequence[str]
) -> Iterator[Trace]:
    """How many rows of a column hold each word: the database finds those that hold its characters, and each is read whether they are the word."""
    if not isinstance(column.type, String | JSON | LargeBinary) or column.name == "organisation_id":
        return
    read = column if isinstance(column.type, LargeBinary) else cast(column, Text)
    scope = [target.c.organisation_id == organisation_id] if "organisation_id" in target.c else []
    for word in words:
        query = select(read).where(*scope, or_(*(_holds(connection, read, form) for form in written_forms(word))))
        count = sum(is_named_in(_text(value), word) for value in connection.execute(query).scalars())
        if count:
            yield Trace(f"{target.name}.{column.name}", word, count)


def _holds(connection: Connection, column: ColumnElement[Any], form: str) -> ColumnElement[bool]:
    """Whether a column holds these characters, upper and lower case apart."""
    if isinstance(column.type, LargeBinary):
        sought: ColumnElement[Any] = literal(form.encode(), LargeBinary)
        if connection.dialect.name == "postgresql":
            return func.position(sought.op("IN")(column)) > 0
        return func.instr(column, sought) > 0
    name = "strpos" if connection.dialect.name == "postgresql" else "instr"
    return getattr(func, name)(column, form) > 0  # type: ignore[no-any-return]


def _text(value: str | bytes | memoryview) -> str:
    return value if isinstance(value, str) else bytes(value).decode("utf-8", "replace")
