"""Moving entries: where they go, what is refused, and that nothing is lost."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from core.api.core import Core
from core.errors import BadParameter, NotFound, QuotaExceeded
from core.plan.wire import DailyPlan, ScheduleRequest
from core.records.access import Call, Caller
from evaluation.service.clock import StoppedClock
from tests.plan.planning import CALLER, SCHOOL, move, plan_of, school


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    return school(clock, "s1")


def times(plan: DailyPlan, resource_id: str) -> tuple[str, str, str]:
    entry = next(each for each in plan.recommendations if each.resource_id == resource_id)
    return entry.time_slot, entry.start_time, entry.end_time


def test_without_times_an_entry_goes_to_the_first_free_place(core: Core) -> None:
    plan = plan_of(core)
    entry, noon = plan.recommendations[0], [each for each in plan.recommendations if each.time_slot == "noon"]
    moved = move(core, entry.resource_id, "noon")
    assert times(moved, entry.resource_id)[:2] == ("noon", noon[-1].end_time)
    assert plan_of(core) == moved


def test_with_a_start_alone_it_takes_its_own_length(core: Core) -> None:
    entry = plan_of(core).recommendations[0]
    length = int(entry.end_time[3:]) - int(entry.start_time[3:])
    moved = move(core, entry.resource_id, "noon", new_start_time="14:00")
    assert times(moved, entry.resource_id) == ("noon", "14:00", f"14:{length:02d}")


def test_the_night_ends_at_24_00(core: Core) -> None:
    entry = plan_of(core).recommendations[0]
    moved = move(core, entry.resource_id, "night", new_start_time="23:50", new_end_time="24:00")
    assert times(moved, entry.resource_id) == ("night", "23:50", "24:00")


@pytest.mark.parametrize(
    ("asked", "field", "message"),
    [
        ({"slot": "noon", "new_start_time": "14:00", "new_end_time": "14:00"}, "new_end_time", "is not after"),
        (
            {"slot": "noon", "new_start_time": "11:50", "new_end_time": "12:00"},
            "new_start_time",
            "lies outside 12:00-14:30",
        ),
        ({"slot": "noon", "new_start_time": "14:20", "new_end_time": "14:40"}, "new_end_time", "lies outside"),
        ({"slot": "noon", "new_start_time": "14:30"}, "new_start_time", "lies outside"),
        ({"slot": "night", "new_start_time": "21:30", "new_end_time": "21:40"}, "new_start_time", "overlaps"),
        ({"slot": "noon", "date": "2026-11-28"}, "new_time_slot", "is no slot of 2026-11-28"),
    ],
)
def test_what_is_wrong_is_named_and_changes_nothing(
    core: Core, asked: dict[str, Any], field: str, message: str
) -> None:
    entry = plan_of(core, date="2026-11-28" if asked.get("date") == "2026-11-28" else None).recommendations[0]
    before = core.store.plans_between(SCHOOL, "s1", date(2026, 11, 1), date(2026, 12, 31))
    with pytest.raises(BadParameter, match=message) as found:
        move(core, entry.resource_id, asked.pop("slot"), **asked)
    assert found.value.faults[0].field == field
    assert core.store.plans_between(SCHOOL, "s1", date(2026, 11, 1), date(2026, 12, 31)) == before


def test_a_day_that_is_past_is_not_changed(core: Core, clock: StoppedClock) -> None:
    entry = plan_of(core).recommendations[0]
    clock.advance(timedelta(days=1))
    with pytest.raises(BadParameter, match="2026-11-24 is past"):
        move(core, entry.resource_id, "noon", date="2026-11-24")
    with pytest.raises(NotFound, match="is not in the plan of 2026-11-23"):
        move(core, entry.resource_id, "noon", date="2026-11-23")


def test_a_slot_without_room_says_so(core: Core) -> None:
    lessons = [each for each in plan_of(core).recommendations if each.time_slot != "morning" and each.duration]
    with pytest.raises(BadParameter, match="free minutes are left"):
        [move(core, each.resource_id, "morning") for each in lessons]


def test_an_unknown_entry_is_not_found(core: Core) -> None:
    plan_of(core)
    with pytest.raises(NotFound, match="'set_none' is not in the plan") as found:
        move(core, "set_none", "noon")
    assert found.value.faults[0].field == "resource_id"


def test_a_move_past_the_quota_is_not_kept(core: Core, clock: StoppedClock) -> None:
    before = plan_of(core)
    call = Call(
        organisation_id=SCHOOL,
        key_id="key",
        endpoint="recommendation/schedule",
        period="2026-11",
        limit=0,
        overage=False,
        price_li=0,
        request_id="r",
        called_at=clock.now(),
        retry_after_seconds=60,
    )
    request = ScheduleRequest(student_id="s1", resource_id=before.recommendations[0].resource_id, new_time_slot="noon")
    with pytest.raises(QuotaExceeded, match="quota"):
        core.plan.schedule(request, Caller(SCHOOL, CALLER.permissions, "en", call))
    assert plan_of(core) == before


def test_a_day_to_come_keeps_what_was_moved_in_it(core: Core) -> None:
    entry = plan_of(core, date="2026-11-25").recommendations[0]
    moved = move(core, entry.resource_id, "noon", date="2026-11-25", new_start_time="14:00", new_end_time="14:20")
    again = plan_of(core, date="2026-11-25")
    assert again == moved
    assert not again.provisional
