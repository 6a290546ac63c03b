"""One organisation's things under another's ids, and one student's under a classmate's: a part of the matrix that the benchmark runs whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice

import pytest
from starlette.testclient import TestClient

from core.access.wire import TokenRequest
from core.api.core import Core
from core.records.access import PERMISSIONS, Account, Permission, Role
from core.settings import Settings
from core.store.database.migrate import upgrade_in_memory
from core.store.sql import SqlStore
from core.web.frame import create_server
from core.wiring import build_core, in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import StoppedClock
from evaluation.service.foreign import Asker, Request, own_answers, repeated_key, tried
from evaluation.service.leaks import Things, caller_of, core_calls, text_of
from evaluation.service.school_things import plant_school, school_changes, state_of
from evaluation.service.two_classes import asked, asked_across, new_school, planted

PASSWORD = "right horse of "
EVERY = 29
"""Of the addresses with their ids: the benchmark tries all of them."""
FOURTH = 4
"""Of the methods with an id, each fourth is called, as the benchmark calls them all: the number of ids is no multiple of it."""
LEAST_OWN = 6
THERE = {
    "item with the item", "essay with the essay", "writing with the writing", "practice with the session", "placement with the placement",
    "speech_history with the student", "store.items with the item", "assignment_of with the assignment", "life_card with the item",
    "appeals with the student", "own_text with the own_text", "own_lesson with the own_lesson", "own_words with the student",
    "plan_slides with the own_lesson", "kept_recording with the kept",
}  # fmt: skip
NOBODY = Asker("a visitor", {}, "nobody")


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
    clock = StoppedClock(datetime(2026, 11, 24, 2, tzinfo=UTC))
    settings = Settings(
        "sqlite://", "signs-tokens-of-this-test-" * 2, rate_per_second=1e6, rate_burst=10**6, memory_mb=10**6
    )
    core = build_core(settings, clock=clock, correctors=(), bank=shared_bank())
    assert isinstance(core.store, SqlStore)
    upgrade_in_memory(core.store.engine)
    ours, theirs = people(core, "ours"), people(core, "theirs")
    mine = plant_school(core, ours["student"], ours["teacher"], ours["admin"], "OURMARK")
    foreign = plant_school(core, theirs["student"], theirs["teacher"], theirs["admin"], "THEIRMARK")
    yield core, ours, theirs, mine, foreign
    core.store.close()


def test_no_method_of_the_core_gives_what_is_another_organisations(
    schools: tuple[Core, dict[Role, Account], dict[Role, Account], Things, Things],
) -> None:
    core, ours, theirs, mine, foreign = schools
    calls, leaks = 0, []
    for own, things, of_own in ((ours, foreign, mine), (theirs, mine, foreign)):
        asks = core_calls(core, caller_of(own["teacher"]), of_own.student_id, own["teacher"].account_id, things)
        for ask in islice(asks, 0, None, FOURTH):
            calls += 1
            if things.marker in text_of(ask):
                leaks.append(ask.name)
    assert calls > 1_000
    assert leaks == []


def test_no_method_changes_what_is_another_organisations(
    schools: tuple[Core, dict[Role, Account], dict[Role, Account], Things, Things],
) -> None:
    core, ours, theirs, mine, foreign = schools
    for own, others, things in ((ours, theirs, foreign), (theirs, ours, mine)):
        owner = caller_of(others["admin"])
        before = state_of(core, owner, things)
        for ask in school_changes(core, caller_of(own["admin"]), own["admin"].account_id, things):
            assert things.marker not in text_of(ask), ask.name
        assert state_of(core, owner, things) == before


@pytest.mark.fuzz
def test_no_address_tells_of_another_organisation_or_tells_its_ids_from_those_that_nobody_has(
    schools: tuple[Core, dict[Role, Account], dict[Role, Account], Things, Things],
) -> None:
    core, ours, theirs, mine, foreign = schools
    client = TestClient(create_server(core, max_body_bytes=10**6), raise_server_exceptions=False)

    def ask(request: Request, headers: Mapping[str, str]) -> tuple[int, bytes]:
        answer = client.request(request.method, request.path, json=request.body, headers=dict(headers))
        return answer.status_code, answer.content

    keys: tuple[tuple[Permission, ...], ...] = (PERMISSIONS, ("evaluation",), ("questions",))
    of_ours = [asker(core, ours["student"], permissions) for permissions in keys]
    of_theirs = [asker(core, theirs["student"], permissions) for permissions in keys]
    before = own_answers(ask, of_theirs[0], foreign)
    assert sum(status == 200 and foreign.marker in text for status, text in before.values()) >= LEAST_OWN
    told = [tried(ask, [*of_ours, NOBODY], foreign, every=EVERY), tried(ask, of_theirs, mine, every=EVERY)]
    assert sum(each.calls for each in told) > 300
    assert [leak for each in told for leak in each.leaks] == []
    assert repeated_key(ask, of_ours[0], of_theirs[0]) == ""
    assert own_answers(ask, of_theirs[0], foreign) == before


def asker(core: Core, student: Account, permissions: tuple[Permission, ...]) -> Asker:
    """A program of the student's school, with a key of these permissions."""
    organisation = core.store.organisation(student.organisation_id)
    assert organisation is not None
    key = core.access.new_key(organisation, frozenset(permissions))
    token = core.access.token(TokenRequest(api_key=key)).access_token
    headers = {"Authorization": f"Bearer {token}"}
    return Asker(f"{organisation.name}, {', '.join(permissions)}", headers, student.student_id or "")


def test_the_things_are_there_for_those_whose_they_are(
    schools: tuple[Core, dict[Role, Account], dict[Role, Account], Things, Things],
) -> None:
    core, ours, _, mine, _ = schools
    asks = core_calls(core, caller_of(ours["student"]), mine.student_id, ours["teacher"].account_id, mine)
    found = {ask.name for ask in asks if ask.name in THERE and mine.marker in text_of(ask)}
    assert found == THERE


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
