"""The class page: a line a student, and marks that students object to, settled once and for all."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.answers.wire import AppealRequest, AppealView
from core.api.core import Core
from core.records.access import Caller
from pages.parts.classroom.students import students_csv
from tests.pages.conftest import OpenPage, caller_of, page_text, submit_answers


def page_html(test: AppTest) -> str:
    """All HTML on the page, and its text."""
    return "\n".join([*(element.proto.body for element in test.get("html")), page_text(test)])


@pytest.fixture
def appeal(core: Core) -> AppealView:
    """One wrong answer of s1 that s1 objects to."""
    caller = caller_of(core, "teacher")
    result = submit_answers(core, "s1", caller, right=3, wrong=1)
    wrong = result.details[3].question_id
    request = AppealRequest(
        student_id="s1", evaluation_id=result.evaluation_id, question_id=wrong, comment="I *think* so"
    )
    assert core.answers.appeal(request, caller)
    return core.answers.appeals(caller)[0]


def test_a_line_says_how_much_and_how_well_and_leads_to_the_report(open_page: OpenPage, core: Core) -> None:
    submit_answers(core, "s1", caller_of(core, "teacher"), right=6, wrong=4)
    test = open_page("pages/class_inbox.py", "teacher").run()
    assert not test.exception
    links = {link.label: link for link in test.get("page_link")}
    assert links["s1"].proto.query_string == "student=s1"
    assert "mean 60 (31–83), 10 answers · last active" in page_text(test)
    assert "no answers this month" in page_text(test)  # the demo student


def test_a_teacher_sees_no_student_of_another_organisation(open_page: OpenPage, core: Core) -> None:
    other = core.access.organisation("Another school")
    submit_answers(core, "theirs", Caller(other.organisation_id, frozenset()), right=1, wrong=1)
    test = open_page("pages/class_inbox.py", "teacher").run()
    assert "theirs" not in {link.label for link in test.get("page_link")}


def test_the_question_the_answer_the_key_and_the_comment_are_shown(open_page: OpenPage, appeal: AppealView) -> None:
    text = page_html(open_page("pages/class_inbox.py", "teacher").run())
    for option in appeal.item.options:
        assert option.text in text
    assert "chosen" in text
    assert "right answer" in text
    assert "I *think* so" in text
    assert "1 student's question is waiting for you below." in text


def test_nothing_is_settled_before_it_is_confirmed(open_page: OpenPage, core: Core, appeal: AppealView) -> None:
    test = open_page("pages/class_inbox.py", "teacher").run()
    test.button(key=f"True_{appeal.appeal_id}").click().run()
    assert "You can undo it among the settled ones." in page_text(test)
    assert core.answers.appeals(caller_of(core, "teacher"))[0].status == "open"
    test.button(key=f"back_{appeal.appeal_id}").click().run()
    assert "You can undo it" not in page_text(test)


def test_upheld_it_counts_as_right_everywhere(open_page: OpenPage, core: Core, appeal: AppealView) -> None:
    test = open_page("pages/class_inbox.py", "teacher").run()
    test.button(key=f"True_{appeal.appeal_id}").click().run()
    test.text_area(key=f"reply_{appeal.appeal_id}").set_value(" Well seen. ").run()
    test.button(key=f"confirm_{appeal.appeal_id}").click().run()
    assert not test.exception
    (settled,) = core.answers.appeals(caller_of(core, "teacher"))
    assert (settled.status, settled.reply) == ("upheld", "Well seen.")
    line = next(line for line in core.answers.class_lines(caller_of(core, "teacher")) if line.student_id == "s1")
    assert (line.answers, line.mean_score, line.open_appeals) == (4, 100.0, 0)
    assert "Settled (1)" in [tab.label for tab in test.tabs]


def test_declined_the_mark_stays(open_page: OpenPage, core: Core, appeal: AppealView) -> None:
    test = open_page("pages/class_inbox.py", "teacher").run()
    test.button(key=f"False_{appeal.appeal_id}").click().run()
    assert "The mark stays as it is." in page_text(test)
    test.button(key=f"confirm_{appeal.appeal_id}").click().run()
    assert core.answers.appeals(caller_of(core, "teacher"))[0].status == "declined"
    line = next(line for line in core.answers.class_lines(caller_of(core, "teacher")) if line.student_id == "s1")
    assert line.mean_score == 75.0


def test_many_students_are_searched(open_page: OpenPage, core: Core) -> None:
    caller = caller_of(core, "teacher")
    for number in range(22):
        submit_answers(core, f"pupil-{number:02d}", caller, right=1, wrong=0)
    test = open_page("pages/class_inbox.py", "teacher").run()
    assert "The 20 last active of 23; search for the others." in page_text(test)
    test.text_input(key="student_search").set_value("PUPIL-21").run()
    assert [link.label for link in test.get("page_link") if link.label.startswith("pupil")] == ["pupil-21"]


def test_what_a_teacher_does_most_is_one_click_away_under_its_own_name(open_page: OpenPage) -> None:
    test = open_page("pages/class_inbox.py", "teacher").run()
    links = {link.label for link in test.get("page_link")}
    assert {"Give homework", "Mark essays", "Reports for parents", "Present at a meeting"} <= links


def test_the_file_has_a_line_for_every_student(core: Core) -> None:
    submit_answers(core, "s1", caller_of(core, "teacher"), right=1, wrong=1)
    caller = caller_of(core, "teacher")
    levels = core.knowledge.class_levels(["s1", "demo-student"], caller)
    lines = students_csv(core.answers.class_lines(caller), levels).decode("utf-8-sig").splitlines()
    assert lines[0].startswith("student_id,number,name,answers_this_month")
    assert [line.split(",")[0] for line in lines[1:]] == ["s1", "demo-student"]
