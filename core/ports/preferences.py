"""What preferences and reading for pleasure need of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from core.records.preferences import KeptPreferences


class PreferenceStore(Protocol):
    """Preferences of accounts, and the stories that students opened."""

    def preferences(self, organisation_id: str, account_id: str) -> KeptPreferences | None: ...

    def put_preferences(self, kept: KeptPreferences) -> None:
        """Keep an account's preferences in place of those before."""
        ...

    def add_story(self, organisation_id: str, student_id: str, story_id: str, at: datetime) -> None:
        """Note that a student opened a story; the first time stays."""
        ...

    def stories_read(self, organisation_id: str, student_id: str) -> dict[str, datetime]:
        """The stories that a student opened, each with the first time."""
        ...
