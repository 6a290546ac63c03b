"""What a list says, row by row, whichever its form: pasted rows, CSV with a head or without one, OneRoster."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from core.access.roster import cells
from core.access.roster.cells import CellFault
from core.access.roster.entries import COLUMNS, Entry, Fault, Reading, whole_name
from core.access.roster.oneroster import oneroster_reading
from core.access.roster.sheets import Sheet, bad_file, is_zip, sheet_of, text_of, zipped_sheets
from core.wire import Bilingual

HEADS: dict[str, tuple[str, ...]] = {
    "number": ("学号", "学籍号", "编号", "号码", "学生编号", "number", "no", "no.", "id", "studentid", "studentnumber", "studentno"),
    "name": ("姓名", "名字", "学生姓名", "学生", "name", "fullname", "studentname", "student"),
    "family": ("姓", "姓氏", "family", "familyname", "lastname", "surname"),
    "given": ("名", "given", "givenname", "firstname"),
    "class": ("班级", "班", "班别", "班级名称", "行政班", "class", "classname", "group", "section"),
    "username": ("用户名", "账号", "帐号", "登录名", "username", "user", "login", "account"),
    "role": ("角色", "身份", "role"),
    "language": ("语言", "界面语言", "language", "lang"),
    "born": ("出生日期", "生日", "出生年月日", "出生年月", "dateofbirth", "dob", "birthday", "birthdate"),
}  # fmt: skip
"""Heads by which a column is known, without blanks, hyphens and underscores, in lower case."""
COLUMN_OF = {head: column for column, heads in HEADS.items() for head in heads}
IGNORED_MARKS = re.compile(r"[\s_\-（）()*＊:：]+")
NUMBER_BEFORE_NAME = re.compile(r"([A-Za-z]{0,3}\d{1,20})[\s.、]+(\S.*)")


def reading_of(content: bytes | str, *, source: str, today: date) -> Reading:
    """What a file or pasted text says. Raises `BadParameter` where the file as a whole cannot be taken."""
    if isinstance(content, bytes) and is_zip(content):
        return oneroster_reading(zipped_sheets(content), source=source)
    text = text_of(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    return list_reading(sheet_of(text), source=source, today=today)


def list_reading(sheet: Sheet, *, source: str, today: date) -> Reading:
    """What a plain list says. Raises `BadParameter`."""
    if not sheet.rows:
        raise bad_file(
            "is empty",
            zh="里面没有任何一行。请粘贴名单，或选择文件。",
            en="There is no row in it. Paste a list, or choose a file.",
        )
    (_, head), *rest = sheet.rows
    columns = [COLUMN_OF.get(folded_head(cell), "") for cell in head]
    if not any(columns):
        return Reading(tuple(_headless(number, row) for number, row in sheet.rows), source=source)
    _check_head(head, columns)
    names = {**COLUMNS, **{column: _same(head[place]) for place, column in enumerate(columns) if column}}
    unused = tuple(cell for cell, column in zip(head, columns, strict=True) if cell and not column)
    if not rest:
        raise bad_file(
            "has a head alone",
            zh="只有表头，没有名单。请连同下面的行一起复制。",
            en="There is a head and no row. Copy the rows below it as well.",
        )
    entries = tuple(
        _entry(
            number,
            dict(zip(columns, row, strict=False)),
            names,
            today,
            longer=len(row) > len(columns) and any(row[len(columns) :]),
        )
        for number, row in rest
    )
    return Reading(entries, names, unused, source)


def _check_head(head: Sequence[str], columns: Sequence[str]) -> None:
    known = [column for column in columns if column]
    twice = next((column for column in known if known.count(column) > 1), None)
    if twice is not None:
        first, second = [head[place] for place, column in enumerate(columns) if column == twice][:2]
        raise bad_file(
            f"has two columns for the same: {first!r}, {second!r}",
            zh=f"“{first}”和“{second}”两列是同一项。请只保留一列。",
            en=f"The columns “{first}” and “{second}” mean the same. Keep one of them.",
        )
    if "name" not in known and not {"family", "given"} <= set(known):
        raise bad_file(
            "has no column of names",
            zh="没有“姓名”一列。请在表头里写“姓名”（或 name）。",
            en="There is no column of names. Write “name” (or 姓名) above it.",
        )


def folded_head(cell: str) -> str:
    """A head as it is looked up.

    >>> folded_head(" Student_ID* "), COLUMN_OF[folded_head("学 号")]
    ('studentid', 'number')
    """
    return IGNORED_MARKS.sub("", cells.key_of(cell))


def _same(text: str) -> Bilingual:
    return Bilingual(zh=text, en=text)


def _headless(row: int, texts: Sequence[str]) -> Entry:
    """A row of a list without a head: a name, or a number and a name."""
    filled = [text for text in texts if text]
    if len(filled) > 2:
        fault = Fault(
            COLUMNS["row"],
            Bilingual(
                zh="有两列以上而没有表头。请在第一行写明各列：学号、姓名、班级……",
                en="There are more than two columns and no head. Name the columns in the first row: number, name, class ...",
            ),
        )
        return Entry(row, faults=(fault,))
    if len(filled) == 1 and (match := NUMBER_BEFORE_NAME.fullmatch(filled[0])):
        filled = [match[1], match[2]]
    if len(filled) == 1:
        named = {"name": filled[0]}
    else:
        number_first = _looks_like_a_number(filled[0]) or not _looks_like_a_number(filled[1])
        named = dict(zip(("number", "name") if number_first else ("name", "number"), filled, strict=True))
    return _entry(row, named, COLUMNS, date.max)


def _looks_like_a_number(text: str) -> bool:
    return any(character.isdigit() for character in text)


def _entry(row: int, texts: dict[str, str], names: dict[str, Bilingual], today: date, *, longer: bool = False) -> Entry:
    """The entry of a row; cells that cannot be read are faults of it."""
    faults: list[Fault] = []
    if longer:
        text = Bilingual(
            zh="这一行的单元格比表头多，可能列错位了。请检查。",
            en="The row has more cells than the head; perhaps they have slipped. Check it.",
        )
        faults.append(Fault(COLUMNS["row"], text))

    def read(column: str, reader: Callable[[str], Any], default: Any) -> Any:
        try:
            return reader(texts.get(column, ""))
        except CellFault as fault:
            faults.append(Fault(names[column], fault.text))
            return default

    number = read("number", cells.number_of, "")
    name = read("name", cells.name_of, "") if "name" in texts else _joined(read, texts)
    entry = Entry(
        row,
        number=number,
        name=name,
        username=read("username", cells.username_of, ""),
        class_names=read("class", cells.classes_of, ()),
        role=read("role", cells.role_of, "student"),
        language=read("language", cells.language_of, None),
    )
    read("born", lambda cell: cells.check_date_of_birth(cell, today), None)
    return Entry(**{**vars(entry), "faults": tuple(faults)})


def _joined(read: Callable[[str, Callable[[str], Any], Any], Any], texts: dict[str, str]) -> str:
    """The name of a list with family and given names in columns of their own, or of a row that is too short for a name."""
    if "family" not in texts and "given" not in texts:
        return str(read("name", cells.name_of, ""))
    family, given = read("family", cells.name_of, ""), read("given", cells.name_of, "")
    return whole_name(family, given)
