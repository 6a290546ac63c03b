"""Text level and Grammar, as a student and as a teacher see them."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.api.core import Core
from core.texts.wire import FlagRequest
from pages.parts.texts import input as text_input
from pages.parts.texts.reading import sentence_around
from tests.pages.conftest import OpenPage, caller_of, page_text

TEXT_LEVEL, POINTS = "pages/text_level.py", "pages/points.py"
TEXT = "如果明天下雨，我们就不去爬山了。"
LONG_TEXT = (
    TEXT
    + "小李说他家附近有一个新的电影院，可以看电影，也可以喝咖啡。我觉得这个主意不错，所以给朋友们打了电话，问他们想不想一起去。"
)


def with_text(test: AppTest, text: str = TEXT) -> AppTest:
    """The page after a text was given."""
    test.session_state[text_input.KEY] = text
    return test.run()


def test_without_a_text_the_page_offers_an_example(open_page: OpenPage) -> None:
    page = open_page(TEXT_LEVEL, "student").run()
    assert not page.exception
    button = next(button for button in page.button if button.label == "Try an example")
    page = button.click().run()
    assert not page.exception
    assert [metric.label for metric in page.metric] == ["Level (GF 0025-2021)", "80 % range", "Grammar points found"]


def test_a_text_shows_level_range_points_and_the_words_above_a_level(open_page: OpenPage) -> None:
    page = with_text(open_page(TEXT_LEVEL, "teacher"), LONG_TEXT)
    assert not page.exception
    level, _span, points = (metric.value for metric in page.metric)
    assert level in "1234567"
    assert int(points) > 5
    assert "Words known at each level" in page_text(page)


def test_a_text_of_one_sentence_gets_no_level_and_is_told_from_when_on_there_is_one(open_page: OpenPage) -> None:
    page = with_text(open_page(TEXT_LEVEL, "teacher"), "你慢点儿走，别摔倒了。")
    assert not page.exception
    assert not page.metric
    text = page_text(page)
    assert "that takes at least 30 words, not counting names and numbers, and this text has" in text
    assert "What stands out: 摔倒 (5)" in text
    assert "Words known at each level" not in text
    assert "To bring it down" not in text


def test_a_short_text_in_which_nothing_stands_out_is_told_so(open_page: OpenPage) -> None:
    page = with_text(open_page(TEXT_LEVEL, "student"), "我叫大卫。我是美国人。")
    assert not page.exception
    assert "Nothing in it stands out" in page_text(page)


def test_a_text_without_chinese_is_told_what_to_do(open_page: OpenPage) -> None:
    page = with_text(open_page(TEXT_LEVEL, "student"), "hello 123")
    assert not page.exception
    assert "Paste a text of at least a sentence" in page_text(page)


def test_an_empty_form_keeps_the_page_and_says_what_is_missing(open_page: OpenPage) -> None:
    page = open_page(TEXT_LEVEL, "student").run()
    button = next(button for button in page.button if button.label == "See its level")
    page = button.click().run()
    assert "There is no text yet" in page_text(page)


def test_a_teacher_sees_what_was_called_wrong_and_takes_it_back(open_page: OpenPage, core: Core) -> None:
    request = FlagRequest(judgement="wrong", point_id="【二17】", sentence=TEXT, start=9, end=10)
    core.texts.flag(request, caller_of(core, "teacher"), by="teacher")
    page = with_text(open_page(TEXT_LEVEL, "teacher"))
    assert "【二17】" in page_text(page)
    page = next(button for button in page.button if button.label == "Take back").click().run()
    assert not page.exception
    assert core.texts.flags(caller_of(core, "teacher")) == []


def test_a_student_does_not_see_what_teachers_called_wrong(open_page: OpenPage, core: Core) -> None:
    request = FlagRequest(judgement="wrong", point_id="【二17】", sentence=TEXT, start=9, end=10)
    core.texts.flag(request, caller_of(core, "teacher"), by="teacher")
    page = with_text(open_page(TEXT_LEVEL, "student"))
    assert not [button for button in page.button if button.label == "Take back"]


def test_the_catalogue_lists_all_points_and_opens_the_one_in_the_address(open_page: OpenPage) -> None:
    page = open_page(POINTS, "student")
    page.query_params["point"] = "【二17】"
    page = page.run()
    assert not page.exception
    assert "572 points" in page_text(page)
    assert "【二17】 关联副词：就" in page_text(page)
    assert "Practise this" in [button.label for button in page.button]


def test_a_search_narrows_the_catalogue_and_says_so_when_nothing_fits(open_page: OpenPage) -> None:
    page = open_page(POINTS, "teacher").run()
    page = page.text_input[0].set_value("把字句").run()
    assert 0 < int(next(each.value for each in page.caption).split()[0]) < 20
    page = page.text_input[0].set_value("no such point").run()
    assert "No points match" in page_text(page)


@pytest.mark.parametrize(
    ("text", "start", "end", "wanted"), [("我来了。你好吗？好。", 4, 6, "你好吗？"), ("好", 0, 1, "好")]
)
def test_a_flag_keeps_the_sentence_around_the_match(text: str, start: int, end: int, wanted: str) -> None:
    first, last = sentence_around(text, start, end)
    assert text[first:last] == wanted
