"""Queues with an end: how much of what takes long is done at once, who is next, and when to say no.

One `Queue` for each kind of work and process. It has two lanes with workers of their own, so that callers without a credential
never stand before one who has shown who he is. Inside a lane callers take turns however much each has sent (start-time fair
queueing, Goyal, Vin and Cheng 1996, with every task taken for equally long), and nobody holds more than half of its places.

Nothing here holds a thread while it waits: a turn is a `Future`. Threads of pages wait for it, HTTP awaits it. Whoever has
a turn already (HTTP took it before it called the facade) passes through.
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
NEW_SHARE = 0.2
"""Of the newest duration in the running mean: a handful of tasks and it has followed."""
FIRST_GUESS_SECONDS = 1.0
LONGEST_RETRY_SECONDS = 60
"""Told to a caller at most: by then the queue looks different anyway."""

_held: ContextVar[frozenset[int]] = ContextVar("held", default=frozenset())
"""Queues in which this task or thread has a turn, by identity."""


@dataclass(frozen=True)
class Visitor:
    """Who asks: the lane, and the name under which turns are shared and counted."""

    name: str
    lane: Lane = "known"


def visitor(caller: Caller | None) -> Visitor:
    """The visitor behind a caller of the facade: one person at the pages, one organisation by its tokens."""
    return Visitor("" if caller is None else f"{caller.organisation_id}/{caller.person}")


class Pressure:
    """Whether this process has more memory than it should: nothing dear is begun while it has."""

    def __init__(self) -> None:
        self.high = False


@dataclass(order=True)
class Turn:
    """A place in a queue: waits until `granted` is done, works, and must `leave`. Ordered by when it is due."""

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
        self.present: Counter[str] = Counter()
        self.next_of: dict[str, int] = {}
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
        self._mean_seconds = FIRST_GUESS_SECONDS

    # -- what callers do ---------------------------------------------------------------------------------

    @contextmanager
    def turn(self, who: Visitor) -> Iterator[None]:
        """Waits for a turn in this thread. Raises `Busy`."""
        if id(self) in _held.get():
            yield
            return
        turn = self.join(who)
        try:
            turn.granted.result()
            with self._holding():
                yield
        finally:
            self.leave(turn)

    @asynccontextmanager
    async def awaited(self, who: Visitor) -> AsyncIterator[None]:
        """Awaits a turn; what is called inside, in threads too, passes through `turn`. Raises `Busy`."""
        turn = self.join(who)
        try:
            await asyncio.wrap_future(turn.granted)
            with self._holding():
                yield
        finally:
            self.leave(turn)

    def refuse_if_full(self, lane: Lane) -> None:
        """For the door, before a body is read. Raises `Busy`."""
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

    # -- how it works ------------------------------------------------------------------------------------

    def join(self, who: Visitor) -> Turn:
        """A place in the queue, to be given back with `leave`. Raises `Busy`."""
        with self._lock:
            lane = self._lanes[who.lane]
            places = lane.at_once + self._waiting_places
            self._refuse(lane, full=self._full(lane) or lane.present[who.name] >= math.ceil(places / 2))
            self._numbers += 1
            due = max(lane.now, lane.next_of.get(who.name, 0))
            lane.next_of[who.name] = due + 1
            lane.present[who.name] += 1
            turn = Turn(due, self._numbers, who)
            lane.waiting.append(turn)
            granted = self._next(lane)
        _grant(granted)
        return turn

    def leave(self, turn: Turn) -> None:
        """The work is done, has failed, or is wanted no more."""
        with self._lock:
            lane = self._lanes[turn.visitor.lane]
            if turn in lane.waiting:
                lane.waiting.remove(turn)
            else:
                lane.running -= 1
                seconds = time.monotonic() - turn.began
                self._mean_seconds += NEW_SHARE * (seconds - self._mean_seconds)
            lane.present[turn.visitor.name] -= 1
            if lane.present[turn.visitor.name] == 0:
                del lane.present[turn.visitor.name]
                del lane.next_of[turn.visitor.name]
            granted = self._next(lane)
        _grant(granted)

    def _full(self, lane: _LaneState) -> bool:
        return lane.running >= lane.at_once and len(lane.waiting) >= self._waiting_places

    def _refuse(self, lane: _LaneState, *, full: bool) -> None:
        if self._pressure.high:
            raise Busy("memory is short", retry_after_seconds=math.ceil(FIRST_GUESS_SECONDS))
        if full:
            seconds = math.ceil((len(lane.waiting) + 1) * self._mean_seconds / lane.at_once)
            raise Busy(self.name, retry_after_seconds=min(max(seconds, 1), LONGEST_RETRY_SECONDS))

    def _next(self, lane: _LaneState) -> list[Turn]:
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
    def _holding(self) -> Iterator[None]:
        token = _held.set(_held.get() | {id(self)})
        try:
            yield
        finally:
            _held.reset(token)


def _grant(turns: list[Turn]) -> None:
    """Outside the lock: whoever waits runs at once."""
    for turn in turns:
        # A task that was cancelled while it waited has cancelled its future; it leaves by itself.
        if turn.granted.set_running_or_notify_cancel():
            turn.granted.set_result(None)


class Queues:
    """One queue for each kind of work that takes long."""

    def __init__(
        self,
        *,
        speech: tuple[int, int] = (2, 8),
        essays: tuple[int, int] = (2, 16),
        texts: tuple[int, int] = (2, 32),
    ) -> None:
        """Each pair: so many at once, so many waiting."""
        self.pressure = Pressure()
        self.speech = self._queue("speech", speech)
        self.essays = self._queue("essays", essays)
        self.texts = self._queue("texts", texts)
        self.dear = self._queue("maps and documents", texts)
        """Whatever else takes a noticeable part of a second: maps brought up to date, ways, peers, PDFs."""

    @property
    def all(self) -> tuple[Queue, ...]:
        """Every queue, for metrics."""
        return (self.speech, self.essays, self.texts, self.dear)

    def _queue(self, name: str, sizes: tuple[int, int]) -> Queue:
        return Queue(name, at_once=sizes[0], waiting=sizes[1], pressure=self.pressure)
