"""wenlu recordings: words spoken by native speakers."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.backends import recordings
from core.backends.recordings import RecordedWords
from core.errors import BadSetting
from core.settings import Settings
from core.tables import Tables

KNOWN_CREDITS = {"audio-cmn": "audio-cmn: Yue Tan, Hugo Lopez (CC BY-SA)"}
"""Credits of packs that are recognised by the beginning of their file's name."""
AT_ONCE = "A server that is running takes note by itself."


def install(options: argparse.Namespace) -> None:
    """Fill the folder of recordings."""
    archive = Path(options.file)
    credit = known_credit(archive.resolve().name) if options.credit is None else options.credit
    count = recordings.install(archive, _folder(), credit=credit)
    print(f"{count} recorded words are installed. {AT_ONCE}")
    if not credit:
        print("Nobody is named as their maker: --credit TEXT does so.")


def known_credit(name: str) -> str:
    """The credit of a pack that is recognised by its file's name, else "".

    >>> known_credit("audio-cmn-words.tar")
    'audio-cmn: Yue Tan, Hugo Lopez (CC BY-SA)'
    """
    return next((credit for start, credit in KNOWN_CREDITS.items() if name.startswith(start)), "")


def show(_: argparse.Namespace) -> None:
    """Print how many recorded words there are, their share of the word list, and who made them."""
    recorded = recorded_words()
    words = set(recorded.words)
    if not words:
        print("No recordings are installed.")
        return
    tables = Tables()
    rows = tables.words.rows
    recorded_rows = sum(not words.isdisjoint(row.forms) for row in rows)
    print(f"{len(words)} recorded words")
    print(
        f"{recorded_rows} of the {len(rows)} words of the word list have a recording ({recorded_rows / len(rows):.0%})"
    )
    print(f"{len(words & tables.read_in_one_way)} are played; the others are not listed, or read in several ways")
    print(f"credit: {recorded.credit() or 'none'}")


def remove(_: argparse.Namespace) -> None:
    """Remove the recordings."""
    recordings.remove(_folder())
    print(f"There are no recordings any more. {AT_ONCE}")


def recorded_words() -> RecordedWords:
    """The recordings of the environment's settings."""
    folder = Settings.from_environment().recordings
    return RecordedWords(Path(folder) if folder else None)


def _folder() -> Path:
    """The folder of recordings as an absolute path, so that the folder beside it has the same parent wherever the command is started."""
    folder = Settings.from_environment().recordings
    if not folder:
        raise BadSetting("WENLU_RECORDINGS='' names no folder.")
    return Path(folder).absolute()
