"""Queues with an end: lanes, fairness, refusals, and what is given back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

from core.access.queues import Queue, Turn, Visitor
from core.errors import Busy

ANNA, BEN = Visitor("anna"), Visitor("ben")
STRANGER = Visitor("203.0.113.7", "open")
Result = TypeVar("Result")


def run_apart(work: Coroutine[Any, Any, Result]) -> Result:
    """In a thread of its own: a browser's tests leave a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def fill(queue: Queue, *names: str) -> list[Turn]:
    """Places for callers of these names."""
    return [queue.join(Visitor(name)) for name in names]


def granted(turns: list[Turn]) -> list[bool]:
    return [turn.granted.done() for turn in turns]


def test_what_is_over_the_places_is_refused_with_the_time_to_come_back() -> None:
    queue = Queue("essays", at_once=1, waiting=2)
    fill(queue, "a", "b", "c")
    with pytest.raises(Busy, match="essays") as refused:
        queue.join(Visitor("d"))
    assert refused.value.retry_after_seconds == 3
    with pytest.raises(Busy, match="essays"):
        queue.refuse_if_full("known")
    queue.refuse_if_full("open")


def test_strangers_never_stand_before_known_callers() -> None:
    queue = Queue("speech", at_once=2, waiting=8)
    strangers = [queue.join(Visitor(f"203.0.113.{number}", "open")) for number in range(9)]
    assert granted(strangers) == [True] + 8 * [False]
    assert granted([queue.join(ANNA), queue.join(BEN)]) == [True, True]


def test_one_caller_holds_half_of_the_places_at_most() -> None:
    queue = Queue("speech", at_once=2, waiting=8)
    for _ in range(5):
        queue.join(STRANGER)
    with pytest.raises(Busy, match="speech"):
        queue.join(STRANGER)
    queue.join(Visitor("198.51.100.1", "open"))


def test_callers_take_turns_however_much_each_has_sent() -> None:
    queue = Queue("texts", at_once=1, waiting=9)
    first, *rest = fill(queue, "a", "a", "a", "b", "c")
    order = []
    running = first
    while rest:
        queue.leave(running)
        (running,) = [turn for turn in rest if turn.granted.done()]
        rest.remove(running)
        order.append(running.visitor.name)
    assert order == ["b", "c", "a", "a"]


def test_a_turn_is_given_back_when_the_work_fails() -> None:
    queue = Queue("essays", at_once=1, waiting=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError, match="division"), queue.turn(ANNA):
            1 / 0  # noqa: B018
    assert set(queue.counts().values()) == {0}


def test_whoever_has_a_turn_passes_through_in_threads_too() -> None:
    queue = Queue("essays", at_once=1, waiting=1)

    def work() -> str:
        with queue.turn(BEN):
            return "done"

    async def call() -> str:
        async with queue.turn_async(ANNA):
            return await asyncio.to_thread(work)

    assert run_apart(call()) == "done"


def test_who_leaves_while_waiting_gives_the_place_back() -> None:
    queue = Queue("essays", at_once=1, waiting=1)
    running = queue.join(ANNA)

    async def wait() -> None:
        async with queue.turn_async(BEN):
            pytest.fail("nobody left")

    async def cancelled() -> None:
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])

    run_apart(cancelled())
    assert queue.counts()["known", "waiting"] == 0
    queue.leave(running)
    assert set(queue.counts().values()) == {0}


def test_under_pressure_nothing_dear_is_begun() -> None:
    queue = Queue("essays", at_once=1, waiting=1)
    queue._pressure.high = True
    with pytest.raises(Busy, match="memory"):
        queue.join(ANNA)
    queue._pressure.high = False
    queue.leave(queue.join(ANNA))


def test_so_many_work_at_once_and_no_more() -> None:
    queue = Queue("texts", at_once=2, waiting=20)
    lock, now, most = threading.Lock(), 0, 0

    def counted(change: int) -> None:
        nonlocal now, most
        with lock:
            now += change
            most = max(most, now)

    def work(name: str) -> Callable[[], None]:
        def run() -> None:
            with queue.turn(Visitor(name)):
                counted(1)
                threading.Event().wait(0.001)
                counted(-1)

        return run

    threads = [threading.Thread(target=work(str(number))) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 2
    assert set(queue.counts().values()) == {0}
