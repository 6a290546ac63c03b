"""wenlu audio install sentences: from a file, with its credit, beside the words and apart from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.backends.recordings import RecordedWords
from core.backends.sentence_pack import RecordedSentences
from core.cli import main
from tests.backends.test_sentence_pack import flat
from tests.commands.test_audio import packed


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the environment says that recordings lie."""
    folder = tmp_path / "home" / "recordings"
    monkeypatch.setenv("WENLU_RECORDINGS", str(folder))
    return folder


def test_a_copy_of_the_known_pack_is_installed_with_its_credit_as_synthetic(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = flat(tmp_path / "synthetic-one-voice-hsk-sentences.tar")
    assert main(["audio", "install", "sentences", "--from", str(archive)]) == 0
    said = capsys.readouterr().out
    assert "2 sentences by a synthetic voice" in said
    recorded = RecordedSentences(home.with_name("recordings-sentences"))
    assert len(recorded.sentences) == 2
    for part in ("no7z", "CC BY-SA 4.0", "synthetic", "CosyVoice2"):
        assert part in recorded.credit()
    assert not home.exists()


def test_another_pack_is_credited_by_whoever_installs_it(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = str(flat(tmp_path / "mine.tar"))
    assert main(["audio", "install", "sentences", "--from", archive]) == 0
    assert "Nobody is named as their maker" in capsys.readouterr().out
    assert main(["audio", "install", "sentences", "--from", archive, "--credit", "Our school"]) == 0
    assert RecordedSentences(home.with_name("recordings-sentences")).credit() == "Our school"


def test_status_and_remove_tell_words_and_sentences_apart(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "words.tar.gz").write_bytes(packed("茶.ogg"))
    assert main(["audio", "install", "--from", str(tmp_path / "words.tar.gz")]) == 0
    assert main(["audio", "install", "sentences", "--from", str(flat(tmp_path / "pack.tar"))]) == 0
    capsys.readouterr()
    assert main(["audio", "status"]) == 0
    said = capsys.readouterr().out
    assert "1 words" in said
    assert "2 sentences by a synthetic voice" in said
    assert main(["audio", "remove", "sentences"]) == 0
    assert RecordedWords(home).words
    assert main(["audio", "install", "sentences", "--from", str(tmp_path / "pack.tar")]) == 0
    assert main(["audio", "remove"]) == 0
    assert not RecordedWords(home).words
    assert len(RecordedSentences(home.with_name("recordings-sentences")).sentences) == 2


def test_sentences_come_from_one_file(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = str(flat(tmp_path / "one.tar")), str(flat(tmp_path / "other.tar"))
    assert main(["audio", "install", "sentences", "--from", one, "--from", other]) == 1
    assert "taken from one file" in capsys.readouterr().err
    assert not home.parent.exists()


def test_a_pack_elsewhere_says_how_it_is_used(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "there"
    assert main(["audio", "install", "sentences", "--from", str(flat(tmp_path / "p.tar")), "--to", str(there)]) == 0
    assert f"WENLU_RECORDINGS={there}" in capsys.readouterr().out
    assert (tmp_path / "there-sentences" / "index.tsv").exists()
    assert not home.parent.exists()
