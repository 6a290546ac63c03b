"""Giving work: due to the minute, more time for one, late and closed, read aloud, lessons, what classmates share, what a set did."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import time, timedelta

import pytest

from core.answers.wire import AnswerItem, SubmitRequest
from core.api.assignments import AloudWork, AssignmentView, AssignRequest, EssayWork, ItemsWork, LessonWork, TextWork
from core.api.core import Core
from core.errors import BadParameter, BadRequest, Forbidden, NotFound
from core.learning.days import SHANGHAI
from core.portrait.wire import FirstPortraitRequest, Questionnaire
from core.portrait.wire import TestResults as Results
from core.records.access import Account
from core.records.evidence import Evidence
from core.records.speech import NewReading, ReadingLine, StoredReading
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import StoppedClock
from pages.parts.classroom.helped import asks_for_more, verdict_text
from pages.parts.i18n import use_language
from tests.plan.assigned import answered, caller_of, enrol, finished, items, keep, teacher_of, today

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def core(clock: StoppedClock) -> Iterator[Core]:
    """The demo organisation with two more students."""
    made = in_memory_core(clock=clock, demo=True, bank=shared_bank())
    enrol(made, "s1", "s2")
    yield made
    made.store.close()


def give(core: Core, work: object, *, days: int = 3, **asked: object) -> AssignmentView:
    """Give something, due in so many days."""
    request = AssignRequest(title="作业", due=today(core) + timedelta(days=days), work=work, **asked)  # type: ignore[arg-type]
    return core.assignments.assign(request, caller_of(core), by=teacher_of(core)[0])


def state_of(core: Core, view: AssignmentView, student_id: str) -> str:
    """A student's state."""
    progress = core.assignments.progress(view.assignment_id, caller_of(core))
    return next(each.state for each in progress.students if each.student_id == student_id)


def read(core: Core, view: AssignmentView, student_id: str, index: int, score: float) -> None:
    """Store a reading aloud of one of the assignment's texts."""
    text = view.body.texts[index]  # type: ignore[union-attr]
    now = core.clock.now()
    line = ReadingLine(
        evaluation_id=f"spe_{student_id}_{index}_{score:.0f}",
        organisation_id=caller_of(core).organisation_id,
        student_id=student_id,
        text=text.text,
        text_key=text.key,
        summary=json.dumps({"total_score": score}),
        created_at=now,
    )
    core.store.add_reading(NewReading(StoredReading(line, "{}"), []))


# -- time ----------------------------------------------------------------------------------------------------


def test_work_is_in_time_until_the_minute_is_over_and_then_late(core: Core, clock: StoppedClock) -> None:
    view = give(core, TextWork(text="你好"), days=0, due_time=time(23, 30))
    assert view.due_at.astimezone(SHANGHAI).time() == time(23, 30)
    clock.moment = view.due_at + timedelta(seconds=59)
    finished(core, "s1", view.resource_id)
    clock.moment = view.due_at + MINUTE
    finished(core, "s2", view.resource_id)
    assert (state_of(core, view, "s1"), state_of(core, view, "s2")) == ("done", "late")


def test_a_minute_that_is_over_is_no_time_to_be_due(core: Core) -> None:
    past = (core.clock.now() - timedelta(hours=1)).astimezone(SHANGHAI)
    with pytest.raises(BadParameter, match="is over"):
        give(core, TextWork(text="你好"), days=0, due_time=past.time().replace(second=0, microsecond=0))


def test_late_work_counts_as_long_as_it_is_accepted(core: Core, clock: StoppedClock) -> None:
    (item,) = items(1)
    keep(core, [item])
    view = give(core, ItemsWork(item_ids=(item.id,)), late_days=1)
    assert view.late_until - view.due_at == DAY
    clock.moment = view.due_at + timedelta(hours=20)
    answered(core, "s1", item)
    clock.moment = view.late_until + MINUTE
    with pytest.raises(BadRequest, match="not accepted any more"):
        core.assignments.start("s2", view.assignment_id, caller_of(core))
    answered(core, "s2", item)
    assert (state_of(core, view, "s1"), state_of(core, view, "s2")) == ("late", "not_begun")
    assert core.assignments.open_count("s2", caller_of(core)) == 0


def test_an_essay_cannot_be_handed_in_when_it_is_closed(core: Core, clock: StoppedClock) -> None:
    view = give(core, EssayWork(title_id="e1-01"), late_days=0)
    clock.moment = view.due_at + MINUTE
    task = core.writing.task("s1", view.resource_id, caller_of(core))
    with pytest.raises(BadRequest, match="closed"):
        core.writing.hand_in("s1", task, "我家有三口人。", caller_of(core), writing_id=None)


def test_one_student_gets_more_time_and_it_can_be_taken_back(core: Core, clock: StoppedClock) -> None:
    view = give(core, TextWork(text="你好"), late_days=0)
    by = teacher_of(core)[0]
    with pytest.raises(BadParameter, match="before the time that everybody has") as refused:
        core.assignments.extend(view.assignment_id, ["s1"], view.due - DAY, caller_of(core), by=by)
    assert "more time ends later" in refused.value.remedy("en")
    assert "延期要比它晚" in refused.value.remedy("zh")
    core.assignments.extend(view.assignment_id, ["s1"], view.due + 5 * DAY, caller_of(core), by=by)
    clock.moment = view.due_at + 3 * DAY
    assert core.assignments.open_count("s1", caller_of(core)) == 1
    assert core.assignments.open_count("s2", caller_of(core)) == 0
    finished(core, "s1", view.resource_id)
    assert state_of(core, view, "s1") == "done"
    core.assignments.extend(view.assignment_id, ["s1"], None, caller_of(core), by=by)
    assert state_of(core, view, "s1") == "not_begun"
    with pytest.raises(NotFound, match="no student 'nobody'"):
        core.assignments.extend(view.assignment_id, ["nobody"], view.due, caller_of(core), by=by)
    with pytest.raises(BadParameter, match="between now and a year"):
        core.assignments.extend(view.assignment_id, ["s1"], today(core) - DAY, caller_of(core), by=by)


def test_what_is_to_be_done_is_counted_without_any_plan(core: Core) -> None:
    view = give(core, TextWork(text="你好"))
    give(core, TextWork(text="再见"))
    assert core.assignments.open_count("s1", caller_of(core)) == 2
    finished(core, "s1", view.resource_id)
    assert core.assignments.open_count("s1", caller_of(core)) == 1


# -- reading aloud and lessons -----------------------------------------------------------------------------------


def test_reading_aloud_is_done_when_each_text_was_read_well_enough(core: Core) -> None:
    texts = core.speaking.choices(1, "sentence", seed=1, count=2)
    view = give(core, AloudWork(text_ids=tuple(text.id for text in texts), least_score=70))
    read(core, view, "s1", 0, 82.0)
    assert state_of(core, view, "s1") == "begun"
    read(core, view, "s1", 1, 60.0)
    assert state_of(core, view, "s1") == "begun"
    read(core, view, "s1", 1, 90.0)
    progress = core.assignments.progress(view.assignment_id, caller_of(core))
    (state,) = [each for each in progress.students if each.student_id == "s1"]
    assert (state.state, state.score, state.finished) == ("done", 86.0, 2)
    assert state.readings == ("spe_s1_0_82", "spe_s1_1_90")
    assert state_of(core, view, "s2") == "not_begun"


def test_a_recording_of_something_else_is_no_reading(core: Core) -> None:
    view = give(core, AloudWork(text="今天天气很好，我们去公园吧。"))
    read(core, view, "s1", 0, 20.0)
    assert state_of(core, view, "s1") == "begun"
    read(core, view, "s1", 0, 40.0)
    assert state_of(core, view, "s1") == "done"


def test_nothing_to_read_aloud_and_an_unknown_text_are_refused(core: Core) -> None:
    with pytest.raises(BadParameter, match="nothing to read aloud"):
        give(core, AloudWork())
    with pytest.raises(NotFound, match="no text 'nowhere'"):
        give(core, AloudWork(text_ids=("nowhere",)))
    with pytest.raises(NotFound, match="no lesson"):
        give(core, LessonWork(lesson_id="nowhere"))


def test_a_lesson_is_done_when_it_was_played_to_its_end(core: Core) -> None:
    lesson = core.plan.resources.all[0]
    view = give(core, LessonWork(lesson_id=lesson.resource_id))
    core.plan.finish("s1", lesson.resource_id, lesson.seconds, caller_of(core))
    assert (state_of(core, view, "s1"), state_of(core, view, "s2")) == ("done", "not_begun")


@pytest.mark.parametrize("kind", ["aloud", "lesson"])
def test_the_plan_leads_to_the_page_of_the_assignment(core: Core, kind: str) -> None:
    work = (
        LessonWork(lesson_id=core.plan.resources.all[0].resource_id) if kind == "lesson" else AloudWork(text="你好吗？")
    )
    view = give(core, work)
    plan = core.plan.day("s1", today(core), caller_of(core))
    (entry,) = [entry for entry in plan.recommendations if entry.assignment_id]
    assert [question.kind for question in entry.questions] == ["text"]
    assert entry.resource_id == view.resource_id


# -- rounds ------------------------------------------------------------------------------------------------------


def test_a_round_over_an_assignment_is_gone_on_with_and_marks_its_items_as_shown(core: Core) -> None:
    some = items(3)
    keep(core, some)
    view = give(core, ItemsWork(item_ids=tuple(item.id for item in some)))
    first = core.assignments.start("s1", view.assignment_id, caller_of(core))
    again = core.assignments.start("s1", view.assignment_id, caller_of(core))
    assert first.session_id == again.session_id
    shown = core.store.items_shown_to(caller_of(core).organisation_id, ["s1"], core.clock.now() - DAY)
    assert shown["s1"] == {item.id for item in some}
    for item in some:
        answered(core, "s1", item)
    with pytest.raises(NotFound, match="Nothing is left"):
        core.assignments.start("s1", view.assignment_id, caller_of(core))


# -- sets for a point --------------------------------------------------------------------------------------------


def test_a_set_leaves_out_what_the_students_were_given_lately(core: Core) -> None:
    caller = caller_of(core)
    first = core.giving.set_for("【二01】", ["s1", "s2"], 3, caller, seed=1)
    assert len(first.items) == 3
    give(core, ItemsWork(item_ids=tuple(each.item.id for each in first.items)), student_ids=("s1",))
    second = core.giving.set_for("【二01】", ["s1", "s2"], 3, caller, seed=1)
    assert not {each.item.id for each in first.items} & {each.item.id for each in second.items}
    assert {each.seen_by for each in core.giving.items([first.items[0].item.id], ["s1", "s2"], caller)} == {1}


def test_a_part_of_a_point_gives_the_items_of_the_point(core: Core) -> None:
    part = next(row for row in core.tables.points.rows if row.kind != "point")
    found = core.giving.set_for(part.id, ["s1"], 2, caller_of(core), seed=1)
    assert found.point_id == part.parent_id
    assert core.giving.lessons(part.id)
    with pytest.raises(NotFound, match="no knowledge point"):
        core.giving.set_for("【零00】", ["s1"], 2, caller_of(core))


# -- what classmates share -----------------------------------------------------------------------------------------


def test_sentences_that_two_handed_in_alike_are_shown(core: Core) -> None:
    view = give(core, EssayWork(title_id="e1-01"))
    caller = caller_of(core)
    for student, text in (
        ("s1", "我家有三口人。爸爸每天早上六点去公园跑步。妈妈喜欢做饭。"),
        ("s2", "爸爸每天早上，六点去公园跑步！我有一只小猫，它叫小白。"),
    ):
        task = core.writing.task(student, view.resource_id, caller)
        core.writing.hand_in(student, task, text, caller, writing_id=None)
    (found,) = core.assignments.shared_sentences(view.assignment_id, caller)
    assert found.student_ids == ("s1", "s2")
    assert found.sentence == "爸爸每天早上六点去公园跑步"


# -- did it help ---------------------------------------------------------------------------------------------------


def score(core: Core, student_id: str, number: int, outcome: float, *, days: float) -> None:
    """An answer on the point, so many days from now."""
    at = core.clock.now() + timedelta(days=days)
    piece = Evidence(
        student_id, "answer", "point", "【二01】", outcome, 1.0, f"ev_{number:04d}#0", at, f"k{number}", "q_x"
    )
    core.store.append_evidence(caller_of(core).organisation_id, [piece], at=at)


def test_what_a_set_did_is_told_a_week_later_with_its_range(core: Core, clock: StoppedClock) -> None:
    given, others = [f"g{index}" for index in range(6)], [f"o{index}" for index in range(6)]
    enrol(core, *given, *others)
    first = core.giving.set_for("【二01】", given, 2, caller_of(core), seed=3)
    number = 0
    for student in (*given, *others):
        for outcome in (0.0, 1.0, 0.0, float(number % 3 == 0)):
            number += 1
            score(core, student, number, outcome, days=-10)
    ids = tuple(each.item.id for each in first.items)
    view = give(core, ItemsWork(item_ids=ids), student_ids=tuple(given), point_id="【二01】")
    assert core.giving.helped(caller_of(core)) == []
    clock.moment += DAY
    for student in given:
        for each in first.items:
            answered_key(core, student, each.item.id, each.item.key)
    for student in (*given, *others):
        known = float(student[1:] != "0")
        for outcome in (1.0, 1.0, known) if student in given else (0.0, known, 0.0):
            number += 1
            score(core, student, number, outcome, days=2)
    clock.moment += 8 * DAY
    (proof,) = core.giving.helped(caller_of(core))
    assert proof.assignment.assignment_id == view.assignment_id
    assert (proof.given.students, proof.given.known, proof.done) == (6, 6, 6)
    assert proof.others.known == 6
    assert proof.given.after == pytest.approx(17 / 18)
    assert proof.advantage is not None
    assert proof.advantage.low > 0
    assert core.giving.proof(view.assignment_id, caller_of(core)) == proof


def test_what_the_whole_class_was_given_is_compared_with_nobody_and_shows_its_own_course(
    core: Core, clock: StoppedClock
) -> None:
    students = [f"g{index}" for index in range(6)]
    enrol(core, *students)
    number = 0
    for student in students:
        for outcome in (0.0, 1.0, 0.0, float(number % 3 == 0)):
            number += 1
            score(core, student, number, outcome, days=-10)
    view = give(core, TextWork(text="你好"), point_id="【二01】")
    clock.moment += DAY
    for student in students:
        finished(core, student, view.resource_id)
        for outcome in (1.0, 1.0, 1.0):
            number += 1
            score(core, student, number, outcome, days=2)
    clock.moment += 8 * DAY
    (proof,) = core.giving.helped(caller_of(core))
    assert (proof.comparable, proof.advantage, proof.others.students) == (False, None, 0)
    assert proof.given.change is not None
    assert proof.given.change.low > 0
    use_language("en")
    said = verdict_text(proof)
    assert "nobody to compare with" in said
    assert "answer better" in said
    assert "yet" not in said
    assert not asks_for_more(proof)


def test_only_who_gave_it_or_an_administrator_takes_it_back(core: Core) -> None:
    organisation, by = caller_of(core).organisation_id, teacher_of(core)[0]
    for account_id, role in (("acc_other", "teacher"), ("acc_admin", "admin")):
        core.store.add_account(
            Account(account_id, organisation, account_id, role, account_id, "-", None, None, core.clock.now())  # type: ignore[arg-type]
        )
    request = AssignRequest(title="作业", due=today(core) + DAY, work=TextWork(text="你好"))
    of_admin = core.assignments.assign(request, caller_of(core), by="acc_admin")
    of_teacher = core.assignments.assign(request, caller_of(core), by=by)
    for account_id in (by, "acc_other"):
        with pytest.raises(Forbidden, match="did not give") as refused:
            core.assignments.withdraw(of_admin.assignment_id, caller_of(core), by=account_id)
        assert "管理员" in refused.value.remedy("zh")
    assert core.assignments.withdraw(of_teacher.assignment_id, caller_of(core), by="acc_admin")
    with pytest.raises(Forbidden, match="did not give"):
        core.assignments.reinstate(of_teacher.assignment_id, caller_of(core), by="acc_other")
    assert core.assignments.reinstate(of_teacher.assignment_id, caller_of(core), by=by)


def test_what_was_given_for_no_point_has_nothing_to_prove(core: Core) -> None:
    view = give(core, TextWork(text="你好"))
    assert core.giving.proof(view.assignment_id, caller_of(core)) is None


def answered_key(core: Core, student_id: str, item_id: str, key: object) -> None:
    """Answer an item right."""
    given = AnswerItem(question_id=item_id, answer=str(key), time_spent=9)
    core.answers.submit(SubmitRequest(student_id=student_id, answers=[given]), caller_of(core))


def test_a_draw_without_a_level_follows_the_middle_student_of_whom_anything_is_known(core: Core) -> None:
    assert core.giving.class_level(caller_of(core)) is None
    for student_id, result in (("s1", 55.0), ("s2", 80.0)):
        core.portrait.first(
            FirstPortraitRequest(
                student_id=student_id,
                questionnaire=Questionnaire(learning_goals=[], native_language="en", learning_duration="unknown"),
                test_results=Results(
                    listen_ability=result, speak_ability=result, read_ability=result, write_ability=result
                ),
            ),
            caller_of(core),
        )
    assert core.giving.class_level(caller_of(core)) == 5
