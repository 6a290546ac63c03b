"""Recorded sentences: a folder of sound files with a table of what is said in each (`index.tsv`), and how the folder is filled."""

from __future__ import annotations

import csv
import io
import json
import re
import secrets
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from urllib.parse import quote

from core.backends.recordings import (
    CREDIT,
    MOST_BYTES,
    SOUNDS,
    ArchivedFile,
    Stamp,
    credit_in,
    file_reading,
    folder_entries,
    folder_stamp,
    folder_writing,
    opened_files,
    swapped,
)
from core.errors import BadSetting, NoSentences, NotAnArchive, TooManyRecordings
from core.language.levels import HAN
from core.language.normalise import fold
from core.ports.language import RecordedSentence

ADDRESS = "/recordings/sentences/"
"""Where the files are served. The scripts of the pages know by it that a voice was made by a machine (`shell/speech.js`)."""
INDEX = "index.tsv"
COLUMNS = ("file", "text", "pinyin", "english")
RECORDS = "sentences.json"
"""The same table as no7z/hsk-sentences-audio has it; its sound files lie in a folder beside it, a slow one beside each."""
MOST_INDEX = 64 * 2**20
"""Bytes; the known one of 4,354 sentences has some seven million."""
BLOCK_BYTES = 2**20
MOST_SENTENCES = 20_000
LONGEST = 200
"""Characters of a sentence."""
FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character, as JSON may hold it and no file."""
ASKED = "?"


@dataclass(frozen=True)
class _Contents:
    """What the folder held when it was last read."""

    stamp: Stamp | None
    sentences: tuple[RecordedSentence, ...]
    by_key: Mapping[str, RecordedSentence]
    files: frozenset[str]


NOTHING: Mapping[str, RecordedSentence] = MappingProxyType({})


def sentences_folder(recordings: str) -> Path | None:
    """The folder of sentences beside that of words: `recordings-sentences`; None where none is set.

    Beside and not inside, since a pack of words replaces its whole folder.
    """
    return Path(f"{recordings.rstrip('/')}-sentences") if recordings else None


def spoken_key(text: str) -> str:
    """What two texts have in common that sound the same: punctuation and width do not matter, but whether it is asked does.

    >>> spoken_key("你好，很高兴认识你。") == spoken_key("你好,很高兴认识你"), spoken_key("他来了？") == spoken_key("他来了。")
    (True, False)
    """
    key = fold(text)
    return f"{key}{ASKED}" if key and text.rstrip().endswith(("?", "？")) else key


class RecordedSentences:
    """`core.ports.language.SentenceRecordings` over a folder, which is read on first use, and again once it was filled anew."""

    def __init__(self, folder: Path | None) -> None:
        """None, a missing or an empty folder: no sentence has a recording."""
        self._folder = folder
        self._contents = _Contents(None, (), NOTHING, frozenset())

    @property
    def sentences(self) -> Sequence[RecordedSentence]:
        """All recorded sentences; the same object for as long as the folder is not filled anew."""
        return self._read.sentences

    def url(self, text: str) -> str | None:
        """Path of the recording of a text on this server; None for one of which nobody said every word and nothing else."""
        found = self._read.by_key.get(spoken_key(text))
        return None if found is None else ADDRESS + quote(found.file)

    def file(self, name: str) -> Path | None:
        """The sound file of that name; None for every name that the table does not have."""
        if self._folder is None or name not in self._read.files:
            return None
        path = self._folder / name
        return path if path.is_file() else None

    def credit(self) -> str:
        """Who made the recordings; "" where nobody is named."""
        return credit_in(self._folder)

    @property
    def _read(self) -> _Contents:
        stamp = folder_stamp(self._folder)
        contents = self._contents
        if contents.stamp != stamp:
            sentences = tuple(_installed_rows(self._folder)) if self._folder else ()
            by_key: dict[str, RecordedSentence] = {}
            for sentence in sentences:
                by_key.setdefault(spoken_key(sentence.text), sentence)
            contents = _Contents(stamp, sentences, by_key, frozenset(sentence.file for sentence in sentences))
            self._contents = contents
        return contents


def install(archive: Path, folder: Path, *, credit: str = "") -> int:
    """Fill the folder from a tar, a zip or a folder of sound files with their table, and give back how many sentences it then has.

    The table is an `index.tsv` with columns file, text and, as far as there are any, pinyin (`ni3 hao3`) and english, or the `sentences.json`
    of no7z/hsk-sentences-audio; files that it does not name are left out. What the folder held before is replaced, at the very end: where
    anything is wrong, nothing changes. Raises `NotAnArchive`, `NoSentences`, `TooManyRecordings`, and `BadSetting` where the folder cannot be
    written or holds files of another kind.
    """
    _refuse_foreign_folder(folder)
    fresh = folder.with_name(f".{folder.name}-{secrets.token_hex(4)}")
    try:
        with folder_writing(folder):
            fresh.mkdir(parents=True)
        sentences = _unpack(archive, fresh, folder)
        with folder_writing(folder):
            if credit:
                (fresh / CREDIT).write_text(f"{credit}\n", encoding="utf-8")
            (fresh / INDEX).write_text(_written(sentences), encoding="utf-8")
            swapped(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return len(sentences)


def remove(folder: Path) -> None:
    """Take the recordings away. Raises `BadSetting` as `install` does."""
    _refuse_foreign_folder(folder)
    with folder_writing(folder):
        if folder.exists():
            shutil.rmtree(folder)


def _unpack(archive: Path, fresh: Path, folder: Path) -> list[RecordedSentence]:
    """The recordings that the archive's table names, into the folder `fresh`; of a sentence that it names twice the first."""
    with opened_files(archive) as files:
        sounds, tables = _listed(files, archive.name)
        sentences: dict[str, RecordedSentence] = {}
        for row in _rows_of(tables, archive.name):
            if row.file in sounds:
                sentences.setdefault(spoken_key(row.text), row)
        if not sentences:
            raise NoSentences(archive.name)
        if len(sentences) > MOST_SENTENCES:
            raise TooManyRecordings(archive.name, most=MOST_SENTENCES, of="sentences")
        named = {sentence.file for sentence in sentences.values()}
        # In the order of the archive: a compressed tar is slow to read in any other.
        for name, file in sounds.items():
            if name in named:
                content = _content(file, archive.name, most=MOST_BYTES)
                with folder_writing(folder):
                    (fresh / name).write_bytes(content)
    return list(sentences.values())


def _listed(
    files: Iterable[ArchivedFile], archive_name: str
) -> tuple[dict[str, ArchivedFile], dict[str, ArchivedFile]]:
    """The sound files and the tables of an archive by their bare names, in its order; nothing of their paths is kept."""
    sounds: dict[str, ArchivedFile] = {}
    tables: dict[str, ArchivedFile] = {}
    with file_reading(archive_name):
        for file in files:
            name = PurePosixPath(file[0].replace("\\", "/")).name
            if name in (INDEX, RECORDS):
                tables.setdefault(name, file)
            elif _is_sound(name) and 0 < file[1] <= MOST_BYTES:
                sounds.setdefault(name, file)
    return sounds, tables


def _rows_of(tables: Mapping[str, ArchivedFile], archive_name: str) -> Iterator[RecordedSentence]:
    for name, read in ((INDEX, _rows_of_index), (RECORDS, _rows_of_records)):
        if name in tables:
            text = _content(tables[name], archive_name, most=MOST_INDEX)
            with file_reading(archive_name):
                yield from filter(_is_usable, list(read(text.decode("utf-8-sig"))))
            return


def _rows_of_index(text: str) -> Iterator[RecordedSentence]:
    """Raises `ValueError` for a table with a field longer than `csv` reads."""
    try:
        for row in csv.DictReader(io.StringIO(text, newline=""), delimiter="\t", quoting=csv.QUOTE_NONE):
            file, said, pinyin, english = ((row.get(column) or "").strip() for column in COLUMNS)
            yield RecordedSentence(PurePosixPath(file).name, said, pinyin, english)
    except csv.Error as error:
        raise ValueError(str(error)) from error


def _rows_of_records(text: str) -> Iterator[RecordedSentence]:
    records = json.loads(text)
    if not isinstance(records, list):
        raise ValueError("no list of sentences")
    for record in records:
        match record:
            case {"chinese": str(said), "audio": {"normal": str(file)}, **rest}:
                translation = rest.get("translation")
                english = translation.get("en") if isinstance(translation, dict) else ""
                name = PurePosixPath(file).name
                yield RecordedSentence(name, said, str(rest.get("pinyin_numbered") or ""), str(english or ""))


def _is_usable(row: RecordedSentence) -> bool:
    one_line = not any(character in "\t\r\n" for field in row for character in field)
    writable = not any(SURROGATE.search(field) for field in row)
    bounded = len(row.text) <= LONGEST and len(row.pinyin) <= 10 * LONGEST and len(row.english) <= 10 * LONGEST
    return _is_sound(row.file) and one_line and writable and bounded and HAN.search(row.text) is not None


def _is_sound(name: str) -> bool:
    return FILE_NAME.fullmatch(name) is not None and PurePosixPath(name).suffix.lower() in SOUNDS


def _content(file: ArchivedFile, archive_name: str, *, most: int) -> bytes:
    """A file of the archive, block by block, since its size stands there and need not be true."""
    _, _, read = file
    with file_reading(archive_name):
        stream = read()
        if stream is None:
            raise EOFError
        content = bytearray()
        with stream:
            while block := stream.read(BLOCK_BYTES):
                content += block
                if len(content) > most:
                    raise NotAnArchive(archive_name)
        return bytes(content)


def _written(sentences: Sequence[RecordedSentence]) -> str:
    rows = [COLUMNS, *sentences]
    return "".join("\t".join(row) + "\n" for row in rows)


def _installed_rows(folder: Path) -> list[RecordedSentence]:
    try:
        text = (folder / INDEX).read_text(encoding="utf-8")
        return list(filter(_is_usable, _rows_of_index(text)))
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise BadSetting(f"The table of recorded sentences cannot be read: {type(error).__name__}.") from error


def _refuse_foreign_folder(folder: Path) -> None:
    """Raise `BadSetting` for a folder that holds anything but recordings: it was named by mistake, and its files would be lost."""
    foreign = [
        path.name for path in folder_entries(folder) if path.name not in (CREDIT, INDEX) and not _is_sound(path.name)
    ]
    if foreign:
        raise BadSetting(
            f"The folder of recorded sentences holds {foreign[0]!r}, which is no recording; nothing was changed."
        )
