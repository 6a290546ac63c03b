"""Classes in the store, on both databases."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from core.records.classes import EVERYONE, Membership, SchoolClass
from core.store.sql import SqlStore
from tests.store.rows import ACCOUNT, NOW, ORGANISATION, STUDENT, with_organisation

YEAR = SchoolClass("org", "cls_1", "一年级 1 班", NOW, consent="missing", keep_days=30)


@pytest.fixture
def school(store: SqlStore) -> SqlStore:
    """An organisation with a teacher, two students and a class beside that of everyone."""
    with_organisation(store)
    store.add_account(ACCOUNT)
    for student_id in ("s1", "s2"):
        store.put_student(replace(STUDENT, student_id=student_id))
    store.put_class(YEAR)
    return store


def test_an_organisation_begins_with_a_class_of_everyone(school: SqlStore) -> None:
    everyone, year = sorted(school.classes("org"), key=lambda each: not each.everyone)
    assert everyone == SchoolClass("org", EVERYONE, ORGANISATION.name, NOW, everyone=True)
    assert year == YEAR


def test_a_class_is_replaced_and_its_members_stay(school: SqlStore) -> None:
    school.change_members("org", "cls_1", added=["s1"], at=NOW)
    over = replace(YEAR, name="二年级 1 班", archived_at=NOW + timedelta(days=300), consent="given", keep_days=None)
    school.put_class(over)
    assert over in school.classes("org")
    assert school.membership("org").students == {"cls_1": {"s1"}}


def test_members_come_and_go_and_coming_twice_is_coming_once(school: SqlStore) -> None:
    school.change_members("org", "cls_1", added=["s1", "s2", "s2"], at=NOW)
    school.change_members("org", "cls_1", added=["s1"], removed=["s2"], at=NOW)
    school.change_teachers("org", "cls_1", added=["acc"])
    assert school.membership("org", ["cls_1"]) == Membership(
        {"cls_1": frozenset({"s1"})}, {"cls_1": frozenset({"acc"})}
    )
    assert school.membership("org", [EVERYONE]) == school.membership("other") == Membership({}, {})
    school.change_teachers("org", "cls_1", removed=["acc"])
    assert school.classes_of_teacher("org", "acc") == []


def test_a_student_is_in_the_classes_of_this_year_and_in_that_of_everyone(school: SqlStore) -> None:
    school.put_class(replace(YEAR, class_id="cls_0", archived_at=NOW))
    for class_id in ("cls_0", "cls_1"):
        school.change_members("org", class_id, added=["s1"], at=NOW)
    assert [each.class_id for each in school.classes_of_student("org", "s1")] == [EVERYONE, "cls_1"]
    assert [each.class_id for each in school.classes_of_student("org", "s2")] == [EVERYONE]


def test_members_are_erased_with_the_student(school: SqlStore) -> None:
    school.change_members("org", "cls_1", added=["s1", "s2"], at=NOW)
    assert school.erase_student("org", "s1")["class_student"] == 1
    assert school.membership("org").students == {"cls_1": {"s2"}}


def test_an_organisation_is_found_by_an_address_that_no_other_has(school: SqlStore) -> None:
    school.add_organisation(replace(ORGANISATION, organisation_id="other", name="Other"))
    assert school.set_address("org", "lantian")
    assert not school.set_address("other", "lantian")
    found = school.organisation_at("lantian")
    assert found is not None
    assert (found.organisation_id, found.address) == ("org", "lantian")
    assert school.set_address("org", None)
    assert school.organisation_at("lantian") is None
    assert school.set_address("other", "lantian")
