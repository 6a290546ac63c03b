"""The part of the store for students' own words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import delete, select

from core.records.words import OwnWord
from core.store.parts.students import StudentPart
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.words import OwnWordTable

WORD = table(OwnWordTable)
MAX_IDS = 500
"""Most ids in one IN (...), below SQLite's limit on bound variables."""


class OwnWordPart(StudentPart):
    """`core.ports.words.OwnWordStore` in SQL."""

    def add_own_word(self, word: OwnWord) -> bool:
        """See `core.ports.words.OwnWordStore.add_own_word`."""
        row = {**vars(word), "added_at": to_micros(word.added_at)}
        with self.write() as connection:
            self.ensure_student(connection, word.organisation_id, word.student_id, word.added_at)
            return connection.execute(self.insert_new(WORD), row).rowcount > 0

    def remove_own_word(self, organisation_id: str, student_id: str, word: str) -> bool:
        """See `core.ports.words.OwnWordStore.remove_own_word`."""
        statement = delete(WORD).where(
            WORD.c.organisation_id == organisation_id, WORD.c.student_id == student_id, WORD.c.word == word
        )
        with self.write() as connection:
            return connection.execute(statement).rowcount > 0

    def own_words(self, organisation_id: str, student_ids: Sequence[str]) -> dict[str, list[OwnWord]]:
        """See `core.ports.words.OwnWordStore.own_words`."""
        words: dict[str, list[OwnWord]] = defaultdict(list)
        with self.read() as connection:
            for start in range(0, len(student_ids), MAX_IDS):
                query = (
                    select(WORD)
                    .where(
                        WORD.c.organisation_id == organisation_id,
                        WORD.c.student_id.in_(student_ids[start : start + MAX_IDS]),
                    )
                    .order_by(WORD.c.student_id, WORD.c.added_at.desc(), WORD.c.word)
                )
                rows = [dict(row) for row in connection.execute(query).mappings()]
                for row in rows:
                    words[row["student_id"]].append(OwnWord(**{**row, "added_at": from_micros(row["added_at"])}))
        return dict(words)
