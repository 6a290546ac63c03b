"""Recordings of words: what is taken of an archive, what is refused, and what is served."""

from __future__ import annotations

import gzip
import io
import tarfile
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from core.backends import recordings
from core.backends.recordings import MOST_BYTES, RecordedWords, install, opened_files, remove
from core.errors import BadSetting, NoRecordings, NotAnArchive, TooManyRecordings, WenluError

PACK = {"爱.ogg": b"love", "words/cmn-爱好.MP3": b"hobby", "words/readme.txt": b"no sound", "从_起.ogg": b"pattern"}


def tar(path: Path, files: Mapping[str, bytes], mode: str = "w:gz") -> Path:
    """A tar of files."""
    with tarfile.open(path, mode) as packed:  # type: ignore[call-overload]
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))
    return path


def zipped(path: Path, files: Mapping[str, bytes]) -> Path:
    """A zip of files."""
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return path


def folder_of(path: Path, files: Mapping[str, bytes]) -> Path:
    """A folder of files."""
    for name, content in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(content)
    return path


def inside(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where recordings are installed; nothing else may appear in the folder around it."""
    return tmp_path / "home" / "recordings"


@pytest.mark.parametrize("kind", ["tar", "tar.gz", "zip", "folder"])
def test_words_are_taken_of_every_kind_of_pack(tmp_path: Path, home: Path, kind: str) -> None:
    pack = tmp_path / f"pack.{kind}"
    made = {
        "tar": lambda: tar(pack, PACK, "w"),
        "tar.gz": lambda: tar(pack, PACK),
        "zip": lambda: zipped(pack, PACK),
        "folder": lambda: folder_of(pack, PACK),
    }[kind]()
    assert install(made, home, credit="Li Ming (CC BY)") == 2
    assert inside(home) == {"credit.txt": b"Li Ming (CC BY)\n", "爱.ogg": b"love", "爱好.mp3": b"hobby"}
    assert [path.name for path in home.parent.iterdir()] == ["recordings"]
    recorded = RecordedWords(home)
    assert set(recorded.words) == {"爱", "爱好"}
    assert (recorded.url("爱"), recorded.url("狗")) == ("/recordings/%E7%88%B1.ogg", None)
    assert recorded.credit() == "Li Ming (CC BY)"


def test_without_a_folder_no_word_is_recorded(tmp_path: Path) -> None:
    for recorded in (RecordedWords(None), RecordedWords(tmp_path / "nowhere"), RecordedWords(tmp_path)):
        assert not recorded.words
        assert (recorded.url("爱"), recorded.file("爱.ogg"), recorded.credit()) == (None, None, "")


def test_only_names_of_recordings_open_a_file(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "recordings", {"爱.ogg": b"love", "credit.txt": b"Li Ming", "../好.ogg": b"outside"})
    recorded = RecordedWords(folder)
    assert recorded.file("爱.ogg") == folder / "爱.ogg"
    for name in (
        "../好.ogg",
        "好.ogg",
        "credit.txt",
        "./爱.ogg",
        "爱.mp3",
        "",
        ".",
        "..",
        str(folder / "爱.ogg"),
        "爱.ogg\0",
    ):
        assert recorded.file(name) is None, name
    (folder / "爱.ogg").unlink()
    assert recorded.file("爱.ogg") is None


@pytest.mark.parametrize("name", ["../爱.ogg", "../../爱.ogg", "/etc/爱.ogg", "a/../../爱.ogg", "..\\爱.ogg"])
def test_a_path_in_an_archive_leads_nowhere(tmp_path: Path, home: Path, name: str) -> None:
    for pack in (tar(tmp_path / "pack.tar", {name: b"love"}, "w"), zipped(tmp_path / "pack.zip", {name: b"love"})):
        before = set(tmp_path.rglob("*"))
        assert install(pack, home) == 1
        assert inside(home) == {"爱.ogg": b"love"}
        assert {path for path in tmp_path.rglob("*") if home.parent not in (path, *path.parents)} <= before


def test_links_are_not_followed(tmp_path: Path, home: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"not for others")
    pack = tar(tmp_path / "pack.tar", {"爱.ogg": b"love"}, "w")
    with tarfile.open(pack, "a") as packed:
        for name, kind in (("好.ogg", tarfile.SYMTYPE), ("大.ogg", tarfile.LNKTYPE)):
            link = tarfile.TarInfo(name)
            link.type, link.linkname = kind, str(secret)
            packed.addfile(link)
    assert install(pack, home) == 1
    folder = folder_of(tmp_path / "folder", {"爱.ogg": b"love"})
    (folder / "好.ogg").symlink_to(secret)
    assert install(folder, home) == 1
    with zipfile.ZipFile(tmp_path / "pack.zip", "w") as zip_file:
        zip_file.writestr("爱.ogg", b"love")
        zip_link = zipfile.ZipInfo("好.ogg")
        zip_link.external_attr = 0o120777 << 16
        zip_file.writestr(zip_link, str(secret))
    assert install(tmp_path / "pack.zip", home) == 1


def test_what_is_empty_or_too_large_is_left_out(tmp_path: Path, home: Path) -> None:
    files = {"爱.ogg": b"x" * MOST_BYTES, "好.ogg": b"x" * (MOST_BYTES + 1), "大.ogg": b""}
    assert install(tar(tmp_path / "pack.tar.gz", files), home) == 1
    assert set(inside(home)) == {"爱.ogg"}


def test_of_several_recordings_of_a_word_one_is_kept(tmp_path: Path, home: Path) -> None:
    files = {"a/爱.mp3": b"x", "b/cmn-爱.mp3": b"xx", "c/爱.wav": b"xxx", "d/爱.ogg": b"xxxx", "e/爱.mp3": b"y"}
    assert install(tar(tmp_path / "pack.tar", files, "w"), home) == 1
    assert inside(home) == {"爱.mp3": b"xx"}


@pytest.mark.parametrize("encoding", ["utf-8", "gbk"])
def test_names_of_zips_that_do_not_say_their_encoding_are_read(tmp_path: Path, home: Path, encoding: str) -> None:
    # Of one length, so that the name can be put in afterwards: this library writes it without the flag when it is ASCII.
    name = "爱好.ogg".encode(encoding)
    pack = zipped(tmp_path / "pack.zip", {"_" * len(name): b"hobby"})
    pack.write_bytes(pack.read_bytes().replace(b"_" * len(name), name))
    assert install(pack, home) == 1
    assert set(inside(home)) == {"爱好.ogg"}


def test_a_new_pack_takes_the_place_of_the_old_one(tmp_path: Path, home: Path) -> None:
    install(tar(tmp_path / "old.tar.gz", {"爱.ogg": b"old", "好.ogg": b"old"}), home, credit="Li Ming")
    install(tar(tmp_path / "new.tar.gz", {"爱.ogg": b"new"}), home)
    assert inside(home) == {"爱.ogg": b"new"}
    assert install(home, home) == 1
    remove(home)
    assert list(home.parent.iterdir()) == []
    remove(home)


def broken(tmp_path: Path, kind: str) -> Path:
    """A pack of which nothing can be taken, or not all."""
    noise = bytes(place * place % 251 for place in range(200_000))
    pack = tmp_path / "pack"
    if kind == "text":
        pack.write_text("爱")
    elif kind == "nothing":
        pack.write_bytes(b"")
    elif kind == "empty tar":
        tar(pack, {})
    elif kind == "no words":
        zipped(pack, {"readme.txt": b"no sound"})
    elif kind == "tar cut off":
        tar(pack, {"好.ogg": b"good", "爱.ogg": noise}, "w")
        pack.write_bytes(pack.read_bytes()[:100_000])
    elif kind == "tar.gz cut off":
        tar(pack, {"好.ogg": b"good", "爱.ogg": noise})
        pack.write_bytes(pack.read_bytes()[:-300])
    elif kind == "zip with a fault":
        zipped(pack, {"好.ogg": b"good", "爱.ogg": noise})
        pack.write_bytes(pack.read_bytes().replace(noise[500:600], bytes(100), 1))
    return pack


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("missing", NotAnArchive),
        ("text", NotAnArchive),
        ("nothing", NotAnArchive),
        ("tar cut off", NotAnArchive),
        ("tar.gz cut off", NotAnArchive),
        ("zip with a fault", NotAnArchive),
        ("empty tar", NoRecordings),
        ("no words", NoRecordings),
    ],
)
def test_a_pack_of_no_use_changes_nothing(tmp_path: Path, home: Path, kind: str, error: type[WenluError]) -> None:
    install(tar(tmp_path / "old.tar.gz", {"爱.ogg": b"old"}), home, credit="Li Ming")
    before = inside(home)
    with pytest.raises(error, match="'pack'") as refused:
        install(broken(tmp_path, kind), home)
    assert refused.value.remedy("zh") != refused.value.remedy("en")
    assert str(tmp_path) not in str(refused.value)
    assert inside(home) == before
    assert [path.name for path in home.parent.iterdir()] == ["recordings"]


def test_a_pack_has_a_most_number_of_words(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "MOST_WORDS", 1)
    with pytest.raises(TooManyRecordings, match=r"more than 1 words in 'pack\.tar'"):
        install(tar(tmp_path / "pack.tar", {"爱.ogg": b"a", "好.ogg": b"b"}, "w"), home)
    assert not home.exists()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "documents", {"letter.txt": b"Dear Li Ming", "爱.ogg": b"love"})
    for change in (lambda: install(tar(tmp_path / "pack.tar", PACK, "w"), folder), lambda: remove(folder)):
        with pytest.raises(BadSetting, match=r"holds 'letter\.txt', which is no recording; nothing was changed"):
            change()
    assert set(inside(folder)) == {"letter.txt", "爱.ogg"}


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadSetting, match="The folder of recordings"):
        install(tar(tmp_path / "pack.tar", PACK, "w"), tmp_path / "file" / "recordings")


def raw_tar(*members: tuple[str, int, bytes, bytes]) -> bytes:
    """A tar of (name, size claimed, kind, content)."""
    parts = []
    for name, size, kind, content in members:
        member = tarfile.TarInfo(name)
        member.size, member.type = size, kind
        parts += [member.tobuf(tarfile.GNU_FORMAT), content, bytes(-len(content) % 512)]
    return b"".join(parts) + bytes(1_024)


@pytest.mark.parametrize(
    "packed",
    [
        raw_tar(("x", 200_000, tarfile.XHDTYPE, b"1" * 200_000), ("爱.ogg", 4, tarfile.REGTYPE, b"love")),
        raw_tar(("x", 5_008, tarfile.XHDTYPE, b"9" * 5_000 + b" path=x\n"), ("爱.ogg", 4, tarfile.REGTYPE, b"love")),
        gzip.compress(raw_tar(("x", 30_000_000, tarfile.GNUTYPE_LONGNAME, b"x" * 30_000_000))),
        raw_tar(*[("x", 0, tarfile.XHDTYPE, b"")] * 2_000),
        raw_tar(("爱.ogg", 2**60, tarfile.REGTYPE, b"love"), ("好.ogg", 4, tarfile.REGTYPE, b"good")),
    ],
    ids=["digits", "length", "name", "headers", "size"],
)
def test_a_crafted_tar_is_refused_soon_and_nothing_changes(tmp_path: Path, home: Path, packed: bytes) -> None:
    archive = tmp_path / "pack.tar"
    archive.write_bytes(packed)
    began = time.process_time()
    with pytest.raises((NotAnArchive, NoRecordings), match=r"pack\.tar"):
        install(archive, home)
    assert time.process_time() - began < 5
    assert not home.exists()


def test_a_header_stays_bounded_after_a_file_was_read(tmp_path: Path) -> None:
    archive = tmp_path / "pack.tar"
    archive.write_bytes(
        raw_tar(
            ("爱.ogg", 4, tarfile.REGTYPE, b"love"),
            ("x", 200_000, tarfile.XHDTYPE, b"1" * 200_000),
            ("好.ogg", 4, tarfile.REGTYPE, b"good"),
        )
    )
    with opened_files(archive) as files:
        _, _, read = next(files)
        stream = read()
        assert stream is not None
        assert stream.read() == b"love"
        with pytest.raises(tarfile.ReadError, match="200192 bytes"):
            next(files)


def test_more_files_than_any_pack_has_are_refused(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "MOST_FILES", 2)
    with pytest.raises(NotAnArchive, match="cannot be read"):
        install(tar(tmp_path / "pack.tar.gz", PACK), home)
    with pytest.raises(NotAnArchive, match="cannot be read"):
        install(zipped(tmp_path / "pack.zip", PACK), home)


def test_a_pack_that_takes_too_long_is_refused(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "MOST_SECONDS", -1.0)
    with pytest.raises(NotAnArchive, match="cannot be read"):
        install(tar(tmp_path / "pack.tar.gz", PACK), home)
