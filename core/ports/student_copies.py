"""What the core needs of the store to take a student out, in and away. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from core.records.student_copies import ErasureReceipt, Restored, StudentCopy, Trace


class StudentCopyStore(Protocol):
    """Copies of students, their way back, receipts of erasures, traces."""

    def student_copy(self, organisation_id: str, student_id: str) -> StudentCopy:
        """Every row about a student, at one moment, without the secrets of sign-ins."""
        ...

    def restore_student(
        self,
        organisation_id: str,
        student_id: str,
        copy: StudentCopy,
        *,
        at: datetime,
        new_id: Callable[[str], str],
        new_item_ids: Mapping[str, str],
        unused_password: str,
    ) -> Restored:
        """Bring the rows of a copy back, under this student's id. Ids that are in use here are replaced throughout, those of questions by
        `new_item_ids`, which become the school's own.

        The sign-in comes back without a password. Raises `StudentIsHere` where the student has data, `BadStudentFile` for rows that do not fit
        the database; then nothing is written.
        """
        ...

    def erase_with_receipt(
        self,
        organisation_id: str,
        student_id: str,
        *,
        receipt_id: str,
        salt: str,
        asked_by: str,
        at: datetime,
    ) -> ErasureReceipt:
        """Remove everything about a student, the sign-in included, and keep the receipt of it. Raises `NotFound` where there is nothing."""
        ...

    def erasure_receipts(self, organisation_id: str) -> list[ErasureReceipt]:
        """The receipts of an organisation, the newest first."""
        ...

    def student_names(self, organisation_id: str, student_id: str) -> list[str]:
        """By which words a student is known: id, names, user names, the longest first."""
        ...

    def traces(self, organisation_id: str, words: Sequence[str]) -> list[Trace]:
        """Where these words stand, in whichever table and column of the database; of tables that name their organisation, in its rows."""
        ...
