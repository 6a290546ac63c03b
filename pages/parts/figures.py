"""Numbers in words: a mean with its 95 % band and its n, never one without the others."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from core.records.printed import escape_formula, visible
from pages.parts.i18n import _, ngettext

EVEN = 1.0
"""A band whose two halves differ by less than this many points is written with ±."""


def number(value: float) -> str:
    """One decimal at most.

    >>> number(72.0), number(72.25)
    ('72', '72.2')
    """
    return f"{value:.1f}".removesuffix(".0")


def banded(mean: float, interval: tuple[float, float] | None) -> str:
    """`72 ± 5` where the 95 % band is even, `95 (79–99)` where it is not, the mean alone where there is none.

    >>> banded(72, (67.2, 76.9)), banded(95.5, (79, 99.4)), banded(100, None)
    ('72 ± 5', '95.5 (79–99)', '100')
    """
    if interval is None:
        return number(mean)
    low, high = interval
    below, above = mean - low, high - mean
    if abs(below - above) < EVEN:
        return f"{number(mean)} ± {max(below, above):.0f}"
    return f"{number(mean)} ({low:.0f}–{high:.0f})"


def with_n(mean: float, interval: tuple[float, float] | None, n: int) -> str:
    """`72 ± 5, 31 answers`."""
    return _("{score}, {answers}").format(score=banded(mean, interval), answers=answers_name(n))


def answers_name(n: int) -> str:
    """`31 answers`."""
    return ngettext("{count} answer", "{count} answers", n)


def csv_bytes(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A CSV with a byte order mark, so that spreadsheets read the Chinese; no cell of it runs as a formula.

    >>> csv_bytes(["id"], [["=1+1"]]).decode("utf-8-sig")
    "id\\r\\n'=1+1\\r\\n"
    """
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow([_harmless(cell) for cell in head])
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def _harmless(cell: object) -> object:
    return escape_formula(visible(cell)) if isinstance(cell, str) else cell
