"""What may stand in a cell of a list: names, numbers, user names, roles, languages, dates. Each reader gives back the value or a fault."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from typing import Literal

from core.errors import WenluError
from core.records.printed import FORMULA_START, INVISIBLE
from core.wire import Bilingual, Language

LONGEST_NAME = 60
LONGEST_NUMBER = 40
LONGEST_USERNAME = 64
NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
USERNAME = re.compile(r"[^\s/\\@\x00-\x1f\x7f-\x9f]+(?:@[^\s/\\@]+)?")
SCIENTIFIC = re.compile(r"\d(?:\.\d+)?[Ee]\+?\d+")
NOT_READ = re.compile("[\ufffd\ue000-\uf8ff]")
"""What is left where an encoding was guessed wrong."""
SPACES = re.compile(r"[\s\u3000]+")
BLANK = frozenset({"-", "–", "—", "——", "/", "无", "n/a", "N/A"})
"""What people write into a cell of which there is nothing to say."""
DATES = (
    (re.compile(r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T ]00?:00(?::00)?)?"), (0, 1, 2)),
    (re.compile(r"(\d{4})(\d{2})(\d{2})"), (0, 1, 2)),
    (re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})"), (2, 1, 0)),
    (re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})"), (2, 0, 1)),
)
"""Forms of a date with the places of year, month and day."""
OLDEST_YEAR = 1900
RosterRole = Literal["student", "teacher"]
ROLES: dict[str, RosterRole] = {
    "student": "student", "pupil": "student", "learner": "student", "学生": "student", "学员": "student",
    "teacher": "teacher", "教师": "teacher", "老师": "teacher", "任课教师": "teacher", "班主任": "teacher", "primary": "teacher",
}  # fmt: skip
LANGUAGES: dict[str, Language] = {
    "zh": "zh", "zh-cn": "zh", "zh_cn": "zh", "chinese": "zh", "中文": "zh", "汉语": "zh", "简体中文": "zh",
    "en": "en", "en-us": "en", "en-gb": "en", "english": "en", "英文": "en", "英语": "en",
}  # fmt: skip


class CellFault(WenluError):
    """A cell does not hold what its column should; the remedy says what to do about it."""

    status = 400

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en, remedy=Bilingual(zh=zh, en=en))
        self.text = Bilingual(zh=zh, en=en)


def plain(cell: str) -> str:
    """The text of a cell on one line; empty for a dash. Raises `CellFault` for formulas, hidden characters and unreadable ones.

    >>> plain(" 王  小明 "), plain("—")
    ('王 小明', '')
    >>> plain("=1+1")
    Traceback (most recent call last):
    core.access.roster.cells.CellFault: This begins like a formula of a spreadsheet and is not taken. Delete the mark at its beginning.
    """
    if cell.strip() in BLANK:
        return ""
    if FORMULA_START.match(cell):
        raise CellFault(
            "以 =、+、-、@ 开头，像电子表格公式，不予导入。请删去开头的符号。",
            "This begins like a formula of a spreadsheet and is not taken. Delete the mark at its beginning.",
        )
    if "\n" in cell or "\r" in cell:
        raise CellFault(
            "单元格里有换行，可能是引号没有成对。请改成一行。",
            "There is a line break in the cell; perhaps a quotation mark is not closed. Write it on one line.",
        )
    if INVISIBLE.search(cell):
        raise CellFault(
            "含有看不见的控制字符。请重新输入这一格。", "There are hidden control characters in it. Type the cell anew."
        )
    if NOT_READ.search(cell):
        raise CellFault(
            "有无法识别的字符，可能是编码错误。请另存为“CSV UTF-8”后再导入。",
            "There are characters that cannot be read: the encoding may be wrong. Save the file as CSV UTF-8.",
        )
    return SPACES.sub(" ", unicodedata.normalize("NFC", cell)).strip()


def name_of(cell: str) -> str:
    """A person's name. Raises `CellFault`."""
    name = plain(cell)
    if not name:
        raise CellFault("没有姓名。请填上姓名，或删去这一行。", "There is no name. Fill it in, or delete the row.")
    if len(name) > LONGEST_NAME:
        raise CellFault(
            f"姓名超过 {LONGEST_NAME} 个字符。请改短。",
            f"The name has more than {LONGEST_NAME} characters. Shorten it.",
        )
    if not any(character.isalpha() for character in name):
        raise CellFault(
            "姓名里没有文字，可能列的顺序不对。请检查表头。",
            "There is no letter in the name; perhaps the columns are in another order. Check their heads.",
        )
    return name


def number_of(cell: str) -> str:
    """A student's number; empty where none is given. Raises `CellFault`.

    >>> number_of("２０２６０１"), number_of("")
    ('202601', '')
    """
    number = unicodedata.normalize("NFKC", plain(cell))
    if not number:
        return ""
    if SCIENTIFIC.fullmatch(number):
        raise CellFault(
            "学号被电子表格变成了科学记数法，末尾几位已经丢失。请把这一列设为“文本”，重新填写。",
            "The spreadsheet has turned the number into scientific notation and lost its last digits. Format the column as text and "
            "fill it in again.",
        )
    if len(number) > LONGEST_NUMBER or not NUMBER.fullmatch(number):
        raise CellFault(
            f"学号只能用字母、数字、点、横线和下划线，最多 {LONGEST_NUMBER} 个。请更正。",
            f"A number has letters, digits, dots, hyphens and underscores, {LONGEST_NUMBER} at most. Mend it.",
        )
    return number


def username_of(cell: str) -> str:
    """A user name; empty where none is given. Raises `CellFault`."""
    username = unicodedata.normalize("NFKC", plain(cell))
    if username and (
        len(username) > LONGEST_USERNAME or not USERNAME.fullmatch(username) or not username.isprintable()
    ):
        raise CellFault(
            f"用户名不能有空格和斜线，最多 {LONGEST_USERNAME} 个字符。请更正，或留空由系统生成。",
            f"A user name has no blank and no slash and {LONGEST_USERNAME} characters at most. Mend it, or leave it empty: one is made.",
        )
    return username


def role_of(cell: str) -> RosterRole:
    """The role, by default a student's. Raises `CellFault`, also for administrators, who are made by hand."""
    role = plain(cell).casefold()
    if not role:
        return "student"
    if role not in ROLES:
        raise CellFault(
            "角色只能是“学生”或“教师”；管理员不能导入。请更正，或留空表示学生。",
            "A role is student or teacher; administrators are not imported. Mend it, or leave it empty for a student.",
        )
    return ROLES[role]


def language_of(cell: str) -> Language | None:
    """The language of the interface; None where none is given. Raises `CellFault`."""
    language = plain(cell).casefold()
    if not language:
        return None
    if language not in LANGUAGES:
        raise CellFault(
            "语言只能是“中文”或“英文”。请更正，或留空。",
            "A language is Chinese or English. Mend it, or leave it empty.",
        )
    return LANGUAGES[language]


def check_date_of_birth(cell: str, today: date) -> None:
    """Look over a date of birth, which is not kept: a bad one shows that cells have slipped. Raises `CellFault`."""
    text = plain(cell)
    if text and not any(
        _is_past_day(match, order, today) for pattern, order in DATES if (match := pattern.fullmatch(text))
    ):
        raise CellFault(
            "不是一个可能的出生日期（如 2014-09-01），可能是列错位了。请更正或清空；出生日期不会保存。",
            "This is no possible date of birth (such as 2014-09-01); perhaps the cells have slipped. Mend it or empty it; the date is "
            "not kept.",
        )


def _is_past_day(match: re.Match[str], order: tuple[int, int, int], today: date) -> bool:
    year, month, day = (int(match.groups()[place]) for place in order)
    try:
        return year >= OLDEST_YEAR and date(year, month, day) <= today
    except ValueError:
        return False


def classes_of(cell: str) -> tuple[str, ...]:
    """The names of classes in a cell, several parted by 、 or a semicolon. Raises `CellFault`."""
    names = [name.strip() for name in re.split("[、;；]", plain(cell)) if name.strip()]
    if any(len(name) > LONGEST_NAME for name in names):
        raise CellFault(
            f"班级名称超过 {LONGEST_NAME} 个字符。请改短。",
            f"The name of the class has more than {LONGEST_NAME} characters. Shorten it.",
        )
    return tuple(dict.fromkeys(names))


def key_of(name: str) -> str:
    """A name as it is compared: without blanks, case and width.

    >>> key_of("一年级 １ 班") == key_of("一年级1班")
    True
    """
    return SPACES.sub("", unicodedata.normalize("NFKC", name)).casefold()
