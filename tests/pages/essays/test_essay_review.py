"""A review, as a student sees it on the desk and as a teacher reads it, with a corrector that knows three wrong words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from core.answers.wire import AnswerItem as Given
from core.api.core import Core
from core.api.documents import word
from core.api.essay_model import EssayModel
from core.api.essay_reviews import Verdict
from core.api.essays import EssayRequest, EssayView
from core.backends.chat import ChatEndpoint
from core.backends.word_documents import plain_text
from core.essays.model import EditType
from core.essays.wire import SpanShown, StrengthShown
from core.records.essay_models import MeasuredModel, MeasuredShare
from evaluation.essays.error_kinds import KINDS
from evaluation.essays.fakes import ListedErrors, evaluator
from pages.parts.essays.document import essay_document
from pages.parts.essays.drafts import changed, drafts_of, unchanged_places
from pages.parts.essays.exercise import EXERCISE, close_exercise, open_exercise, open_named_exercise
from pages.parts.essays.feedback import standing_errors, strength_texts
from pages.parts.essays.found import found_text, kind_names
from pages.parts.essays.marked import marked_data, search_data
from pages.parts.essays.state import as_declared
from pages.parts.essays.verdicts import accepted_in, keep_verdict, verdicts_of, with_accepted
from pages.parts.essays.words import (
    change_text,
    confidence_text,
    correctors_text,
    hidden_parts_text,
    opinion_text,
    part_scores,
    suggestions_of,
)
from pages.parts.i18n import use_language
from pages.parts.shown_text import unescaped
from pages.parts.visitor import Visitor
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text

PAGE = "pages/essay_review.py"
DESK = "pages/writing.py"
WRONG: Mapping[str, tuple[str, EditType]] = {
    "二个": ("两个", "W"),
    "很快极了": ("快极了", "D"),
    "在北京见面": ("见面", "S"),
}
ESSAY = "我点了二个菜，我们吃得很快极了。\n\n下午我们去看电影，电影很有意思。"
BETTER = "我点了两个菜，我们吃得很快极了。\n\n下午我们在北京见面，电影很有意思。"
TITLE = "我的周末"


@pytest.fixture(autouse=True)
def fake_corrector(core: Core) -> None:
    """Evaluation by a fake corrector."""
    core.essays.evaluator = evaluator(ListedErrors(WRONG))


def review_essay(core: Core, text: str = ESSAY, *, title: str = TITLE, level: str = "3") -> EssayView:
    """An essay of the demo student."""
    student = account_of(core, "student").student_id or ""
    request = EssayRequest(student_id=student, essay_content=text, essay_title=title, hsk_level=level)  # type: ignore[arg-type]
    report = core.essays.evaluate(request, caller_of(core, "student")).payload
    return core.essays.essay(report.evaluation_id, caller_of(core, "student"))


def open_review(open_page: OpenPage, view: EssayView, role: str = "student") -> AppTest:
    """The page of a review."""
    test = open_page(DESK if role == "student" else PAGE, role)  # type: ignore[arg-type]
    test.query_params["essay"] = view.evaluation_id
    return test.run()


def give_verdict(core: Core, view: EssayView, verdict: Verdict | None) -> None:
    """The student's word on the first error."""
    edit = view.report.edits[0]
    core.essay_reviews.give_verdict(
        view.student_id,
        view.evaluation_id,
        start=edit.start,
        end=edit.end,
        replacement=edit.replacement,
        verdict=verdict,
        caller=caller_of(core, "student"),
    )


def first_item(core: Core, view: EssayView) -> dict[str, Any]:
    """The first error as its writer sees it."""
    who = Visitor(core, account_of(core, "student"))
    item: dict[str, Any] = marked_data(view.report, verdicts_of(who, view.evaluation_id), {}, is_own=True)["items"][0]
    return item


def button_labelled(test: AppTest, label: str) -> Button:
    return next(button for button in test.button if button.label == label)


def test_the_band_7_to_9_is_declared_as_level_6() -> None:
    assert [as_declared(level) for level in (None, 1, 6, 7)] == [None, "1", "6", "6"]


# -- the review ----------------------------------------------------------------------------------------------


def test_a_review_shows_score_with_range_and_that_it_is_uncalibrated(open_page: OpenPage, core: Core) -> None:
    page = open_review(open_page, review_essay(core))
    assert not page.exception
    assert "range " in page_text(page)
    assert "80 % range" not in page_text(page)
    assert "No scored essays of this level exist" in page_text(page)


def test_the_band_stands_before_the_number(open_page: OpenPage, core: Core) -> None:
    view = review_essay(core)
    assert view.report.band is not None
    text = page_text(open_review(open_page, view))
    assert text.index(view.report.band.text.en) < text.index("/ 100")
    assert f"At this level a writer {view.report.band.can_do.en}." in text


def test_scores_that_do_not_go_with_examiners_are_not_shown_and_it_is_said(core: Core) -> None:
    use_language("en")
    report = review_essay(core).report
    assert (report.discourse_level.known, part_scores(report)) == ([], {})
    assert "Structure · Coherence · Content" in hidden_parts_text(report)
    known = report.discourse_level.model_copy(update={"known": ["structure"]})
    shown = report.model_copy(update={"discourse_level": known})
    assert part_scores(shown) == {"structure": known.structure_score}
    assert "Structure" not in hidden_parts_text(shown)


def test_a_text_that_is_no_essay_says_why_before_every_number(open_page: OpenPage, core: Core) -> None:
    page = open_review(open_page, review_essay(core, "我每天去学校上课。" * 30))
    assert any("scored" in element.value.lower() for element in (*page.error, *page.warning))


def test_the_review_of_someone_else_does_not_exist(open_page: OpenPage, core: Core) -> None:
    request = EssayRequest(student_id="somebody-else", essay_content=ESSAY)
    report = core.essays.evaluate(request, caller_of(core, "student")).payload
    page = open_page(DESK, "student")
    page.query_params["essay"] = report.evaluation_id
    assert "This essay does not exist" in page_text(page.run())


def test_every_error_is_drawn_with_letter_reason_confidence_and_corrector(core: Core) -> None:
    view = review_essay(core)
    items = marked_data(view.report, {}, {}, is_own=True)["items"]
    assert [(item["type"], item["original"], item["replacement"]) for item in items] == [
        ("W", "二个", "两个"),
        ("D", "很", ""),
    ]
    assert all(item["explanation"] and item["confidence"] and item["judges"] for item in items)


def test_finding_errors_oneself_tells_nothing_of_places_to_check(core: Core) -> None:
    core.essays.evaluator = evaluator(ListedErrors(WRONG, probability=0.48))
    view = review_essay(core)
    assert view.report.checks
    assert search_data(view.report, {})["items"] == []


def test_what_is_called_right_is_shown_so_and_can_be_taken_back(core: Core) -> None:
    view = review_essay(core)
    who = Visitor(core, account_of(core, "student"))
    give_verdict(core, view, "dismissed")
    first = first_item(core, view)
    assert (first["verdict"], first["settled"]) == ("dismissed", False)
    assert accepted_in(view.report, verdicts_of(who, view.evaluation_id), unchanged_places(view.report, ESSAY)) == []
    give_verdict(core, view, None)
    assert first_item(core, view)["verdict"] is None


def test_a_word_for_the_teacher_goes_with_what_is_called_right(core: Core) -> None:
    view = review_essay(core)
    edit = view.report.edits[0]
    sent = {"start": edit.start, "end": edit.end, "replacement": edit.replacement, "verdict": "dismissed"}
    who = Visitor(core, account_of(core, "student"))
    keep_verdict(who, view, sent)
    keep_verdict(who, view, {**sent, "note": "书上有这个词。"})
    assert first_item(core, view)["note"] == "书上有这个词。"
    (waiting,) = core.essay_reviews.dismissed(caller_of(core, "teacher"))
    assert waiting.note == "书上有这个词。"
    teacher = Visitor(core, account_of(core, "teacher"))
    shown = marked_data(view.report, verdicts_of(teacher, view.evaluation_id), {}, is_own=False)["items"][0]
    assert shown["said_of"].endswith(" 书上有这个词。")


def test_suggestions_follow_the_language_of_the_reader_and_an_old_report_stays_as_it_was(core: Core) -> None:
    report = review_essay(core).report
    use_language("en")
    english = suggestions_of(report)
    use_language("zh")
    chinese = suggestions_of(report)
    assert chinese
    assert len(chinese) == len(english)
    assert not set(chinese) & set(english)
    discourse = report.discourse_level
    assert discourse.suggestions in (chinese, english)
    old = report.model_copy(update={"discourse_level": discourse.model_copy(update={"advice": []})})
    assert suggestions_of(old) == discourse.suggestions


def test_nothing_is_said_of_a_language_model_that_was_not_asked(core: Core) -> None:
    assert opinion_text(review_essay(core).report) == ""


def test_the_opinion_of_a_language_model_stands_under_the_scores(
    open_page: OpenPage, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = review_essay(core)
    asked = view.report.model_copy(update={"opinion": {"structure": 72}})
    monkeypatch.setattr(core.essays, "essay", lambda *_, **__: view.model_copy(update={"report": asked}))
    assert "A language model's opinion, which does not affect any score here: Structure 72." in page_text(
        open_review(open_page, view)
    )


def test_what_a_teacher_overruled_is_marked_again_and_can_be_accepted(core: Core) -> None:
    view = review_essay(core)
    give_verdict(core, view, "dismissed")
    edit = view.report.edits[0]
    core.essay_reviews.settle(
        view.evaluation_id, start=edit.start, end=edit.end, replacement=edit.replacement, upheld=False, note="再看看",
        caller=caller_of(core, "teacher"),
    )  # fmt: skip
    first = first_item(core, view)
    assert (first["verdict"], first["settled"]) == (None, True)
    assert "再看看" in first["said_of"]
    give_verdict(core, view, "accepted")
    assert first_item(core, view)["verdict"] == "accepted"


def test_accepted_corrections_go_into_a_later_text_where_it_still_stands_as_it_was(core: Core) -> None:
    view, who = review_essay(core), Visitor(core, account_of(core, "student"))
    give_verdict(core, view, "accepted")
    verdicts = verdicts_of(who, view.evaluation_id)
    later = "上个周末，" + ESSAY
    accepted = accepted_in(view.report, verdicts, unchanged_places(view.report, later))
    assert with_accepted(later, accepted) == later.replace("二个", "两个")
    mended = ESSAY.replace("二个", "两个")
    assert accepted_in(view.report, verdicts, unchanged_places(view.report, mended)) == []


def test_an_accepted_insertion_and_an_accepted_change_at_the_same_character_both_go_into_the_text(core: Core) -> None:
    view, who = review_essay(core), Visitor(core, account_of(core, "student"))
    give_verdict(core, view, "accepted")
    (given,) = verdicts_of(who, view.evaluation_id).values()
    edit, sentence = view.report.edits[0], "我昨天见面朋友。"
    missing = edit.model_copy(update={"start": 3, "end": 3, "original": "", "replacement": "跟", "type": "M"})
    wrong = edit.model_copy(update={"start": 3, "end": 5, "original": "见面", "replacement": "看到"})
    report = view.report.model_copy(update={"essay_content": sentence, "edits": [missing, wrong], "checks": []})
    accepted = accepted_in(report, {(3, 3, "跟"): given, (3, 5, "看到"): given}, unchanged_places(report, sentence))
    assert with_accepted(sentence, accepted) == "我昨天跟看到朋友。"


def test_a_deleted_review_is_gone(open_page: OpenPage, core: Core) -> None:
    view = review_essay(core)
    page = open_review(open_page, view)
    page = button_labelled(page, "Yes, delete it").click().run()
    assert not page.exception
    assert core.essays.history(view.student_id, caller_of(core, "student")) == []


def test_the_corrections_can_be_hidden(open_page: OpenPage, core: Core) -> None:
    page = open_review(open_page, review_essay(core))
    page = next(toggle for toggle in page.toggle if toggle.label == "Find it yourself").set_value(True).run()
    assert not page.exception
    assert not page.tabs


# -- drafts --------------------------------------------------------------------------------------------------


def test_between_two_drafts_errors_are_mended_stay_and_come(core: Core) -> None:
    change = changed(review_essay(core).report, review_essay(core, BETTER).report)
    assert [change_text(edit) for edit in change.mended] == ["二个 → 两个"]
    assert [change_text(edit) for edit in change.same] == ["− 很"]
    assert [change_text(edit) for edit in change.new] == ["在北京见面 → 见面"]
    assert "".join(text for text, _style in change.before) == ESSAY
    assert "".join(text for text, _style in change.after) == BETTER


def test_what_was_called_right_is_not_said_to_be_mended(core: Core) -> None:
    view = review_essay(core)
    give_verdict(core, view, "dismissed")
    change = changed(view.report, review_essay(core, ESSAY.replace("很快极了", "快极了")).report)
    assert [change_text(edit) for edit in change.mended] == ["− 很"]
    assert [change_text(edit) for edit in change.passed] == ["二个 → 两个"]
    assert (change.same, change.new) == ((), ())


def test_drafts_under_one_title_stand_together(open_page: OpenPage, core: Core) -> None:
    review_essay(core)
    page = open_review(open_page, review_essay(core, BETTER))
    assert not page.exception
    assert "1 error mended" in page_text(page)


def test_a_draft_past_the_newest_ones_stands_among_its_drafts(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = review_essay(core, title=""), review_essay(core, BETTER, title="")
    monkeypatch.setattr(core.essays, "drafts", lambda *_: [second])
    drafts = drafts_of(Visitor(core, account_of(core, "student")), first)
    assert {draft.evaluation_id for draft in drafts} == {first.evaluation_id, second.evaluation_id}


# -- words and files -----------------------------------------------------------------------------------------


def test_confidence_and_correctors_are_stated_in_words() -> None:
    assert (
        len(
            {
                confidence_text(0.95, check=False),
                confidence_text(0.85, check=False),
                confidence_text(0.6, check=False),
                confidence_text(0.6, check=True),
            }
        )
        == 4
    )
    assert len({correctors_text(correctors) for correctors in (["rule:a"], ["ngram"], ["rule:a", "encoder"])}) == 3
    assert correctors_text(["usage"]) == correctors_text(["encoder"])


def test_a_review_is_printed_with_marks_reasons_and_scores(core: Core) -> None:
    document = essay_document(review_essay(core))
    text = plain_text(word(document))
    assert "我点了[W二个→两个]菜" in text
    assert "我点了两个菜" in text
    if core.printer.ready():
        assert core.documents.pdf(document).startswith(b"%PDF")


def test_a_printed_review_puts_the_teachers_score_before_the_machines(core: Core) -> None:
    use_language("zh")
    view, teacher = review_essay(core), caller_of(core, "teacher")
    core.essay_reviews.override(
        view.evaluation_id, score=77, rubric={"language": 4}, note="结尾写得好。", caller=teacher
    )
    text = plain_text(word(essay_document(view, core.essay_reviews.override_of(view.evaluation_id, teacher))))
    assert "老师评分：77 分（满分 100）。" in text
    assert "语言 4/5\n结尾写得好。" in text
    assert text.index("老师评分") < text.index("机器评分")


# -- the teacher ---------------------------------------------------------------------------------------------


def test_a_teacher_gives_a_score_and_the_student_sees_it(open_page: OpenPage, core: Core) -> None:
    view = review_essay(core)
    page = open_review(open_page, view, "teacher")
    assert not page.exception
    page.number_input[0].set_value(77.0)
    page = button_labelled(page, "Keep my score").click().run()
    assert not page.exception
    assert "77 / 100" in page_text(page)
    assert "The teacher’s score" in page_text(open_review(open_page, view, "student"))


def test_what_a_student_calls_right_reaches_the_inbox_and_is_settled(open_page: OpenPage, core: Core) -> None:
    view = review_essay(core)
    give_verdict(core, view, "dismissed")
    page = open_page("pages/class_inbox.py", "teacher").run()
    assert not page.exception
    page = button_labelled(page, "The student is right").click().run()
    page = button_labelled(page, "Yes").click().run()
    assert not page.exception
    assert core.essay_reviews.dismissed(caller_of(core, "teacher")) == []
    (verdict,) = core.essay_reviews.verdicts(view.evaluation_id, caller_of(core, "teacher"))
    assert verdict.settled == "upheld"
    page = button_labelled(page, "Undo").click().run()
    page = button_labelled(page, "Yes, undo").click().run()
    assert not page.exception
    assert len(core.essay_reviews.dismissed(caller_of(core, "teacher"))) == 1


def test_a_teacher_chooses_whose_essays_to_read(open_page: OpenPage, core: Core) -> None:
    view = review_essay(core)
    page = open_page(PAGE, "teacher")
    page.query_params["student"] = view.student_id
    page = page.run()
    assert not page.exception
    assert TITLE in [button.label for button in page.button]


# -- the review as a teacher's ---------------------------------------------------------------------------------

POINT = "【三54】"


def as_shown(view: EssayView, **changed: Any) -> EssayView:
    """The review with fields of its report changed."""
    return view.model_copy(update={"report": view.report.model_copy(update=changed)})


def opened(open_page: OpenPage, core: Core, view: EssayView, monkeypatch: pytest.MonkeyPatch, role: str = "student") -> AppTest:  # fmt: skip
    """The page of a review that was changed."""
    monkeypatch.setattr(core.essays, "essay", lambda *_, **__: view)
    return open_review(open_page, view, role)


def with_point(view: EssayView) -> EssayView:
    """The review with its first error about a grammar point."""
    first, *others = view.report.edits
    return as_shown(view, edits=[first.model_copy(update={"point": POINT}), *others])


def test_a_review_speaks_in_the_order_of_a_teacher(
    open_page: OpenPage, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = review_essay(core, ESSAY + "我二个人去了二个地方，吃了一个苹果，很快极了。")
    assert view.report.band is not None
    strength = StrengthShown(kind="words", point="", spans=[SpanShown(start=5, end=6)], count=1)
    page = opened(open_page, core, as_shown(view, strengths=[strength]), monkeypatch, "teacher")
    assert not page.exception
    elements = [unescaped(str(element.value)) for element in page.main if hasattr(element, "value")]
    order = [
        next(index for index, value in enumerate(elements) if text in value)
        for text in (view.report.band.text.en, "Done well", "2 errors worth learning from", "The other errors, by kind", "Of a hundred errors", "The text")
    ]  # fmt: skip
    assert order == sorted(order)
    assert "Words of level 3 or above in which no error was found: “菜”." in page_text(page)
    assert [expander.label for expander in page.expander if "·" in expander.label] == ["something extra · 1", "wrong word · 2"]  # fmt: skip
    assert "With these corrections" in [tab.label for tab in page.tabs]


def test_nothing_is_praised_where_nothing_is_true_and_nothing_to_learn_is_no_heading(
    open_page: OpenPage, core: Core
) -> None:
    text = page_text(open_review(open_page, review_essay(core, "我很喜欢我的家，我的家很大，我爱我的家。")))
    assert "Done well" not in text
    assert "worth learning from" not in text
    assert "A text without marks is not a text without errors." in text


def test_what_is_done_well_is_told_in_both_languages_and_stands_in_the_file(core: Core) -> None:
    view = as_shown(
        review_essay(core),
        strengths=[
            StrengthShown(kind="point", point=POINT, spans=[SpanShown(start=0, end=2)], count=1),
            StrengthShown(
                kind="joined", point="【二68】", spans=[SpanShown(start=0, end=1), SpanShown(start=3, end=4)], count=1
            ),
            StrengthShown(kind="particles", point="", spans=[], count=12),
            StrengthShown(kind="point", point="【三999】", spans=[SpanShown(start=0, end=2)], count=1),
        ],
    )
    points = core.tables.points
    for tongue, quoted in (("zh", "“我……二”"), ("en", "“我……二”")):
        use_language(tongue)  # type: ignore[arg-type]
        used, joined, particles = strength_texts(view.report, points)
        assert points.short_name(POINT).get(tongue) in used  # type: ignore[arg-type]
        assert "“我点”" in used
        assert quoted in joined
        assert "12" in particles
    printed = plain_text(word(essay_document(view, strengths=[used], found="so many")))
    assert printed is not None
    assert printed.index(used) < printed.index("[W二个→两个]") < printed.index("so many")


def test_an_error_that_someone_calls_right_is_nothing_to_learn_from(core: Core) -> None:
    view, who = review_essay(core), Visitor(core, account_of(core, "student"))
    assert len(standing_errors(view.report, {}, None)) == 2
    give_verdict(core, view, "dismissed")
    (left,) = standing_errors(view.report, verdicts_of(who, view.evaluation_id), None)
    assert left.original == "很"
    edit = view.report.edits[0]
    core.essay_reviews.settle(
        view.evaluation_id, start=edit.start, end=edit.end, replacement=edit.replacement, upheld=False, note="",
        caller=caller_of(core, "teacher"),
    )  # fmt: skip
    assert len(standing_errors(view.report, verdicts_of(who, view.evaluation_id), None)) == 2


def test_only_the_writer_is_offered_exercises(open_page: OpenPage, core: Core) -> None:
    view = review_essay(core)
    labels = [[button.label for button in open_review(open_page, view, role).button] for role in ("student", "teacher")]
    assert [each.count("Practise it now") for each in labels] == [2, 0]


def test_an_error_about_a_point_leads_to_a_question_of_it_that_is_kept_like_every_answer(
    open_page: OpenPage, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = with_point(review_essay(core))
    page = opened(open_page, core, view, monkeypatch)
    page = page.button(key="essay_practise_0").click().run()
    assert not page.exception
    exercise = page.session_state[EXERCISE]
    student, caller = view.student_id, caller_of(core, "student")
    (card,) = core.practice.view(student, exercise.session_id, caller).cards
    assert POINT in card.item.points
    before = len(core.store.evidence_of(caller.organisation_id, student))
    core.practice.answer(student, exercise.session_id, Given(question_id=card.item.id, answer=card.item.key), caller)
    told = core.store.evidence_of(caller.organisation_id, student)[before:]
    assert (POINT, 1.0) in [(piece.target, piece.outcome) for piece in told]


def test_a_question_that_was_closed_unanswered_is_no_open_round(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    view, who = with_point(review_essay(core)), Visitor(core, account_of(core, "student"))
    open_exercise(who, view.evaluation_id, view.report.edits[0])
    assert core.answers.today(who.student_id, who.caller).open_session is not None
    close_exercise(who)
    assert EXERCISE not in st.session_state
    assert core.answers.today(who.student_id, who.caller).open_session is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("我点了两个菜，我们吃得快极了。", "Yes: that is how it is corrected."),
        ("我点了二个菜，我们吃得很快极了。", "The sentence is as it was."),
        ("我点了好多菜，我们吃得很快极了。", "You say it in another way, which may be right too."),
    ],
)
def test_an_error_about_no_point_leads_to_the_sentence_itself(
    open_page: OpenPage, core: Core, typed: str, said: str
) -> None:
    page = open_review(open_page, review_essay(core))
    page = page.button(key="essay_practise_0").click().run()
    assert not page.exception
    (field,) = [field for field in page.text_area if field.label == "Your sentence"]
    assert field.value == "我点了二个菜，我们吃得很快极了。"
    field.set_value(typed)
    page = button_labelled(page, "Compare").click().run()
    assert not page.exception
    text = "\n".join([*(element.value for element in page.success), *(element.value for element in page.info)])
    assert said in text
    assert "wrong" not in text.replace("wrong word", "")


def test_a_marked_place_leads_to_its_exercise_too(core: Core) -> None:
    view, who = review_essay(core), Visitor(core, account_of(core, "student"))
    second = view.report.edits[1]
    open_named_exercise(who, view.report, (second.start, second.end, second.replacement))
    assert st.session_state[EXERCISE].edit == (second.start, second.end, second.replacement)
    st.session_state.pop(EXERCISE)
    open_named_exercise(who, view.report, (0, 1, "nothing"))
    assert EXERCISE not in st.session_state
    assert "practise" in marked_data(view.report, {}, {}, is_own=True)["ui"]


# -- how much is found -----------------------------------------------------------------------------------------


def test_the_page_quotes_what_was_measured_and_the_kinds_of_the_file_have_names(core: Core) -> None:
    found = core.essays.found
    assert {kind for kind, _ in found.best_first} <= set(kind_names())
    assert set(kind_names()) == set(KINDS)
    for tongue in ("zh", "en"):
        use_language(tongue)  # type: ignore[arg-type]
        text = found_text(review_essay(core).report, found, core.administration)
        assert f"{found.of_a_hundred:.0f}" in text
        (best, share), *_ = found.best_first
        assert kind_names()[best] in text
        assert f"{share.of_a_hundred:.0f}" in text


def test_with_a_measured_language_model_its_own_figures_are_quoted(core: Core) -> None:
    use_language("en")
    report = review_essay(core).report
    answered = report.model_copy(update={"engine": "wenlu-essay 1 + teacher-7b"})
    chat = ChatEndpoint("http://127.0.0.1:9/v1", "teacher-7b")
    core.administration.essay_model = EssayModel(chat, "http://127.0.0.1:9/v1", None)
    assert "What the language model teacher-7b adds was not measured." in found_text(answered, core.essays.found, core.administration)  # fmt: skip
    share = MeasuredShare(count=171, of=300, low=0.5, high=0.6)
    measured = MeasuredModel(
        url="http://127.0.0.1:9/v1", model="teacher-7b", prompt="1", measured_at=datetime(2026, 11, 29, tzinfo=UTC), samples=3, cells=(),
        error_from=0.7, error_types=("W",), told=share, right=share, clean_touched=share, told_or_asked=share, shown_right=share, clean_shown=share,
        seconds=1.0,
    )  # fmt: skip
    core.administration.essay_model = EssayModel(chat, "http://127.0.0.1:9/v1", measured)
    assert "the language model teacher-7b was measured it finds about 57" in found_text(answered, core.essays.found, core.administration)  # fmt: skip
    silent = report.model_copy(update={"engine": "wenlu-essay 1 (teacher-7b did not answer)"})
    assert "teacher-7b" not in found_text(silent, core.essays.found, core.administration)
