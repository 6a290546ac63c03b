"""The report page: whose it is, what it says before the numbers, that every number opens."""

from __future__ import annotations

import csv

import pytest

from core.answers.wire import (
    AppealRequest,
    Change,
    Comparison,
    MonthScore,
    OverallProgress,
    PointChange,
    Report,
    ReportRequest,
    SkillAnalysis,
    SkillChanges,
    SkillScore,
    TimeScore,
)  # fmt: skip
from core.api.core import Core
from core.records.access import Caller
from core.records.printed import Bars, Paragraph, Table
from pages.parts.report.change import change_sentence, verdict_sentence
from pages.parts.report.document import plain, report_document
from pages.parts.report.download import HEAD, rows_of
from pages.parts.report.gains import gains_sentence
from pages.parts.report.words import first_sentence
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, submit_answers


@pytest.fixture
def student_id(core: Core) -> str:
    return str(account_of(core, "student").student_id)


def test_without_answers_the_first_step_is_practice(open_page: OpenPage) -> None:
    test = open_page("pages/report.py", "student").run()
    assert not test.exception
    assert "No answers in this period." in page_text(test)
    assert [button.label for button in test.button] == ["Practise now"]
    assert test.metric == []


def test_the_sentence_comes_first_and_bears_n_and_band(open_page: OpenPage, core: Core, student_id: str) -> None:
    submit_answers(core, student_id, caller_of(core, "student"), right=6, wrong=4)
    test = open_page("pages/report.py", "student").run()
    assert not test.exception
    assert "10 answers on 1 day, on average **60 (31–83)** of 100 points." in test.markdown[0].value
    assert "not enough answers yet to compare the skills" in test.markdown[0].value
    mean = test.metric[0]
    assert (mean.value, mean.delta) == ("60 (31–83)", "10 answers")


def test_a_skill_without_enough_answers_says_what_would_fill_it(
    open_page: OpenPage, core: Core, student_id: str
) -> None:
    submit_answers(core, student_id, caller_of(core, "student"), right=5, wrong=0)
    submit_answers(core, student_id, caller_of(core, "student"), right=1, wrong=0, topic="reading")
    text = page_text(open_page("pages/report.py", "student").run())
    assert "Not enough data yet (1 answer): 2 more answers needed" in text
    assert text.count("Not enough data yet (0 answers): 3 more answers needed") == 2


def test_the_table_holds_the_numbers_of_the_chart(open_page: OpenPage, core: Core, student_id: str) -> None:
    submit_answers(core, student_id, caller_of(core, "student"), right=3, wrong=1)
    test = open_page("pages/report.py", "student").run()
    by_month, by_day = test.dataframe
    assert by_month.value[["Mean score of 100", "Answers", "Days"]].to_dict("records") == [
        {"Mean score of 100": "75 (30–95)", "Answers": 4, "Days": 1}
    ]
    assert by_day.value[["Answers", "Mean score of 100"]].to_dict("records") == [
        {"Answers": 4, "Mean score of 100": 75.0}
    ]


def test_a_student_never_sees_anothers_report(open_page: OpenPage, core: Core) -> None:
    submit_answers(core, "someone-else", caller_of(core, "student"), right=5, wrong=0)
    test = open_page("pages/report.py", "student")
    test.query_params["student"] = "someone-else"
    test.run()
    assert "No answers in this period." in page_text(test)
    assert [box.label for box in test.selectbox] == ["Period"]


def test_a_teacher_opens_the_student_named_in_the_address(open_page: OpenPage, core: Core) -> None:
    submit_answers(core, "s7", caller_of(core, "student"), right=5, wrong=1)
    test = open_page("pages/report.py", "teacher")
    test.query_params["student"] = "s7"
    test.run()
    assert not test.exception
    assert test.selectbox(key="report_student").value == "s7"
    assert "6 answers on 1 day" in page_text(test)


def test_a_teacher_without_a_name_is_asked_for_one(open_page: OpenPage, core: Core, student_id: str) -> None:
    submit_answers(core, student_id, caller_of(core, "student"), right=5, wrong=1)
    test = open_page("pages/report.py", "teacher").run()
    assert test.metric == []
    test.selectbox(key="report_student").set_value(student_id).run()
    assert "6 answers on 1 day" in page_text(test)


def test_a_student_of_no_or_another_organisation_is_not_found(open_page: OpenPage, core: Core) -> None:
    other = core.access.organisation("Another school")
    submit_answers(core, "theirs", Caller(other.organisation_id, frozenset()), right=5, wrong=0)
    test = open_page("pages/report.py", "teacher")
    test.query_params["student"] = "theirs"
    test.run()
    assert "There is no such student in your organisation." in page_text(test)
    assert test.metric == []


def test_another_month_is_chosen_and_stays_in_the_address(open_page: OpenPage, core: Core, student_id: str) -> None:
    submit_answers(core, student_id, caller_of(core, "student"), right=5, wrong=1)
    test = open_page("pages/report.py", "student").run()
    months = test.selectbox(key="report_month")
    assert len(months.options) == 13
    months.select_index(2).run()
    assert "No answers in this period." in page_text(test)
    assert test.query_params["month"]


def test_a_point_opens_to_the_question_the_answer_and_the_right_one(
    open_page: OpenPage, core: Core, student_id: str
) -> None:
    result = submit_answers(core, student_id, caller_of(core, "student"), right=0, wrong=3, point="【一22】")
    (weakest,) = core.answers.report(ReportRequest(student_id=student_id), caller_of(core, "student")).weakest
    answers = core.answers.evidence(student_id, weakest.evidence, caller_of(core, "student"))
    assert [view.source for view in answers] == [f"{result.evaluation_id}#{position}" for position in range(3)]
    assert not any(view.is_correct or view.upheld for view in answers)
    test = open_page("pages/report.py", "student")
    test.session_state[f"evidence_{student_id}_{weakest.point_id}"] = True
    text = page_text(test.run())
    assert text.count("Given: ") == text.count("Right answer: ") == 3


def test_an_upheld_objection_counts_as_right_and_is_named(open_page: OpenPage, core: Core, student_id: str) -> None:
    caller = caller_of(core, "student")
    result = submit_answers(core, student_id, caller, right=4, wrong=1)
    wrong = result.details[4].question_id
    core.answers.appeal(
        AppealRequest(student_id=student_id, evaluation_id=result.evaluation_id, question_id=wrong), caller
    )
    (appeal,) = core.answers.appeals(caller, student_id=student_id)
    assert "Waiting for the teacher" in page_text(open_page("pages/report.py", "student").run())
    core.answers.settle_appeal(appeal.appeal_id, caller, upheld=True, reply="You are right.")
    test = open_page("pages/report.py", "student").run()
    assert "You are right." in page_text(test)
    assert test.metric[0].value.startswith("100 ")


# -- words and file ---------------------------------------------------------------------------------------


CHANGE = Change(
    before=TimeScore(score=60.0, interval=(44.0, 74.0), n=35, days=5),
    now=TimeScore(score=72.0, interval=(63.0, 81.0), n=40, days=6),
    difference=12.0,
    interval=(-3.0, 27.0),
    verdict="no_claim",
)
GAINED = PointChange(
    point_id="【一01】",
    name="=名词",
    level=1,
    status_before="learning",
    status="mastered",
    n_before=5,
    correct_before=2,
    n=11,
    correct=8,
    evidence=[],
)


def make_report(grammar: SkillScore, reading: SkillScore) -> Report:
    """A report of two skills."""
    none = SkillScore(score=0, level="none", n=0, interval=None)
    return Report(
        student_id="=cmd",
        period="2026-11-01 to 2026-11-30",
        overall_progress=OverallProgress(
            score_trend=[70.0, 75.0],
            average_score=72.0,
            total_attempts=40,
            trend_dates=["2026-11-03", "2026-11-04"],
            trend_counts=[20, 20],
            interval=(63.0, 81.0),
        ),
        skill_analysis=SkillAnalysis(vocabulary=none, grammar=grammar, reading=reading, listening=none),
        strongest=[],
        weakest=[],
        comparison=Comparison(
            period="2026-10-01 to 2026-10-31",
            overall=CHANGE,
            skills=SkillChanges(vocabulary=CHANGE, grammar=CHANGE, reading=CHANGE, listening=CHANGE),
        ),
        gained=[GAINED],
        lost=[],
        months=[MonthScore(month="2026-10", score=CHANGE.before), MonthScore(month="2026-11", score=CHANGE.now)],
    )


@pytest.fixture
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    from pages.parts import dates, i18n

    monkeypatch.setattr(i18n, "language", lambda: "en")
    monkeypatch.setattr(dates, "language", lambda: "en")


@pytest.mark.usefixtures("_in_english")
def test_skills_are_told_apart_only_when_their_bands_are() -> None:
    good = SkillScore(score=90, level="excellent", n=20, interval=(75, 97))
    near = SkillScore(score=80, level="good", n=20, interval=(60, 91))
    far = SkillScore(score=40, level="weak", n=20, interval=(22, 61))
    assert "do not differ clearly" in first_sentence(make_report(good, near), None)
    assert "Grammar is strongest; Reading needs the most practice." in first_sentence(make_report(good, far), "2026-11")
    assert first_sentence(make_report(good, far), "2026-11").startswith("November 2026: 40 answers on 2 days")


@pytest.mark.usefixtures("_in_english")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({}, "Cannot tell yet whether it got better or worse: the difference is −3 to +27 points."),
        (
            {"interval": (2.0, 22.0), "verdict": "improved"},
            "The mean score went **up** by 12 points (95 % range +2 to +22).",
        ),
        (
            {"difference": -12.0, "interval": (-22.0, -2.0), "verdict": "declined"},
            "The mean score went **down** by 12 points (95 % range −22 to −2).",
        ),
        ({"interval": None}, "that takes answers on at least two days in each of the two periods."),
        ({"difference": None, "interval": None}, "Nothing to compare with yet."),
    ],
)
def test_better_or_worse_is_said_only_where_the_range_does_not_hold_0(change: dict[str, object], sentence: str) -> None:
    assert sentence in verdict_sentence(CHANGE.model_copy(update=change))


@pytest.mark.usefixtures("_in_english")
def test_the_document_says_what_the_page_says_and_nothing_beside_it() -> None:
    skill = SkillScore(score=90, level="excellent", n=20, interval=(75, 97))
    report = make_report(skill, skill)
    document = report_document(report, "2026-11", name="Someone")
    paragraphs = [block.text for block in document.blocks if isinstance(block, Paragraph)]
    sentences = (first_sentence(report, "2026-11"), change_sentence(report, "2026-11"), gains_sentence(report))
    assert paragraphs[:3] == [plain(sentence) for sentence in sentences]
    assert "October 2026: 60 (44–74), 35 answers. Cannot tell yet" in paragraphs[1]
    assert paragraphs[2] == "1 point newly met: 【一01】 =名词."
    (table,) = [block for block in document.blocks if isinstance(block, Table)]
    assert table.rows == (("【一01】 =名词", "Level 1 · GF 0025-2021", "2 of 5 right before, 8 of 11 now"),)
    (bars,) = [block for block in document.blocks if isinstance(block, Bars)]
    assert sorted(bar.name for bar in bars.bars if bar.value == 90) == ["Grammar", "Reading"]
    assert sorted(bar.name for bar in bars.bars if bar.value is None) == ["Listening", "Vocabulary"]


def test_the_document_of_a_student_is_offered_and_can_be_printed(
    open_page: OpenPage, core: Core, student_id: str
) -> None:
    submit_answers(core, student_id, caller_of(core, "student"), right=6, wrong=4)
    test = open_page("pages/report.py", "student").run()
    assert [button.label for button in test.get("download_button")] == ["Download as PDF", "Download as CSV"]
    report = core.answers.report(ReportRequest(student_id=student_id), caller_of(core, "student"))
    assert core.documents.pdf(report_document(report, None, name="x")).startswith(b"%PDF")


def test_without_a_font_the_page_says_which_to_install(
    open_page: OpenPage, core: Core, student_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit_answers(core, student_id, caller_of(core, "student"), right=6, wrong=4)
    monkeypatch.setattr(type(core.printer), "ready", lambda _printer: False)
    test = open_page("pages/report.py", "student").run()
    assert [button.label for button in test.get("download_button")] == ["Download as CSV"]
    assert "fonts-lxgw-wenkai" in page_text(test)


def test_the_file_holds_every_figure_of_the_page() -> None:
    skill = SkillScore(score=90, level="excellent", n=20, interval=(75, 97))
    rows = list(rows_of(make_report(skill, skill)))
    assert all(len(row) == len(HEAD) for row in rows)
    assert [row[0] for row in rows] == [
        "period", "before", "month", "month", "day", "day", "skill", "skill", "skill", "skill", "gained"
    ]  # fmt: skip
    assert rows[0][3:7] == (72.0, 63.0, 81.0, 40)
    assert rows[1][3:7] == (60.0, 44.0, 74.0, 35)
    assert rows[-1][6:] == (11, 8)


def test_no_cell_of_a_file_runs_as_a_formula() -> None:
    from pages.parts.figures import csv_bytes

    text = csv_bytes(["name"], [["=1+1"], ["@x"], ["李明"], [-3]]).decode("utf-8-sig")
    assert list(csv.reader(text.splitlines())) == [["name"], ["'=1+1"], ["'@x"], ["李明"], ["-3"]]
