"""The day's plan: amounts, skills, determinism, reasons, errors, settings, what is done."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from core.answers.wire import AnswerItem
from core.api.core import Core
from core.errors import NotFound
from core.plan.wire import DailyPlan, PlanSettings, SlotChoice
from core.records.access import Caller
from evaluation.service.clock import StoppedClock
from tests.plan.planning import CALLER, SCHOOL, error, move, plan_of, school

QUOTAS = {
    "morning": {"listening": 2, "speaking": 2, "reading": 1, "writing": 1},
    "noon": {"reading": 5, "writing": 4, "listening": 2, "speaking": 1},
    "evening": {"speaking": 3, "writing": 3, "listening": 2, "reading": 1},
    "night": {"writing": 6, "reading": 5, "listening": 3, "speaking": 1},
}
SATURDAY = datetime(2026, 11, 28, 1, tzinfo=UTC)
OFF = SlotChoice(on=False)


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    return school(clock, "s1", "s2")


def questions(plan: DailyPlan) -> list[str]:
    return [question.question_id for entry in plan.recommendations for question in entry.questions]


def test_every_slot_of_a_weekday_has_its_questions_by_skill_and_its_video(core: Core) -> None:
    plan = plan_of(core)
    for slot, quotas in QUOTAS.items():
        entries = [entry for entry in plan.recommendations if entry.time_slot == slot]
        found: Counter[str] = Counter()
        for entry in entries:
            found[entry.skill_type] += entry.count or 0
        assert found == quotas
    played = {
        slot: sum(e.minutes for e in plan.recommendations if e.time_slot == slot and e.resource_type == "video")
        for slot in QUOTAS
    }
    assert played == pytest.approx({"morning": 30, "noon": 30, "evening": 40, "night": 50}, rel=0.1)
    assert plan.total_duration == sum(slot.duration for slot in plan.schedule.values())


def test_a_weekend_has_one_slot_that_the_wire_calls_morning(core: Core, clock: StoppedClock) -> None:
    clock.moment = SATURDAY
    plan = plan_of(core)
    assert list(plan.schedule) == ["weekend"]
    assert plan.schedule["weekend"].items == 25
    assert {entry.time_slot for entry in plan.recommendations} == {"morning"}
    assert plan_of(core, time_slot="evening").recommendations == []
    assert plan_of(core, time_slot="morning").recommendations == plan.recommendations


def test_nothing_comes_twice_in_a_day_and_nothing_overlaps(core: Core) -> None:
    plan = plan_of(core)
    assert max(Counter(questions(plan)).values()) == 1
    spans = [(entry.start_time, entry.end_time) for entry in plan.recommendations]
    assert spans == sorted(spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))


def test_a_plan_stays_the_same_all_day_and_is_the_same_in_another_database(core: Core, clock: StoppedClock) -> None:
    first = plan_of(core)
    clock.advance(timedelta(hours=5))
    assert plan_of(core) == first
    clock.advance(timedelta(hours=-5))
    assert plan_of(school(clock, "s2", "s1")) == first
    assert questions(plan_of(core, "s2")) != questions(first)


def test_days_to_come_are_provisional_and_days_past_without_a_plan_are_empty(core: Core) -> None:
    assert plan_of(core, date="2026-11-25").provisional
    past = plan_of(core, date="2026-11-20")
    assert (past.recommendations, past.total_duration, past.provisional) == ([], 0, False)


def test_an_unknown_student_and_one_of_another_organisation_are_not_found(core: Core) -> None:
    with pytest.raises(NotFound, match="no student 'nobody'"):
        plan_of(core, "nobody")
    with pytest.raises(NotFound, match="no student 's1'"):
        core.plan.day("s1", datetime(2026, 11, 24, tzinfo=UTC).date(), Caller("other", frozenset()))


def test_errors_of_essays_and_readings_come_first_with_their_reason(core: Core) -> None:
    error(core, "essay_error", "point", "【三01】")
    error(core, "misread_tone", "tone", "3-3")
    error(core, "misread_tone", "word", "北京")
    plan = plan_of(core)
    urgent = {q.target: q for entry in plan.recommendations for q in entry.questions if q.why == "urgent"}
    assert set(urgent) == {"【三01】", "3-3", "北京"}
    assert urgent["3-3"].reason == "You misread tone 3 before tone 3 once on Monday; it comes back within two days."
    assert "in Monday's essay" in urgent["【三01】"].reason


def test_an_error_older_than_two_days_is_no_longer_urgent(core: Core) -> None:
    error(core, "essay_error", "point", "【三01】", hours_ago=49)
    assert not [q for entry in plan_of(core).recommendations for q in entry.questions if q.why == "urgent"]


def test_random_picks_bear_their_probability(core: Core) -> None:
    found = [q for n in range(2) for entry in plan_of(core, f"s{n + 1}").recommendations for q in entry.questions]
    assert all(0 < question.probability <= 1 for question in found)
    assert all(question.probability < 0.05 for question in found if question.why == "random")


def test_minutes_cap_a_slot_and_questions_come_before_lessons(core: Core) -> None:
    wanted = PlanSettings(morning=OFF, noon=OFF, night=OFF, evening=SlotChoice(minutes=20))
    core.plan.set_settings("s1", wanted, CALLER)
    plan = plan_of(core)
    assert list(plan.schedule) == ["evening"]
    assert plan.schedule["evening"].items == 9
    assert plan.schedule["evening"].duration <= 20


def test_on_the_way_nothing_is_said_aloud_and_nothing_is_typed(core: Core) -> None:
    wanted = PlanSettings(noon=OFF, evening=OFF, night=OFF, morning=SlotChoice(place="way"))
    core.plan.set_settings("s1", wanted, CALLER)
    plan = plan_of(core)
    assert {entry.skill_type for entry in plan.recommendations if entry.count} == {"listening", "reading"}
    items = core.store.items(SCHOOL, questions(plan))
    assert len(items) == plan.schedule["morning"].items == 6
    assert all(item.type != "fill_blank" for item in items.values())
    assert all(entry.resource_type == "audio" for entry in plan.recommendations if entry.duration)


def test_new_settings_leave_slots_alone_in_which_something_was_moved(core: Core) -> None:
    before = plan_of(core)
    entry = before.recommendations[0]
    moved = move(core, entry.resource_id, "noon")
    core.plan.set_settings("s1", PlanSettings(morning=OFF, noon=OFF), CALLER)
    after = plan_of(core)
    assert [each for each in after.recommendations if each.time_slot == "noon"] == [
        each for each in moved.recommendations if each.time_slot == "noon"
    ]
    assert any(each.resource_id == entry.resource_id and each.moved for each in after.recommendations)
    assert not [each for each in after.recommendations if each.time_slot == "morning"]
    assert max(Counter(questions(after)).values()) == 1


def test_a_question_is_done_when_it_is_answered_and_not_before(core: Core, clock: StoppedClock) -> None:
    plan = plan_of(core)
    entry = next(each for each in plan.recommendations if each.skill_type == "reading" and each.count)
    day = datetime(2026, 11, 24, tzinfo=UTC).date()
    round_ = core.plan.start("s1", entry.resource_id, day, CALLER)
    assert [card.item.id for card in round_.cards] == [question.question_id for question in entry.questions]
    for card in round_.cards:
        given = AnswerItem(question_id=card.item.id, answer=card.item.key, time_spent=5)
        core.practice.answer("s1", round_.session_id, given, CALLER)
    after = next(each for each in plan_of(core).recommendations if each.resource_id == entry.resource_id)
    assert (after.done, after.done_count) == (True, entry.count)
    assert not plan_of(core).recommendations[0].done


def test_a_round_that_was_begun_is_gone_on_with(core: Core) -> None:
    entry = next(
        each for each in plan_of(core).recommendations if each.skill_type == "writing" and (each.count or 0) > 2
    )
    day = datetime(2026, 11, 24, tzinfo=UTC).date()
    first = core.plan.start("s1", entry.resource_id, day, CALLER)
    assert core.plan.start("s1", entry.resource_id, day, CALLER).session_id == first.session_id


def test_a_lesson_is_done_when_it_was_played_and_feeds_the_portrait_once(core: Core) -> None:
    lesson = next(each for each in plan_of(core).recommendations if each.kind == "lesson")
    for _ in range(2):
        core.plan.finish("s1", lesson.resource_id, 240, CALLER)
    after = next(each for each in plan_of(core).recommendations if each.resource_id == lesson.resource_id)
    assert after.done
    pieces = [piece for piece in core.store.evidence_of(SCHOOL, "s1") if piece.kind == "lesson"]
    assert [(piece.target, piece.outcome) for piece in pieces] == [("D14", 4.0)]
    with pytest.raises(NotFound, match="no resource 'lesson_none'"):
        core.plan.finish("s1", "lesson_none", 60, CALLER)


def test_a_day_that_was_done_whole_earns_once_and_its_share_is_kept(core: Core, clock: StoppedClock) -> None:
    wanted = PlanSettings(morning=OFF, noon=OFF, night=OFF, evening=SlotChoice(minutes=10, place="way"))
    core.plan.set_settings("s1", wanted, CALLER)
    plan = plan_of(core)
    day = datetime(2026, 11, 24, tzinfo=UTC).date()
    for entry in plan.recommendations:
        if entry.count:
            for card in core.plan.start("s1", entry.resource_id, day, CALLER).cards:
                given = AnswerItem(question_id=card.item.id, answer=card.item.key, time_spent=5)
                session = core.plan.start("s1", entry.resource_id, day, CALLER).session_id
                core.practice.answer("s1", session, given, CALLER)
        else:
            core.plan.finish("s1", entry.resource_id, 60, CALLER)
    clock.advance(timedelta(days=1))
    assert core.plan.close(SCHOOL, day) == 2
    assert core.plan.close(SCHOOL, day) == 0
    kinds = {piece.kind: piece.outcome for piece in core.store.evidence_of(SCHOOL, "s1")}
    assert (kinds["plan_share"], kinds["plan_day"]) == (1.0, 1.0)


def test_a_student_who_was_away_comes_back_without_new_points(core: Core, clock: StoppedClock) -> None:
    day = datetime(2026, 11, 24, tzinfo=UTC).date()
    for entry in plan_of(core).recommendations:
        if entry.skill_type in ("reading", "writing") and entry.kind == "set":
            session = core.plan.start("s1", entry.resource_id, day, CALLER)
            for card in session.cards:
                given = AnswerItem(question_id=card.item.id, answer=card.item.key, time_spent=5)
                core.practice.answer("s1", session.session_id, given, CALLER)
    clock.advance(timedelta(days=20))
    core.plan.day("s1", day + timedelta(days=20), CALLER)
    plan = plan_of(core)
    assert plan.notice is not None
    assert "Welcome back after" in plan.notice
    assert plan.due > 0
    assert not [q for entry in plan.recommendations for q in entry.questions if q.why == "ready"]


def test_what_the_student_moved_stays_when_the_rest_is_made_anew(core: Core) -> None:
    entry = plan_of(core).recommendations[-1]
    move(core, entry.resource_id, "noon", new_start_time="14:00", new_end_time="14:10")
    core.plan.make_anew("s1", CALLER)
    after = next(each for each in plan_of(core).recommendations if each.resource_id == entry.resource_id)
    assert (after.time_slot, after.start_time, after.end_time, after.moved) == ("noon", "14:00", "14:10", True)


def test_the_week_tells_each_day(core: Core) -> None:
    plan_of(core)
    week = core.plan.week("s1", datetime(2026, 11, 24, tzinfo=UTC).date(), CALLER)
    assert [line.day.isoformat() for line in week][::6] == ["2026-11-23", "2026-11-29"]
    assert [line.kept for line in week] == [False, True, False, False, False, False, False]
    assert week[1].minutes > 100
    assert week[1].done == 0.0
    assert week[0].minutes == 0
    assert 60 < week[5].minutes < 150


def test_what_was_moved_out_of_a_slot_is_not_made_there_again(core: Core) -> None:
    before = plan_of(core)
    entry = next(each for each in before.recommendations if each.kind == "set" and each.time_slot == "morning")
    move(core, entry.resource_id, "noon")
    core.plan.make_anew("s1", CALLER)
    after = plan_of(core)
    assert max(Counter(each.resource_id for each in after.recommendations).values()) == 1
    assert sum(slot.items for slot in after.schedule.values()) == 42
    assert after.schedule["morning"].items == 6 - (entry.count or 0)
    assert max(Counter(questions(after)).values()) == 1


def test_a_plan_kept_ahead_is_renewed_when_its_day_comes_but_for_what_was_touched(
    core: Core, clock: StoppedClock
) -> None:
    entry = next(each for each in plan_of(core, date="2026-11-25").recommendations if each.time_slot == "morning")
    ahead = move(core, entry.resource_id, "noon", date="2026-11-25")
    clock.advance(timedelta(hours=23))
    error(core, "misread_tone", "tone", "3-3")
    plan = plan_of(core)
    for slot in ("morning", "noon"):
        kept = [each.resource_id for each in ahead.recommendations if each.time_slot == slot]
        assert [each.resource_id for each in plan.recommendations if each.time_slot == slot] == kept
    assert any(question.target == "3-3" for each in plan.recommendations for question in each.questions)
    clock.advance(timedelta(hours=1))
    assert plan_of(core) == plan


def test_the_strip_and_the_day_tell_the_same_number_of_reviews(core: Core, clock: StoppedClock) -> None:
    day = datetime(2026, 11, 24, tzinfo=UTC).date()
    entry = next(each for each in plan_of(core).recommendations if each.skill_type == "writing" and each.kind == "set")
    session = core.plan.start("s1", entry.resource_id, day, CALLER)
    for card in session.cards:
        given = AnswerItem(question_id=card.item.id, answer=card.item.key, time_spent=5)
        core.practice.answer("s1", session.session_id, given, CALLER)
    clock.advance(timedelta(days=8))
    later = day + timedelta(days=8)
    plan = core.plan.day("s1", later, CALLER)
    assert plan.due > 0
    assert next(line.due for line in core.plan.week("s1", later, CALLER) if line.day == later) == plan.due
