"""POST /speech/uploadfile sent again, and many at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Lock
from typing import Any

import pytest

from core.api.speech import SpeechUpload
from core.settings import Settings
from core.speech.wire import SpeechReport
from tests.http.service import Service, error_of, fields_of, make_service
from tests.http.test_speech import SCHOOL, TEXT, upload
from tests.speech.made_reports import RAW, FakeEvaluator


def test_an_idempotency_key_gives_the_first_report_again(service: Service) -> None:
    sent = [
        upload(service, token=service.token, student_id="s1", headers={"Idempotency-Key": "once"}) for _ in range(2)
    ]
    assert sent[0].text == sent[1].text
    assert [response.headers.get("Idempotent-Replay") for response in sent] == [None, "true"]
    assert len(service.core.speech.history("s1", SCHOOL)) == 1


@pytest.mark.parametrize(
    "changed", [{"text": "你好，同学！"}, {"student_id": "s2"}, {"file": ("reading.wav", RAW + b".", "audio/wav")}]
)
def test_an_idempotency_key_used_with_other_parts_is_400002(service: Service, changed: dict[str, Any]) -> None:
    parts: dict[str, Any] = {"token": service.token, "student_id": "s1", "headers": {"Idempotency-Key": "once"}}
    assert upload(service, **parts).status_code == 200
    refused = upload(service, **{**parts, **changed})
    error_of(refused, 400, 400002)
    assert fields_of(refused) == ["Idempotency-Key"]


def test_calls_at_once_under_one_key_are_one_reading() -> None:
    barrier = Barrier(2, timeout=10)

    class Together(FakeEvaluator):
        """Waits until both calls are being scored."""

        def evaluate(self, raw: bytes, *, filename: str, text: str) -> SpeechReport:
            barrier.wait()
            return super().evaluate(raw, filename=filename, text=text)

    service = make_service(evaluator=Together())
    wanted = SpeechUpload(RAW, "a.wav", TEXT, "s1")
    with ThreadPoolExecutor(2) as pool:
        calls = [pool.submit(service.core.speech.uploaded, wanted, SCHOOL, idempotency_key="once") for _ in range(2)]
        replies = [call.result() for call in calls]
    assert replies[0].text == replies[1].text
    assert sorted(reply.repeated for reply in replies) == [False, True]
    assert len(service.core.speech.history("s1", SCHOOL)) == 1


def test_only_so_many_recordings_are_scored_at_once() -> None:
    lock, inside, most = Lock(), 0, 0

    class Counting(FakeEvaluator):
        """Notes how many are inside."""

        def evaluate(self, raw: bytes, *, filename: str, text: str) -> SpeechReport:
            nonlocal inside, most
            with lock:
                inside += 1
                most = max(most, inside)
            made = super().evaluate(raw, filename=filename, text=text)
            with lock:
                inside -= 1
            return made

    service = make_service(evaluator=Counting())
    # One caller may hold half of the ten places: with a sixth thread the queue refuses whichever comes last.
    with ThreadPoolExecutor(5) as pool:
        found = list(pool.map(lambda _: service.core.speech.evaluate(SpeechUpload(RAW, "", TEXT)), range(40)))
    assert len(found) == 40
    assert most <= Settings().speech_at_once == 2
