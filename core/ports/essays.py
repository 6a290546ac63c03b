"""What essay evaluation needs of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from core.records.access import Call
from core.records.essays import EssayLine, EssayOverrideRow, EssayVerdictRow, NewEssay, StoredEssay


class EssayStore(Protocol):
    """Essays with their reports."""

    def add_essay(self, essay: NewEssay, *, call: Call | None, reply: str | None) -> None:
        """Store the report and its evidence, and count the call; create the student if new; all or nothing.

        Evidence that an earlier draft has already given is skipped. Raises `QuotaExceeded`, `AlreadyAnswered`, and `RulingsChanged` where
        other rulings are in force than those that the review was made by (`NewEssay.ruled`): then it is to be made again.
        """
        ...

    def complete_essay(self, essay: NewEssay, *, before: str) -> bool:
        """Put a report in the place of the one that reads `before`, with its evidence, in one transaction; False where that is not there any more,
        and then nothing is stored. Raises `RulingsChanged` as `add_essay` does."""
        ...

    def essay(self, organisation_id: str, evaluation_id: str) -> StoredEssay | None: ...

    def essays(self, organisation_id: str, student_id: str, *, limit: int, act: str | None = None) -> list[StoredEssay]:
        """The newest evaluations, newest first; with `act` only those of one essay's drafts."""
        ...

    def essay_lines(self, organisation_id: str, student_id: str, *, limit: int) -> list[EssayLine]:
        """Like `essays`, but without the reports."""
        ...

    def delete_essay(self, organisation_id: str, student_id: str, evaluation_id: str) -> bool:
        """Delete the report and the remembered reply. The evidence stays: the log is never changed, and contains no words of the text.
        False when the student has no such evaluation."""
        ...


class EssayReviewStore(Protocol):
    """Verdicts and scores that students and teachers give on reports. All of them are deleted with their essay."""

    def put_essay_verdict(self, verdict: EssayVerdictRow) -> bool:
        """Store a student's verdict in place of an earlier one. False if the teacher has settled it: then the only change allowed is to
        accept an edit whose dismissal was overruled."""
        ...

    def remove_essay_verdict(
        self, organisation_id: str, evaluation_id: str, *, start: int, end: int, replacement: str
    ) -> bool:
        """Remove a verdict. False if there is none, or the teacher has settled it."""
        ...

    def essay_verdicts(self, organisation_id: str, evaluation_id: str) -> list[EssayVerdictRow]:
        """The verdicts on one report, by position in the text."""
        ...

    def dismissals(
        self, organisation_id: str, *, settled: bool, limit: int, student_ids: Collection[str] | None = None
    ) -> list[tuple[EssayVerdictRow, StoredEssay]]:
        """The organisation's dismissals and questions about clauses that wait for a teacher (or, if `settled`, that a teacher has settled), newest first, with their reports;
        of these students alone, where they are named."""
        ...

    def dismissed_edit_keys(self, organisation_id: str, student_id: str) -> frozenset[str]:
        """Keys of the edits that the student dismissed, without those where a teacher overruled the dismissal; and of the clauses that the student
        meant so, or that a teacher called right when asked."""
        ...

    def overrule_essay_verdict(self, verdict: EssayVerdictRow, *, note: str) -> bool:
        """Settle a dismissal as overruled. False if it is settled already, or no longer a dismissal. (One is upheld by a ruling:
        `core.ports.rulings.RulingStore.give_essay_ruling`.)"""
        ...

    def reopen_essay_verdict(self, verdict: EssayVerdictRow) -> bool:
        """Let a dismissal that was overruled wait again, without the teacher's note. False if it is not overruled, or no longer a dismissal."""
        ...

    def put_essay_override(self, override: EssayOverrideRow) -> None:
        """Store a teacher's score in place of an earlier one."""
        ...

    def remove_essay_override(self, organisation_id: str, evaluation_id: str) -> None:
        """Remove a teacher's score, if there is one."""
        ...

    def essay_override(self, organisation_id: str, evaluation_id: str) -> EssayOverrideRow | None: ...
