"""wenlu audio: the optional audio pack, words and syllables by native speakers, from its public source."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from core.backends import recordings
from core.backends.downloads import Progress, fetch, forget, is_address
from core.backends.recordings import RecordedWords
from core.commands.recordings import RESTART, known_credit
from core.errors import BadSetting
from core.settings import Settings
from core.tables import Tables

SOURCE = "https://github.com/hugolpz/audio-cmn/archive/HEAD.tar.gz"
"""The repository as GitHub packs it: some hundred megabytes, since it holds every recording in four qualities, of which one is kept.
The server does not announce its length, and an interrupted download cannot be resumed."""
CREDIT = "audio-cmn: words by Yue Tan, syllables by Chen Wang, edited by Hugo Lopez (CC BY-SA), https://github.com/hugolpz/audio-cmn"
PROGRESS_LINES = 20
"""Lines of progress where the length is known; else one for each `MEGABYTES_A_LINE`."""
MEGABYTES_A_LINE = 25


def install(options: argparse.Namespace) -> None:
    """Fetch the pack, or take it from files, and install it in the place of an earlier one."""
    folder = _folder(options.to)
    sources: list[str] = options.sources or [SOURCE]
    parts = {source: _part(folder, number) for number, source in enumerate(sources) if is_address(source)}
    for source, part in parts.items():
        print(f"Downloading {source}", file=sys.stderr)
        fetch(source, part, progress=progress_lines(), sha256=options.sha256 or "")
    archives = [parts.get(source, Path(source)) for source in sources]
    credit = _credit(sources) if options.credit is None else options.credit
    try:
        recordings.install(archives[0], folder, credit=credit, also=archives[1:])
    finally:
        # A complete download that cannot be used would otherwise be tried again every time.
        for part in parts.values():
            forget(part)
    _say(folder)
    if not credit:
        print("Nobody is named as their maker: --credit TEXT does so.")
    if options.to:
        print(f"They are played where WENLU_RECORDINGS={options.to}.")
    print(RESTART)


def status(options: argparse.Namespace) -> None:
    """Print what is installed, and how much of it is used."""
    _say(_folder(options.to))


def remove(options: argparse.Namespace) -> None:
    """Remove the pack, and the remains of a download."""
    folder = _folder(options.to)
    recordings.remove(folder)
    for note in folder.parent.glob(f"{_part(folder, 0).name[:-1]}*"):
        note.unlink(missing_ok=True)
    print(f"There is no audio pack any more: the browser's voice says everything. {RESTART}")


def _say(folder: Path) -> None:
    recorded = RecordedWords(folder)
    words = set(recorded.words)
    if not words and not recorded.syllables:
        print("No audio pack is installed: the browser's voice says everything. `wenlu audio install` fetches one.")
        return
    played = len(words & Tables().read_in_one_way)
    megabytes = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
    print(f"{len(words)} words ({played} of the word list with one reading) and {len(recorded.syllables)} syllables")
    print(f"{megabytes:.0f} MB, credit: {recorded.credit() or 'none'}")


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


def _part(folder: Path, number: int) -> Path:
    """Where a download is kept: beside the folder, so that it survives for the next try and is on the same disk."""
    return folder.with_name(f".{folder.name}-download-{number}")


def _folder(to: str | None) -> Path:
    folder = to or Settings.from_environment().recordings
    if not folder:
        raise BadSetting("WENLU_RECORDINGS='' names no folder; name one with --to.")
    return Path(folder).absolute()
