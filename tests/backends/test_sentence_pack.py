"""Recorded sentences: what is taken of a pack, what is refused, and what is played for which text."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

import pytest

from core.backends.sentence_pack import RecordedSentences, install, remove, sentences_folder
from core.errors import BadSetting, NoSentences, NotAnArchive, WenluError

INDEX = "file\ttext\tpinyin\nhsk1-0001.mp3\t我们是同学。\two3 men5 shi4 tong2 xue2\nhsk1-0002.mp3\t你是学生吗？\tni3 shi4 xue2 sheng1 ma5\n"
SOUND = b"sound" * 100


def pack(path: Path, files: dict[str, bytes]) -> Path:
    """A tar, or a tar.gz, of files in their order."""
    with tarfile.open(path, "w:gz" if path.suffix == ".gz" else "w") as written:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            written.addfile(member, io.BytesIO(content))
    return path


def flat(path: Path, index: str = INDEX, *names: str) -> Path:
    """A pack with its sound files side by side and a table."""
    sounds = dict.fromkeys(names or ("hsk1-0001.mp3", "hsk1-0002.mp3"), SOUND)
    return pack(path, {**sounds, "index.tsv": index.encode()})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the sentences are to lie."""
    return tmp_path / "home" / "recordings-sentences"


def test_a_table_beside_its_files_says_what_each_says(tmp_path: Path, folder: Path) -> None:
    assert install(flat(tmp_path / "pack.tar"), folder, credit="Somebody (CC BY-SA)") == 2
    recorded = RecordedSentences(folder)
    assert [sentence.text for sentence in recorded.sentences] == ["我们是同学。", "你是学生吗？"]
    assert recorded.sentences[0].pinyin == "wo3 men5 shi4 tong2 xue2"
    assert recorded.credit() == "Somebody (CC BY-SA)"
    assert recorded.file("hsk1-0001.mp3") == folder / "hsk1-0001.mp3"
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_the_repository_as_it_is_packed_gives_each_sentence_at_its_usual_speed(tmp_path: Path, folder: Path) -> None:
    records = [
        {
            "id": "hsk1-0001",
            "chinese": "我们是同学。",
            "pinyin_numbered": "wo3 men5 shi4 tong2 xue2",
            "translation": {"en": "We are classmates."},
            "audio": {"normal": "audio/hsk1-0001.mp3", "slow": "audio/hsk1-0001_slow.mp3"},
        },
        {"id": "hsk1-0002", "chinese": "没有录音。", "audio": {"normal": "audio/hsk1-0002.mp3"}},
        {"id": "hsk1-0003"},
    ]
    top = "hsk-sentences-audio-0123abc"
    files = {
        f"{top}/README.md": b"# read me",
        f"{top}/dist/audio/hsk1-0001.mp3": SOUND,
        f"{top}/dist/audio/hsk1-0001_slow.mp3": SOUND,
        f"{top}/dist/sentences.json": json.dumps(records, ensure_ascii=False).encode(),
    }
    assert install(pack(tmp_path / "pack.tar.gz", files), folder) == 1
    recorded = RecordedSentences(folder)
    (sentence,) = recorded.sentences
    assert (sentence.file, sentence.text, sentence.english) == ("hsk1-0001.mp3", "我们是同学。", "We are classmates.")
    assert sorted(path.name for path in folder.iterdir()) == ["hsk1-0001.mp3", "index.tsv"]


def test_a_table_of_many_megabytes_is_read(tmp_path: Path, folder: Path) -> None:
    filler = "".join(f"none{number}.mp3\t这一句没有录音。\t{'x' * 900}\n" for number in range(4_000))
    assert install(flat(tmp_path / "pack.tar", INDEX + filler), folder) == 2


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ("我们是同学。", "hsk1-0001.mp3"),
        ("我们是同学", "hsk1-0001.mp3"),
        ("我们，是 同学！", "hsk1-0001.mp3"),
        ("你是学生吗?", "hsk1-0002.mp3"),
        ("我们是同学？", None),
        ("我们不是同学。", None),
        ("男：我们是同学。", None),
        ("我们是同学。\n你是学生吗？", None),
        ("", None),
        ("。", None),
    ],
)
def test_exactly_the_text_is_played_punctuation_and_width_apart(
    tmp_path: Path, folder: Path, text: str, file: str | None
) -> None:
    install(flat(tmp_path / "pack.tar"), folder)
    assert RecordedSentences(folder).url(text) == (f"/recordings/sentences/{file}" if file else None)


def test_only_files_of_the_table_are_given_out(tmp_path: Path, folder: Path) -> None:
    install(flat(tmp_path / "pack.tar", INDEX, "hsk1-0001.mp3", "hsk1-0002.mp3", "other.mp3"), folder, credit="x")
    recorded = RecordedSentences(folder)
    for name in ("index.tsv", "credit.txt", "other.mp3", "../home", "", "hsk1-0001"):
        assert recorded.file(name) is None, name
    assert not (folder / "other.mp3").exists()


def test_a_server_that_runs_takes_note_of_a_new_pack(tmp_path: Path, folder: Path) -> None:
    recorded = RecordedSentences(folder)
    assert recorded.sentences == ()
    install(flat(tmp_path / "pack.tar"), folder)
    sentences = recorded.sentences
    assert len(sentences) == 2
    assert recorded.sentences is sentences
    remove(folder)
    assert recorded.sentences == ()
    assert recorded.url("我们是同学。") is None


@pytest.mark.parametrize(
    ("files", "error"),
    [
        ({"hsk1-0001.mp3": SOUND}, NoSentences),
        ({"index.tsv": INDEX.encode()}, NoSentences),
        ({"hsk1-0001.mp3": SOUND, "index.tsv": b"file\ttext\n"}, NoSentences),
        ({"hsk1-0001.mp3": SOUND, "index.tsv": b"\xff\xfe\xff"}, NotAnArchive),
        ({"hsk1-0001.mp3": SOUND, "sentences.json": b"{"}, NotAnArchive),
        ({"hsk1-0001.mp3": SOUND, "sentences.json": b"{}"}, NotAnArchive),
        ({"hsk1-0001.mp3": SOUND, "index.tsv": INDEX.encode() + b"x" * 200_000}, NotAnArchive),
    ],
)
def test_what_is_no_pack_changes_nothing(
    tmp_path: Path, folder: Path, files: dict[str, bytes], error: type[WenluError]
) -> None:
    install(flat(tmp_path / "good.tar"), folder)
    with pytest.raises(error, match=r"bad\.tar"):
        install(pack(tmp_path / "bad.tar", files), folder)
    assert len(RecordedSentences(folder).sentences) == 2
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_a_sentence_with_half_a_character_is_left_out(tmp_path: Path, folder: Path) -> None:
    records = [
        {"chinese": "我们是同学。", "audio": {"normal": "hsk1-0001.mp3"}},
        {"chinese": "你是学生吗？\ud83d", "audio": {"normal": "hsk1-0002.mp3"}},
    ]
    files = {
        "hsk1-0001.mp3": SOUND,
        "hsk1-0002.mp3": SOUND,
        "sentences.json": json.dumps(records).encode(),
    }
    assert install(pack(tmp_path / "pack.tar", files), folder) == 1
    assert [sentence.text for sentence in RecordedSentences(folder).sentences] == ["我们是同学。"]


def test_a_path_in_a_table_or_an_archive_leads_nowhere(tmp_path: Path, folder: Path) -> None:
    index = "file\ttext\n../../etc/hsk1-0001.mp3\t我们是同学。\n.hidden.mp3\t你是学生吗？\n"
    assert install(pack(tmp_path / "pack.tar", {"../hsk1-0001.mp3": SOUND, ".hidden.mp3": SOUND, "index.tsv": index.encode()}), folder) == 1  # fmt: skip
    assert sorted(path.name for path in folder.iterdir()) == ["hsk1-0001.mp3", "index.tsv"]
    assert not (folder.parent / "hsk1-0001.mp3").exists()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "thesis.doc").write_bytes(b"years of work")
    for act in (lambda: install(flat(tmp_path / "pack.tar"), folder), lambda: remove(folder)):
        with pytest.raises(BadSetting, match=r"thesis\.doc"):
            act()
    assert (folder / "thesis.doc").exists()


def test_the_sentences_lie_beside_the_words() -> None:
    assert sentences_folder("/data/recordings") == Path("/data/recordings-sentences")
    assert sentences_folder("") is None
