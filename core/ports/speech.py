"""What reading aloud needs of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from typing import Protocol

from core.records.speech import NewReading, ReadingLine, StoredReading, StoredRecording


class SpeechStore(Protocol):
    """Readings aloud with their reports."""

    def add_reading(self, reading: NewReading) -> None:
        """Write the report, what it says of the student, the tasks of the plan that it finishes, the recording where it is
        kept, and the reply to be repeated; create the student if new; all or nothing. Raises `AlreadyAnswered`."""
        ...

    def reading(self, organisation_id: str, evaluation_id: str) -> StoredReading | None: ...

    def readings(
        self, organisation_id: str, student_id: str, *, limit: int, text_key: str | None = None
    ) -> list[StoredReading]:
        """The newest readings, newest first; with `text_key` those of one text."""
        ...

    def reading_lines(
        self, organisation_id: str, student_id: str, *, limit: int, words: bool = False
    ) -> list[ReadingLine]:
        """As `readings`, without the reports: of texts longer than a word, or of single words (`WORD_LENGTH`)."""
        ...

    def recording(self, organisation_id: str, evaluation_id: str) -> StoredRecording | None: ...

    def kept_recordings(self, organisation_id: str, student_id: str) -> frozenset[str]:
        """Ids of the student's evaluations whose recordings are kept."""
        ...

    def forget_reading(self, organisation_id: str, student_id: str, evaluation_id: str) -> bool:
        """Remove report, recording and remembered reply. The evidence stays: the log is never changed, and holds neither words
        nor voice. False when the student has no such reading."""
        ...
