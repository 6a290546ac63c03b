"""The shortest path against brute force, circles by name, and where a student stands among the levels."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import chain, combinations, permutations
from pathlib import Path
from random import Random

import pytest

from core.errors import BadParameter, CorruptTable
from core.learning.path import shortest_path
from core.learning.sums.states import (
    fold_counts,
    met_points,
    point_statuses,
    ready_points,
    requirements,
    teaching_order,
)
from core.tables import shipped_tables
from core.tables.points import Points, cycle_in
from core.tables.prerequisites import read_prerequisites

TABLES = shipped_tables()
Graph = dict[str, list[str]]


def small_graph(random: Random) -> tuple[Graph, set[str], list[str], dict[str, tuple[int, ...]]]:
    """Up to six points, what each rests on, which are met, which are wanted, and their places in teaching."""
    names = [f"p{number}" for number in range(random.randint(1, 6))]
    requires = {name: [each for each in names[:place] if random.random() < 0.4] for place, name in enumerate(names)}
    met = {name for name in names if random.random() < 0.3}
    targets = random.sample(names, random.randint(1, min(2, len(names))))
    places = random.sample(range(len(names)), len(names))
    return requires, met, targets, {name: (place,) for name, place in zip(names, places, strict=True)}


def brute_force(
    requires: Mapping[str, Collection[str]],
    met: Collection[str],
    targets: Collection[str],
    order: Mapping[str, tuple[int, ...]],
) -> list[str]:
    """All sets of points that hold the target and all they rest on; of the smallest the unmet ones, in the first of all
    orders in which each follows what it rests on."""
    names = list(requires)
    closed = [
        set(chosen)
        for chosen in chain.from_iterable(combinations(names, size) for size in range(len(names) + 1))
        if set(targets) <= set(chosen) and all(set(requires[name]) <= set(chosen) for name in chosen)
    ]
    smallest = min((chosen - set(met) for chosen in closed), key=len)
    orders = [
        list(each)
        for each in permutations(smallest)
        if all(
            required in each[:place] or required not in smallest
            for place, name in enumerate(each)
            for required in requires[name]
        )
    ]
    return min(orders, key=lambda each: [order[name] for name in each])


def test_the_path_equals_brute_force_on_five_hundred_small_graphs() -> None:
    random = Random(853)
    for _ in range(500):
        requires, met, targets, order = small_graph(random)
        assert shortest_path(requires, met, targets, order) == brute_force(requires, met, targets, order)


def test_a_gap_below_a_met_point_is_on_the_path() -> None:
    requires = {"a": [], "b": ["a"], "c": ["b"]}
    assert shortest_path(requires, {"b"}, ["c"], dict.fromkeys("abc", (0,))) == ["a", "c"]


def test_nothing_is_left_to_learn_when_the_target_and_all_below_it_are_met() -> None:
    assert shortest_path({"a": [], "b": ["a"]}, {"a", "b"}, ["b"], {"a": (0,), "b": (1,)}) == []


def test_the_path_to_a_level_of_the_real_graph_goes_up_the_levels_in_an_order_that_can_be_learnt() -> None:
    points = TABLES.points
    wanted = [row.id for row in points.rows if row.level == 3]
    path = shortest_path(requirements(points), set(), wanted, teaching_order(points))
    levels = [points.by_id[point_id].level for point_id in path]
    assert levels == sorted(levels)
    before: set[str] = set()
    for point_id in path:
        assert set(requirements(points)[point_id]) <= before
        before.add(point_id)


def test_children_follow_their_official_point_in_teaching() -> None:
    order = teaching_order(TABLES.points)
    assert order["【一01】"] < order["【一49】"] < order["【一02】"]


# -- circles ---------------------------------------------------------------------------------------------------


def test_a_circle_on_the_way_is_refused_by_name() -> None:
    with pytest.raises(BadParameter, match=r"a circle cannot be learnt: b -> c -> b"):
        shortest_path({"a": [], "b": ["a", "c"], "c": ["b"]}, set(), ["b"], dict.fromkeys("abc", (0,)))


def test_the_project_s_own_graph_has_no_circle() -> None:
    assert cycle_in(requirements(TABLES.points)) == []


def test_a_circle_in_the_project_s_own_file_stops_the_load_and_names_its_points(tmp_path: Path) -> None:
    for name in (
        "grammar_points.jsonl",
        "knowledge_points.csv",
        "point_names.csv",
        "category_names.csv",
        "prerequisites.csv",
    ):
        (tmp_path / name).write_bytes((TABLES.folder / name).read_bytes())
    with (tmp_path / "prerequisites.csv").open("a", encoding="utf-8") as lines:
        lines.write("【一14】,【一02】,component,a circle\n")
    with pytest.raises(
        CorruptTable, match=r"cycle='【一02】 能愿动词：会、能 -> 【一14】 .* -> 【一02】 能愿动词：会、能'"
    ):
        _ = Points(tmp_path).graph


def test_an_operator_s_graph_with_a_circle_is_refused_by_the_names_in_it(tmp_path: Path) -> None:
    path = graph_file(tmp_path, "【一02】,【一14】,component,", "【一14】,【一02】,component,")
    with pytest.raises(
        BadParameter, match=r"graph\.csv has a circle: 【一02】 能愿动词：会、能 -> 【一14】 .* -> 【一02】"
    ):
        read_prerequisites(path, TABLES.points)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("【一02】,【一999】,component,", "line 2, requires_id='【一999】': is no knowledge point"),
        ("【一02】,【一02】,component,", "has a circle: 【一02】 能愿动词：会、能 -> 【一02】 能愿动词：会、能"),
        ("【一02】,x,component,", "line 2, requires_id='x'"),
        ("【一02】,【一14】,,", "line 2, reason=''"),
        (
            "【一02】,【一14】,component,\n【一02】,【一14】,builds_on,",
            "line 3: 【一02】 requires 【一14】 stands twice",
        ),
    ],
)
def test_a_bad_row_of_an_operator_s_graph_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    with pytest.raises(BadParameter, match=complaint):
        read_prerequisites(graph_file(tmp_path, line), TABLES.points)


def test_a_file_that_is_not_there_or_is_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match=r"none\.csv cannot be read"):
        read_prerequisites(tmp_path / "none.csv", TABLES.points)
    (tmp_path / "graph.csv").write_bytes("point_id,requires_id,reason,note\n【".encode("gb18030"))
    with pytest.raises(BadParameter, match=r"graph\.csv is not UTF-8"):
        read_prerequisites(tmp_path / "graph.csv", TABLES.points)


def test_a_good_graph_comes_back_edge_by_edge(tmp_path: Path) -> None:
    edges = read_prerequisites(graph_file(tmp_path, "【一02】,【一14】,component,modals"), TABLES.points)
    assert [(edge.point_id, edge.requires_id, edge.reason) for edge in edges] == [("【一02】", "【一14】", "component")]


def graph_file(folder: Path, *lines: str) -> Path:
    """A file of edges."""
    path = folder / "graph.csv"
    path.write_text("\n".join(["point_id,requires_id,reason,note", *lines]) + "\n", encoding="utf-8")
    return path


# -- statuses and standing -----------------------------------------------------------------------------------


def test_an_official_point_counts_its_children_s_answers_beside_its_own() -> None:
    counts = fold_counts(TABLES.points.rows, {"【一01】": (1, 0), "【一49】": (2, 2), "【一02】": (1, 1)})
    assert (counts["【一01】"].attempts, counts["【一01】"].correct, counts["【一01】"].status) == (3, 2, "mastered")
    assert (counts["【一49】"].status, counts["【一02】"].status) == ("exceeded", "exceeded")
    assert counts["【一01】"].accuracy == pytest.approx(2 / 3)
    assert (counts["【一50】"].status, counts["【一50】"].accuracy) == ("not_started", 0.0)


def test_without_a_record_all_853_are_not_started_and_the_points_without_prerequisites_are_ready() -> None:
    statuses = point_statuses(TABLES.points, None)
    assert (len(statuses), set(statuses.values())) == (853, {"not_started"})
    assert ready_points(TABLES.points, met_points(statuses)) == ["【一01】", "【一05】", "【一07】"]
