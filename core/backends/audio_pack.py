"""The optional audio packs, one of words and one of sentences: fetched from where they lie, installed, and what of them is installed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.backends import recordings, sentence_pack
from core.backends.downloads import Progress, fetch, forget, is_address
from core.backends.pack_fetch import BackgroundFetch, PackFetch
from core.backends.recordings import RecordedWords
from core.backends.sentence_pack import RecordedSentences
from core.errors import BadSetting

SOURCE = "https://github.com/hugolpz/audio-cmn/archive/HEAD.tar.gz"
"""The repository as GitHub packs it: some hundred megabytes, since it holds every recording in four qualities, of which one is kept.
The server does not announce its length, and an interrupted download cannot be resumed."""
CREDIT = "audio-cmn: words by Yue Tan, syllables by Chen Wang, edited by Hugo Lopez (CC BY-SA), https://github.com/hugolpz/audio-cmn"

SENTENCES_SOURCE = "https://github.com/no7z/hsk-sentences-audio/archive/HEAD.tar.gz"
"""As GitHub packs it: some 180 megabytes, since it holds 4,354 sentences at two speeds, of which the usual one is kept."""
SENTENCES_CREDIT = "hsk-sentences-audio by no7z (CC BY-SA 4.0), a synthetic voice (CosyVoice2, Apache-2.0), https://github.com/no7z/hsk-sentences-audio"

Kind = Literal["words", "sentences"]


@dataclass(frozen=True)
class PackInstalled:
    """A pack that is there."""

    words: frozenset[str]
    syllables: int
    size_bytes: int
    credit: str
    """Who made it and under which licence; "" where nobody is named."""


@dataclass(frozen=True)
class SentencesInstalled:
    """A pack of sentences that is there."""

    sentences: int
    size_bytes: int
    credit: str
    """Who made it and under which licence; "" where nobody is named."""


def sentences_installed(folder: Path) -> SentencesInstalled | None:
    """What the folder of sentences holds; None without a recording."""
    recorded = RecordedSentences(folder)
    if not recorded.sentences:
        return None
    return SentencesInstalled(len(recorded.sentences), _size(folder), recorded.credit())


def installed(folder: Path) -> PackInstalled | None:
    """What the folder of words holds; None without a recording."""
    recorded = RecordedWords(folder)
    words = frozenset(recorded.words)
    if not words and not recorded.syllables:
        return None
    return PackInstalled(words, len(recorded.syllables), _size(folder), recorded.credit())


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


def install(
    sources: Sequence[str],
    folder: Path,
    *,
    kind: Kind = "words",
    credit: str,
    progress: Callable[[str], Progress],
    unpacking: Callable[[], None] = lambda: None,
    sha256: str = "",
) -> None:
    """Fetch what of the sources are addresses, and install all of them in the place of an earlier pack; of sentences there is one source.

    `progress` makes the report of a download from its address; `unpacking` is called once everything is there. Raises what
    `core.backends.downloads.fetch` and the `install` of the kind raise; what was installed before then stays.
    """
    parts = {source: part_of(folder, number) for number, source in enumerate(sources) if is_address(source)}
    for source, part in parts.items():
        fetch(source, part, progress=progress(source), sha256=sha256)
    unpacking()
    archives = [parts.get(source, Path(source)) for source in sources]
    try:
        if kind == "sentences":
            sentence_pack.install(archives[0], folder, credit=credit)
        else:
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

    def __init__(
        self, folder: Path | None, *, kind: Kind = "words", source: str | None = None, credit: str | None = None
    ) -> None:
        """`folder` None: no folder is set, and none can be fetched. `source`, `credit`: other ones than those of the known pack."""
        known = (SOURCE, CREDIT) if kind == "words" else (SENTENCES_SOURCE, SENTENCES_CREDIT)
        self._folder = folder
        self._kind = kind
        self._source = known[0] if source is None else source
        self._credit = known[1] if credit is None else credit
        self._fetching = BackgroundFetch("audio-pack")

    @property
    def fetch(self) -> PackFetch:
        """The fetch that is under way, or how the last one of this process ended."""
        return self._fetching.now

    def installed(self) -> PackInstalled | None:
        """What is installed of words; None without a pack."""
        return None if self._folder is None else installed(self._folder)

    def sentences_installed(self) -> SentencesInstalled | None:
        """What is installed of sentences; None without a pack."""
        return None if self._folder is None else sentences_installed(self._folder)

    def begin(self) -> PackFetch:
        """Begin to fetch the pack, unless that is under way already; returns at once. Raises `BadSetting` without a folder."""
        if self._folder is None:
            raise BadSetting("WENLU_RECORDINGS='' names no folder.")
        folder = self._folder.absolute()

        def install_pack(progress: Progress, unpacking: Callable[[], None]) -> None:
            install(
                [self._source],
                folder,
                kind=self._kind,
                credit=self._credit,
                progress=lambda _: progress,
                unpacking=unpacking,
            )

        return self._fetching.begin(install_pack)
