"""Numbers in words: a mean with its 95 % interval and its n, never one without the others."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from core.records.printed import escape_formula, visible
from pages.parts.i18n import _, ngettext

EVEN_WITHIN_POINTS = 1.0
"""An interval whose two halves differ by less than this many points is written with ±."""


def number(value: float) -> str:
    """A number with one decimal at most.

    >>> number(72.0), number(72.25)
    ('72', '72.2')
    """
    return f"{value:.1f}".removesuffix(".0")


def with_interval(mean: float, interval: tuple[float, float] | None) -> str:
    """`72 ± 5` where the interval is even, `95 (79–99)` where it is not, the mean alone where there is none.

    >>> with_interval(72, (67.2, 76.9)), with_interval(95.5, (79, 99.4)), with_interval(100, None)
    ('72 ± 5', '95.5 (79–99)', '100')
    """
    if interval is None:
        return number(mean)
    low, high = interval
    below, above = mean - low, high - mean
    if abs(below - above) < EVEN_WITHIN_POINTS:
        return f"{number(mean)} ± {max(below, above):.0f}"
    return f"{number(mean)} ({low:.0f}–{high:.0f})"


def with_n(mean: float, interval: tuple[float, float] | None, n: int) -> str:
    """`72 ± 5, 31 answers`."""
    return _("{score}, {answers}").format(score=with_interval(mean, interval), answers=answers_name(n))


def answers_name(n: int) -> str:
    """`31 answers`."""
    return ngettext("{count} answer", "{count} answers", n)


def csv_bytes(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A CSV with a byte order mark, so that spreadsheets read the Chinese; no cell of it runs as a formula.

    >>> csv_bytes(["id"], [["=1+1"]]).decode("utf-8-sig")
    "id\\r\\n'=1+1\\r\\n"
    """
    buffer = StringIO()
    writer = csv.writer(buffer)
    writer.writerow([_without_formula(cell) for cell in head])
    writer.writerows([_without_formula(cell) for cell in row] for row in rows)
    return buffer.getvalue().encode("utf-8-sig")


def _without_formula(cell: object) -> object:
    return escape_formula(visible(cell)) if isinstance(cell, str) else cell
