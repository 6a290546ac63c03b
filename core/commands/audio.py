"""wenlu audio: the optional audio pack, words and syllables by native speakers, from its public source."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from core.backends import audio_pack, recordings
from core.backends.audio_pack import CREDIT, SOURCE, part_of
from core.backends.downloads import Progress
from core.commands.recordings import AT_ONCE, known_credit
from core.errors import BadSetting
from core.settings import Settings
from core.tables import Tables

PROGRESS_LINES = 20
"""Lines of progress where the length is known; else one for each `MEGABYTES_A_LINE`."""
MEGABYTES_A_LINE = 25


def install(options: argparse.Namespace) -> None:
    """Fetch the pack, or take it from files, and install it in the place of an earlier one."""
    folder = _folder(options.to)
    sources: list[str] = options.sources or [SOURCE]
    credit = _credit(sources) if options.credit is None else options.credit
    audio_pack.install(sources, folder, credit=credit, progress=_announced, sha256=options.sha256 or "")
    _say(folder)
    if not credit:
        print("Nobody is named as their maker: --credit TEXT does so.")
    if options.to:
        print(f"They are played where WENLU_RECORDINGS={options.to}.")
    print(AT_ONCE)


def status(options: argparse.Namespace) -> None:
    """Print what is installed, and how much of it is used."""
    _say(_folder(options.to))


def remove(options: argparse.Namespace) -> None:
    """Remove the pack, and the remains of a download."""
    folder = _folder(options.to)
    recordings.remove(folder)
    for note in folder.parent.glob(f"{part_of(folder, 0).name[:-1]}*"):
        note.unlink(missing_ok=True)
    print(f"There is no audio pack any more: the browser's voice says everything. {AT_ONCE}")


def _say(folder: Path) -> None:
    pack = audio_pack.installed(folder)
    if pack is None:
        print("No audio pack is installed: the browser's voice says everything. `wenlu audio install` fetches one.")
        return
    played = len(pack.words & Tables().read_in_one_way)
    print(f"{len(pack.words)} words ({played} of the word list with one reading) and {pack.syllables} syllables")
    print(f"{pack.size_bytes / 1e6:.0f} MB, credit: {pack.credit or 'none'}")


def _announced(source: str) -> Progress:
    print(f"Downloading {source}", file=sys.stderr)
    return progress_lines()


def progress_lines() -> Progress:
    """Prints a line on stderr after every twentieth of a download, or every 25 MB where the length is not known."""
    last_line = -1

    def progress(received: int, total: int | None) -> None:
        nonlocal last_line
        line = received * PROGRESS_LINES // total if total else received // (MEGABYTES_A_LINE * 1_000_000)
        if line > last_line:
            last_line = line
            end = f" of {total / 1e6:.0f}" if total else ""
            print(f"  {received / 1e6:.0f}{end} MB", file=sys.stderr)

    return progress


def _credit(sources: list[str]) -> str:
    """The credit of the known pack, and of files by their names."""
    known = [CREDIT if source == SOURCE else known_credit(Path(source).resolve().name) for source in sources]
    return CREDIT if all(known) else "; ".join(filter(None, known))


def _folder(to: str | None) -> Path:
    folder = to or Settings.from_environment().recordings
    if not folder:
        raise BadSetting("WENLU_RECORDINGS='' names no folder; name one with --to.")
    return Path(folder).absolute()
