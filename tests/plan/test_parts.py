"""The parts of a plan one by one: amounts under a cap, lessons to fill minutes, times, the calendar file."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from core.plan.calendar import calendar
from core.plan.day.positions import SlotWant, positions, wants
from core.plan.day.reasons import Below, ready
from core.plan.day.slots import SLOTS
from core.plan.day.timetable import free_start, length_of, placed
from core.plan.done.doing import Done
from core.plan.lessons.playing import chosen
from core.plan.model import DayPlan, Entry, Task
from core.plan.wire import PlanSettings, SlotChoice
from core.tables.resources import Resource
from core.wire import Bilingual

TEXT = Bilingual(zh="字", en="text")
DAY = "2026-11-24"


def entry(resource_id: str, start: int, minutes: float = 5.0, *, tasks: int = 0) -> Entry:
    task = Task(task_id="", kind="item", target_kind="none", why="level", reason=TEXT, seconds=30)
    return Entry(
        resource_id=resource_id,
        kind="set" if tasks else "lesson",
        resource_type="question" if tasks else "video",
        title=TEXT,
        level=1,
        skill="reading",
        slot="night",
        of_slot="night",
        start=start,
        end=start + length_of(minutes),
        minutes=minutes,
        reason=TEXT,
        if_skipped=TEXT,
        tasks=tuple(task.model_copy(update={"task_id": f"{resource_id}{number}"}) for number in range(tasks)),
    )


def lesson(name: str, seconds: int) -> Resource:
    return Resource(name, "video", "lesson", TEXT, TEXT, 1, "reading", "food", (), seconds)


@pytest.mark.parametrize("minutes", [10, 20, 45])
def test_a_capped_slot_is_never_over_its_minutes(minutes: int) -> None:
    settings = PlanSettings(night=SlotChoice(minutes=minutes))
    (want,) = wants(["night"], settings, lambda _skill: 40.0, {})
    assert 0 < want.questions <= 15
    assert want.video_minutes <= minutes
    assert sum(length_of(count * 40 / 60) for count in want.shares().values() if count) <= minutes


def test_assignments_take_the_students_minutes_first() -> None:
    settings = PlanSettings(night=SlotChoice(minutes=30))
    (without,) = wants(["night"], settings, lambda _skill: 40.0, {})
    (want,) = wants(["night"], settings, lambda _skill: 40.0, {"night": 25.0})
    assert (want.cap, without.cap) == (5, 30)
    assert want.questions < without.questions


def test_slots_that_are_off_have_no_positions() -> None:
    off = SlotChoice(on=False)
    settings = PlanSettings(morning=off, noon=off, evening=off)
    found = positions(wants(["morning", "noon", "evening", "night"], settings, lambda _skill: 40.0, {}))
    assert {position.slot for position in found} == {"night"}
    assert len(found) == 15


def test_on_the_way_reading_and_listening_stand_in_for_what_needs_voice_and_hands() -> None:
    want = SlotWant(SLOTS["evening"], 9, 40.0, None, "way")
    assert want.shares() == {"listening": 5, "reading": 4}


@given(st.lists(st.integers(150, 480), min_size=12, max_size=60), st.sampled_from([30.0, 40.0, 50.0]))
def test_lessons_fill_their_minutes_to_within_a_tenth(seconds: list[int], minutes: float) -> None:
    ranked = [lesson(f"l{number}", each) for number, each in enumerate(seconds)]
    found = chosen(ranked, minutes)
    assert len(set(found)) == len(found)
    if sum(each.minutes for each in ranked) > 1.3 * minutes:
        assert sum(each.minutes for each in found) <= 1.1 * minutes


@given(st.lists(st.integers(150, 480), max_size=40), st.integers(0, 40))
def test_under_a_cap_lessons_never_take_a_minute_more(seconds: list[int], minutes: int) -> None:
    ranked = [lesson(f"l{number}", each) for number, each in enumerate(seconds)]
    assert sum(length_of(each.minutes) for each in chosen(ranked, float(minutes), never_over=True)) <= minutes


def test_a_free_place_is_found_between_entries_and_none_where_there_is_none() -> None:
    taken = [entry("a", 1290, 20), entry("b", 1320, 100)]
    assert free_start(taken, SLOTS["night"], 10) == 1310
    assert free_start(taken, SLOTS["night"], 15) == 1420
    assert free_start(taken, SLOTS["night"], 21) is None


def test_what_finds_no_place_is_left_out_and_the_rest_keeps_its_order() -> None:
    found = placed([entry("a", 0, 100), entry("b", 0, 60), entry("c", 0, 40)], SLOTS["night"], [])
    assert [(each.resource_id, each.start, each.end) for each in found] == [("a", 1290, 1390), ("c", 1390, 1430)]


def test_done_is_counted_by_tasks_and_by_what_was_played() -> None:
    plan = DayPlan(student_id="s", date=DAY, seed=1, model="m", entries=(entry("a", 1290, tasks=2), entry("b", 1300)))
    done = Done(frozenset({"a0", "b"}))
    assert [done.count(each) for each in plan.entries] == [1, 1]
    assert done.share(plan) == 0.75
    assert not done.complete(plan)
    assert Done(frozenset({"a0", "a1", "b"})).complete(plan)


def test_a_calendar_file_has_every_entry_at_its_time() -> None:
    plan = DayPlan(student_id="s", date=DAY, seed=1, model="m", entries=(entry("a", 1290), entry("b", 1430, 10)))
    made = Calendar.from_ical(calendar([plan], "zh", now=datetime(2026, 11, 24, tzinfo=UTC)))
    events = made.walk("VEVENT")
    assert [event["DTSTART"].dt.astimezone(UTC) for event in events] == [
        datetime(2026, 11, 24, 13, 30, tzinfo=UTC),
        datetime(2026, 11, 24, 15, 50, tzinfo=UTC),
    ]
    # 24:00 is the next day's 00:00, UTC+8.
    assert events[1]["DTEND"].dt.astimezone(UTC) == datetime(2026, 11, 24, 16, tzinfo=UTC)
    assert events[1]["DTEND"].dt.date() == date(2026, 11, 25)
    assert len({event["UID"] for event in events}) == 2


def test_a_point_with_one_right_answer_is_just_begun_and_not_met() -> None:
    name = Bilingual(zh="把字句", en="ba sentences")
    some = ready(name, Below(met=1, begun=1, likely=0, assumed=0, missing=0), 2)
    assert (
        some.en == "ba sentences: of the 2 points it rests on, 1 met, 1 just begun and answered right; ready to learn."
    )
    assert "1 个刚开始，都答对了" in some.zh
    assert "met" not in ready(name, Below(met=0, begun=1, likely=0, assumed=0, missing=0), 2).en
