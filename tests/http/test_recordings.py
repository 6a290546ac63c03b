"""Recordings of words: served without a credential, and named in listening questions of one word."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from core.questions.service import question as to_contract
from tests.http.service import Service, fixed_tables, make_service

SOUND = b"RIFF....WAVE"


def with_recordings(folder: Path, *names: str) -> Service:
    """A service with an audio pack of these files."""
    for name in names:
        (folder / name).write_bytes(SOUND)
    return make_service(recordings=str(folder))


@pytest.fixture
def recorded(tmp_path: Path) -> Service:
    """A service where every form of the word list has a recording."""
    return with_recordings(tmp_path, *(f"{form}.wav" for form in fixed_tables().words.by_form))


def heard(service: Service, kind: str) -> list[dict[str, Any]]:
    """What listening questions of a type play."""
    return [question["audio"] for question in service.questions(type=kind, topic="listening", count=50)]


@pytest.mark.parametrize(
    ("name", "media_type"), [("爱.mp3", "audio/mpeg"), ("爱好.ogg", "audio/ogg"), ("茶.wav", "audio/wav")]
)
def test_a_recording_is_served_to_everyone_and_may_be_kept(tmp_path: Path, name: str, media_type: str) -> None:
    service = with_recordings(tmp_path, name)
    answer = service.client.get(f"/recordings/{quote(name)}")
    assert (answer.status_code, answer.content) == (200, SOUND)
    assert answer.headers["Content-Type"] == media_type
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    part = service.client.get(f"/recordings/{quote(name)}", headers={"Range": "bytes=0-3"})
    assert (part.status_code, part.content) == (206, b"RIFF")


@pytest.mark.parametrize(
    "path", ["credit.txt", "", quote("好.mp3"), "..%2F" + quote("爱.mp3"), "%2e%2e/credit.txt", "%00", "x" * 5000]
)
def test_nothing_else_is_served(tmp_path: Path, path: str) -> None:
    (tmp_path / "credit.txt").write_text("Li Ming")
    service = with_recordings(tmp_path, "爱.mp3")
    assert service.client.get(f"/recordings/{path}").status_code == 404


def test_without_a_pack_there_is_nothing_and_questions_are_spoken(service: Service) -> None:
    assert service.client.get(f"/recordings/{quote('茶.wav')}").status_code == 404
    assert {audio["kind"] for kind in ("fill_blank", "multiple_choice") for audio in heard(service, kind)} == {"speech"}


def test_a_question_that_says_one_recorded_word_names_its_file(recorded: Service) -> None:
    files = [audio for audio in heard(recorded, "fill_blank") if audio["kind"] == "file"]
    assert files
    for audio in files:
        assert audio["url"] == f"/recordings/{quote(audio['text'])}.wav"
        assert audio["pinyin"]
        assert recorded.client.get(audio["url"]).status_code == 200


@pytest.mark.parametrize("kind", ["multiple_choice", "fill_blank", "matching", "ordering"])
def test_more_than_a_word_is_spoken(recorded: Service, kind: str) -> None:
    for audio in heard(recorded, kind):
        assert (audio["kind"] == "file") is (audio["text"] in fixed_tables().read_in_one_way)
        assert ("url" in audio and audio["url"] is not None) is (audio["kind"] == "file")


def test_a_word_of_several_readings_is_never_taken_from_the_pack(tmp_path: Path) -> None:
    tables = fixed_tables()
    core = with_recordings(tmp_path, "北边.wav", "角.wav", "茶.wav", "苗条.wav").core
    # 角 is jiǎo on the list, and jué among the polyphones; 苗条 is not on the fixed list.
    assert "茶" in tables.words.by_form
    assert core.questions.recording("茶") == f"/recordings/{quote('茶')}.wav"
    for word in ("角", "苗条", "茶。", "茶 ", "", "狗"):
        assert core.questions.recording(word) is None, word


def test_recordings_stay_out_of_the_documents(recorded: Service) -> None:
    for address in ("/v1/openapi.json", "/grammar/openapi.json"):
        assert "/recordings" not in recorded.client.get(address).text


def test_a_recorded_sentence_is_served_and_a_question_that_says_it_names_its_file(tmp_path: Path) -> None:
    sentences = tmp_path / "recordings-sentences"
    sentences.mkdir()
    (sentences / "one.wav").write_bytes(SOUND)
    (sentences / "index.tsv").write_text("file\ttext\none.wav\t大学生打车到北京。\n", encoding="utf-8")
    service = make_service(recordings=str(tmp_path / "recordings"))
    answer = service.client.get("/recordings/sentences/one.wav")
    assert (answer.status_code, answer.content) == (200, SOUND)
    assert answer.headers["Content-Type"] == "audio/wav"
    for name in ("index.tsv", "two.wav", "..%2Fone.wav", "%00"):
        assert service.client.get(f"/recordings/sentences/{name}").status_code == 404, name
    assert service.core.questions.recording("大学生打车到北京") == "/recordings/sentences/one.wav"
    drafts = [draft for each in service.core.questions.recorded_items.by_level().values() for draft in each]
    assert drafts
    for item in (draft.item() for draft in drafts):
        assert item is not None
        question = to_contract(item, "en", service.core.tables.points, service.core.questions.recording)
        assert question.audio is not None
        assert (question.audio.kind, question.audio.url) == ("file", "/recordings/sentences/one.wav")
