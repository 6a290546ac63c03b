"""Word documents: the plain text of a file that somebody sends, by a walk over its XML, and documents written by python-docx.

Reading takes no library that builds the whole document: of the grid of a table, for one, nothing is wanted, and a library that lays
it out believes the numbers that stand in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from core.errors import TooLarge
from core.questions.formats.problems import UnreadableFile
from core.questions.formats.uploads import parse_xml
from core.questions.formats.zips import Package, checked_path
from core.records.printed import (
    Axis,
    Bar,
    Bars,
    Block,
    Document,
    Heading,
    Line,
    LinePoint,
    Lines,
    Listing,
    Paragraph,
    Radar,
    Table,
    on_one_line,
    visible,
)

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.text.run import Run

RELATIONS = "_rels/.rels"
MAIN = "/officeDocument"
"""The end of the type of the relation that names the main part (ECMA-376 part 1, 15.2.1), in the transitional and in
the strict form."""
MOST_PIECES = 50_000
"""Paragraphs and cells of a document: thousands of pages."""
SIGNS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-"}
"""Characters for the elements of a run that are not text."""
BREAKS = ("", "textWrapping")
"""Breaks that begin a line; those of pages and columns do not."""
KAI, SANS, LATIN = "楷体", "微软雅黑", "Calibri"
"""Faces that Word has where it is installed; a program without them takes its own."""
INK, MUTED = (0x1F, 0x2A, 0x37), (0x5B, 0x64, 0x72)
SIZES = {"plain": 10.5, "lead": 12.5, "quiet": 9.0, "read": 14.0}
"""Points, by the style of a paragraph."""


class NoWordDocument(ValueError):
    """The bytes are no .docx that can be read."""


def plain_text(file: bytes) -> str:
    """Paragraphs and cells in the order in which they stand, a line each. Raises `NoWordDocument`."""
    try:
        body = _main_part(Package(file)).find("body")
    except (UnreadableFile, TooLarge) as fault:
        raise NoWordDocument(f"{len(file)} bytes that are no readable .docx") from fault
    lines: list[str] = []
    for piece in () if body is None else body:
        lines += _cells(piece) if piece.tag == "tbl" else [_text(piece)] if piece.tag == "p" else []
        if len(lines) > MOST_PIECES:
            raise NoWordDocument(f"a document of more than {MOST_PIECES} paragraphs and cells")
    return "\n".join(lines).strip("\n")


def _main_part(package: Package) -> Element:
    """The root of the document. Raises `NoWordDocument`, `UnreadableFile`."""
    relations = package.read(RELATIONS)
    entries = () if relations is None else parse_xml(relations, RELATIONS)
    target = next((entry.get("Target") or "" for entry in entries if (entry.get("Type") or "").endswith(MAIN)), "")
    path = checked_path(target.removeprefix("/"))
    content = package.read(path)
    root = None if content is None else _plainly_named(parse_xml(content, path))
    if root is None or root.tag != "document":
        raise NoWordDocument("an archive without a Word document")
    return root


def _plainly_named(root: Element) -> Element:
    """The same tree without namespaces: the strict form differs from the usual one in them alone."""
    for node in root.iter():
        node.tag = node.tag.rpartition("}")[2]
        node.attrib = {name.rpartition("}")[2]: value for name, value in node.attrib.items()}
    return root


def _cells(table: Element) -> list[str]:
    """Texts of the cells; one that goes on from the row above says nothing of its own."""
    cells = (cell for row in table.iterfind("tr") for cell in row.iterfind("tc") if not _goes_on(cell))
    texts = ("\n".join(map(_text, cell.iterfind("p"))) for cell in cells)
    return [text for text in texts if text]


def _goes_on(cell: Element) -> bool:
    """Whether the cell is a lower part of one that is merged over several rows. Without a value the mark means that it is."""
    merged = cell.find("tcPr/vMerge")
    return merged is not None and merged.get("val", "continue") == "continue"


def _text(paragraph: Element) -> str:
    """The text of its runs and of the runs of its links."""
    runs = (
        run
        for child in paragraph
        for run in ([child] if child.tag == "r" else child.iterfind("r") if child.tag == "hyperlink" else ())
    )
    return "".join(_sign(part) for run in runs for part in run)


def _sign(part: Element) -> str:
    if part.tag == "t":
        return part.text or ""
    if part.tag == "br":
        return "\n" if part.get("type", "") in BREAKS else ""
    return SIGNS.get(part.tag, "")


def word_file(document: Document) -> bytes:
    """The document as .docx. Bars, lines and radars are written as tables of their numbers."""
    from docx import Document as blank

    document_file = blank()
    document_file.core_properties.title = on_one_line(document.title)[:255]
    document_file.core_properties.author = "Wenlu"
    _write(document_file.add_heading(level=0), document.title)
    if document.subtitle:
        _write(document_file.add_paragraph(), document.subtitle, "quiet")
    for block in document.blocks:
        _add(document_file, block)
    if document.footer:
        _write(document_file.sections[0].footer.paragraphs[0], document.footer, "quiet")
    out = BytesIO()
    document_file.save(out)
    return out.getvalue()


def _add(document_file: WordDocument, block: Block) -> None:
    match block:
        case Heading():
            _write(document_file.add_heading(level=block.level), block.text)
        case Paragraph():
            _write(document_file.add_paragraph(), block.text, block.style)
        case Listing():
            for item in block.items:
                _write(document_file.add_paragraph(style="List Bullet"), item, "plain")
        case Table():
            _add_table(document_file, block.head, block.rows, read=block.read)
        case Bars() | Lines() | Radar():
            _add_table(document_file, ("", ""), tuple(_numbers(block)), read=False)


def _numbers(block: Bars | Lines | Radar) -> Iterator[tuple[str, str]]:
    match block:
        case Bars():
            values: Sequence[tuple[str, Bar | LinePoint | Axis]] = [(bar.name, bar) for bar in block.bars]
        case Radar():
            values = [(axis.name, axis) for axis in block.axes]
        case Lines():
            values = [(_point_name(line, point), point) for line in block.lines for point in line.points]
    for name, element in values:
        text = (
            element.value_text
            if isinstance(element, Bar) and element.value_text
            else "–"
            if element.value is None
            else f"{element.value:.1f}"
        )
        yield name, text


def _point_name(line: Line, point: LinePoint) -> str:
    return f"{line.name} · {point.name}"


def _add_table(
    document_file: WordDocument, head: tuple[str, ...], rows: tuple[tuple[str, ...], ...], *, read: bool
) -> None:
    headed = any(head)
    table = document_file.add_table(rows=0, cols=len(head), style="Table Grid")
    for row_index, row in enumerate((head, *rows) if headed else rows):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            style = "quiet" if headed and row_index == 0 else "read" if read else "plain"
            _write(cell.paragraphs[0], text, style)


def _write(paragraph: Any, text: str, style: str | None = None) -> None:
    """The text as it is, with faces for both scripts; without a style the Word style of the paragraph decides the rest."""
    from docx.shared import Pt, RGBColor

    run = paragraph.add_run(visible(text))
    _in_faces(run, KAI if style == "read" else SANS)
    run.font.color.rgb = RGBColor(*(MUTED if style == "quiet" else INK))
    if style is not None:
        run.font.size = Pt(SIZES[style])


def _in_faces(run: Run, chinese: str) -> None:
    from docx.oxml.ns import qn

    run.font.name = LATIN
    run.element.get_or_add_rPr().get_or_add_rFonts().set(qn("w:eastAsia"), chinese)
