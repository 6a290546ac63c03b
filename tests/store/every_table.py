"""A row of a student in every table that can hold one, made from the tables' own columns: a table of a later day is in it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, LargeBinary, Table
from sqlalchemy.types import Numeric

from core.store.parts.accounts import ACCOUNT
from core.store.parts.belongings import student_tables
from core.store.sql import SqlStore
from core.store.tables.columns import to_micros
from tests.store.rows import NOW

JSON_TEXTS = {"item_ids": "[]", "settings": "{}", "counts": "{}"}
"""Texts that the store itself reads."""
SHARED = {"evaluation_id": "ev_00", "writing_id": "wr_00", "import_id": "imp_00", "class_id": "cls_00", "assignment_id": "as_00", "ruling_id": "rl_00"}  # fmt: skip
"""Ids by which rows of several tables belong together."""


def fill_every_table(
    store: SqlStore, organisation_id: str, student_id: str, mark: str, *, other: str = "another"
) -> None:
    """One row in each table, with `mark` (letters and digits) in every text of it."""
    tables = student_tables()
    with store.write() as connection:
        for target in (ACCOUNT, *sorted((each for each in tables if each is not ACCOUNT), key=_order)):
            row = {column.name: _value(target, column, mark) for column in target.c if not _counted(column)}
            fixed = {"organisation_id": organisation_id, "student_id": student_id, "to_student_id": other}
            row.update({name: value for name, value in fixed.items() if name in target.c})
            connection.execute(target.insert(), row)


def _order(target: Table) -> int:
    """Reports before what hangs on them."""
    return 0 if target.name == "essay_evaluation" else 1


def _counted(column: Column[Any]) -> bool:
    return bool(column.primary_key and column.autoincrement is True)


def _value(target: Table, column: Column[Any], mark: str) -> Any:
    if isinstance(column.type, LargeBinary):
        return b"\x00\x01" + mark.encode()
    if isinstance(column.type, Boolean):
        return False
    if isinstance(column.type, BigInteger):
        return to_micros(NOW)
    if column.type.python_type is int:
        return 3
    if isinstance(column.type, Numeric) or column.type.python_type is float:
        return 0.5
    if column.name == "role":
        return "student"
    if column.name == "account_id":
        return f"acc_{mark}"
    if column.name in SHARED:
        return SHARED[column.name] + mark
    if column.name.endswith("_id"):
        return f"{column.name.removesuffix('_id').replace('_', '')}_{mark}"
    return JSON_TEXTS.get(column.name) or f"{target.name} {column.name} {mark}"
