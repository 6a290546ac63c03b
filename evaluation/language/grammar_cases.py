"""Case files of grammar points: one a point, sentences that must match with their spans and near misses that must not.

    【一02】 能愿动词：会、能
    + 我[会]说中文。
    - 我们明天开会。  # 会 is a noun

Brackets mark every span of the point in the sentence; what follows `  #` says why.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "cases" / "grammar"


@dataclass(frozen=True)
class Case:
    """One sentence; `spans` are the point's matches in it, none for a near miss."""

    text: str
    spans: tuple[tuple[int, int], ...]
    note: str


@dataclass(frozen=True)
class CaseFile:
    """The cases of a point."""

    path: Path
    point: str
    positive: tuple[Case, ...]
    negative: tuple[Case, ...]


def case_files(folder: Path = FOLDER) -> list[CaseFile]:
    """All case files, in order of level and number. Raises `ValueError` naming file and line of a bad one."""
    return [read_case_file(path) for path in sorted(folder.glob("*.txt"))]


def read_case_file(path: Path) -> CaseFile:
    """One file. Raises `ValueError` naming the line that cannot be read."""
    lines = path.read_text(encoding="utf-8").splitlines()
    cases: dict[str, list[Case]] = {"+": [], "-": []}
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        sign, _, rest = line.partition(" ")
        if sign not in cases:
            raise ValueError(f"{path.name} line {number}: {line!r} begins with neither + nor -.")
        case = _case(rest.strip())
        if bool(case.spans) != (sign == "+"):
            raise ValueError(f"{path.name} line {number}: {line!r} has brackets where it should not, or none.")
        cases[sign].append(case)
    return CaseFile(path, lines[0].split()[0], tuple(cases["+"]), tuple(cases["-"]))


def _case(line: str) -> Case:
    marked, _, note = line.partition("  #")
    spans, text, start = [], "", None
    for piece in re.split(r"([\[\]])", marked.strip()):
        if piece == "[":
            start = len(text)
        elif piece == "]" and start is not None:
            spans.append((start, len(text)))
            start = None
        else:
            text += piece
    return Case(text, tuple(spans), note.strip())


def case_file_name(point: str) -> str:
    """File name of a point's cases: `1-01.txt` for 【一01】, `7-094.txt` for 【七—九094】.

    >>> case_file_name("【七—九094】"), case_file_name("【二20】")
    ('7-094.txt', '2-20.txt')
    """
    level, number = re.fullmatch(r"【(.)(?:—九)?(\d+)】", point).groups()  # type: ignore[union-attr]
    return f"{'一二三四五六七'.index(level) + 1}-{number}.txt"
