"""Rows of the standard's tables and what is made of them."""

from __future__ import annotations

from collections import Counter

import networkx as nx

from benchmarks.bars import Bars
from core.tables import Tables
from core.tables.points import GRAMMAR_POINTS_BY_LEVEL, KNOWLEDGE_POINTS, LEAST_EDGES
from core.tables.words import CHARACTERS, WORDS

LEAST_TEXTS = 1_500


def run() -> int:
    """Print the counts; how many bars failed."""
    bars, tables = Bars(), Tables()
    points, content = tables.points, tables.content
    bars.equal("grammar points", len(points.grammar), sum(GRAMMAR_POINTS_BY_LEVEL))
    by_level = Counter(point.level for point in points.grammar)
    bars.equal(
        "by level", "/".join(str(by_level[level]) for level in range(1, 8)), "/".join(map(str, GRAMMAR_POINTS_BY_LEVEL))
    )
    bars.equal("knowledge points", len(points.rows), KNOWLEDGE_POINTS)
    kinds = Counter(row.kind for row in points.rows)
    bars.equal("point + sub + word", (kinds["point"], kinds["sub"], kinds["word"]), (572, 129, 152))
    bars.equal("words", len(tables.words.rows), WORDS)
    bars.equal("words without part of speech", sum(not row.pos for row in tables.words.rows), 0)
    bars.equal("characters", len(tables.characters.rows), CHARACTERS)
    bars.at_least("prerequisite edges", len(points.prerequisites), LEAST_EDGES)
    order = list(nx.topological_sort(points.graph))  # raises where there is a cycle
    place = {point: index for index, point in enumerate(order)}
    backwards = sum(place[edge.requires_id] >= place[edge.point_id] for edge in points.prerequisites)
    bars.equal("edges against the topological order (acyclic: 0)", backwards, 0)
    print(f"    longest chain of prerequisites: {nx.dag_longest_path_length(points.graph)} steps")
    bars.at_least("sentences and exchanges", len(content.sentences) + len(content.exchanges), LEAST_TEXTS)
    print(f"    besides: {len(content.passages)} passages, {len(content.dialogues)} dialogues")
    return bars.failed
