"""Essays through the core: portrait, map, plan, experience, drafts, handed-in texts, history, privacy."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.api.core import Core
from core.api.essays import EssayReport, EssayRequest
from core.errors import NotFound
from core.essays.refusals import TextTooShort
from core.learning.days import day_of
from core.portrait.wire import Portrait, PortraitPath, UpdatePortraitRequest
from core.records.access import Caller
from evaluation.essays.fakes import ListedErrors
from evaluation.service.clock import StoppedClock
from tests.plan.planning import CALLER, SCHOOL, plan_of, school

OTHER = Caller("other", CALLER.permissions, "en")
WRONG = ListedErrors({"高心": ("高兴", "B"), "一本猫": ("一只猫", "W")}, points={"一本猫": "【一20】"})
ESSAY = (
    "昨天我很高心，因为爸爸妈妈来看我。我们一起去公园散步，后来在饭馆吃饭。他们家有一本猫，它很可爱。"
    "晚上我们在家里喝茶，一边看电视一边聊天，说了很多有意思的事情。"
)


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    new_core = school(clock, "s1", "s2")
    new_core.essays.evaluator.load_correctors = lambda: (WRONG,)
    return new_core


def evaluated(core: Core, content: str = ESSAY, student: str = "s1", **fields: str) -> EssayReport:
    """The report of an essay with the corrector `WRONG`."""
    request = EssayRequest.model_validate({"student_id": student, "essay_content": content, **fields})
    return core.essays.evaluate(request, CALLER).payload


def portrait(core: Core) -> Portrait:
    """After an update."""
    core.portrait.update(UpdatePortraitRequest(student_id="s1"), CALLER)
    return core.portrait.stored(PortraitPath(student_id="s1"), CALLER)


def test_an_essay_earns_its_experience_once_however_many_drafts(core: Core, clock: StoppedClock) -> None:
    for content in (ESSAY, ESSAY.replace("高心", "高兴"), ESSAY):
        evaluated(core, content, essay_title="我的一天")
        clock.advance(timedelta(minutes=5))
    assert portrait(core).level_labels.star_exp == 10
    evaluated(core, essay_title="我的爸爸妈妈")
    assert portrait(core).level_labels.star_exp == 20


def test_an_essay_moves_the_writing_of_the_portrait_and_a_figure_opens_to_it(core: Core) -> None:
    report = evaluated(core)
    assert portrait(core).current_portrait.language_ability.write > 0
    why = core.portrait.why("s1", "D49", CALLER)
    assert [(line.source, line.what) for line in why.lines] == [
        (f"{report.evaluation_id}#D49", "Written error rate (lower is better) (an essay, scored)")
    ]


def test_errors_are_told_on_their_point_and_word_without_counting_as_attempts(core: Core) -> None:
    report = evaluated(core)
    pieces = [piece for piece in core.store.evidence_of(SCHOOL, "s1") if piece.kind == "essay_error"]
    assert [(piece.target_kind, piece.target, piece.outcome) for piece in pieces] == [
        ("word", "高兴", 0.0), ("point", "【一20】", 0.0),
    ]  # fmt: skip
    assert all(0 < piece.weight < 1 and piece.source.startswith(report.evaluation_id) for piece in pieces)
    core.portrait.update(UpdatePortraitRequest(student_id="s1"), CALLER)
    assert core.knowledge.detail("s1", "【一20】", CALLER).state.total_attempts == 0


def test_points_used_well_move_on_the_map_a_little(core: Core) -> None:
    evaluated(core)
    used = [piece for piece in core.store.evidence_of(SCHOOL, "s1") if piece.kind == "essay_use"]
    assert used
    assert {piece.outcome for piece in used} == {1.0}
    assert not {piece.target for piece in used} & {"【一20】"}
    assert {piece.target for piece in used} <= set(core.analyser.difficulty_points)


def test_errors_come_into_the_next_plan(core: Core, clock: StoppedClock) -> None:
    evaluated(core)
    clock.advance(timedelta(hours=20))
    reasons = [entry.reason for entry in plan_of(core).recommendations]
    assert any("essay" in reason for reason in reasons)


def test_a_text_that_was_handed_in_is_evaluated_as_the_same_essay(core: Core) -> None:
    task = core.writing.task("s1", "own", CALLER)
    kept = core.writing.hand_in("s1", task, ESSAY, CALLER, title="我的一天", writing_id=None)
    report = evaluated(core)
    assert core.essays.essay(report.evaluation_id, CALLER).act == kept.writing_id
    acts = [piece for piece in core.store.evidence_of(SCHOOL, "s1") if piece.kind == "essay"]
    assert [piece.source for piece in acts] == [kept.writing_id]


def test_a_draft_evaluated_before_it_is_handed_in_earns_once(core: Core) -> None:
    task = core.writing.task("s1", "own", CALLER)
    kept = core.writing.keep("s1", task, ESSAY, CALLER, title="我的一天", writing_id=None)
    report = evaluated(core)
    core.writing.hand_in("s1", task, ESSAY, CALLER, title="我的一天", writing_id=kept.writing_id)
    acts = [piece for piece in core.store.evidence_of(SCHOOL, "s1") if piece.kind == "essay"]
    assert [piece.source for piece in acts] == [report.evaluation_id]


def test_essays_are_looked_back_on_newest_first_and_by_draft(core: Core, clock: StoppedClock) -> None:
    first = evaluated(core, essay_title="我的一天", hsk_level="2")
    clock.advance(timedelta(minutes=5))
    second = evaluated(core, ESSAY.replace("高心", "高兴"), essay_title="我的一天", hsk_level="2")
    lines = core.essays.history("s1", CALLER)
    assert [line.evaluation_id for line in lines] == [second.evaluation_id, first.evaluation_id]
    assert lines[1].figures.errors == {"B": 1, "W": 1}
    drafts = core.essays.drafts("s1", lines[0].act, CALLER)
    assert [draft.report for draft in drafts] == [first, second]
    assert day_of(clock.now()).isoformat() in drafts[0].evaluated_at


def test_an_essay_is_shown_to_its_student_and_teacher_alone(core: Core) -> None:
    report = evaluated(core)
    assert core.essays.essay(report.evaluation_id, CALLER, student_id="s1").report == report
    for caller, student in ((CALLER, "s2"), (OTHER, None)):
        with pytest.raises(NotFound, match="There is no essay"):
            core.essays.essay(report.evaluation_id, caller, student_id=student)


def test_a_forgotten_essay_is_gone_and_what_it_said_stays(core: Core) -> None:
    report = evaluated(core)
    before = core.store.evidence_of(SCHOOL, "s1")
    core.essays.forget("s1", report.evaluation_id, CALLER)
    with pytest.raises(NotFound, match="There is no essay"):
        core.essays.essay(report.evaluation_id, CALLER)
    with pytest.raises(NotFound, match="There is no essay"):
        core.essays.forget("s1", report.evaluation_id, CALLER)
    assert core.store.evidence_of(SCHOOL, "s1") == before


def test_erasing_a_student_removes_their_essays(core: Core) -> None:
    evaluated(core)
    assert core.student_data.erase("s1", CALLER).counts["essay_evaluation"] == 1


def test_a_short_essay_is_refused_and_not_stored(core: Core) -> None:
    with pytest.raises(TextTooShort, match="has 2 Chinese characters"):
        evaluated(core, "你好！", student="s3")
    assert core.essays.history("s3", CALLER) == []
    assert core.store.student(SCHOOL, "s3") is None


def test_a_text_that_is_no_essay_leaves_no_evidence(core: Core) -> None:
    report = evaluated(core, "我很喜欢我的家。" * 60)
    assert report.findings
    assert core.store.evidence_of(SCHOOL, "s1") == []


def test_the_errors_of_an_essay_are_in_tomorrows_plan(core: Core, clock: StoppedClock) -> None:
    evaluated(core)
    clock.advance(timedelta(days=1))
    urgent = {
        question.target
        for entry in plan_of(core).recommendations
        for question in entry.questions
        if question.why == "urgent"
    }
    assert urgent == {"高兴", "【一20】"}


def test_what_is_done_well_is_told_by_the_real_analysis(core: Core) -> None:
    report = evaluated(core, hsk_level="2")
    assert {strength.kind for strength in report.strengths}
    for strength in report.strengths:
        for span in strength.spans:
            assert not any(edit.start <= span.end and span.start <= edit.end for edit in report.edits)
