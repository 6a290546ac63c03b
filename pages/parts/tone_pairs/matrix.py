"""The twenty tone pairs of a student's readings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.api.speaking import PairCell, TonePair
from pages.parts.components import tone_matrix
from pages.parts.i18n import _, ngettext
from pages.parts.speaking.words import tone_name

KEY = "tone_matrix"
TONES = (1, 2, 3, 4, 5)


def draw_matrix(cells: Sequence[PairCell], chosen: TonePair | None) -> TonePair | None:
    """Draw the table; return the pair that was just clicked."""
    message = tone_matrix()(key=KEY, data=matrix_data(cells, chosen), on_cell_change=lambda: None)
    clicked = message.get("cell") if message else None
    return pair_of(str(clicked)) if clicked else None


def matrix_data(cells: Sequence[PairCell], chosen: TonePair | None) -> dict[str, Any]:
    """The table as the component draws it."""
    return {
        "chosen": None if chosen is None else f"{chosen[0]}-{chosen[1]}",
        "cells": [
            {"first": cell.first, "second": cell.second, "n": cell.n, "share": cell.share, "said": cell_text(cell)}
            for cell in cells
        ],
        "ui": {
            "tones": [tone_name(tone) for tone in TONES],
            "empty": _("not yet"),
            "corner": _("first ↓ second →"),
            "caption": _("Share of pairs of which both tones were right, in your last readings. Click a pair to drill it."),
        },
    }  # fmt: skip


def cell_text(cell: PairCell) -> str:
    """A cell in words, with its 95 % range."""
    pair = pair_text((cell.first, cell.second))
    if cell.share is None:
        return _("{pair}: not read yet").format(pair=pair)
    low, high = (round(100 * edge) for edge in cell.interval)
    return ngettext(
        "{pair}: {percent} % right of {count} pair, 95 % range {low}–{high}",
        "{pair}: {percent} % right of {count} pairs, 95 % range {low}–{high}",
        cell.n,
        pair=pair,
        percent=str(round(100 * cell.share)),
        low=str(low),
        high=str(high),
    )


def pair_text(pair: TonePair) -> str:
    """A pair of tones in words: `third tone + second tone`."""
    return f"{tone_name(pair[0])} + {tone_name(pair[1])}"


def pair_of(written: str) -> TonePair | None:
    """The pair that is written `3-2`, None for anything else.

    >>> pair_of("3-2"), pair_of("5-1"), pair_of("x")
    ((3, 2), None, None)
    """
    first, dash, second = written.partition("-")
    if dash and first in ("1", "2", "3", "4") and second in ("1", "2", "3", "4", "5"):
        return int(first), int(second)
    return None
