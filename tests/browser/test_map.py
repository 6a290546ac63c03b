"""The map in a real browser: clicked, searched, on a phone; the class map."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core.answers.wire import AnswerItem, SubmitRequest
from core.records.access import PERMISSIONS, Caller
from core.settings import Settings
from core.wiring import build_core
from evaluation.questions.bank_items import bank_items, shared_bank
from evaluation.service.accessibility import grave_faults
from evaluation.service.looking import settled, until
from pages.parts.components import asset
from tests.browser.conftest import ENVIRONMENT, Enter, running_server, sign_in
from tests.browser.test_journeys import STUDENT, TEACHER

pytestmark = pytest.mark.browser

PORT = ".st-key-map_atlas .port"
FAR = ".st-key-map_atlas .frame.far"
PATIENCE_MS = 60_000
"""On a new server the exercises are still being made when the first details are asked for."""
NAME = ".st-key-map_detail [lang='zh-CN']"


AT_REST = "port => 'rest' in port.dataset"


def come_closer(page: Page) -> None:
    """From the regions of a level to the points of its first one."""
    page.locator(PORT).wait_for()
    settled(page)
    expect(page.locator(FAR)).to_have_count(1)
    box = page.locator(".region .ground").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 12, box["y"] + 12)
    expect(page.locator(FAR)).to_have_count(0)
    page.wait_for_function(AT_REST, arg=page.locator(PORT).element_handle())
    settled(page)


def test_a_region_comes_closer_a_point_opens_and_a_refresh_comes_back_to_it(enter: Enter) -> None:
    page = enter("/knowledge_map", STUDENT)
    come_closer(page)
    page.locator(".point .hit").nth(0).click()
    page.wait_for_url("**point=**")
    expect(page.locator(NAME)).to_be_visible(timeout=PATIENCE_MS)
    name = page.locator(NAME).inner_text()
    page.reload()
    expect(page.locator(NAME)).to_have_text(name, timeout=PATIENCE_MS)
    expect(page.locator(".point.chosen")).to_have_count(1)
    expect(page.locator(FAR)).to_have_count(0)
    assert grave_faults(page) == []


def test_the_map_is_walked_with_the_keyboard(enter: Enter) -> None:
    page = enter("/knowledge_map", STUDENT)
    page.locator(PORT).wait_for()
    settled(page)
    page.locator(PORT).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(FAR)).to_have_count(0)
    first = page.locator(".point.lit .form").first.text_content() or ""
    page.keyboard.press("ArrowRight")
    expect(page.locator(".point.lit .form").first).not_to_have_text(first)
    chosen = page.locator(".point.lit .form").first.text_content() or ""
    page.keyboard.press("Enter")
    page.wait_for_url("**point=**")
    expect(page.locator(NAME)).to_contain_text(chosen.rstrip("…"), timeout=PATIENCE_MS)
    page.locator(PORT).focus()
    page.keyboard.press("Escape")
    expect(page.locator(FAR)).to_have_count(1)


def test_a_search_in_pinyin_flies_to_a_point_of_another_level(enter: Enter) -> None:
    page = enter("/knowledge_map", STUDENT)
    expect(page.get_by_role("radio", name="1", exact=True)).to_be_checked()
    search = page.get_by_role("combobox", name="搜索").or_(page.get_by_role("combobox", name="Search"))
    search.fill("bazi")
    expect(page.locator("#hits li").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(NAME)).to_contain_text("把", timeout=PATIENCE_MS)
    expect(page.get_by_role("radio", name="3", exact=True)).to_be_checked()
    expect(page.locator(".point.chosen")).to_have_count(1)
    expect(page.locator(FAR)).to_have_count(0)


def test_a_prerequisite_on_another_level_takes_the_map_there(enter: Enter) -> None:
    page = enter("/knowledge_map?point=【三05】", STUDENT)
    expect(page.locator(NAME)).to_contain_text("帮忙、见面", timeout=PATIENCE_MS)
    expect(page.get_by_role("radio", name="3", exact=True)).to_be_checked()
    page.get_by_role("button", name="【一", exact=False).first.click()
    expect(page.get_by_role("radio", name="1", exact=True)).to_be_checked()


def test_on_a_phone_the_next_points_come_first_and_a_chosen_one_opens_below_the_map(enter: Enter, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    enter("/knowledge_map", STUDENT)
    page.locator(PORT).wait_for()
    settled(page)

    def top(selector: str) -> float:
        box = page.locator(selector).bounding_box()
        assert box is not None
        return box["y"]

    assert top(".st-key-map_next") < top(PORT)
    page.locator("[class*='st-key-map_next_'] button").first.click()
    expect(page.locator(NAME)).to_be_visible(timeout=PATIENCE_MS)
    settled(page)
    assert top(PORT) < top(".st-key-map_detail")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_class_map_opens_on_a_level_and_shows_all_of_them(enter: Enter) -> None:
    page = enter("/class_map", TEACHER)
    expect(page.locator("h1").first).to_be_visible()
    page.get_by_role("button", name="English").click()
    settled(page)  # another language draws the page anew, and Streamlit loses what is clicked meanwhile
    page.get_by_text("All", exact=True).first.click()
    page.wait_for_url("**level=0**")
    page.locator("h1").first.click()  # away from the button: its look under the mouse is Streamlit's own
    assert grave_faults(page) == []


HEAT_DATA = {
    "rows": ["王明", "李丽"],
    "students": ["s1", "s2"],
    "columns": [["【一01】", "上、里"], ["【一02】", "我、你"], ["【一03】", "这、那"]],
    "codes": ["012", "340"],
    "statuses": ["○ 未学", "◐ 未达标", "● 已达标", "★ 超标", "◔ 刚开始"],
    "colors": [None, "#2B4C7E", "#2F7F6F", "#9A6F10", "#6B7280"],
    "labels": [[0, "【一01】"]],
    "chosen": None,
    "axis": "#5B6472",
    "line": "#ddd",
    "edge": "#B93A2B",
    "below": "below",
    "alt": "Status of every student on every point",
}
HEAT_PAGE = """(data) => {
  document.body.innerHTML = '<div id="parent"><div class="wenlu" style="width:600px"></div></div>';
  window.opened = [];
  SCRIPT;
  window.shown = (data) => render({ data, parentElement: document.getElementById("parent"), setTriggerValue: (name, cell) => window.opened.push([name, cell]) });
  window.shown(data);
}"""


def test_a_cell_of_the_heat_map_opens_by_a_click_and_by_the_keyboard(page: Page) -> None:
    script = f"{asset('shell/dom.js')}\n{asset('classroom/heat.js')}"
    page.evaluate(HEAT_PAGE.replace("SCRIPT", script), HEAT_DATA)
    picture, said = page.locator("canvas"), page.locator("[role=status]")
    box = picture.bounding_box()
    assert box is not None
    picture.click(position={"x": box["width"] - 30, "y": 35})
    picture.click(position={"x": box["width"] - 30, "y": 50})
    picture.click(position={"x": 5, "y": 35})  # a name is no cell
    picture.focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "Enter"):  # the first begins at the open cell
        page.keyboard.press(key)
    opened = [("s1", "【一03】"), ("s2", "【一03】"), ("s1", "【一02】")]
    assert page.evaluate("window.opened") == [["cell", {"student": who, "point": point}] for who, point in opened]
    expect(said).to_have_text("王明 · 【一02】 我、你 · ◐ 未达标 · below")
    page.keyboard.press("Control+ArrowDown")  # the browser's
    expect(said).to_have_text("王明 · 【一02】 我、你 · ◐ 未达标 · below")
    for key in ("Home", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
    expect(said).to_have_text("王明 · 【一01】 上、里 · ○ 未学")


@pytest.fixture
def answered_class(tmp_path: Path, demo_database: Path) -> Iterator[str]:
    """A server whose class has answered three items on a point of level 1, rightly."""
    shutil.copy(demo_database, tmp_path)
    core = build_core(
        Settings(database_url=f"sqlite:///{tmp_path / 'wenlu.db'}", demo=True, demo_class=False), bank=shared_bank()
    )
    (student,) = core.store.accounts_named("student")
    caller = Caller(student.organisation_id, frozenset(PERMISSIONS), "en")
    items = [item for item in bank_items("multiple_choice", "grammar") if item.points[0].startswith("【一")][:3]
    core.store.issue_items(
        items,
        organisation_id=student.organisation_id,
        student_id=None,
        at=core.clock.now(),
        not_since=core.clock.now(),
        call=None,
        reply=None,
    )
    answers = [AnswerItem(question_id=item.id, answer=item.key, time_spent=9) for item in items]
    core.answers.submit(SubmitRequest(student_id=str(student.student_id), answers=answers), caller)
    core.store.close()
    with running_server(tmp_path, ENVIRONMENT) as address:
        yield address


def test_the_answers_of_a_cell_stand_below_the_picture_once_it_is_clicked(
    chromium: Browser, answered_class: str
) -> None:
    context = chromium.new_context(locale="en-US", viewport={"width": 1280, "height": 900})
    sign_in(context, answered_class, TEACHER)
    page = context.new_page()
    page.goto(f"{answered_class}/class_map?level=1")
    picture, cell = page.locator(".st-key-class_map_heat canvas"), page.locator(".st-key-class_cell")
    expect(picture).to_be_visible()
    settled(page)
    picture.focus()
    for key in ("ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(cell.get_by_test_id("stPageLink")).to_be_visible()
    expect(page.locator(".st-key-class_map_heat [role=status]")).to_contain_text("【一01】")
    settled(page)
    before = cell.inner_text()
    box = picture.bounding_box()
    assert box is not None
    picture.click(position={"x": box["width"] - 40, "y": 35})
    until(page, lambda: cell.inner_text() != before)
    expect(cell.get_by_test_id("stPageLink")).to_be_visible()
    assert grave_faults(page) == []
    context.close()
