"""wenlu strokes: the optional stroke order of characters, from its public source."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.backends import strokes
from core.backends.stroke_pack import install_from
from core.backends.strokes import CREDIT, SOURCE, StrokeOrder
from core.commands.audio import progress_lines
from core.commands.recordings import AT_ONCE
from core.errors import BadSetting
from core.settings import Settings


def install(options: argparse.Namespace) -> None:
    """Fetch the data, or take them from a file, and install them in the place of earlier ones."""
    credit = CREDIT if options.credit is None else options.credit
    count = install_from(
        options.source or SOURCE,
        _folder(options.to),
        credit=credit,
        progress=progress_lines(),
        sha256=options.sha256 or "",
    )
    print(f"The stroke order of {count} characters is installed. {AT_ONCE}")


def status(options: argparse.Namespace) -> None:
    """Print what is installed."""
    order = StrokeOrder(_folder(options.to))
    if not order.count():
        print("No stroke order is installed. `wenlu strokes install` fetches it.")
        return
    print(f"{order.count()} characters, credit: {order.credit() or 'none'}")


def remove(options: argparse.Namespace) -> None:
    """Remove the data."""
    strokes.remove(_folder(options.to))
    print(f"There is no stroke order any more. {AT_ONCE}")


def _folder(to: str | None) -> Path:
    folder = to or Settings.from_environment().strokes
    if not folder:
        raise BadSetting("WENLU_STROKES='' names no folder; name one with --to.")
    return Path(folder).absolute()
