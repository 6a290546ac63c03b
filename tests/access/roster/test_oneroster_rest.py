"""Reading people and classes from a OneRoster server: as from a package, page by page to an end, and nothing of what a server should not do."""

from __future__ import annotations

from datetime import date
from typing import Any

import httpx
import pytest
import structlog

from core.access.roster.entries import Entry
from core.access.roster.oneroster_rest import COLLECTIONS, ServerReading, server_reading
from core.backends import oneroster
from core.errors import BadParameter, NotFound, OtherServiceFailed
from tests.access.roster.oneroster_double import (
    ENDPOINT,
    SECRET,
    OneRosterDouble,
    Paging,
    Row,
    body,
    enrolment,
    org,
    reference,
    school_class,
    small_school,
    user,
)

TODAY = date(2026, 11, 24)


def read(double: OneRosterDouble, *, school: str = "") -> ServerReading:
    """What the server says today."""
    server = double.server()
    collections = {name: server.collection(name) for name in COLLECTIONS}
    return server_reading(collections, source="sis.test", today=TODAY, school=school)


def said(collections: dict[str, list[Row]], *, school: str = "") -> ServerReading:
    return server_reading(collections, source="sis.test", today=TODAY, school=school)


def entries(found: ServerReading) -> dict[str, Entry]:
    return {each.username: each for each in found.reading.entries}


# -- what it says --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paging", ["links", "count", "neither"])
@pytest.mark.parametrize("most", [1, 2, 3, 1_000])
def test_people_classes_and_enrolments_are_read_however_a_server_pages(paging: Paging, most: int) -> None:
    double = OneRosterDouble(paging=paging, most=most)
    found = read(double)
    people = entries(found)
    assert {name: (each.role, each.name, each.number, each.class_names) for name, each in people.items()} == {
        "t-li": ("teacher", "李梅", "t-li", ("三年级1班",)),
        "s1": ("student", "王小明", "2026001", ("三年级1班",)),
        "s2": ("student", "张红", "2026002", ("三年级1班",)),
    }
    assert (found.classes_over, found.enrolments_over, found.elsewhere) == (1, 1, 0)
    assert all(each.faults == () for each in people.values())
    assert double.tokens == ["token-0"]
    assert double.scopes == {"https://purl.imsglobal.org/spec/or/v1p1/scope/roster-core.readonly"}
    assert double.paths[0] == "/ims/oneroster/v1p1/orgs?limit=1000&offset=0&sort=sourcedId"


def test_of_version_1_2_roles_say_who_teaches_and_the_scope_is_its_own() -> None:
    school = small_school()
    for each, role in zip(school["users"], ("teacher", "student", "guardian"), strict=True):
        del each["role"]
        each["roles"] = [{"roleType": "primary", "role": role, "org": reference("o1")}]
    school["enrollments"] = school["enrollments"][1:2]
    people = entries(said(school))
    assert {name: each.role for name, each in people.items()} == {"t-li": "teacher", "s1": "student"}
    double = OneRosterDouble()
    double.server(endpoint="https://sis.test/ims/oneroster/rostering/v1p2").collection("orgs")
    assert double.scopes == {"https://purl.imsglobal.org/spec/or/v1p2/scope/roster-core.readonly"}


@pytest.mark.parametrize(
    "changed",
    [{"status": "tobedeleted"}, {"enabledUser": False}, {"enabledUser": "false"}, {"role": "parent"}],
)
def test_who_is_deleted_closed_or_neither_learns_nor_teaches_is_left_out(changed: dict[str, Any]) -> None:
    school = small_school()
    school["users"][2].update(changed)
    assert set(entries(said(school))) == {"t-li", "s1"}


def test_what_is_deleted_or_has_ended_is_no_enrolment() -> None:
    school = small_school()
    school["enrollments"][1]["status"] = "tobedeleted"
    school["enrollments"][2]["endDate"] = "2026-11-24"  # the day after the last one
    found = said(school)
    assert (entries(found)["s1"].class_names, entries(found)["s2"].class_names) == ((), ())
    school["enrollments"][2]["endDate"] = "2026-11-25"
    assert entries(said(school))["s2"].class_names == ("三年级1班",)


def test_a_deleted_enrolment_is_not_read_any_further() -> None:
    school = small_school()
    school["enrollments"][1].update(status="tobedeleted", endDate="next year", user="s1")
    assert entries(said(school))["s1"].class_names == ()


def test_two_classes_of_one_name_would_become_one_and_are_refused() -> None:
    school = small_school()
    school["orgs"].append(org("o3", "红星学校", "o0"))
    school["classes"] += [school_class("c7", "二年级1班"), school_class("c8", "三年级 1 班", school="o3")]
    with pytest.raises(BadParameter, match="classes, rows 1 and 4: both are named '三年级 1 班'") as refused:
        said(school)
    assert "--school" in refused.value.remedy("zh")
    assert entries(said(school, school="蓝天学校"))["s1"].class_names == ("三年级1班",)
    school["classes"][3]["status"] = "tobedeleted"
    assert entries(said(school))["s1"].class_names == ("三年级1班",)


def test_a_class_without_terms_or_with_one_that_goes_on_is_of_this_year() -> None:
    school = small_school()
    school["classes"] = [
        school_class("c1", "甲", terms=()),
        school_class("c0", "乙", terms=("t0", "t1")),
        school_class("c2", "丙", terms=("t-unknown",)),
    ]
    found = said(school)
    assert found.classes_over == 0
    assert entries(found)["s1"].class_names == ("甲", "乙")


def test_the_same_faults_are_told_in_the_same_words_as_of_a_package() -> None:
    school = small_school()
    school["users"][1]["givenName"] = "=小明"
    school["users"][2]["identifier"] = "1.5E+10"
    school["enrollments"].append(enrolment("e9", "nobody", "c1"))
    found = said(school)
    told = [
        (each.file, each.row, fault.column.en, fault.text.en[:40])
        for each in found.reading.entries
        for fault in each.faults
    ]
    assert told == [
        ("users", 2, "givenName", "This begins like a formula of a spreadsh"),
        ("users", 3, "identifier", "The spreadsheet has turned the number in"),
        ("enrollments", 5, "userSourcedId", "“nobody” is in nothing that the server g"),
    ]


def test_one_school_of_a_server_is_read_without_the_people_of_others() -> None:
    school = small_school()
    school["orgs"].append(org("o3", "蓝天学校小学部", "o1"))
    school["classes"] += [school_class("c8", "云班", school="o2"), school_class("c9", "小班", school="o3")]
    school["users"] += [
        user("s8", "陈", "云", orgs=[reference("o2")]),
        user("s9", "赵", "天", orgs=[reference("o3")]),
        user("s7", "周", "文", orgs=[reference("o2")]),
    ]
    school["enrollments"] += [enrolment("e8", "s8", "c8"), enrolment("e9", "s9", "c9"), enrolment("e7", "s7", "c9")]
    for name in ("蓝天学校", "o1"):
        found = said(school, school=name)
        assert set(entries(found)) == {"t-li", "s1", "s2", "s9", "s7"}
        assert found.elsewhere == 1
        assert not any(each.faults for each in found.reading.entries)
    with pytest.raises(NotFound, match="no school '红星'"):
        said(school, school="红星")


def test_a_role_of_the_district_is_one_in_the_one_school_that_is_read() -> None:
    school = small_school()

    def with_role(sourced_id: str, role: str, place: str) -> Row:
        roles = [{"roleType": "primary", "role": role, "org": reference(place)}]
        return user(sourced_id, "周", "文", role=None, roles=roles)

    school["users"] += [
        with_role("a1", "administrator", "o0"),
        with_role("p1", "proctor", "o0"),
        with_role("t1", "teacher", "o2"),
        with_role("s5", "teacher", "o2"),
    ]
    school["enrollments"] += [enrolment("e8", "p1", "c1", "proctor"), enrolment("e9", "s5", "c1")]
    people = {name: each.role for name, each in entries(said(school, school="蓝天学校")).items()}
    assert people == {"t-li": "teacher", "s1": "student", "s2": "student", "t1": "teacher", "s5": "student"}


@pytest.mark.parametrize(
    ("collection", "place", "changed", "told"),
    [
        ("users", 1, {"givenName": ["小明"]}, "users, row 2: givenName"),
        ("users", 1, {"sourcedId": 7}, "users, row 2: sourcedId"),
        ("users", 0, {"username": {"a": 1}}, "users, row 1: username"),
        ("users", 0, {"roles": "teacher"}, "users, row 1: roles"),
        ("users", 0, {"roles": [{"role": ["teacher"]}]}, "users, row 1: roles"),
        ("users", 0, {"orgs": reference("o1")}, "users, row 1: orgs"),
        ("classes", 0, {"terms": "t1"}, "classes, row 1: terms"),
        ("classes", 0, {"title": 1.5}, "classes, row 1: title"),
        ("enrollments", 2, {"user": "s2"}, "enrollments, row 3: user"),
        ("enrollments", 2, {"class": {"href": "x"}}, "enrollments, row 3: class"),
        ("enrollments", 2, {"endDate": "next year"}, "enrollments, row 3: endDate"),
        ("academicSessions", 0, {"endDate": "2026-02-30"}, "academicSessions, row 1: endDate"),
        ("orgs", 0, {"name": None, "type": 1.5}, "orgs, row 1: type"),
    ],
)
def test_a_field_of_another_type_is_named_and_nothing_is_taken(
    collection: str, place: int, changed: Row, told: str
) -> None:
    school = small_school()
    school[collection][place].update(changed)
    with pytest.raises(BadParameter, match=told):
        said(school)


def test_nothing_is_kept_that_is_not_needed() -> None:
    assert "private.test" not in repr(said(small_school()))
    assert "13800000000" not in repr(said(small_school()))


# -- how it is asked -----------------------------------------------------------------------------------------


def status(code: int, **headers: str) -> Any:
    return lambda _: httpx.Response(code, headers={name.replace("_", "-"): text for name, text in headers.items()})


def test_a_token_that_ran_out_is_renewed_once() -> None:
    double = OneRosterDouble()
    server = double.server()
    server.collection("orgs")
    double.valid = set()
    assert len(server.collection("users")) == 3
    assert double.tokens == ["token-0", "token-1"]
    double.failures = [status(401), None, status(401)]
    with pytest.raises(OtherServiceFailed, match="answered 401 to '/ims/oneroster/v1p1/users'"):
        server.collection("users")


def test_a_wrong_secret_is_told_and_not_repeated() -> None:
    double = OneRosterDouble()
    with structlog.testing.capture_logs() as logs, pytest.raises(OtherServiceFailed, match="gives no token") as failure:
        double.server(secret="very secret words").collection("users")
    assert "very secret" not in f"{failure.value}{failure.value.remedy('en')}{logs}"
    double.failures = [None, status(500), status(500), status(500)]
    with pytest.raises(OtherServiceFailed, match="answered 500") as failure:
        double.server().collection("users")
    assert SECRET not in str(failure.value)
    assert "token-" not in str(failure.value)


@pytest.mark.parametrize(
    "answer", [{}, {"access_token": 5}, {"access_token": ""}, {"access_token": "a\r\nb: c"}, "[]", "no"]
)
def test_what_is_no_token_is_none(answer: Row | str) -> None:
    double = OneRosterDouble()
    double.failures = [body(answer)]
    with pytest.raises(OtherServiceFailed, match="gives no token as OAuth 2 has it"):
        double.server().collection("users")


def test_a_server_that_is_busy_is_given_its_time() -> None:
    double = OneRosterDouble()
    double.failures = [None, status(429, Retry_After="7"), status(503)]
    assert len(double.server().collection("users")) == 3
    assert double.waits == [7.0, 4.0]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'{"users": [{"sourcedId": "s1"}, {"source', "does not answer with users"),
        (b"<html>sign in</html>", "does not answer with users"),
        (b'{"user": []}', "does not answer with users"),
        (b"[]", "does not answer with users"),
        (b'{"users": {"a": 1}}', "does not answer with a list of users"),
        (b'{"users": ["s1"]}', "does not answer with a list of users"),
        (b'{"users": null}', "does not answer with a list of users"),
        (b"[" * 100_000, "does not answer with users"),
    ],
)
def test_a_page_that_is_cut_off_or_is_none_ends_it(content: bytes, told: str) -> None:
    double = OneRosterDouble()
    double.failures = [None, body(content)]
    with pytest.raises(OtherServiceFailed, match=told):
        double.server().collection("users")


def test_links_in_a_circle_end() -> None:
    double = OneRosterDouble(paging="neither", most=1)
    page = {"users": [{"sourcedId": "s1"}]}
    first = body(page, Link=f'<{ENDPOINT}/users?limit=1000&offset=0&sort=sourcedId>; rel="next"')
    double.failures = [None, first]
    with pytest.raises(OtherServiceFailed, match="leads from a page of users to one that was read before"):
        double.server().collection("users")


def test_a_server_that_gives_the_same_rows_again_and_again_ends() -> None:
    double = OneRosterDouble()
    double.failures = [None, *[body({"users": [{"sourcedId": "s1"}]})] * 5]
    with pytest.raises(OtherServiceFailed, match="gives rows of users again"):
        double.server().collection("users")
    assert len(double.failures) == 3


def test_a_collection_has_one_size_and_keeps_what_is_read_of_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    users = OneRosterDouble().server().collection("users")
    assert "private.test" not in repr(users)
    assert users[1]["orgs"] == [reference("o1")]
    double = OneRosterDouble(most=1)
    monkeypatch.setattr(oneroster, "MOST_BYTES", 700)  # two pages of users have less, three more
    with pytest.raises(OtherServiceFailed, match="MB of users"):
        double.server().collection("users")
    assert len(double.paths) == 3


def test_pages_without_end_end(monkeypatch: pytest.MonkeyPatch) -> None:
    given = iter(range(10**6))

    def further(_: httpx.Request) -> httpx.Response:
        double.failures.insert(0, further)
        return httpx.Response(200, json={"users": [{"sourcedId": f"s{next(given)}"} for _ in range(10)]})

    double = OneRosterDouble()
    double.failures = [None, further]
    monkeypatch.setattr(oneroster, "MOST_ROWS", 100)
    with pytest.raises(OtherServiceFailed, match="has more than 100 users"):
        double.server().collection("users")
    monkeypatch.setattr(oneroster, "MOST_ROWS", 10_000)
    monkeypatch.setattr(oneroster, "MOST_PAGES", 20)
    double.failures = [None, further]
    with pytest.raises(OtherServiceFailed, match="has more than 20 pages of users"):
        double.server().collection("users")


@pytest.mark.parametrize(
    "link",
    ["https://elsewhere.test/users?offset=2", "http://sis.test/users", "//elsewhere.test/x", "https://sis.test:444/"],
)
def test_a_link_to_another_server_is_not_followed(link: str) -> None:
    double = OneRosterDouble()
    double.failures = [None, body({"users": [{"sourcedId": "s1"}]}, Link=f'<{link}>; rel="next"')]
    with pytest.raises(OtherServiceFailed, match="leads to another server"):
        double.server().collection("users")


def test_a_redirect_is_not_followed() -> None:
    double = OneRosterDouble()
    double.failures = [None, status(302, Location="https://elsewhere.test/users")]
    with pytest.raises(OtherServiceFailed, match="answered 302"):
        double.server().collection("users")
