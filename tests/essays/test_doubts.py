"""Clauses in which something is off: which are shown, what the student says of them, and how a teacher answers."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from core.api.core import Core
from core.errors import BadParameter, NotFound
from core.essays.merging.doubts import most_doubts, select_doubts
from core.essays.model import Change, Doubt
from core.essays.refusals import AlreadySettled
from core.essays.segmentation import clauses
from core.essays.wire import EssayReport, EssayRequest
from core.tables import shipped_tables
from core.wiring import essay_detector
from evaluation.essays.fakes import ListedDoubts, ListedErrors, evaluator, request
from evaluation.service.clock import StoppedClock
from tests.plan.planning import CALLER, SCHOOL, school

TEACHER = replace(CALLER, person="李老师")
WRONG = ListedErrors({"高心": ("高兴", "B")})
OFF = "后来我吃饭在一个馆子"
DETECTOR = ListedDoubts(
    {OFF: (0.82, "S"), "昨天我很高心": (0.99, "B"), "他们家有猫一": (0.74, "S"), "它很可爱": (0.5, "")}
)
ESSAY = f"昨天我很高心，因为妈妈来了。我们一起去公园散步，{OFF}。他们家有猫一，它很可爱，我很喜欢。"


@cache
def loaded() -> Core:
    """Tables and word list, read once for all tests."""
    return school(StoppedClock(datetime(2026, 11, 24, tzinfo=UTC)))


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    new_core = school(clock, "s1", "s2", tables=loaded().tables, analyser=loaded().analyser)
    new_core.essays.evaluator = evaluator(WRONG, detector=DETECTOR)
    return new_core


def evaluated(core: Core, content: str = ESSAY, student: str = "s1", **fields: str) -> EssayReport:
    """The report of an essay."""
    essay_request = EssayRequest.model_validate({"student_id": student, "essay_content": content, **fields})
    return core.essays.evaluate(essay_request, CALLER).payload


def doubted(report: EssayReport) -> list[str]:
    """The clauses that are doubted."""
    return [report.essay_content[doubt.start : doubt.end] for doubt in report.doubts]


def name_of(report: EssayReport, clause: str = OFF) -> dict[str, Any]:
    """The name of a doubt among the verdicts."""
    start = report.essay_content.index(clause)
    return {"start": start, "end": start + len(clause), "replacement": clause}


def say(core: Core, report: EssayReport, verdict: Any, clause: str = OFF, **fields: Any) -> None:
    """The verdict of s1 on a clause."""
    arguments = {"verdict": verdict, "caller": CALLER, **name_of(report, clause), **fields}
    core.essay_reviews.give_verdict("s1", report.evaluation_id, **arguments)


def answer(core: Core, report: EssayReport, *, upheld: bool, note: str = "") -> None:
    """The teacher's answer to a question about a clause."""
    core.essay_reviews.settle(report.evaluation_id, **name_of(report), upheld=upheld, note=note, caller=TEACHER)


# -- which are shown -------------------------------------------------------------------------------------------


def spans(text: str, *found: Doubt, marked: tuple[Change, ...] = (), exempt: tuple[tuple[int, int], ...] = ()) -> Any:
    """The clauses shown at .7."""
    shown = select_doubts(text, found, marked=marked, exempt_spans=exempt, threshold=0.7)
    return [(doubt.start, doubt.end) for doubt in shown]


TEXT = "我去，他来，你走。他说，我听，你看。"
FIRST, SECOND, THIRD = (Doubt(start, end, 0.8) for start, end in clauses(TEXT)[:3])


def test_a_doubt_that_is_not_sure_enough_is_not_shown() -> None:
    assert spans(TEXT, replace(FIRST, probability=0.69), SECOND) == [(3, 5)]


def test_at_most_one_clause_in_three_is_doubted_the_surest_ones() -> None:
    assert most_doubts(TEXT) == 2
    assert spans(TEXT, FIRST, replace(SECOND, probability=0.9), replace(THIRD, probability=0.95)) == [(3, 5), (6, 8)]


def test_of_two_doubts_about_a_clause_the_surer_one_counts() -> None:
    shown = select_doubts(
        TEXT, [FIRST, replace(FIRST, probability=0.9, suspected="L")], marked=(), exempt_spans=(), threshold=0.7
    )
    assert [(doubt.probability, doubt.suspected) for doubt in shown] == [(0.9, "L")]


@pytest.mark.parametrize("place", [(0, 1), (1, 1), (0, 0), (2, 2), (2, 3)])
def test_a_clause_that_a_mark_lies_in_or_touches_is_not_doubted_beside_it(place: tuple[int, int]) -> None:
    mark = Change(*place, TEXT[slice(*place)], "吗", "W")
    assert spans(TEXT, FIRST, marked=(mark,)) == []
    assert spans(TEXT, THIRD, marked=(mark,)) == [(6, 8)]


def test_what_is_no_clause_is_not_doubted() -> None:
    assert spans(TEXT, Doubt(0, 5, 0.9), Doubt(1, 2, 0.9), Doubt(40, 42, 0.9)) == []


def test_a_clause_of_names_and_protected_text_alone_is_not_doubted() -> None:
    assert spans(TEXT, FIRST, exempt=((0, 2),)) == []
    assert spans(TEXT, FIRST, exempt=((0, 1),)) == [(0, 2)]


def test_a_title_is_not_doubted_and_a_clause_with_one_is() -> None:
    detector = ListedDoubts({"《红楼梦》": (0.9, ""), "我看《红楼梦》了": (0.9, "")})
    for text, count in (("《红楼梦》，这本书我很喜欢。", 0), ("我看《红楼梦》了，这本书我很喜欢。", 1)):
        assert len(evaluator(detector=detector).evaluate(request(text), language="zh").doubts) == count


@pytest.mark.parametrize(("strictness", "clause_count"), [("strict", 2), ("normal", 2), ("gentle", 1)])
def test_the_stricter_the_reader_the_more_is_doubted(core: Core, strictness: str, clause_count: int) -> None:
    assert len(evaluated(core, strictness=strictness).doubts) == clause_count


def test_a_doubt_below_the_threshold_of_normal_is_shown_to_a_strict_reader() -> None:
    unsure = evaluator(detector=ListedDoubts({OFF: (0.58, "")}))
    shown = [unsure.evaluate(request(ESSAY, strictness=each), language="zh").doubts for each in ("strict", "normal")]
    assert list(map(len, shown)) == [1, 0]


def test_a_report_says_which_clauses_are_off_how_sure_that_is_and_what_is_suspected(core: Core) -> None:
    report = evaluated(core)
    assert doubted(report) == [OFF, "他们家有猫一"]
    assert (report.doubts[0].probability, report.doubts[0].suspected) == (0.82, "S")
    assert report.doubts[0].explanation.en == "Something may be off here: the order of the words may be wrong."
    assert "listed doubts 1" in report.models


def test_a_doubt_costs_nothing_and_corrects_nothing(core: Core) -> None:
    report = evaluated(core)
    plain = evaluator(WRONG).evaluate(request(ESSAY), language="en")
    assert plain.doubts == []
    assert report.corrected_version == plain.corrected_version
    assert (report.overall_score, report.score_range, report.edits) == (
        plain.overall_score, plain.score_range, plain.edits,
    )  # fmt: skip


def test_a_doubt_is_no_evidence_about_the_student(core: Core) -> None:
    evaluated(core)
    with_doubts = [(piece.kind, piece.target) for piece in core.store.evidence_of(SCHOOL, "s1")]
    core.essays.evaluator = evaluator(WRONG)
    evaluated(core, student="s2")
    assert [(piece.kind, piece.target) for piece in core.store.evidence_of(SCHOOL, "s2")] == with_doubts


def test_a_stored_report_of_before_has_no_doubts(core: Core) -> None:
    report = evaluated(core)
    stored = json.loads(report.model_dump_json())
    del stored["doubts"]
    assert EssayReport.model_validate_json(json.dumps(stored)).doubts == []
    assert doubted(core.essays.essay(report.evaluation_id, CALLER).report) == doubted(report)


def test_a_clause_in_which_the_writer_called_a_mark_right_is_not_doubted_instead(core: Core) -> None:
    report = evaluated(core)
    edit = report.edits[0]
    core.essay_reviews.give_verdict(
        "s1",
        report.evaluation_id,
        start=edit.start,
        end=edit.end,
        replacement=edit.replacement,
        verdict="dismissed",
        caller=CALLER,
    )
    again = evaluated(core)
    assert again.edits == []
    assert "昨天我很高心" not in doubted(again)


def test_the_detector_that_ships_is_one_for_all_cores_over_the_same_tables() -> None:
    tables = shipped_tables()
    detector = essay_detector(tables)
    assert detector is not None
    assert detector is essay_detector(tables)


# -- meant -----------------------------------------------------------------------------------------------------


def test_a_clause_that_is_meant_is_not_doubted_again_until_that_is_undone(core: Core) -> None:
    report = evaluated(core)
    say(core, report, "meant")
    assert [row.verdict for row in core.essay_reviews.verdicts(report.evaluation_id, CALLER)] == ["meant"]
    assert doubted(evaluated(core)) == ["他们家有猫一"]
    assert doubted(evaluated(core, f"今天下雨了。我们一起去公园散步，{OFF}。我很高兴。")) == []
    assert OFF in doubted(evaluated(core, student="s2"))
    say(core, report, None)
    assert OFF in doubted(evaluated(core))


def test_a_clause_that_is_meant_waits_for_nobody(core: Core) -> None:
    say(core, evaluated(core), "meant")
    assert core.essay_reviews.dismissed(CALLER) == []


@pytest.mark.parametrize("verdict", ["accepted", "dismissed"])
def test_a_doubt_has_no_correction_to_accept_or_to_reject(core: Core, verdict: str) -> None:
    with pytest.raises(BadParameter, match="verdict"):
        say(core, evaluated(core), verdict)


def test_an_edit_cannot_be_meant_or_asked_about(core: Core) -> None:
    report = evaluated(core)
    edit = report.edits[0]
    with pytest.raises(BadParameter, match="verdict"):
        core.essay_reviews.give_verdict(
            "s1",
            report.evaluation_id,
            start=edit.start,
            end=edit.end,
            replacement=edit.replacement,
            verdict="asked",
            caller=CALLER,
        )


def test_a_clause_that_is_not_doubted_cannot_be_judged(core: Core) -> None:
    with pytest.raises(NotFound, match="它很可爱"):
        say(core, evaluated(core), "meant", "它很可爱")


# -- asked -----------------------------------------------------------------------------------------------------


def test_a_question_waits_for_the_teacher_with_its_sentence(core: Core) -> None:
    report = evaluated(core)
    say(core, report, "asked", note="我想说在饭馆吃饭")
    (question,) = core.essay_reviews.dismissed(CALLER)
    assert question.doubt
    assert question.quote_before + question.original + question.quote_after == f"我们一起去公园散步，{OFF}。"
    assert (question.note, question.explanation) == ("我想说在饭馆吃饭", report.doubts[0].explanation)
    assert OFF in doubted(evaluated(core))
    say(core, report, None)
    assert core.essay_reviews.dismissed(CALLER) == []


@pytest.mark.parametrize("upheld", [True, False])
def test_the_student_reads_the_answer_and_only_a_clause_that_is_right_is_passed_over(core: Core, upheld: bool) -> None:
    report = evaluated(core)
    say(core, report, "asked")
    answer(core, report, upheld=upheld, note="“在一个馆子”放在前面")
    (verdict,) = core.essay_reviews.verdicts(report.evaluation_id, CALLER)
    assert (verdict.settled, verdict.teacher_note) == (
        "upheld" if upheld else "overruled", "“在一个馆子”放在前面",
    )  # fmt: skip
    assert core.essay_reviews.dismissed(CALLER) == []
    assert (OFF in doubted(evaluated(core))) is not upheld
    with pytest.raises(AlreadySettled):
        say(core, report, "meant")


def test_an_answer_can_be_undone(core: Core) -> None:
    report = evaluated(core)
    say(core, report, "asked")
    answer(core, report, upheld=False)
    row = core.store.essay_verdicts(SCHOOL, report.evaluation_id)[0]
    assert core.essay_reviews.dismissed(CALLER, settled=True)[0].can_reopen
    assert core.store.reopen_essay_verdict(row)
    assert [each.doubt for each in core.essay_reviews.dismissed(CALLER)] == [True]


def test_an_answer_leaves_no_evidence(core: Core) -> None:
    report = evaluated(core)
    before = core.store.evidence_of(SCHOOL, "s1")
    say(core, report, "asked")
    answer(core, report, upheld=True)
    assert core.store.evidence_of(SCHOOL, "s1") == before


def test_a_question_goes_with_its_essay(core: Core) -> None:
    report = evaluated(core)
    say(core, report, "asked")
    core.essays.forget("s1", report.evaluation_id, CALLER)
    assert core.essay_reviews.dismissed(CALLER) == []
