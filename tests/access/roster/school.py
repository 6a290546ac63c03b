"""A small school for the tests of bringing people in: one class of a teacher's, one of another's, an administrator."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from core import wiring
from core.access.keys import hash_password
from core.api.core import Core
from core.api.people import DryRun
from core.records.access import Account, Caller, Organisation, Role
from core.records.classes import SchoolClass
from evaluation.service.clock import CountingIdentifiers, StoppedClock

NOW = datetime(2026, 11, 24, 2, tzinfo=UTC)
CALLER = Caller("org", frozenset())
PASSWORD = hash_password("a password of their own")


@dataclass
class TestSchool:
    """The core with the clock that it reads."""

    __test__ = False
    core: Core
    clock: StoppedClock

    def look(self, rows: str | bytes, *, by: str = "li", class_id: str | None = "a", **choices: object) -> DryRun:
        """The dry run of pasted rows."""
        content = rows if isinstance(rows, bytes) else rows.encode()
        return self.core.people.dry_run(content, CALLER, by=by, class_id=class_id, **choices)  # type: ignore[arg-type]

    def bring(self, rows: str | bytes, *, by: str = "li", class_id: str | None = "a", **choices: object) -> DryRun:
        """A dry run, confirmed as it was shown."""
        content = rows if isinstance(rows, bytes) else rows.encode()
        shown_choices = {name: value for name, value in choices.items() if name != "leave_out_faulty"}
        shown = self.look(content, by=by, class_id=class_id, **shown_choices)
        self.core.people.confirm(content, shown.digest, CALLER, by=by, class_id=class_id, **choices)  # type: ignore[arg-type]
        return shown

    def rows(self) -> dict[str, int]:
        """How many students, accounts and memberships there are."""
        members = self.core.store.membership("org").students
        return {
            "students": len(self.core.store.students("org")),
            "accounts": len(self.core.store.accounts("org")),
            "members": sum(map(len, members.values())),
        }


def person(name: str, role: Role) -> Account:
    """An account that has a password."""
    return Account(name, "org", name, role, name, PASSWORD, None, None, NOW)


def made_school() -> TestSchool:
    """Li teaches class a, Wang class b; admin is of the office."""
    clock = StoppedClock(NOW)
    core = wiring.in_memory_core(clock=clock, identifiers=CountingIdentifiers())
    core.store.add_organisation(Organisation("org", "蓝天学校", "free", None, False, NOW))
    core.store.set_address("org", "lantian")
    for name, role in (("admin", "admin"), ("li", "teacher"), ("wang", "teacher")):
        core.store.add_account(person(name, role))  # type: ignore[arg-type]
    for class_id, name, teacher in (("a", "三年级1班", "li"), ("b", "三年级2班", "wang")):
        core.store.put_class(SchoolClass("org", class_id, name, NOW))
        core.store.change_teachers("org", class_id, added=[teacher])
    return TestSchool(core, clock)
