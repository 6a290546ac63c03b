"""Stroke order of characters: a folder with one file a character (我.json), and how the folder is filled.

The data are those of Make Me a Hanzi in the form of hanzi-writer-data: `strokes`, the outline of each stroke as an SVG path, and `medians`, the
line along which it is written, in a square of 1,024 units whose vertical axis points up from 124 units below the square's foot.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Annotated

from pydantic import Field, StringConstraints, ValidationError

from core.backends import downloads
from core.backends.recordings import CREDIT as CREDIT_FILE
from core.backends.recordings import credit_in, file_reading, folder_writing, opened_files, swapped
from core.errors import BadSetting, NotAnArchive
from core.language.levels import HAN
from core.wire import Closed

SOURCE = "https://registry.npmjs.org/hanzi-writer-data/-/hanzi-writer-data-2.0.1.tgz"
CREDIT = "Make Me a Hanzi (Shaunak Kishore) and hanzi-writer-data (David Chanin), from Arphic PL KaitiM; Arphic Public License, https://github.com/skishore/makemeahanzi"
LINES = "graphics.txt"
"""All characters in one file, a line of JSON each: the form of Make Me a Hanzi itself."""
MOST_CHARACTERS = 30_000
MOST_LINE = 200_000
"""Bytes of one character; the largest known has 20,000."""

writing = partial(folder_writing, of="stroke order")
"""Faults of the disk as `BadSetting`."""

STROKE_FILE = re.compile(rf"^{HAN.pattern}\.json$")

SvgPath = Annotated[str, StringConstraints(max_length=8_000, pattern=r"^[MLQCZ0-9 .,\-]+$")]
Point = tuple[float, float]


class Strokes(Closed):
    """How one character is written, stroke by stroke."""

    strokes: list[SvgPath] = Field(min_length=1, max_length=100)
    medians: list[list[Point]] = Field(min_length=1, max_length=100)


class StrokeOrder:
    """The folder, which may be filled while the server runs."""

    def __init__(self, folder: Path | None) -> None:
        """None, a missing or an empty folder: no character has an order."""
        self._folder = folder

    def of(self, character: str) -> Strokes | None:
        """The strokes of a character; None for one that is not installed, and for a file that is damaged."""
        if self._folder is None or len(character) != 1 or not HAN.match(character):
            return None
        try:
            return _checked((self._folder / f"{character}.json").read_bytes())
        except OSError:
            return None

    def count(self) -> int:
        """How many characters are installed."""
        return 0 if self._folder is None or not self._folder.is_dir() else sum(1 for _ in self._folder.glob("*.json"))

    def credit(self) -> str:
        """Who made the data; "" where nobody is named."""
        return credit_in(self._folder)


def install(archive: Path, folder: Path, *, credit: str = CREDIT) -> int:
    """Fill the folder from a tar, a zip, a folder or `graphics.txt`, and give back how many characters it then has.

    What it held before is replaced at the very end: where anything is wrong, nothing changes. A character whose strokes are no strokes is
    left out. Raises `NotAnArchive` for what holds none, and `BadSetting` where the folder cannot be written or holds other files.
    """
    _refuse_foreign_folder(folder)
    fresh = folder.with_name(f".{folder.name}-{secrets.token_hex(4)}")
    try:
        with writing(folder):
            fresh.mkdir(parents=True)
            (fresh / CREDIT_FILE).write_text(f"{credit}\n", encoding="utf-8")
        count = 0
        for character, strokes in _characters(archive):
            with writing(folder):
                (fresh / f"{character}.json").write_text(strokes.model_dump_json(), encoding="utf-8")
            count += 1
            if count > MOST_CHARACTERS:
                raise NotAnArchive(archive.name)
        if count == 0:
            raise NotAnArchive(archive.name)
        with writing(folder):
            swapped(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return count


def remove(folder: Path) -> None:
    """Remove the data, and what is left of a download that was cut off. Raises `BadSetting` as `install` does."""
    _refuse_foreign_folder(folder)
    with writing(folder):
        if folder.exists():
            shutil.rmtree(folder)
    downloads.forget(download_of(folder))


def download_of(folder: Path) -> Path:
    """The file beside the folder into which the data are downloaded."""
    return folder.with_name(f".{folder.name}-download")


def _characters(archive: Path) -> Iterator[tuple[str, Strokes]]:
    """Characters with their strokes, each once."""
    seen: set[str] = set()
    for character, content in _contents(archive):
        strokes = _checked(content)
        if strokes is not None and character not in seen:
            seen.add(character)
            yield character, strokes


def _contents(archive: Path) -> Iterator[tuple[str, bytes]]:
    if archive.is_file() and archive.name == LINES:
        with file_reading(archive.name), archive.open("rb") as lines:
            yield from _lines(lines)
        return
    with opened_files(archive) as files, file_reading(archive.name):
        for name, size, read in files:
            path = PurePosixPath(name)
            if path.name == LINES:
                with _stream(read) as lines:
                    yield from _lines(lines)
            elif path.suffix == ".json" and len(path.stem) == 1 and HAN.match(path.stem) and size <= MOST_LINE:
                with _stream(read) as stream:
                    yield path.stem, stream.read(MOST_LINE)


def _stream(read: Callable[[], IO[bytes] | None]) -> IO[bytes]:
    """A file of an archive. Raises `EOFError` where it is named and not there."""
    stream = read()
    if stream is None:
        raise EOFError
    return stream


def _lines(lines: IO[bytes]) -> Iterator[tuple[str, bytes]]:
    """The characters of `graphics.txt`."""
    while line := lines.readline(MOST_LINE):
        try:
            row = json.loads(line)
            character = row["character"]
        except (ValueError, TypeError, KeyError, RecursionError):
            continue
        if isinstance(character, str) and len(character) == 1 and HAN.match(character):
            yield character, line


def _checked(content: bytes) -> Strokes | None:
    """The strokes, where the content is some, each with its median."""
    try:
        row = json.loads(content)
        strokes = Strokes.model_validate_json(json.dumps({"strokes": row["strokes"], "medians": row["medians"]}))
    except (ValueError, TypeError, KeyError, RecursionError, ValidationError):
        return None
    return strokes if len(strokes.strokes) == len(strokes.medians) and all(strokes.medians) else None


def _refuse_foreign_folder(folder: Path) -> None:
    """Raises `BadSetting` for a folder that holds anything but strokes: it was named by mistake, and its files would be lost."""
    if not folder.is_dir():
        return
    foreign = [path.name for path in folder.iterdir() if path.name != CREDIT_FILE and not STROKE_FILE.match(path.name)]
    if foreign:
        raise BadSetting(f"The folder of stroke order holds {foreign[0]!r}, which is none; nothing was changed.")
