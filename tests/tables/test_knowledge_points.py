"""The table of the 853 knowledge points and the graph of their prerequisites."""

import csv
import math
import re
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from itertools import combinations
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "data"
REASONS = {
    "part_of",
    "builds_on",
    "component",
    "contrasts_with",
    "extends_meaning",
    "formal_variant_of",
    "same_set",
    "complex_sentence_of",
}
OFFICIAL_BY_LEVEL = {1: 48, 2: 81, 3: 81, 4: 76, 5: 71, 6: 67, 7: 148}
WORDS_BY_CLASS = {"代词": 46, "量词": 49, "连词": 33, "名词": 23, "形容词": 1}
NUMERALS = {1: "一", 2: "二", 3: "三", 4: "四", 5: "五", 6: "六", 7: "七—九"}


@cache
def points() -> dict[str, dict[str, str]]:
    """The points by id."""
    with (DATA / "knowledge_points.csv").open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert len({row["id"] for row in rows}) == len(rows)
    return {row["id"]: row for row in rows}


@cache
def edges() -> tuple[dict[str, str], ...]:
    """The prerequisites."""
    with (DATA / "prerequisites.csv").open(encoding="utf-8", newline="") as handle:
        return tuple(csv.DictReader(handle))


def test_counts() -> None:
    assert len(points()) == 853
    assert Counter(row["kind"] for row in points().values()) == {"point": 572, "sub": 129, "word": 152}
    official = Counter(int(row["level"]) for row in points().values() if row["kind"] == "point")
    assert official == OFFICIAL_BY_LEVEL
    words = Counter(row["category"].split("/")[1] for row in points().values() if row["kind"] == "word")
    assert words == WORDS_BY_CLASS


def test_ids_carry_level_and_number() -> None:
    for row in points().values():
        level, number = int(row["level"]), int(row["number"])
        width = 3 if level == 7 else 2
        assert row["id"] == f"【{NUMERALS[level]}{number:0{width}d}】"


def test_numbers_run_without_gap_and_children_come_last() -> None:
    for level, official in OFFICIAL_BY_LEVEL.items():
        own = [row for row in points().values() if int(row["level"]) == level]
        assert [int(row["number"]) for row in own] == list(range(1, len(own) + 1))
        assert all((row["kind"] == "point") == (int(row["number"]) <= official) for row in own)


def test_parents_exist() -> None:
    for row in points().values():
        if row["kind"] == "point":
            assert row["parent_id"] == f"level_{row['level']}"
        else:
            parent = points()[row["parent_id"]]
            assert parent["kind"] == "point"
            assert all(parent[field] == row[field] for field in ("level", "category", "subjects"))


def test_names_and_fields_are_filled() -> None:
    for row in points().values():
        assert row["name"].strip()
        assert row["name_en"].strip()
        assert row["group"] == row["category"].split("/")[0]
        assert row["subjects"] in {"hsk", "hsk;ykk"}
        assert not {"⋯", '"'} & set(row["name"])
        assert not re.search(r"\s", row["name"])


def test_provisional_ykk_mapping() -> None:
    for row in points().values():
        if row["level"] != "5":
            assert ("ykk" in row["subjects"]) == (int(row["level"]) < 5)
    assert {row["subjects"] for row in points().values() if row["level"] == "5"} == {"hsk", "hsk;ykk"}


def test_edges_are_valid() -> None:
    assert len(edges()) >= 1200
    pairs = [(edge["point_id"], edge["requires_id"]) for edge in edges()]
    assert len(set(pairs)) == len(pairs)
    for edge in edges():
        point, required = points()[edge["point_id"]], points()[edge["requires_id"]]
        assert int(required["level"]) <= int(point["level"])
        assert edge["reason"] in REASONS
        assert edge["note"].strip()


def test_part_of_edges_are_the_children() -> None:
    part_of = {(edge["point_id"], edge["requires_id"]) for edge in edges() if edge["reason"] == "part_of"}
    children = {(row["id"], row["parent_id"]) for row in points().values() if row["kind"] != "point"}
    assert part_of == children
    assert len(part_of) == 281
    assert len(edges()) - len(part_of) >= 919


def test_graph_is_acyclic() -> None:
    graph: dict[str, set[str]] = {point_id: set() for point_id in points()}
    for edge in edges():
        graph[edge["point_id"]].add(edge["requires_id"])
    assert len(list(TopologicalSorter(graph).static_order())) == 853


def test_every_later_point_has_a_prerequisite() -> None:
    started = {edge["point_id"] for edge in edges()}
    assert [row["id"] for row in points().values() if int(row["level"]) > 1 and row["id"] not in started] == []


def test_coordinates_are_in_the_box_and_apart() -> None:
    for level in OFFICIAL_BY_LEVEL:
        own = [row for row in points().values() if int(row["level"]) == level]
        places = [(float(row["x"]), float(row["y"])) for row in own]
        assert all(-1 <= value <= 1 for place in places for value in place)
        assert all(re.fullmatch(r"-?[01]\.\d{4}", row[axis]) for row in own for axis in "xy")
        assert min(math.dist(first, second) for first, second in combinations(places, 2)) >= 0.12


def test_related_points_are_nearer_than_others() -> None:
    for level in OFFICIAL_BY_LEVEL:
        own = [row for row in points().values() if int(row["level"]) == level]
        place = {row["id"]: (float(row["x"]), float(row["y"])) for row in own}
        linked = [
            math.dist(place[edge["point_id"]], place[edge["requires_id"]])
            for edge in edges()
            if edge["point_id"] in place and edge["requires_id"] in place
        ]
        every = [math.dist(first, second) for first, second in combinations(place.values(), 2)]
        assert sum(linked) / len(linked) < 0.65 * sum(every) / len(every)
