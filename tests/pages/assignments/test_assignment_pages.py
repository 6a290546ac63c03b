"""Assignments as teachers and students see them, the writing desk, reading aloud."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from streamlit.testing.v1 import AppTest

from core.api.assignments import (
    AssignmentView,
    AssignRequest,
    EssayWork,
    ItemsWork,
    LinkFields,
    LinkWork,
    TextWork,
)
from core.api.core import Core
from core.plan.assignments.wire import Progress, Work
from core.questions import service as questions
from core.questions.giveaways import giveaways
from core.records.access import Caller, Role
from core.records.plan import Completion
from evaluation.questions.bank_items import bank_items
from pages.parts.assignments import item_choice
from pages.parts.assignments.class_progress import SHOWN_ASSIGNMENTS, column_heads, progress_csv, table_rows
from pages.parts.dates import day_in_shanghai
from pages.parts.i18n import use_language
from pages.parts.visitor import Visitor
from pages.parts.writing.sheet import Sheet, editor_data, own_task
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, page_titles

LINK = LinkFields(url="https://example.org/tea", title="怎么泡茶", level=3, skill="listening", minutes=4)
RATE = 16_000


def student_of(core: Core) -> str:
    """The demo student."""
    return str(account_of(core, "student").student_id)


def assign_work(core: Core, work: Work, title: str = "作业", *, days: int = 3) -> AssignmentView:
    """Given to everybody by the demo teacher."""
    due = day_in_shanghai(core.clock.now()) + timedelta(days=days)
    request = AssignRequest(title=title, due=due, work=work)
    return core.assignments.assign(request, caller_of(core, "teacher"), by=account_of(core, "teacher").account_id)


def some_items(core: Core, count: int) -> ItemsWork:
    """Items that the service knows by id."""
    items = bank_items("multiple_choice", "grammar")[:count]
    now = core.clock.now()
    core.store.issue_items(
        items,
        organisation_id=caller_of(core, "teacher").organisation_id,
        student_id=None,
        at=now,
        not_since=now,
        call=None,
        reply=None,
    )
    return ItemsWork(item_ids=tuple(item.id for item in items))


def click_button(test: AppTest, label: str) -> None:
    """Click the button of that label."""
    next(button for button in test.button if button.label == label).click().run()


@pytest.mark.parametrize(
    ("name", "role"), [("assignments", "teacher"), ("assignments", "student"), ("writing", "student"), ("read_aloud", "student")]
)  # fmt: skip
def test_a_page_opens_for_its_role_and_stays_shut_without_a_cookie(open_page: OpenPage, name: str, role: Role) -> None:
    test = open_page(f"pages/{name}.py", role).run()
    assert not test.exception
    assert page_titles(test)
    assert page_titles(open_page(f"pages/{name}.py", None).run()) == []


@pytest.mark.parametrize("name", ["writing", "read_aloud"])
def test_a_teacher_has_no_desk_of_a_student(open_page: OpenPage, name: str) -> None:
    assert "not part of your account" in page_text(open_page(f"pages/{name}.py", "teacher").run())


# -- teachers ------------------------------------------------------------------------------------------------


def test_the_first_step_leads_to_giving_something(open_page: OpenPage) -> None:
    test = open_page("pages/assignments.py", "teacher").run()
    assert "Nothing has been assigned yet." in page_text(test)
    click_button(test, "New assignment")
    assert "Choose what your students should do." in page_text(test)


def test_a_text_is_given_with_its_level_shown_and_can_be_taken_back(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/assignments.py", "teacher")
    test.query_params["view"] = "new"
    test.session_state["assignments_kind"] = "text"
    test.run()
    test.text_area[0].set_value("今天天气很好，我和朋友一起去公园。").run()
    assert not test.exception
    click_button(test, "Assign to everybody")
    (given,) = core.assignments.current(caller_of(core, "teacher"))
    assert (given.kind, given.title) == ("text", "今天天气很好，我和朋友一起去公…")
    assert "is given, due on" in page_text(test)
    click_button(test, "Undo")
    assert core.assignments.current(caller_of(core, "teacher")) == []


def test_the_table_and_the_sentence_above_it_read_the_work_once(
    open_page: OpenPage, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(SHOWN_ASSIGNMENTS + 1):
        assign_work(core, TextWork(text="你好"), f"作业{number}", days=number)
    real, asked = core.assignments.class_progress, []

    def noted(caller: Caller, *, only: Sequence[str] | None = None) -> list[Progress]:
        asked.append(only)
        return real(caller, only=only)

    monkeypatch.setattr(core.assignments, "class_progress", noted)
    test = open_page("pages/assignments.py", "teacher").run()
    assert f"{SHOWN_ASSIGNMENTS + 1} assignments are running." in page_text(test)
    assert len(test.dataframe[0].value.columns) == SHOWN_ASSIGNMENTS + 1
    assert len(asked) == 1


def test_without_a_text_nothing_is_given_and_the_page_says_what_is_missing(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/assignments.py", "teacher")
    test.query_params["view"] = "new"
    test.session_state["assignments_kind"] = "text"
    test.run()
    click_button(test, "Assign to everybody")
    assert [warning.value for warning in test.warning] == ["Paste a Chinese text first."]
    assert core.assignments.current(caller_of(core, "teacher")) == []


def test_an_essay_title_is_given_to_chosen_students(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/assignments.py", "teacher")
    test.query_params["view"] = "new"
    test.session_state["assignments_kind"] = "essay"
    test.session_state["assignments_whom"] = "some"
    test.run()
    test.radio[0].set_value("e1-02").run()
    test.multiselect[0].set_value([student_of(core)]).run()
    click_button(test, "Assign to 1 selected")
    (given,) = core.assignments.current(caller_of(core, "teacher"))
    assert given.student_ids == (student_of(core),)
    assert given.title == core.tables.essay_titles[1].title.zh


def test_a_link_that_is_no_web_address_is_refused_with_what_to_do(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/assignments.py", "teacher")
    test.query_params["view"] = "links"
    test.run()
    address, name = test.text_input
    address.set_value("ftp://example.org").run()
    name.set_value("茶").run()
    click_button(test, "Add the link")
    assert "Give the whole address, beginning with https://" in page_text(test)
    assert core.assignments.links(caller_of(core, "teacher")) == []


def test_the_table_says_who_did_what_and_the_file_has_every_line(core: Core) -> None:
    use_language("en")
    caller = caller_of(core, "teacher")
    text = assign_work(core, TextWork(text="你好"), "读一读")
    assign_work(core, some_items(core, 2), "=练习")
    now = core.clock.now()
    student = student_of(core)
    core.store.add_completion(
        Completion(caller.organisation_id, student, text.resource_id, day_in_shanghai(now), 60, now)
    )  # fmt: skip
    progress = core.assignments.class_progress(caller)
    heads = column_heads(line.assignment for line in progress)
    (row,) = table_rows(progress, [student], {student: "Demo"}, heads, now)
    assert list(row.values()) == ["Demo", "not begun", "done in time"]
    lines = progress_csv(progress, {student: "Demo"}).decode("utf-8-sig").splitlines()
    assert len(lines) == 3
    assert "'=练习" in lines[1]
    assert ",done,1,1,," in lines[2]


def test_columns_of_the_same_title_and_day_are_told_apart(core: Core) -> None:
    use_language("en")
    for _ in range(3):
        assign_work(core, TextWork(text="你好"), "读一读")
    heads = column_heads(line.assignment for line in core.assignments.class_progress(caller_of(core, "teacher")))
    assert len(set(heads)) == 3


def test_a_teacher_reads_what_was_handed_in(open_page: OpenPage, core: Core) -> None:
    given = assign_work(core, EssayWork(title_id="e1-01"), "我的家")
    student, caller = student_of(core), caller_of(core, "student")
    task = core.writing.task(student, given.resource_id, caller)
    core.writing.hand_in(student, task, "我家有三口人。", caller, writing_id=None)
    test = open_page("pages/assignments.py", "teacher")
    test.session_state["assignments_open_student"] = student
    test.run()
    assert not test.exception
    assert "我家有三口人。" in "".join(element.proto.body for element in test.get("html"))
    assert "Done by 1 of 1" in page_text(test)


# -- students ------------------------------------------------------------------------------------------------


def test_a_student_reads_a_text_and_it_is_noted(open_page: OpenPage, core: Core) -> None:
    given = assign_work(core, TextWork(text="今天天气很好。"), "读一读")
    test = open_page("pages/assignments.py", "student")
    test.query_params["resource"] = given.resource_id
    test.run()
    assert page_titles(test) == ["读一读"]
    click_button(test, "I have read it")
    assert not test.exception
    (mine,) = core.assignments.of_student(student_of(core), caller_of(core, "student"))
    assert mine.state.state == "done"
    assert [success.value for success in test.success] == ["done in time"]


def test_a_student_sees_what_is_to_be_done_and_opens_it(open_page: OpenPage, core: Core) -> None:
    assign_work(core, LinkWork(fields=LINK), "看视频")
    test = open_page("pages/assignments.py", "student").run()
    assert "1 assignment is to be done." in page_text(test)
    assert "**看视频**" in page_text(test)
    click_button(test, "Begin")
    assert page_titles(test) == ["看视频"]
    assert [link.proto.url for link in test.get("link_button")] == ["https://example.org/tea"]


def test_an_assignment_of_nobody_is_said_to_be_gone(open_page: OpenPage) -> None:
    test = open_page("pages/assignments.py", "student")
    test.query_params["resource"] = "asg_none"
    assert "This assignment does not exist (any more)." in page_text(test.run())


# -- the writing desk ----------------------------------------------------------------------------------------


def test_titles_of_a_level_are_offered_with_the_chinese_first(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/writing.py", "student").run()
    of_the_level = [title for title in core.tables.essay_titles if title.level == 1]
    assert sum(button.label == "Write" for button in test.button) == len(of_the_level)
    assert any(core.tables.essay_titles[0].title.zh in html.proto.body for html in test.get("html"))
    click_button(test, "Write")
    assert page_titles(test) == [core.tables.essay_titles[0].title.zh]


def test_a_text_is_handed_in_by_a_second_button(open_page: OpenPage, core: Core) -> None:
    student, caller = student_of(core), caller_of(core, "student")
    task = core.writing.task(student, "essay_e1-01", caller)
    core.writing.keep(student, task, "我家有三口人。", caller, writing_id=None)
    test = open_page("pages/writing.py", "student")
    test.query_params["resource"] = "essay_e1-01"
    test.run()
    click_button(test, "Hand in")
    assert (
        "Hand in 6 characters? After that you cannot change the text. It is shorter than asked for: at least 30."
        in page_text(test)
    )
    assert core.writing.texts(student, caller)[0].handed_in_at is None
    click_button(test, "Yes, hand in")
    assert core.writing.texts(student, caller)[0].handed_in_at is not None
    assert "Your teacher can read it." in test.success[0].value


def test_the_editor_gets_the_draft_the_length_and_the_words(core: Core) -> None:
    use_language("en")
    who = Visitor(core, account_of(core, "student"))
    task = core.writing.task(student_of(core), "essay_e1-01", caller_of(core, "student"))
    data = editor_data(who, Sheet("k", task, None))
    assert (data["text"], data["least"], data["most"], data["titled"]) == ("", 30, 60, False)
    assert data["words"] == list(task.words)
    own = editor_data(who, Sheet("k", own_task(), None))
    assert (own["least"], own["titled"]) == (None, True)


def test_a_title_that_is_gone_is_said_to_be_gone(open_page: OpenPage) -> None:
    test = open_page("pages/writing.py", "student")
    test.query_params["resource"] = "essay_none"
    assert "This title does not exist (any more)." in page_text(test.run())


# -- reading aloud -------------------------------------------------------------------------------------------


def test_sentences_are_drawn_and_stand_in_the_address(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/read_aloud.py", "student").run()
    click_button(test, "Start with 5 sentences")
    tasks = "".join(test.query_params["tasks"]).split(",")
    assert len(tasks) == 5
    first = core.speaking.sentences(tasks)[0]
    assert first.text in test.get("html")[0].proto.body


def test_every_assignment_is_reached_however_many_there_are(open_page: OpenPage, core: Core) -> None:
    for number in range(SHOWN_ASSIGNMENTS + 2):
        assign_work(core, TextWork(text="你好"), f"第{number}课")
    test = open_page("pages/assignments.py", "teacher").run()
    first_key = f"assignments_shown_page_{SHOWN_ASSIGNMENTS}"
    assert f"**第{SHOWN_ASSIGNMENTS + 1}课**" in page_text(test)
    assert "**第0课**" not in page_text(test)
    test.button(key=first_key).click().run()
    assert not test.exception
    assert "**第0课**" in page_text(test)
    assert f"**第{SHOWN_ASSIGNMENTS + 1}课**" not in page_text(test)
    test.text_input(key="assignments_shown_search").input("第3").run()
    assert "**第3课**" in page_text(test)
    assert "**第4课**" not in page_text(test)
    test.text_input(key="assignments_shown_search").input("没有").run()
    assert "No title holds “没有”." in page_text(test)
    assert not test.exception


def test_a_teacher_is_not_offered_to_withdraw_what_an_administrator_gave(open_page: OpenPage, core: Core) -> None:
    admin = account_of(core, "admin").account_id
    due = day_in_shanghai(core.clock.now()) + timedelta(days=3)
    given = core.assignments.assign(
        AssignRequest(title="全校", due=due, work=TextWork(text="你好")), caller_of(core, "admin"), by=admin
    )
    own = assign_work(core, TextWork(text="你好"))
    keys = {button.key for button in open_page("pages/assignments.py", "teacher").run().button}
    assert f"assignments_back_{own.assignment_id}" in keys
    assert f"assignments_back_{given.assignment_id}" not in keys


def test_closed_work_is_not_called_done(open_page: OpenPage, core: Core) -> None:
    assign_work(core, TextWork(text="你好"), days=1)
    core.clock.fixed_time = core.clock.now() + timedelta(days=20)  # type: ignore[attr-defined]
    text = page_text(open_page("pages/assignments.py", "student").run())
    assert "Everything that your teacher gave is done." not in text
    assert "1 assignment was not done in its time and is closed." in text


def test_exercises_drawn_without_a_level_are_those_of_a_beginner_class(open_page: OpenPage) -> None:
    test = open_page("pages/assignments.py", "teacher")
    test.query_params["view"] = "new"
    test.run()
    click_button(test, "Choose exercises at random")
    assert not test.exception
    assert "your students' levels are not known yet: exercises come from level 1" in page_text(test)
    drawn = test.session_state["assignments_drawn"]
    assert {line.item.standard_level for line in drawn} == {1}
    assert giveaways([line.item for line in drawn]) == []


def test_the_level_of_the_class_is_read_once_for_a_draw(
    open_page: OpenPage, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Caller] = []
    monkeypatch.setattr(core.giving, "class_level", read.append)
    test = open_page("pages/assignments.py", "teacher")
    test.query_params["view"] = "new"
    test.run()
    click_button(test, "Choose exercises at random")
    assert not test.exception
    assert len(read) == 1


def test_of_the_chosen_exercises_only_those_that_are_given_are_compared(
    open_page: OpenPage, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = (item for item in bank_items("multiple_choice", "grammar")[:40:39])
    second = next(item for item in bank_items("fill_blank", "grammar") if item.source == first.source)
    questions.keep([first, other, second], caller_of(core, "teacher"), store=core.store, clock=core.clock)
    chosen = {first.id: "一", other.id: "二", second.id: "三"}
    for most, pairs in ((3, 1), (2, 0)):
        monkeypatch.setattr(item_choice, "MOST_ITEMS", most)
        test = open_page("pages/assignments.py", "teacher")
        test.query_params["view"] = "new"
        test.session_state["items_basket"] = dict(chosen)
        test.session_state["assignments_from"] = item_choice.BASKET
        test.run()
        assert not test.exception
        assert list(test.dataframe[0].value["Number"]) == list(range(1, most + 1))
        assert page_text(test).count("gives its answers away") == pairs
