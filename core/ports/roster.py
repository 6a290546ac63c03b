"""What the core needs of the store to bring people in. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from core.records.access import Account
from core.records.roster import AccessCode, ImportRun, JoinCode, JoinRequest, RosterChange, RosterChanges, Undone
from core.records.students import Student


class RosterStore(Protocol):
    """Imports with their undoing, one-time codes, codes to join, two students that are one person."""

    def apply_roster(self, changes: RosterChanges) -> bool:
        """Write everything that an import changes; False, and nothing written, when an id, a number or a user name was taken meanwhile."""
        ...

    def last_import(self, organisation_id: str, *, made_by: str | None = None) -> ImportRun | None:
        """The newest import that was not undone, of one account or of all."""
        ...

    def import_changes(self, organisation_id: str, import_id: str) -> list[RosterChange]:
        """What an import changed, in order, those who were erased since apart."""
        ...

    def import_counts(self, organisation_id: str, import_id: str) -> dict[str, int]:
        """How many changes of each kind an import made, those of whom was erased since apart."""
        ...

    def undo_import(self, organisation_id: str, import_id: str, at: datetime, *, unused_password: str) -> Undone | None:
        """Take back what an import did, as far as nobody has used it since; None when there is no such import, or it was undone.

        Accounts whose password is `unused_password` have never been signed in to with a password of their own. A student who has worked since
        stays with the account and the memberships; a name that was changed again stays.
        """
        ...

    def give_codes(
        self, organisation_id: str, codes: Sequence[AccessCode], *, unused_password: str, only_unused: bool
    ) -> set[str]:
        """Give accounts one-time codes in place of their passwords and end their sign-ins; returns the ids of those that got one.

        `only_unused`: pass over accounts whose password is another than `unused_password`.
        """
        ...

    def access_codes(self, organisation_id: str, account_ids: Collection[str] | None = None) -> list[AccessCode]:
        """The codes of these accounts, or of all of the organisation, expired ones too."""
        ...

    def set_student_name(self, organisation_id: str, student_id: str, name: str) -> None:
        """Rename a student, and the account of the student."""
        ...

    def set_student_number(self, organisation_id: str, student_id: str, number: str | None) -> bool:
        """Change a student's number; False, and nothing changed, when another student has it."""
        ...

    def put_join_code(self, code: JoinCode) -> bool:
        """Store the code of a class in place of the one before; False, and nothing stored, when another class has the same code."""
        ...

    def join_code(self, organisation_id: str, class_id: str) -> JoinCode | None:
        """The code of a class, expired or not."""
        ...

    def join_code_named(self, code: str) -> JoinCode | None:
        """The code as somebody typed it, of whichever organisation."""
        ...

    def end_join_code(self, organisation_id: str, class_id: str) -> None:
        """Forget the code of a class."""
        ...

    def add_join_request(self, request: JoinRequest) -> bool:
        """Store a request; False, and nothing stored, when the user name is taken in the organisation or asked for already."""
        ...

    def join_requests(self, organisation_id: str, class_id: str) -> list[JoinRequest]:
        """Those who wait to be admitted to a class, the longest waiting first."""
        ...

    def admit_as(self, organisation_id: str, request_id: str, account: Account, *, unused_password: str) -> bool:
        """Settle a request as that of the account's student, who is there already: the student's account gets user name and password of this one, or
        this one is added where there is none; the student is put into the class.

        False, and nothing stored, where the request is settled, the student's account has another password than the unused one, or somebody has
        the user name.
        """
        ...

    def settle_join_request(
        self, organisation_id: str, request_id: str, *, student: Student | None = None, account: Account | None = None
    ) -> bool:
        """Admit whoever asked, as this student with this account, or refuse them without; False, and nothing changed, when the request is
        settled already or an id was taken meanwhile."""
        ...

    def rows_of_student(self, organisation_id: str, student_id: str) -> dict[str, int]:
        """Numbers of rows about a student by table, those of who they are apart."""
        ...

    def merge_students(
        self, organisation_id: str, student_id: str, into_student_id: str, at: datetime, *, unused_password: str
    ) -> dict[str, int]:
        """Give everything that is kept about a student to another, and forget the first; returns the numbers of rows that were given, by table.

        One account of the two stays: that of the student who stays, unless somebody can sign in to the other alone, or to the other by a password
        (one that is not `unused_password`) and to this by a one-time code at most. The other is closed.

        Where both have a row of which there can be one, that of the other stays. What is folded from the log is forgotten for both, so that
        it is folded anew.
        """
        ...
