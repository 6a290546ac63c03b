"""Bringing people in: 2,000 rows with every kind of fault, in three encodings.

Bars: each of the 40 faulty rows is named by row and column and no other; nothing is written before it is confirmed, nor while it has faults;
what is written is everything else; a second import changes nothing; 10 s for the dry run, the confirmation and the second import together.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from core import wiring
from core.access.keys import UNMATCHABLE_HASH
from core.api.core import Core
from core.api.people import DryRun
from core.errors import BadParameter
from core.records.access import Account, Caller, Organisation
from core.records.classes import SchoolClass
from evaluation.bars import Bars

ROWS, FAULTY = 2_000, 40
MOST_SECONDS = 10.0
CLASSES = 50
ENCODINGS = ("utf-8-sig", "gb18030", "utf-16")
NOW = datetime(2026, 11, 24, 2, tzinfo=UTC)
CALLER = Caller("org", frozenset())
FAMILIES, GIVEN = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗曾单欧", "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华"
HEAD = ("学号", "姓名", "班级", "用户名", "角色", "语言", "出生日期")
Row = list[str]

FAULTS: tuple[tuple[str, Callable[[Row, Row], None]], ...] = (
    ("学号", lambda row, first: row.__setitem__(slice(0, 3), first[:3])),  # the same row again
    ("学号", lambda row, first: row.__setitem__(0, first[0])),  # another person's number
    ("学号", lambda row, _: row.__setitem__(0, "2.026E+09")),
    ("学号", lambda row, _: row.__setitem__(0, "@SUM(A1)")),
    ("姓名", lambda row, _: row.__setitem__(1, "=HYPERLINK(1)")),
    ("姓名", lambda row, _: row.__setitem__(1, "")),
    ("姓名", lambda row, _: row.__setitem__(1, "13800001111")),
    ("姓名", lambda row, _: row.__setitem__(1, "王\x00明")),
    ("姓名", lambda row, _: row.__setitem__(1, "王\u202e明")),
    ("班级", lambda row, _: row.__setitem__(2, "去年的班")),  # a class that is over
    ("用户名", lambda row, _: row.__setitem__(3, "+admin")),
    ("用户名", lambda row, _: row.__setitem__(3, "office")),  # somebody else's
    ("角色", lambda row, _: row.__setitem__(4, "校长")),
    ("语言", lambda row, _: row.__setitem__(5, "法语")),
    ("出生日期", lambda row, _: row.__setitem__(6, "2014-02-30")),
    ("出生日期", lambda row, _: row.__setitem__(6, "2099-01-01")),
)
"""The column of each kind of fault, and what makes it: from a good row and the first row of the list."""
UNKNOWN_CLASS = "没有的班"


@dataclass(frozen=True)
class Made:
    """A list, and what is wrong with it."""

    rows: list[Row]
    faults: dict[int, str]
    """Column by row of the spreadsheet."""
    asked: set[int]
    """Rows that name a class that is not here."""


def made_list(seed: int) -> Made:
    """2,000 rows, 40 of them faulty or asked about: doubles, bad dates, unknown classes, formulas, hidden characters."""
    rng = random.Random(seed)
    rows = [
        [
            f"2026{number:05}",
            rng.choice(FAMILIES) + "".join(rng.choices(GIVEN, k=rng.choice((1, 2)))),
            f"{number % CLASSES // 10 + 1}年级{number % 10 + 1}班",
            "",
            rng.choice(("", "学生")),
            rng.choice(("", "中文", "英文")),
            rng.choice(("", "2014-09-01", "2015/3/7", "2013年12月31日")),
        ]
        for number in range(ROWS)
    ]
    faults: dict[int, str] = {}
    asked: set[int] = set()
    for place, index in enumerate(sorted(rng.sample(range(1, ROWS), FAULTY))):
        if place % 8 == 7:
            rows[index][2] = UNKNOWN_CLASS
            asked.add(index + 2)
            continue
        column, spoil = FAULTS[(place - place // 8) % len(FAULTS)]
        spoil(rows[index], rows[0])
        faults[index + 2] = column
    return Made(rows, faults, asked)


def made_school() -> Core:
    """A school with its classes, one of which is over, and an administrator."""
    core = wiring.in_memory_core()
    core.store.add_organisation(Organisation("org", "School", "free", None, False, NOW))
    core.store.add_account(Account("office", "org", "office", "admin", "Office", UNMATCHABLE_HASH, None, None, NOW))
    for number in range(CLASSES):
        name = f"{number // 10 + 1}年级{number % 10 + 1}班"
        core.store.put_class(SchoolClass("org", f"c{number}", name, NOW))
    core.store.put_class(SchoolClass("org", "over", "去年的班", NOW, archived_at=NOW))
    core.reader.syllables("王")  # read before the clock starts, as it is in a running service
    return core


def run(bars: Bars) -> None:
    """Each encoding in turn."""
    for seed, encoding in enumerate(ENCODINGS):
        _run(made_list(seed), encoding, bars)


def _run(made: Made, encoding: str, bars: Bars) -> None:
    text = "".join(",".join(row) + "\r\n" for row in [list(HEAD), *made.rows])
    content, core = text.encode(encoding), made_school()
    begun = time.perf_counter()
    shown = core.people.dry_run(content, CALLER, by="office")
    looked = time.perf_counter() - begun
    wrong = _wrong(shown, made)
    untouched = not core.store.students("org") and _refused(core, content, shown.digest)
    core.people.confirm(content, shown.digest, CALLER, by="office", leave_out_faulty=True)
    written = time.perf_counter() - begun - looked
    again = core.people.dry_run(content, CALLER, by="office")
    seconds = time.perf_counter() - begun
    students = len(core.store.students("org"))
    expected = ROWS - len(made.faults) - len(made.asked)
    core.store.close()
    bars.equal(
        f"{encoding}: rows of {len(made.faults) + len(made.asked)} faulty or doubtful ones told otherwise than they are",
        len(wrong),
        0,
    )
    bars.check(f"{encoding}: nothing written before, nor while there are faults", untouched, untouched, "yes")
    bars.equal(f"{encoding}: students written of {expected}", students, expected)
    bars.equal(f"{encoding}: rows that a second import changes", again.count("new") + again.count("changed"), 0)
    bars.at_most(
        f"{encoding}: dry run {looked:.2f} s, writing {written:.2f} s, seconds in all with a second dry run",
        round(seconds, 2),
        MOST_SECONDS,
    )
    for row, columns in sorted(wrong.items()):
        print(f"{'':10} row {row}: said {columns}, is {made.faults.get(row, 'fine')}")


def _wrong(shown: DryRun, made: Made) -> dict[int, list[str]]:
    """Rows of which the dry run says something else than is so."""
    said = {line.row: [fault.column.zh for fault in line.faults] for line in shown.lines if line.action == "fault"}
    asked = {line.row for line in shown.lines if line.action == "question"}
    differing = {
        row: said.get(row, [])
        for row in said.keys() | made.faults.keys()
        if said.get(row, []) != [made.faults.get(row)]
    }
    return differing | {row: ["asked"] for row in asked ^ made.asked}


def _refused(core: Core, content: bytes, digest: str) -> bool:
    """Whether a list with faults is refused as a whole."""
    try:
        core.people.confirm(content, digest, CALLER, by="office")
    except BadParameter:
        return not core.store.students("org")
    return False
