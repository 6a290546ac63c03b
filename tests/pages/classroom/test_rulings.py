"""Rulings on the class page: who changes is shown before, those in force are listed and undone, students are told."""

from __future__ import annotations

import pytest

from core.answers.wire import AnswerItem, AppealRequest, AppealView, SubmitRequest
from core.api.core import Core
from core.errors import Forbidden
from core.essays.wire import EssayRequest
from core.records.items import Item
from evaluation.essays.fakes import ListedErrors, evaluator
from evaluation.questions.bank_items import bank_items
from pages.parts.essays.inbox import edit_key
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text

SAME = "大概"
ESSAY = "昨天我很高心，因为爸爸妈妈来看我了。我们一起去公园散步，后来在饭馆吃饭。"


@pytest.fixture
def item(core: Core) -> Item:
    """An item that several students answer."""
    chosen = bank_items("fill_blank", "grammar")[0]
    now = core.clock.now()
    organisation_id = caller_of(core, "teacher").organisation_id
    core.store.issue_items([chosen], organisation_id=organisation_id, student_id=None, at=now, not_since=now, call=None, reply=None)  # fmt: skip
    return chosen


@pytest.fixture
def appeal(core: Core, item: Item) -> AppealView:
    """s1 objects; the demo student gave the same answer, s3 another one."""
    caller = caller_of(core, "teacher")
    for student_id, given in (("s1", SAME), (account_of(core, "student").student_id, SAME), ("s3", "也许")):
        answers = [AnswerItem(question_id=item.id, answer=given, time_spent=5)]
        result = core.answers.submit(SubmitRequest(student_id=student_id or "", answers=answers), caller).payload
        if student_id == "s1":
            request = AppealRequest(student_id="s1", evaluation_id=result.evaluation_id, question_id=item.id)
            assert core.answers.appeal(request, caller)
    return core.answers.appeals(caller)[0]


def test_this_answer_alone_is_chosen_until_another_is(open_page: OpenPage, core: Core, appeal: AppealView) -> None:
    test = open_page("pages/class_inbox.py", "teacher").run()
    test.button(key=f"True_{appeal.appeal_id}").click().run()
    assert test.radio(key=f"scope_{appeal.appeal_id}").value == "answer"
    assert "1 answer changes, of 1 student." in page_text(test)
    test.button(key=f"confirm_{appeal.appeal_id}").click().run()
    (ruling,) = core.rulings.listed(caller_of(core, "teacher"))
    assert (ruling.scope, ruling.answers) == ("answer", 1)
    assert "Rulings for the whole school" not in [header.value for header in test.subheader]
    test.button(key=f"undo_{ruling.ruling_id}").click().run()
    test.button(key=f"undo_yes_{ruling.ruling_id}").click().run()
    assert core.answers.appeals(caller_of(core, "teacher"))[0].status == "open"


def test_who_changes_is_shown_and_all_of_it_is_undone(open_page: OpenPage, core: Core, appeal: AppealView) -> None:
    caller = caller_of(core, "teacher")
    before = {line.student_id: line.mean_score for line in core.answers.class_lines(caller)}
    test = open_page("pages/class_inbox.py", "teacher").run()
    test.button(key=f"True_{appeal.appeal_id}").click().run()
    test.radio(key=f"scope_{appeal.appeal_id}").set_value("accept").run()
    text = page_text(test)
    assert "2 answers change, of 2 students." in text
    assert f"**s1** · {SAME} · 0 → 100" in text
    assert "On the map this touches" in text
    test.button(key=f"confirm_{appeal.appeal_id}").click().run()
    assert not test.exception
    means = {line.student_id: line.mean_score for line in core.answers.class_lines(caller)}
    assert means == {"s1": 100.0, account_of(core, "student").student_id: 100.0, "s3": 0.0}
    assert "Rulings for the whole school" in [header.value for header in test.subheader]
    assert f"“{SAME}” is accepted from everyone." in page_text(test)
    (ruling,) = core.rulings.listed(caller)
    test.button(key=f"undo_{ruling.ruling_id}").click().run()
    assert "Every mark of 2 students is again what it was before" in page_text(test)
    test.button(key=f"undo_no_{ruling.ruling_id}").click().run()
    test.button(key=f"undo_{ruling.ruling_id}").click().run()
    test.button(key=f"undo_yes_{ruling.ruling_id}").click().run()
    assert {line.student_id: line.mean_score for line in core.answers.class_lines(caller)} == before
    assert "None is in force." in page_text(test)


def test_a_student_who_did_not_object_is_told(open_page: OpenPage, core: Core, appeal: AppealView) -> None:
    teacher = account_of(core, "teacher").account_id
    ruling = core.rulings.give(appeal.appeal_id, "accept", caller_of(core, "teacher"), by=teacher, reply="good")
    assert ruling is not None
    test = open_page("pages/today.py", "student").run()
    assert not test.exception
    assert "Your teacher accepted this answer. It counts as right." in page_text(test)
    assert "good" not in page_text(test)  # the reply is for who asked
    core.rulings.undo(ruling.ruling_id, caller_of(core, "teacher"), by=teacher)
    assert "Your teacher accepted" not in page_text(open_page("pages/today.py", "student").run())


def test_a_question_that_is_taken_out_is_told_too(open_page: OpenPage, core: Core, appeal: AppealView) -> None:
    test = open_page("pages/class_inbox.py", "teacher").run()
    test.button(key=f"True_{appeal.appeal_id}").click().run()
    test.radio(key=f"scope_{appeal.appeal_id}").set_value("retire").run()
    assert "0 → does not count" in page_text(test)
    test.button(key=f"confirm_{appeal.appeal_id}").click().run()
    assert "The question is out: it counts for nobody." in page_text(test)
    assert "took this question out" in page_text(open_page("pages/today.py", "student").run())


def test_what_cannot_be_accepted_of_everybody_says_so(open_page: OpenPage, core: Core) -> None:
    choice = bank_items("multiple_choice", "grammar")[0]
    caller, now = caller_of(core, "teacher"), core.clock.now()
    core.store.issue_items([choice], organisation_id=caller.organisation_id, student_id=None, at=now, not_since=now, call=None, reply=None)  # fmt: skip
    answers = [AnswerItem(question_id=choice.id, answer="不知道", time_spent=5)]
    result = core.answers.submit(SubmitRequest(student_id="s1", answers=answers), caller).payload
    core.answers.appeal(AppealRequest(student_id="s1", evaluation_id=result.evaluation_id, question_id=choice.id), caller)  # fmt: skip
    (appeal,) = core.answers.appeals(caller)
    test = open_page("pages/class_inbox.py", "teacher").run()
    test.button(key=f"True_{appeal.appeal_id}").click().run()
    test.radio(key=f"scope_{appeal.appeal_id}").set_value("accept").run()
    assert "not in the form that the question asks for" in test.warning[0].value
    assert test.button(key=f"confirm_{appeal.appeal_id}").disabled


def test_that_a_mark_stands_is_undone_among_the_settled_ones(open_page: OpenPage, core: Core) -> None:
    core.essays.evaluator = evaluator(ListedErrors({"高心": ("高兴", "B")}))
    caller = caller_of(core, "teacher")
    report = core.essays.evaluate(EssayRequest(student_id="s1", essay_content=ESSAY), caller).payload
    edit = report.edits[0]
    name = {"start": edit.start, "end": edit.end, "replacement": edit.replacement}
    core.essay_reviews.give_verdict("s1", report.evaluation_id, verdict="dismissed", caller=caller, **name)
    key = edit_key(core.essay_reviews.dismissed(caller)[0])
    test = open_page("pages/class_inbox.py", "teacher").run()
    test.button(key=f"essay_False_{key}").click().run()
    test.text_area(key=f"essay_reply_{key}").set_value("请查词典。").run()
    assert "You can undo it among the settled ones." in page_text(test)
    test.button(key=f"essay_confirm_{key}").click().run()
    assert core.essay_reviews.dismissed(caller) == []
    test.button(key=f"undo_{key}").click().run()
    assert "the question waits for you again" in page_text(test)
    test.button(key=f"undo_yes_{key}").click().run()
    assert not test.exception
    (waiting,) = core.essay_reviews.dismissed(caller)
    assert (waiting.settled, waiting.teacher_note) == (None, "")
    with pytest.raises(Forbidden, match="may not undo rulings"):
        core.essay_reviews.reopen(report.evaluation_id, caller=caller, by="nobody", **name)


def test_a_mark_is_taken_back_everywhere_and_put_back(open_page: OpenPage, core: Core) -> None:
    core.essays.evaluator = evaluator(ListedErrors({"高心": ("高兴", "B")}))
    caller, student = caller_of(core, "teacher"), account_of(core, "student").student_id or ""
    for student_id in ("s1", student):
        report = core.essays.evaluate(EssayRequest(student_id=student_id, essay_content=ESSAY), caller).payload
        if student_id == "s1":
            edit = report.edits[0]
            core.essay_reviews.give_verdict(
                "s1",
                report.evaluation_id,
                start=edit.start,
                end=edit.end,
                replacement=edit.replacement,
                verdict="dismissed",
                caller=caller,
            )
    key = edit_key(core.essay_reviews.dismissed(caller)[0])
    test = open_page("pages/class_inbox.py", "teacher").run()
    test.button(key=f"essay_True_{key}").click().run()
    test.radio(key=f"essay_scope_{key}").set_value(True).run()
    assert not test.exception
    assert "2 marks go, of 2 students." in page_text(test)
    test.button(key=f"essay_confirm_{key}").click().run()
    (ruling,) = core.rulings.listed(caller)
    assert (ruling.scope, ruling.answers) == ("everywhere", 2)
    today = open_page("pages/today.py", "student").run()
    assert "The mark no longer counts." in page_text(today)
    test = open_page("pages/class_inbox.py", "teacher").run()
    test.button(key=f"undo_{ruling.ruling_id}").click().run()
    test.button(key=f"undo_yes_{ruling.ruling_id}").click().run()
    assert len(core.essay_reviews.dismissed(caller)) == 1
    assert "The mark no longer counts." not in page_text(open_page("pages/today.py", "student").run())
