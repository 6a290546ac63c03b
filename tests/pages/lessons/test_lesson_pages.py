"""Lessons and the player: what is listed, what is played, what is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
import streamlit
from streamlit.testing.v1 import AppTest

from core.api.core import Core
from core.tables import shipped_tables
from core.tables.content.lessons import Line, Slide, slide_seconds
from core.tables.resources import Resource
from core.wire import Bilingual
from pages.parts.addresses import addresses
from pages.parts.lessons import desk as lesson_desk
from pages.parts.lessons.data import lesson_data, lesson_texts, line_data, voices_of
from pages.parts.lessons.list import CARDS_AT_ONCE, LessonFilter
from pages.parts.ruby import learning_texts, ruby_runs
from pages.parts.visitor import Visitor
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, page_titles

LESSONS, LESSON = "pages/lessons.py", "pages/lesson.py"
POINT = "point_1-09"


def syllables(text: str) -> list[str]:
    """A reader that reads every Chinese character as a."""
    return ["ā" if "\u4e00" <= character <= "\u9fff" else "" for character in text]


def open_lesson(test: AppTest, resource_id: str) -> AppTest:
    """The player's page on one resource."""
    test.query_params["resource"] = resource_id
    return test.run()


def count_buttons(test: AppTest, label: str) -> int:
    """How many buttons bear a label."""
    return sum(button.label == label for button in test.button)


def all_lessons(open_page: OpenPage, role: Any) -> AppTest:
    """The list with search and filters."""
    return open_page(LESSONS, role).run().button_group(key="lessons_view").set_value("all").run()


def links_of(test: AppTest) -> list[str]:
    """The labels of the links to lessons."""
    return [link.proto.label for link in test.get("page_link") if "min" in link.proto.label]


def test_a_course_goes_unit_by_unit_and_opens_on_the_first_that_is_not_done(open_page: OpenPage, core: Core) -> None:
    page = open_page(LESSONS, "student").run()
    assert not page.exception
    unit = shipped_tables().units[0]
    assert next(expander.label for expander in page.expander).startswith(f"**1 {unit.title.zh} · {unit.title.en}**")
    assert len(links_of(page)) == len(unit.points) + 2
    for resource_id in (unit.lesson, unit.dialogue, *(f"point_1-{point[2:-1]}" for point in unit.points)):
        core.plan.finish(account_of(core, "student").student_id, resource_id, 60, caller_of(core, "student"))
    page = page.run()
    assert f"**1 {unit.title.zh} · {unit.title.en}** · {len(unit.points) + 2} / {len(unit.points) + 2}" in [
        expander.label for expander in page.expander
    ]
    assert page.expander[0].icon == ":material/check_circle:"
    assert len(links_of(page)) == len(shipped_tables().units[1].points) + 2  # the next unit stands open
    assert page.get("progress")[0].proto.text == f"{len(unit.points) + 2} of 72 lessons of this level played"


def test_a_course_goes_point_by_point_too_and_shows_a_teacher_no_progress(open_page: OpenPage) -> None:
    page = open_page(LESSONS, "teacher").run().button_group(key="lessons_view").set_value("points").run()
    assert not page.exception
    assert re.fullmatch(r"\*\*Word classes › Nouns\*\* · \d+ lessons?", page.expander[0].label)
    assert not page.get("progress")


def test_the_list_begins_with_a_dozen_written_lessons(open_page: OpenPage, core: Core) -> None:
    page = all_lessons(open_page, "student")
    assert not page.exception
    assert f"{len(core.plan.resources.all)} lessons" in page_text(page)
    assert count_buttons(page, "Open") == CARDS_AT_ONCE
    first = shipped_tables().lessons[0]
    assert first.goal.en in page_text(page)


def test_more_are_shown_when_asked_for(open_page: OpenPage) -> None:
    page = all_lessons(open_page, "teacher")
    page = next(button for button in page.button if button.label == "Show more").click().run()
    assert not page.exception
    assert count_buttons(page, "Open") == 2 * CARDS_AT_ONCE


def test_filters_and_search_narrow_the_list(open_page: OpenPage, core: Core) -> None:
    page = all_lessons(open_page, "student")
    page = page.text_input(key="lessons_search").set_value("【一09】").run()
    assert f"{len(core.plan.resources.about('【一09】'))} lessons" in page_text(page)
    page = page.text_input(key="lessons_search").set_value("").run()
    page = page.selectbox(key="lessons_kind").set_value("dialogue").run()
    assert f"{sum(resource.kind == 'dialogue' for resource in core.plan.resources.all)} lessons" in page_text(page)


def test_a_search_without_a_match_says_what_to_do(open_page: OpenPage) -> None:
    page = all_lessons(open_page, "student")
    page = page.text_input(key="lessons_search").set_value("no such thing").run()
    assert "No lessons match" in page_text(page)
    assert count_buttons(page, "Open") == 0


@pytest.mark.parametrize(
    ("lesson_filter", "fits"),
    [
        (LessonFilter("", [], [], [], None), True),
        (LessonFilter("ＭＥＡＳＵＲＥ words", [2, 3], ["reading"], ["lesson"], "food"), True),
        (LessonFilter("", [1], [], [], None), False),
        (LessonFilter("", [], ["writing"], [], None), False),
        (LessonFilter("", [], [], ["dialogue"], None), False),
        (LessonFilter("", [], [], [], "travel"), False),
        (LessonFilter("measure nothing", [], [], [], None), False),
    ],
)
def test_a_resource_fits_when_every_filter_does(lesson_filter: LessonFilter, fits: bool) -> None:
    title = Bilingual(zh="量词", en="Measure words")
    resource = Resource("lesson_n2-01", "video", "lesson", title, title, 2, "reading", "food", ("【二10】",), 200)
    assert lesson_filter.fits(resource) is fits


def test_the_player_is_in_no_menu_but_the_list_is_for_students_and_teachers() -> None:
    pages = {address.name: address for address in addresses()}
    assert pages["lesson"].under == "lessons"
    assert not pages["lessons"].under
    assert pages["lessons"].roles == pages["lesson"].roles == ("student", "teacher")


@pytest.mark.parametrize("role", ["student", "teacher"])
@pytest.mark.parametrize("resource_id", ["lesson_n1-01", POINT, "audio_d0001", "audio_p0001"])
def test_every_kind_of_lesson_opens(open_page: OpenPage, core: Core, role: Any, resource_id: str) -> None:
    page = open_lesson(open_page(LESSON, role), resource_id)
    assert not page.exception
    resource = core.plan.resources.by_id[resource_id]
    assert page_titles(page)[0].replace("\\", "") == resource.title.zh
    assert f"{resource.minutes:g} min" in page_text(page)


def test_an_unknown_lesson_shows_the_way_to_the_list(open_page: OpenPage) -> None:
    page = open_lesson(open_page(LESSON, "student"), "lesson_n9-99")
    assert "There is no such lesson" in page_text(page)


def test_an_administrator_has_no_lessons(open_page: OpenPage) -> None:
    page = open_page(LESSONS, "admin").run()
    assert "not part of your account" in page_text(page)


def test_the_slide_in_the_address_is_a_number_or_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    for named, slide in (("4", 4), ("", 0), ("-1", 0), ("x", 0), ("²", 0)):
        monkeypatch.setattr(streamlit, "query_params", {"slide": named})
        assert lesson_desk.slide_in_address() == slide


def test_the_end_of_a_lesson_is_noted_with_its_seconds(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    resource = core.plan.resources.by_id[POINT]
    session: dict[str, Any] = {f"{lesson_desk.KEY}_{POINT}": {"done": {"seconds": 99_999, "nonce": 1}}}
    monkeypatch.setattr(streamlit, "session_state", session)
    recorded: list[tuple[str, str, int]] = []
    monkeypatch.setattr(core.plan, "finish", lambda *arguments: recorded.append(arguments[:3]), raising=False)
    account = account_of(core, "student")
    lesson_desk._finish(Visitor(core, account), resource)
    assert recorded == [(account.student_id, POINT, lesson_desk.LONGEST_SECONDS)]
    assert session[lesson_desk.DONE] == {POINT}


def test_what_is_played_has_readings_voices_and_its_seconds(core: Core) -> None:
    resource = core.plan.resources.by_id["audio_d0001"]
    slides = core.plan.resources.slides_of(resource.resource_id)
    data = lesson_data(resource, slides, "en", first_slide=2, texts=learning_texts(core, lesson_texts(slides)))
    assert (data["resource"], data["at"], data["easy"]) == ("audio_d0001", 2, True)
    assert sum(slide["seconds"] for slide in data["slides"]) == pytest.approx(resource.seconds, abs=1)
    heard = data["slides"][1]
    assert {line["who"]: line["voice"] for line in heard["lines"]} == {"女": "f", "男": "m"}
    assert data["texts"][heard["lines"][0]["zh"]]["runs"][:2] == [("你", "nǐ"), ("家", "jiā")]
    assert data["slides"][3]["slow"]


def test_notes_and_questions_are_in_the_language_of_the_interface(core: Core) -> None:
    resource = core.plan.resources.by_id[POINT]
    slides = core.plan.resources.slides_of(POINT)
    chinese, english = (lesson_data(resource, slides, language, first_slide=0) for language in ("zh", "en"))
    assert slides[0].note is not None
    assert (chinese["slides"][0]["note"], english["slides"][0]["note"]) == (slides[0].note.zh, slides[0].note.en)
    assert slides[1].ask is not None
    assert (chinese["slides"][1]["ask"], english["slides"][1]["ask"]) == (slides[1].ask.zh, slides[1].ask.en)


def test_pictures_reach_the_player_by_the_names_of_their_description(core: Core) -> None:
    drawn = [
        slide["picture"]
        for resource in core.plan.resources.all
        if resource.kind == "lesson"
        for slide in lesson_data(resource, core.plan.resources.slides_of(resource.resource_id), "en", first_slide=0)["slides"]
        if slide["picture"]
    ]  # fmt: skip
    kinds = {picture["kind"] for picture in drawn}
    assert {"scene", "pattern", "timeline", "compare", "route", "place", "cause", "scale", "tones", "table", "character"} == kinds  # fmt: skip
    assert all("from" in picture for picture in drawn if picture["kind"] in ("route", "cause"))


def test_marks_run_together_where_nothing_is_read() -> None:
    assert ruby_runs("好……吗？", syllables) == [("好", "ā"), ("……", ""), ("吗", "ā"), ("？", "")]
    assert ruby_runs("on the table", syllables) == []


def test_voices_go_by_what_people_are_called_and_else_take_turns() -> None:
    people = ["妈妈", "爷爷", "小林", "店员", "小林", "女", "儿子"]
    slides = [Slide(do="show", lines=tuple(Line(who=who, zh="好。", en="Good.") for who in people))]
    assert voices_of(slides) == {
        "": "f", "妈妈": "f", "爷爷": "m", "小林": "f", "店员": "m", "女": "f", "儿子": "m",
    }  # fmt: skip


def test_a_line_counts_what_takes_time_to_say() -> None:
    assert line_data(Line(zh="你好，A！"), {"": "f"})["size"] == 3
    assert slide_seconds(Slide(do="show", lines=(Line(zh="……"),)), 1) > 0
