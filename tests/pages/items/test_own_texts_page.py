"""Texts with questions: written in the form, looked over, kept, given, changed and changed back; for teachers and nobody else."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.api.core import Core
from core.api.own_texts import OwnTextDraft, OwnTextView, TextQuestion
from core.records.access import Role
from pages.parts.assignments.give_set import question_after
from pages.parts.own_texts.form import QUESTIONS, field_key
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text

PAGE = "pages/own_texts.py"
TEXT = (
    "星期六上午，小雨和爸爸去图书馆还书。图书馆九点开门，他们八点半就到了。"
    "门口有一家小咖啡馆，爸爸买了一杯咖啡，小雨喝了一杯牛奶。九点钟，他们第一个走进了图书馆。"
)
DRAFT = OwnTextDraft(
    title="在图书馆",
    text=TEXT,
    level=2,
    questions=(
        TextQuestion(
            ask_zh="小雨喝了什么？",
            key="一杯牛奶",
            wrong=("一杯咖啡", "一杯茶", "一瓶水"),
            notes_zh={"一杯咖啡": "咖啡是爸爸喝的。"},
            why_zh="课文说“小雨喝了一杯牛奶”。",
        ),
        TextQuestion(kind="short", ask_zh="图书馆几点开门？", key="九点", accepted=("9点",), why_zh="第二句。"),
    ),
)


def save_text(core: Core, state: str = "approved") -> OwnTextView:
    """A text of the teacher."""
    by, caller = account_of(core, "teacher").account_id, caller_of(core, "teacher")
    return core.own_texts.save(DRAFT, caller, by=by, state=state)  # type: ignore[arg-type]


def texts_of(core: Core) -> list[OwnTextView]:
    return core.own_texts.texts(caller_of(core, "teacher"))


def open_list(open_page: OpenPage) -> AppTest:
    test = open_page(PAGE, "teacher")
    test.query_params["view"] = "list"
    return test.run()


def button_keys(test: AppTest) -> set[str]:
    return {str(button.key) for button in test.button}


# -- who ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["teacher", "admin"])
def test_teachers_and_administrators_see_the_form(open_page: OpenPage, role: Role) -> None:
    test = open_page(PAGE, role).run()
    assert not test.exception
    assert "Write or paste a text and ask about it." in page_text(test)
    assert "Nothing is typed yet. Begin with the text." in page_text(test)
    assert test.button(key="otext_read").disabled


def test_a_student_sees_nothing_of_it(open_page: OpenPage) -> None:
    test = open_page(PAGE, "student").run()
    assert "This page is not part of your account." in page_text(test)
    assert not test.text_area


# -- write -------------------------------------------------------------------------------------------------


def test_a_text_is_written_looked_over_and_approved(open_page: OpenPage, core: Core) -> None:
    test = open_page(PAGE, "teacher").run()
    test.text_input(key=field_key("title")).set_value("在图书馆")
    test.text_area(key=field_key("text")).set_value(TEXT).run()
    assert "There is no question yet." in page_text(test)
    assert test.button(key="otext_approve").disabled
    for name, value in (("ask_zh", "小雨喝了什么？"), ("key", "一杯牛奶")):
        test.text_input(key=field_key(f"q0_{name}")).set_value(value)
    test.text_area(key=field_key("q0_wrong")).set_value("一杯咖啡\n一杯茶\n一杯茶。").run()
    assert "Question 1: Two options are the same: “一杯茶”." in page_text(test)
    assert "Question 1: There is no reason: students will not learn why." in page_text(test)
    test.text_area(key=field_key("q0_wrong")).set_value("一杯咖啡\n一杯茶\n一瓶水")
    test.text_area(key=field_key("q0_why_zh")).set_value("课文说“小雨喝了一杯牛奶”。").run()
    assert "Nothing to object to." in page_text(test)
    test.button(key="otext_approve").click().run()
    assert not test.exception
    assert "“在图书馆” is approved: students get its questions." in page_text(test)
    (text,) = texts_of(core)
    assert (text.state, len(text.item_ids), text.draft.text) == ("approved", 1, TEXT)


def test_the_button_reads_level_points_and_new_words_and_sets_the_level(open_page: OpenPage) -> None:
    test = open_page(PAGE, "teacher").run()
    test.text_area(key=field_key("text")).set_value(TEXT).run()
    test.button(key="otext_read").click().run()
    assert not test.exception
    text = page_text(test)
    assert "80 % range" in text
    assert "Grammar points found" in text
    assert "咖啡" in set(test.dataframe[0].value["Word"])
    assert f"**Level {test.session_state[field_key('level')]}**" in text
    test.text_area(key=field_key("text")).set_value(TEXT + "然后他们回家了。").run()
    assert "The text has changed since; press the button again." in page_text(test)


def test_questions_are_added_moved_and_removed(open_page: OpenPage) -> None:
    test = open_page(PAGE, "teacher").run()
    test.button(key="otext_add").click().run()
    test.text_input(key=field_key("q1_ask_zh")).set_value("谁？").run()
    test.button(key="otext_up_1").click().run()
    assert test.session_state[QUESTIONS] == [1, 0]
    assert test.text_input(key=field_key("q1_ask_zh")).value == "谁？"
    test.button(key="otext_remove_1").click().run()
    assert test.session_state[QUESTIONS] == [0]
    assert not test.exception


def test_an_unfinished_text_is_kept_as_a_draft(open_page: OpenPage, core: Core) -> None:
    test = open_page(PAGE, "teacher").run()
    test.text_area(key=field_key("text")).set_value(TEXT).run()
    test.button(key="otext_save").click().run()
    assert "“Without a title” is saved as a draft." in page_text(test)
    (text,) = texts_of(core)
    assert (text.state, text.item_ids) == ("draft", ())


# -- look after ----------------------------------------------------------------------------------------------


def test_an_edited_text_takes_the_place_of_the_old_one(open_page: OpenPage, core: Core) -> None:
    text = save_text(core)
    test = open_list(open_page)
    test.button(key=f"otext_edit_{text.text_id}").click().run()
    assert "You edit “在图书馆”." in page_text(test)
    assert test.text_area(key=field_key("q0_notes_zh")).value == "一杯咖啡 = 咖啡是爸爸喝的。"
    assert test.text_area(key=field_key("q1_accepted")).value == "9点"
    test.text_input(key=field_key("title")).set_value("还书").run()
    test.button(key="otext_approve").click().run()
    (newer,) = texts_of(core)
    assert (newer.text_id, newer.version, newer.draft) == (
        text.text_id, 2, DRAFT.model_copy(update={"title": "还书"}),
    )  # fmt: skip
    assert newer.item_ids == text.item_ids


def test_what_somebody_else_changed_meanwhile_is_not_overwritten(open_page: OpenPage, core: Core) -> None:
    text = save_text(core)
    test = open_list(open_page)
    test.button(key=f"otext_edit_{text.text_id}").click().run()
    by = account_of(core, "teacher").account_id
    core.own_texts.set_state(text.text_id, "retired", caller_of(core, "teacher"), by=by)
    test.text_input(key=field_key("title")).set_value("还书").run()
    test.button(key="otext_save").click().run()
    assert "Somebody changed this text in the meantime" in page_text(test)
    assert test.text_input(key=field_key("title")).value == "还书"


def test_a_copy_is_a_text_of_its_own(open_page: OpenPage, core: Core) -> None:
    text = save_text(core)
    test = open_list(open_page)
    test.button(key=f"otext_copy_{text.text_id}").click().run()
    test.button(key="otext_save").click().run()
    assert {each.draft.title for each in texts_of(core)} == {"在图书馆", "在图书馆 (copy)"}


def test_retiring_and_deleting_can_be_taken_back(open_page: OpenPage, core: Core) -> None:
    text = save_text(core)
    test = open_list(open_page)
    test.button(key=f"otext_retire_{text.text_id}").click().run()
    assert texts_of(core)[0].state == "retired"
    assert f"otext_give_{text.text_id}" not in button_keys(test)
    test.button(key="otext_undo").click().run()
    assert texts_of(core)[0].item_ids == text.item_ids
    test.button(key=f"otext_delete_{text.text_id}").click().run()
    assert texts_of(core) == []
    assert "There are no texts of your own yet." in page_text(test)
    test.button(key="otext_undo").click().run()
    assert not test.exception
    assert [each.item_ids for each in texts_of(core)] == [text.item_ids]


def test_a_text_is_given_with_all_its_questions_in_their_order(open_page: OpenPage, core: Core) -> None:
    text = save_text(core)
    test = open_list(open_page)
    test.button(key=f"otext_give_{text.text_id}").click().run()
    first, second = (core.questions.item(each, caller_of(core, "teacher")).item for each in text.item_ids)
    assert "图书馆九点开门" in question_after(first, None)
    assert question_after(second, first) == "图书馆几点开门？（用几个字回答）"
    test.button(key="give_now").click().run()
    assert not test.exception
    (given,) = core.assignments.current(caller_of(core, "teacher"))
    assert (given.title, given.body.item_ids) == ("在图书馆", text.item_ids)  # type: ignore[union-attr]
