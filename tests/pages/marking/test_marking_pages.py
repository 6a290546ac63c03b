"""The marking desk, the gradebook and its files, and what students see of a returned essay."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook
from streamlit.testing.v1 import AppTest

from core.api.assignments import AssignmentView, AssignRequest, EssayWork, TextWork
from core.api.core import Core
from core.api.documents import spreadsheet
from core.api.essays import EssayRequest
from core.api.marking import RUBRIC
from core.plan.assignments.gradebook import GradebookCell
from core.plan.assignments.wire import Standing, State, Work
from core.records.students import Student
from evaluation.essays.fakes import ListedDoubts, ListedErrors, evaluator
from pages.parts.assignments.gradebook import cell_text, gradebook_document, table_of
from pages.parts.dates import day_in_shanghai
from pages.parts.essays.document import essay_document
from pages.parts.essays.result import as_returned
from pages.parts.i18n import use_language
from pages.parts.marking.data import desk_data, notice_text
from pages.parts.marking.desk import DeskState, carry_out, next_waiting
from pages.parts.marking.drafts import changed_pieces
from pages.parts.marking.returned import corrections_of, returned_data
from pages.parts.visitor import Visitor
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, page_titles

ESSAY = "我点了二个菜，我们吃得很快极了。下午我们去看电影，电影很有意思。"
WRONG = ListedErrors({"二个": ("两个", "W"), "很快极了": ("快极了", "D")})
PATIENCE_SECONDS = 60.0


@pytest.fixture(autouse=True)
def known_errors(core: Core) -> None:
    core.essays.evaluator = evaluator(WRONG)


def student_of(core: Core) -> str:
    """The demo student."""
    return str(account_of(core, "student").student_id)


def assign(core: Core, work: Work | None = None, title: str = "我的周末", *, days: int = 3) -> AssignmentView:
    """Given to everybody by the demo teacher."""
    due = day_in_shanghai(core.clock.now()) + timedelta(days=days)
    request = AssignRequest(title=title, due=due, work=work or EssayWork(task="写一写你的周末。", characters=(10, 300)))
    return core.assignments.assign(request, caller_of(core, "teacher"), by=account_of(core, "teacher").account_id)


def hand_in(core: Core, given: AssignmentView, student_id: str, text: str = ESSAY) -> str:
    """The id of a text that is handed in and reviewed."""
    caller = caller_of(core, "teacher")
    task = core.writing.task(student_id, given.resource_id, caller)
    writing_id = core.writing.hand_in(student_id, task, text, caller, writing_id=None).writing_id
    core.marking.review_ahead([writing_id], caller)
    core.marking.ahead.wait(PATIENCE_SECONDS)
    return writing_id


def act(core: Core, writing_id: str, **action: Any) -> None:
    """Carry out an action as the demo teacher."""
    caller, by = caller_of(core, "teacher"), account_of(core, "teacher").account_id
    version = core.marking.desk(writing_id, caller).marking.version
    core.marking.act(writing_id, action, caller, by=by, version=version)


def opened(open_page: OpenPage, path: str, role: Any, **query: str) -> AppTest:
    """A page with parameters in its address."""
    test = open_page(path, role)
    for name, value in query.items():
        test.query_params[name] = value
    test.run()
    assert not test.exception
    return test


# -- the desk ------------------------------------------------------------------------------------------------


def test_the_desk_is_for_teachers_and_says_what_to_do_first(open_page: OpenPage) -> None:
    assert "not part of your account" in page_text(opened(open_page, "pages/marking.py", "student"))
    assert page_titles(open_page("pages/marking.py", None).run()) == []
    assert "Nothing to mark yet." in page_text(opened(open_page, "pages/marking.py", "teacher"))


def test_what_waits_is_counted_in_the_menu_and_opened_from_the_list(open_page: OpenPage, core: Core) -> None:
    given = assign(core)
    writing_id = hand_in(core, given, student_of(core))
    test = opened(open_page, "pages/marking.py", "teacher")
    assert "1 essay waits to be marked." in page_text(test)
    next(button for button in test.button if button.label == "Mark").click().run()
    assert not test.exception
    assert page_titles(test) == ["我的周末"]
    assert test.query_params["text"] == writing_id
    assert "takes nothing from the quota" in page_text(test)


def test_an_address_of_what_is_not_there_says_so(open_page: OpenPage, core: Core) -> None:
    text = assign(core, TextWork(text="你好"), "读一读")
    for assignment_id in ("as_nowhere", text.assignment_id):
        test = opened(open_page, "pages/marking.py", "teacher", assignment=assignment_id)
        assert "does not exist (any more)" in page_text(test)
    essay = assign(core)
    test = opened(open_page, "pages/marking.py", "teacher", assignment=essay.assignment_id)
    assert "Nothing has been handed in" in page_text(test)


def test_the_widget_gets_the_marks_with_what_the_engine_said_of_them(core: Core) -> None:
    use_language("en")
    given = assign(core)
    writing_id = hand_in(core, given, student_of(core))
    caller = caller_of(core, "teacher")
    act(core, writing_id, kind="rule", start=3, end=5, replacement="两个", ruling="struck")
    essay, queue = core.marking.desk(writing_id, caller), core.marking.queue(given.assignment_id, caller)
    data = desk_data(essay, queue, [], acked=4, undo=None)
    assert (data["acked"], data["position"], data["count"], data["waiting"], data["next"]) == (4, 1, 1, 1, None)
    assert [(item["type"], item["ruling"]) for item in data["items"]] == [("W", "struck"), ("D", None)]
    assert data["items"][0]["engine"]["correction"] == "两个"
    assert [row["most"] for row in data["rubric"]] == list(RUBRIC.values())
    assert all(row["proposed"] is not None for row in data["rubric"])


def test_the_desk_names_the_clauses_about_which_the_student_asks_until_they_are_settled(core: Core) -> None:
    use_language("en")
    clause = "电影很有意思"
    core.essays.evaluator = evaluator(WRONG, detector=ListedDoubts({clause: (0.8, "")}))
    student_id, teacher = student_of(core), caller_of(core, "teacher")
    writing_id = hand_in(core, assign(core), student_id)
    assert "asks for help" not in notice_text(core.marking.desk(writing_id, teacher))
    own = core.essays.evaluate(EssayRequest(student_id=student_id, essay_content=ESSAY), caller_of(core, "student"))
    start = ESSAY.index(clause)
    name = {"start": start, "end": start + len(clause), "replacement": clause}
    evaluation_id, student = own.payload.evaluation_id, caller_of(core, "student")
    core.essay_reviews.give_verdict(student_id, evaluation_id, **name, verdict="asked", note="对不对？", caller=student)
    desk = core.marking.desk(writing_id, teacher)
    assert "The student asks for help with “电影很有意思”. 对不对？" in notice_text(desk)
    core.essay_reviews.settle(evaluation_id, **name, upheld=True, note="", caller=teacher)
    assert core.marking.desk(writing_id, teacher).questions == ()


def test_of_several_actions_the_refused_one_is_named_and_the_others_are_kept(core: Core) -> None:
    use_language("en")
    given = assign(core)
    writing_id = hand_in(core, given, student_of(core))
    caller, state = caller_of(core, "teacher"), DeskState()
    queue = core.marking.queue(given.assignment_id, caller)
    who = Visitor(core, account_of(core, "teacher"))
    actions: list[dict[str, Any]] = [
        {"kind": "add", "start": 3, "end": 4, "type": "W", "correction": "几", "comment": "看量词"},
        {"kind": "comment", "text": "写得好。"},
        {"kind": "grade", "grade": 88},
        {"kind": "return", "second_draft": False},
    ]
    sent = [{"n": number, "writing": writing_id, "action": action} for number, action in enumerate(actions, 1)]
    carry_out(who, queue, state, sent)
    marking = core.marking.desk(writing_id, caller).marking
    assert (marking.comment, marking.grade, marking.returned_at) == ("写得好。", 88, None)
    assert [said for said, _why in state.refused] == ["A mark of your own: 几 · 看量词", "Return and go on"]
    assert "a mark here already" in state.refused[0][1]
    assert state.done == 4
    carry_out(who, queue, state, [*sent, {**sent[-1], "n": 5}])
    assert core.marking.desk(writing_id, caller).marking.returned_at is not None


def test_after_the_last_text_come_those_that_were_left(core: Core) -> None:
    given = assign(core)
    caller = caller_of(core, "teacher")
    students = [student_of(core), "s1", "s2"]
    for student_id in students[1:]:
        core.store.put_student(Student(caller.organisation_id, student_id, student_id, created_at=core.clock.now()))
    first, second, third = (hand_in(core, given, student_id) for student_id in students)
    act(core, second, kind="return")
    queue = core.marking.queue(given.assignment_id, caller)
    assert [next_waiting(queue, each) for each in (first, second, third)] == [third, third, first]


def test_two_drafts_are_cut_where_they_differ() -> None:
    old, new = changed_pieces("我点了二个菜。", "我点了两个菜。")
    assert [text for text, style in old if style] == ["二"]
    assert [text for text, style in new if style] == ["两"]


# -- what comes back -----------------------------------------------------------------------------------------


def test_a_handed_in_essay_opens_as_it_was_handed_in_and_not_as_an_empty_page(open_page: OpenPage, core: Core) -> None:
    given = assign(core)
    hand_in(core, given, student_of(core))
    test = opened(open_page, "pages/writing.py", "student", resource=given.resource_id)
    assert "Handed in. Your teacher can read it." in [message.value for message in test.success]
    assert "Write another on this title" not in [button.label for button in test.button]


def test_the_student_reads_grade_and_comment_and_whose_they_are(open_page: OpenPage, core: Core) -> None:
    given = assign(core)
    writing_id = hand_in(core, given, student_of(core))
    act(core, writing_id, kind="comment", text="第二段很好。")
    act(core, writing_id, kind="grade", grade=84.5)
    assert "84.5" not in page_text(opened(open_page, "pages/writing.py", "student", text=writing_id))
    act(core, writing_id, kind="return", second_draft=True)
    listed = page_text(opened(open_page, "pages/assignments.py", "student"))
    assert "returned by your teacher · 84.5 of 100 · a second draft is asked for" in listed
    assert "1 assignment is to be done." in listed
    evaluation_id = core.marking.desk(writing_id, caller_of(core, "teacher")).marking.evaluation_id
    pages = [
        opened(open_page, "pages/writing.py", "student", resource=given.resource_id),
        opened(open_page, "pages/writing.py", "student", essay=evaluation_id),
    ]
    for test in pages:
        for said in (
            "84.5 of 100",
            "marked by your teacher, 示例教师 · Demo teacher",
            "第二段很好。",
            "asks for a second draft",
        ):
            assert said in page_text(test)


def test_a_second_draft_begins_with_the_first_under_the_comment(open_page: OpenPage, core: Core) -> None:
    given = assign(core)
    writing_id = hand_in(core, given, student_of(core))
    act(core, writing_id, kind="comment", text="请改量词。")
    act(core, writing_id, kind="return", second_draft=True)
    test = opened(open_page, "pages/writing.py", "student", resource=given.resource_id)
    next(button for button in test.button if button.label == "Write the second draft").click().run()
    assert not test.exception
    assert "请改量词。" in page_text(test)
    draft = core.writing.draft(student_of(core), given.resource_id, caller_of(core, "student"))
    assert draft is not None
    assert draft.text == ESSAY


def test_each_mark_says_whose_it_is(core: Core) -> None:
    use_language("en")
    given = assign(core)
    writing_id = hand_in(core, given, student_of(core))
    act(core, writing_id, kind="rule", start=3, end=5, replacement="两个", ruling="struck")
    act(core, writing_id, kind="add", start=3, end=5, type="W", correction="几个")
    act(core, writing_id, kind="add", start=0, end=1, type="S", comment="换个开头。")
    act(core, writing_id, kind="return")
    returned = core.marking.returned(student_of(core), writing_id, caller_of(core, "student"))
    assert returned is not None
    items = returned_data(returned, {})["items"]
    assert [(item["replacement"], item["remark"], item["confidence"]) for item in items] == [
        ("", True, "Marked by your teacher, 示例教师 · Demo teacher"),
        ("几个", False, "Marked by your teacher, 示例教师 · Demo teacher"),
        ("", False, "Marked by the engine; your teacher let it stand"),
    ]


def test_a_struck_mark_is_not_applied_in_the_corrected_version_of_the_student(open_page: OpenPage, core: Core) -> None:
    given = assign(core)
    writing_id = hand_in(core, given, student_of(core))
    act(core, writing_id, kind="rule", start=3, end=5, replacement="两个", ruling="struck")
    act(core, writing_id, kind="add", start=0, end=1, type="W", correction="咱们")
    act(core, writing_id, kind="return")
    returned = core.marking.returned(student_of(core), writing_id, caller_of(core, "student"))
    assert returned is not None
    assert [(each.original, each.replacement) for each in corrections_of(returned)] == [("我", "咱们"), ("很", "")]
    test = opened(open_page, "pages/writing.py", "student", essay=returned.marking.evaluation_id)
    (copied,) = test.code
    assert copied.value == "咱们点了二个菜，我们吃得快极了。下午我们去看电影，电影很有意思。"
    view = as_returned(core.essays.essay(returned.marking.evaluation_id, caller_of(core, "student")), returned)
    assert view.report.corrected_version == copied.value
    printed = str(essay_document(view, is_returned=True).blocks)
    assert copied.value in printed
    assert "我点了两个菜" not in printed


# -- the gradebook -------------------------------------------------------------------------------------------


def test_the_gradebook_stands_on_the_page_and_in_every_file(open_page: OpenPage, core: Core) -> None:
    use_language("en")
    caller = caller_of(core, "teacher")
    given = assign(core, title="=周末")
    assign(core, TextWork(text="你好"), "读一读")
    core.store.put_student(Student(caller.organisation_id, "s1", "=1+1", created_at=core.clock.now()))
    writing_id = hand_in(core, given, student_of(core))
    act(core, writing_id, kind="grade", grade=91)
    act(core, writing_id, kind="return")
    test = opened(open_page, "pages/assignments.py", "teacher", view="gradebook")
    assert "91" in test.dataframe[0].value.to_string()
    head, rows = table_of(core.marking.gradebook(caller))
    sheet = load_workbook(BytesIO(spreadsheet("Gradebook", head, rows))).active
    assert sheet is not None
    cells = {cell.value: cell.data_type for row in sheet.iter_rows() for cell in row}
    assert cells[91] == "n"
    assert cells["=1+1"] == "s"
    document = gradebook_document(core.marking.gradebook(caller), day_in_shanghai(core.clock.now()))
    assert "91" in str(document.blocks)


@pytest.mark.parametrize(
    ("state", "value", "standing", "text"),
    [
        ("late", None, "again", "late · a second draft is asked for"),
        ("late", 84.0, "again", "84 · late · a second draft is asked for"),
        ("late", 84.0, "done", "84 · late"),
        ("done", None, "again", "a second draft is asked for"),
        ("begun", None, "overdue", "overdue"),
    ],
)
def test_a_cell_says_how_it_was_done_and_what_is_left(
    state: State, value: float | None, standing: Standing, text: str
) -> None:
    use_language("en")
    cell = GradebookCell(
        state=state, value=value, graded=True, returned=standing == "again", standing=standing, at=None
    )
    assert cell_text(cell) == text


def test_an_empty_gradebook_says_what_fills_it(open_page: OpenPage) -> None:
    test = opened(open_page, "pages/assignments.py", "teacher", view="gradebook")
    assert "The gradebook fills with the first assignment" in page_text(test)


def test_the_assignments_lead_to_the_desk(open_page: OpenPage, core: Core) -> None:
    given = assign(core)
    hand_in(core, given, student_of(core))
    test = opened(open_page, "pages/assignments.py", "teacher")
    links = [str(node.proto) for node in test.main if node.type == "page_link"] or [str(test.main)]
    assert any("Mark 1 essay that waits" in link for link in links)
