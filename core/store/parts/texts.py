"""The text part of the store: teachers' flags on matches of the grammar detector."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from core.records.texts import GrammarFlag
from core.store.database.session import SqlPart
from core.store.tables.answers import GrammarFlagTable
from core.store.tables.columns import from_micros, table, to_micros

FLAG = table(GrammarFlagTable)


class TextPart(SqlPart):
    """`core.ports.texts.TextStore` in SQL."""

    def add_grammar_flag(self, flag: GrammarFlag) -> None:
        """See `core.ports.texts.TextStore.add_grammar_flag`."""
        with self.write() as connection:
            connection.execute(insert(FLAG).values({**vars(flag), "created_at": to_micros(flag.created_at)}))

    def grammar_flags(self, organisation_id: str) -> list[GrammarFlag]:
        """See `core.ports.texts.TextStore.grammar_flags`."""
        query = (
            select(FLAG)
            .where(FLAG.c.organisation_id == organisation_id)
            .order_by(FLAG.c.created_at.desc(), FLAG.c.flag_id)
        )
        with self.read() as connection:
            rows = [dict(row) for row in connection.execute(query).mappings()]
        return [GrammarFlag(**{**row, "created_at": from_micros(row["created_at"])}) for row in rows]

    def remove_grammar_flag(self, organisation_id: str, flag_id: str) -> bool:
        """See `core.ports.texts.TextStore.remove_grammar_flag`."""
        statement = delete(FLAG).where(FLAG.c.organisation_id == organisation_id, FLAG.c.flag_id == flag_id)
        with self.write() as connection:
            return connection.execute(statement).rowcount > 0
