"""Recordings of every kind and length, and what a reading does for a student."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache
from typing import Any

import av
import numpy as np
import soundfile

from core.arrays import Float32
from core.backends.sound import SoundDecoder
from core.speech.wire import SpeechReport
from tests.contract.language import Reply, must_refuse
from tests.contract.school import School
from tests.http.service import KNOWLEDGE_MAP, PORTRAIT, UPLOAD, Service
from tests.speech.made_reports import NOT_SOUND, RAW, FakeEvaluator

RATE = 16_000
CODECS = {"m4a": ("ipod", "aac"), "webm": ("webm", "libopus"), "mp3": ("mp3", "mp3")}
TEXT = "你好，老师！"


class Decoding(FakeEvaluator):
    """Decodes as the product does, and then gives a prepared report: what models hear is no part of the contract."""

    def evaluate(self, raw: bytes, *, filename: str, text: str) -> SpeechReport:
        SoundDecoder().decode(raw, name=filename)
        return super().evaluate(RAW, filename=filename, text=text)


def _service(school: School) -> Service:
    return school.another(evaluator=Decoding(), max_recording_bytes=10_000_000)


def _scored(school: School, service: Service, raw: bytes, name: str) -> Reply:
    return school.reply(service.call("POST", UPLOAD, data={"text": TEXT}, files={"file": (name, raw)}, token=""))


def _tone(seconds: float) -> Float32:
    return (0.3 * np.sin(2 * np.pi * 220 * np.arange(round(seconds * RATE)) / RATE)).astype(np.float32)


@cache
def recording(kind: str, seconds: float = 1.0) -> bytes:
    """A tone as a file of a kind."""
    file = io.BytesIO()
    if kind in ("wav", "flac", "ogg"):
        soundfile.write(file, _tone(seconds), RATE, format=kind.upper())
        return file.getvalue()
    container, codec = CODECS[kind]
    with av.open(file, "w", format=container) as written:
        stream: Any = written.add_stream(codec, rate=48_000)
        stream.layout = "mono"
        converter = av.AudioResampler(format=stream.format.name, layout="mono", rate=48_000)
        frame = av.AudioFrame.from_ndarray(np.repeat(_tone(seconds), 3)[None], format="flt", layout="mono")
        frame.sample_rate, frame.pts = 48_000, 0
        for part in converter.resample(frame):
            written.mux(stream.encode(part))
        written.mux(stream.encode(None))
    return file.getvalue()


def takes_sound(school: School, kind: str) -> None:
    reply = _scored(school, _service(school), recording(kind), f"reading.{kind}")
    assert reply.status == 200, reply.body
    assert reply.body["filename"] == f"reading.{kind}"


def length_of_sound(school: School, seconds: str) -> None:
    assert _scored(school, _service(school), recording("wav", float(seconds)), "a.wav").status == 200


def too_long_sound(school: School) -> None:
    must_refuse(_scored(school, _service(school), recording("wav", 120.1), "a.wav"), 400002, ["file"])


def too_long_tells_length(school: School) -> None:
    assert "120.1 s" in _scored(school, _service(school), recording("wav", 120.1), "a.wav").body["message"]


# -- parts ---------------------------------------------------------------------------------------------------


def not_sound(school: School) -> None:
    call = replace(school.call_of("speech"), file=("a.wav", NOT_SOUND))
    must_refuse(school.send(call), 400002, ["file"])
    must_refuse(_scored(school, _service(school), b"neither wav nor mp3", "a.wav"), 400002, ["file"])


def empty_file(school: School) -> None:
    must_refuse(school.send(replace(school.call_of("speech"), file=("a.wav", b""))), 400002, ["file"])


def file_as_text(school: School) -> None:
    parts = {"file": (None, "sound"), "text": (None, TEXT)}
    must_refuse(school.reply(school.service.call("POST", UPLOAD, files=parts, token="")), 400002, ["file"])


# -- for a student -------------------------------------------------------------------------------------------


def reading_feeds_portrait(school: School) -> None:
    student_id = school.student()
    assert school.upload(student_id=student_id).status == 200
    portrait = school.get(PORTRAIT.format(student_id)).body["data"]
    assert portrait["level_labels"]["star_exp"] == 5
    assert any(node["n"] > 0 for node in portrait["indicators"])


def reading_feeds_map(school: School) -> None:
    """A reading says something of sounds and tones, which the map holds beside its points: the evidence is above the watermark."""
    student_id = school.student()
    assert school.upload(student_id=student_id).status == 200
    update = school.post("/v1/knowledge-map/update", {"student_id": student_id, "date": "2026-11-24"})
    assert update.body["data"]["records"] > 0
    assert school.get(KNOWLEDGE_MAP.format(student_id)).body["data"]["updated_at"]
