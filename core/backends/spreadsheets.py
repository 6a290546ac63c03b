"""Spreadsheets (.xlsx), written with openpyxl."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from core.records.printed import on_one_line

LONGEST_SHEET_TITLE = 31
"""What Excel takes."""
FORBIDDEN_IN_TITLES = str.maketrans(dict.fromkeys("[]:*?/\\", " "))
WIDEST = 40
"""Characters of the widest column; Chinese ones count twice."""

Cell = str | float | int | None


def spreadsheet(title: str, head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    """A workbook of one sheet: a bold head that stays in sight, numbers as numbers, texts as texts: no text is ever run as a formula."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title.translate(FORBIDDEN_IN_TITLES)[:LONGEST_SHEET_TITLE] or "Sheet"
    for number, values in enumerate((head, *rows), 1):
        for column, value in enumerate(values, 1):
            cell = sheet.cell(number, column, on_one_line(value) if isinstance(value, str) else value)
            if isinstance(value, str):
                cell.data_type = "s"
            if number == 1:
                cell.font = Font(bold=True)
                cell.alignment = Alignment(wrap_text=True, vertical="top")
    for column in range(1, len(head) + 1):
        widest = max((_width(row[column - 1]) for row in rows), default=0)
        sheet.column_dimensions[get_column_letter(column)].width = min(WIDEST, max(12, widest + 2))
    sheet.freeze_panes = "B2"
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _width(value: Cell) -> int:
    text = "" if value is None else str(value)
    return sum(2 if ord(character) > 0x2E80 else 1 for character in text)
