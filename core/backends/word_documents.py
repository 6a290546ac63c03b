"""Word documents, by python-docx: the plain text of a file that somebody sends, and documents written as .docx."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile, ZipFile

from core.documents import (
    Axis,
    Bar,
    Bars,
    Block,
    Document,
    Heading,
    Line,
    Lines,
    Listing,
    Paragraph,
    Radar,
    Spot,
    Table,
    on_one_line,
    visible,
)

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.text.run import Run

MOST_UNPACKED = 20_000_000
"""Bytes of everything in the archive: an essay with a few pictures; more is no essay, or an archive made to burst."""
MOST_FILES = 1_000
KAI, SANS, LATIN = "楷体", "微软雅黑", "Calibri"
"""Faces that Word has where it is installed; a program without them takes its own."""
INK, MUTED = (0x1F, 0x2A, 0x37), (0x5B, 0x64, 0x72)
SIZES = {"plain": 10.5, "lead": 12.5, "quiet": 9.0, "read": 14.0}
"""Points, by the manner of a paragraph."""


class NoWordDocument(ValueError):
    """The bytes are no .docx that can be read."""


def plain_text(file: bytes) -> str:
    """Paragraphs and cells in the order in which they stand, a line each. Raises `NoWordDocument`."""
    from docx import Document as opened
    from docx.table import Table as WordTable

    _refuse_bombs(file)
    try:
        read = opened(BytesIO(file))
        lines: list[str] = []
        for piece in read.iter_inner_content():
            lines += _cells(piece) if isinstance(piece, WordTable) else [piece.text]
    except Exception as fault:  # Whatever a broken package or broken XML makes the library raise.
        raise NoWordDocument(f"{len(file)} bytes that are no readable .docx") from fault
    return "\n".join(lines).strip("\n")


def _refuse_bombs(file: bytes) -> None:
    try:
        with ZipFile(BytesIO(file)) as archive:
            parts = archive.infolist()
    except (BadZipFile, OSError, ValueError) as fault:
        raise NoWordDocument(f"{len(file)} bytes that are no archive") from fault
    if len(parts) > MOST_FILES or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise NoWordDocument(f"an archive of {len(parts)} files that is too large to unpack")


def _cells(table: Any) -> list[str]:
    """Texts of the cells, a merged one once: the library gives it for every place of the grid that it covers."""
    cells = {cell._tc: cell.text for row in table.rows for cell in row.cells}
    return [text for text in cells.values() if text]


def word_file(document: Document) -> bytes:
    """The document as .docx. Bars, lines and radars are written as tables of their numbers."""
    from docx import Document as blank

    made = blank()
    made.core_properties.title = on_one_line(document.title)[:255]
    made.core_properties.author = "Wenlu"
    _write(made.add_heading(level=0), document.title)
    if document.subtitle:
        _write(made.add_paragraph(), document.subtitle, "quiet")
    for block in document.blocks:
        _add(made, block)
    if document.footer:
        _write(made.sections[0].footer.paragraphs[0], document.footer, "quiet")
    out = BytesIO()
    made.save(out)
    return out.getvalue()


def _add(made: WordDocument, block: Block) -> None:
    match block:
        case Heading():
            _write(made.add_heading(level=block.level), block.text)
        case Paragraph():
            _write(made.add_paragraph(), block.text, block.manner)
        case Listing():
            for item in block.items:
                _write(made.add_paragraph(style="List Bullet"), item, "plain")
        case Table():
            _add_table(made, block.head, block.rows, read=block.read)
        case Bars() | Lines() | Radar():
            _add_table(made, ("", ""), tuple(_numbers(block)), read=False)


def _numbers(block: Bars | Lines | Radar) -> Iterator[tuple[str, str]]:
    match block:
        case Bars():
            values: Sequence[tuple[str, Bar | Spot | Axis]] = [(bar.name, bar) for bar in block.bars]
        case Radar():
            values = [(axis.name, axis) for axis in block.axes]
        case Lines():
            values = [(_spot_name(line, spot), spot) for line in block.lines for spot in line.spots]
    for name, each in values:
        said = each.said if isinstance(each, Bar) and each.said else "–" if each.value is None else f"{each.value:.1f}"
        yield name, said


def _spot_name(line: Line, spot: Spot) -> str:
    return f"{line.name} · {spot.name}"


def _add_table(made: WordDocument, head: tuple[str, ...], rows: tuple[tuple[str, ...], ...], *, read: bool) -> None:
    headed = any(head)
    table = made.add_table(rows=0, cols=len(head), style="Table Grid")
    for place, row in enumerate((head, *rows) if headed else rows):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            manner = "quiet" if headed and place == 0 else "read" if read else "plain"
            _write(cell.paragraphs[0], text, manner)


def _write(paragraph: Any, text: str, manner: str | None = None) -> None:
    """The text as it is, with faces for both scripts; without a manner the style of the paragraph decides the rest."""
    from docx.shared import Pt, RGBColor

    run = paragraph.add_run(visible(text))
    _in_faces(run, KAI if manner == "read" else SANS)
    run.font.color.rgb = RGBColor(*(MUTED if manner == "quiet" else INK))
    if manner is not None:
        run.font.size = Pt(SIZES[manner])


def _in_faces(run: Run, chinese: str) -> None:
    from docx.oxml.ns import qn

    run.font.name = LATIN
    run.element.get_or_add_rPr().get_or_add_rFonts().set(qn("w:eastAsia"), chinese)
