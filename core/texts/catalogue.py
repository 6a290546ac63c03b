"""The 572 grammar points as the catalogue shows them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from core.tables import Tables
from core.texts.wire import PointView


def catalogue(*, tables: Tables, practisable: Collection[str]) -> list[PointView]:
    """All points in the order of the standard; `practisable` are those that the item bank has exercises of."""
    types: dict[str, list[str]] = defaultdict(list)
    for rule in tables.grammar_rules:
        if rule.type not in types[rule.point]:
            types[rule.point].append(rule.type)
    pages, english = tables.point_pages, tables.points.by_id
    return [
        PointView(
            id=point.id,
            level=point.level,
            title=point.title,
            title_en=english[point.id].name_en,
            category=point.category,
            explanation=point.explanation,
            pattern=page.pattern if (page := pages.get(point.id)) else point.title,
            examples=page.examples if page else (),
            near_miss=page.near_miss if page else None,
            match_types=tuple(types[point.id]),
            practisable=point.id in practisable,
        )
        for point in tables.points.grammar
    ]
