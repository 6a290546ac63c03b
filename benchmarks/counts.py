"""Rows of the standard's tables and what is made of them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import networkx as nx

from core.backends.jieba import JiebaSegmenter
from core.tables import Tables
from core.tables.points import GRAMMAR_POINTS_BY_LEVEL, KNOWLEDGE_POINTS, LEAST_EDGES
from core.tables.words.lists import CHARACTERS, WORDS
from core.wiring import level_list
from evaluation.bars import Bars

LEAST_TEXTS = 8_000
SENTENCES_A_POINT = 6
WORDS_COVERED = {1: 1.0, 2: 1.0, 3: 1.0, 4: 1.0, 5: 0.7, 6: 0.7, 7: 0.25}
"""Share of the words of each level that stand in at least one sentence or exchange."""
HAN_RUN = re.compile(r"[\u4e00-\u9fff]+")


def run() -> int:
    """Print the counts; how many bars failed."""
    bars, tables = Bars(), Tables()
    points = tables.points
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
    _content(bars, tables)
    return bars.failed


def _content(bars: Bars, tables: Tables) -> None:
    """The sentence bank against the points, the words and the levels of the standard."""
    content = tables.content
    bars.at_least("sentences and short dialogues", len(content.sentences) + len(content.exchanges), LEAST_TEXTS)
    under = Counter(row.point for row in content.sentences)
    points = [point.id for point in tables.points.grammar]
    bars.equal(
        f"points with fewer than {SENTENCES_A_POINT} sentences", sum(under[p] < SENTENCES_A_POINT for p in points), 0
    )
    themes: dict[str, set[str]] = defaultdict(set)
    for row in content.sentences:
        if row.point:
            themes[row.point].add(row.theme)
    bars.equal("points whose sentences have fewer than two themes", sum(len(themes[p]) < 2 for p in points), 0)
    _words(bars, tables)
    bars.at_least("reading passages", len(content.passages), 150)
    bars.at_least("listening dialogues", len(content.dialogues), 100)
    for name, texts in (("passages", content.passages), ("dialogues", content.dialogues)):
        by_level = Counter(text.level for text in texts)
        print(f"    {name} by level: {'/'.join(str(by_level[level]) for level in range(1, 8))}")


def _words(bars: Bars, tables: Tables) -> None:
    """Words of the list that stand in a sentence or exchange; texts whose words all lie inside their level."""
    levels, segmenter = level_list(tables), JiebaSegmenter(tables)
    content = tables.content
    seen: set[str] = set()
    inside = 0
    texts = [(row.id, row.text, row.level) for row in content.sentences]
    texts += [(row.id, f"{row.a}。{row.b}", row.level) for row in content.exchanges]
    for row in content.sentences:
        seen.update(gap.key for gap in (row.word, row.cloze) if gap)
    for _, text, level in texts:
        tokens = [token for run in HAN_RUN.findall(text) for token in segmenter.words(run)]
        seen.update(tokens)
        seen.update(part for token in tokens for part in levels.level(token).parts)
        inside += not levels.beyond(tokens, level=level)
    for level, share in WORDS_COVERED.items():
        words = [word for word in tables.words.rows if word.level == level]
        found = sum(any(form in seen for form in word.forms) for word in words)
        bars.at_least(f"words of level {level} in a sentence ({found} of {len(words)})", found / len(words), share)
    bars.at_least(f"texts with all words inside their level (n = {len(texts)})", inside / len(texts), 0.95)
