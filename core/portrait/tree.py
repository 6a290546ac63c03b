"""The scores as the nodes that are sent: 3 > 6 > 36 > 85."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any

from core.errors import NotFound
from core.learning.days import day_start
from core.learning.indicators import Scored, combined, leaf_part, node_score
from core.portrait.wire import IndicatorNode
from core.tables.indicators import Indicator, Indicators

ABOVE = ("first", "second", "third")


def nodes(tree: Indicators, leaves: Mapping[str, Scored]) -> list[IndicatorNode]:
    """The three trees."""
    return _nodes(tree.rows, leaves, 0)


def node(tree: Indicators, leaves: Mapping[str, Scored], node_id: str) -> IndicatorNode:
    """One node with all below it. Raises `NotFound`."""
    waiting = nodes(tree, leaves)
    while waiting:
        each = waiting.pop()
        if each.id == node_id:
            return each
        waiting += each.children
    raise NotFound(f"There is no indicator {node_id!r}: they are F1-F3, S1-S6, T01-T36, D01-D85.")


def effort(tree: Indicators, leaves: Mapping[str, Scored], second_id: str) -> float | None:
    """What is put into a skill, shown beside what is known of it."""
    rows = [row for row in tree.rows if row.second_id == second_id and row.group == "effort"]
    value = combined([leaf_part(row, leaves[row.leaf_id]) for row in rows]).value
    return None if value is None else round(value, 2)


def _nodes(rows: Iterable[Indicator], leaves: Mapping[str, Scored], depth: int) -> list[IndicatorNode]:
    if depth == len(ABOVE):
        return [_leaf(row, leaves[row.leaf_id]) for row in rows]
    name = ABOVE[depth]
    return [
        _above(name, list(below), leaves, depth)
        for _, below in groupby(rows, lambda row: str(getattr(row, f"{name}_id")))
    ]


def _above(name: str, rows: Sequence[Indicator], leaves: Mapping[str, Scored], depth: int) -> IndicatorNode:
    head, scored = rows[0], node_score(rows, leaves)
    return IndicatorNode(
        id=getattr(head, f"{name}_id"),
        name_zh=getattr(head, f"{name}_zh"),
        name_en=getattr(head, f"{name}_en"),
        kind=None,
        group=None,
        unit="",
        children=_nodes(rows, leaves, depth + 1),
        n=round(scored.n, 2),
        updated_at=moment(max((on for row in rows if (on := leaves[row.leaf_id].last)), default=None)),
        **_scores(scored),
    )


def _leaf(row: Indicator, scored: Scored) -> IndicatorNode:
    return IndicatorNode(
        id=row.leaf_id,
        name_zh=row.leaf_zh,
        name_en=row.leaf_en,
        kind=row.data_type,
        group=row.group,
        unit=row.unit,
        n=round(scored.n, 2),
        updated_at=moment(scored.last),
        **_scores(scored),
    )


def _scores(scored: Scored) -> dict[str, Any]:
    known = scored.value is not None
    return {
        "value": round(scored.value, 2) if scored.value is not None else None,
        "band": (round(scored.low, 2), round(scored.high, 2)) if known else None,
        "raw": None if scored.raw is None else round(scored.raw, 3),
        "coverage": min(1.0, round(scored.coverage, 4)),
    }


def moment(day: date | None) -> str | None:
    """The beginning of a day in UTC+8, as ISO 8601 UTC: observations count by whole days."""
    return None if day is None else day_start(day).isoformat().replace("+00:00", "Z")
