"""What pages offer first: a first round, the round that is open, what went wrong, what the teacher replied."""

from __future__ import annotations

from dataclasses import replace

from core.answers.wire import AnswerItem, AppealRequest, StartPractice
from core.api.core import Core
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, page_titles


def test_the_frame_leads_home_in_the_language_of_the_account(open_page: OpenPage, core: Core) -> None:
    core.store.update_account(replace(account_of(core, "teacher"), language="zh"))
    test = open_page("frame/frame.py", "teacher").run()
    assert not test.exception
    assert page_titles(test) == ["班级概况"]


def test_a_new_student_is_offered_a_first_step(open_page: OpenPage, core: Core) -> None:
    student_id = str(account_of(core, "student").student_id)
    core.store.erase_student(caller_of(core, "student").organisation_id, student_id)
    test = open_page("pages/today.py", "student").run()
    assert "one step at a time" in page_text(test)
    assert [button.label for button in test.button] == ["Start: First cards"]
    assert "The whole road" in [link.label for link in test.get("page_link")]


def test_an_open_round_is_the_first_thing_today(open_page: OpenPage, core: Core) -> None:
    student_id = str(account_of(core, "student").student_id)
    caller = caller_of(core, "student")
    view = core.practice.start(StartPractice(student_id=student_id, count=5), caller)
    first = AnswerItem(question_id=view.cards[0].item.id, answer="x", time_spent=3)
    core.practice.answer(student_id, view.session_id, first, caller)
    test = open_page("pages/today.py", "student").run()
    assert "Finish the round you started." in page_text(test)
    assert "1 of 5 answered" in page_text(test)
    assert [button.label for button in test.button if button.proto.type == "primary"] == ["Continue"]


def test_practice_starts_a_round_with_the_chosen_count(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/practice.py", "student").run()
    test.button(key="practice_start").click().run()
    assert not test.exception
    session = test.query_params["session"]
    session_id = session[0] if isinstance(session, list) else session
    student_id = str(account_of(core, "student").student_id)
    assert len(core.practice.view(student_id, session_id, caller_of(core, "student")).cards) == 10


def test_a_number_that_is_no_card_shows_the_first_that_is_unanswered(open_page: OpenPage, core: Core) -> None:
    student_id = str(account_of(core, "student").student_id)
    view = core.practice.start(StartPractice(student_id=student_id, count=5), caller_of(core, "student"))
    test = open_page("pages/practice.py", "student")
    test.query_params["session"], test.query_params["card"] = view.session_id, "²"
    test.run()
    assert not test.exception
    assert test.query_params["card"] in ("0", ["0"])


def test_an_unknown_round_says_so_and_offers_a_new_one(open_page: OpenPage) -> None:
    test = open_page("pages/practice.py", "student")
    test.query_params["session"] = "ps_nowhere"
    test.run()
    assert "This round does not exist" in page_text(test)
    assert test.button(key="practice_start")


def test_the_end_of_a_round_offers_to_redo_what_went_wrong(open_page: OpenPage, core: Core) -> None:
    student_id, caller = str(account_of(core, "student").student_id), caller_of(core, "student")
    view = core.practice.start(StartPractice(student_id=student_id, count=3), caller)
    for card in view.cards:
        answer = card.item.key if card.position else "nonsense"
        core.practice.answer(student_id, view.session_id, AnswerItem(question_id=card.item.id, answer=answer), caller)
    test = open_page("pages/practice.py", "student")
    test.query_params["session"] = view.session_id
    test.run()
    assert page_titles(test) == ["2 of 3 right"]
    test.button(key="redo").click().run()
    assert not test.exception
    assert test.query_params["session"] not in (view.session_id, [view.session_id])


def test_the_student_reads_the_teachers_reply(open_page: OpenPage, core: Core) -> None:
    student_id, caller = str(account_of(core, "student").student_id), caller_of(core, "student")
    view = core.practice.start(StartPractice(student_id=student_id, count=1), caller)
    item = view.cards[0].item
    card = core.practice.answer(student_id, view.session_id, AnswerItem(question_id=item.id, answer="不对"), caller)
    asked = AppealRequest(student_id=student_id, evaluation_id=str(card.evaluation_id), question_id=item.id)
    assert core.answers.appeal(asked, caller)
    (waiting,) = core.answers.appeals(caller, status="open", student_id=student_id)
    assert core.answers.settle_appeal(waiting.appeal_id, caller, upheld=True, reply="You are right.")
    test = open_page("pages/today.py", "student").run()
    assert "Your answer counts as right." in page_text(test)
    assert "You are right." in page_text(test)
