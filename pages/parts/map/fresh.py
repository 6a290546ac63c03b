"""The map as of now: the evidence since the last update is added before the map is read."""

from __future__ import annotations

from core.knowledge.wire import KnowledgeMap, MapRequest, PathRequest, UpdateRequest
from pages.parts.dates import day_in_shanghai
from pages.parts.visitor import Visitor


def fresh_map(who: Visitor, student_id: str) -> KnowledgeMap:
    """Update the one student up to today (UTC+8), then read the map. Raises `NotFound`."""
    today = day_in_shanghai(who.core.clock.now()).isoformat()
    who.core.knowledge.update(UpdateRequest(student_id=student_id, date=today), who.caller)
    return who.core.knowledge.map(MapRequest(student_id=student_id), who.caller)


def current_level(who: Visitor, student_id: str) -> int:
    """The student's current level, 1-7."""
    path = who.core.knowledge.path(PathRequest(student_id=student_id), who.caller)
    return int(path.current_level.removeprefix("level_"))
