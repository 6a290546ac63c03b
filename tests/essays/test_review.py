""" "This is right": dismissals are remembered and shown to the teacher; settling changes the evidence; teachers' own scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest

from core.api.core import Core
from core.errors import BadParameter, NotFound
from core.essays.edits import apply
from core.essays.evidence import ERROR_WEIGHT
from core.essays.model import Change
from core.essays.refusals import AlreadySettled
from core.essays.review.dismissals import dismissal_keys
from core.essays.wire import EssayReport, EssayRequest
from core.knowledge.wire import UpdateRequest
from core.records.access import Caller
from evaluation.essays.fakes import ListedErrors, evaluator
from evaluation.service.clock import StoppedClock
from tests.plan.planning import CALLER, SCHOOL, school

OTHER = Caller("other", CALLER.permissions, "en")
TEACHER = replace(CALLER, person="李老师")
WRONG = ListedErrors(
    {"高心": ("高兴", "B"), "一本猫": ("一只猫", "W"), "题高": ("提高", "B"), "了了": ("了", "D")},
    points={"一本猫": "【一20】"},
)
ESSAY = "昨天我很高心，因为爸爸妈妈来看我了了。我们一起去公园散步，后来在饭馆吃饭。他们家有一本猫，它很可爱。"


@cache
def loaded() -> Core:
    """Tables and word list, read once for all tests."""
    return school(StoppedClock(datetime(2026, 11, 24, tzinfo=UTC)))


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    new_core = school(clock, "s1", "s2", tables=loaded().tables, analyser=loaded().analyser)
    new_core.essays.evaluator = evaluator(WRONG)
    return new_core


def evaluated(core: Core, content: str = ESSAY, student: str = "s1", **fields: str) -> EssayReport:
    """The report of an essay with the corrector `WRONG`."""
    request = EssayRequest.model_validate({"student_id": student, "essay_content": content, **fields})
    return core.essays.evaluate(request, CALLER).payload


def edit_name(report: EssayReport, replacement: str) -> dict[str, Any]:
    """The name of an edit or a place to check: its offsets and replacement."""
    edit = next(item for item in (*report.edits, *report.checks) if item.replacement == replacement)
    return {"start": edit.start, "end": edit.end, "replacement": edit.replacement}


def give_verdict(core: Core, report: EssayReport, replacement: str, verdict: Any, **fields: Any) -> None:
    """Give the verdict of s1 on an edit."""
    arguments = {"verdict": verdict, "caller": CALLER, **edit_name(report, replacement), **fields}
    core.essay_reviews.give_verdict("s1", report.evaluation_id, **arguments)


def settle(core: Core, report: EssayReport, replacement: str, *, upheld: bool, **fields: Any) -> None:
    """Settle a dismissal as the teacher."""
    arguments = {"upheld": upheld, "note": "", "caller": TEACHER, **edit_name(report, replacement), **fields}
    core.essay_reviews.settle(report.evaluation_id, **arguments)


def replacements(report: EssayReport) -> list[str]:
    """The replacements of the edits."""
    return [edit.replacement for edit in report.edits]


def error_evidence(core: Core, student: str = "s1") -> list[tuple[str, str, float]]:
    """The evidence of errors in the log, and its retractions."""
    log = core.store.evidence_of(SCHOOL, student)
    return [(item.kind, item.target, item.weight) for item in log if item.kind in ("essay_error", "retraction")]


# -- how an edit is recognised ----------------------------------------------------------------------------------

HAPPY = Change(3, 4, "心", "兴", "B")


def test_an_edit_is_known_again_wherever_its_sentence_stands() -> None:
    here = dismissal_keys("我很高心。", HAPPY, [])
    assert dismissal_keys("今天下雨。\r\n　　我很高心。他来了。", Change(12, 13, "心", "兴", "B"), []) == here
    assert dismissal_keys("我非常高心。", Change(4, 5, "心", "兴", "B"), []) != here
    assert dismissal_keys("我很高心。", replace(HAPPY, replacement="星"), []) != here


def test_one_of_two_like_errors_in_a_sentence_is_not_the_other() -> None:
    sentence = "我很高心他也很高心。"
    assert dismissal_keys(sentence, HAPPY, []) != dismissal_keys(sentence, Change(8, 9, "心", "兴", "B"), [])


def test_a_change_is_known_however_widely_it_is_written() -> None:
    wide = Change(2, 4, "高心", "高兴", "W")
    assert dismissal_keys("我很高心。", wide, []) == dismissal_keys("我很高心。", HAPPY, [])


def test_an_edit_is_known_again_when_its_neighbours_have_been_mended() -> None:
    sentence = "我题高了，我很高心了了。"
    edits = [Change(1, 2, "题", "提", "B"), Change(8, 9, "心", "兴", "B"), Change(9, 10, "了", "", "D")]
    before = dismissal_keys(sentence, edits[1], edits)
    assert dismissal_keys(apply(sentence, [edits[0], edits[2]]), edits[1], [edits[1]])[0] == before[1]
    half = apply(sentence, edits[:1])
    assert dismissal_keys(half, edits[1], edits[1:])[1] == before[1]


@pytest.mark.parametrize(
    ("essay", "place"), [("", (0, 0)), ("\r\n", (0, 2)), ("好。\n\n好。", (3, 3)), ("好。好。", (2, 2)), ("好", (1, 1))]
)
def test_places_at_the_edges_of_a_text_have_keys_too(essay: str, place: tuple[int, int]) -> None:
    change = Change(*place, essay[slice(*place)], "吗", "W")
    assert len(set(dismissal_keys(essay, change, [change]))) == 1


# -- remembered ------------------------------------------------------------------------------------------------


def test_what_was_called_right_is_found_no_more_and_the_rest_still_is(core: Core) -> None:
    report = evaluated(core)
    give_verdict(core, report, "兴", "dismissed")
    again = evaluated(core)
    assert replacements(again) == [item for item in replacements(report) if item != "兴"]
    assert "高心" in again.corrected_version
    assert again.word_level.error_count == report.word_level.error_count - 1
    assert again.overall_score >= report.overall_score


def test_it_is_not_found_in_the_next_draft_either(core: Core) -> None:
    report = evaluated(core)
    give_verdict(core, report, "兴", "dismissed")
    for draft in (ESSAY.replace("了了", "了"), evaluated(core).corrected_version, "今天下雨。" + ESSAY):
        assert "兴" not in replacements(evaluated(core, draft))
    assert "兴" in replacements(evaluated(core, ESSAY.replace("昨天", "前天")))


def test_several_dismissals_in_one_sentence_stay_dismissed_when_the_rest_is_mended(core: Core) -> None:
    essay = "昨天我很高心，我的汉语也题高了了，他家有一本猫。"
    give_verdict(core, evaluated(core, essay), "兴", "dismissed")
    give_verdict(core, evaluated(core, essay), "提", "dismissed")
    assert replacements(evaluated(core, essay.replace("了了", "了"))) == ["一只猫"]


def test_a_dismissal_is_the_students_own(core: Core) -> None:
    give_verdict(core, evaluated(core), "兴", "dismissed")
    assert "兴" in replacements(evaluated(core, student="s2"))


def test_a_dismissal_taken_back_is_forgotten(core: Core) -> None:
    report = evaluated(core)
    give_verdict(core, report, "兴", "dismissed")
    give_verdict(core, report, "兴", None)
    give_verdict(core, report, "兴", None)
    assert core.essay_reviews.verdicts(report.evaluation_id, CALLER) == []
    assert replacements(evaluated(core)) == replacements(report)
    assert core.essay_reviews.dismissed(TEACHER) == []


def test_an_accepted_edit_is_found_again_where_it_was_not_mended(core: Core) -> None:
    report = evaluated(core)
    give_verdict(core, report, "兴", "accepted")
    assert replacements(evaluated(core)) == replacements(report)
    assert core.essay_reviews.dismissed(TEACHER) == []


def test_a_place_to_check_that_was_called_right_is_not_asked_about_again(core: Core) -> None:
    core.essays.evaluator = evaluator(replace(WRONG, probability=0.48))
    report = evaluated(core)
    assert report.edits == []
    give_verdict(core, report, "兴", "dismissed")
    assert [item.replacement for item in evaluated(core).checks] == [
        item.replacement for item in report.checks if item.replacement != "兴"
    ]


def test_a_check_that_was_called_right_is_no_edit_for_a_stricter_reader(core: Core) -> None:
    core.essays.evaluator = evaluator(replace(WRONG, probability=0.7))
    report = evaluated(core)
    give_verdict(core, report, "兴", "dismissed")
    assert "兴" not in replacements(evaluated(core, strictness="strict"))


def test_a_forgotten_essay_takes_its_dismissals_along(core: Core) -> None:
    report = evaluated(core)
    give_verdict(core, report, "兴", "dismissed")
    core.essays.forget("s1", report.evaluation_id, CALLER)
    assert "兴" in replacements(evaluated(core))
    assert core.essay_reviews.dismissed(TEACHER) == []


# -- verdicts --------------------------------------------------------------------------------------------------


def test_verdicts_are_shown_with_what_the_edit_says(core: Core, clock: StoppedClock) -> None:
    report = evaluated(core)
    give_verdict(core, report, "一只猫", "accepted")
    clock.advance(timedelta(minutes=1))
    give_verdict(core, report, "兴", "dismissed", note=" 这是我的名字\x00 ")
    shown = core.essay_reviews.verdicts(report.evaluation_id, CALLER)
    assert [(item.original, item.replacement, item.type, item.verdict, item.note) for item in shown] == [
        ("心", "兴", "B", "dismissed", "这是我的名字"), ("一本猫", "一只猫", "W", "accepted", ""),
    ]  # fmt: skip
    assert shown[0].judged_at == "2026-11-24T02:01:00Z"
    assert (shown[0].settled, shown[0].teacher_note) == (None, "")


def test_a_verdict_on_what_is_not_there_is_refused(core: Core) -> None:
    report = evaluated(core)
    name = edit_name(report, "兴")
    for student, caller, changed in (("s2", CALLER, {}), ("s1", OTHER, {}), ("s1", CALLER, {"replacement": "星"})):
        with pytest.raises(NotFound, match=r"no essay|no edit"):
            core.essay_reviews.give_verdict(
                student, report.evaluation_id, **{**name, **changed}, verdict="dismissed", caller=caller
            )
    with pytest.raises(NotFound, match="There is no essay 'ess_9'"):
        core.essay_reviews.verdicts("ess_9", CALLER)
    with pytest.raises(BadParameter, match="note: has 501 characters"):
        give_verdict(core, report, "兴", "dismissed", note="好" * 501)


# -- the teacher -----------------------------------------------------------------------------------------------


def test_dismissals_reach_the_teacher_in_their_sentence_newest_first(core: Core, clock: StoppedClock) -> None:
    report = evaluated(core, essay_title="我的一天")
    give_verdict(core, report, "兴", "dismissed", note="我觉得对")
    clock.advance(timedelta(minutes=1))
    give_verdict(core, report, "一只猫", "dismissed")
    cat, happy = core.essay_reviews.dismissed(TEACHER)
    assert (happy.evaluation_id, happy.student_id, happy.title, happy.note) == (
        report.evaluation_id, "s1", "我的一天", "我觉得对",
    )  # fmt: skip
    assert happy.quote_before + happy.original + happy.quote_after == "昨天我很高心，因为爸爸妈妈来看我了了。"
    assert (cat.quote_before, cat.original, cat.quote_after) == ("他们家有", "一本猫", "，它很可爱。")
    assert cat.explanation == next(edit for edit in report.edits if edit.replacement == "一只猫").explanation
    assert core.essay_reviews.dismissed(OTHER) == []


def test_an_upheld_dismissal_takes_back_what_the_log_said_of_the_error(core: Core) -> None:
    report = evaluated(core)
    before = error_evidence(core)
    give_verdict(core, report, "一只猫", "dismissed")
    settle(core, report, "一只猫", upheld=True, note="可以这样写。")
    weight = next(weight for _, target, weight in before if target == "【一20】")
    assert weight == ERROR_WEIGHT * WRONG.probability
    assert error_evidence(core) == [*before, ("retraction", "【一20】", -weight)]
    error, retraction = (
        item
        for item in core.store.evidence_of(SCHOOL, "s1")
        if item.kind in ("essay_error", "retraction") and item.target == "【一20】"
    )
    assert (retraction.source, retraction.occurred_at, retraction.outcome, retraction.target_kind) == (
        error.source, error.occurred_at, error.outcome, "point",
    )  # fmt: skip
    assert core.essay_reviews.verdicts(report.evaluation_id, CALLER)[0].settled == "upheld"
    assert "一只猫" not in replacements(evaluated(core))


def test_after_an_upheld_dismissal_the_map_is_as_if_there_had_been_no_error(core: Core) -> None:
    report = evaluated(core)
    core.knowledge.update(UpdateRequest(student_id="s1", date="2026-11-24"), CALLER)
    assert core.knowledge.mastery("s1", "【一20】", CALLER) is not None
    give_verdict(core, report, "一只猫", "dismissed")
    settle(core, report, "一只猫", upheld=True)
    core.knowledge.update(UpdateRequest(student_id="s1", date="2026-11-24"), CALLER)
    assert core.knowledge.mastery("s1", "【一20】", CALLER) is None


def test_an_error_logged_with_an_earlier_draft_is_taken_back_once(core: Core, clock: StoppedClock) -> None:
    first = evaluated(core, essay_title="我的一天")
    clock.advance(timedelta(minutes=5))
    second = evaluated(core, ESSAY.replace("高心", "高兴"), essay_title="我的一天")
    for report in (second, first):
        give_verdict(core, report, "一只猫", "dismissed")
        settle(core, report, "一只猫", upheld=True)
    retractions = [item for item in core.store.evidence_of(SCHOOL, "s1") if item.kind == "retraction"]
    assert [(item.source.split("#")[0], item.target) for item in retractions] == [(first.evaluation_id, "【一20】")]


def test_a_place_to_check_leaves_nothing_to_take_back(core: Core) -> None:
    core.essays.evaluator = evaluator(replace(WRONG, probability=0.48))
    report = evaluated(core)
    give_verdict(core, report, "一只猫", "dismissed")
    settle(core, report, "一只猫", upheld=True)
    assert error_evidence(core) == []


def test_an_overruled_dismissal_is_found_again_and_can_be_accepted(core: Core) -> None:
    report = evaluated(core)
    before = error_evidence(core)
    give_verdict(core, report, "兴", "dismissed")
    settle(core, report, "兴", upheld=False, note="请查词典。")
    assert error_evidence(core) == before
    assert "兴" in replacements(evaluated(core))
    give_verdict(core, report, "兴", "accepted")
    shown = core.essay_reviews.verdicts(report.evaluation_id, CALLER)[0]
    assert (shown.verdict, shown.settled, shown.teacher_note) == ("accepted", "overruled", "请查词典。")


@pytest.mark.parametrize(("upheld", "later"), [(True, ["accepted", "dismissed", None]), (False, ["dismissed", None])])
def test_what_a_teacher_has_settled_stays(core: Core, upheld: bool, later: Sequence[Any]) -> None:
    report = evaluated(core)
    give_verdict(core, report, "兴", "dismissed")
    settle(core, report, "兴", upheld=upheld)
    for verdict in later:
        with pytest.raises(AlreadySettled, match="'心' to '兴' is settled"):
            give_verdict(core, report, "兴", verdict)


def test_the_first_word_of_a_teacher_stands(core: Core) -> None:
    report = evaluated(core)
    give_verdict(core, report, "兴", "dismissed")
    for upheld in (True, False, True):
        settle(core, report, "兴", upheld=upheld)
    assert [item[0] for item in error_evidence(core)].count("retraction") == 1
    assert core.essay_reviews.dismissed(TEACHER) == []
    assert [(item.replacement, item.settled) for item in core.essay_reviews.dismissed(TEACHER, settled=True)] == [
        ("兴", "upheld")
    ]


def test_only_a_dismissal_can_be_settled(core: Core) -> None:
    report = evaluated(core)
    with pytest.raises(NotFound, match="holds no edit"):
        settle(core, report, "兴", upheld=True)
    give_verdict(core, report, "兴", "accepted")
    with pytest.raises(NotFound, match="holds no edit"):
        settle(core, report, "兴", upheld=True)
    give_verdict(core, report, "兴", "dismissed")
    with pytest.raises(NotFound, match="There is no essay"):
        settle(core, report, "兴", upheld=True, caller=OTHER)


# -- scores ----------------------------------------------------------------------------------------------------


def test_a_teachers_score_stands_beside_the_reports_and_can_be_taken_back(core: Core) -> None:
    report = evaluated(core)
    ask: dict[str, Any] = {"rubric": {"language": 3, "content": 5}, "note": "内容很好", "caller": TEACHER}
    core.essay_reviews.override(report.evaluation_id, score=82, **ask)
    shown = core.essay_reviews.override_of(report.evaluation_id, CALLER)
    assert shown is not None
    assert (shown.score, shown.rubric, shown.note, shown.teacher) == (82.0, ask["rubric"], "内容很好", "李老师")
    assert shown.at == "2026-11-24T02:00:00Z"
    assert core.essays.essay(report.evaluation_id, CALLER).report == report
    core.essay_reviews.override(report.evaluation_id, score=None, **ask)
    assert core.essay_reviews.override_of(report.evaluation_id, CALLER) is None


@pytest.mark.parametrize(
    ("score", "rubric", "told"),
    [
        (101, {}, "score: 101 is not between"),
        (-1, {}, "score: -1"),
        (float("nan"), {}, "score: is a number out of all bounds"),
        (80, {"language": 6}, "language: 6 is not a whole number from 0 to 5"),
        (80, {"language": True}, "language: True"),
        (80, {"style": 3}, "'style' is no part"),
    ],
)
def test_a_score_or_rubric_out_of_range_is_refused(core: Core, score: float, rubric: Any, told: str) -> None:
    report = evaluated(core)
    with pytest.raises(BadParameter, match=told):
        core.essay_reviews.override(report.evaluation_id, score=score, rubric=rubric, note="", caller=TEACHER)
    assert core.essay_reviews.override_of(report.evaluation_id, CALLER) is None


def test_another_organisation_neither_gives_nor_sees_a_score(core: Core) -> None:
    report = evaluated(core)
    with pytest.raises(NotFound, match="There is no essay"):
        core.essay_reviews.override(report.evaluation_id, score=80, rubric={}, note="", caller=OTHER)
    with pytest.raises(NotFound, match="There is no essay"):
        core.essay_reviews.override_of(report.evaluation_id, OTHER)


def test_erasing_a_student_removes_verdicts_and_scores(core: Core) -> None:
    report = evaluated(core)
    give_verdict(core, report, "兴", "dismissed")
    core.essay_reviews.override(report.evaluation_id, score=80, rubric={}, note="", caller=TEACHER)
    removed = core.student_data.erase("s1", CALLER).counts
    assert (removed["essay_verdict"], removed["essay_override"]) == (1, 1)
