"""One organisation's things under another's ids, and one student's under a classmate's: a part of the matrix that the benchmark runs whole."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from core.api.core import Core
from core.records.access import Account, Role
from core.records.classes import EVERYONE, SchoolClass
from core.store.sql import SqlStore
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import StoppedClock
from evaluation.service.leaks import (
    Things,
    caller_of,
    class_calls,
    core_calls,
    plant,
    scoped_caller_of,
    text_of,
)

PASSWORD = "right horse of "
CLASSES = {"one": ("li", "both"), "two": ("wang", "both")}
"""Teachers of each class of a school."""


def people(core: Core, school: str) -> dict[Role, Account]:
    """A student, a teacher, an administrator."""
    organisation = core.access.organisation(school)
    roles: tuple[Role, ...] = ("student", "teacher", "admin")
    return {
        role: core.access.people.new_account(
            organisation, role, username=f"{school}-{role}", password=f"{PASSWORD}{role}"
        )
        for role in roles
    }


@pytest.fixture(scope="module")
def schools() -> Iterator[tuple[Core, dict[Role, Account], dict[Role, Account], Things, Things]]:
    """Two schools on one database, each with a student's and a teacher's things."""
    core = in_memory_core(clock=StoppedClock(datetime(2026, 11, 24, 2, tzinfo=UTC)), correctors=(), bank=shared_bank())
    ours, theirs = people(core, "ours"), people(core, "theirs")
    mine = plant(core, ours["student"], ours["teacher"], "OURMARK")
    foreign = plant(core, theirs["student"], theirs["teacher"], "THEIRMARK")
    yield core, ours, theirs, mine, foreign
    core.store.close()


def test_no_method_of_the_core_gives_what_is_another_organisations(
    schools: tuple[Core, dict[Role, Account], dict[Role, Account], Things, Things],
) -> None:
    core, ours, theirs, mine, foreign = schools
    tried, leaks = 0, []
    for own, things, asker in ((ours, foreign, mine), (theirs, mine, foreign)):
        for ask in core_calls(core, caller_of(own["teacher"]), asker.student_id, own["teacher"].account_id, things):
            tried += 1
            if things.marker in text_of(ask):
                leaks.append(ask.name)
    assert tried > 700
    assert leaks == []


def test_the_things_are_there_for_those_whose_they_are(
    schools: tuple[Core, dict[Role, Account], dict[Role, Account], Things, Things],
) -> None:
    core, ours, _, mine, _ = schools
    found = {
        ask.name
        for ask in core_calls(core, caller_of(ours["student"]), mine.student_id, ours["teacher"].account_id, mine)
        if mine.marker in text_of(ask)
    }
    for name in ("item with the item", "essay with the essay", "writing with the writing", "practice with the session",
                 "placement with the placement", "speech_history with the student", "store.items with the item",
                 "assignment_of with the assignment", "life_card with the item", "appeals with the student"):  # fmt: skip
        assert name in found


def test_no_method_of_the_core_gives_what_is_another_class_s(store: SqlStore) -> None:
    clock = StoppedClock(datetime(2026, 11, 24, 2, tzinfo=UTC))
    core = in_memory_core(clock=clock, correctors=(), bank=shared_bank(), store=store)
    school = core.access.organisation("School")
    accounts = {
        name: core.access.people.new_account(school, role, username=name, password=f"{PASSWORD}{name}")
        for name, role in people_of_classes()
    }
    things = {}
    for class_id, teachers in CLASSES.items():
        core.store.put_class(SchoolClass(school.organisation_id, class_id, class_id, core.clock.now()))
        core.store.change_members(school.organisation_id, class_id, added=[f"pupil-{class_id}"], at=core.clock.now())
        ids = [accounts[each].account_id for each in teachers]
        core.store.change_teachers(school.organisation_id, class_id, added=ids)
        core.store.change_teachers(school.organisation_id, EVERYONE, removed=ids)
        marker = f"{class_id.upper()}MARK"
        student, teacher = accounts[f"pupil-{class_id}"], accounts[teachers[0]]
        things[class_id] = plant(core, student, teacher, marker, class_id=class_id, shared="SHARED")
    tried, leaks = 0, []
    for name, chosen, wanted in (
        ("li", "", "two"), ("wang", "", "one"), ("both", "one", "two"), ("both", "two", "one"),
        ("pupil-one", "", "two"), ("pupil-two", "", "one"),
    ):  # fmt: skip
        account = accounts[name]
        caller = scoped_caller_of(core, account, chosen=chosen)
        asks = core_calls(core, caller, account.student_id or "nobody", account.account_id, things[wanted])
        for ask in (*asks, *class_calls(core, caller, account.account_id)):
            tried += 1
            if things[wanted].marker in text_of(ask):
                leaks.append(f"{name}: {ask.name}")
    assert tried > 2_000
    assert leaks == []


def people_of_classes() -> list[tuple[str, Role]]:
    return [
        ("pupil-one", "student"),
        ("pupil-two", "student"),
        ("li", "teacher"),
        ("wang", "teacher"),
        ("both", "teacher"),
    ]
