"""Knowledge map, path and peers, class map: what each says, and that every figure opens."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import combinations

import pytest
from streamlit.testing.v1 import AppTest

from core.api.core import Core
from core.knowledge.wire import ClassPoint, ClassStudent, MapRequest, NeedsHelp, PeersRequest, UpdateRequest
from core.portrait.wire import ClassPortraits, ContestView
from core.records.access import Caller
from pages.parts import i18n
from pages.parts.classroom.heat_map import STATUS_OF_CODE, class_csv, heat_data, unique_names
from pages.parts.classroom.portraits import LEAST_FOR_MEDIAN, median_text, portraits_csv, spread_spec
from pages.parts.dates import months_back
from pages.parts.look import AXIS
from pages.parts.map.choice import FLIGHT, LEVEL_KEY, Filter
from pages.parts.map.contests import contest_text
from pages.parts.map.list import map_csv
from pages.parts.map.next import next_points
from pages.parts.map.words import GLYPHS
from pages.parts.portrait.view import SIX_KEYS
from tests.pages.conftest import OpenPage, caller_of, page_text, submit_answers

MAP, PATH, CLASS = "pages/knowledge_map.py", "pages/learning_path.py", "pages/class_map.py"
STUDENT = "demo-student"


def page_html(test: AppTest) -> str:
    """All HTML on the page, and its text."""
    return "\n".join([*(element.proto.body for element in test.get("html")), page_text(test)])


@pytest.fixture
def answered_point(core: Core) -> str:
    """A point with answers of the demo student on it."""
    caller = caller_of(core, "student")
    result = submit_answers(core, STUDENT, caller, right=6, wrong=4)
    item = core.store.items(caller.organisation_id, [result.details[0].question_id])[result.details[0].question_id]
    return item.points[0]


def button_labels(test: AppTest) -> list[str]:
    return [button.label for button in test.button]


def keys_of(test: AppTest) -> list[str]:
    return [button.key or "" for button in test.button]


# -- the map --------------------------------------------------------------------------------------------------


def test_without_answers_the_map_names_the_first_step_and_shows_every_point(open_page: OpenPage) -> None:
    test = open_page(MAP, "student").run()
    assert not test.exception
    assert "There are no answers yet: one round of practice puts the first points on the map." in page_text(test)
    assert "124 knowledge points" in page_text(test)
    assert "Your next five" in [heading.value for heading in test.subheader]
    assert len([key for key in keys_of(test) if key.startswith("map_next_")]) == 5


def test_the_map_takes_in_new_answers_when_it_is_opened(open_page: OpenPage, answered_point: str) -> None:
    test = open_page(MAP, "student").run()
    assert "Next: **" in page_text(test)
    assert "<strong>853</strong>" not in page_html(test)  # no longer all of them not started


def test_the_point_in_the_address_opens_with_its_evidence_and_actions(open_page: OpenPage, answered_point: str) -> None:
    test = open_page(MAP, "student")
    test.query_params["point"] = answered_point
    test = test.run()
    assert not test.exception
    html = page_html(test)
    assert answered_point in html
    assert "right (" in html
    assert "How much each piece of evidence still counts today" in [expander.label for expander in test.expander]
    assert {"Practise this", "Contest this value", "Set as target"} <= set(button_labels(test))


def test_a_prerequisite_leads_to_its_point_and_the_map_flies_there(open_page: OpenPage, core: Core) -> None:
    test = open_page(MAP, "student")
    edge = next(edge for edge in core.tables.points.prerequisites if edge.point_id.startswith("【二"))
    test.query_params["point"] = edge.point_id
    test = test.run()
    assert test.session_state[FLIGHT] == (0, edge.point_id)
    test = test.button(key=f"map_needs_{edge.requires_id}").click().run()
    assert not test.exception
    assert test.query_params["point"] == edge.requires_id
    assert test.session_state[FLIGHT] == (1, edge.requires_id)


def test_a_next_point_opens_on_its_own_level_and_the_list_comes_back(open_page: OpenPage, core: Core) -> None:
    test = open_page(MAP, "student").run()
    test.session_state[LEVEL_KEY] = 4
    test = test.run()
    key = next(key for key in keys_of(test) if key.startswith("map_next_"))
    point_id = key.removeprefix("map_next_")
    test = test.button(key=key).click().run()
    assert not test.exception
    assert test.query_params["point"] == point_id
    assert test.session_state[LEVEL_KEY] == core.tables.points.by_id[point_id].level
    assert key not in keys_of(test)
    test = test.button(key="map_close").click().run()
    assert "point" not in test.query_params
    assert test.session_state[FLIGHT] == (2, None)
    assert key in keys_of(test)


def test_what_can_be_learnt_now_comes_before_what_it_opens(core: Core, answered_point: str) -> None:
    view = core.knowledge.map(MapRequest(student_id=STUDENT), caller_of(core, "student"))
    shown = next_points(view, core.tables.points.by_id)
    ready = {state.point_id for state in view.knowledge_points if state.ready}
    assert len(shown) == len(set(shown)) == 5
    assert sorted(shown, key=lambda point_id: point_id not in ready) == shown


def test_a_past_month_shows_the_statuses_of_then(open_page: OpenPage, core: Core, answered_point: str) -> None:
    test = open_page(MAP, "student").run()
    test = test.select_slider[0].set_value(months_back(core.clock.now(), 2)[1]).run()
    assert not test.exception
    assert "Statuses as they were at the end of" in page_text(test)


def test_a_point_becomes_the_target_and_the_path_leads_there(
    open_page: OpenPage, core: Core, answered_point: str
) -> None:
    test = open_page(MAP, "student")
    test.query_params["point"] = answered_point
    test = test.run().button(key="map_target").click().run()
    assert not test.exception
    goal = core.knowledge.goal(STUDENT, "hsk", caller_of(core, "student"))
    assert goal is not None
    assert goal.points == (answered_point,)


def test_a_teacher_sees_a_student_s_map_without_contest_and_practice(open_page: OpenPage, answered_point: str) -> None:
    test = open_page(MAP, "teacher")
    test.query_params["student"] = STUDENT
    test.query_params["point"] = answered_point
    test = test.run()
    assert not test.exception
    assert not {"Practise this", "Contest this value", "Set as target"} & set(button_labels(test))
    assert "This student can learn next" in page_text(test)


def test_a_student_of_another_organisation_is_not_found(open_page: OpenPage, core: Core) -> None:
    other = core.access.organisation("Another school")
    submit_answers(core, "theirs", Caller(other.organisation_id, frozenset()), right=1, wrong=1)
    for page in (MAP, PATH):
        test = open_page(page, "teacher")
        test.query_params["student"] = "theirs"
        test = test.run()
        assert "There is no such student in your organisation." in page_text(test)


def test_the_file_has_every_point_with_its_figures(core: Core, answered_point: str) -> None:
    caller = caller_of(core, "student")
    core.knowledge.update(UpdateRequest(student_id=STUDENT), caller)
    view = core.knowledge.map(MapRequest(student_id=STUDENT), caller)
    lines = list(csv.DictReader(map_csv(view, core.tables.points.by_id).decode("utf-8-sig").splitlines()))
    assert len(lines) == 853
    attempts = {state.point_id: str(state.total_attempts) for state in view.knowledge_points}
    assert all(line["total_attempts"] == attempts[line["point_id"]] for line in lines)


def test_a_filter_asks_for_status_and_category(core: Core) -> None:
    row = core.tables.points.by_id["【一05】"]
    assert Filter(frozenset({"ready"}), "词类").fits(row, "learning", ready=True)
    assert not Filter(frozenset({"mastered"}), None).fits(row, "learning", ready=True)
    assert not Filter(frozenset(), "短语").fits(row, "learning", ready=True)


def test_two_filters_that_let_as_many_points_through_have_tables_of_their_own(open_page: OpenPage, core: Core) -> None:
    counts = Counter(row.group for row in core.tables.points.rows if row.level == 1)
    first, second = next((one, other) for one, other in combinations(counts, 2) if counts[one] == counts[other])
    test = open_page(MAP, "student").run()
    test.selectbox(key="map_category").set_value(first).run()
    table = test.dataframe[0].proto.id
    test.selectbox(key="map_category").set_value(second).run()
    assert not test.exception
    assert test.dataframe[0].proto.id != table


# -- contests -------------------------------------------------------------------------------------------------


def make_contest(core: Core, before: float | None, after: float | None) -> ContestView:
    moved = None if before is None or after is None else after - before
    return ContestView(
        contest_id="c1", target_kind="point", target="【一05】", name="人称代词", session_id="ps_1", before=before,
        after=after, moved=moved, created_at=core.clock.now(), open=after is None,
    )  # fmt: skip


def test_a_contest_says_what_it_moved_and_by_how_much(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.parts.i18n.DEFAULT", "en")
    assert contest_text(make_contest(core, 0.42, 0.58)).endswith("from 42 % to 58 % (+16)")
    assert contest_text(make_contest(core, None, 0.5)).endswith("nothing was known before; now 50 %")
    assert "not all answered yet" in contest_text(make_contest(core, 0.42, None))


def test_a_contested_value_goes_to_three_exercises(open_page: OpenPage, core: Core, answered_point: str) -> None:
    test = open_page(MAP, "student")
    test.query_params["point"] = answered_point
    test = test.run()
    view = core.contests.of_point(STUDENT, answered_point, caller_of(core, "student"))
    assert len(core.practice.view(STUDENT, view.session_id, caller_of(core, "student")).cards) == 3
    test = test.run()
    assert "Contested values" in page_text(test)


# -- path and peers -------------------------------------------------------------------------------------------


def test_the_path_says_how_far_it_is_and_opens_with_the_first_stage(open_page: OpenPage, core: Core) -> None:
    test = open_page(PATH, "student").run()
    assert not test.exception
    assert "knowledge points to go, about" in page_text(test)
    assert " · level 1 · " in test.expander[1].label
    assert core.tables.points.short_name("【一01】").en in test.expander[1].label
    assert any(link.proto.page.endswith("knowledge_map") for link in test.get("page_link"))


def test_a_chosen_target_is_kept_and_can_be_taken_back(open_page: OpenPage, core: Core) -> None:
    test = open_page(PATH, "student").run()
    test.number_input[0].set_value(120)
    test = next(button for button in test.button if button.label == "Set target").click().run()
    assert not test.exception
    goal = core.knowledge.goal(STUDENT, "hsk", caller_of(core, "student"))
    assert goal is not None
    assert goal.minutes_a_week == 120
    assert "120 minutes a week" in page_text(test)
    test = test.button(key="goal_back").click().run()
    assert core.knowledge.goal(STUDENT, "hsk", caller_of(core, "student")) is None


def test_nobody_is_matched_before_the_switch_is_on(open_page: OpenPage, core: Core) -> None:
    test = open_page(PATH, "student").run()
    assert not core.knowledge.peers(PeersRequest(student_id=STUDENT), caller_of(core, "student")).opted_in
    test = test.toggle(key="peers_on").set_value(True).run()
    assert not test.exception
    assert core.knowledge.peers(PeersRequest(student_id=STUDENT), caller_of(core, "student")).opted_in
    assert "Nobody fits yet" in page_text(test)
    test.toggle(key="peers_on").set_value(False).run()
    assert not core.knowledge.peers(PeersRequest(student_id=STUDENT), caller_of(core, "student")).opted_in


def test_a_teacher_sees_the_path_and_neither_form_nor_peers(open_page: OpenPage) -> None:
    test = open_page(PATH, "teacher")
    test.query_params["student"] = STUDENT
    test = test.run()
    assert not test.exception
    assert test.toggle.len == 0
    assert "Set target" not in button_labels(test)


# -- the class ------------------------------------------------------------------------------------------------


def test_an_empty_class_map_says_how_it_fills(open_page: OpenPage) -> None:
    test = open_page(CLASS, "teacher").run()
    assert not test.exception
    assert "There are no answers yet. The map fills as students practise" in page_text(test)


def test_the_class_map_is_not_for_students(open_page: OpenPage) -> None:
    test = open_page(CLASS, "student").run()
    assert "This page is not part of your account." in page_text(test)


def test_the_class_map_shows_students_needs_and_ways_on(open_page: OpenPage, core: Core) -> None:
    caller = caller_of(core, "teacher")
    for student_id in ("s1", "s2"):
        submit_answers(core, student_id, caller, right=6, wrong=4)
    test = open_page(CLASS, "teacher").run()
    assert not test.exception
    headings = [heading.value for heading in test.subheader]
    assert headings[:4] == ["Students and points", "Teach this next", "Groups by need", "Who needs help"]
    assert len(class_csv(core.knowledge.class_map(caller, level=1)).decode("utf-8-sig").splitlines()) == 1 + 3 * 124


@pytest.mark.parametrize("changed", ["teach_next", "needs_help"])
def test_the_first_sentence_is_drawn_again_where_the_parts_below_read_something_newer(
    open_page: OpenPage, core: Core, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    caller = caller_of(core, "teacher")
    for student_id in ("s1", "s2"):
        submit_answers(core, student_id, caller, right=12, wrong=4)
    now = core.knowledge.class_map(caller)
    assert now.teach_next
    someone = NeedsHelp(student_id="s1", name="s1", number="s1", reasons=[], weakest=[])
    first = now.model_copy(update={"teach_next": []} if changed == "teach_next" else {"needs_help": [someone] * 3})
    seen = iter([first])
    monkeypatch.setattr(core.knowledge, "class_map", lambda *_, **__: next(seen, now))
    test = open_page(CLASS, "teacher").run()
    assert not test.exception
    assert f"Teach next: **{now.teach_next[0].name}**." in page_text(test)
    assert "3 students need help, below." not in page_text(test)


def make_class(size: int) -> tuple[list[ClassPoint], list[ClassStudent]]:
    point = {"met": 0, "learning": 0, "begun": 0, "not_started": 0, "mean_accuracy": None}
    points = [ClassPoint(point_id="【一05】", name="人称代词", level=1, **point)]
    return points, [
        ClassStudent(
            student_id=f"s{number}", number=f"s{number}", name="王明", statuses=[number % 5], accuracies=[None], mastery=[None], answers=1,
            last_at=None,
        )
        for number in range(size)
    ]  # fmt: skip


@pytest.fixture
def _in_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside of a page the language stays set for the tests that follow; this sets it for one."""
    monkeypatch.setattr(i18n, "language", lambda: "zh")


@pytest.mark.usefixtures("_in_chinese")
def test_students_of_one_name_stay_apart_and_each_status_has_its_words() -> None:
    points, students = make_class(5)
    assert unique_names(students) == [f"王明 (s{number})" for number in range(5)]
    data = heat_data(points, students, all_levels=False, chosen=("s3", "【一05】"))
    named = zip(STATUS_OF_CODE[1:], ("未达标", "已达标", "超标", "刚开始"), strict=True)
    assert data["statuses"][1:] == [f"{GLYPHS[status]} {name}" for status, name in named]
    assert data["codes"] == ["0", "1", "2", "3", "4"]
    assert [bool(color) for color in data["colors"]] == [False, True, True, True, True]
    assert (data["columns"], data["labels"], data["chosen"]) == ([["【一05】", "人称代词"]], [(0, "【一05】")], [3, 0])
    assert heat_data(points, students, all_levels=False, chosen=("s9", "【一05】"))["chosen"] is None


def make_class_portraits(size: int, value: float | None) -> ClassPortraits:
    students = [(f"s{number}", f"{number}", f"n{number}", dict.fromkeys(SIX_KEYS, value)) for number in range(size)]
    return ClassPortraits(students=students, medians=dict.fromkeys(SIX_KEYS, value))


@pytest.mark.usefixtures("_in_chinese")
def test_a_median_is_drawn_of_ten_students_and_of_no_fewer() -> None:
    few, enough = (
        [series["data"] for series in spread_spec(make_class_portraits(size, 60.0), AXIS["light"])["series"]]
        for size in (LEAST_FOR_MEDIAN - 1, LEAST_FOR_MEDIAN)
    )
    assert [len(points) for points in few] == [6 * 9, 0]
    assert enough[1] == [[60.0, row, "中位数", "60"] for row in range(6)]
    assert median_text(9, 60.0) == "9 名学生"
    assert median_text(10, 60.0) == "中位数 60，10 名学生"


def test_an_unknown_ability_is_empty_in_the_file_and_never_zero() -> None:
    lines = portraits_csv(make_class_portraits(2, None)).decode("utf-8-sig").splitlines()
    assert lines[1] == "s0,0,n0,,,,,,"
