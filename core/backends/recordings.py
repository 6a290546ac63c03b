"""Words and syllables recorded by native speakers: a folder of sound files named after what is said in them (爱.ogg, ma3.mp3), and
how the folder is filled."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import secrets
import shutil
import stat
import struct
import tarfile
import time
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, cast
from urllib.parse import quote

from core.errors import BadSetting, NoRecordings, NotAnArchive, TooManyRecordings
from core.language.levels import HAN
from core.language.pinyin import SYLLABLES

ADDRESS = "/recordings/"
SOUNDS = (".wav", ".ogg", ".mp3")
"""The last is preferred where a word has several: every browser plays mp3, and it is smaller than wav."""
PREFIX = "cmn-"
"""Files of the collection audio-cmn are named cmn-爱.mp3 and cmn-ai4.mp3."""
PREFERRED = "64k"
"""The folder of audio-cmn that its README calls optimal for a voice; 96k is no better to hear."""
CREDIT = "credit.txt"
MOST_BYTES = 2 * 2**20
"""A word takes a second or two; so much is a minute of mp3."""
MOST_WORDS = 20_000
UTF_8_NAMES = 0x800
"""The flag of a zip member whose name says that it is UTF-8 (APPNOTE.TXT, 4.4.4)."""
BROKEN = (
    tarfile.TarError, zipfile.BadZipFile, EOFError, OSError, zlib.error, lzma.LZMAError, RuntimeError, ValueError, ArithmeticError,
    LookupError, struct.error,
)  # fmt: skip
"""What the standard library raises on a damaged or encrypted archive, and on names and numbers in it that are none."""
MOST_FILES = 500_000
"""Of an archive; audio-cmn has some 50,000."""
MOST_UNPACKED = 8 * 2**30
"""Bytes of a whole archive: ten times audio-cmn in all its qualities."""
MOST_HEADER = 8 * 2**10
"""Bytes of one header of a tar: a path has 4,096 at most, and the standard library looks through longer ones in quadratic time."""
STEP_BYTES = 16 * 2**20
"""Between two looks at the clock on the way through a packed archive."""
MOST_SECONDS = 300.0
"""For listing and unpacking; the largest known pack takes ten."""

TONED = re.compile(r"(?P<letters>[a-zü]+)(?P<tone>[1-5])")

Stamp = tuple[int, int, int]
"""Tells one state of a folder from another."""

ArchivedFile = tuple[str, int, Callable[[], IO[bytes] | None]]
"""A regular file of an archive: its path, its size, a way to read it."""


@dataclass(frozen=True)
class _Contents:
    """What the folder held when it was last read."""

    stamp: Stamp | None
    files: Mapping[str, str]
    """File name by what is said in it."""
    words: frozenset[str]


class RecordedWords:
    """`core.ports.language.Recordings` over a folder, which is read on first use, and again once it was filled anew: a pack that was installed
    while the server runs is played without a new start."""

    def __init__(self, folder: Path | None) -> None:
        """None, a missing or an empty folder: no word has a recording."""
        self._folder = folder
        self._contents: _Contents | None = None

    @property
    def words(self) -> Collection[str]:
        """All words that have a recording."""
        return self._read.words

    @property
    def syllables(self) -> Collection[str]:
        """All toned syllables that have a recording, as `lü4`."""
        contents = self._read
        return contents.files.keys() - contents.words

    def url(self, word: str) -> str | None:
        """Path of the word's recording on this server."""
        return self._address(word) if word in self._read.words else None

    def syllable_url(self, syllable: str) -> str | None:
        """Path of the recording of a syllable (`lü4`, `ma5`) on this server."""
        return None if syllable in self._read.words else self._address(syllable)

    def file(self, name: str) -> Path | None:
        """The sound file of that name; None for every name that was not found in the folder itself."""
        if self._folder is None or self._read.files.get(_spoken_name(name) or "") != name:
            return None
        path = self._folder / name
        return path if path.is_file() else None

    def credit(self) -> str:
        """Who made the recordings; "" where nobody is named."""
        return credit_in(self._folder)

    def _address(self, spoken: str) -> str | None:
        name = self._read.files.get(spoken)
        return None if name is None else ADDRESS + quote(name)

    @property
    def _read(self) -> _Contents:
        """The folder as it is now; one look at its date tells whether it changed."""
        stamp = folder_stamp(self._folder)
        contents = self._contents
        if contents is None or contents.stamp != stamp:
            names = [path.name for path in folder_entries(self._folder)] if self._folder else []
            files = {
                spoken: name for name in sorted(names, key=_format_rank) if (spoken := _spoken_name(name)) is not None
            }
            contents = _Contents(stamp, files, frozenset(spoken for spoken in files if HAN.match(spoken)))
            self._contents = contents
        return contents


def install(archive: Path, folder: Path, *, credit: str = "", also: Sequence[Path] = ()) -> int:
    """Fill the folder from a tar, a zip or a folder of sound files, and give back how many words it then has.

    `also` are further archives whose recordings are put beside those of the first. What the folder held before is replaced, at the very end: where anything is wrong, nothing changes. Raises
    `NotAnArchive`, `NoRecordings`, `TooManyRecordings`, and `BadSetting` where the folder cannot be written or holds
    files of another kind.
    """
    _refuse_foreign_folder(folder)
    fresh = folder.with_name(f".{folder.name}-{secrets.token_hex(4)}")
    try:
        with folder_writing(folder):
            fresh.mkdir(parents=True)
        for source in (*also[::-1], archive):
            _unpack(source, fresh, folder)
        with folder_writing(folder):
            if credit:
                (fresh / CREDIT).write_text(f"{credit}\n", encoding="utf-8")
            count = sum(HAN.match(path.name) is not None for path in fresh.iterdir())
            swapped(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return count


def remove(folder: Path) -> None:
    """Take the recordings away. Raises `BadSetting` as `install` does."""
    _refuse_foreign_folder(folder)
    with folder_writing(folder):
        if folder.exists():
            shutil.rmtree(folder)


@dataclass(frozen=True)
class _Member:
    """A sound file of an archive, under the name that it gets: nothing of its path is kept."""

    spoken: str
    target: str
    size: int
    read: Callable[[], IO[bytes] | None]
    index: int
    preferred: bool

    @property
    def preference(self) -> tuple[bool, int, int]:
        """By which the better of two recordings of a word is chosen: by folder, by kind, then by size."""
        return self.preferred, _format_rank(self.target), self.size


def _spoken_name(name: str) -> str | None:
    """The word in Chinese characters, or the syllable with its tone, that a sound file of that name holds; None for other files.
    >>> _spoken_name("cmn-爱.ogg"), _spoken_name("爱好.MP3"), _spoken_name("cmn-lv4.mp3"), _spoken_name("credit.txt"), _spoken_name("从_起.ogg")
    ('爱', '爱好', 'lü4', None, None)
    """
    stem, suffix = PurePosixPath(name).stem.removeprefix(PREFIX), PurePosixPath(name).suffix.lower()
    if suffix not in SOUNDS or not stem:
        return None
    return stem if all(map(HAN.fullmatch, stem)) else toned_syllable(stem)


def toned_syllable(text: str) -> str | None:
    """A syllable of pinyin with its tone as a number, spelt as everywhere here (v is ü, but ju for jü); None for anything else.

    >>> toned_syllable("ma3"), toned_syllable("lve4"), toned_syllable("jv4"), toned_syllable("ma"), toned_syllable("love4")
    ('ma3', 'lüe4', 'ju4', None, None)
    """
    match = TONED.fullmatch(text.replace("v", "ü"))
    if match is None:
        return None
    letters = match["letters"]
    if letters[0] in "jqxy":
        letters = letters.replace("ü", "u")
    return letters + match["tone"] if letters in SYLLABLES else None


def _format_rank(name: str) -> int:
    suffix = PurePosixPath(name).suffix.lower()
    return SOUNDS.index(suffix) if suffix in SOUNDS else -1


def _members(files: Iterable[ArchivedFile]) -> Iterator[_Member]:
    """The sound files among the regular files of an archive."""
    for index, (path, size, read) in enumerate(files):
        *above, name = path.replace("\\", "/").split("/")
        spoken = _spoken_name(name)
        if spoken is not None and 0 < size <= MOST_BYTES:
            yield _Member(spoken, spoken + PurePosixPath(name).suffix.lower(), size, read, index, PREFERRED in above)


def _unpack(archive: Path, fresh: Path, folder: Path) -> None:
    """Its recordings into the folder `fresh`, over those of the same words."""
    with opened_files(archive) as files:
        for member in _chosen(_members(files), archive.name):
            content = _content(member, archive.name)
            with folder_writing(folder):
                for suffix in SOUNDS:
                    (fresh / f"{member.spoken}{suffix}").unlink(missing_ok=True)
                (fresh / member.target).write_bytes(content)


def _chosen(members: Iterator[_Member], name: str) -> list[_Member]:
    """One recording for each word, in the order of the archive: a compressed tar is slow to read in any other."""
    chosen: dict[str, _Member] = {}
    with file_reading(name):
        for member in members:
            best = chosen.get(member.spoken)
            if best is None or member.preference > best.preference:
                chosen[member.spoken] = member
            if len(chosen) > MOST_WORDS:
                raise TooManyRecordings(name, most=MOST_WORDS)
    if not chosen:
        raise NoRecordings(name)
    return sorted(chosen.values(), key=lambda member: member.index)


def _content(member: _Member, name: str) -> bytes:
    with file_reading(name):
        stream = member.read()
        if stream is None:
            raise EOFError
        with stream:
            # The size stands in the archive and need not be true.
            return stream.read(MOST_BYTES)


class _Bounded(io.RawIOBase):
    """An unpacked tar as a stream that gives only so much at once, in all, and for so long.

    A header of a tar says how long the next one is, and the standard library reads as much as it says.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._deadline = time.monotonic() + MOST_SECONDS
        self.most_at_once = MOST_HEADER

    def read(self, size: int = -1) -> bytes:
        """Raises `tarfile.ReadError` over a bound."""
        if not 0 <= size <= self.most_at_once or time.monotonic() > self._deadline or self.tell() > MOST_UNPACKED:
            raise tarfile.ReadError(f"{size} bytes are asked for")
        return self._stream.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """As `io.IOBase.seek`, step by step, so that a bound is met on the way through a packed stream."""
        if whence != io.SEEK_SET or not 0 <= offset <= MOST_UNPACKED:
            raise tarfile.ReadError(f"{offset} lies beyond an archive")
        while self.tell() < offset:
            previous = self.tell()
            if time.monotonic() > self._deadline:
                raise tarfile.ReadError("it takes too long")
            self._stream.seek(min(offset, previous + STEP_BYTES))
            if self.tell() == previous:
                break
        return self._stream.seek(offset) if self.tell() > offset else self.tell()

    def tell(self) -> int:
        """Where the next byte stands."""
        return self._stream.tell()

    def seekable(self) -> bool:
        """It can be read again from the start."""
        return True

    def readable(self) -> bool:
        """It can be read."""
        return True


@contextmanager
def opened_files(archive: Path) -> Iterator[Iterator[ArchivedFile]]:
    """The files of a tar, a zip or a folder, for as long as it is open, within bounds on their number, their size and the time. Raises `NotAnArchive`."""
    if archive.is_dir():
        yield _folder_files(archive)
        return
    with ExitStack() as stack:
        with file_reading(archive.name):
            if zipfile.is_zipfile(archive):
                files = _zip_files(stack.enter_context(zipfile.ZipFile(archive)))
            else:
                stream = _Bounded(stack.enter_context(_unpacked(archive)))
                files = _tar_files(stack.enter_context(tarfile.open(fileobj=stream, mode="r:")), stream)
        yield files


def _unpacked(archive: Path) -> IO[bytes]:
    """The file, through the compression that its first bytes name."""
    with archive.open("rb") as opened:
        beginning = opened.read(6)
    for mark, open_packed in ((b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ\x00", lzma.open)):
        if beginning.startswith(mark):
            return cast("IO[bytes]", open_packed(archive, "rb"))
    return archive.open("rb")


def _folder_files(folder: Path) -> Iterator[ArchivedFile]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path.relative_to(folder).as_posix(), path.stat().st_size, lambda path=path: path.open("rb")  # type: ignore[misc]


def _tar_files(packed: tarfile.TarFile, stream: _Bounded) -> Iterator[ArchivedFile]:
    def content(member: tarfile.TarInfo) -> IO[bytes] | None:
        stream.most_at_once = MOST_BYTES
        return packed.extractfile(member)

    stream.most_at_once = MOST_HEADER
    for number, member in enumerate(packed):
        # Kept by `packed` for those who ask by name, which nobody does.
        packed.members = []  # type: ignore[attr-defined]
        _refuse_too_many(number + 1)
        if member.isreg():
            yield member.name, member.size, lambda member=member: content(member)  # type: ignore[misc]
            # Whoever read the file while the tar is listed was allowed more than a header has.
            stream.most_at_once = MOST_HEADER


def _refuse_too_many(files: int) -> None:
    if files > MOST_FILES:
        raise tarfile.ReadError(f"more than {MOST_FILES} files")


def _zip_files(packed: zipfile.ZipFile) -> Iterator[ArchivedFile]:
    _refuse_too_many(len(packed.infolist()))
    for member in packed.infolist():
        kind = stat.S_IFMT(member.external_attr >> 16)
        if not member.is_dir() and kind in (0, stat.S_IFREG):
            yield _zip_name(member), member.file_size, lambda member=member: packed.open(member)  # type: ignore[misc]


def _zip_name(member: zipfile.ZipInfo) -> str:
    """Names without the flag are read as code page 437; macOS writes UTF-8 there, Chinese Windows GBK."""
    if member.flag_bits & UTF_8_NAMES:
        return member.filename
    for encoding in ("utf-8", "gb18030"):
        try:
            return member.filename.encode("cp437").decode(encoding)
        except UnicodeError:
            continue
    return member.filename


def swapped(fresh: Path, folder: Path) -> None:
    """`fresh` in the place of `folder`; a full folder cannot be renamed over, so the old one steps aside first."""
    old = fresh.with_name(f"{fresh.name}-old")
    if folder.exists():
        folder.rename(old)
    try:
        fresh.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _refuse_foreign_folder(folder: Path) -> None:
    """Raise `BadSetting` for a folder that holds anything but recordings: it was named by mistake, and its files would
    be lost."""
    foreign = [path.name for path in folder_entries(folder) if path.name != CREDIT and _spoken_name(path.name) is None]
    if foreign:
        raise BadSetting(f"The folder of recordings holds {foreign[0]!r}, which is no recording; nothing was changed.")


def credit_in(folder: Path | None) -> str:
    """Who made the recordings of a folder; "" where nobody is named."""
    try:
        return (folder / CREDIT).read_text(encoding="utf-8").strip() if folder else ""
    except OSError:
        return ""


def folder_stamp(folder: Path | None) -> Stamp | None:
    """Tells one state of a folder from another; None where it cannot be looked at."""
    try:
        found = folder.stat() if folder else None
    except OSError:
        return None
    return None if found is None else (found.st_dev, found.st_ino, found.st_mtime_ns)


def folder_entries(folder: Path) -> list[Path]:
    """What lies in a folder; nothing in one that is missing. Raises `BadSetting` for one that cannot be read."""
    try:
        return list(folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise BadSetting(f"The folder of recordings cannot be read: {error.strerror}.") from error


@contextmanager
def file_reading(name: str) -> Iterator[None]:
    try:
        yield
    except BROKEN as error:
        raise NotAnArchive(name) from error


@contextmanager
def folder_writing(folder: Path, *, of: str = "recordings") -> Iterator[None]:
    """Faults of the disk are the operator's: they become `BadSetting`."""
    try:
        yield
    except OSError as error:
        raise BadSetting(f"The folder of {of} {folder.name!r} cannot be written: {error.strerror}.") from error
