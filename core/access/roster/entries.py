"""What a list says about people: the entries that every form of list is read into."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from core.access.roster.cells import RosterRole
from core.wire import Bilingual, Language

COLUMNS: dict[str, Bilingual] = {
    "number": Bilingual(zh="学号", en="Number"),
    "name": Bilingual(zh="姓名", en="Name"),
    "family": Bilingual(zh="姓", en="Family name"),
    "given": Bilingual(zh="名", en="Given name"),
    "class": Bilingual(zh="班级", en="Class"),
    "username": Bilingual(zh="用户名", en="User name"),
    "role": Bilingual(zh="角色", en="Role"),
    "language": Bilingual(zh="语言", en="Language"),
    "born": Bilingual(zh="出生日期", en="Date of birth"),
    "row": Bilingual(zh="整行", en="Whole row"),
}
"""Names of the columns where the list has no head."""
CHINESE = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff·]+")


@dataclass(frozen=True)
class Fault:
    """What is wrong with a cell, and what to do about it."""

    column: Bilingual
    text: Bilingual


@dataclass(frozen=True)
class Entry:
    """What a row says about a person."""

    row: int
    """Number of the row in a spreadsheet, 1 = the first."""
    file: str = ""
    """Name of the file inside a zip."""
    number: str = ""
    name: str = ""
    username: str = ""
    class_names: tuple[str, ...] = ()
    role: RosterRole = "student"
    language: Language | None = None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class Reading:
    """Everything that a list says."""

    entries: tuple[Entry, ...]
    columns: dict[str, Bilingual] = field(default_factory=lambda: COLUMNS)
    """Names of the columns, as the list's head has them."""
    unused: tuple[str, ...] = ()
    """Heads of columns that are passed over."""
    source: str = ""
    """Name of the file; empty for pasted rows."""


def whole_name(family: str, given: str) -> str:
    """A person's name in the natural order: Chinese names with the family name first and no blank.

    >>> whole_name("王", "小明"), whole_name("Miller", "Anna"), whole_name("", "Sukarno")
    ('王小明', 'Anna Miller', 'Sukarno')
    """
    if CHINESE.fullmatch(family) and CHINESE.fullmatch(given):
        return family + given
    return " ".join(part for part in (given, family) if part)
