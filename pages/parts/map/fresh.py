"""The map and the level as of now."""

from __future__ import annotations

from core.knowledge.wire import KnowledgeMap, MapRequest, PathRequest
from pages.parts.visitor import Visitor


def fresh_map(who: Visitor, student_id: str) -> KnowledgeMap:
    """The map with all evidence so far. Raises `NotFound`."""
    return who.core.knowledge.map(MapRequest(student_id=student_id), who.caller)


def current_level(who: Visitor, student_id: str) -> int:
    """The student's current level, 1-7."""
    path = who.core.knowledge.path(PathRequest(student_id=student_id), who.caller)
    return int(path.current_level.removeprefix("level_"))
