"""The 572 grammar points of GF 0025-2021, the 853 knowledge points made from them, and what each rests on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BeforeValidator, Field

from core.errors import CorruptTable
from core.tables.reading import csv_rows, jsonl_rows, must_be_unique
from core.wire import Bilingual, Closed

if TYPE_CHECKING:
    import networkx as nx

GRAMMAR_POINTS_BY_LEVEL = (48, 81, 81, 76, 71, 67, 148)
KNOWLEDGE_POINTS = 853
LEAST_EDGES = 1_200

PointId = Annotated[str, Field(pattern=r"^【(一|二|三|四|五|六|七—九)[0-9]{2,3}】$")]
Subjects = Annotated[tuple[str, ...], BeforeValidator(lambda text: tuple(text.split(";")))]


class GrammarPoint(Closed):
    """An official point with the project's own explanation."""

    id: PointId
    level: int = Field(ge=1, le=7)
    number: int = Field(ge=1)
    title: str = Field(min_length=1)
    category: tuple[str, ...] = Field(min_length=1)
    explanation: Bilingual


class PointName(Closed):
    """What a learner reads for a point: the form first, then what it does; with one sentence that shows it."""

    id: PointId
    short_zh: str = Field(min_length=1, max_length=14)
    short_en: str = Field(min_length=1, max_length=42)
    example: str = Field(min_length=1)
    example_en: str = Field(min_length=1)

    @property
    def short(self) -> Bilingual:
        """The name in both languages."""
        return Bilingual(zh=self.short_zh, en=self.short_en)


class CategoryName(Closed):
    """A category of the standard in both languages."""

    zh: str = Field(min_length=1)
    en: str = Field(min_length=1)


class KnowledgePoint(Closed):
    """A node of the map: an official point, one of its numbered sub-points, or a word split off a closed list."""

    id: PointId
    kind: Literal["point", "sub", "word"]
    level: int = Field(ge=1, le=7)
    number: int = Field(ge=1)
    name: str = Field(min_length=1)
    """The standard's title, or what the standard calls the part."""
    name_en: str = Field(min_length=1)
    parent_id: str
    group: str
    category: str
    subjects: Subjects
    x: float = Field(ge=-1, le=1)
    y: float = Field(ge=-1, le=1)
    short: Bilingual = Bilingual(zh="", en="")
    """What learners read; from point_names.csv."""

    def title_in(self, language: str) -> str:
        """The standard's title in the language of the interface: for the point's own page and for the contract's `name`."""
        return self.name if language == "zh" else self.name_en


class Prerequisite(Closed):
    """`point_id` is better learnt after `requires_id`; `reason` is one of the codes in data/README.md."""

    point_id: PointId
    requires_id: PointId
    reason: str = Field(min_length=1)
    note: str = ""


class Points:
    """Grammar points, knowledge points and their prerequisite graph, checked against each other on load."""

    def __init__(self, folder: Path) -> None:
        self.grammar = jsonl_rows(folder / "grammar_points.jsonl", GrammarPoint)
        self.names = csv_rows(folder / "point_names.csv", PointName)
        self.rows = [
            row.model_copy(update={"short": self.name_of[row.id].short}) if row.id in self.name_of else row
            for row in csv_rows(folder / "knowledge_points.csv", KnowledgePoint)
        ]
        self.category_names = {row.zh: row for row in csv_rows(folder / "category_names.csv", CategoryName)}
        self.prerequisites = csv_rows(folder / "prerequisites.csv", Prerequisite)
        self._check(folder)

    def _check(self, folder: Path) -> None:
        must_be_unique(folder / "grammar_points.jsonl", "id", [row.id for row in self.grammar], first_line=1)
        must_be_unique(folder / "knowledge_points.csv", "id", [row.id for row in self.rows], first_line=2)
        for field in ("id", "short_zh", "short_en"):
            must_be_unique(folder / "point_names.csv", field, [getattr(row, field) for row in self.names], first_line=2)
        for line, row in enumerate(self.rows, start=2):
            if row.id not in self.name_of:
                raise CorruptTable("knowledge_points.csv", line, "id", row.id, "has no line in point_names.csv")
            for category in row.category.split("/"):
                if category not in self.category_names:
                    raise CorruptTable(
                        "knowledge_points.csv", line, "category", category, "has no line in category_names.csv"
                    )
        for line, row in enumerate(self.rows, start=2):
            parent = self.by_id.get(row.parent_id)
            official = row.kind == "point" and row.parent_id == f"level_{row.level}" and row.id in self.grammar_by_id
            if not official and (row.kind == "point" or parent is None or parent.kind != "point"):
                raise CorruptTable("knowledge_points.csv", line, "parent_id", row.parent_id, "is not a parent for it")
        for line, edge in enumerate(self.prerequisites, start=2):
            for field, point_id in (("point_id", edge.point_id), ("requires_id", edge.requires_id)):
                if point_id not in self.by_id:
                    raise CorruptTable("prerequisites.csv", line, field, point_id, "is no knowledge point")

    @cached_property
    def by_id(self) -> dict[str, KnowledgePoint]:
        """Knowledge points by id."""
        return {row.id: row for row in self.rows}

    @cached_property
    def name_of(self) -> dict[str, PointName]:
        """What learners read for each knowledge point."""
        return {row.id: row for row in self.names}

    def short_name(self, point_id: str) -> Bilingual:
        """The name that learners read."""
        return self.name_of[point_id].short

    def category_text(self, categories: Iterable[str], language: str) -> str:
        """Categories of the standard, the widest first, as one line: `Word classes › Nouns`."""
        names = (self.category_names[each] for each in categories)
        return " › ".join(name.zh if language == "zh" else name.en for name in names)

    @cached_property
    def grammar_by_id(self) -> dict[str, GrammarPoint]:
        """Official points by id."""
        return {row.id: row for row in self.grammar}

    @cached_property
    def graph(self) -> nx.DiGraph[str]:
        """Edges lead from a prerequisite to the point that requires it. Raises `CorruptTable` naming a cycle."""
        import networkx as nx  # 14 MB: the first essay and the first page need no graph

        graph: nx.DiGraph[str] = nx.DiGraph()
        graph.add_nodes_from(self.by_id)
        graph.add_edges_from((edge.requires_id, edge.point_id) for edge in self.prerequisites)
        cycle = cycle_in({point_id: tuple(graph.predecessors(point_id)) for point_id in graph})
        if cycle:
            raise CorruptTable(
                "prerequisites.csv", 0, "cycle", self.arrow_chain(cycle), "a prerequisite graph has no cycles"
            )
        return graph

    def arrow_chain(self, point_ids: Iterable[str]) -> str:
        """Points by id and name, with arrows between.

        The point left of an arrow requires the one right of it.
        """
        return " -> ".join(f"{point_id} {self.by_id[point_id].name}" for point_id in point_ids)


def cycle_in(requires: Mapping[str, Collection[str]]) -> list[str]:
    """One cycle of points that require each other, its first point again at the end; empty when there is none.

    `requires` holds the direct prerequisites of each point; a point that is no key has none.

    >>> cycle_in({"a": ["b"], "b": ["c"], "c": ["b"]})
    ['b', 'c', 'b']
    >>> cycle_in({"a": ["b"], "b": []})
    []
    """
    done: set[str] = set()
    for start in requires:
        trail: dict[str, Iterator[str]] = {}
        point = start
        while point not in done:
            following = trail.setdefault(point, iter(requires.get(point, ())))
            required = next(following, None)
            if required is None:
                done.add(point)
                del trail[point]
                if not trail:
                    break
                point = next(reversed(trail))
            elif required in trail:
                path = list(trail)
                return [*path[path.index(required) :], required]
            elif required not in done:
                point = required
    return []
