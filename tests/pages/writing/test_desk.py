"""The desk: what there is to write, a draft beside the review of the last one, and what is kept of both."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from core.api.assignments import WritingView
from core.api.core import Core
from core.api.essays import EssayFigures, EssayRequest, EssaySummary
from core.essays.model import EditType
from evaluation.essays.fakes import ListedErrors, evaluator
from pages.parts.i18n import use_language
from pages.parts.visitor import Visitor
from pages.parts.writing.essays import essay_named, own_essays
from pages.parts.writing.hand_in import _hand_in
from pages.parts.writing.sheet import Sheet, _keep_written, editor_data, keep, own_task, put_text
from pages.parts.writing.state import (
    FAULT,
    PENDING_REVIEW,
    REFUSALS,
    TEXTS,
    UNKEPT,
    blank_sheet,
    request_review,
    sheet_of,
)
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, page_titles

PAGE = "pages/writing.py"
WRONG: Mapping[str, tuple[str, EditType]] = {"二个": ("两个", "W"), "很快极了": ("快极了", "D")}
ESSAY = "我点了二个菜，我们吃得很快极了。\n\n下午我们去看电影，电影很有意思。"
BETTER = ESSAY.replace("二个", "两个")
TITLE = "我的周末"
TOO_LONG = "我的家很大。" * 900
NOT_KEPT = "The text was not kept: At most 5000 characters are kept: shorten it."


@pytest.fixture(autouse=True)
def fake_corrector(core: Core) -> None:
    """Evaluation by a fake corrector."""
    core.essays.evaluator = evaluator(ListedErrors(WRONG))


def visitor_of(core: Core) -> Visitor:
    return Visitor(core, account_of(core, "student"))


def kept(core: Core, text: str, *, title: str = TITLE, writing_id: str | None = None) -> WritingView:
    who = visitor_of(core)
    return core.writing.keep(who.student_id, own_task(), text, who.caller, title=title, writing_id=writing_id)


def opened(open_page: OpenPage, **query: str) -> AppTest:
    page = open_page(PAGE, "student")
    for name, value in query.items():
        page.query_params[name] = value
    page.run()
    assert not page.exception
    return page


def button_labelled(test: AppTest, label: str) -> Button:
    return next(button for button in test.button if button.label == label)


def reviewed(open_page: OpenPage, text: WritingView) -> AppTest:
    page = opened(open_page, essay=text.writing_id)
    page = button_labelled(page, "Review my draft").click().run()
    assert not page.exception
    return page


# -- before an essay is opened ---------------------------------------------------------------------------------


def test_a_blank_sheet_lies_ready_and_says_the_first_step(open_page: OpenPage) -> None:
    page = opened(open_page)
    assert "Write or paste a text and have it reviewed" in page_text(page)
    page = button_labelled(page, "Review my draft").click().run()
    assert "There is no text yet" in page_text(page)


def test_what_is_written_on_the_blank_sheet_is_reviewed_with_one_click_and_opens_beside_its_review(
    open_page: OpenPage, core: Core
) -> None:
    text = kept(core, ESSAY)
    page = open_page(PAGE, "student")
    page.session_state[TEXTS] = {"blank 0": text.writing_id}
    page.run()
    page = button_labelled(page, "Review my draft").click().run()
    assert not page.exception
    assert page_titles(page) == [TITLE]
    assert "Review of draft 1" in page_text(page)
    (line,) = core.essays.history(text.student_id, caller_of(core, "student"))
    assert line.act == text.writing_id
    assert page.query_params["essay"] in (line.evaluation_id, [line.evaluation_id])


def test_the_draft_changed_last_is_offered_first_and_the_others_with_what_is_known_of_them(
    open_page: OpenPage, core: Core
) -> None:
    older = kept(core, ESSAY, title="周末")
    reviewed(open_page, older)
    kept(core, "我家有三口人。", title="我的家")
    page = opened(open_page)
    assert [button.key for button in page.button].count("desk_go_on") == 1
    assert "1 reviewed draft" in page_text(page)
    assert "2 open errors" in page_text(page)
    page = button_labelled(page, "Continue").click().run()
    assert page_titles(page) == ["我的家"]


# -- an essay beside its review ----------------------------------------------------------------------------------


def test_every_review_is_a_draft_of_the_same_essay_and_tells_what_changed(open_page: OpenPage, core: Core) -> None:
    text = kept(core, ESSAY)
    reviewed(open_page, text)
    kept(core, BETTER, writing_id=text.writing_id)
    page = opened(open_page, essay=text.writing_id)
    assert "Since this review you have changed 1 of 2 marked places." in page_text(page)
    page = button_labelled(page, "Review my draft").click().run()
    assert not page.exception
    shown = page_text(page)
    assert "Since draft 1: **1 error mended · 1 still there · 0 new**" in shown
    lines = core.essays.history(text.student_id, caller_of(core, "student"))
    assert [line.act for line in lines] == [text.writing_id] * 2


def test_accepted_corrections_are_put_into_the_draft_by_one_button_and_the_field_is_told(
    open_page: OpenPage, core: Core
) -> None:
    text = kept(core, ESSAY)
    reviewed(open_page, text)
    (line,) = core.essays.history(text.student_id, caller_of(core, "student"))
    edit = core.essays.essay(line.evaluation_id, caller_of(core, "student")).report.edits[0]
    core.essay_reviews.give_verdict(
        text.student_id, line.evaluation_id, start=edit.start, end=edit.end, replacement=edit.replacement,
        verdict="accepted", caller=caller_of(core, "student"),
    )  # fmt: skip
    page = opened(open_page, essay=text.writing_id)
    page = button_labelled(page, "Put 1 accepted correction into the draft").click().run()
    assert not page.exception
    assert core.writing.text(text.writing_id, caller_of(core, "student")).text == BETTER
    assert "desk_put_accepted" not in [button.key for button in page.button]


def test_a_text_that_the_service_puts_there_can_be_taken_back_in_the_field(core: Core) -> None:
    text, who = kept(core, ESSAY), visitor_of(core)
    put_text(who, Sheet(text.writing_id, own_task(), text), BETTER)
    stored = core.writing.text(text.writing_id, who.caller)
    data = editor_data(who, Sheet(text.writing_id, own_task(), stored))
    assert (data["put"], data["base"], data["text"]) == (1, ESSAY, BETTER)


def test_an_earlier_draft_is_put_back(open_page: OpenPage, core: Core) -> None:
    text = kept(core, ESSAY)
    reviewed(open_page, text)
    kept(core, "完全不一样的文章。", writing_id=text.writing_id)
    page = opened(open_page, essay=text.writing_id)
    page = button_labelled(page, "Go back to the text of this draft").click().run()
    assert not page.exception
    assert core.writing.text(text.writing_id, caller_of(core, "student")).text == ESSAY


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("I like Beijing very much.", "Not reviewed. Write the essay in Chinese. Your text is kept."),
        ("你好！", "Write 8 more characters. Your text is kept."),
    ],
)
def test_what_cannot_be_reviewed_says_what_to_do_and_is_kept(
    open_page: OpenPage, core: Core, text: str, message: str
) -> None:
    page = reviewed(open_page, kept(core, text))
    assert message in page_text(page)
    assert not button_labelled(page, "Review my draft").disabled
    (stored,) = core.writing.texts(account_of(core, "student").student_id or "", caller_of(core, "student"))
    assert stored.text == text


def sent(who: Visitor, sheet: Sheet, text: str, *, again: bool = False) -> None:
    """The field of a sheet sends its text; the reader of the page reads English."""
    use_language("en")
    key = f"desk_{sheet.sheet_id}"
    st.session_state[key] = {"written": {"text": text, "title": "", **({"again": True} if again else {})}}
    _keep_written(who, sheet, key)


@pytest.mark.parametrize("before", ["", ESSAY])
def test_a_text_that_is_too_long_to_be_kept_says_so_and_no_older_one_is_reviewed(
    open_page: OpenPage, core: Core, before: str
) -> None:
    who = visitor_of(core)
    text = kept(core, before) if before else None
    sheet = Sheet(text.writing_id if text else blank_sheet(), own_task(), text)
    sent(who, sheet, TOO_LONG)
    request_review(sheet.sheet_id)
    page = open_page(PAGE, "student")
    if text:
        page.query_params["essay"] = text.writing_id
    for name in (UNKEPT, PENDING_REVIEW):
        page.session_state[name] = st.session_state[name]
    page.run()
    assert not page.exception
    assert NOT_KEPT in page_text(page)
    assert "There is no text yet" not in page_text(page)
    assert core.essays.history(who.student_id, who.caller) == []
    assert page.session_state[REFUSALS] == 1


def test_what_is_sent_again_is_reviewed_only_once_it_is_kept(core: Core) -> None:
    text, who = kept(core, ESSAY), visitor_of(core)
    sheet = Sheet(text.writing_id, own_task(), text)
    sent(who, sheet, TOO_LONG, again=True)
    assert st.session_state[FAULT] == NOT_KEPT
    assert PENDING_REVIEW not in st.session_state
    sent(who, sheet, BETTER, again=True)
    assert st.session_state[PENDING_REVIEW].sheet_id == sheet.sheet_id
    assert FAULT not in st.session_state


def test_a_draft_is_not_handed_in_while_the_field_holds_a_text_that_was_not_kept(core: Core) -> None:
    text, who = kept(core, ESSAY), visitor_of(core)
    sent(who, Sheet(text.writing_id, own_task(), text), TOO_LONG)
    del st.session_state[FAULT]
    _hand_in(who, own_task(), text)
    assert st.session_state[FAULT] == NOT_KEPT
    assert core.writing.text(text.writing_id, who.caller).handed_in_at is None


def test_handing_in_a_text_that_is_gone_says_so(core: Core) -> None:
    text, who = kept(core, ESSAY), visitor_of(core)
    _hand_in(who, own_task(), text.model_copy(update={"writing_id": "wrt_gone"}))
    assert st.session_state[FAULT]


def test_the_level_that_is_chosen_is_reviewed_for_and_shown_again(open_page: OpenPage, core: Core) -> None:
    text = kept(core, ESSAY)
    page = opened(open_page, essay=text.writing_id)
    level = page.selectbox(key=f"desk_level_{text.writing_id}")
    assert level.value != "5"
    page = level.select("5").run()
    page = button_labelled(page, "Review my draft").click().run()
    assert not page.exception
    (line,) = core.essays.history(text.student_id, caller_of(core, "student"))
    assert line.hsk_level == "5"
    assert opened(open_page, essay=text.writing_id).selectbox(key=f"desk_level_{text.writing_id}").value == "5"


def test_a_file_that_cannot_be_read_says_so_and_leaves_the_draft_as_it_is(open_page: OpenPage, core: Core) -> None:
    text = kept(core, ESSAY)
    page = opened(open_page, essay=text.writing_id)
    page = page.file_uploader[0].upload("旅行.docx", b"PK\x03\x04broken", "application/octet-stream").run()
    assert not page.exception
    assert "旅行.docx cannot be read. Save it as .docx or as plain text" in page_text(page)
    assert core.writing.text(text.writing_id, caller_of(core, "student")).text == ESSAY


def test_a_file_is_put_on_the_blank_sheet_under_its_name(open_page: OpenPage, core: Core) -> None:
    page = opened(open_page)
    page = page.file_uploader[0].upload("旅行.txt", ESSAY.encode("gb18030"), "text/plain").run()
    assert not page.exception
    (stored,) = core.writing.texts(account_of(core, "student").student_id or "", caller_of(core, "student"))
    assert (stored.title, stored.text) == ("旅行", ESSAY)


# -- addresses -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["text", "writing", "essay"])
def test_addresses_from_before_open_the_same_essay(open_page: OpenPage, core: Core, name: str) -> None:
    text = kept(core, ESSAY)
    page = opened(open_page, **{name: text.writing_id})
    assert page_titles(page) == [TITLE]
    assert page.query_params["essay"] in (text.writing_id, [text.writing_id])


def test_a_review_of_a_pasted_text_is_redrafted_under_its_title(open_page: OpenPage, core: Core) -> None:
    who = visitor_of(core)
    request = EssayRequest(student_id=who.student_id, essay_content=ESSAY, essay_title=TITLE, hsk_level="3")
    first = core.essays.evaluate(request, who.caller).payload.evaluation_id
    page = opened(open_page, essay=first)
    assert page_titles(page) == [TITLE]
    kept(core, BETTER)
    page = opened(open_page, essay=first)
    page = button_labelled(page, "Review my draft").click().run()
    assert "Since draft 1: **1 error mended" in page_text(page)


# -- essays ------------------------------------------------------------------------------------------------------

BEGAN = datetime(2026, 11, 20, 8, tzinfo=UTC)


def written(writing_id: str, title: str, *, days: int = 0) -> WritingView:
    began = BEGAN + timedelta(days=days)
    return WritingView(
        writing_id=writing_id, student_id="s", resource_id="own", title=title, text="我", characters=1, started_at=began,
        changed_at=began, handed_in_at=None,
    )  # fmt: skip


def review(evaluation_id: str, title: str, *, act: str, hours: int) -> EssaySummary:
    figures = EssayFigures(
        overall_score=80, score_range=(70, 90), calibrated=False, characters=100, errors={}, checks=0
    )
    at = (BEGAN + timedelta(hours=hours)).isoformat().replace("+00:00", "Z")
    return EssaySummary(
        evaluation_id=evaluation_id, act=act, title=title, hsk_level="3", evaluated_at=at, figures=figures
    )


def test_reviews_belong_to_the_text_that_they_were_made_for_else_to_the_one_with_their_title() -> None:
    texts = [written("w1", "家"), written("w2", "家", days=2)]
    reviews = [
        review("e3", "家", act="w1", hours=72),
        review("e2", "家", act="act_a", hours=60),
        review("e1", "家", act="act_b", hours=2),
    ]
    second, first = sorted(own_essays(texts, reviews), key=lambda essay: essay.essay_id, reverse=True)
    assert [each.evaluation_id for each in first.reviews] == ["e1", "e3"]
    assert [each.evaluation_id for each in second.reviews] == ["e2"]
    assert essay_named([first, second], "e2") is second


def test_reviews_without_a_text_are_one_essay_by_their_title_and_without_one_by_their_act() -> None:
    reviews = [
        review("e1", "家", act="a", hours=1),
        review("e2", "家", act="b", hours=30),
        review("e3", "", act="c", hours=2),
        review("e4", "", act="d", hours=3),
    ]
    found = own_essays([], reviews)
    assert [[each.evaluation_id for each in essay.reviews] for essay in found] == [["e1", "e2"], ["e4"], ["e3"]]
    assert [essay.essay_id for essay in found] == ["e2", "e4", "e3"]


def test_a_field_keeps_its_name_in_the_browser_when_its_text_is_stored(core: Core) -> None:
    who = visitor_of(core)
    blank = Sheet(blank_sheet(), own_task(), None)
    keep(who, blank, "  ", "")
    assert core.writing.texts(who.student_id, who.caller) == []
    keep(who, blank, "我家", "家")
    keep(who, blank, "我家很大", "家")
    (stored,) = core.writing.texts(who.student_id, who.caller)
    assert (stored.text, stored.title) == ("我家很大", "家")
    assert sheet_of(stored.writing_id) == blank.sheet_id
    assert st.session_state[TEXTS] == {blank.sheet_id: stored.writing_id}
