"""wenlu audio: the optional audio packs from their public sources: words and syllables by native speakers, sentences by a synthetic voice."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from core.backends import audio_pack, recordings, sentence_pack
from core.backends.audio_pack import CREDIT, SENTENCES_CREDIT, SENTENCES_SOURCE, SOURCE, part_of
from core.backends.downloads import Progress
from core.backends.sentence_pack import sentences_folder
from core.commands.recordings import AT_ONCE, known_credit
from core.errors import BadSetting
from core.settings import Settings
from core.tables import Tables

SENTENCE_PACKS = ("hsk-sentences-audio", "synthetic-one-voice-hsk-sentences")
"""How files begin that are copies of the known pack of sentences."""
PROGRESS_LINES = 20
"""Lines of progress where the length is known; else one for each `MEGABYTES_A_LINE`."""
MEGABYTES_A_LINE = 25


def install(options: argparse.Namespace) -> None:
    """Fetch a pack, or take it from files, and install it in the place of an earlier one of its kind."""
    if options.pack == "sentences":
        _install_sentences(options)
        return
    folder = _folder(options.to)
    sources: list[str] = options.sources or [SOURCE]
    credit = _credit(sources) if options.credit is None else options.credit
    audio_pack.install(sources, folder, credit=credit, progress=_announced, sha256=options.sha256 or "")
    _say_words(folder)
    _say_rest(options, credit)


def _install_sentences(options: argparse.Namespace) -> None:
    folder = _sentences_folder(options.to)
    sources: list[str] = options.sources or [SENTENCES_SOURCE]
    if len(sources) > 1:
        raise BadSetting("A pack of sentences is taken from one file: name --from once. Nothing was changed.")
    credit = _sentences_credit(sources[0]) if options.credit is None else options.credit
    audio_pack.install(
        sources, folder, kind="sentences", credit=credit, progress=_announced, sha256=options.sha256 or ""
    )
    _say_sentences(folder)
    _say_rest(options, credit)


def _say_rest(options: argparse.Namespace, credit: str) -> None:
    if not credit:
        print("Nobody is named as their maker: --credit TEXT does so.")
    if options.to:
        print(f"They are played where WENLU_RECORDINGS={options.to}.")
    print(AT_ONCE)


def status(options: argparse.Namespace) -> None:
    """Print what is installed, words and sentences apart, and how much of it is used."""
    _say_words(_folder(options.to))
    _say_sentences(_sentences_folder(options.to))


def remove(options: argparse.Namespace) -> None:
    """Remove a pack, and the remains of its download."""
    if options.pack == "sentences":
        folder = _sentences_folder(options.to)
        sentence_pack.remove(folder)
        said = "There are no recorded sentences any more: the browser's voice says sentences."
    else:
        folder = _folder(options.to)
        recordings.remove(folder)
        said = "There are no recorded words any more: the browser's voice says words."
    for note in folder.parent.glob(f"{part_of(folder, 0).name[:-1]}*"):
        note.unlink(missing_ok=True)
    print(f"{said} {AT_ONCE}")


def _say_sentences(folder: Path) -> None:
    pack = audio_pack.sentences_installed(folder)
    if pack is None:
        print("No pack of sentences is installed. `wenlu audio install sentences` fetches one.")
        return
    print(f"{pack.sentences} sentences by a synthetic voice")
    print(f"{pack.size_bytes / 1e6:.0f} MB, credit: {pack.credit or 'none'}")


def _say_words(folder: Path) -> None:
    pack = audio_pack.installed(folder)
    if pack is None:
        print("No audio pack is installed: the browser's voice says words. `wenlu audio install` fetches one.")
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


def _sentences_credit(source: str) -> str:
    """The credit of the known pack, also of a copy of it under one of its names."""
    known = source == SENTENCES_SOURCE or Path(source).resolve().name.startswith(SENTENCE_PACKS)
    return SENTENCES_CREDIT if known else ""


def _sentences_folder(to: str | None) -> Path:
    folder = sentences_folder(str(_folder(to)))
    assert folder is not None, "a folder of words has one of sentences beside it"
    return folder


def _folder(to: str | None) -> Path:
    folder = to or Settings.from_environment().recordings
    if not folder:
        raise BadSetting("WENLU_RECORDINGS='' names no folder; name one with --to.")
    return Path(folder).absolute()
