"""A clock that jumps (a step of NTP, a machine that was asleep): nobody is locked out by it, and nothing counts twice."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from core.access.rate import RateLimit
from core.errors import RateExceeded
from core.jobs import anything_due, last_done, nightly
from core.knowledge import update as updating
from core.store.sql import SqlStore
from core.wiring import in_memory_core
from evaluation.service.clock import StoppedClock
from tests.knowledge.folding import TABLES
from tests.test_jobs import ORGANISATION

YEAR = timedelta(days=365)


@pytest.mark.parametrize("jump", [YEAR, timedelta(hours=3), -timedelta(hours=3), -YEAR])
@pytest.mark.parametrize("shared", [False, True])
def test_a_rate_is_the_same_after_a_jump_there_and_back(
    store: SqlStore, clock: StoppedClock, shared: bool, jump: timedelta
) -> None:
    rate = RateLimit(rate_per_second=1.0, burst=3, store=store if shared else None)

    waits: list[int] = []

    def taken() -> int:
        for count in range(10):
            try:
                rate.take("key", now=clock.now())
            except RateExceeded as error:
                waits.append(error.retry_after_seconds)
                return count
        return 10

    assert taken() == 3
    for span in (jump, -jump):
        clock.advance(span)
        clock.advance(timedelta(seconds=3))
        assert taken() <= 3
        clock.advance(timedelta(seconds=1))
        assert taken() == 1
    assert max(waits) <= 3


def test_nights_that_a_wrong_clock_called_done_are_done_in_their_turn(clock: StoppedClock) -> None:
    core = in_memory_core(clock=clock, tables=TABLES)
    core.store.add_organisation(ORGANISATION)
    list(nightly(core))
    assert last_done(core, "org") == date(2026, 11, 23)
    clock.advance(timedelta(days=9))
    list(nightly(core))
    assert last_done(core, "org") == date(2026, 12, 2)
    clock.advance(-timedelta(days=9))
    assert last_done(core, "org") == date(2026, 11, 23)
    for day in (24, 25, 26):
        clock.advance(timedelta(days=1))
        assert anything_due(core)
        list(nightly(core))
        assert not anything_due(core)
        assert last_done(core, "org") == date(2026, 11, day)
    core.store.close()


def test_a_run_left_open_under_a_clock_that_ran_ahead_is_taken_over(store: SqlStore, clock: StoppedClock) -> None:
    day, lease = date(2026, 11, 23), updating.LEASE
    assert store.claim_run("job", "org", day, holder="one", now=clock.now() + YEAR, lease=lease) is not None
    assert store.claim_run("job", "org", day, holder="two", now=clock.now(), lease=lease) is not None
    assert store.claim_run("job", "org", day, holder="three", now=clock.now(), lease=lease) is None
