"""The SQL store: all parts over one engine."""

from __future__ import annotations

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from core.store.access import AccessPart
from core.store.answers import AnswerPart
from core.store.items import ItemPart
from core.store.migrate import current_revision, newest_revision
from core.store.texts import TextPart


class SqlStore(ItemPart, AnswerPart, AccessPart, TextPart):
    """`core.ports.Store` on SQLite or PostgreSQL. Safe to share between threads."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)

    def ready(self) -> bool:
        """Whether the database answers and stands at this code's newest revision."""
        try:
            with self.read() as connection:
                return current_revision(connection) == newest_revision()
        except SQLAlchemyError:
            return False

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()
