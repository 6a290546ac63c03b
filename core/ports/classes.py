"""What the core needs of the store about classes. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from core.records.classes import Membership, ReportComment, SchoolClass


class ClassStore(Protocol):
    """Classes of an organisation, and who is in them."""

    def put_class(self, school_class: SchoolClass) -> None:
        """Create a class, or replace everything about it but who is in it."""
        ...

    def classes(self, organisation_id: str) -> list[SchoolClass]:
        """All classes of an organisation, archived ones too, by name."""
        ...

    def classes_of_student(self, organisation_id: str, student_id: str) -> list[SchoolClass]:
        """The classes that a student is in and that are not over, by name; a class of everyone is among them."""
        ...

    def classes_of_teacher(self, organisation_id: str, account_id: str) -> list[SchoolClass]:
        """The classes of a teacher, archived ones too, by name."""
        ...

    def lacks_consent(self, organisation_id: str, student_id: str) -> bool:
        """Whether a student is in a class of this year whose guardians have not consented."""
        ...

    def membership(self, organisation_id: str, class_ids: Collection[str] | None = None) -> Membership:
        """Who is in these classes, or in all of the organisation."""
        ...

    def change_members(
        self,
        organisation_id: str,
        class_id: str,
        *,
        added: Collection[str] = (),
        removed: Collection[str] = (),
        at: datetime,
    ) -> None:
        """Put students into a class and take others out of it, in one transaction."""
        ...

    def change_teachers(
        self, organisation_id: str, class_id: str, *, added: Collection[str] = (), removed: Collection[str] = ()
    ) -> None:
        """Give accounts a class to teach and take it from others, in one transaction."""
        ...

    def put_report_comment(self, comment: ReportComment) -> None:
        """Store a comment in place of an earlier one on the same report; one without text takes the earlier one away."""
        ...

    def report_comments(self, organisation_id: str, month: str) -> list[ReportComment]:
        """The comments on an organisation's reports of a month, by student."""
        ...
