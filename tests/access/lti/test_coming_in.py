"""Who comes in from a platform, and as what: people, classes, roles."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.access.lti import claims
from core.api.core import Core
from core.errors import Forbidden
from core.records.access import Account, Caller, Organisation
from core.records.audit import AuditFilter
from core.records.classes import SchoolClass
from core.records.lti import LtiCourse
from core.records.plan import StoredSettings
from core.records.students import Student
from core.records.words import OwnWord
from evaluation.service.clock import StoppedClock
from evaluation.service.lti_platform import ADMINISTRATOR, INSTRUCTOR, LEARNER, Platform


def classes_of(core: Core, account: Account) -> list[str]:
    """Names of the classes that somebody teaches or is in, the class of everyone apart."""
    store, organisation_id = core.store, account.organisation_id
    found = (
        store.classes_of_teacher(organisation_id, account.account_id)
        if account.student_id is None
        else store.classes_of_student(organisation_id, account.student_id)
    )
    return [each.name for each in found if not each.everyone]


def test_a_learner_becomes_a_student_who_is_in_the_class_of_the_course(core: Core, platform: Platform) -> None:
    opened = platform.launch()
    account = opened.account
    assert (account.role, account.display_name, account.username) == ("student", "Anna Müller", "annam")
    student = core.store.student(account.organisation_id, account.student_id or "")
    assert student is not None
    assert student.name == "Anna Müller"
    assert classes_of(core, account) == ["Chinese 1"]
    signed_in = core.access.people.account_of(opened.secret)
    assert signed_in is not None
    assert signed_in.account_id == account.account_id
    assert opened.page == "/"


def test_two_first_launches_at_once_make_one_class(
    core: Core, platform: Platform, school: Organisation, monkeypatch: pytest.MonkeyPatch
) -> None:
    add, rest = core.store.add_lti_course, [lambda: platform.launch(sub="u2")]

    def meanwhile(course: LtiCourse, school_class: SchoolClass) -> LtiCourse:
        if rest:
            rest.pop()()  # another launch, between looking for the course and storing it
        return add(course, school_class)

    monkeypatch.setattr(core.store, "add_lti_course", meanwhile)
    first = platform.launch().account
    assert [each.name for each in core.store.classes(school.organisation_id) if not each.everyone] == ["Chinese 1"]
    assert classes_of(core, first) == ["Chinese 1"]


def test_a_second_launch_is_the_same_person(core: Core, platform: Platform, school: Organisation) -> None:
    first = platform.launch()
    again = platform.launch(name="Anna Meyer")
    assert again.account.account_id == first.account.account_id
    assert len(core.store.accounts(school.organisation_id)) == 1


def test_an_instructor_becomes_a_teacher_of_that_class_alone(core: Core, platform: Platform) -> None:
    platform.launch()
    teacher = platform.teacher().account
    assert (teacher.role, teacher.student_id) == ("teacher", None)
    assert classes_of(core, teacher) == ["Chinese 1"]
    scope = core.classes.scope(core.store.account(teacher.organisation_id, teacher.account_id) or teacher)
    assert scope.students == frozenset({"annam"})
    assert all(not each.everyone for each in scope.classes)


def test_another_course_is_another_class_and_one_of_the_same_name_is_told_apart(core: Core, platform: Platform) -> None:
    platform.teacher()
    again = platform.teacher(**{claims.CONTEXT: {"id": "course-2", "title": "Chinese 1"}}).account
    assert classes_of(core, again) == ["Chinese 1", "Chinese 1 (2)"]


def test_a_launch_outside_of_any_course_makes_no_class(core: Core, platform: Platform) -> None:
    account = platform.launch(**{claims.CONTEXT: None}).account
    assert classes_of(core, account) == []


def test_nobody_is_asked_for_a_password(core: Core, platform: Platform) -> None:
    account = platform.launch().account
    assert core.access.people.has_password(account)


def test_a_person_without_a_name_is_called_by_the_user_name(platform: Platform) -> None:
    first, second = platform.launch(name=None).account, platform.launch(name=None, sub="u2").account
    assert (first.display_name, second.display_name) == ("student", "student2")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("王小明", "王小明"),
        ("=HYPERLINK(1)", "HYPERLINK(1)"),
        ("Anna\u202e\nMüller", "Anna Müller"),
        ("x" * 500, "x" * 60),
        ("---", "student"),
    ],
)
def test_a_name_is_kept_on_one_line_without_hidden_characters(name: str, kept: str, platform: Platform) -> None:
    assert platform.launch(name=name).account.display_name == kept


def test_the_administrator_of_a_platform_is_a_teacher_at_most(platform: Platform) -> None:
    account = platform.launch(**{claims.ROLES: [ADMINISTRATOR, INSTRUCTOR]}).account
    assert account.role == "teacher"


def test_nobody_is_recognised_by_name_or_mail(core: Core, platform: Platform, school: Organisation) -> None:
    """Whoever can write names in a platform would be let into somebody else's account."""
    own = core.access.new_account(school, "teacher", username="annam", password="correct horse 1", name="Anna Müller")
    account = platform.launch(email="annam@school.test").account
    assert account.account_id != own.account_id
    assert account.username == "annam2"


def test_a_student_who_has_only_looked_becomes_a_teacher(core: Core, platform: Platform, school: Organisation) -> None:
    student = platform.launch().account
    core.store.put_plan_settings(
        StoredSettings(school.organisation_id, student.student_id or "", "{}", core.clock.now())
    )
    teacher = platform.teacher("u1").account
    assert teacher.role == "teacher"
    assert core.store.students(school.organisation_id) == []
    (receipt,) = core.store.erasure_receipts(school.organisation_id)
    told = core.store.audit_entries(school.organisation_id, AuditFilter(action="student_erased"), below=None, limit=9)
    assert [each.subject.id for each in told] == [receipt.receipt_id]
    assert platform.teacher("u1").account.account_id == teacher.account_id


def test_a_student_with_work_of_their_own_never_becomes_a_teacher(core: Core, platform: Platform) -> None:
    student = platform.launch().account
    word = OwnWord(
        organisation_id=student.organisation_id,
        student_id=student.student_id or "",
        word="水",
        pinyin="shuǐ",
        meaning="water",
        level=1,
        sentence="",
        added_at=core.clock.now(),
    )
    core.store.add_own_word(word)
    with pytest.raises(Forbidden, match="with work of its own") as refusal:
        platform.teacher("u1")
    assert "administrator" in refusal.value.remedy("en")
    assert platform.launch().account.account_id == student.account_id


def test_a_teacher_never_comes_in_as_a_learner(platform: Platform) -> None:
    platform.teacher()
    with pytest.raises(Forbidden, match="learns in this course"):
        platform.teacher(**{claims.ROLES: [LEARNER]})


def test_a_closed_account_does_not_come_in(core: Core, platform: Platform) -> None:
    account = platform.launch().account
    core.access.people.disable(account)
    with pytest.raises(Forbidden, match="closed"):
        platform.launch()


def test_somebody_who_was_erased_begins_anew(core: Core, platform: Platform, school: Organisation) -> None:
    account = platform.launch().account
    core.store.erase_student(school.organisation_id, account.student_id or "")
    assert core.store.lti_people(school.organisation_id) == []
    assert platform.launch().account.account_id != account.account_id


def test_a_student_who_was_merged_comes_in_as_the_one_who_stayed(
    core: Core, platform: Platform, school: Organisation
) -> None:
    admin = core.access.new_account(school, "admin", username="head", password="correct horse 1")
    own = core.access.new_account(school, "student", username="anna", password="correct horse 2", student_id="s7")
    core.store.put_student(Student(school.organisation_id, "s7", "Anna", None, core.clock.now()))
    account = platform.launch().account
    caller = Caller(school.organisation_id, frozenset())
    core.people.merge(account.student_id or "", "s7", caller, by=admin.account_id)
    again = platform.launch().account
    assert again.student_id == "s7"
    assert again.account_id in (own.account_id, account.account_id)
    assert again.disabled_at is None


def test_a_class_that_is_over_stays_over(core: Core, platform: Platform, school: Organisation) -> None:
    teacher = platform.teacher().account
    (course,) = core.store.lti_courses(school.organisation_id)
    core.classes.archive(course.class_id, Caller(school.organisation_id, frozenset()), over=True, by=teacher.account_id)
    platform.launch()
    (found,) = [each for each in core.store.classes(school.organisation_id) if each.class_id == course.class_id]
    assert found.archived_at is not None


def test_a_link_of_the_platforms_own_opens_the_page_it_names(platform: Platform) -> None:
    opened = platform.launch(**{claims.CUSTOM: {"wenlu_opens": "lesson:unit_1-01"}})
    assert opened.page == "/lesson?resource=unit_1-01"
    assert platform.launch(**{claims.CUSTOM: {"wenlu_opens": "//evil.test"}}).page == "/"


def test_used_nonces_are_forgotten_after_they_expired(core: Core, platform: Platform, clock: StoppedClock) -> None:
    platform.launch()
    assert core.lti.forget_nonces() == 0
    clock.advance(timedelta(hours=1))
    assert core.lti.forget_nonces() == 1
