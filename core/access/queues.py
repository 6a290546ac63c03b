"""Bounded queues for slow work: how many tasks run at once, who is next, and when a caller is refused.

There is one `Queue` for each kind of work in each process. It has two lanes with workers of their own, so that callers without a
credential never delay authenticated ones. Inside a lane callers take turns, however many tasks each has sent (start-time fair
queueing, Goyal, Vin and Cheng 1996, with all tasks assumed to take equally long), and nobody occupies more than half of its places.

No thread is blocked by the queue itself while a task waits: a turn is a `Future`. Threads of pages wait for it, HTTP handlers
await it. A caller that has a turn already (HTTP took it before it called the facade) passes through.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Literal

from core.errors import Busy
from core.records.access import Caller

Lane = Literal["known", "open"]
"""Callers with a token or a sign-in, and those with neither."""
LANES: tuple[Lane, ...] = ("known", "open")
SMOOTHING = 0.2
"""Weight of the newest duration in the running mean, which so follows a change within a handful of tasks."""
INITIAL_MEAN_SECONDS = 1.0
LONGEST_RETRY_SECONDS = 60
"""The longest Retry-After that is given: by then the queue has changed anyway."""

_queues_with_turn: ContextVar[frozenset[int]] = ContextVar("held", default=frozenset())
"""Queues in which this task or thread has a turn, by identity."""


@dataclass(frozen=True)
class Visitor:
    """Whose tasks a queue counts: the name under which turns are shared and counted, and the lane."""

    name: str
    lane: Lane = "known"


def visitor(caller: Caller | None) -> Visitor:
    """The visitor that a caller of the facade counts as: each person at the pages, each organisation by its tokens."""
    return Visitor("" if caller is None else f"{caller.organisation_id}/{caller.person}")


class Pressure:
    """Whether this process uses more memory than it should: no costly work is begun while it does."""

    def __init__(self) -> None:
        self.high = False


@dataclass(order=True)
class Turn:
    """A place in a queue: its holder waits until `granted` is done, works, and must `leave`. Turns are ordered by `due`."""

    due: int
    number: int
    visitor: Visitor = field(compare=False)
    granted: Future[None] = field(default_factory=Future, compare=False)
    began: float = field(default=0.0, compare=False)


class _LaneState:
    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self.running = 0
        self.waiting: list[Turn] = []
        self.tasks_of: Counter[str] = Counter()
        self.next_due_of: dict[str, int] = {}
        """When each caller's next task is due at the earliest, in tasks begun."""
        self.now = 0


class Queue:
    """See the module. Safe to share between threads and event loops.

    `at_once`, `waiting`: tasks of known callers under way, and places behind them. The open lane has half of the workers (one at
    least) and as many places.
    """

    def __init__(self, name: str, *, at_once: int, waiting: int, pressure: Pressure | None = None) -> None:
        self.name = name
        self._waiting_places = waiting
        self._pressure = pressure or Pressure()
        self._lanes = {"known": _LaneState(at_once), "open": _LaneState(max(1, at_once // 2))}
        self._lock = threading.Lock()
        self._numbers = 0
        self._mean_seconds = INITIAL_MEAN_SECONDS

    # -- for callers -------------------------------------------------------------------------------------

    @contextmanager
    def turn(self, who: Visitor) -> Iterator[None]:
        """Wait for a turn in this thread. Raises `Busy`."""
        if id(self) in _queues_with_turn.get():
            yield
            return
        turn = self.join(who)
        try:
            turn.granted.result()
            with self._turn_noted():
                yield
        finally:
            self.leave(turn)

    @asynccontextmanager
    async def turn_async(self, who: Visitor) -> AsyncIterator[None]:
        """Await a turn; whatever is called inside, in threads too, passes through `turn`. Raises `Busy`."""
        turn = self.join(who)
        try:
            await asyncio.wrap_future(turn.granted)
            with self._turn_noted():
                yield
        finally:
            self.leave(turn)

    def refuse_if_full(self, lane: Lane) -> None:
        """Refuse a call before its body is read. Raises `Busy`."""
        with self._lock:
            self._refuse(self._lanes[lane], full=self._full(self._lanes[lane]))

    def counts(self) -> dict[tuple[Lane, str], int]:
        """Tasks by lane and state, for metrics."""
        with self._lock:
            return {
                (lane, state): number
                for lane in LANES
                for state, number in (
                    ("running", self._lanes[lane].running),
                    ("waiting", len(self._lanes[lane].waiting)),
                )
            }

    # -- implementation ----------------------------------------------------------------------------------

    def join(self, who: Visitor) -> Turn:
        """Take a place in the queue, to be given back with `leave`. Raises `Busy`."""
        with self._lock:
            lane = self._lanes[who.lane]
            places = lane.at_once + self._waiting_places
            self._refuse(lane, full=self._full(lane) or lane.tasks_of[who.name] >= math.ceil(places / 2))
            self._numbers += 1
            due = max(lane.now, lane.next_due_of.get(who.name, 0))
            lane.next_due_of[who.name] = due + 1
            lane.tasks_of[who.name] += 1
            turn = Turn(due, self._numbers, who)
            lane.waiting.append(turn)
            granted = self._due_turns(lane)
        _grant(granted)
        return turn

    def leave(self, turn: Turn) -> None:
        """Give a turn back: the work is done, has failed, or is no longer wanted."""
        with self._lock:
            lane = self._lanes[turn.visitor.lane]
            if turn in lane.waiting:
                lane.waiting.remove(turn)
            else:
                lane.running -= 1
                seconds = time.monotonic() - turn.began
                self._mean_seconds += SMOOTHING * (seconds - self._mean_seconds)
            lane.tasks_of[turn.visitor.name] -= 1
            if lane.tasks_of[turn.visitor.name] == 0:
                del lane.tasks_of[turn.visitor.name]
                del lane.next_due_of[turn.visitor.name]
            granted = self._due_turns(lane)
        _grant(granted)

    def _full(self, lane: _LaneState) -> bool:
        return lane.running >= lane.at_once and len(lane.waiting) >= self._waiting_places

    def _refuse(self, lane: _LaneState, *, full: bool) -> None:
        if self._pressure.high:
            raise Busy("memory is short", retry_after_seconds=math.ceil(INITIAL_MEAN_SECONDS))
        if full:
            seconds = math.ceil((len(lane.waiting) + 1) * self._mean_seconds / lane.at_once)
            raise Busy(self.name, retry_after_seconds=min(max(seconds, 1), LONGEST_RETRY_SECONDS))

    def _due_turns(self, lane: _LaneState) -> list[Turn]:
        granted = []
        while lane.waiting and lane.running < lane.at_once:
            turn = min(lane.waiting)
            lane.waiting.remove(turn)
            lane.now = turn.due
            lane.running += 1
            turn.began = time.monotonic()
            granted.append(turn)
        return granted

    @contextmanager
    def _turn_noted(self) -> Iterator[None]:
        token = _queues_with_turn.set(_queues_with_turn.get() | {id(self)})
        try:
            yield
        finally:
            _queues_with_turn.reset(token)


def _grant(turns: list[Turn]) -> None:
    """Wake the holders of these turns; called outside the lock, since they run at once."""
    for turn in turns:
        # A task that was cancelled while it waited has cancelled its future too; it calls `leave` itself.
        if turn.granted.set_running_or_notify_cancel():
            turn.granted.set_result(None)


class Queues:
    """One queue for each kind of slow work."""

    def __init__(
        self,
        *,
        speech: tuple[int, int] = (2, 8),
        essays: tuple[int, int] = (2, 16),
        texts: tuple[int, int] = (2, 32),
    ) -> None:
        """Each pair: how many tasks run at once, how many may wait."""
        self.pressure = Pressure()
        self.speech = self._queue("speech", speech)
        self.essays = self._queue("essays", essays)
        self.texts = self._queue("texts", texts)
        self.costly = self._queue("maps and documents", texts)
        """Whatever else takes a noticeable part of a second: updates of maps, learning paths, study peers, PDFs."""

    @property
    def all(self) -> tuple[Queue, ...]:
        """Every queue, for metrics."""
        return (self.speech, self.essays, self.texts, self.costly)

    def _queue(self, name: str, sizes: tuple[int, int]) -> Queue:
        return Queue(name, at_once=sizes[0], waiting=sizes[1], pressure=self.pressure)
