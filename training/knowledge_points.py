"""Build the table of the 853 knowledge points and the graph of their prerequisites.

Reads the official points (../shared/reference/gf0025/grammar_points.jsonl) and the hand-written tables in
training/knowledge/, and writes data/knowledge_points.csv, data/prerequisites.csv and data/knowledge.md.
Run from anywhere: .venv/bin/python training/knowledge_points.py
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import networkx as nx
import numpy as np

from core.arrays import Float64

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT.parent / "shared" / "reference" / "gf0025" / "grammar_points.jsonl"
TABLES = ROOT / "training" / "knowledge"
DATA = ROOT / "data"

LEVEL_NUMERALS = {1: "一", 2: "二", 3: "三", 4: "四", 5: "五", 6: "六", 7: "七—九"}
POINT_FIELDS = (
    "id",
    "kind",
    "level",
    "number",
    "name",
    "name_en",
    "parent_id",
    "group",
    "category",
    "subjects",
    "x",
    "y",
)
EDGE_FIELDS = ("point_id", "requires_id", "reason", "note")
SPLIT_COUNTS = {"代词": 46, "量词": 49, "连词": 33, "名词": 23, "形容词": 1}
KIND_COUNTS = {"point": 572, "sub": 129, "word": 152}
YKK_LEVEL_5_GROUPS = ("句子成分", "句子的类型", "固定格式", "句群")
YKK_LEVEL_5_CLASSES = ("介词", "连词")
MIN_DISTANCE = 0.12
SPREAD = 0.8
PART_OF = "part_of"

Edge = tuple[str, str, str, str]


@dataclass
class Point:
    """One row of the table; `key` is the short name used in the hand-written tables."""

    key: str
    kind: str
    level: int
    name: str
    category: tuple[str, ...]
    parent_key: str = ""
    id: str = ""
    number: int = 0
    name_en: str = ""
    x: float = 0.0
    y: float = 0.0


def read_csv(path: Path) -> list[dict[str, str]]:
    """Read a CSV file with a header."""
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def write_csv(path: Path, fields: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Write a CSV file with a header and plain newlines."""
    with path.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(list(fields))
        writer.writerows([list(row) for row in rows])


def tidy(title: str) -> str:
    """Bring a transcribed title to one form: no blanks, no cross-references, one dash of dots."""
    text = re.sub(r"（见.*）$", "", re.sub(r"\s+", "", title))
    return re.sub(r"[⋯…]+", "……", text).replace(";", "；").replace('"', "“")


def short_key(official_id: str) -> str:
    """【七—九001】 -> 七001."""
    return official_id.strip("【】").replace("七—九", "七")


def split_words(title: str) -> list[str]:
    """The words of a list title such as 疑问代词：多、多少、几."""
    return [word for word in re.split(r"[、；，]", title.split("：", 1)[-1]) if word]


def word_class(category: tuple[str, ...]) -> str:
    """The closed class a point belongs to, or nothing."""
    return category[1] if category[0] == "词类" and category[1] in SPLIT_COUNTS else ""


def sub_points(record: dict[str, object], parent: Point, titles: dict[str, str]) -> list[Point]:
    """The sub-points numbered (1) (2) (3); circled ones are not counted."""
    children = []
    for sub in record["sub_points"]:  # type: ignore[attr-defined]
        if not str(sub["number"]).isdigit():
            continue
        key = f"{parent.key}({sub['number']})"
        name = f"{parent.name.split('：')[0]}：{titles.get(key, tidy(sub['title']))}"
        children.append(Point(key, "sub", parent.level, name, parent.category, parent.key))
    return children


def word_points(parent: Point) -> list[Point]:
    """All words of a closed-class list but the first, which the official point itself stands for."""
    words = split_words(parent.name)[1:]
    return [Point(f"{parent.key}:{word}", "word", parent.level, word, parent.category, parent.key) for word in words]


def load_points() -> list[Point]:
    """Official points with their children, numbered and named."""
    titles = {row["key"]: row["title"] for row in read_csv(TABLES / "titles.csv")}
    names = {row["key"]: row["name_en"] for row in read_csv(TABLES / "names_en.csv")}
    official: list[Point] = []
    children: list[Point] = []
    for line in SOURCE.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        key = short_key(record["id"])
        name = titles.get(key, tidy(record["title"]))
        level = list(LEVEL_NUMERALS.values()).index(re.sub(r"[【】\d]", "", record["id"])) + 1
        point = Point(key, "point", level, name, tuple(record["category"]))
        point.id, point.number = record["id"], int(record["number"])
        subs = sub_points(record, point, titles)
        official.append(point)
        children += subs or (word_points(point) if word_class(point.category) else [])
    number_children(official, children)
    points = sorted(official + children, key=lambda point: (point.level, point.number))
    for point in points:
        point.name_en = names.pop(point.key)
    if names:
        raise ValueError(f"names for unknown points: {sorted(names)}")
    return points


def number_children(official: list[Point], children: list[Point]) -> None:
    """Number the children of a level after its last official point, in the order of their parents."""
    last = {level: max(p.number for p in official if p.level == level) for level in LEVEL_NUMERALS}
    for child in children:
        last[child.level] += 1
        child.number = last[child.level]
        width = 3 if child.level == 7 else 2
        child.id = f"【{LEVEL_NUMERALS[child.level]}{child.number:0{width}d}】"


def check_counts(points: list[Point]) -> None:
    """Stop if the table is not the 853 points it is said to be."""
    kinds = Counter(point.kind for point in points)
    words = Counter(word_class(point.category) for point in points if point.kind == "word")
    if kinds != KIND_COUNTS or words != SPLIT_COUNTS:
        raise ValueError(f"unexpected counts: {kinds}, {words}")
    if len({point.id for point in points}) != sum(KIND_COUNTS.values()):
        raise ValueError("ids are not unique")


def resolve(key: str, by_key: dict[str, Point]) -> Point:
    """Find a point; the first word of a split list is the official point itself."""
    if key not in by_key and ":" in key:
        parent, word = key.split(":")
        if parent in by_key and split_words(by_key[parent].name)[0] == word:
            return by_key[parent]
    return by_key[key]


def part_note(child: Point, parent: Point) -> str:
    """Say why a child follows its official point."""
    if child.kind == "word":
        return f"a further member of the list {parent.key}"
    return f"one pattern or use of {parent.key}"


def load_edges(points: list[Point]) -> list[Edge]:
    """Children on their official points, then the hand-written edges; refuse what breaks the rules."""
    by_key = {point.key: point for point in points}
    codes = {row["code"] for row in read_csv(TABLES / "reasons.csv")}
    edges: list[Edge] = []
    for point in points:
        if point.parent_key:
            parent = by_key[point.parent_key]
            edges.append((point.id, parent.id, PART_OF, part_note(point, parent)))
    for row in read_csv(TABLES / "edges.csv"):
        point = resolve(row["point"], by_key)
        for key in row["requires"].split():
            required = resolve(key, by_key)
            if required.level > point.level or row["reason"] not in codes:
                raise ValueError(f"bad edge: {row}")
            edges.append((point.id, required.id, row["reason"], row["note"]))
    check_edges(points, edges)
    order = {point.id: index for index, point in enumerate(points)}
    return sorted(edges, key=lambda edge: (order[edge[0]], edge[2] != PART_OF, order[edge[1]]))


def check_edges(points: list[Point], edges: list[Edge]) -> None:
    """Stop at a double edge, a cycle or a point above level 1 without a prerequisite."""
    pairs = Counter((edge[0], edge[1]) for edge in edges)
    double = [pair for pair, count in pairs.items() if count > 1]
    if double:
        raise ValueError(f"double edges: {double}")
    graph = nx.DiGraph((required, point) for point, required, _, _ in edges)
    if not nx.is_directed_acyclic_graph(graph):
        raise ValueError(f"cycle: {nx.find_cycle(graph)}")
    with_prerequisite = {edge[0] for edge in edges}
    without_prerequisite = [point.id for point in points if point.level > 1 and point.id not in with_prerequisite]
    if without_prerequisite:
        raise ValueError(f"no prerequisite: {without_prerequisite}")


def subjects(point: Point) -> str:
    """hsk for all; ykk (provisional) for levels 1-4 and the written and structural part of level 5."""
    group, second = point.category[0], point.category[1] if len(point.category) > 1 else ""
    part = group in YKK_LEVEL_5_GROUPS or second in YKK_LEVEL_5_CLASSES
    return "hsk;ykk" if point.level <= 4 or (point.level == 5 and part) else "hsk"


def level_graph(points: list[Point], edges: list[Edge]) -> nx.Graph:
    """The points of a level, their links, and invisible hubs for the categories that draw their points together."""
    graph = nx.Graph()
    members = [point.id for point in points]
    graph.add_nodes_from(members)
    for point in points:
        hubs = ["all", *("/".join(point.category[:depth]) for depth in range(1, len(point.category) + 1))]
        for outer, inner in pairwise(hubs):
            graph.add_edge(outer, inner, weight=0.5)
        graph.add_edge(point.id, hubs[-1], weight=0.8)
    inside = set(members)
    for point_id, required_id, reason, _ in edges:
        if point_id in inside and required_id in inside:
            graph.add_edge(point_id, required_id, weight=3.0 if reason == PART_OF else 1.0)
    return graph


def even_out(column: Float64) -> Float64:
    """Half the drawn position, half the rank: keeps the shape and uses the whole width of the box."""
    drawn = 2 * (column - column.min()) / (column.max() - column.min()) - 1
    rank = 2 * column.argsort(kind="stable").argsort(kind="stable") / (len(column) - 1) - 1
    return np.asarray((drawn + rank) / 2, dtype=np.float64)


def push_apart(positions: Float64, minimum: float, rounds: int = 5000) -> Float64:
    """Move pairs that are too near away from each other, inside the box, until none is left."""
    count = len(positions)
    for _ in range(rounds):
        delta = positions[:, None, :] - positions[None, :, :]
        distance = np.sqrt((delta**2).sum(axis=2)) + 2 * np.eye(count)
        if distance.min() >= minimum:
            return positions
        shortfall = np.clip(minimum * 1.02 - distance, 0, None)
        angle = np.arange(count)
        side = np.stack([np.cos(angle), np.sin(angle)], axis=1) * 1e-6
        step = (delta / np.maximum(distance, 1e-9)[:, :, None] * shortfall[:, :, None]).sum(axis=1) * 0.45
        positions = np.clip(positions + step + side, -1, 1)
    raise ValueError("the points of a level could not be separated")


def lay_out(points: list[Point], edges: list[Edge]) -> None:
    """Give each level its own map in the box -1..1."""
    for level in LEVEL_NUMERALS:
        points_of_level = [point for point in points if point.level == level]
        graph = level_graph(points_of_level, edges)
        drawn = nx.spring_layout(graph, k=1.6 / np.sqrt(len(points_of_level)), iterations=400, seed=level)
        positions = np.array([drawn[point.id] for point in points_of_level], dtype=np.float64)
        positions = np.stack([even_out(positions[:, 0]), even_out(positions[:, 1])], axis=1)
        positions = push_apart(positions, max(MIN_DISTANCE + 0.001, SPREAD * 2 / np.sqrt(len(points_of_level))))
        for point, (x, y) in zip(points_of_level, positions, strict=True):
            point.x, point.y = round(float(x), 4), round(float(y), 4)


def point_row(point: Point, ids: dict[str, str]) -> list[object]:
    """One line of knowledge_points.csv."""
    parent = ids.get(point.parent_key, f"level_{point.level}")
    return [point.id, point.kind, point.level, point.number, point.name, point.name_en, parent, point.category[0],
            "/".join(point.category), subjects(point), f"{point.x:.4f}", f"{point.y:.4f}"]  # fmt: skip


def reason_lines(points: list[Point], edges: list[Edge]) -> list[str]:
    """The closed list of reasons with an example of each from the table."""
    by_key = {point.key: point for point in points}
    notes = {(edge[0], edge[1], edge[2]): edge[3] for edge in edges}
    lines = []
    for row in read_csv(TABLES / "reasons.csv"):
        point, required = by_key[row["example_point"]], by_key[row["example_requires"]]
        note = notes[point.id, required.id, row["code"]]
        lines.append(f"- `{row['code']}`: {row['meaning']}. Example: {point.id} {point.name} requires "
                     f"{required.id} {required.name} ({note}).")  # fmt: skip
    return lines


def table_lines(title: str, rows: dict[str, Counter[int]]) -> list[str]:
    """A table of counts by level with sums."""
    levels = list(LEVEL_NUMERALS)
    total: Counter[int] = sum(rows.values(), Counter())
    lines = [f"| {title} | " + " | ".join("7-9" if n == 7 else str(n) for n in levels) + " | all |"]
    lines.append("|---" * (len(levels) + 2) + "|")
    for name, count in [*rows.items(), ("all", total)]:
        lines.append(f"| {name} | " + " | ".join(str(count[n]) for n in levels) + f" | {count.total()} |")
    return lines


def write_notes(points: list[Point], edges: list[Edge]) -> None:
    """Write data/knowledge.md from its template and the counts."""
    level = {point.id: point.level for point in points}
    codes = [row["code"] for row in read_csv(TABLES / "reasons.csv")]
    kinds = {kind: Counter(p.level for p in points if p.kind == kind) for kind in KIND_COUNTS}
    reasons = {code: Counter(level[edge[0]] for edge in edges if edge[2] == code) for code in codes}
    with_prerequisite = {edge[0] for edge in edges}
    roots = [f"{point.id} {point.name_en}" for point in points if point.id not in with_prerequisite]
    ykk = [point for point in points if "ykk" in subjects(point)]
    text = (TABLES / "knowledge.template.md").read_text(encoding="utf-8")
    fills = {
        "kinds": "\n".join(table_lines("kind", kinds)),
        "reasons": "\n".join(reason_lines(points, edges)),
        "edges": "\n".join(table_lines("reason", reasons)),
        "edge_count": f"{len(edges):,}",
        "roots": "; ".join(roots),
        "ykk_count": str(len(ykk)),
        "ykk_five": f"{sum(p.level == 5 for p in ykk)} of {sum(p.level == 5 for p in points)}",
        "minimum": str(MIN_DISTANCE),
    }
    for name, value in fills.items():
        text = text.replace("{{" + name + "}}", value)
    (DATA / "knowledge.md").write_text(text, encoding="utf-8")


def main() -> None:
    """Build, check and write the three files."""
    points = load_points()
    check_counts(points)
    edges = load_edges(points)
    lay_out(points, edges)
    ids = {point.key: point.id for point in points}
    write_csv(DATA / "knowledge_points.csv", POINT_FIELDS, (point_row(point, ids) for point in points))
    write_csv(DATA / "prerequisites.csv", EDGE_FIELDS, edges)
    write_notes(points, edges)
    print(f"{len(points)} points, {len(edges)} edges")


if __name__ == "__main__":
    main()
