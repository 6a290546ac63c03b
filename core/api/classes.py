"""Classes: who is in them, and what teachers and administrators change about them."""

from __future__ import annotations

from collections.abc import Sequence

from core.access import classes
from core.access.arguments import bounded
from core.access.classes import Scope
from core.access.wire import ClassLine
from core.errors import NotFound
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Account, Caller
from core.records.classes import Consent, ReportComment, SchoolClass
from core.records.students import Student

__all__ = ["SchoolClass", "Scope"]
"""Names that pages may import for classes (they use the core through its facade only)."""


@bounded
class Classes:
    """Classes: who is in them, and what teachers and administrators change about them."""

    def __init__(self, *, store: Store, clock: Clock, identifiers: Identifiers) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers

    def scope(self, account: Account) -> Scope:
        """The classes that a person can look at, the one they chose, and whose students they may ask about."""
        return classes.scope_of(account, store=self._store)

    def lines(self, caller: Caller, *, by: str) -> list[ClassLine]:
        """The classes that a person can look at, with how many are in each; those that are over last. Raises `NotFound`."""
        account = self._account(by, caller)
        membership = self._store.membership(caller.organisation_id)
        names = {each.account_id: each.display_name for each in self._store.accounts(caller.organisation_id)}
        whole = len(self._store.students(caller.organisation_id))
        return [
            ClassLine(
                class_id=each.class_id,
                name=each.name,
                everyone=each.everyone,
                archived_at=each.archived_at,
                consent=each.consent,
                keep_days=each.keep_days,
                students=whole if each.everyone else len(membership.students.get(each.class_id, ())),
                teachers=sorted(names[one] for one in membership.teachers.get(each.class_id, ()) if one in names),
            )
            for each in classes.scope_of(account, store=self._store).classes
        ]

    def members(self, class_id: str, caller: Caller, *, by: str) -> list[Student]:
        """A class's students, by id; also of a class that is over. Raises `NotFound`, `Forbidden`."""
        found = classes.own_class(class_id, self._account(by, caller), store=self._store)
        inside = classes.students_in([found], caller.organisation_id, store=self._store)
        students = self._store.students(caller.organisation_id)
        return [student for student in students if inside is None or student.student_id in inside]

    def students(self, caller: Caller, *, by: str) -> list[Student]:
        """All students whom a person may put into a class: of their own classes, whichever they look at now, and of those that are over. Raises
        `NotFound`."""
        students = classes.reachable_by(self._account(by, caller), store=self._store)
        return [
            student
            for student in self._store.students(caller.organisation_id)
            if students is None or student.student_id in students
        ]

    def teachers(self, class_id: str, caller: Caller, *, by: str) -> dict[str, tuple[str, bool]]:
        """The organisation's teachers by account id: what each is called, and whether they teach the class. Raises `NotFound`, `Forbidden`."""
        found = classes.own_class(class_id, self._account(by, caller), store=self._store)
        inside = self._store.membership(caller.organisation_id, [class_id]).teachers.get(found.class_id, frozenset())
        return {
            account.account_id: (account.display_name, account.account_id in inside)
            for account in self._store.accounts(caller.organisation_id)
            if account.role == "teacher"
        }

    def make(self, name: str, caller: Caller, *, by: str) -> SchoolClass:
        """Make a class. Raises `Forbidden`, `BadParameter`."""
        return classes.make(
            name,
            caller,
            by=self._account(by, caller),
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
        )

    def rename(self, class_id: str, name: str, caller: Caller, *, by: str) -> SchoolClass:
        """Give a class another name. Raises `Forbidden`, `NotFound`, `BadParameter`."""
        return classes.rename(class_id, name, self._account(by, caller), store=self._store)

    def settle_consent(
        self, class_id: str, consent: Consent, caller: Caller, *, keep_days: int | None, by: str
    ) -> SchoolClass:
        """Set the guardians' consent of a class and how long its recordings are kept. Raises `Forbidden`, `NotFound`, `BadParameter`."""
        return classes.settle_consent(class_id, consent, keep_days, self._account(by, caller), store=self._store)

    def archive(self, class_id: str, caller: Caller, *, over: bool, by: str) -> SchoolClass:
        """End a class, or (not `over`) begin it again. Raises `Forbidden`, `NotFound`."""
        return classes.archive(class_id, self._account(by, caller), over=over, store=self._store, clock=self._clock)

    def move(
        self, student_ids: Sequence[str], caller: Caller, *, out_of: str | None, into: str | None, by: str
    ) -> None:
        """Put students into a class, take them out of another, or both. Raises `Forbidden`, `NotFound`, `BadParameter`."""
        account = self._account(by, caller)
        classes.move(student_ids, account, out_of=out_of, into=into, store=self._store, clock=self._clock)

    def share(self, class_id: str, caller: Caller, *, teacher_id: str, teaches: bool, by: str) -> None:
        """Give a class to a teacher as well, or take it from one. Raises `Forbidden`, `NotFound`, `BadParameter`."""
        account = self._account(by, caller)
        classes.share(class_id, account, teacher_id=teacher_id, teaches=teaches, store=self._store)

    def comments(self, month: str, caller: Caller) -> list[ReportComment]:
        """What teachers wrote under the reports of a month `YYYY-MM`, by student."""
        return self._store.report_comments(caller.organisation_id, month)

    def comment(self, student_id: str, month: str, text: str, caller: Caller, *, by: str) -> None:
        """Write under a student's report of a month; an empty text takes the comment away. Raises `NotFound`, `Forbidden`, `BadParameter`."""
        classes.comment(student_id, month, text, self._account(by, caller), store=self._store, clock=self._clock)

    def drop_old_recordings(self, organisation_id: str) -> int:
        """Drop the recordings that classes of the organisation keep no longer; returns their number."""
        return classes.drop_old_recordings(organisation_id, store=self._store, clock=self._clock)

    def _account(self, account_id: str, caller: Caller) -> Account:
        account = self._store.account(caller.organisation_id, account_id)
        if account is None:
            raise NotFound(f"There is no account {account_id!r}.")
        return account
