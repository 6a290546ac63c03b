"""The contents of a printed document: blocks of plain text, tables and small plots, without any layout.

A capability makes a `Document`; a back end (`core.backends.pdf`) or a page lays it out. Texts are plain: they have no markup, and
nothing in them is interpreted as markup.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.wire import Language

INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]"
)
"""Characters that are invisible and may mislead a reader or break a viewer: control characters other than white space and line ends,
marks of writing direction, zero-width characters, lone surrogates. The joiners in emoji and Indic words (U+200C, U+200D) are not
among them."""


LINE_ENDS = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
"""Everything that some program treats as the end of a line."""


def visible(text: str) -> str:
    """The text without invisible characters, with line ends as \\n. Tabs and everything Chinese stay as they are.

    >>> visible("喝\\r\\n茶\\u202e\\x07")
    '喝\\n茶'
    """
    return INVISIBLE.sub("", LINE_ENDS.sub("\n", text))


FORMULA_START = re.compile("'*[\\s\x00]*[=+\\-@＝＋－＠\t\r\n]")
"""The beginning of a cell that a spreadsheet would run as a formula, also after white space that it skips, or would show without its
apostrophe."""


def on_one_line(text: str) -> str:
    """The visible text with spaces in place of line ends.

    >>> on_one_line("喝\\r\\n茶\\u202e")
    '喝 茶'
    """
    return visible(text).replace("\n", " ")


def escape_formula(cell: str) -> str:
    """The text of a cell, safe in a spreadsheet: what would run as a formula gets an apostrophe in front (OWASP, "CSV Injection").

    >>> escape_formula("=1+1"), escape_formula("茶"), unescape_formula(escape_formula("=1+1"))
    ("'=1+1", '茶', '=1+1')
    """
    return f"'{cell}" if FORMULA_START.match(cell) else cell


def unescape_formula(cell: str) -> str:
    """The cell as it was before `escape_formula`."""
    return cell[1:] if cell.startswith("'") and FORMULA_START.match(cell) else cell


Band: TypeAlias = tuple[float, float]
"""Lower and upper end of an interval, in the unit of its value."""


@dataclass(frozen=True)
class Heading:
    """The heading of a section (`level` 1) or a subsection (2). The title is a field of the document."""

    text: str
    level: Literal[1, 2] = 1


@dataclass(frozen=True)
class Paragraph:
    """Running text; `style` is `lead` for the sentence before all numbers, `quiet` for a caption or a note on method, `read` for
    Chinese that a learner reads: larger, in a Kai face if there is one."""

    text: str
    style: Literal["plain", "lead", "quiet", "read"] = "plain"


@dataclass(frozen=True)
class Listing:
    """A bulleted list of short lines."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Rows of texts under a head. `column_widths` are relative to one another, empty = all equal; the columns with indices in
    `number_columns` (0 = the first) are right-aligned."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    column_widths: tuple[float, ...] = ()
    number_columns: tuple[int, ...] = ()
    read: bool = False
    """Whether the cells are Chinese that a learner reads (see `Paragraph`)."""


@dataclass(frozen=True)
class Bar:
    """One horizontal bar: a value with its band; `value` None is drawn as an empty track."""

    name: str
    value: float | None
    band: Band | None = None
    value_text: str = ""
    """Text at the end of the bar: the value with the number of observations, or why there is none."""


@dataclass(frozen=True)
class Bars:
    """Bars on a common scale from 0 to `maximum`."""

    bars: tuple[Bar, ...]
    maximum: float = 100.0


@dataclass(frozen=True)
class LinePoint:
    """One point of a line: `value` None is a gap."""

    name: str
    value: float | None
    band: Band | None = None


@dataclass(frozen=True)
class Line:
    """A named line through points in order, evenly spaced."""

    name: str
    points: tuple[LinePoint, ...]


@dataclass(frozen=True)
class Lines:
    """Lines on a common scale from `minimum` to `maximum`. All lines have points with the same names."""

    lines: tuple[Line, ...]
    minimum: float = 0.0
    maximum: float = 100.0
    joined: bool = True
    """False: only the points with their bands are drawn."""


@dataclass(frozen=True)
class Axis:
    """One axis of a radar plot; `value` None: too little is known, and the axis has no point."""

    name: str
    value: float | None
    band: Band | None = None


@dataclass(frozen=True)
class Radar:
    """A radar plot: values on axes from the centre (0) out to `maximum`, with their bands."""

    axes: tuple[Axis, ...]
    maximum: float = 100.0


@dataclass(frozen=True)
class Card:
    """A card to be cut out: a name, lines of a label and a value, one value in large fixed letters, a square code (QR)."""

    title: str
    lines: tuple[tuple[str, str], ...]
    mark: tuple[str, str]
    """Label and value that stand out."""
    square: str
    """Text of the square code."""


@dataclass(frozen=True)
class Cards:
    """Cards, eight to a page."""

    cards: tuple[Card, ...]


Block: TypeAlias = Heading | Paragraph | Listing | Table | Bars | Lines | Radar | Cards


@dataclass(frozen=True)
class Document:
    """A document for A4 paper, in one language."""

    title: str
    language: Language
    blocks: tuple[Block, ...]
    subtitle: str = ""
    """Line under the title: the person and the period."""
    footer: str = ""
    """Text at the foot of each page, left of the page number."""
