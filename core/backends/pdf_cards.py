"""Cards to be cut out, as reportlab's flowables: two by four on a page of A4, with dashed lines to cut along and a square code (QR)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.records.printed import Card, Cards, on_one_line

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing, Group, Path
    from reportlab.platypus import Flowable

COLUMNS, ROWS = 2, 4
HEIGHT_PT = 157.0
"""Four of them with the head of the document fit a page."""
PADDING_PT = 11.0
SQUARE_PT = 74.0
"""26 mm: a phone reads the 40 or so characters of an address from a hand's breadth."""
LABEL_PT, VALUE_PT, TITLE_PT, MARK_PT = 7.0, 9.0, 15.0, 15.0
LINE_PT = 13.5
LABEL_WIDTH_PT = 62.0
QUIET_MODULES = 2
"""White modules around the code; the paper around it adds the two that the standard asks for besides."""
INK, MUTED, CUT, BLACK = "#1F2A37", "#5B6472", "#B9B2A6", "#000000"
ELLIPSIS = "…"
SMALLEST = 0.6
"""Of its size, to which a text is drawn smaller before it is cut."""


def sheets(block: Cards, *, text: str, title: str, width: float) -> list[Flowable]:
    """A drawing for each row of cards; `text` and `title` are names of fonts."""
    from reportlab.graphics.shapes import Drawing

    drawings: list[Flowable] = []
    for start in range(0, len(block.cards), COLUMNS):
        drawing = Drawing(width, HEIGHT_PT)
        for column, card in enumerate(block.cards[start : start + COLUMNS]):
            _draw(drawing, card, left=column * width / COLUMNS, width=width / COLUMNS, text=text, title=title)
        drawings.append(drawing)
    return drawings


def _draw(drawing: Drawing, card: Card, *, left: float, width: float, text: str, title: str) -> None:
    from reportlab.graphics.shapes import Group, Rect

    border = Rect(
        left, 0, width, HEIGHT_PT, strokeColor=_colour(CUT), strokeWidth=0.5, strokeDashArray=[3, 3], fillColor=None
    )
    drawing.add(border)
    group = Group()
    inner = width - 2 * PADDING_PT
    top = HEIGHT_PT - PADDING_PT - TITLE_PT
    _write(group, card.title, title, TITLE_PT, INK, 0, top, inner)
    place = top - 19
    for label, value in card.lines:
        # Beside the square code the values are narrower.
        beside = place < PADDING_PT + SQUARE_PT
        room = inner - LABEL_WIDTH_PT - (SQUARE_PT + 4 if beside else 0)
        _write(group, label, text, LABEL_PT, MUTED, 0, place, LABEL_WIDTH_PT - 4)
        _write(group, value, text, VALUE_PT, INK, LABEL_WIDTH_PT, place, room)
        place -= LINE_PT
    label, value = card.mark
    _write(group, label, text, LABEL_PT, MUTED, 0, PADDING_PT + 17, inner - SQUARE_PT - 4)
    _write(group, value, title, MARK_PT, INK, 0, PADDING_PT, inner - SQUARE_PT - 4)
    group.add(_square(card.square, inner - SQUARE_PT, PADDING_PT - 5))
    group.translate(left + PADDING_PT, 0)
    drawing.add(group)


def _square(text: str, x: float, y: float) -> Path:
    """A square code (ISO/IEC 18004, level M) as one path of its dark runs: a shape for each module would take four times as long."""
    from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel
    from reportlab.graphics.shapes import Path

    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    count = code.getModuleCount()
    module = SQUARE_PT / (count + 2 * QUIET_MODULES)
    path = Path(fillColor=_colour(BLACK), strokeColor=None)
    for row in range(count):
        top = y + SQUARE_PT - (QUIET_MODULES + row) * module
        for start, end in _runs([bool(code.isDark(row, column)) for column in range(count)]):
            left, right = x + (QUIET_MODULES + start) * module, x + (QUIET_MODULES + end) * module
            path.moveTo(left, top)
            path.lineTo(right, top)
            path.lineTo(right, top - module)
            path.lineTo(left, top - module)
            path.closePath()
    return path


def _runs(dark: list[bool]) -> Iterator[tuple[int, int]]:
    """Beginnings and ends of the dark runs of a row.

    >>> list(_runs([True, True, False, True]))
    [(0, 2), (3, 4)]
    """
    start = None
    for place, is_dark in enumerate([*dark, False]):
        if is_dark and start is None:
            start = place
        elif not is_dark and start is not None:
            yield start, place
            start = None


def _write(group: Group, value: str, font: str, size: float, colour: str, x: float, y: float, room: float) -> None:
    """A text on one line, smaller where it is a little too long, and cut where it is much too long."""
    from reportlab.graphics.shapes import String
    from reportlab.pdfbase.pdfmetrics import stringWidth

    shown = on_one_line(value)
    smaller = max(SMALLEST * size, min(size, size * room / max(1.0, stringWidth(shown, font, size))))
    while len(shown) > 1 and stringWidth(shown, font, smaller) > room:
        shown = shown.removesuffix(ELLIPSIS)[:-1] + ELLIPSIS
    group.add(String(x, y, shown, fontName=font, fontSize=smaller, fillColor=_colour(colour)))


def _colour(name: str) -> object:
    from reportlab.lib.colors import HexColor

    return HexColor(name)
