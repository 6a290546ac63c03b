"""Names and roles: a class follows its platform's list of members."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.access.lti import claims
from core.access.lti.services import MOST_MEMBERS
from core.api.core import Core
from core.jobs import nightly
from core.records.access import Organisation
from core.records.students import Student
from evaluation.service.lti_platform import INSTRUCTOR, LEARNER, Platform


def member(subject: str, *roles: str, **more: Any) -> dict[str, Any]:
    return {
        "user_id": subject,
        "roles": list(roles or (LEARNER,)),
        "name": f"Name {subject}",
        "status": "Active",
        **more,
    }


TEACHER = member("t1", INSTRUCTOR)


def read(core: Core, school: Organisation) -> tuple[int, int, str]:
    (result,) = core.lti.read_members(school.organisation_id)
    return result.joined, result.left, result.failure


def in_class(core: Core, school: Organisation) -> set[str]:
    """Names of the students in the class of the course."""
    (course,) = core.store.lti_courses(school.organisation_id)
    inside = core.store.membership(school.organisation_id, [course.class_id]).students.get(course.class_id, frozenset())
    return {each.name for each in core.store.students(school.organisation_id) if each.student_id in inside}


def test_learners_on_the_list_join_and_those_who_are_gone_leave_with_nothing_deleted(
    core: Core, platform: Platform, school: Organisation
) -> None:
    platform.teacher()
    url = f"{platform.url}/members"
    platform.pages[url] = ([TEACHER, member("u1"), member("u2")], "")
    assert read(core, school) == (2, 0, "")
    assert in_class(core, school) == {"Name u1", "Name u2"}
    platform.pages[url] = ([TEACHER, member("u2", status="Inactive"), member("u3")], "")
    assert read(core, school) == (1, 2, "")
    assert in_class(core, school) == {"Name u3"}
    assert len(core.store.students(school.organisation_id)) == 3
    assert read(core, school) == (0, 0, "")
    back = platform.launch(sub="u1").account
    assert back.display_name == "Name u1"
    assert in_class(core, school) == {"Name u1", "Name u3"}


def test_whom_the_school_put_into_the_class_itself_stays(core: Core, platform: Platform, school: Organisation) -> None:
    platform.teacher()
    (course,) = core.store.lti_courses(school.organisation_id)
    core.store.put_student(Student(school.organisation_id, "own", "Own", None, core.clock.now()))
    core.store.change_members(school.organisation_id, course.class_id, added=["own"], at=core.clock.now())
    platform.pages[f"{platform.url}/members"] = ([TEACHER, member("u1")], "")
    read(core, school)
    assert in_class(core, school) == {"Own", "Name u1"}


def test_all_pages_of_a_list_are_read(core: Core, platform: Platform, school: Organisation) -> None:
    platform.teacher()
    url = f"{platform.url}/members"
    platform.pages[url] = ([TEACHER, member("u1")], f'<{url}?page=2>; rel="next", <{url}>; rel="first"')
    platform.pages[f"{url}?page=2"] = ([member("u2")], f'<{url}>; rel="prev"')
    assert read(core, school) == (2, 0, "")


def test_a_teacher_who_teaches_the_course_no_longer_loses_the_class(
    core: Core, platform: Platform, school: Organisation
) -> None:
    first, second = platform.teacher().account, platform.teacher("t2").account
    (course,) = core.store.lti_courses(school.organisation_id)
    platform.pages[f"{platform.url}/members"] = ([TEACHER, member("t2", LEARNER)], "")
    read(core, school)
    teachers = core.store.membership(school.organisation_id, [course.class_id]).teachers[course.class_id]
    assert teachers == {first.account_id}
    assert second.role == "teacher"


def test_a_teacher_on_the_list_as_a_learner_becomes_no_student(
    core: Core, platform: Platform, school: Organisation
) -> None:
    platform.teacher()
    platform.teacher("t2")
    platform.pages[f"{platform.url}/members"] = ([TEACHER, member("t2", LEARNER)], "")
    assert read(core, school) == (0, 0, "")
    assert core.store.students(school.organisation_id) == []


ELSEWHERE = "https://evil.test/members"
BAD_LISTS: dict[str, tuple[list[dict[str, Any]], str, str]] = {
    "empty": ([], "", "is empty"),
    "of nobody who learns or teaches": ([member("x", "https://x/Observer")], "", "is empty"),
    "too long": ([member(f"u{number}") for number in range(MOST_MEMBERS + 1)], "", "more than"),
    "leading to itself": ([member("u1")], '<https://lms.test/members>; rel="next"', "no end"),
    "leading to another server": ([member("u1")], f'<{ELSEWHERE}>; rel="next"', "another server"),
    "leading to another scheme": ([member("u1")], '<file:///etc/passwd>; rel="next"', "another server"),
}


@pytest.mark.parametrize("name", BAD_LISTS)
def test_a_list_that_cannot_be_trusted_changes_nothing(
    name: str, core: Core, platform: Platform, school: Organisation
) -> None:
    platform.teacher()
    platform.launch()
    rows, link, reason = BAD_LISTS[name]
    platform.pages[f"{platform.url}/members"] = (rows, link)
    joined, left, failure = read(core, school)
    assert (joined, left) == (0, 0)
    assert reason in failure
    assert in_class(core, school) == {"Anna Müller"}
    assert ELSEWHERE not in platform.called


def test_a_list_without_end_is_left(core: Core, platform: Platform, school: Organisation) -> None:
    platform.teacher()
    url = f"{platform.url}/members"
    for number in range(150):
        address = f"{url}?page={number}" if number else url
        platform.pages[address] = ([member(f"u{number}")], f'<{url}?page={number + 1}>; rel="next"')
    assert "no end" in read(core, school)[2]


@pytest.mark.parametrize("answer", [401, 403, 404, 500, -1])
def test_a_platform_that_does_not_answer_changes_nothing(
    answer: int, core: Core, platform: Platform, school: Organisation
) -> None:
    platform.teacher()
    platform.status[f"{platform.url}/members"] = answer
    assert read(core, school)[2]


def test_a_platform_that_is_away_is_asked_once_and_one_bad_list_keeps_no_other_from_its_class(
    core: Core, platform: Platform, school: Organisation
) -> None:
    for number in (1, 2, 3):
        url = f"{platform.url}/members/{number}"
        context = {"id": f"course-{number}", "title": f"Chinese {number}"}
        platform.teacher(**{claims.CONTEXT: context, claims.MEMBERSHIPS: {"context_memberships_url": url}})
        platform.pages[url] = ([TEACHER, member(f"u{number}")], "")
    platform.status[f"{platform.url}/members/1"] = 404
    results = core.lti.read_members(school.organisation_id)
    assert [(each.joined, bool(each.failure)) for each in results] == [(0, True), (1, False), (1, False)]
    called = len(platform.called)
    platform.status[f"{platform.url}/members/1"] = 503
    assert all(each.failure for each in core.lti.read_members(school.organisation_id))
    assert len(platform.called) == called + 1


def test_the_list_of_a_course_whose_class_is_archived_is_not_read(
    core: Core, platform: Platform, school: Organisation
) -> None:
    platform.teacher()
    platform.pages[f"{platform.url}/members"] = ([TEACHER, member("u1")], "")
    (course,) = core.store.lti_courses(school.organisation_id)
    (own,) = [each for each in core.store.classes(school.organisation_id) if each.class_id == course.class_id]
    core.store.put_class(replace(own, archived_at=core.clock.now()))
    assert core.lti.read_members(school.organisation_id) == []


def test_a_token_that_the_platform_forgot_is_asked_for_anew(
    core: Core, platform: Platform, school: Organisation
) -> None:
    platform.teacher()
    platform.pages[f"{platform.url}/members"] = ([TEACHER], "")
    assert read(core, school) == (0, 0, "")
    platform.tokens.clear()
    assert read(core, school) == (0, 0, "")
    assert len(platform.assertions) == 2


def test_the_nightly_work_reads_the_lists_and_a_platform_that_is_away_stops_nothing(
    core: Core, platform: Platform
) -> None:
    platform.teacher()
    platform.pages[f"{platform.url}/members"] = ([TEACHER, member("u1")], "")
    assert any("1 joined" in line for line in nightly(core))
    platform.status[f"{platform.url}/members"] = -1
    assert any("not read" in line for line in nightly(core))


def test_a_course_that_tells_no_list_is_passed_over(core: Core, platform: Platform, school: Organisation) -> None:
    platform.teacher(**{claims.MEMBERSHIPS: {"context_memberships_url": "http://10.0.0.1/members"}})
    assert core.lti.read_members(school.organisation_id) == []
