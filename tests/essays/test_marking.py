"""The marking desk: queues, rulings and marks of one's own, returns, undo, two teachers at once, evidence, comments, the gradebook."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, NoReturn

import pytest

from core.api.assignments import AssignmentView, AssignRequest, EssayWork, TextWork
from core.api.core import Core
from core.api.marking import DeskEssay
from core.backends.sound import SoundDecoder
from core.errors import BadParameter, BadRequest, Forbidden, NotFound, Unavailable
from core.essays.marking.ahead import FAULT_SECONDS, Ahead
from core.essays.marking.evidence import MARKED, TEACHER_WEIGHT
from core.essays.marking.refusals import MarkedElsewhere
from core.essays.marking.rubric import RUBRIC
from core.essays.refusals import MarkedByTeacher
from core.essays.wire import EssayRequest
from core.jobs import nightly
from core.learning.days import day_of
from core.plan.assignments.wire import WritingTask
from core.records.access import Account, Caller
from core.records.classes import SchoolClass
from core.records.students import Student
from core.speech.refusals import Refused
from evaluation.essays.fakes import ListedErrors, evaluator
from evaluation.service.clock import StoppedClock
from evaluation.speech.reports import wav
from tests.plan.planning import CALLER, SCHOOL, school

OTHER = Caller("other", CALLER.permissions, "en")


class _Failing:
    """A corrector that fails."""

    version = "failing"

    def proposals(self, text: str, parsed: object) -> NoReturn:
        """Never any."""
        raise Unavailable("The model is away.")


FAILING = _Failing()
WRONG = ListedErrors({"高心": ("高兴", "B"), "一本猫": ("一只猫", "W")}, points={"一本猫": "【一20】"})
ESSAY = "昨天我很高心，因为爸爸妈妈来看我了。我们一起去公园散步，后来在饭馆吃饭。他们家有一本猫，它很可爱。"
HAPPY: dict[str, Any] = {"start": 5, "end": 6, "replacement": "兴"}
"""The engine's mark of 高心 in `ESSAY`."""
TEACHER = "acc_teacher"
PATIENCE_SECONDS = 60.0


@cache
def loaded() -> Core:
    """Tables and word list, read once for all tests."""
    return school(StoppedClock(datetime(2026, 11, 24, tzinfo=UTC)))


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    new_core = school(clock, "s1", "s2", tables=loaded().tables, analyser=loaded().analyser)
    new_core.essays.evaluator = evaluator(WRONG)
    for account_id, name in ((TEACHER, "李老师"), ("acc_second", "王老师")):
        new_core.store.add_account(
            Account(account_id, SCHOOL, account_id, "teacher", name, "-", None, None, created_at=clock.now())
        )
    return new_core


def assign(core: Core, title: str = "我的周末", days: int = 3) -> AssignmentView:
    """An essay for everybody."""
    request = AssignRequest(
        title=title, due=day_of(core.clock.now()) + timedelta(days=days), work=EssayWork(task="写一写你的周末。")
    )
    return core.assignments.assign(request, CALLER, by=TEACHER)


def hand_in(core: Core, given: AssignmentView, student: str = "s1", text: str = ESSAY) -> str:
    """The id of a text that the student hands in."""
    task = core.writing.task(student, given.resource_id, CALLER)
    return core.writing.hand_in(student, task, text, CALLER, writing_id=None).writing_id


def reviewed(core: Core, writing_id: str) -> DeskEssay:
    """The text on the desk, once the engine has reviewed it."""
    core.marking.desk(writing_id, CALLER)
    core.marking.ahead.wait(PATIENCE_SECONDS)
    return core.marking.desk(writing_id, CALLER)


def act(core: Core, writing_id: str, kind: str, by: str = TEACHER, version: int | None = None, **fields: Any) -> int:
    """Carry out an action on the newest version, or on one that is named; the version after it."""
    stored = core.store.marking(SCHOOL, writing_id)
    on = version if version is not None else stored.version if stored else 0
    return core.marking.act(writing_id, {"kind": kind, **fields}, CALLER, by=by, version=on).version


def errors_in_force(core: Core, student: str = "s1") -> dict[str, float]:
    """What the log says of written errors, retractions taken off: weight by target."""
    weights: dict[str, float] = {}
    for piece in core.store.evidence_of(SCHOOL, student):
        if piece.kind in ("essay_error", MARKED, "retraction"):
            weights[piece.target] = round(weights.get(piece.target, 0.0) + piece.weight, 4)
    return {target: weight for target, weight in weights.items() if weight}


@pytest.fixture
def writing_id(core: Core) -> str:
    """A text on the desk, reviewed by the engine."""
    made = hand_in(core, assign(core))
    reviewed(core, made)
    return made


# -- queues and reviews --------------------------------------------------------------------------------------


def test_what_is_handed_in_waits_until_it_is_returned(core: Core, clock: StoppedClock) -> None:
    given = assign(core)
    first = hand_in(core, given)
    clock.moment += timedelta(days=5)
    second = hand_in(core, given, "s2")
    queue = core.marking.queue(given.assignment_id, CALLER)
    assert [(entry.writing_id, entry.late, entry.returned) for entry in queue.entries] == [
        (first, False, False), (second, True, False),
    ]  # fmt: skip
    assert core.marking.count_waiting(CALLER) == 2
    act(core, first, "return")
    assert core.marking.count_waiting(CALLER) == 1
    assert [entry.returned for entry in core.marking.queue(given.assignment_id, CALLER).entries] == [True, False]
    core.assignments.withdraw(given.assignment_id, CALLER, by=TEACHER)
    assert core.marking.count_waiting(CALLER) == 0


def test_a_text_is_shown_at_once_and_its_review_follows(core: Core) -> None:
    writing_id = hand_in(core, assign(core))
    assert core.marking.desk(writing_id, CALLER).text == ESSAY
    desk = reviewed(core, writing_id)
    assert desk.review == "ready"
    assert [(mark.original, mark.correction) for mark in desk.marking.marks] == [("心", "兴"), ("一本猫", "一只猫")]
    assert set(desk.proposed_rubric) == set(RUBRIC)


def test_a_text_too_short_to_review_can_be_marked_all_the_same(core: Core) -> None:
    writing_id = hand_in(core, assign(core), text="我很好。")
    desk = reviewed(core, writing_id)
    assert desk.review == "refused"
    assert desk.refusal is not None
    assert "more characters" in desk.refusal.en
    act(core, writing_id, "add", start=1, end=2, type="W", correction="非常")
    assert [mark.correction for mark in core.marking.desk(writing_id, CALLER).marking.marks] == ["非常"]


def test_a_review_that_the_student_had_made_is_used(core: Core) -> None:
    given = assign(core)
    task = core.writing.task("s1", given.resource_id, CALLER)
    draft = core.writing.keep("s1", task, ESSAY, CALLER, writing_id=None)
    report = core.essays.evaluate(EssayRequest(student_id="s1", essay_content=ESSAY), CALLER).payload
    core.writing.hand_in("s1", task, ESSAY, CALLER, writing_id=draft.writing_id)
    desk = core.marking.desk(draft.writing_id, CALLER)
    assert desk.report is not None
    assert desk.report.evaluation_id == report.evaluation_id


def test_the_nightly_work_reviews_what_waits(core: Core) -> None:
    writing_id = hand_in(core, assign(core))
    hand_in(core, assign(core, "短"), "s2", text="我很好。")
    assert any("1 essay reviewed" in line for line in nightly(core))
    assert core.marking.desk(writing_id, CALLER).review == "ready"
    assert core.marking.review_waiting(SCHOOL) == 0


def test_nobody_sees_what_is_on_the_desks_of_another_organisation(core: Core, writing_id: str) -> None:
    assert core.marking.count_waiting(OTHER) == 0
    with pytest.raises(NotFound):
        core.marking.desk(writing_id, OTHER)
    with pytest.raises(Forbidden):
        core.marking.act(writing_id, {"kind": "return"}, OTHER, by=TEACHER, version=0)
    with pytest.raises(Forbidden):
        core.marking.act(writing_id, {"kind": "return"}, CALLER, by="nobody", version=0)
    with pytest.raises(NotFound):
        core.marking.returned("s2", writing_id, CALLER)


# -- marks ---------------------------------------------------------------------------------------------------


def test_marks_are_struck_changed_and_added_and_each_says_whose_it_is(core: Core, writing_id: str) -> None:
    act(core, writing_id, "rule", **HAPPY, ruling="struck")
    wrong = core.marking.desk(writing_id, CALLER).marking.marks[1]
    act(
        core, writing_id, "change", start=wrong.start, end=wrong.end, replacement=wrong.replacement, type="W",
        correction="条", comment="猫用“只”。",
    )  # fmt: skip
    act(core, writing_id, "add", start=0, end=2, type="S", comment="换一种开头。")
    shown = core.marking.desk(writing_id, CALLER).marking
    assert [(mark.ruling, mark.correction, mark.comment) for mark in shown.marks] == [
        ("added", "", "换一种开头。"), ("struck", "兴", ""), ("changed", "条", "猫用“只”。"),
    ]  # fmt: skip
    assert shown.teacher == "李老师"
    act(core, writing_id, "remove", start=0, end=2, replacement="")
    act(core, writing_id, "rule", **HAPPY, ruling=None)
    assert [mark.ruling for mark in core.marking.desk(writing_id, CALLER).marking.marks] == [None, "changed"]


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"start": 4, "end": 6, "type": "W", "correction": "高兴"}, "a mark at 4-6 already"),
        ({"start": 0, "end": 0, "type": "W", "correction": "啊"}, "nothing is chosen"),
        ({"start": 0, "end": 2, "type": "W"}, "neither a correction nor a comment"),
        ({"start": 0, "end": 2, "type": "W", "correction": "昨天"}, "what stands there"),
        ({"start": 40, "end": 400, "type": "W", "correction": "好"}, "not in the text"),
    ],
)
def test_a_mark_that_cannot_be_drawn_or_says_nothing_is_refused(
    core: Core, writing_id: str, fields: dict[str, Any], fault: str
) -> None:
    with pytest.raises(BadParameter, match=fault):
        act(core, writing_id, "add", **fields)
    assert core.store.marking(SCHOOL, writing_id) is None


def test_a_struck_mark_gives_its_place_to_one_of_the_teachers_and_comes_back_after_it(
    core: Core, writing_id: str
) -> None:
    act(core, writing_id, "rule", **HAPPY, ruling="struck")
    act(core, writing_id, "add", start=4, end=6, type="W", correction="开心")
    with pytest.raises(BadParameter, match="covers 5-6"):
        act(core, writing_id, "rule", **HAPPY, ruling=None)
    act(core, writing_id, "remove", start=4, end=6, replacement="开心")
    act(core, writing_id, "rule", **HAPPY, ruling=None)


# -- returning -----------------------------------------------------------------------------------------------


def test_one_key_returns_with_what_the_review_proposes_and_what_was_typed_stays(core: Core, writing_id: str) -> None:
    desk = core.marking.desk(writing_id, CALLER)
    act(core, writing_id, "comment", text="写得很清楚。")
    act(core, writing_id, "return", proposals=True)
    shown = core.marking.desk(writing_id, CALLER).marking
    assert (shown.grade, shown.rubric) == (desk.proposed_grade, desk.proposed_rubric)
    assert shown.comment == "写得很清楚。"


def test_a_typed_grade_stands_before_the_sum_of_the_rubric(core: Core, writing_id: str) -> None:
    act(core, writing_id, "points", criterion="content", points=25)
    act(core, writing_id, "points", criterion="order", points=15.5)
    assert core.marking.desk(writing_id, CALLER).marking.grade == 40.5
    act(core, writing_id, "grade", grade=88)
    assert core.marking.desk(writing_id, CALLER).marking.grade == 88
    act(core, writing_id, "grade", grade=None)
    act(core, writing_id, "points", criterion="order", points=None)
    assert core.marking.desk(writing_id, CALLER).marking.grade == 25
    with pytest.raises(BadParameter, match="more than 20"):
        act(core, writing_id, "points", criterion="order", points=21)


def test_the_student_sees_nothing_before_the_return_and_everything_after_it(core: Core, writing_id: str) -> None:
    act(core, writing_id, "comment", text="第二段再写长一点。")
    assert core.marking.returned("s1", writing_id, CALLER) is None
    act(core, writing_id, "return", second_draft=True)
    returned = core.marking.returned("s1", writing_id, CALLER)
    assert returned is not None
    assert (returned.text, returned.marking.comment, returned.second_draft) == (ESSAY, "第二段再写长一点。", True)
    assert returned.report is not None
    assert core.marking.returned_review("s1", returned.report.evaluation_id, CALLER) == returned
    assert core.marking.returned_review("s2", returned.report.evaluation_id, CALLER) is None


def test_a_second_draft_waits_beside_the_first_and_answers_the_request(core: Core, clock: StoppedClock) -> None:
    given = assign(core)
    first = hand_in(core, given)
    act(core, first, "grade", grade=60)
    act(core, first, "return", second_draft=True)
    assert core.marking.of_student("s1", CALLER)[0].second_draft
    clock.moment += timedelta(hours=1)
    second = hand_in(core, given, text=ESSAY.replace("一本猫", "一只猫"))
    (entry,) = core.marking.queue(given.assignment_id, CALLER).entries
    assert (entry.writing_id, entry.draft, entry.returned) == (second, 2, False)
    desk = core.marking.desk(second, CALLER)
    assert [(draft.number, draft.grade) for draft in desk.drafts] == [(1, 60.0), (2, None)]
    assert [(line.number, line.second_draft) for line in core.marking.of_student("s1", CALLER)] == [
        (2, False),
        (1, False),
    ]


def test_a_second_draft_is_handed_in_whenever_it_was_asked_for(core: Core, clock: StoppedClock) -> None:
    given = assign(core)
    first = hand_in(core, given)
    clock.moment += timedelta(days=30)
    with pytest.raises(BadRequest):
        hand_in(core, given, student="s2")
    with pytest.raises(BadRequest):
        hand_in(core, given, text=f"{ESSAY}再写一点儿。")
    act(core, first, "return", second_draft=True)
    second = hand_in(core, given, text=ESSAY.replace("一本猫", "一只猫"))
    assert second != first
    with pytest.raises(BadRequest):
        hand_in(core, given, text=f"{ESSAY}第三次。")


def test_a_text_that_stands_in_two_writings_is_reviewed_as_the_one_that_was_handed_in(core: Core) -> None:
    given = assign(core)
    first = hand_in(core, given)
    own = WritingTask(resource_id="", title="", task="", level=None, characters=None)
    core.writing.keep("s1", own, ESSAY, CALLER, title="我的", writing_id=None)
    assert core.marking.review_waiting(SCHOOL) == 1
    assert core.marking.desk(first, CALLER).review == "ready"
    assert core.marking.review_waiting(SCHOOL) == 0


def test_the_desk_of_a_class_has_the_work_of_that_class_alone(core: Core) -> None:
    for class_id, student in (("a", "s1"), ("b", "s2")):
        core.store.put_class(SchoolClass(SCHOOL, class_id, class_id, core.clock.now()))
        core.store.change_members(SCHOOL, class_id, added=["s1", student], at=core.clock.now())
    in_class = {each: replace(CALLER, class_id=each, students=frozenset({"s1", "s2"})) for each in ("a", "b")}
    request = AssignRequest(title="乙班的", due=day_of(core.clock.now()), work=EssayWork(task="写一写。"))
    given = core.assignments.assign(request, in_class["b"], by=TEACHER)
    hand_in(core, given)
    assert core.marking.count_waiting(in_class["b"]) == 1
    assert core.marking.count_waiting(in_class["a"]) == 0
    assert core.marking.queues(in_class["a"]) == []
    assert [each.title for each in core.marking.gradebook(in_class["b"]).assignments] == ["乙班的"]
    assert core.marking.gradebook(in_class["a"]).assignments == ()


# -- undo and two teachers -----------------------------------------------------------------------------------


def test_the_last_action_is_undone_and_only_the_last(core: Core, writing_id: str) -> None:
    act(core, writing_id, "grade", grade=70)
    act(core, writing_id, "return")
    act(core, writing_id, "undo")
    marking = core.store.marking(SCHOOL, writing_id)
    assert marking is not None
    assert (marking.grade, marking.returned_at, marking.version) == (70, None, 3)
    with pytest.raises(NotFound, match="nothing to undo"):
        act(core, writing_id, "undo")


def test_of_two_teachers_at_once_the_second_is_told(core: Core, writing_id: str) -> None:
    act(core, writing_id, "grade", grade=70, version=0)
    with pytest.raises(MarkedElsewhere):
        act(core, writing_id, "grade", by="acc_second", grade=90, version=0)
    assert core.marking.desk(writing_id, CALLER).marking.grade == 70
    stored = core.store.marking(SCHOOL, writing_id)
    assert stored is not None
    assert not core.store.put_marking(replace(stored, grade=1.0), [])
    assert not core.store.put_marking(replace(stored, version=1, grade=1.0), [])


# -- evidence ------------------------------------------------------------------------------------------------


def test_what_is_struck_and_added_counts_from_the_return_on(core: Core, writing_id: str) -> None:
    before = errors_in_force(core)
    assert set(before) == {"高兴", "【一20】"}
    act(core, writing_id, "rule", **HAPPY, ruling="struck")
    at = ESSAY.index("散步")
    act(core, writing_id, "add", start=at, end=at + 2, type="W", correction="跑步")
    assert errors_in_force(core) == before
    act(core, writing_id, "return")
    assert errors_in_force(core) == {"【一20】": before["【一20】"], "跑步": TEACHER_WEIGHT}


def test_undoing_a_return_leaves_the_map_as_it_was_and_returning_again_counts_once(core: Core, writing_id: str) -> None:
    before = errors_in_force(core)
    act(core, writing_id, "rule", **HAPPY, ruling="struck")
    act(core, writing_id, "add", start=0, end=2, type="W", correction="今天")
    act(core, writing_id, "return")
    after = errors_in_force(core)
    act(core, writing_id, "undo")
    assert errors_in_force(core) == before
    act(core, writing_id, "return")
    assert errors_in_force(core) == after
    act(core, writing_id, "return")
    assert errors_in_force(core) == after
    act(core, writing_id, "rule", **HAPPY, ruling=None)
    act(core, writing_id, "remove", start=0, end=2, replacement="今天")
    assert errors_in_force(core) == before


def test_a_strike_and_an_upheld_objection_take_an_error_back_once(core: Core, writing_id: str) -> None:
    desk = core.marking.desk(writing_id, CALLER)
    assert desk.report is not None
    evaluation_id = desk.report.evaluation_id
    core.essay_reviews.give_verdict("s1", evaluation_id, **HAPPY, verdict="dismissed", caller=CALLER)
    act(core, writing_id, "rule", **HAPPY, ruling="struck")
    act(core, writing_id, "return")
    core.essay_reviews.settle(evaluation_id, **HAPPY, upheld=True, note="", caller=CALLER)
    assert "高兴" not in errors_in_force(core)
    act(core, writing_id, "undo")
    assert "高兴" not in errors_in_force(core)  # the objection is still upheld
    act(core, writing_id, "return")
    act(core, writing_id, "rule", **HAPPY, ruling=None)
    assert "高兴" not in errors_in_force(core)


@pytest.mark.parametrize("is_struck_first", [True, False])
def test_an_error_that_is_neither_struck_nor_upheld_any_more_counts_again_once(
    core: Core, writing_id: str, is_struck_first: bool
) -> None:
    before = errors_in_force(core)
    desk = core.marking.desk(writing_id, CALLER)
    assert desk.report is not None
    evaluation_id = desk.report.evaluation_id
    core.essay_reviews.give_verdict("s1", evaluation_id, **HAPPY, verdict="dismissed", caller=CALLER)
    act(core, writing_id, "return")

    def uphold() -> str:
        core.essay_reviews.settle(evaluation_id, **HAPPY, upheld=True, note="", caller=CALLER, by=TEACHER)
        return core.store.essay_verdicts(SCHOOL, evaluation_id)[0].ruling_id

    def strike(ruling: str | None) -> None:
        act(core, writing_id, "rule", **HAPPY, ruling=ruling)
        assert "高兴" not in errors_in_force(core)

    if is_struck_first:
        strike("struck")
        ruling_id = uphold()
        strike(None)
    else:
        ruling_id = uphold()
        strike("struck")
    assert core.rulings.undo(ruling_id, CALLER, by=TEACHER)
    if not is_struck_first:
        assert "高兴" not in errors_in_force(core)  # it is struck
        act(core, writing_id, "rule", **HAPPY, ruling=None)
    assert errors_in_force(core) == before


def test_an_upheld_dismissal_is_undone_and_waits_again(core: Core, writing_id: str) -> None:
    before = errors_in_force(core)
    desk = core.marking.desk(writing_id, CALLER)
    assert desk.report is not None
    evaluation_id = desk.report.evaluation_id
    core.essay_reviews.give_verdict("s1", evaluation_id, **HAPPY, verdict="dismissed", caller=CALLER)
    for _ in range(2):
        core.essay_reviews.settle(evaluation_id, **HAPPY, upheld=True, note="对", caller=CALLER, by=TEACHER)
        assert "高兴" not in errors_in_force(core)
        (settled,) = core.essay_reviews.dismissed(CALLER, settled=True)
        assert not settled.everywhere
        assert core.rulings.undo(settled.ruling_id, CALLER, by=TEACHER)
        assert not core.rulings.undo(settled.ruling_id, CALLER, by=TEACHER)
        assert errors_in_force(core) == before
    (waiting,) = core.essay_reviews.dismissed(CALLER)
    assert (waiting.settled, waiting.teacher_note) == (None, "")
    core.essay_reviews.settle(evaluation_id, **HAPPY, upheld=True, note="", caller=CALLER, by=TEACHER)
    (settled,) = core.essay_reviews.dismissed(CALLER, settled=True)
    with pytest.raises(NotFound, match="no ruling"):
        core.rulings.undo(settled.ruling_id, replace(CALLER, students=frozenset({"s2"})), by=TEACHER)


# -- marks that came before the review, and reviews after the marks ---------------------------------------------


def without_review(core: Core) -> str:
    """A text that the engine has not reviewed, since it failed."""
    writing_id = hand_in(core, assign(core))
    core.essays.evaluator = evaluator(FAILING)
    reviewed(core, writing_id)
    core.essays.evaluator = evaluator(WRONG)
    return writing_id


def review(core: Core) -> str:
    """The id of a review of the text that the student has made."""
    return core.essays.evaluate(EssayRequest(student_id="s1", essay_content=ESSAY), CALLER).payload.evaluation_id


@pytest.mark.parametrize("is_returned_first", [True, False])
@pytest.mark.parametrize(("start", "correction"), [(5, "兴"), (4, "高兴")])
def test_a_mark_that_came_before_the_review_counts_once_and_is_drawn_once(
    core: Core, start: int, correction: str, is_returned_first: bool
) -> None:
    writing_id = without_review(core)
    act(core, writing_id, "add", start=start, end=6, type="B" if start == 5 else "W", correction=correction)
    steps = [lambda: act(core, writing_id, "return"), lambda: review(core)]
    for step in steps if is_returned_first else reversed(steps):
        step()
    shown = core.marking.desk(writing_id, CALLER).marking.marks
    assert [(mark.ruling, mark.correction) for mark in shown] == [("added", correction), (None, "一只猫")]
    assert errors_in_force(core)["高兴"] == TEACHER_WEIGHT
    act(core, writing_id, "remove", start=start, end=6, replacement=correction)
    assert [mark.ruling for mark in core.marking.desk(writing_id, CALLER).marking.marks] == [None, None]
    assert 0 < errors_in_force(core)["高兴"] < TEACHER_WEIGHT


def test_rulings_hang_on_the_review_that_the_teacher_saw(core: Core, writing_id: str) -> None:
    act(core, writing_id, "rule", **HAPPY, ruling="struck")
    act(core, writing_id, "return")
    saw = core.marking.desk(writing_id, CALLER).marking
    core.essays.evaluator = evaluator(ListedErrors({"饭馆": ("饭店", "W")}))
    newer = review(core)
    assert core.marking.desk(writing_id, CALLER).marking == saw
    returned = core.marking.returned("s1", writing_id, CALLER)
    assert returned is not None
    assert [mark.ruling for mark in returned.marking.marks] == ["struck", None]
    assert core.marking.returned_review("s1", newer, CALLER) == returned
    act(core, writing_id, "rule", **HAPPY, ruling="accepted")
    assert core.marking.desk(writing_id, CALLER).marking.evaluation_id == saw.evaluation_id


def test_a_review_on_which_a_marking_rests_is_not_forgotten_but_erased_with_its_student(
    core: Core, writing_id: str
) -> None:
    evaluation_id = core.marking.desk(writing_id, CALLER).marking.evaluation_id
    act(core, writing_id, "rule", **HAPPY, ruling="struck")
    with pytest.raises(MarkedByTeacher, match="marking rests on the essay"):
        core.essays.forget("s1", evaluation_id, CALLER)
    assert core.marking.desk(writing_id, CALLER).marking.evaluation_id == evaluation_id
    with pytest.raises(NotFound):
        core.essays.forget("s2", evaluation_id, CALLER)
    core.essays.forget("s1", review(core), CALLER)
    assert core.store.erase_student(SCHOOL, "s1")["essay_evaluation"] == 1


def test_a_text_is_tried_again_after_a_passing_fault_and_one_that_is_too_short_is_not(core: Core) -> None:
    moment = 0.0
    core.marking.ahead = Ahead(core.marking._review, seconds=lambda: moment)
    writing_id, short = without_review(core), hand_in(core, assign(core, "短"), "s2", text="我很好。")
    assert [reviewed(core, each).review for each in (writing_id, short)] == ["put_off", "refused"]
    moment = FAULT_SECONDS
    assert [reviewed(core, each).review for each in (writing_id, short)] == ["ready", "refused"]


def test_every_mark_of_a_teacher_weighs_the_same_whichever_way_it_came(core: Core, writing_id: str) -> None:
    first, second = ESSAY.index("散步"), ESSAY.index("公园")
    act(core, writing_id, "add", start=first, end=first + 2, type="W", correction="跑步")
    act(core, writing_id, "add", start=second, end=second + 2, type="W", correction="跑步")
    act(core, writing_id, "return")
    assert errors_in_force(core)["跑步"] == 2 * TEACHER_WEIGHT
    act(core, writing_id, "remove", start=second, end=second + 2, replacement="跑步")
    assert errors_in_force(core)["跑步"] == TEACHER_WEIGHT
    cat = next(mark for mark in core.marking.desk(writing_id, CALLER).marking.marks if mark.correction == "一只猫")
    act(
        core, writing_id, "change", start=cat.start, end=cat.end, replacement=cat.replacement, type="W",
        correction="跑步",
    )  # fmt: skip
    assert errors_in_force(core)["【一20】"] == TEACHER_WEIGHT


# -- comments and gradebook ----------------------------------------------------------------------------------


def test_each_teacher_has_a_bank_of_comments(core: Core) -> None:
    line = core.marking.save_comment(" 注意量词。 ", CALLER, by=TEACHER)
    assert core.marking.save_comment("注意量词。", CALLER, by=TEACHER) == line
    assert [each.text for each in core.marking.bank(CALLER, by=TEACHER)] == ["注意量词。"]
    assert core.marking.bank(CALLER, by="acc_second") == []
    assert not core.marking.forget_comment(line.comment_id, CALLER, by="acc_second")
    assert core.marking.forget_comment(line.comment_id, CALLER, by=TEACHER)
    with pytest.raises(BadParameter):
        core.marking.save_comment("  ", CALLER, by=TEACHER)


def test_the_gradebook_has_every_student_and_every_kind_of_work(
    core: Core, writing_id: str, clock: StoppedClock
) -> None:
    due = day_of(clock.now())
    core.assignments.assign(
        AssignRequest(title="读一读", due=due, work=TextWork(text="你好"), student_ids=("s2",)), CALLER, by=TEACHER
    )
    core.store.put_student(Student(SCHOOL, "s2", "王小明", created_at=clock.now()))
    act(core, writing_id, "grade", grade=81)
    act(core, writing_id, "return")
    clock.moment += timedelta(days=1)
    book = core.marking.gradebook(CALLER)
    assert {each.title for each in book.assignments} == {"读一读", "我的周末"}
    cells = {
        (line.name, each.title): cell
        for line in book.lines
        for each, cell in zip(book.assignments, line.cells, strict=True)
    }
    assert cells["s1", "读一读"] is None
    essay, text = cells["s1", "我的周末"], cells["王小明", "读一读"]
    assert essay is not None
    assert text is not None
    assert (essay.value, essay.graded, essay.state) == (81, True, "done")
    assert (text.value, text.standing) == (None, "overdue")
    assert {line.name: line.mean for line in book.lines} == {"s1": 81.0, "王小明": None}


def test_a_draft_that_came_back_without_a_grade_does_not_hide_the_grade_before_it(
    core: Core, clock: StoppedClock
) -> None:
    given = assign(core)
    first = hand_in(core, given)
    act(core, first, "grade", grade=60)
    act(core, first, "return", second_draft=True)
    clock.moment += timedelta(hours=1)
    second = hand_in(core, given, text=ESSAY.replace("一本猫", "一只猫"))
    act(core, second, "return")
    (cell,) = next(line.cells for line in core.marking.gradebook(CALLER).lines if line.student_id == "s1")
    assert cell is not None
    assert (cell.value, cell.graded) == (60, True)
    act(core, second, "grade", grade=75)
    (cell,) = next(line.cells for line in core.marking.gradebook(CALLER).lines if line.student_id == "s1")
    assert cell is not None
    assert cell.value == 75


def test_an_erased_student_leaves_nothing_on_the_desk(core: Core, writing_id: str) -> None:
    act(core, writing_id, "rule", **HAPPY, ruling="struck")
    counts = core.store.erase_student(SCHOOL, "s1")
    assert (counts["essay_marking"], counts["essay_mark"]) == (1, 1)
    assert core.marking.count_waiting(CALLER) == 0


# -- voice notes ---------------------------------------------------------------------------------------------


def test_a_voice_note_is_heard_by_its_student_once_the_text_is_returned(core: Core, writing_id: str) -> None:
    kept = core.voice_notes.keep(writing_id, wav(3.0), CALLER, by=TEACHER)
    assert (kept.teacher, kept.seconds, kept.media_type) == ("李老师", 3.0, "audio/mpeg")
    assert SoundDecoder().decode(kept.sound, name="note").seconds == pytest.approx(3.0, abs=0.1)
    assert core.voice_notes.on_desk(writing_id, CALLER, by="acc_second") == kept
    assert core.voice_notes.returned("s1", writing_id, CALLER) is None
    act(core, writing_id, "return")
    assert core.voice_notes.returned("s1", writing_id, CALLER) == kept
    with pytest.raises(NotFound):
        core.voice_notes.returned("s2", writing_id, CALLER)
    again = core.voice_notes.keep(writing_id, wav(1.0), CALLER, by="acc_second")
    assert core.voice_notes.returned("s1", writing_id, CALLER) == again
    assert core.voice_notes.remove(writing_id, CALLER, by=TEACHER)
    assert core.voice_notes.returned("s1", writing_id, CALLER) is None


def test_what_is_no_sound_or_too_long_is_refused_and_the_note_before_it_stays(core: Core, writing_id: str) -> None:
    kept = core.voice_notes.keep(writing_id, wav(1.0), CALLER, by=TEACHER)
    for sound in (b"", b"not a sound", wav(125.0)):
        with pytest.raises(Refused):
            core.voice_notes.keep(writing_id, sound, CALLER, by=TEACHER)
    assert core.voice_notes.on_desk(writing_id, CALLER, by=TEACHER) == kept


def test_voice_notes_are_of_teachers_of_the_organisation(core: Core, writing_id: str) -> None:
    with pytest.raises(Forbidden):
        core.voice_notes.keep(writing_id, wav(1.0), CALLER, by="acc_nobody")
    with pytest.raises((Forbidden, NotFound)):
        core.voice_notes.on_desk(writing_id, OTHER, by=TEACHER)
    elsewhere = Caller(SCHOOL, CALLER.permissions, "en", students=frozenset({"s2"}))
    for asked in (
        lambda: core.voice_notes.on_desk(writing_id, elsewhere, by=TEACHER),
        lambda: core.voice_notes.keep(writing_id, wav(1.0), elsewhere, by=TEACHER),
        lambda: core.voice_notes.remove(writing_id, elsewhere, by=TEACHER),
    ):
        with pytest.raises(NotFound):
            asked()
