"""What is left of an assignment for a student: one answer, by the minute, wherever it is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, time, timedelta
from typing import Any

import pytest
from sqlalchemy import event

from core.api.assignments import AloudWork, AssignmentView, AssignRequest, EssayWork, LessonWork, LinkWork, TextWork
from core.api.core import Core
from core.learning.days import day_start
from core.plan.assignments.own import open_for
from core.plan.assignments.wire import Standing, Work
from core.plan.wire import PlanSettings, Recommendation, SlotChoice
from core.records.marking import EssayMarking
from core.records.plan import Assignment
from core.records.speech import NewReading, ReadingLine, StoredReading
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import StoppedClock
from tests.plan.assigned import LINK, answered, assigned, caller_of, enrol, finished, items, keep, teacher_of, today

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture
def core(clock: StoppedClock) -> Iterator[Core]:
    """The demo organisation with two more students, at ten in the morning in Shanghai."""
    made = in_memory_core(clock=clock, demo=True, bank=shared_bank())
    clock.moment = day_start(today(made)) + 10 * HOUR
    enrol(made, "s1", "s2")
    yield made
    made.store.close()


def give(core: Core, work: Work, *, days: int = 3, due_time: time = time(23, 59), late_days: int = 7) -> AssignmentView:
    """Give something to everybody."""
    request = AssignRequest(
        title="作业", due=today(core) + days * DAY, due_time=due_time, late_days=late_days, work=work
    )
    return core.assignments.assign(request, caller_of(core), by=teacher_of(core)[0])


def write(core: Core, view: AssignmentView, text: str = "我家有三口人。") -> str:
    """The id of a text that s1 hands in."""
    task = core.writing.task("s1", view.resource_id, caller_of(core))
    return core.writing.hand_in("s1", task, text, caller_of(core), writing_id=None).writing_id


def returned(core: Core, writing_id: str, *, second_draft: bool) -> None:
    """The teacher returns a text."""
    marking = EssayMarking(
        writing_id,
        caller_of(core).organisation_id,
        "s1",
        "",
        1,
        core.clock.now(),
        returned_at=core.clock.now(),
        second_draft=second_draft,
    )
    assert core.store.put_marking(marking, [])


def read_aloud(core: Core, view: AssignmentView, summary: dict[str, float]) -> None:
    """s1 reads the one text of an assignment aloud."""
    (text,) = view.body.texts  # type: ignore[union-attr]
    line = ReadingLine(
        "spe_1", caller_of(core).organisation_id, "s1", text.text, text.key, json.dumps(summary), core.clock.now()
    )
    core.store.add_reading(NewReading(StoredReading(line, "{}"), []))


def planned(core: Core, view: AssignmentView, day: date | None = None) -> Recommendation:
    """The line of an assignment in s1's plan of a day, today if none is named."""
    plan = core.plan.day("s1", day or today(core), caller_of(core))
    (line,) = [each for each in plan.recommendations if each.resource_id == view.resource_id]
    return line


def standings(core: Core, view: AssignmentView) -> tuple[Standing, Standing, int, list[str]]:
    """What s1's list, the class table, the menu and the plan say of an assignment."""
    caller = caller_of(core)
    (mine,) = core.assignments.of_student("s1", caller)
    (cell,) = [line.cells[0] for line in core.marking.gradebook(caller).lines if line.student_id == "s1"]
    assert cell is not None
    planned = core.plan.day("s1", today(core), caller).recommendations
    return (
        mine.standing,
        cell.standing,
        core.assignments.open_count("s1", caller),
        [each.resource_id for each in planned if each.assignment_id and not each.done],
    )


def test_a_second_draft_is_to_be_done_wherever_it_is_asked_and_done_when_it_was_handed_in(
    core: Core, clock: StoppedClock
) -> None:
    view = give(core, EssayWork(title_id="e1-01"), days=1)
    writing_id = write(core, view)
    assert standings(core, view) == ("done", "done", 0, [])
    clock.advance(70 * DAY)
    returned(core, writing_id, second_draft=True)
    assert standings(core, view) == ("again", "again", 1, [view.resource_id])
    assert core.assignments.of_student("s1", caller_of(core))[0].open
    assert planned(core, view).if_skipped == "If skipped: your teacher is still waiting for your second draft."
    write(core, view, "我家有三口人，还有一只猫。")
    assert standings(core, view) == ("done", "done", 0, [])
    assert planned(core, view).done


def test_a_past_day_keeps_the_draft_that_was_handed_in_on_it(core: Core, clock: StoppedClock) -> None:
    view, first = give(core, EssayWork(title_id="e1-01"), days=1), today(core)
    planned(core, view)
    writing_id = write(core, view)
    clock.advance(HOUR)
    returned(core, writing_id, second_draft=True)
    assert not planned(core, view).done
    clock.advance(DAY)
    assert not planned(core, view).done
    assert planned(core, view, first).done
    write(core, view, "我家有三口人，还有一只猫。")
    clock.advance(DAY)
    assert [planned(core, view, first + days * DAY).done for days in (0, 1)] == [True, True]


def test_a_past_day_does_not_count_what_was_done_after_it(core: Core, clock: StoppedClock) -> None:
    view, first = give(core, TextWork(text="你好")), today(core)
    planned(core, view)
    clock.advance(DAY)
    planned(core, view)
    finished(core, "s1", view.resource_id)
    clock.advance(DAY)
    assert [planned(core, view, first + days * DAY).done for days in (0, 1)] == [False, True]


def test_a_day_is_closed_with_what_was_read_aloud_and_played_for_a_teacher(core: Core, clock: StoppedClock) -> None:
    lesson = core.plan.resources.of(1)[0].resource_id
    aloud, played = give(core, AloudWork(text="今天天气很好。")), give(core, LessonWork(lesson_id=lesson))
    off = SlotChoice(on=False)
    core.plan.set_settings(
        "s1",
        PlanSettings(morning=off, noon=off, evening=off, night=off, weekend=off),
        caller_of(core),
    )
    day = today(core)
    assert {each.resource_id for each in core.plan.day("s1", day, caller_of(core)).recommendations} == {
        aloud.resource_id,
        played.resource_id,
    }
    read_aloud(core, aloud, {"total_score": 90.0})
    core.plan.finish("s1", lesson, 60, caller_of(core))
    assert [line.done for line in core.plan.week("s1", day, caller_of(core)) if line.day == day] == [1.0]
    clock.advance(DAY)
    organisation_id = caller_of(core).organisation_id
    assert core.plan.close(organisation_id, day) == 2
    kinds = {piece.kind: piece.outcome for piece in core.store.evidence_of(organisation_id, "s1")}
    assert (kinds["plan_share"], kinds["plan_day"]) == (1.0, 1.0)


def test_a_second_draft_of_what_was_withdrawn_does_not_make_the_menu_read_everything(
    core: Core, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = give(core, LessonWork(lesson_id=core.plan.resources.of(1)[0].resource_id), days=1)
    view = give(core, EssayWork(title_id="e1-01"), days=1)
    returned(core, write(core, view), second_draft=True)
    core.assignments.withdraw(view.assignment_id, caller_of(core), by=teacher_of(core)[0])
    clock.advance(100 * DAY)
    real, read = core.store.assignments, []

    def noted(*arguments: Any, **named: Any) -> list[Assignment]:
        rows = real(*arguments, **named)
        read.extend(row.assignment_id for row in rows)
        return rows

    monkeypatch.setattr(core.store, "assignments", noted)
    assert core.assignments.open_count("s1", caller_of(core)) == 0
    assert old.assignment_id not in read


def test_work_is_overdue_and_closed_by_the_minute_everywhere(core: Core, clock: StoppedClock) -> None:
    view = give(core, TextWork(text="你好"), days=0, due_time=time(14, 0), late_days=0)
    assert standings(core, view) == ("to_do", "to_do", 1, [view.resource_id])
    clock.advance(4 * HOUR)
    assert standings(core, view) == ("to_do", "to_do", 1, [view.resource_id])
    clock.advance(MINUTE)
    assert standings(core, view) == ("closed", "closed", 0, [])


def test_the_plan_says_late_from_the_minute_on(core: Core, clock: StoppedClock) -> None:
    view = give(core, TextWork(text="你好"), days=0, due_time=time(14, 0))
    caller = caller_of(core)
    (before,) = [
        each
        for each in core.plan.day("s1", today(core), caller).recommendations
        if each.resource_id == view.resource_id
    ]
    assert "14:00" in before.reason
    clock.advance(5 * HOUR)
    assert standings(core, view) == ("overdue", "overdue", 1, [view.resource_id])
    (found,) = open_for(caller.organisation_id, "s1", today(core), now=clock.now(), store=core.store)
    assert found.late
    (after,) = [
        each
        for each in core.plan.day("s1", today(core), caller).recommendations
        if each.resource_id == view.resource_id
    ]
    assert "you can still do it" in after.reason
    assert [each.reason for each in after.questions] == [after.reason]


def test_the_menu_asks_as_much_of_the_database_for_many_assignments_as_for_few(core: Core) -> None:
    def give_each_kind() -> None:
        assigned(core)
        give(core, TextWork(text="你好"))
        give(core, EssayWork(title_id="e1-01"))
        give(core, LinkWork(fields=LINK))
        give(core, AloudWork(text="今天天气很好，我们去公园吧。"))
        give(core, LessonWork(lesson_id=core.plan.resources.of(1)[0].resource_id))

    def queries() -> int:
        said: list[str] = []
        listener = lambda *arguments: said.append(arguments[2])  # noqa: E731
        event.listen(core.store.engine, "before_cursor_execute", listener)
        core.assignments.open_count("s1", caller_of(core))
        core.assignments.of_student("s1", caller_of(core))
        event.remove(core.store.engine, "before_cursor_execute", listener)
        return len(said)

    keep(core, items())
    give_each_kind()
    few = queries()
    for _ in range(4):
        give_each_kind()
    assert core.assignments.open_count("s1", caller_of(core)) == 30
    assert queries() == few


# -- done before it was given ----------------------------------------------------------------------------------


def test_a_lesson_played_before_it_was_given_is_played_again_on_the_same_day(core: Core, clock: StoppedClock) -> None:
    lesson = core.plan.resources.of(1)[0].resource_id
    core.plan.finish("s1", lesson, 60, caller_of(core))
    clock.advance(HOUR)
    view = give(core, LessonWork(lesson_id=lesson))
    assert standings(core, view)[0] == "to_do"
    clock.advance(HOUR)
    core.plan.finish("s1", lesson, 60, caller_of(core))
    assert standings(core, view)[:3] == ("done", "done", 0)


def test_exercises_answered_before_they_were_given_are_left_in_the_plan(core: Core, clock: StoppedClock) -> None:
    first, *rest = items()
    keep(core, items())
    answered(core, "s1", first)
    clock.advance(HOUR)
    view = assigned(core)
    (entry,) = [
        each
        for each in core.plan.day("s1", today(core), caller_of(core)).recommendations
        if each.resource_id == view.resource_id
    ]
    assert (entry.done_count, [each.done for each in entry.questions]) == (0, [False] * 3)
    session = core.plan.start("s1", view.resource_id, today(core), caller_of(core))
    assert {card.item.id for card in session.cards} == {item.id for item in (first, *rest)}


# -- reading aloud -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "read_share", "counts"), [(69.6, 1.0, True), (69.4, 1.0, False), (90.0, 0.4, False), (90.0, None, True)]
)
def test_a_reading_counts_for_homework_as_the_student_is_told(
    core: Core, total: float, read_share: float | None, counts: bool
) -> None:
    view = give(core, AloudWork(text="今天天气很好，我们去公园吧。", least_score=70))
    read_aloud(core, view, {"total_score": total} | ({} if read_share is None else {"read_share": read_share}))
    (mine,) = core.assignments.of_student("s1", caller_of(core))
    assert (mine.standing == "done") is counts
