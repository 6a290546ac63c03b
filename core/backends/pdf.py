"""Documents as PDF, by reportlab: A4, the Chinese fonts embedded, all text extractable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from io import BytesIO
from itertools import count
from threading import Lock
from typing import TYPE_CHECKING, Any, get_args
from xml.sax.saxutils import escape

from core.backends.fonts import Face, font_file, truetype
from core.errors import NoFont
from core.records.printed import (
    Bars,
    Block,
    Cards,
    Document,
    Heading,
    Lines,
    Listing,
    Paragraph,
    Radar,
    Table,
    on_one_line,
    visible,
)

if TYPE_CHECKING:
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Flowable

MARGIN_PT = 56.7
"""20 mm, the usual margin of a letter on A4."""
WIDTH_PT = 595.28 - 2 * MARGIN_PT
FRAME_PADDING_PT = 6.0
"""What reportlab's frame adds on each side."""
INK, MUTED, LINE, VERMILION = "#1F2A37", "#5B6472", "#E7E1D6", "#B93A2B"
"""Of the pages' light look; muted a little darker than there, because it is small here."""
ALWAYS = "".join(map(chr, range(0x20, 0x7F))) + "–—·±•…"
"""Characters that the layout itself may set."""
PARAGRAPH_STYLES = {"plain": (10, 16, INK), "lead": (12.5, 20, INK), "quiet": (8.5, 13, MUTED), "read": (12, 20, INK)}
"""Size, leading and colour of a paragraph."""

_numbers = count()
_printing_lock = Lock()


class PdfPrinter:
    """`core.ports.system.Printer`. Fonts are registered for one document and taken away again, one document at a time."""

    def ready(self) -> bool:
        """Whether a font was found."""
        return font_file("text") is not None

    def pdf(self, document: Document) -> bytes:
        """The document. Raises `NoFont`."""
        return self.pdf_of_all([document])

    def pdf_of_all(self, documents: Sequence[Document]) -> bytes:
        """The documents one after another, each on pages of its own, under the title of the first. Raises `NoFont`."""
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        text = "".join(dict.fromkeys(ALWAYS + "".join(_texts(tuple(documents)))))
        files: dict[Face, bytes] = {}
        for face in get_args(Face):
            source = font_file(face)
            if source is None:
                raise NoFont
            files[face] = truetype(source, text)
        with _printing_lock:
            fonts = {face: TTFont(f"wenlu-{face}-{next(_numbers)}", BytesIO(file)) for face, file in files.items()}
            for font in fonts.values():
                pdfmetrics.registerFont(font)
            try:
                return _printed(documents, {face: font.fontName for face, font in fonts.items()})
            finally:
                # The next document's fonts bear the same inner names with other characters.
                for font in fonts.values():
                    font.unregister()


def _texts(value: object) -> Iterator[str]:
    """Every text inside a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for member in value:
            yield from _texts(member)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))


def _printed(documents: Sequence[Document], names: dict[Face, str]) -> bytes:
    from reportlab.platypus import PageBreak, SimpleDocTemplate

    out, document = BytesIO(), documents[0]
    template = SimpleDocTemplate(
        out,
        pagesize=(595.28, 841.89),
        leftMargin=MARGIN_PT - FRAME_PADDING_PT,
        rightMargin=MARGIN_PT - FRAME_PADDING_PT,
        topMargin=MARGIN_PT,
        bottomMargin=MARGIN_PT,
        title=on_one_line(document.title),
        author="Wenlu",
        lang="zh-CN" if document.language == "zh" else "en",
        initialFontName=names["text"],
    )
    layout = Layout(names)
    flow: list[Flowable] = []
    for each in documents:
        flow += [*([PageBreak()] if flow else []), *layout.head(each)]
        flow += [piece for block in each.blocks for piece in layout.pieces(block)]

    def foot(canvas: Canvas, _template: object) -> None:
        canvas.setFont(names["text"], 8)
        canvas.setFillColor(MUTED)
        canvas.drawString(MARGIN_PT, MARGIN_PT / 2, on_one_line(document.footer))
        canvas.drawRightString(MARGIN_PT + WIDTH_PT, MARGIN_PT / 2, str(canvas.getPageNumber()))

    template.build(flow, onFirstPage=foot, onLaterPages=foot)
    return out.getvalue()


class Layout:
    """Blocks as reportlab's flowables."""

    def __init__(self, names: dict[Face, str]) -> None:
        self.text = names["text"]
        self.title = names["title"]
        self.kai = names["kai"]

    def head(self, document: Document) -> list[Flowable]:
        """The head of a document: title, a stroke of vermilion, whom and when it is about."""
        from reportlab.platypus import HRFlowable, Spacer

        return [
            self._paragraph(document.title, self.title, 22, 30),
            HRFlowable(width=48, thickness=2, color=VERMILION, hAlign="LEFT", spaceBefore=4, spaceAfter=8),
            *([self._paragraph(document.subtitle, self.text, 10, 16, color=MUTED)] if document.subtitle else []),
            Spacer(0, 10),
        ]

    def pieces(self, block: Block) -> list[Flowable]:
        """The flowables of a block."""
        from core.backends import pdf_cards, pdf_drawings

        match block:
            case Heading():
                size = 14 if block.level == 1 else 11.5
                return [self._paragraph(block.text, self.title, size, size * 1.5, before=10, after=4, keep=True)]
            case Paragraph():
                size, leading, color = PARAGRAPH_STYLES[block.style]
                font = self.kai if block.style == "read" else self.text
                return [self._paragraph(block.text, font, size, leading, color=color, after=5)]
            case Listing():
                return [self._paragraph(f"• {item}", self.text, 10, 16, indent=10) for item in block.items]
            case Table():
                return [self._table(block)]
            case Bars() | Lines() | Radar():
                return [pdf_drawings.drawing(block, font=self.text, width=WIDTH_PT)]
            case Cards():
                return pdf_cards.sheets(block, text=self.text, title=self.title, width=WIDTH_PT)

    def _paragraph(self, text: str, font: str, size: float, leading: float, **style: Any) -> Flowable:
        from reportlab.platypus import Paragraph as Printed

        return Printed(escape(visible(text)), self._style(font, size, leading, **style))

    def _style(
        self,
        font: str,
        size: float,
        leading: float,
        *,
        color: str = INK,
        before: float = 0,
        after: float = 0,
        indent: float = 0,
        keep: bool = False,
        right: bool = False,
    ) -> ParagraphStyle:
        from reportlab.lib.styles import ParagraphStyle

        return ParagraphStyle(
            "made",
            fontName=font,
            fontSize=size,
            leading=leading,
            textColor=color,
            spaceBefore=before,
            spaceAfter=after,
            leftIndent=indent,
            firstLineIndent=-indent,
            keepWithNext=int(keep),
            alignment=2 if right else 0,
            # Breaks between Chinese characters, and between words of an alphabet.
            wordWrap="CJK",
        )

    def _table(self, block: Table) -> Flowable:
        from reportlab.platypus import LongTable

        widths = block.column_widths or (1.0,) * len(block.head)
        cells = [
            [
                self._cell(text, column in block.number_columns, head=row_index == 0, read=block.read)
                for column, text in enumerate(row)
            ]
            for row_index, row in enumerate((block.head, *block.rows))
        ]
        return LongTable(
            cells,
            colWidths=[WIDTH_PT * width / sum(widths) for width in widths],
            repeatRows=1,
            spaceBefore=4,
            spaceAfter=8,
            style=[
                ("LINEBELOW", (0, 0), (-1, -1), 0.5, LINE),
                ("LINEBELOW", (0, 0), (-1, 0), 0.8, MUTED),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (0, -1), 0),
                ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 3),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
            ],
        )

    def _cell(self, text: str, right: bool, *, head: bool, read: bool) -> Flowable:
        if read and not head:
            return self._paragraph(text, self.kai, 12, 18, right=right)
        return self._paragraph(text, self.text, 8.5 if head else 9.5, 14, color=MUTED if head else INK, right=right)
