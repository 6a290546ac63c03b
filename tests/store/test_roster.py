"""Bringing people in, in the store, on both databases: all of an import or nothing, codes, joining."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

import pytest
from sqlalchemy import Connection, delete, update

from core.records.access import Signin
from core.records.classes import SchoolClass
from core.records.roster import AccessCode, ImportRun, JoinCode, JoinRequest, Renaming, RosterChanges
from core.records.students import Student
from core.store.database.engine import writer
from core.store.parts.accounts import ACCOUNT as ACCOUNTS
from core.store.sql import SqlStore
from tests.store.rows import ACCOUNT, NOW, STUDENT, evaluation, row_counts, with_organisation

UNUSED = "scrypt-nfkc$00$11"
RUN = ImportRun("org", "imp", "list.csv", "acc", NOW)
YEAR = SchoolClass("org", "cls_1", "一年级 1 班", NOW)
NEW = Student("org", "s2", "曾丽", None, NOW, "2026002")
LOGIN = replace(ACCOUNT, account_id="acc_2", username="zengl", role="student", student_id="s2", password_hash=UNUSED)
CODE = AccessCode("org", "acc_2", "f" * 64, NOW, NOW + timedelta(days=60))
JOIN = JoinCode("org", "cls_1", "ABCDEFGH", NOW, NOW + timedelta(days=14))
REQUEST = JoinRequest("org", "join_1", "cls_1", "李华", "", "lih", "hash", "zh", NOW)
CHANGES = RosterChanges(
    RUN,
    classes=(YEAR,),
    students=(NEW,),
    accounts=(LOGIN,),
    members=(("cls_1", "s2"), ("cls_1", "s1")),
    teachers=(("cls_1", "acc"),),
    renamings=(Renaming("s1", "王小明", "王晓明"),),
)


@pytest.fixture
def school(store: SqlStore) -> SqlStore:
    """An organisation with a teacher and a student."""
    with_organisation(store)
    store.add_account(ACCOUNT)
    store.put_student(STUDENT)
    return store


def test_an_import_is_written_and_taken_back_without_a_trace(school: SqlStore) -> None:
    before = row_counts(school)
    assert school.apply_roster(CHANGES)
    assert school.student("org", "s2") == NEW
    assert school.membership("org", ["cls_1"]).students == {"cls_1": {"s1", "s2"}}
    renamed = school.student("org", "s1")
    assert renamed is not None
    assert renamed.name == "王晓明"
    assert school.last_import("org") == school.last_import("org", made_by="acc") == RUN
    assert school.last_import("org", made_by="other") is school.last_import("other") is None
    assert school.import_changes("org", "imp") == CHANGES.kept()
    counts = {"class": 1, "student": 1, "account": 1, "member": 2, "teacher": 1, "name": 1}
    assert school.import_counts("org", "imp") == counts
    assert school.import_counts("other", "imp") == {}
    school.give_codes("org", [CODE], unused_password=UNUSED, only_unused=True)
    assert school.undo_import("other", "imp", NOW, unused_password=UNUSED) is None
    undone = school.undo_import("org", "imp", NOW, unused_password=UNUSED)
    assert undone is not None
    assert (undone.students, undone.accounts, undone.members, undone.names, undone.classes) == (1, 1, 2, 1, 1)
    assert school.undo_import("org", "imp", NOW, unused_password=UNUSED) is None
    after = row_counts(school)
    # What stays is what tells of it: the import's own rows, and three acts of the log.
    assert {name: count for name, count in after.items() if not name.startswith("roster_")} == {
        **before,
        "audit_entry": before["audit_entry"] + 3,
    }
    assert school.student("org", "s1") == STUDENT


@pytest.mark.parametrize(
    "taken",
    [
        replace(CHANGES, students=(replace(NEW, student_id="s1"),)),
        replace(CHANGES, students=(NEW, replace(NEW, student_id="s3"))),
        replace(CHANGES, accounts=(replace(LOGIN, username=ACCOUNT.username),)),
        replace(CHANGES, renamings=(Renaming("s1", "another", "王晓明"),)),
    ],
    ids=["id", "number", "username", "name"],
)
def test_of_an_import_that_meets_something_taken_nothing_is_written(school: SqlStore, taken: RosterChanges) -> None:
    before = row_counts(school)
    assert not school.apply_roster(taken)
    assert row_counts(school) == before
    assert school.student("org", "s1") == STUDENT


def test_a_student_who_worked_since_outlasts_the_undoing(school: SqlStore) -> None:
    school.apply_roster(CHANGES)
    school.add_evaluation(evaluation(student_id="s2"), [], [], call=None, reply=None)
    undone = school.undo_import("org", "imp", NOW, unused_password=UNUSED)
    assert undone is not None
    assert (undone.students, undone.accounts, undone.classes, undone.kept) == (0, 0, 0, ("s2",))
    assert school.membership("org", ["cls_1"]).students == {"cls_1": {"s2"}}


def test_changes_of_an_import_are_erased_with_the_student(school: SqlStore) -> None:
    school.apply_roster(CHANGES)
    school.erase_student("org", "s2")
    assert not [each for each in school.import_changes("org", "imp") if each.student_id == "s2"]
    assert school.undo_import("org", "imp", NOW, unused_password=UNUSED) is not None


def test_a_code_takes_the_place_of_a_password_and_ends_the_sign_ins(school: SqlStore) -> None:
    school.apply_roster(CHANGES)
    for account_id in ("acc", "acc_2"):
        school.add_signin(Signin(account_id, account_id, NOW, NOW, NOW + timedelta(days=1)))
    both = [CODE, replace(CODE, account_id="acc")]
    assert school.give_codes("org", both, unused_password=UNUSED, only_unused=True) == {"acc_2"}
    assert school.give_codes("other", both, unused_password=UNUSED, only_unused=False) == set()
    assert school.access_codes("org") == school.access_codes("org", ["acc_2", "acc"]) == [CODE]
    assert school.signins("org", "acc", NOW, seen_since=NOW - timedelta(days=1))
    assert not school.signins("org", "acc_2", NOW, seen_since=NOW - timedelta(days=1))
    assert school.give_codes("org", both, unused_password=UNUSED, only_unused=False) == {"acc", "acc_2"}
    reset = school.account("org", "acc")
    assert reset is not None
    assert reset.password_hash == UNUSED
    school.change_password("org", "acc", "scrypt$11$11")
    assert school.access_codes("org") == [CODE]
    school.delete_expired(CODE.expires_at, replies_before=NOW)
    assert school.access_codes("org") == []


def test_a_code_never_takes_the_place_of_a_password_that_is_chosen_at_the_same_moment(school: SqlStore) -> None:
    school.apply_roster(CHANGES)
    given = while_written(
        school,
        lambda connection: connection.execute(
            update(ACCOUNTS).where(ACCOUNTS.c.account_id == "acc_2").values(password_hash="scrypt$chosen")
        ),
        lambda: school.give_codes("org", [CODE], unused_password=UNUSED, only_unused=True),
    )
    assert given == set()
    chosen = school.account("org", "acc_2")
    assert chosen is not None
    assert chosen.password_hash == "scrypt$chosen"
    assert school.access_codes("org") == []


def test_an_account_that_is_taken_back_at_the_same_moment_gets_no_code(school: SqlStore) -> None:
    school.apply_roster(CHANGES)
    given = while_written(
        school,
        lambda connection: connection.execute(delete(ACCOUNTS).where(ACCOUNTS.c.account_id == "acc_2")),
        lambda: school.give_codes("org", [CODE], unused_password=UNUSED, only_unused=False),
    )
    assert given == set()
    assert school.access_codes("org") == []


def test_an_import_keeps_the_account_whose_password_is_chosen_while_it_is_undone(school: SqlStore) -> None:
    school.apply_roster(CHANGES)
    undone = while_written(
        school,
        lambda connection: connection.execute(
            update(ACCOUNTS).where(ACCOUNTS.c.account_id == "acc_2").values(password_hash="scrypt$chosen")
        ),
        lambda: school.undo_import("org", "imp", NOW, unused_password=UNUSED),
    )
    assert undone is not None
    assert (undone.accounts, undone.kept) == (0, ("s2",))
    assert school.account("org", "acc_2") is not None


def test_of_two_who_give_codes_at_once_one_code_opens_each_account(school: SqlStore) -> None:
    school.apply_roster(CHANGES)
    start = threading.Barrier(4)

    def give(place: int) -> None:
        codes = [replace(CODE, code_sha256=f"{place}{each}", account_id=each) for each in ("acc", "acc_2")]
        start.wait()
        ordered = codes if place % 2 else codes[::-1]
        assert school.give_codes("org", ordered, unused_password=UNUSED, only_unused=False) == {"acc", "acc_2"}

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(give, range(4)))
    kept = {each.account_id: each.code_sha256 for each in school.access_codes("org")}
    assert kept["acc"].removesuffix("acc") == kept["acc_2"].removesuffix("acc_2")


Outcome = TypeVar("Outcome")


def while_written(store: SqlStore, first: Callable[[Connection], object], second: Callable[[], Outcome]) -> Outcome:
    """What the second returns that begins while the transaction of the first is open, and has to wait for it."""
    with ThreadPoolExecutor(1) as pool:
        with writer(store.engine).begin() as connection:
            first(connection)
            waiting = pool.submit(second)
            with pytest.raises(TimeoutError):
                waiting.result(timeout=0.3)
        return waiting.result(timeout=20)


def test_no_two_students_have_one_number(school: SqlStore) -> None:
    school.apply_roster(CHANGES)
    assert not school.set_student_number("org", "s1", "2026002")
    assert not school.set_student_number("org", "s2", "s1")
    assert school.set_student_number("org", "s1", "2026001")
    assert school.set_student_number("org", "s2", None)
    assert not school.set_student_number("other", "s1", "1")
    assert [each.shown_number for each in school.students("org")] == ["2026001", "s2"]
    school.put_student(replace(STUDENT, student_id="s3"))
    assert [each.number for each in school.students("org")] == ["2026001", None, None]


def test_a_class_has_one_code_and_no_two_classes_the_same(school: SqlStore) -> None:
    assert school.put_join_code(JOIN)
    newer = replace(JOIN, code="HGFEDCBA", approval=False)
    assert school.put_join_code(newer)
    assert school.join_code_named("ABCDEFGH") is None
    assert school.join_code_named("HGFEDCBA") == school.join_code("org", "cls_1") == newer
    assert not school.put_join_code(replace(newer, class_id="cls_2"))
    assert school.join_code("other", "cls_1") is None
    school.end_join_code("org", "cls_1")
    assert school.join_code("org", "cls_1") is None


def test_a_request_is_settled_once(school: SqlStore) -> None:
    school.put_class(YEAR)
    assert school.add_join_request(REQUEST)
    assert not school.add_join_request(replace(REQUEST, request_id="join_2"))
    assert not school.add_join_request(replace(REQUEST, request_id="join_2", username=ACCOUNT.username))
    assert school.join_requests("org", "cls_1") == [REQUEST]
    assert school.join_requests("other", "cls_1") == []
    student, account = replace(NEW, number=None), replace(LOGIN, username="lih")
    assert not school.settle_join_request("org", "join_1", student=replace(student, student_id="s1"), account=account)
    assert school.join_requests("org", "cls_1") == [REQUEST]
    assert not school.settle_join_request("other", "join_1", student=student, account=account)
    assert school.settle_join_request("org", "join_1", student=student, account=account)
    assert not school.settle_join_request("org", "join_1")
    assert school.membership("org").students == {"cls_1": {"s2"}}


def test_a_request_that_nobody_settles_is_not_kept(school: SqlStore) -> None:
    school.add_join_request(REQUEST)
    school.delete_expired(NOW + timedelta(days=60), replies_before=NOW)
    assert school.join_requests("org", "cls_1") == [REQUEST]
    school.delete_expired(NOW + timedelta(days=61), replies_before=NOW)
    assert school.join_requests("org", "cls_1") == []
