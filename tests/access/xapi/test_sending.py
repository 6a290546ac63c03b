"""Sending statements to a record store: once, in order, taken up where it broke off, and nowhere unless one is registered."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import httpx
import pytest
import structlog

from core.api.core import Core
from core.errors import BadParameter, NotFound, OtherServiceFailed
from core.jobs import nightly, send_statements
from core.records.access import PERMISSIONS, Caller, Organisation
from core.records.evidence import Evidence
from core.records.learning_records import RecordStore
from core.records.students import Student
from core.wiring import in_memory_core
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from tests.access.xapi.record_store_double import ENDPOINT, PASSWORD, USER, RecordStoreDouble, cut_off, status

NOW = datetime(2026, 11, 24, 2, tzinfo=UTC)
CALLER = Caller("org", frozenset(PERMISSIONS))
SITE = "https://wenlu.school.test"
SCHOOL = Organisation("org", "School", "free", None, False, NOW)


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(NOW)


@pytest.fixture
def core(clock: StoppedClock) -> Iterator[Core]:
    """A core with a school and a student."""
    made = in_memory_core(clock=clock, identifiers=CountingIdentifiers())
    made.store.add_organisation(SCHOOL)
    made.store.put_student(Student("org", "s1", "王小明", None, NOW))
    yield made
    made.store.close()


@pytest.fixture
def double(core: Core) -> RecordStoreDouble:
    """The record store that the core reaches."""
    made = RecordStoreDouble()
    core.learning_records.connect = made.connect
    return made


def lessons(core: Core, first: int, count: int) -> None:
    """So many lessons that the student played, one a minute, among evidence that is no act."""
    pieces = []
    for number in range(first, first + count):
        at = NOW + timedelta(minutes=number)
        key = f"lesson:s1:{number}"
        pieces.append(Evidence("s1", "lesson", "indicator", "D14", 2.0, 1.0, f"l{number}", at, key))
        pieces.append(Evidence("s1", "behaviour", "indicator", "D71", 0.5, 1.0, "b", at, f"behaviour:{number}"))
    core.store.append_evidence("org", pieces, at=NOW - timedelta(hours=1))


def register(core: Core, *, everything: bool = True, **changed: str) -> RecordStore:
    given = {"endpoint": ENDPOINT, "username": USER, "password": PASSWORD, "site": SITE, **changed}
    return core.learning_records.register(CALLER, everything=everything, **given)  # type: ignore[arg-type]


def lessons_kept(double: RecordStoreDouble) -> list[int]:
    """The lessons that the store knows, in the order in which it took them."""
    return [int(each["object"]["id"].rpartition("/l")[2]) for each in double.kept.values()]


def watermark(core: Core) -> int:
    registered = core.store.record_store("org")
    assert registered is not None
    return registered.watermark


def test_nothing_is_sent_unless_a_store_is_registered(core: Core, double: RecordStoreDouble) -> None:
    lessons(core, 0, 3)
    with pytest.raises(NotFound, match="No record store is registered"):
        core.learning_records.send(CALLER)
    register(core)
    assert core.learning_records.forget(CALLER)
    with pytest.raises(NotFound, match="No record store is registered"):
        core.learning_records.send(CALLER)
    assert double.requests == 0


def test_all_is_sent_in_batches_in_order_and_twice_changes_nothing(core: Core, double: RecordStoreDouble) -> None:
    lessons(core, 0, 450)
    register(core)
    assert core.learning_records.send(CALLER).sent == 450
    assert double.batches == [200, 200, 50]
    assert lessons_kept(double) == list(range(450))
    assert core.learning_records.send(CALLER).sent == 0
    assert len(double.batches) == 3
    register(core)  # from the beginning again
    assert core.learning_records.send(CALLER).sent == 450
    assert len(double.kept) == 450


def test_what_was_done_before_is_sent_only_where_that_is_asked_for(core: Core, double: RecordStoreDouble) -> None:
    lessons(core, 0, 3)
    register(core, everything=False)
    assert core.learning_records.send(CALLER).sent == 0
    lessons(core, 3, 2)
    assert core.learning_records.send(CALLER).sent == 2
    assert lessons_kept(double) == [3, 4]


def test_the_same_endpoint_goes_on_where_it_was_and_another_begins_anew(core: Core, double: RecordStoreDouble) -> None:
    register(core, everything=False)
    lessons(core, 0, 2)
    assert register(core, everything=False, password="other").watermark == 0
    assert register(core, everything=False).watermark == 0
    assert core.learning_records.send(CALLER).sent == 2
    lessons(core, 2, 2)
    assert register(core, everything=False, endpoint="https://other.test").watermark == 8
    assert double.batches == [2]


@pytest.mark.parametrize("failure", [status(500), status(503), status(429), status(502), cut_off])
def test_a_store_that_fails_for_a_moment_is_tried_again(core: Core, double: RecordStoreDouble, failure: object) -> None:
    lessons(core, 0, 2)
    register(core)
    double.failures = [failure, failure]  # type: ignore[list-item]
    assert core.learning_records.send(CALLER).sent == 2
    assert double.waits == [1.0, 4.0]
    assert lessons_kept(double) == [0, 1]


def test_a_store_is_given_the_time_that_it_asks_for_up_to_a_minute(core: Core, double: RecordStoreDouble) -> None:
    lessons(core, 0, 2)
    register(core)
    double.failures = [status(429, Retry_After="17"), status(503, Retry_After="Tue, 24 Nov 2026 02:00:09 GMT")]
    assert core.learning_records.send(CALLER).sent == 2
    assert double.waits == [17.0, 4.0]
    lessons(core, 2, 1)
    double.failures = [status(429, Retry_After="3600")]
    with pytest.raises(OtherServiceFailed, match="answered 429"):
        core.learning_records.send(CALLER)
    assert double.waits == [17.0, 4.0]


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (cut_off, "could not be reached, or broke off"),
        (status(500), "answered 500"),
        (status(302, Location="https://elsewhere.test"), "answered 302"),
        (status(401), "refuses the user or the password"),
        (status(403), "refuses the user or the password"),
    ],
)
def test_what_broke_off_in_the_middle_is_taken_up_where_it_was(
    core: Core, double: RecordStoreDouble, failure: object, told: str
) -> None:
    lessons(core, 0, 450)
    register(core)
    double.failures = [None, failure, failure, failure]  # type: ignore[list-item]
    with pytest.raises(OtherServiceFailed, match=told):
        core.learning_records.send(CALLER)
    assert double.batches == [200]
    assert watermark(core) == 399
    registered = core.learning_records.registration(CALLER)
    assert registered is not None
    assert (registered.sent, registered.tried_at) == (200, NOW)
    assert told in registered.failure
    double.failures = []
    assert core.learning_records.send(CALLER).sent == 250
    assert lessons_kept(double) == list(range(450))
    registered = core.learning_records.registration(CALLER)
    assert registered is not None
    assert (registered.sent, registered.failure) == (450, "")


def test_an_answer_that_is_lost_makes_nothing_twice(core: Core, double: RecordStoreDouble) -> None:
    lessons(core, 0, 5)
    register(core)

    def taken_and_cut_off(request: httpx.Request) -> httpx.Response:
        double.kept |= {each["id"]: each for each in json.loads(request.content)}
        raise httpx.ReadError("gone", request=request)

    double.failures = [taken_and_cut_off]
    assert core.learning_records.send(CALLER).sent == 5
    assert lessons_kept(double) == list(range(5))


def test_a_statement_that_the_store_holds_otherwise_keeps_no_other_back(core: Core, double: RecordStoreDouble) -> None:
    lessons(core, 0, 50)
    register(core)
    (held,) = [
        each for each in core.learning_records.statements(CALLER, site=SITE) if each["object"]["id"].endswith("/l17")
    ]
    double.kept[held["id"]] = {**held, "result": {"completion": False}}
    sent = core.learning_records.send(CALLER)
    assert (sent.sent, sent.left_out) == (49, 1)
    assert double.kept[held["id"]]["result"] == {"completion": False}
    assert len(double.kept) == 50
    assert watermark(core) == 100


def test_a_statement_that_the_store_finds_invalid_keeps_no_other_back(core: Core, double: RecordStoreDouble) -> None:
    lessons(core, 0, 50)
    register(core)
    double.refused = {"/l17"}
    sent = core.learning_records.send(CALLER)
    assert (sent.sent, sent.left_out) == (49, 1)
    assert len(double.kept) == 49
    assert watermark(core) == 100


def test_a_store_that_finds_every_statement_invalid_is_sent_to_again(core: Core, double: RecordStoreDouble) -> None:
    lessons(core, 0, 3)
    register(core)
    double.refused = {"/l0", "/l1", "/l2"}
    (first, *_) = core.learning_records.statements(CALLER, site=SITE)
    with pytest.raises(OtherServiceFailed, match=f"takes no statement, such as {first['id']}"):
        core.learning_records.send(CALLER)
    assert watermark(core) == 0
    double.refused = set()
    assert core.learning_records.send(CALLER).sent == 3


def test_consent_that_is_given_later_does_not_reach_back(core: Core, double: RecordStoreDouble) -> None:
    register(core)
    everyone = next(each for each in core.store.classes("org") if each.everyone)
    core.store.put_class(replace(everyone, consent="missing"))
    lessons(core, 0, 2)
    assert core.learning_records.send(CALLER).sent == 0
    core.store.put_class(everyone)
    assert core.learning_records.send(CALLER).sent == 0
    lessons(core, 2, 1)
    assert core.learning_records.send(CALLER).sent == 1
    assert lessons_kept(double) == [2]
    register(core, everything=True)
    assert core.learning_records.send(CALLER).sent == 3


def test_a_run_stops_after_half_an_hour_and_the_next_goes_on(
    core: Core, clock: StoppedClock, double: RecordStoreDouble
) -> None:
    lessons(core, 0, 450)
    register(core)

    def slowly(request: httpx.Request) -> httpx.Response:
        clock.advance(timedelta(minutes=20))
        double.kept |= {each["id"]: each for each in json.loads(request.content)}
        return httpx.Response(200)

    double.failures = [slowly, slowly, slowly]
    assert list(send_statements(core, SCHOOL)) == ["School: 400 statements sent, 0 refused, more the next night"]
    assert watermark(core) == 799
    sent = core.learning_records.send(CALLER)
    assert (sent.sent, sent.complete, sent.out_of_time) == (50, True, False)
    assert lessons_kept(double) == list(range(450))


def test_who_registers_anew_stops_a_run_that_is_under_way(
    core: Core, clock: StoppedClock, double: RecordStoreDouble
) -> None:
    lessons(core, 0, 250)
    register(core)

    def meanwhile(_: httpx.Request) -> httpx.Response:
        clock.advance(timedelta(seconds=1))
        register(core, everything=False, site="https://other.test")
        return httpx.Response(200)

    double.failures = [meanwhile]
    sent = core.learning_records.send(CALLER)
    assert (sent.sent, sent.complete) == (0, False)
    assert double.requests == 1


def test_a_store_that_takes_less_at_once_gets_less(core: Core, double: RecordStoreDouble) -> None:
    lessons(core, 0, 20)
    register(core)

    def at_most_five(request: httpx.Request) -> httpx.Response:
        double.failures.insert(0, at_most_five)
        statements = json.loads(request.content)
        if len(statements) > 5:
            return httpx.Response(413)
        double.kept |= {each["id"]: each for each in statements}
        return httpx.Response(204)

    double.failures = [at_most_five]
    assert core.learning_records.send(CALLER).sent == 20
    assert lessons_kept(double) == list(range(20))


def test_of_two_that_send_at_once_one_stops(core: Core, double: RecordStoreDouble) -> None:
    lessons(core, 0, 250)
    register(core)

    def meanwhile(_: httpx.Request) -> httpx.Response:
        other = threading.Thread(target=core.learning_records.send, args=[CALLER])
        other.start()
        other.join()
        return httpx.Response(200)

    double.failures = [meanwhile]
    sent = core.learning_records.send(CALLER)
    assert (sent.sent, sent.complete) == (0, False)
    assert lessons_kept(double) == list(range(250))
    registered = core.learning_records.registration(CALLER)
    assert registered is not None
    assert registered.sent == 250


def test_the_night_sends_for_those_who_registered_and_goes_on_where_a_store_is_away(
    core: Core, double: RecordStoreDouble
) -> None:
    other = Organisation("org2", "Other", "free", None, False, NOW)
    core.store.add_organisation(other)
    lessons(core, 0, 2)
    assert [*send_statements(core, SCHOOL), *send_statements(core, other)] == []
    assert double.requests == 0
    register(core)
    double.failures = [status(500)] * 3
    away = "School: statements not sent: The record store answered 500."
    assert [*send_statements(core, SCHOOL), *send_statements(core, other)] == [away]
    assert list(send_statements(core, SCHOOL)) == ["School: 2 statements sent, 0 refused"]
    assert list(send_statements(core, SCHOOL)) == []


@pytest.mark.exhaustive
def test_sending_is_part_of_the_nightly_work_and_keeps_no_school_s_waiting(
    core: Core, double: RecordStoreDouble
) -> None:
    core.store.add_organisation(Organisation("org2", "Other", "free", None, False, NOW))
    lessons(core, 0, 2)
    register(core)
    said = list(nightly(core))
    (other,) = [place for place, line in enumerate(said) if line.startswith("Other, 2026-11-23:")]
    assert other < said.index("School: 2 statements sent, 0 refused")


def test_another_school_s_store_gets_nothing_of_this_one(core: Core, double: RecordStoreDouble) -> None:
    core.store.add_organisation(Organisation("org2", "Other", "free", None, False, NOW))
    register(core)
    core.store.append_evidence(
        "org2", [Evidence("s9", "lesson", "indicator", "D14", 2.0, 1.0, "l9", NOW, "lesson:s9")], at=NOW
    )
    lessons(core, 0, 1)
    core.learning_records.send(CALLER)
    assert lessons_kept(double) == [0]


def test_the_password_stands_in_no_message_and_no_log(core: Core, double: RecordStoreDouble) -> None:
    lessons(core, 0, 1)
    made = register(core)
    double.failures = [cut_off] * 3
    with structlog.testing.capture_logs() as logs, pytest.raises(OtherServiceFailed) as failure:
        core.learning_records.send(CALLER)
    for told in (repr(made), str(failure.value), failure.value.remedy("en"), str(logs)):
        assert PASSWORD not in told
    assert PASSWORD in made.password


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"username": ""}, "user"),
        ({"username": "a:b"}, "user"),
        ({"password": ""}, "password"),
        ({"password": "a\nb"}, "password"),
        ({"password": "x" * 1_001}, "password"),
        ({"endpoint": "http://lrs.test"}, "neither https nor on this machine"),
    ],
)
def test_what_basic_authentication_cannot_carry_or_would_be_read_on_the_way_is_refused(
    core: Core, changed: dict[str, str], field: str
) -> None:
    with pytest.raises(BadParameter, match=field):
        register(core, **changed)  # type: ignore[arg-type]
    assert core.learning_records.registration(CALLER) is None
