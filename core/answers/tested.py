"""Which knowledge points an item tests: what an answer on it is evidence for, and no other point that stands in its text."""

from __future__ import annotations

from collections.abc import Sequence

from core.learning.sums.states import parent_of
from core.tables.points import Points
from core.wire import Topic


def tested_points(topic: Topic, point_ids: Sequence[str], points: Points) -> tuple[str, ...]:
    """The points, the narrowest of a family: a sub-point or word in place of its official point; none of an item that asks about a
    whole text or a word, and none that the table of points does not have."""
    if topic != "grammar":
        return ()
    known = [points.by_id[point_id] for point_id in dict.fromkeys(point_ids) if point_id in points.by_id]
    above = {parent_of(row) for row in known}
    return tuple(row.id for row in known if row.id not in above)


def tested_official_points(topic: Topic, point_ids: Sequence[str], points: Points) -> tuple[str, ...]:
    """The official points of the same, each once."""
    tested = (points.by_id[point_id] for point_id in tested_points(topic, point_ids, points))
    return tuple(dict.fromkeys(parent_of(row) or row.id for row in tested))
