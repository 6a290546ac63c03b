"""The people of a class: names, numbers, pausing, merging, and who may do it."""

from __future__ import annotations

import pytest

from core.answers.wire import AnswerItem, SubmitRequest
from core.errors import BadParameter, Forbidden, NotFound, Unauthorised
from core.records.access import PERMISSIONS, Caller
from evaluation.questions.bank_items import bank_items
from tests.access.roster.school import CALLER, NOW, TestSchool

FULL = Caller("org", frozenset(PERMISSIONS))


def test_two_of_one_name_never_look_alike(school: TestSchool) -> None:
    people = school.core.people
    school.bring("1\t王小明\n2\t王小明\n")
    with pytest.raises(BadParameter, match="is taken"):
        people.renumber("2", "1", CALLER, by="li")
    assert people.renumber("2", " １２ ", CALLER, by="li") == "12"
    assert people.renumber("1", "", CALLER, by="li") == "1"
    with pytest.raises(BadParameter, match="is taken"):
        people.renumber("2", "1", CALLER, by="li")
    assert people.rename("2", " 王  晓明 ", CALLER, by="li") == "王 晓明"
    with pytest.raises(BadParameter, match="formula"):
        people.rename("2", "=1", CALLER, by="li")
    assert [(each.number, each.name) for each in people.of_class("a", CALLER, by="li")] == [
        ("1", "王小明"),
        ("12", "王 晓明"),
    ]
    (account,) = [each for each in school.core.store.accounts("org") if each.student_id == "2"]
    assert account.display_name == "王 晓明"


def test_a_paused_student_cannot_sign_in_until_let_in_again(school: TestSchool) -> None:
    school.bring("1\t王小明\n")
    code = school.core.people.reset("1", CALLER, by="li")
    school.core.people.pause("1", CALLER, paused=True, by="li")
    assert [each.state for each in school.core.people.of_class("a", CALLER, by="li")] == ["paused"]
    with pytest.raises(Forbidden, match="is closed"):
        school.core.access.people.sign_in("1", code)
    school.core.people.pause("1", CALLER, paused=False, by="li")
    assert school.core.access.people.sign_in("1", code).account.username == "1"


def test_who_does_not_teach_a_student_changes_nothing_about_them(school: TestSchool) -> None:
    school.bring("1\t王小明\n")
    people = school.core.people
    student = next(each.account_id for each in school.core.store.accounts("org") if each.student_id == "1")
    for by, error in (("wang", NotFound), (student, Forbidden)):
        with pytest.raises(error):
            people.of_class("a", CALLER, by=by)
        with pytest.raises(error):
            people.rename("1", "x", CALLER, by=by)
        with pytest.raises(error):
            people.renumber("1", "9", CALLER, by=by)
        with pytest.raises(error):
            people.pause("1", CALLER, paused=True, by=by)
        with pytest.raises(error):
            people.joining("a", CALLER, by=by)
        with pytest.raises(error):
            people.end_joining("a", CALLER, by=by)
    with pytest.raises(Forbidden, match="Only administrators"):
        people.merge("1", "2", CALLER, by="li")
    with pytest.raises(NotFound):
        people.of_class("a", Caller("elsewhere", frozenset()), by="li")


def test_two_accounts_of_one_person_become_one_and_the_map_is_that_of_both(school: TestSchool) -> None:
    core = school.core
    school.bring("1\t王小明\n2\t王小明\n")
    items = bank_items("multiple_choice", "grammar")[:4]
    core.store.issue_items(items, organisation_id="org", student_id=None, at=NOW, not_since=NOW, call=None, reply=None)
    for student_id, own in (("1", items[:2]), ("2", items[2:])):
        answers = [AnswerItem(question_id=each.id, answer=each.key, time_spent=9) for each in own]
        core.answers.submit(SubmitRequest(student_id=student_id, answers=answers), FULL)
        core.knowledge.take_in_evidence(student_id, FULL)
    preview = core.people.merge_preview("2", "1", CALLER, by="admin")
    assert preview.rows["answer"] == 2
    kept, code = (core.people.reset(each, CALLER, by="admin") for each in ("1", "2"))
    assert core.people.merge("2", "1", CALLER, by="admin").username == "1"
    assert [each.student_id for each in core.people.of_class("a", CALLER, by="li")] == ["1"]
    learner = core.store.learner("org", "1")
    assert learner is not None
    assert learner.whole.attempts == learner.whole.correct == 4
    assert core.store.learner("org", "2") is None
    with pytest.raises(Unauthorised):
        core.access.people.sign_in("2", code)
    assert core.access.people.sign_in("1", kept).account.student_id == "1"
    with pytest.raises(BadParameter, match="same student"):
        core.people.merge("1", "1", CALLER, by="admin")


def test_the_only_sign_in_of_two_that_works_stays_though_the_import_is_taken_back(school: TestSchool) -> None:
    people, signing = school.core.people, school.core.access.people
    code = people.open_joining("a", CALLER, by="li", approval=False)
    people.ask_to_join(
        code, name="王小明", number="", username="xm", password="eine eigene Wahl", language=None, address="10.0.0.1"
    )
    school.bring("姓名\t学号\n王晓明\t7\n")
    merged = people.merge("xm", "7", CALLER, by="admin")
    entered = signing.sign_in("xm", "eine eigene Wahl").account
    assert (merged.username, entered.student_id, entered.display_name) == ("xm", "7", "王晓明")
    assert [(each.number, each.state) for each in people.of_class("a", CALLER, by="li")] == [("7", "open")]
    view = people.last_import(CALLER, by="li")
    assert view is not None
    people.undo_import(view.import_id, CALLER, by="li")
    assert [each.student_id for each in people.of_class("a", CALLER, by="li")] == ["7"]
