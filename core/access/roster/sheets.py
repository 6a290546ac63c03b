"""Files of rows as bytes or pasted text: their encoding, their separator, their cells. Everything has an end."""

from __future__ import annotations

import csv
import io
import zipfile
import zlib
from dataclasses import dataclass

from core.errors import BadParameter
from core.wire import Bilingual

MOST_BYTES = 4 * 2**20
"""Of a file, and of each file in a zip: 5,000 rows of all columns of OneRoster take 2 MB."""
MOST_ROWS = 5_000
MOST_CELLS = 60
"""Cells of a row; OneRoster's longest has 24."""
MOST_MEMBERS = 200
"""Files in a zip; OneRoster names 20."""
SEPARATORS = "\t,;"
FULL_WIDTH = str.maketrans({"，": ",", "；": ";"})
SAMPLED = 4_096
"""Bytes by which UTF-16 without a byte order mark is recognised; an even number."""
LEAST_OF_TWO_BYTES = 0.1
"""Share of its characters that have a byte of 0: a list of names alone has two of five, the line end."""
ASCII = frozenset(b"\t\n\r,;0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
ZIP_MARK = b"PK\x03\x04"
DAMAGE = (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError, ValueError)
"""What `zipfile` raises for a damaged or encrypted file."""


@dataclass(frozen=True)
class Sheet:
    """The rows of a file that are not empty, each under its number in a spreadsheet (1 = the first)."""

    rows: tuple[tuple[int, tuple[str, ...]], ...]
    name: str = ""
    """Name of the file inside a zip."""


def bad_file(message: str, *, zh: str, en: str) -> BadParameter:
    """A fault of the file as a whole, with what to do about it."""
    return BadParameter.of("file", message, remedy=Bilingual(zh=zh, en=en))


def text_of(content: bytes) -> str:
    """The text of a file in UTF-8, UTF-16 or GB18030, with a byte order mark or without one. Raises `BadParameter`.

    >>> text_of("王小明".encode("gb18030")), text_of("\\ufeff王小明".encode("utf-16-le")), text_of("王小明".encode("utf-8-sig"))
    ('王小明', '王小明', '王小明')
    """
    if len(content) > MOST_BYTES:
        raise bad_file(
            f"has more than {MOST_BYTES} bytes",
            zh=f"文件超过 {MOST_BYTES // 2**20} MB。请分成几个文件再导入。",
            en=f"The file has more than {MOST_BYTES // 2**20} MB. Divide it into several files.",
        )
    for encoding in _encodings(content):
        try:
            return content.decode(encoding).removeprefix("\ufeff")
        except UnicodeDecodeError:
            continue
    raise bad_file(
        "is in none of the encodings that are read",
        zh="无法识别文件的编码。请在电子表格里另存为“CSV UTF-8”，或者直接复制粘贴。",
        en="The encoding of the file is not known. Save it as CSV UTF-8 in the spreadsheet, or copy and paste the rows.",
    )


def _encodings(content: bytes) -> tuple[str, ...]:
    """Encodings in the order in which they are tried."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ("utf-16",)
    # A text in UTF-16 without a mark has digits, separators and line ends of two bytes, one of them 0.
    sample = content[:SAMPLED]
    first, second = sample[0::2], sample[1::2]
    least = len(first) * LEAST_OF_TWO_BYTES
    if sum(low in ASCII and high == 0 for low, high in zip(first, second, strict=False)) > least:
        return "utf-16-le", "utf-8", "gb18030"
    if sum(low in ASCII and high == 0 for high, low in zip(first, second, strict=False)) > least:
        return "utf-16-be", "utf-8", "gb18030"
    return "utf-8", "gb18030"


def sheet_of(text: str, name: str = "") -> Sheet:
    """The rows of a text separated by tabs, commas or semicolons. Raises `BadParameter`."""
    lines = [line for line in text.splitlines()[:20] if line.strip()]
    separator = max(SEPARATORS, key=lambda mark: (sum(mark in line for line in lines), mark == "\t"))
    if not any(separator in line for line in lines) and any(mark in line for line in lines for mark in "，；"):
        text = text.translate(FULL_WIDTH)
        separator = "," if any("，" in line for line in lines) else ";"
    rows: list[tuple[int, tuple[str, ...]]] = []
    try:
        for number, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator), start=1):
            if any(cell.strip() for cell in cells):
                rows.append((number, tuple(cell.strip(" \u3000\xa0\t") for cell in cells)))
            if len(rows) > MOST_ROWS + 1 or len(cells) > MOST_CELLS:
                raise _too_much(name)
    except csv.Error as error:
        raise bad_file(
            "cannot be read as rows",
            zh="文件里有一个单元格过长，或引号没有成对。请检查后重新导出。",
            en="A cell of the file is too long, or a quotation mark is not closed. Check it and export it again.",
        ) from error
    return Sheet(tuple(rows), name)


def _too_much(name: str) -> BadParameter:
    inside_zh, inside_en = (f"（{name}）", f" ({name})") if name else ("", "")
    return bad_file(
        f"has more than {MOST_ROWS} rows or {MOST_CELLS} columns",
        zh=f"一次最多导入 {MOST_ROWS} 行、{MOST_CELLS} 列{inside_zh}。请分几次导入。",
        en=f"At most {MOST_ROWS} rows and {MOST_CELLS} columns are taken at once{inside_en}. Divide the list.",
    )


def is_zip(content: bytes) -> bool:
    """Whether a file is a zip, as OneRoster's files are, and workbooks of spreadsheets."""
    return content.startswith(ZIP_MARK)


def zipped_sheets(content: bytes) -> dict[str, Sheet]:
    """The CSV files of a zip by their names without folders, in lower case. Raises `BadParameter`."""
    if len(content) > MOST_BYTES:
        text_of(content)  # says that it is too large
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            members = package.infolist()
            if any(each.filename.startswith("xl/") for each in members):
                raise bad_file(
                    "is a workbook",
                    zh="这是 Excel 工作簿。请选中名单，复制后粘贴到这里，或者另存为“CSV UTF-8”。",
                    en="This is an Excel workbook. Copy the rows and paste them here, or save it as CSV UTF-8.",
                )
            if len(members) > MOST_MEMBERS:
                raise zipfile.BadZipFile
            return {
                (name := each.filename.rpartition("/")[2].lower()): sheet_of(text_of(_member(package, each)), name)
                for each in members
                if each.filename.lower().endswith(".csv")
            }
    except DAMAGE as error:
        raise bad_file(
            "cannot be read as a zip",
            zh="压缩包已损坏、加了密码，或者不是 OneRoster 的 CSV 包。请重新导出。",
            en="The zip is damaged, encrypted or no OneRoster package. Export it again.",
        ) from error


def _member(package: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """The bytes of a file in a zip; one byte beyond the limit is enough for it to be refused."""
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile
    with package.open(member) as stream:
        return stream.read(MOST_BYTES + 1)
