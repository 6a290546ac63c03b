"""One organisation's things under another's ids, and one student's under a classmate's: a part of the matrix that the benchmark runs whole."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from core.api.core import Core
from core.records.access import Account, Role
from core.store.sql import SqlStore
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import StoppedClock
from evaluation.service.leaks import Things, caller_of, core_calls, plant, text_of
from evaluation.service.two_classes import asked, asked_across, new_school, planted

PASSWORD = "right horse of "


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
    accounts = new_school(core)
    things = planted(core, accounts)
    told = list(asked_across(core, accounts, things))
    assert len(told) > 2_000
    assert [name for name, leaked in told if leaked] == []
    own = {name.partition(": ")[2] for name, found in asked(core, accounts, "teacher-two", "", things["two"]) if found}
    for name in ("essay by a teacher with the essay", "writing by a teacher with the writing", "class_lines", "appeals",
                 "class_map", "class_portraits", "assignment_progress with the assignment"):  # fmt: skip
        assert name in own, "what is looked for is there for those whose it is"
