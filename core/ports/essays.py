"""What essay evaluation needs of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from core.records.access import Call
from core.records.essays import EssayLine, EssayOverrideRow, EssayVerdictRow, NewEssay, Settlement, StoredEssay
from core.records.evidence import Evidence


class EssayStore(Protocol):
    """Essays with their reports."""

    def add_essay(self, essay: NewEssay, *, call: Call | None, reply: str | None) -> None:
        """Write the report and what it says of the student, and count the call; create the student if new; all or nothing.

        Evidence that is there already, of an earlier draft, is passed over. Raises `QuotaExceeded`, `AlreadyAnswered`.
        """
        ...

    def essay(self, organisation_id: str, evaluation_id: str) -> StoredEssay | None: ...

    def essays(self, organisation_id: str, student_id: str, *, limit: int, act: str | None = None) -> list[StoredEssay]:
        """The newest evaluations, newest first; with `act` those of one essay's drafts."""
        ...

    def essay_lines(self, organisation_id: str, student_id: str, *, limit: int) -> list[EssayLine]:
        """As `essays`, without the reports."""
        ...

    def forget_essay(self, organisation_id: str, student_id: str, evaluation_id: str) -> bool:
        """Remove report and remembered reply. The evidence stays: the log is never changed, and holds no words of the text.
        False when the student has no such evaluation."""
        ...


class EssayReviewStore(Protocol):
    """What students and teachers say of reports. All of it goes with its essay."""

    def put_essay_verdict(self, verdict: EssayVerdictRow) -> bool:
        """Keep a student's verdict in place of an earlier one. False where the teacher has settled it: then only accepting what was
        overruled changes it."""
        ...

    def remove_essay_verdict(
        self, organisation_id: str, evaluation_id: str, *, start: int, end: int, replacement: str
    ) -> bool:
        """Take a verdict back. False where there is none, or the teacher has settled it."""
        ...

    def essay_verdicts(self, organisation_id: str, evaluation_id: str) -> list[EssayVerdictRow]:
        """Of one report, by place."""
        ...

    def dismissals(
        self, organisation_id: str, *, settled: bool, limit: int
    ) -> list[tuple[EssayVerdictRow, StoredEssay]]:
        """Dismissals of the organisation that wait for a teacher, or that one has settled, newest first, with their reports."""
        ...

    def dismissed_edit_keys(self, organisation_id: str, student_id: str) -> frozenset[str]:
        """What the student's dismissed edits are known by, but for those that a teacher overruled."""
        ...

    def settle_essay_verdict(
        self,
        verdict: EssayVerdictRow,
        *,
        settled: Settlement,
        note: str,
        evidence: Sequence[Evidence],
        at: datetime,
    ) -> bool:
        """Settle a dismissal and append what follows from that, all or nothing. False where it is settled, or no dismissal any more."""
        ...

    def put_essay_override(self, override: EssayOverrideRow) -> None:
        """Keep a teacher's score in place of an earlier one."""
        ...

    def remove_essay_override(self, organisation_id: str, evaluation_id: str) -> None:
        """Take a teacher's score back, if there is one."""
        ...

    def essay_override(self, organisation_id: str, evaluation_id: str) -> EssayOverrideRow | None: ...
