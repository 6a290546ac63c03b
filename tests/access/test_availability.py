"""The availability of a month: minutes that are counted, and what each tier was promised."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from core.access.availability import COMMITMENTS, Availability, availability_of
from core.errors import BadParameter
from core.records.access import Tier
from core.records.availability import AvailabilityHour
from core.store.sql import SqlStore
from evaluation.service.clock import StoppedClock

ALL_DAY = datetime(2026, 11, 10, tzinfo=UTC)
EVERY_MINUTE = (1 << 60) - 1


def bits(*minutes: int) -> int:
    """These minutes of an hour."""
    return sum(1 << minute for minute in minutes)


def hours_from(first: datetime, count: int, *, ready: int = EVERY_MINUTE) -> Iterator[AvailabilityHour]:
    """Whole hours that were watched throughout."""
    for number in range(count):
        yield AvailabilityHour(first + timedelta(hours=number), EVERY_MINUTE, ready)


def measured(store: SqlStore, now: datetime, month: str = "2026-11") -> Availability:
    return availability_of(month, store=store, clock=StoppedClock(now))


def kept(found: Availability) -> dict[Tier, bool | None]:
    return {each.tier: each.kept for each in found.commitments}


def test_nothing_measured_is_no_figure(store: SqlStore) -> None:
    found = measured(store, ALL_DAY)
    assert (found.percent, found.minutes, found.since) == (None, 0, None)
    assert set(kept(found).values()) == {None}


def test_minutes_count_from_the_first_that_was_watched_to_the_last_that_is_over(store: SqlStore) -> None:
    store.note_availability([AvailabilityHour(ALL_DAY, bits(*range(50, 60)), bits(*range(50, 60)), calls=7, failed=1)])
    store.note_availability([AvailabilityHour(ALL_DAY + timedelta(hours=1), bits(0, 1, 2, 3), bits(0, 1, 2, 3))])
    found = measured(store, ALL_DAY + timedelta(hours=1, minutes=3, seconds=40))
    assert (found.minutes, found.ready, found.not_ready, found.unwatched) == (13, 13, 0, 0)
    assert (found.percent, found.calls, found.failed) == (100.0, 7, 1)
    assert found.since == ALL_DAY + timedelta(minutes=50)


def test_what_nobody_watched_counts_as_not_available_and_is_told_apart(store: SqlStore) -> None:
    store.note_availability(list(hours_from(ALL_DAY, 1)))
    store.note_availability([AvailabilityHour(ALL_DAY + timedelta(hours=2), EVERY_MINUTE, EVERY_MINUTE & ~bits(5))])
    found = measured(store, ALL_DAY + timedelta(hours=3))
    assert (found.minutes, found.ready, found.not_ready, found.unwatched) == (180, 119, 1, 60)
    assert found.percent == 66.111
    assert set(kept(found).values()) == {False}


@pytest.mark.parametrize(
    ("lost_minutes", "expected"),
    [
        (0, (True, True, True)),
        (5, (True, True, True)),
        (6, (True, True, False)),
        (10, (True, True, False)),
        (11, (True, False, False)),
        (50, (True, False, False)),
        (51, (False, False, False)),
    ],
)
def test_a_promise_is_kept_to_the_minute(store: SqlStore, lost_minutes: int, expected: tuple[bool, ...]) -> None:
    hours = list(hours_from(ALL_DAY, 167))  # 10,020 minutes: 0.05 % are 5.01 of them
    hours[3] = AvailabilityHour(hours[3].hour, EVERY_MINUTE, EVERY_MINUTE & ~bits(*range(lost_minutes)))
    store.note_availability(hours)
    found = kept(measured(store, ALL_DAY + timedelta(hours=167)))
    assert (found["education"], found["professional"], found["enterprise"]) == expected
    assert found["free"] == found["education"]


def test_the_percentage_is_cut_and_never_rounded_up_to_a_promise(store: SqlStore) -> None:
    hours = list(hours_from(ALL_DAY, 400))
    hours[0] = AvailabilityHour(ALL_DAY, EVERY_MINUTE, EVERY_MINUTE & ~bits(*range(1)))
    store.note_availability(hours)
    assert measured(store, ALL_DAY + timedelta(hours=400)).percent == 99.995


def test_months_begin_at_midnight_in_utc_plus_8(store: SqlStore) -> None:
    last_of_october = datetime(2026, 10, 31, 15, tzinfo=UTC)
    store.note_availability(list(hours_from(last_of_october, 2)))
    store.note_availability([AvailabilityHour(last_of_october + timedelta(hours=1), 0, 0, calls=5)])
    now = last_of_october + timedelta(hours=2)
    october = measured(store, now, "2026-10")
    assert (october.minutes, october.calls) == (60, 0)
    assert measured(store, now, "2026-11").calls == 5
    assert measured(store, now, "2026-11").minutes == 60
    assert measured(store, now, "2026-09").minutes == 0


def test_a_month_to_come_has_nothing(store: SqlStore) -> None:
    store.note_availability(list(hours_from(ALL_DAY, 1)))
    assert measured(store, ALL_DAY + timedelta(hours=1), "2027-03").minutes == 0


@pytest.mark.parametrize("month", ["", "2026", "2026-13", "11-2026", "9999-12"])
def test_what_is_no_month_is_refused(store: SqlStore, month: str) -> None:
    with pytest.raises(BadParameter, match="is not a month YYYY-MM"):
        measured(store, ALL_DAY, month)


def test_several_processes_are_joined_minute_by_minute_and_their_calls_added(store: SqlStore) -> None:
    store.note_availability([AvailabilityHour(ALL_DAY, bits(1, 2), bits(1), calls=3, failed=1)])
    store.note_availability([AvailabilityHour(ALL_DAY, bits(2, 3), bits(2), calls=4)])
    (hour,) = store.availability(ALL_DAY, ALL_DAY + timedelta(hours=1))
    assert hour == AvailabilityHour(ALL_DAY, bits(1, 2, 3), bits(1, 2), calls=7, failed=1)


def test_the_promises_are_those_of_the_contract() -> None:
    assert COMMITMENTS == {"free": 9950, "education": 9950, "professional": 9990, "enterprise": 9995}
