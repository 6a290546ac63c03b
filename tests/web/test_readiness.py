"""/readyz: the truth about the database and the other processes, soon and not too often."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest

from core.web import readiness, siblings
from core.web.readiness import SLOW, Readiness


class Store:
    """Counts how often it is looked at."""

    def __init__(self, *problems: str) -> None:
        self.found = list(problems)
        self.looked = 0
        self.let = threading.Event()
        self.let.set()

    def problems(self) -> list[str]:
        self.looked += 1
        self.let.wait(10)
        return self.found


def test_a_store_is_looked_at_once_a_second_however_many_ask() -> None:
    store, seconds = Store(), [0.0]
    probe = Readiness(store, parts_running=dict, now=lambda: seconds[0])
    assert [probe.answer() for _ in range(50)] == [(200, {"status": "ready"})] * 50
    assert store.looked == 1
    store.found = ["the database cannot be written"]
    seconds[0] = 1.1
    assert probe.answer() == (503, {"status": "not ready", "problems": ["the database cannot be written"]})
    assert store.looked == 2


def test_a_database_that_hangs_is_told_in_time_and_tried_by_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "LONGEST_SECONDS", 0.05)
    store = Store()
    store.let.clear()
    probe = Readiness(store, parts_running=dict)
    assert [probe.answer() for _ in range(3)] == [(503, {"status": "not ready", "problems": [SLOW]})] * 3
    assert store.looked == 1
    store.let.set()


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    made = siblings.new_file()
    monkeypatch.setenv(siblings.VARIABLE, str(made))
    yield made
    os.close(made)


def test_a_dead_api_makes_the_pages_not_ready_and_a_dead_scheduler_is_told(page: int) -> None:
    probe = Readiness(Store())
    assert probe.answer() == (200, {"status": "ready"})
    siblings.write(page, {"API": False, "pages": True, "scheduler": True})
    dead = {"status": "not ready", "problems": ["API: not running, being started again"]}
    assert probe.answer() == (503, dead)
    siblings.write(page, {"API": True, "pages": True, "scheduler": False})
    assert probe.answer() == (200, {"status": "ready", "problems": ["scheduler: not running, being started again"]})
    siblings.write(page, {"API": True, "pages": True, "scheduler": True})
    assert probe.answer() == (200, {"status": "ready"})


@pytest.mark.parametrize("named", ["", "x", "99999"])
def test_without_a_supervisor_nothing_is_said_of_others(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    monkeypatch.setenv(siblings.VARIABLE, named)
    assert siblings.running() == {}
