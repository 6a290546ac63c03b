"""Where students stand among the levels, as pages say it."""

from __future__ import annotations

from collections.abc import Sequence

from core.knowledge.wire import LevelNow
from core.learning.level import levels_of
from core.ports.portrait import PortraitStore
from core.ports.system import Clock
from core.records.access import Caller


def levels(caller: Caller, student_ids: Sequence[str], *, store: PortraitStore, clock: Clock) -> dict[str, LevelNow]:
    """The level of each student with its 80 % range, as of the last update of the portrait."""
    found = levels_of(caller.organisation_id, student_ids, store=store, now=clock.now())
    return {
        student_id: LevelNow(level=level.level, low=level.band[0], high=level.band[1], known=level.known)
        for student_id, level in found.items()
    }
