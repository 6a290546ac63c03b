"""What marking needs of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from core.records.evidence import Evidence
from core.records.marking import BankComment, EssayMarking, HandedIn, VoiceNote


class MarkingStore(Protocol):
    """Teachers' marking of texts, and their banks of comments."""

    def marking(self, organisation_id: str, writing_id: str) -> EssayMarking | None: ...

    def marking_of_evaluation(self, organisation_id: str, evaluation_id: str) -> EssayMarking | None:
        """The marking that rests on a review of the engine."""
        ...

    def put_marking(self, marking: EssayMarking, evidence: Sequence[Evidence]) -> bool:
        """Store a marking in place of its version before, with the evidence that follows from it, all or nothing.

        False, and nothing stored, where another version than the one before this is stored.
        """
        ...

    def handed_in(
        self,
        organisation_id: str,
        prefix: str,
        *,
        resource_id: str | None = None,
        student_id: str | None = None,
    ) -> list[HandedIn]:
        """What was handed in for resources whose id begins so (or for one of them), by everybody or by one student, the longest waiting first."""
        ...

    def count_waiting(
        self, organisation_id: str, prefix: str, *, class_id: str = "", student_ids: Collection[str] | None = None
    ) -> int:
        """How many texts that were handed in for assignments (resources whose id is the prefix and the assignment's) wait to be returned: of each
        student and assignment the newest text. Assignments that are withdrawn do not count; of those with a class only the ones of `class_id`
        (or any class, if it is empty) that are for somebody of `student_ids`, and of the texts only theirs. None: everybody."""
        ...

    def add_bank_comment(self, comment: BankComment) -> None: ...

    def bank_comments(self, organisation_id: str, account_id: str) -> list[BankComment]:
        """A teacher's comments, in the order in which they were saved."""
        ...

    def remove_bank_comment(self, organisation_id: str, account_id: str, comment_id: str) -> bool:
        """Remove a comment from a teacher's own bank; False when there is none."""
        ...

    def put_voice_note(self, note: VoiceNote) -> None:
        """Store a note in place of the one that its text had."""
        ...

    def voice_note(self, organisation_id: str, writing_id: str) -> VoiceNote | None: ...

    def remove_voice_note(self, organisation_id: str, writing_id: str) -> bool:
        """Remove the note of a text; False when there is none."""
        ...
