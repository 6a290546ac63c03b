"""Joining a class by a code: whoever has it asks, a teacher admits, and nobody finds it by guessing."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from core.access.roster import codes
from core.errors import BadParameter, Forbidden, NotFound, RateExceeded
from core.records.students import Student
from tests.access.roster.school import CALLER, NOW, TestSchool

PASSWORD = "eine eigene Wahl"


def ask(school: TestSchool, code: str, username: str = "xiaoming", **changed: str) -> bool:
    given = {"name": "王小明", "number": "", "password": PASSWORD, **changed}
    return school.core.people.ask_to_join(
        code,
        username=username,
        name=given["name"],
        number=given["number"],
        password=given["password"],
        language="zh",
        address="203.0.113.7",
    )


def test_a_visitor_asks_and_is_in_once_a_teacher_admits_them(school: TestSchool) -> None:
    people = school.core.people
    code = people.open_joining("a", CALLER, by="li")
    door = people.join_door(code.lower(), address="203.0.113.7")
    assert (door.school, door.class_name, door.approval) == ("蓝天学校", "三年级1班", True)
    assert not ask(school, code)
    (waiting,) = people.joining("a", CALLER, by="li").waiting
    assert (waiting.name, waiting.username, waiting.name_taken) == ("王小明", "xiaoming", False)
    assert people.of_class("a", CALLER, by="li") == []
    assert people.settle_joining("a", [waiting.request_id], CALLER, admitted=True, by="li") == 1
    (student,) = people.of_class("a", CALLER, by="li")
    assert (student.name, student.state) == ("王小明", "open")
    assert school.core.access.people.sign_in("xiaoming", PASSWORD).account.student_id == "xiaoming"
    assert people.joining("a", CALLER, by="li").waiting == []


def test_somebody_refused_leaves_nothing_behind(school: TestSchool) -> None:
    people = school.core.people
    code = people.open_joining("a", CALLER, by="li")
    ask(school, code)
    (waiting,) = people.joining("a", CALLER, by="li").waiting
    with pytest.raises(NotFound):
        people.settle_joining("a", [waiting.request_id], CALLER, admitted=True, by="wang")
    assert people.settle_joining("b", [waiting.request_id], CALLER, admitted=True, by="wang") == 0
    people.settle_joining("a", [waiting.request_id], CALLER, admitted=False, by="li")
    assert school.rows() == {"students": 0, "accounts": 3, "members": 0}
    assert not ask(school, code)


def test_without_approval_whoever_has_the_code_is_in(school: TestSchool) -> None:
    code = school.core.people.open_joining("a", CALLER, by="li", approval=False)
    assert ask(school, code, number="7")
    (student,) = school.core.people.of_class("a", CALLER, by="li")
    assert (student.student_id, student.number) == ("7", "7")


def test_without_approval_whoever_may_be_here_already_waits_to_be_admitted(school: TestSchool) -> None:
    school.bring("姓名\t学号\n张三\tS012\n李四\tS014\n")
    school.core.store.put_student(Student("org", "S099", "赵六", None, NOW))
    people = school.core.people
    code = people.open_joining("a", CALLER, by="li", approval=False)
    assert not ask(school, code, "zhangsan", name="张 三")
    assert not ask(school, code, "lisi", name="Li Si", number="s014")
    assert not ask(school, code, "zhaoliu", name="Zhao Liu", number="S099")
    assert ask(school, code, "zhaoliu2", name="赵六")
    first, second, third = people.joining("a", CALLER, by="li").waiting
    assert [[one.student_id for one in each.may_be] for each in (first, second, third)] == [["S012"], ["S014"], []]
    before = school.rows()
    people.admit_as("a", first.request_id, "S012", CALLER, by="li")
    assert school.rows() == before
    # Whoever has a sign-in here already would be here twice as well.
    assert not ask(school, code, "zhangsan2", name="张三")


def test_a_student_without_a_name_gets_the_one_that_was_typed(school: TestSchool) -> None:
    school.core.store.put_student(Student("org", "S012", "", None, NOW))
    school.core.store.change_members("org", "a", added=["S012"], at=NOW)
    code = school.core.people.open_joining("a", CALLER, by="li")
    ask(school, code, "zs", name="张三", number="S012")
    (waiting,) = school.core.people.joining("a", CALLER, by="li").waiting
    school.core.people.admit_as("a", waiting.request_id, "S012", CALLER, by="li")
    assert [(each.name, each.number) for each in school.core.people.of_class("a", CALLER, by="li")] == [
        ("张三", "S012")
    ]
    assert school.core.access.people.sign_in("zs", PASSWORD).account.display_name == "张三"


def test_a_number_that_somebody_has_opens_nothing_of_theirs(school: TestSchool) -> None:
    school.bring("7\t曾丽\n")
    code = school.core.people.open_joining("a", CALLER, by="li")
    ask(school, code, number="7")
    (waiting,) = school.core.people.joining("a", CALLER, by="li").waiting
    assert waiting.number_taken
    school.core.people.settle_joining("a", [waiting.request_id], CALLER, admitted=True, by="li")
    assert {each.name: each.student_id for each in school.core.people.of_class("a", CALLER, by="li")} == {
        "曾丽": "7",
        "王小明": "xiaoming",
    }


@pytest.mark.parametrize(
    ("changed", "field"),
    [({"username": "LI"}, "username"), ({"username": ""}, "username"), ({"name": "=1"}, "name"), ({"password": "1"}, "password"), ({"number": "1 2"}, "number")],
)  # fmt: skip
def test_what_cannot_be_taken_is_named(school: TestSchool, changed: dict[str, str], field: str) -> None:
    code = school.core.people.open_joining("a", CALLER, by="li")
    with pytest.raises(BadParameter, match=field):
        ask(school, code, **changed)
    assert school.core.people.joining("a", CALLER, by="li").waiting == []


def test_a_user_name_that_somebody_asked_for_is_taken(school: TestSchool) -> None:
    code = school.core.people.open_joining("a", CALLER, by="li")
    ask(school, code)
    with pytest.raises(BadParameter, match="is taken") as refused:
        ask(school, code)
    assert "xiaoming2" in refused.value.remedy("en")


def test_a_code_ends_with_its_time_when_it_is_ended_and_with_the_next_one(school: TestSchool) -> None:
    people = school.core.people
    first = people.open_joining("a", CALLER, by="li")
    second = people.open_joining("a", CALLER, by="li", days=3)
    with pytest.raises(NotFound, match="opens no class"):
        ask(school, first)
    school.clock.moment += timedelta(days=3)
    with pytest.raises(NotFound, match="opens no class"):
        ask(school, second)
    third = people.open_joining("a", CALLER, by="li")
    people.end_joining("a", CALLER, by="li")
    with pytest.raises(NotFound, match="opens no class"):
        ask(school, third)
    with pytest.raises(NotFound):
        people.open_joining("a", CALLER, by="wang")
    with pytest.raises(BadParameter, match="days"):
        people.open_joining("a", CALLER, by="li", days=400)


def test_guesses_at_codes_are_limited_and_right_codes_cost_nothing(school: TestSchool) -> None:
    people = school.core.people
    code = people.open_joining("a", CALLER, by="li")
    for _ in range(30):
        people.join_door(code, address="203.0.113.7")
    for _ in range(20):
        with pytest.raises(NotFound):
            people.join_door(codes.new_code(), address="203.0.113.7")
    with pytest.raises(RateExceeded):
        people.join_door(code, address="203.0.113.7")
    assert people.join_door(code, address="198.51.100.7").class_name == "三年级1班"


def test_a_code_that_went_astray_fills_no_database(school: TestSchool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.access.roster.joining.MOST_WAITING", 1)
    code = school.core.people.open_joining("a", CALLER, by="li")
    ask(school, code)
    with pytest.raises(Forbidden, match="Too many wait"):
        ask(school, code, "another")


def test_whoever_is_on_the_list_and_never_signed_in_is_admitted_as_themself(school: TestSchool) -> None:
    school.bring("姓名\t学号\n张三\tS012\n张三\tS013\n李四\tS014\n")
    code = school.core.people.open_joining("a", CALLER, by="li")
    ask(school, code, "zhangsan", name="张三", number="s013")
    ask(school, code, "wangwu", name="王五")
    first, second = school.core.people.joining("a", CALLER, by="li").waiting
    assert [(each.name, each.number) for each in first.may_be] == [("张三", "S013"), ("张三", "S012")]
    assert second.may_be == []
    before = school.rows()
    with pytest.raises(NotFound, match="no such request of this student"):
        school.core.people.admit_as("a", second.request_id, "S014", CALLER, by="li")
    with pytest.raises(NotFound):
        school.core.people.admit_as("a", first.request_id, "S013", CALLER, by="wang")
    school.core.people.admit_as("a", first.request_id, "S013", CALLER, by="li")
    assert school.rows() == before
    entered = school.core.access.people.sign_in("zhangsan", PASSWORD, school="lantian")
    assert (entered.account.student_id, entered.account.display_name) == ("S013", "张三")
    with pytest.raises(NotFound):
        school.core.people.admit_as("a", first.request_id, "S012", CALLER, by="li")


def test_a_student_who_has_signed_in_is_nobody_s_double(school: TestSchool) -> None:
    school.bring("姓名\t学号\n张三\tS012\n")
    code = school.core.people.open_joining("a", CALLER, by="li")
    ask(school, code, "zs", name="张三")
    (waiting,) = school.core.people.joining("a", CALLER, by="li").waiting
    assert len(waiting.may_be) == 1
    (account,) = [each for each in school.core.store.accounts("org") if each.student_id == "S012"]
    school.core.store.change_password("org", account.account_id, "scrypt-nfkc$00$00")
    assert school.core.people.joining("a", CALLER, by="li").waiting[0].may_be == []
    with pytest.raises(NotFound):
        school.core.people.admit_as("a", waiting.request_id, "S012", CALLER, by="li")
    double = replace(account, account_id="acc_new", username="zs")
    assert not school.core.store.admit_as("org", waiting.request_id, double, unused_password="scrypt-nfkc$0$0")
    assert len(school.core.store.join_requests("org", "a")) == 1


def test_a_student_without_an_account_gets_the_one_that_was_asked_for(school: TestSchool) -> None:
    school.core.store.put_student(Student("org", "S012", "张三", None, NOW))
    school.core.store.change_members("org", "a", added=["S012"], at=NOW)
    code = school.core.people.open_joining("a", CALLER, by="li")
    ask(school, code, "zs", name="张三")
    (waiting,) = school.core.people.joining("a", CALLER, by="li").waiting
    school.core.people.admit_as("a", waiting.request_id, "S012", CALLER, by="li")
    assert school.core.access.people.sign_in("zs", PASSWORD).account.student_id == "S012"
    assert len(school.core.store.students("org")) == 1
