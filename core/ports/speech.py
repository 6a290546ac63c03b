"""What reading aloud needs of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from core.records.speech import NewReading, ReadingLine, StoredReading, StoredRecording


class SpeechStore(Protocol):
    """Readings aloud with their reports."""

    def add_reading(self, reading: NewReading) -> None:
        """Store the report, its evidence, the tasks of the plan that it completes, the recording if it is to be kept, and the
        reply to be repeated; create the student if new; all or nothing. Raises `AlreadyAnswered`."""
        ...

    def reading(self, organisation_id: str, evaluation_id: str) -> StoredReading | None: ...

    def readings(
        self, organisation_id: str, student_id: str, *, limit: int, text_key: str | None = None
    ) -> list[StoredReading]:
        """The newest readings, newest first; with `text_key` only those of one text."""
        ...

    def reading_lines(
        self, organisation_id: str, student_id: str, *, limit: int, words: bool | None = False
    ) -> list[ReadingLine]:
        """Like `readings`, but without the reports: readings of texts longer than a word or, with `words`, of single words (`WORD_LENGTH`);
        with None of both."""
        ...

    def recording(self, organisation_id: str, evaluation_id: str) -> StoredRecording | None: ...

    def drop_recordings(self, organisation_id: str, student_ids: Collection[str] | None, *, before: datetime) -> int:
        """Delete the recordings of readings before a time, of these students or (None) of all; returns their number. Reports stay."""
        ...

    def kept_recordings(self, organisation_id: str, student_id: str) -> frozenset[str]:
        """Ids of the student's evaluations whose recordings are stored."""
        ...

    def delete_reading(self, organisation_id: str, student_id: str, evaluation_id: str) -> bool:
        """Delete report, recording and remembered reply. The evidence stays: the log is never changed, and contains neither words
        nor voice. False when the student has no such reading."""
        ...
