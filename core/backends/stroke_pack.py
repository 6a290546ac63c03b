"""The optional pack of the stroke order of characters: what of it is installed, and its fetching from where it lies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.backends import strokes
from core.backends.downloads import Progress, fetch, forget, is_address
from core.backends.pack_fetch import BackgroundFetch, PackFetch
from core.backends.strokes import CREDIT, SOURCE, StrokeOrder, download_of
from core.errors import BadSetting


@dataclass(frozen=True)
class StrokesInstalled:
    """A pack that is there."""

    characters: int
    size_bytes: int
    credit: str
    """Who made it and under which licence; "" where nobody is named."""


def install_from(
    source: str,
    folder: Path,
    *,
    credit: str,
    progress: Progress,
    unpacking: Callable[[], None] = lambda: None,
    sha256: str = "",
) -> int:
    """Fetch the source, if it is an address, and install it in the place of an earlier pack; returns how many characters there are.

    Raises what `core.backends.downloads.fetch` and `core.backends.strokes.install` raise; what was installed before then stays.
    """
    if not is_address(source):
        unpacking()
        return strokes.install(Path(source), folder, credit=credit)
    part = download_of(folder)
    fetch(source, part, progress=progress, sha256=sha256)
    unpacking()
    try:
        return strokes.install(part, folder, credit=credit)
    finally:
        # A complete download that cannot be used would otherwise be tried again every time.
        forget(part)


class StrokePack:
    """The pack of one server: what is installed, and a fetch in the background. Safe to share between threads."""

    def __init__(self, folder: Path | None, *, source: str = SOURCE, credit: str = CREDIT) -> None:
        """`folder` None: no folder is set, and none can be fetched. `source`, `credit`: other ones than those of the known pack."""
        self._folder = folder
        self._source = source
        self._credit = credit
        self._fetching = BackgroundFetch("stroke-pack")

    @property
    def fetch(self) -> PackFetch:
        """The fetch that is under way, or how the last one of this process ended."""
        return self._fetching.now

    def installed(self) -> StrokesInstalled | None:
        """What is installed; None without a pack."""
        order = StrokeOrder(self._folder)
        characters = order.count()
        if self._folder is None or not characters:
            return None
        return StrokesInstalled(characters, _size(self._folder), order.credit())

    def begin(self) -> PackFetch:
        """Begin to fetch the pack, unless that is under way already; returns at once. Raises `BadSetting` without a folder."""
        if self._folder is None:
            raise BadSetting("WENLU_STROKES='' names no folder.")
        folder = self._folder.absolute()

        def install(progress: Progress, unpacking: Callable[[], None]) -> None:
            install_from(self._source, folder, credit=self._credit, progress=progress, unpacking=unpacking)

        return self._fetching.begin(install)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())
