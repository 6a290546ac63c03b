"""The six scores at the end of past months, by folding the log once: nothing that occurred later is counted.

An answer whose appeal was upheld counts as right in the past too: it was.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from datetime import date, timedelta

from core.errors import NotFound
from core.learning.days import day_of
from core.learning.indicators import IndicatorStates, absorb
from core.learning.mastery import DIRECT_WEIGHT
from core.portrait.folding import Folding
from core.portrait.sums import PortraitSums, leaf_scores, share_of, six_scores
from core.portrait.wire import PortraitPoint
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.evidence import Evidence
from core.records.learner import FirstPortrait
from core.tables import Tables


def past(
    student_id: str, caller: Caller, *, months: int, tables: Tables, store: Store, clock: Clock
) -> list[PortraitPoint]:
    """At the end of each of the last months, and today; oldest first. Raises `NotFound`."""
    if store.student(caller.organisation_id, student_id) is None:
        raise NotFound(f"There is no student {student_id!r}.")
    firsts = store.first_portraits(caller.organisation_id, student_id)
    log = store.evidence_of(caller.organisation_id, student_id)
    film = _Film(log, Folding(tables, store, caller.organisation_id), tables)
    return [film.at(day, firsts) for day in month_ends(day_of(clock.now()), months)]


def month_ends(today: date, months: int) -> list[date]:
    """Last days of the months before this one, and today: `months` days in all.

    >>> month_ends(date(2026, 3, 5), 3)
    [datetime.date(2026, 1, 31), datetime.date(2026, 2, 28), datetime.date(2026, 3, 5)]
    """
    days = [today]
    while len(days) < months:
        days.append(days[-1].replace(day=1) - timedelta(days=1))
    return days[::-1]


class _Film:
    """The log, played forward."""

    def __init__(self, log: Iterable[Evidence], folding: Folding, tables: Tables) -> None:
        self._waiting = deque(sorted(log, key=lambda piece: piece.occurred_at))
        self._folding = folding
        self._tables = tables
        self._states = IndicatorStates(date.min)
        self._own: dict[str, tuple[int, int]] = {}
        self._last: date | None = None

    def at(self, day: date, firsts: list[FirstPortrait]) -> PortraitPoint:
        """The six at the end of a day; days are asked for in order."""
        pieces = []
        while self._waiting and day_of(self._waiting[0].occurred_at) <= day:
            pieces.append(self._waiting.popleft())
        gathered = self._folding.gathered(pieces, {})  # time spent is effort, which has no say in the six
        self._count_points(pieces)
        tree = self._tables.indicators
        base = self._states if self._states.day > date.min else IndicatorStates(day)
        self._states = absorb(
            base, gathered.observations, day=day, active_days=gathered.active_days, indicators=tree.by_id
        )
        first = next((each for each in reversed(firsts) if day_of(each.created_at) <= day), None)
        portrait_sums = PortraitSums(self._states, share_of(self._own, self._tables.points, self._last))
        six = six_scores(leaf_scores(portrait_sums, first, tree), first, tree)
        return PortraitPoint(day=day.isoformat(), **six)

    def _count_points(self, pieces: Iterable[Evidence]) -> None:
        """Answers on points as the map counts them: direct ones, retractions taken off."""
        for piece in pieces:
            known = piece.target in self._tables.points.by_id
            if piece.target_kind != "point" or abs(piece.weight) < DIRECT_WEIGHT or not known:
                continue
            sign = 1 if piece.weight > 0 else -1
            attempts, correct = self._own.get(piece.target, (0, 0))
            self._own[piece.target] = (attempts + sign, correct + sign * (piece.outcome >= 1))
            self._last = day_of(piece.occurred_at)
