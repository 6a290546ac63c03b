"""The LTI part of the store, on both databases."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from core.errors import BadStudentFile
from core.records.access import Account, Organisation
from core.records.classes import SchoolClass
from core.records.lti import LineItem, LtiCourse, LtiPerson, LtiScore, Registration
from core.records.students import Student
from core.store.sql import SqlStore

NOW = datetime(2026, 11, 24, 2, tzinfo=UTC)
HOUR = timedelta(hours=1)
REGISTRATION = Registration(
    "lti_1", "org", "https://lms.test", "c1", "1", "https://lms.test/a", "https://lms.test/t", "https://lms.test/k", NOW
)
ACCOUNT = Account("acc_1", "org", "anna", "student", "Anna", "scrypt$00$00", "anna", None, NOW)
STUDENT = Student("org", "anna", "Anna", None, NOW)
PERSON = LtiPerson("org", "https://lms.test", "u1", "acc_1", "anna", NOW)
COURSE = LtiCourse("org", "lti_1", "course-1", "cls_1", "https://lms.test/m")
SCORE = LtiScore("org", "lti_1", "https://lms.test/c", "anna", 50.0, "Completed", "FullyGraded", NOW, try_at=NOW)


def school(store: SqlStore) -> None:
    store.add_organisation(Organisation("org", "School", "free", None, False, NOW))
    store.put_class(SchoolClass("org", "cls_1", "Chinese 1", NOW))


def test_a_registration_is_kept_once_and_its_courses_wait_while_it_is_removed(store: SqlStore) -> None:
    school(store)
    assert store.add_lti_registration(REGISTRATION)
    assert not store.add_lti_registration(replace(REGISTRATION, registration_id="lti_2"))
    assert store.lti_registrations("org") == store.lti_registrations_of("https://lms.test") == [REGISTRATION]
    assert store.lti_registrations("other") == []
    store.put_lti_course(COURSE)
    store.add_lti_person(PERSON, ACCOUNT, STUDENT)
    store.put_lti_scores([SCORE])
    assert not store.remove_lti_registration("other", "lti_1")
    assert store.lti_scores("org") == [SCORE]
    assert store.remove_lti_registration("org", "lti_1")
    assert store.lti_registrations("org") == []
    assert store.lti_courses("org") == [COURSE]
    assert store.lti_scores("org") == []


def test_of_two_first_launches_of_a_course_one_makes_its_class(store: SqlStore) -> None:
    store.add_organisation(Organisation("org", "School", "free", None, False, NOW))
    first, second = (SchoolClass("org", class_id, "Chinese 1", NOW) for class_id in ("cls_1", "cls_2"))
    assert store.add_lti_course(COURSE, first) == COURSE
    assert store.add_lti_course(replace(COURSE, class_id="cls_2"), second) == COURSE
    assert {each.class_id for each in store.classes("org") if not each.everyone} == {"cls_1"}
    store.put_lti_course(replace(COURSE, class_id="cls_9"))
    again = replace(COURSE, class_id="cls_2")
    assert store.add_lti_course(again, second) == again
    assert store.lti_courses("org") == [again]
    assert {each.class_id for each in store.classes("org") if not each.everyone} == {"cls_1", "cls_2"}


def test_a_person_is_stored_whole_or_not_at_all(store: SqlStore) -> None:
    school(store)
    assert store.add_lti_person(PERSON, ACCOUNT, STUDENT)
    taken = replace(PERSON, subject="u2", account_id="acc_2", student_id="ben")
    assert not store.add_lti_person(taken, replace(ACCOUNT, account_id="acc_2"), replace(STUDENT, student_id="ben"))
    assert store.lti_person("org", "https://lms.test", "u2") is None
    assert store.student("org", "ben") is None
    assert store.lti_people("org") == [PERSON]
    assert store.lti_person("other", "https://lms.test", "u1") is None
    assert store.lti_person_of("org", "https://lms.test", "anna") == PERSON
    assert store.lti_person_of("org", "https://other.test", "anna") is None
    assert store.lti_person_of("other", "https://lms.test", "anna") is None


def test_a_nonce_is_used_once_until_it_is_forgotten(store: SqlStore) -> None:
    assert store.use_lti_nonce("n", NOW)
    assert not store.use_lti_nonce("n", NOW)
    assert store.forget_lti_nonces(NOW) == 0
    assert store.forget_lti_nonces(NOW + HOUR) == 1


def test_keys_are_stored_once_and_replaced_only_by_whoever_read_them(store: SqlStore) -> None:
    assert store.lti_keys("a") == store.lti_keys("b") == "a"
    assert not store.replace_lti_keys("b", "c")
    assert store.replace_lti_keys("a", "c")
    assert store.lti_keys("d") == "c"


def test_members_of_a_course_join_its_class_and_leave_it(store: SqlStore) -> None:
    school(store)
    store.add_lti_person(PERSON, ACCOUNT, STUDENT)
    store.put_lti_course(COURSE)
    store.change_lti_course_members(COURSE, added=["anna", "nobody"], at=NOW)
    assert store.lti_course_members("org", "lti_1", "course-1") == {"anna"}
    assert store.membership("org", ["cls_1"]).students["cls_1"] == {"anna"}
    store.change_lti_course_members(COURSE, removed=["anna"], at=NOW)
    assert store.lti_course_members("org", "lti_1", "course-1") == frozenset()
    assert not store.membership("org", ["cls_1"]).students.get("cls_1")
    read = replace(COURSE, members_read_at=NOW)
    store.put_lti_course(read)
    assert store.lti_course("org", "lti_1", "course-1") == read


def test_what_came_from_a_platform_goes_with_its_student(store: SqlStore) -> None:
    school(store)
    store.add_lti_person(PERSON, ACCOUNT, STUDENT)
    store.change_lti_course_members(COURSE, added=["anna"], at=NOW)
    store.put_lti_scores([SCORE])
    erased = store.erase_student("org", "anna")
    assert {name: erased[name] for name in erased if name.startswith("lti")} == {
        "lti_person": 1,
        "lti_course_member": 1,
        "lti_score": 1,
    }
    assert store.put_lti_scores([SCORE]) == 0


def test_a_score_is_taken_by_one_and_settled_as_it_was_taken(store: SqlStore) -> None:
    school(store)
    store.add_lti_person(PERSON, ACCOUNT, STUDENT)
    assert store.put_lti_scores([SCORE]) == 1
    assert store.put_lti_scores([replace(SCORE, score=1.0)]) == 0
    assert store.take_due_lti_scores(NOW - HOUR, leased_until=NOW, most=9) == []
    assert store.take_due_lti_scores(NOW, leased_until=NOW + HOUR, most=9) == [SCORE]
    assert store.take_due_lti_scores(NOW, leased_until=NOW + HOUR, most=9) == []
    store.settle_lti_score(SCORE, sent_at=None, try_at=NOW + HOUR)
    assert store.lti_scores("org") == [replace(SCORE, tries=1, try_at=NOW + HOUR)]
    store.settle_lti_score(SCORE, sent_at=NOW, try_at=None)
    assert store.lti_scores("org") == [replace(SCORE, sent_at=NOW, try_at=None)]


def test_a_file_of_a_student_opens_no_account_to_a_platform(store: SqlStore) -> None:
    """Whoever writes such a file could else say by whose sign-in on a platform the account is opened."""
    school(store)
    store.add_lti_person(PERSON, ACCOUNT, STUDENT)
    copy = store.student_copy("org", "anna")
    own = {each.name: each.comes_back for each in copy.tables if each.name.startswith("lti")}
    assert own["lti_person"] is False
    store.erase_student("org", "anna")
    written = replace(copy, tables=tuple(replace(each, comes_back=True) for each in copy.tables))
    with pytest.raises(BadStudentFile, match="which no student brings along"):
        store.restore_student(
            "org", "anna", written, at=NOW, new_id=lambda prefix: f"{prefix}_9", new_item_ids={}, unused_password="x"
        )
    assert store.lti_people("org") == []


def test_a_column_is_kept_with_when_it_was_seen(store: SqlStore) -> None:
    item = LineItem("org", "lti_1", "https://lms.test/c", "course-1", "as_1", NOW)
    store.put_line_item(item)
    store.put_line_item(replace(item, assignment_id="as_2"))
    assert store.line_items("org", seen_since=NOW) == [replace(item, assignment_id="as_2")]
    assert store.line_items("org", seen_since=NOW + HOUR) == []
    assert store.line_items("other", seen_since=NOW) == []
