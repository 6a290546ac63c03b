"""The tables of the database at a revision, in one form for SQLite and PostgreSQL."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, MetaData, Table
from sqlalchemy.sql.type_api import TypeEngine

from core.store.database.engine import make_engine, writer
from core.store.database.migrate import newest_revision, raise_to, upgrade_in_memory

ColumnKind = Literal["text", "integer", "number", "boolean", "bytes"]
KINDS: tuple[tuple[type[TypeEngine[Any]], ColumnKind], ...] = (
    (Boolean, "boolean"),
    (Float, "number"),
    (Integer, "integer"),
    (LargeBinary, "bytes"),
)
"""Types of SQLAlchemy and the kinds of values in their columns; every other type holds text."""
REVISION_TABLE = "alembic_version"


@dataclass(frozen=True)
class Shape:
    """A table: its columns, its key, and the column whose values the database counts up."""

    name: str
    columns: tuple[tuple[str, ColumnKind], ...]
    key: tuple[str, ...]
    counter: str | None

    @property
    def column_names(self) -> list[str]:
        """The names of the columns, in order."""
        return [name for name, _ in self.columns]

    def is_text(self, column_name: str) -> bool:
        """Whether a column holds text."""
        return (column_name, "text") in self.columns


@cache
def shapes_at(revision: str) -> tuple[Shape, ...]:
    """The tables of a revision that this version knows, each after those that it refers to.

    They are read off an empty SQLite database in memory that is brought to that revision, not off the database that is copied: so the
    order of columns and their kinds are the same whatever that database is, and only tables of ours are ever read, written or dropped.
    """
    engine = make_engine("sqlite://")
    try:
        if revision == newest_revision():
            upgrade_in_memory(engine)
        else:
            with writer(engine).begin() as connection:
                raise_to(connection, revision)
        metadata = MetaData()
        metadata.reflect(engine)
    finally:
        engine.dispose()
    return tuple(_shape(each) for each in metadata.sorted_tables if each.name != REVISION_TABLE)


def _shape(target: Table) -> Shape:
    key = tuple(column.name for column in target.primary_key.columns)
    columns = tuple((column.name, _kind(column)) for column in target.columns)
    return Shape(target.name, columns, key, key[0] if len(key) == 1 and (key[0], "integer") in columns else None)


def _kind(column: Column[object]) -> ColumnKind:
    return next((kind for type_of_column, kind in KINDS if isinstance(column.type, type_of_column)), "text")
