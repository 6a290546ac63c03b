"""The part of the store for preferences and for stories that were read."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from core.records.preferences import KeptPreferences
from core.store.parts.students import StudentPart
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.preferences import PreferencesTable, StoryReadTable

PREFERENCES = table(PreferencesTable)
STORY = table(StoryReadTable)


class PreferencePart(StudentPart):
    """`core.ports.preferences.PreferenceStore` in SQL."""

    def preferences(self, organisation_id: str, account_id: str) -> KeptPreferences | None:
        """The preferences of an account."""
        query = select(PREFERENCES).where(
            PREFERENCES.c.organisation_id == organisation_id, PREFERENCES.c.account_id == account_id
        )
        with self.read() as connection:
            row = connection.execute(query).mappings().first()
        return None if row is None else KeptPreferences(**{**row, "changed_at": from_micros(row["changed_at"])})

    def put_preferences(self, kept: KeptPreferences) -> None:
        """See `core.ports.preferences.PreferenceStore.put_preferences`."""
        row = {**vars(kept), "changed_at": to_micros(kept.changed_at)}
        insert = self.insert(PREFERENCES).values(row)
        changed = {name: row[name] for name in ("student_id", "body", "changed_at")}
        with self.write() as connection:
            if kept.student_id:  # without a row of their own nobody could have the preferences erased
                self.ensure_student(connection, kept.organisation_id, kept.student_id, kept.changed_at)
            connection.execute(insert.on_conflict_do_update(index_elements=["account_id"], set_=changed))

    def add_story(self, organisation_id: str, student_id: str, story_id: str, at: datetime) -> None:
        """See `core.ports.preferences.PreferenceStore.add_story`."""
        row = {
            "organisation_id": organisation_id,
            "student_id": student_id,
            "story_id": story_id,
            "read_at": to_micros(at),
        }
        with self.write() as connection:
            self.ensure_student(connection, organisation_id, student_id, at)
            connection.execute(self.insert_new(STORY), row)

    def stories_read(self, organisation_id: str, student_id: str) -> dict[str, datetime]:
        """See `core.ports.preferences.PreferenceStore.stories_read`."""
        query = select(STORY.c.story_id, STORY.c.read_at).where(
            STORY.c.organisation_id == organisation_id, STORY.c.student_id == student_id
        )
        with self.read() as connection:
            return {row.story_id: from_micros(row.read_at) for row in connection.execute(query)}
