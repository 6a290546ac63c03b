"""The optional audio pack: fetched from where it lies, installed, and what of it is installed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import structlog

from core.backends import recordings
from core.backends.downloads import Progress, fetch, forget, is_address
from core.backends.recordings import RecordedWords
from core.errors import BadSetting, Unavailable, WenluError

SOURCE = "https://github.com/hugolpz/audio-cmn/archive/HEAD.tar.gz"
"""The repository as GitHub packs it: some hundred megabytes, since it holds every recording in four qualities, of which one is kept.
The server does not announce its length, and an interrupted download cannot be resumed."""
CREDIT = "audio-cmn: words by Yue Tan, syllables by Chen Wang, edited by Hugo Lopez (CC BY-SA), https://github.com/hugolpz/audio-cmn"

log = structlog.get_logger("wenlu.audio")


@dataclass(frozen=True)
class PackInstalled:
    """A pack that is there."""

    words: frozenset[str]
    syllables: int
    size_bytes: int
    credit: str
    """Who made it and under which licence; "" where nobody is named."""


@dataclass(frozen=True)
class PackFetch:
    """How far the fetching of a pack has come in this process."""

    state: Literal["idle", "downloading", "unpacking", "done", "failed"] = "idle"
    received_bytes: int = 0
    total_bytes: int | None = None
    """None where the server does not say how much there will be."""
    error: WenluError | None = None

    @property
    def under_way(self) -> bool:
        """Whether it is being fetched or unpacked now."""
        return self.state in ("downloading", "unpacking")


def installed(folder: Path) -> PackInstalled | None:
    """What the folder holds; None without a recording."""
    recorded = RecordedWords(folder)
    words = frozenset(recorded.words)
    if not words and not recorded.syllables:
        return None
    size_bytes = sum(path.stat().st_size for path in folder.iterdir())
    return PackInstalled(words, len(recorded.syllables), size_bytes, recorded.credit())


def install(
    sources: Sequence[str],
    folder: Path,
    *,
    credit: str,
    progress: Callable[[str], Progress],
    unpacking: Callable[[], None] = lambda: None,
    sha256: str = "",
) -> None:
    """Fetch what of the sources are addresses, and install all of them in the place of an earlier pack.

    `progress` makes the report of a download from its address; `unpacking` is called once everything is there. Raises what
    `core.backends.downloads.fetch` and `core.backends.recordings.install` raise; what was installed before then stays.
    """
    parts = {source: part_of(folder, number) for number, source in enumerate(sources) if is_address(source)}
    for source, part in parts.items():
        fetch(source, part, progress=progress(source), sha256=sha256)
    unpacking()
    archives = [parts.get(source, Path(source)) for source in sources]
    try:
        recordings.install(archives[0], folder, credit=credit, also=archives[1:])
    finally:
        # A complete download that cannot be used would otherwise be tried again every time.
        for part in parts.values():
            forget(part)


def part_of(folder: Path, number: int) -> Path:
    """Where a download is kept: beside the folder, so that it survives for the next try and is on the same disk."""
    return folder.with_name(f".{folder.name}-download-{number}")


class AudioPack:
    """The pack of one server: what is installed, and a fetch in the background. Safe to share between threads."""

    def __init__(self, folder: Path | None, *, source: str = SOURCE, credit: str = CREDIT) -> None:
        """`folder` None: no folder is set, and none can be fetched."""
        self._folder = folder
        self._source = source
        self._credit = credit
        self._lock = threading.Lock()
        self._fetch = PackFetch()

    @property
    def fetch(self) -> PackFetch:
        """The fetch that is under way, or how the last one of this process ended."""
        return self._fetch

    def installed(self) -> PackInstalled | None:
        """What is installed; None without a pack."""
        return None if self._folder is None else installed(self._folder)

    def begin(self) -> PackFetch:
        """Begin to fetch the pack, unless that is under way already; returns at once. Raises `BadSetting` without a folder."""
        if self._folder is None:
            raise BadSetting("WENLU_RECORDINGS='' names no folder.")
        with self._lock:
            if not self._fetch.under_way:
                self._fetch = PackFetch("downloading")
                threading.Thread(target=self._run, args=(self._folder,), name="audio-pack", daemon=True).start()
            return self._fetch

    def _run(self, folder: Path) -> None:
        def progress(received: int, total: int | None) -> None:
            self._fetch = PackFetch("downloading", received, total)

        def unpacking() -> None:
            self._fetch = PackFetch("unpacking", self._fetch.received_bytes, self._fetch.total_bytes)

        try:
            install(
                [self._source], folder.absolute(), credit=self._credit, progress=lambda _: progress, unpacking=unpacking
            )
        except WenluError as error:
            self._fetch = PackFetch("failed", error=error)
        except Exception:
            log.exception("audio_pack_failed")
            self._fetch = PackFetch("failed", error=Unavailable("The audio pack could not be installed."))
        else:
            self._fetch = PackFetch("done")
