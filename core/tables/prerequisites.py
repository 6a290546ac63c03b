"""A prerequisite graph supplied by an operator, checked before it is used."""

from __future__ import annotations

from pathlib import Path

from core.errors import BadParameter, CorruptTable
from core.tables.points import Points, Prerequisite, cycle_in
from core.tables.reading import csv_rows
from core.wire import Bilingual

COLUMNS = Bilingual(
    zh="请用 UTF-8 编码的 CSV 文件，首行为 point_id,requires_id,reason,note。",
    en="Give a CSV file in UTF-8 with the header point_id,requires_id,reason,note.",
)
IN_A_CIRCLE = Bilingual(zh="请删去这一圈里的某一条先修关系。", en="Take one of the edges of this circle out.")


def read_prerequisites(path: Path, points: Points) -> list[Prerequisite]:
    """The edges of a file in the form of data/prerequisites.csv.

    Raises `BadParameter` naming line, field and value of the first bad row, the first edge that stands twice, or all
    points of a cycle by id and name: the points of a cycle could never be begun.
    """
    try:
        edges = csv_rows(path, Prerequisite)
    except OSError as error:
        raise _refused(f"{path.name} cannot be read: {error.strerror}", COLUMNS) from error
    except UnicodeDecodeError as error:
        raise _refused(f"{path.name} is not UTF-8 (byte {error.start})", COLUMNS) from error
    except CorruptTable as error:
        raise _refused(str(error), COLUMNS) from error
    _only_known_points(path, edges, points)
    requires: dict[str, list[str]] = {}
    for edge in edges:
        requires.setdefault(edge.point_id, []).append(edge.requires_id)
    cycle = cycle_in(requires)
    if cycle:
        raise _refused(f"{path.name} has a circle: {points.arrow_chain(cycle)}", IN_A_CIRCLE)
    return edges


def _only_known_points(path: Path, edges: list[Prerequisite], points: Points) -> None:
    seen: set[tuple[str, str]] = set()
    for line, edge in enumerate(edges, start=2):
        for field, point_id in (("point_id", edge.point_id), ("requires_id", edge.requires_id)):
            if point_id not in points.by_id:
                raise _refused(f"{path.name}, line {line}, {field}={point_id!r}: is no knowledge point", COLUMNS)
        pair = (edge.point_id, edge.requires_id)
        if pair in seen:
            raise _refused(f"{path.name}, line {line}: {pair[0]} requires {pair[1]} stands twice", COLUMNS)
        seen.add(pair)


def _refused(message: str, remedy: Bilingual) -> BadParameter:
    plain = BadParameter.of("prerequisites", message)
    return BadParameter(str(plain), remedy=remedy, faults=plain.faults)
