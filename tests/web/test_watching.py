"""What a server notes about itself: once a minute for the month, whenever it is asked for Prometheus."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest

from core.api.core import Core
from core.api.operations import Operations
from core.errors import Unavailable
from core.records.availability import AvailabilityHour
from core.web import readiness, watching
from core.web.readiness import Readiness
from core.web.watching import ServiceFigures, Watch
from core.wiring import in_memory_core
from evaluation.service.clock import StoppedClock

HOUR = datetime(2026, 11, 24, 2, tzinfo=UTC)


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(HOUR + timedelta(minutes=7, seconds=30))


@pytest.fixture
def core(clock: StoppedClock, monkeypatch: pytest.MonkeyPatch) -> Core:
    monkeypatch.setattr(readiness, "FRESH_SECONDS", 0.0)
    return in_memory_core(clock=clock)


def noted(core: Core) -> list[AvailabilityHour]:
    return core.store.availability(HOUR, HOUR + timedelta(hours=3))


def test_a_look_notes_the_minute_and_the_calls_since_the_last(core: Core, clock: StoppedClock) -> None:
    watch = Watch(core)
    for status in (200, 200, 500, 429):
        watch.metrics.note("GET", "/x", status, 0.1)
    watch.look()
    watch.metrics.note("GET", "/x", 503, 0.1)
    clock.advance(timedelta(minutes=1))
    watch.look()
    assert noted(core) == [AvailabilityHour(HOUR, 0b11 << 7, 0b11 << 7, calls=5, failed=2)]


def test_what_cannot_be_written_is_kept_and_written_later(
    core: Core, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(core)

    def away(_: object) -> None:
        raise Unavailable("The database is away.")

    with monkeypatch.context() as broken:
        broken.setattr(core.store, "note_availability", away)
        broken.setattr(core.store, "problems", lambda: ["the database does not answer"])
        watch.metrics.note("GET", "/x", 503, 0.1)
        watch.look()
        assert noted(core) == []
        clock.advance(timedelta(hours=1))
        watch.look()
    clock.advance(timedelta(minutes=1))
    watch.look()
    assert noted(core) == [
        AvailabilityHour(HOUR, 1 << 7, 0, calls=1, failed=1),
        AvailabilityHour(HOUR + timedelta(hours=1), 0b11 << 7, 1 << 8),
    ]


def test_what_is_kept_while_the_database_is_away_has_a_bound(
    core: Core, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "MOST_HOURS_KEPT", 2)
    watch = Watch(core)

    def away(_: object) -> None:
        raise Unavailable("The database is away.")

    with monkeypatch.context() as broken:
        broken.setattr(core.store, "note_availability", away)
        for _ in range(4):
            watch.look()
            clock.advance(timedelta(hours=1))
    watch.look()
    hours = core.store.availability(HOUR, HOUR + timedelta(hours=9))
    assert [each.hour for each in hours] == [HOUR + timedelta(hours=3), HOUR + timedelta(hours=4)]


class Counting(Operations):
    """Counts how often the database is asked."""

    asked = 0

    def missed_nights(self) -> int:
        self.asked += 1
        return super().missed_nights()


def figures(collector: ServiceFigures) -> dict[str, float]:
    return {metric.name: sample.value for metric in collector.collect() for sample in metric.samples}


def test_however_often_metrics_are_scraped_the_database_is_asked_now_and_then(core: Core) -> None:
    seconds = [0.0]
    operations = Counting(store=core.store, clock=core.clock)
    collector = ServiceFigures(operations, Readiness(core.store), parts_running=dict, now=lambda: seconds[0])
    for _ in range(20):
        assert figures(collector)["wenlu_missed_nights"] == 0
    assert operations.asked == 1
    seconds[0] = watching.FRESH_SECONDS
    figures(collector)
    assert operations.asked == 2


def test_figures_tell_missed_nights_the_newest_backup_and_the_parts(core: Core, clock: StoppedClock) -> None:
    core.access.organisation("School")
    made_at = clock.now() - timedelta(hours=40)
    operations = Operations(store=core.store, clock=clock, newest_backup=lambda: made_at)
    collector = ServiceFigures(operations, Readiness(core.store), parts_running=lambda: {"scheduler": False})
    told = figures(collector)
    assert told["wenlu_missed_nights"] == 1
    assert told["wenlu_newest_backup_timestamp_seconds"] == made_at.timestamp()
    assert told["wenlu_part_running"] == 0
    assert told["wenlu_ready"] == 1


def test_while_the_database_is_away_the_figures_that_need_it_are_left_out(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise Unavailable("The database is away.")

    monkeypatch.setattr(core.store, "organisations", away)
    monkeypatch.setattr(core.store, "problems", lambda: ["the database does not answer"])
    told = figures(ServiceFigures(core.operations, Readiness(core.store), parts_running=dict))
    assert told["wenlu_ready"] == 0
    assert "wenlu_missed_nights" not in told


def test_a_database_that_hangs_does_not_hold_a_scrape_up(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "LONGEST_SECONDS", 0.01)
    ended = threading.Event()

    def hang() -> list[str]:
        ended.wait()
        return []

    monkeypatch.setattr(core.store, "problems", hang)
    operations = Counting(store=core.store, clock=core.clock)
    told = figures(ServiceFigures(operations, Readiness(core.store), parts_running=dict))
    ended.set()
    assert told["wenlu_ready"] == 0
    assert operations.asked == 0


def test_while_memory_is_short_missed_nights_are_told(core: Core) -> None:
    core.queues.pressure.high = True
    told = figures(ServiceFigures(core.operations, Readiness(core.store, core.queues.pressure), parts_running=dict))
    assert (told["wenlu_ready"], told["wenlu_missed_nights"]) == (0, 0)
