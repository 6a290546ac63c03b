"""What a printed document consists of: blocks of plain text, tables and small plots, without any layout.

A capability writes a `Document`; a back end (`core.backends.pdf`) or a page lays it out. Texts are plain: no markup of any kind, and
nothing in them is read as such.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.wire import Language

INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]"
)
"""Characters that are not seen and may mislead or break what shows them: controls other than blanks and line ends, turners of the
direction of writing, empty characters, halves of a character. The joiners inside emoji and Indic words (U+200C, U+200D) stay."""


LINE_ENDS = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
"""Everything that some program takes for the end of a line."""


def visible(text: str) -> str:
    """The text without what nobody sees, with one kind of line end. Tabs and everything that is Chinese stay as they are.

    >>> visible("喝\\r\\n茶\\u202e\\x07")
    '喝\\n茶'
    """
    return INVISIBLE.sub("", LINE_ENDS.sub("\n", text))


FORMULA_START = re.compile("'*[\\s\x00]*[=+\\-@＝＋－＠\t\r\n]")
"""What a spreadsheet would run, also after blanks that it passes over, or show with its apostrophe taken away."""


def on_one_line(text: str) -> str:
    """The visible text with blanks where lines ended.

    >>> on_one_line("喝\\r\\n茶\\u202e")
    '喝 茶'
    """
    return visible(text).replace("\n", " ")


def escape_formula(cell: str) -> str:
    """The text of a cell, safe in a spreadsheet: an apostrophe stands before what would run as a formula (OWASP, "CSV Injection").

    >>> escape_formula("=1+1"), escape_formula("茶"), unescape_formula(escape_formula("=1+1"))
    ("'=1+1", '茶', '=1+1')
    """
    return f"'{cell}" if FORMULA_START.match(cell) else cell


def unescape_formula(cell: str) -> str:
    """The cell as it was before `escape_formula`."""
    return cell[1:] if cell.startswith("'") and FORMULA_START.match(cell) else cell


Band: TypeAlias = tuple[float, float]
"""Lower and upper end of an interval, in the unit of the value that it belongs to."""


@dataclass(frozen=True)
class Heading:
    """The beginning of a section; `level` 1 is a section, 2 a part of one. The title is the document's own."""

    text: str
    level: Literal[1, 2] = 1


@dataclass(frozen=True)
class Paragraph:
    """Running text; `lead` is the sentence that comes before all numbers, `quiet` a caption or a note on method,
    `read` the Chinese that a learner reads: larger, in a Kai face where there is one."""

    text: str
    manner: Literal["plain", "lead", "quiet", "read"] = "plain"


@dataclass(frozen=True)
class Listing:
    """Short lines under one another, each with a mark before it."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Rows of texts under a head. `shares` are the widths of the columns, relative to one another; columns named in
    `numbers` (0 = the first) are set flush right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[float, ...] = ()
    numbers: tuple[int, ...] = ()
    read: bool = False
    """Whether the cells are Chinese that a learner reads (see `Paragraph`)."""


@dataclass(frozen=True)
class Bar:
    """One horizontal bar: a value with its band; `value` None is drawn as an empty track, with what `said` says."""

    name: str
    value: float | None
    band: Band | None = None
    said: str = ""
    """Stands at the end of the bar: the number in words, with n."""


@dataclass(frozen=True)
class Bars:
    """Bars on one scale that begins at 0."""

    bars: tuple[Bar, ...]
    most: float = 100.0


@dataclass(frozen=True)
class LinePoint:
    """One place on a line: `value` None is a gap."""

    name: str
    value: float | None
    band: Band | None = None


@dataclass(frozen=True)
class Line:
    """A named line through points that stand in order, evenly spaced."""

    name: str
    points: tuple[LinePoint, ...]


@dataclass(frozen=True)
class Lines:
    """Lines on one scale from `least` to `most`. Lines share the names of their points."""

    lines: tuple[Line, ...]
    least: float = 0.0
    most: float = 100.0
    joined: bool = True
    """False: only the points with their bands are drawn."""


@dataclass(frozen=True)
class Axis:
    """One axis of a radar; `value` None: too little is known, and the axis bears no point."""

    name: str
    value: float | None
    band: Band | None = None


@dataclass(frozen=True)
class Radar:
    """Values on axes around a centre (0) out to `most`, with their bands."""

    axes: tuple[Axis, ...]
    most: float = 100.0


Block: TypeAlias = Heading | Paragraph | Listing | Table | Bars | Lines | Radar


@dataclass(frozen=True)
class Document:
    """A document on A4, in one language."""

    title: str
    language: Language
    blocks: tuple[Block, ...]
    subtitle: str = ""
    """Under the title: of whom, of which time."""
    footer: str = ""
    """At the foot of each page, left of the page number."""
