"""The demo organisation of a first run: three accounts that anyone at this machine may enter with one click."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from core.access.classes import first_class_of
from core.access.keys import hash_password
from core.access.school_addresses import free_address
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Account, Organisation, Role
from core.records.students import Student
from core.wire import Closed, Language

DEMO_ORGANISATION = "Wenlu demo"


class DemoMaking(Closed):
    """How far the making of the demo's simulated year has come."""

    organisation_id: str
    made: int
    """Students whose past is written."""
    of: int
    until: datetime
    """The moment at which the simulated past ends."""
    beat: datetime | None
    """When the maker at work was last heard of; None: nobody began yet."""
    done: bool


@dataclass(frozen=True)
class DemoPerson:
    """A demo account; `student_id` for students only. Its interface follows the browser until somebody chooses a language in it."""

    username: str
    role: Role
    display_name: str
    language: Language
    """Of explanations to a student, for callers who name none."""
    student_id: str | None = None


DEMO_PEOPLE: tuple[DemoPerson, ...] = (
    DemoPerson("student", "student", "示例学生 · Demo student", "en", "demo-student"),
    DemoPerson("teacher", "teacher", "示例教师 · Demo teacher", "zh"),
    DemoPerson("admin", "admin", "示例管理员 · Demo admin", "zh"),
)


def ensure_demo(store: Store, clock: Clock, identifiers: Identifiers) -> Organisation | None:
    """Make the demo organisation and its accounts; None where it exists already."""
    if any(each.demo for person in DEMO_PEOPLE for each in store.accounts_named(person.username)):
        return None
    organisation_id = identifiers.new("org")
    address = free_address(DEMO_ORGANISATION, organisation_id, store=store)
    organisation = Organisation(
        organisation_id, DEMO_ORGANISATION, "education", None, False, clock.now(), address, demo=True
    )
    if not store.add_organisation(organisation):
        return None
    for person in DEMO_PEOPLE:
        account = _account(person, organisation.organisation_id, clock, identifiers)
        store.add_account(account)
        first_class_of(account, store=store)
        if person.student_id is not None:
            store.put_student(
                Student(
                    organisation.organisation_id, person.student_id, person.display_name, person.language, clock.now()
                )
            )
    return organisation


def _account(person: DemoPerson, organisation_id: str, clock: Clock, identifiers: Identifiers) -> Account:
    return Account(
        account_id=identifiers.new("acc"),
        organisation_id=organisation_id,
        username=person.username,
        role=person.role,
        display_name=person.display_name,
        # Nobody knows this password: demo accounts are entered by their button only.
        password_hash=hash_password(secrets.token_urlsafe(32)),
        student_id=person.student_id,
        language=None,
        created_at=clock.now(),
        demo=True,
    )
