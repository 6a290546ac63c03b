"""Clauses in which something is off, as the student, the teacher and the printed review see them."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from core.api.core import Core
from core.api.documents import word
from core.api.essay_reviews import Verdict
from core.api.essays import EssayRequest, EssayView
from core.backends.word_documents import plain_text
from evaluation.essays.fakes import ListedDoubts, ListedErrors, evaluator
from pages.parts.essays.document import essay_document
from pages.parts.essays.marked import marked_data
from pages.parts.essays.verdicts import verdicts_of
from pages.parts.i18n import use_language
from pages.parts.visitor import Visitor
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text

OFF = "电影有意思很"
ESSAY = f"我点了二个菜，我们吃得很快。\n\n下午我们去看电影，{OFF}。晚上回家，我很累。"
SECTION = "In the text these clauses have a dotted line and a number."


@pytest.fixture(autouse=True)
def fake_engine(core: Core) -> None:
    """Evaluation by a fake corrector and a fake detector."""
    wrong = ListedErrors({"二个": ("两个", "W")})
    core.essays.evaluator = evaluator(wrong, detector=ListedDoubts({OFF: (0.78, "S")}))


def review(core: Core, text: str = ESSAY) -> EssayView:
    """An essay of the demo student."""
    student = account_of(core, "student").student_id or ""
    caller = caller_of(core, "student")
    report = core.essays.evaluate(EssayRequest(student_id=student, essay_content=text), caller).payload
    return core.essays.essay(report.evaluation_id, caller)


def opened(open_page: OpenPage, view: EssayView, role: str = "student") -> AppTest:
    """The page of a review."""
    test = open_page("pages/writing.py" if role == "student" else "pages/essay_review.py", role)  # type: ignore[arg-type]
    test.query_params["essay"] = view.evaluation_id
    return test.run()


def page_html(test: AppTest) -> str:
    """The HTML that stands on the page."""
    return "\n".join(str(element.proto.body) for element in test.get("html"))


def button(test: AppTest, label: str) -> Button:
    return next(each for each in test.button if each.label == label)


def labels(test: AppTest) -> set[str]:
    return {each.label for each in test.button}


def say(core: Core, view: EssayView, verdict: Verdict, note: str = "") -> None:
    """The student's verdict on the doubted clause."""
    doubt = view.report.doubts[0]
    core.essay_reviews.give_verdict(
        view.student_id,
        view.evaluation_id,
        start=doubt.start,
        end=doubt.end,
        replacement=OFF,
        verdict=verdict,
        note=note,
        caller=caller_of(core, "student"),
    )


def test_a_doubted_clause_has_a_row_with_what_is_suspected_and_how_sure_that_is(
    open_page: OpenPage, core: Core
) -> None:
    page = opened(open_page, review(core))
    assert not page.exception
    text = page_text(page)
    assert "1 error · 1 clause in which something is off" in text
    assert SECTION in text
    assert OFF in page_html(page)
    assert "Something may be off here: the order of the words may be wrong." in text
    assert "fairly sure · of ten clauses marked like this about 8 are off" in text


def test_a_review_without_doubts_has_no_section_for_them(open_page: OpenPage, core: Core) -> None:
    page = opened(open_page, review(core, ESSAY.replace(OFF, "电影很有意思")))
    assert SECTION not in page_text(page)
    assert not {"I meant it so", "Ask for help"} & labels(page)


def test_where_a_clause_is_doubted_it_is_not_said_that_nothing_was_found(open_page: OpenPage, core: Core) -> None:
    page = opened(open_page, review(core, ESSAY.replace("二个", "两个")))
    assert "No certain or probable errors were found." not in page_text(page)
    assert "Click a marked place" not in page_text(page)


def test_a_clause_can_be_meant_and_that_can_be_undone(open_page: OpenPage, core: Core) -> None:
    view = review(core)
    page = button(opened(open_page, view), "I meant it so").click().run()
    assert not page.exception
    assert "You meant it so. This clause is not called off again." in page_text(page)
    assert not {"I meant it so", "Ask for help"} & labels(page)
    assert review(core).report.doubts == []
    page = button(page, "Undo").click().run()
    assert {"I meant it so", "Ask for help"} <= labels(page)
    assert len(review(core).report.doubts) == 1


def test_help_can_be_asked_for_with_a_word_for_the_teacher(open_page: OpenPage, core: Core) -> None:
    page = button(opened(open_page, review(core)), "Ask for help").click().run()
    assert "Your teacher finds the question in the class overview." in page_text(page)
    page = page.text_area[0].set_value("电影很好看的意思").run()
    assert "Kept. Your teacher sees it." in page_text(page)
    (question,) = core.essay_reviews.dismissed(caller_of(core, "teacher"))
    assert (question.doubt, question.note) == (True, "电影很好看的意思")
    page = button(page, "Undo").click().run()
    assert core.essay_reviews.dismissed(caller_of(core, "teacher")) == []


def test_the_text_has_a_line_under_the_clause_until_it_is_right(core: Core) -> None:
    use_language("en")
    view = review(core)
    who = Visitor(core, account_of(core, "student"))
    (doubt,) = marked_data(view.report, {}, {}, is_own=True)["doubts"]
    assert ESSAY[doubt["start"] : doubt["end"]] == OFF
    assert (doubt["number"], doubt["said"][:9]) == (1, "Something")
    for verdict, count in (("asked", 1), ("meant", 0)):
        say(core, view, verdict)  # type: ignore[arg-type]
        verdicts = verdicts_of(who, view.evaluation_id)
        assert len(marked_data(view.report, verdicts, {}, is_own=True)["doubts"]) == count


def test_the_teacher_sees_what_the_student_said_and_cannot_say_it_for_them(open_page: OpenPage, core: Core) -> None:
    view = review(core)
    say(core, view, "asked", "电影很好看的意思")
    page = opened(open_page, view, "teacher")
    assert "The student asks for help with this clause. 电影很好看的意思" in page_text(page)
    assert not {"I meant it so", "Ask for help"} & labels(page)


@pytest.mark.parametrize(
    ("label", "read"),
    [
        ("The clause is right", "The teacher says: this clause is right. 可以这么说"),
        ("Something is off", "The teacher says: something is off here. 可以这么说"),
    ],
)
def test_a_question_is_answered_in_the_class_overview_and_read_under_the_clause(
    open_page: OpenPage, core: Core, label: str, read: str
) -> None:
    view = review(core)
    say(core, view, "asked", "对不对？")
    page = open_page("pages/class_inbox.py", "teacher").run()
    assert not page.exception
    assert OFF in page_html(page)
    assert "对不对？" in page_text(page)
    assert "The engine says: Something may be off here: the order of the words may be wrong." in page_text(page)
    page = button(page, label).click().run()
    assert not page.radio
    page = page.text_area[0].set_value("可以这么说").run()
    page = button(page, "Yes").click().run()
    assert not page.exception
    assert core.essay_reviews.dismissed(caller_of(core, "teacher")) == []
    page = opened(open_page, view)
    assert read in page_text(page)
    assert not {"I meant it so", "Ask for help", "Undo"} & labels(page)


def test_the_printed_review_has_the_clauses_and_says_that_they_cost_nothing(core: Core) -> None:
    use_language("en")
    text = plain_text(word(essay_document(review(core))))
    assert "What should stand there is not known; these clauses cost nothing." in text
    assert text.count(OFF) > 1
    use_language("zh")
    chinese = plain_text(word(essay_document(review(core))))
    assert "这里好像有点儿问题，语序可能不对。" in chinese
