"""The Python client, against the shared vectors and against a real server."""

from __future__ import annotations

import io
import json
import re
import socket
import textwrap
import threading
import urllib.request
from base64 import b64decode
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from wenlu_client import (
    Answer,
    ApiError,
    BadRequest,
    ConnectionFailed,
    Forbidden,
    HttpTransport,
    NotFound,
    Request,
    TimedOut,
    Wenlu,
    WenluError,
    models,
    to_json,
)
from wenlu_client.calls import _Tokens

from evaluation.speech.reports import wav
from tests.clients.conftest import CLIENTS, COLD_SECONDS, LiveServer, without_nulls

ERROR_FIELDS = ("status", "code", "error_code", "message", "remedy", "request_id", "idempotency_key")


PLAYED_AT_MOST = 3
"""Times that a vector is played whose client waits too short for a busy machine to send all requests."""


def play(stand_in: str, vector: dict[str, Any]) -> str:
    """Play a vector; what was wrong, or an empty text. One that times out is played again where requests did not come."""
    times = PLAYED_AT_MOST if vector["name"].endswith(".timed_out") else 1
    for _ in range(times):
        why, missing = _played(stand_in, vector)
        if not missing:
            break
    return why


def _played(stand_in: str, vector: dict[str, Any]) -> tuple[str, int]:
    """Play a vector once: what was wrong, and how many requests did not come."""
    _ask(f"{stand_in}/__play", {"vector": vector["name"]})
    options = dict(vector["client"])
    client = Wenlu(options.pop("api_key"), stand_in, sleep=lambda _: None, **options)
    outcome: dict[str, Any] = {}
    for _ in range(vector.get("times", 1)):
        outcome = _outcome(client, vector)
    verdict = _ask(f"{stand_in}/__verdict")
    expected = vector["outcome"]
    if "error" in expected:
        told = outcome.get("error", {})
        outcome = {"error": {name: told[name] for name in expected["error"] if name in told}} if told else outcome
    same = outcome == {name: without_nulls(each) for name, each in expected.items()}
    why = [*([] if verdict["ok"] else [verdict["why"]]), *([] if same else [f"{outcome} is not {expected}"])]
    return "; ".join(why), verdict["missing"]


def _outcome(client: Wenlu, vector: dict[str, Any]) -> dict[str, Any]:
    """What a client makes of a vector, as a vector writes it."""
    passed = {**vector["arguments"], **vector.get("options", {})}
    for name, each in vector["arguments"].items():
        if isinstance(each, dict) and "base64" in each:
            passed |= {name: b64decode(each["base64"]), "filename": each["filename"]}
    try:
        result = getattr(client, vector["operation"])(**passed)
    except WenluError as error:
        told = {name: getattr(error, name) for name in ERROR_FIELDS if hasattr(error, name)}
        told["errors"] = [{"field": each.field, "message": each.message} for each in getattr(error, "errors", ())]
        return {"error": without_nulls({"type": type(error).__name__, **told})}
    return {"ok": without_nulls(to_json(result))}


def _ask(url: str, body: Any = None) -> Any:
    content = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(url, data=content, timeout=20) as answer:
        return json.load(answer)


@pytest.mark.exhaustive
def test_every_vector_ends_as_it_says(stand_in: str, vectors: dict[str, Any]) -> None:
    wrong = {name: why for name, vector in vectors.items() if (why := play(stand_in, vector))}
    assert not wrong, "\n".join(f"{name}: {why}" for name, why in wrong.items())


def test_vectors_of_one_operation_end_as_they_say(stand_in: str, vectors: dict[str, Any]) -> None:
    for name, vector in vectors.items():
        if vector["operation"] == "submit_evaluation":
            assert play(stand_in, vector) == "", name


def test_a_vector_is_played_again_only_where_a_client_that_waits_a_moment_sent_too_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plays = iter([("1 requests of 2 did not come", 1), ("", 0), ("1 requests of 2 did not come", 1)])
    monkeypatch.setattr("tests.clients.test_python_client._played", lambda *_: next(plays))
    assert play("", {"name": "peers.timed_out"}) == ""
    assert play("", {"name": "peers.ok"}) == "1 requests of 2 did not come"


def test_a_fault_of_a_client_is_seen_by_the_stand_in(stand_in: str, vectors: dict[str, Any]) -> None:
    vector = vectors["submit_evaluation.ok"]
    changed = {**vector, "arguments": {**vector["arguments"], "student_id": "another"}}
    assert "json is" in play(stand_in, changed)


# -- a real server --------------------------------------------------------------------------------------------


@pytest.fixture
def client(live_server: LiveServer) -> Wenlu:
    return Wenlu(api_key=live_server.api_key, base_url=live_server.address, timeout_seconds=COLD_SECONDS)


@pytest.mark.exhaustive
def test_a_first_lesson_over_a_real_server(client: Wenlu) -> None:
    questions = client.generate_questions(level="beginner", type="multiple_choice", topic="grammar", count=2).questions
    answers = [
        models.AnswerItem(question_id=each.id, answer=each.correct_answer, time_spent=5) for each in questions[:1]
    ] + [models.AnswerItem(question_id=questions[1].id, answer="?")]
    result = client.submit_evaluation(student_id="python-1", answers=answers)
    assert (result.summary.total_questions, result.summary.correct_count) == (2, 1)
    assert client.evaluation(result.evaluation_id) == result
    assert client.update_knowledge_map(student_id="python-1", date="2026-11-24").records > 0
    assert "learning" in {point.status for point in client.knowledge_map("python-1").knowledge_points}
    assert client.learning_report("python-1").overall_progress.total_attempts == 2
    assert client.daily_recommendation("python-1", date="2026-11-24").student_id == "python-1"


@pytest.mark.exhaustive
def test_the_first_call_of_the_readme_runs(live_server: LiveServer, capsys: pytest.CaptureFixture[str]) -> None:
    text = (CLIENTS / "python" / "README.md").read_text("utf-8")
    block = "".join(re.findall(r"(?m)^    .*\n", text.partition("A first call")[2].partition("\nEvery operation")[0]))
    block = block.replace("wl_...", live_server.api_key).replace("http://127.0.0.1:8501", live_server.address)
    exec(textwrap.dedent(block), {})
    assert len(capsys.readouterr().out.splitlines()) >= 4


def test_the_same_idempotency_key_gives_the_first_answer_again(client: Wenlu) -> None:
    first, again = (
        client.generate_questions(level="beginner", type="fill_blank", count=3, idempotency_key="python-key")
        for _ in range(2)
    )
    assert first == again


def test_a_wrong_value_is_told_with_its_field(client: Wenlu) -> None:
    with pytest.raises(BadRequest, match="level") as refused:
        client.generate_questions(level="expert", type="matching")  # type: ignore[arg-type]
    assert (refused.value.status, refused.value.error_code) == (400, 400002)
    assert refused.value.errors[0].field == "level"
    assert refused.value.request_id


@pytest.mark.parametrize("kind", ["path", "bytes", "stream"])
def test_a_recording_is_scored_from_a_path_bytes_and_a_stream(client: Wenlu, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "reading.wav"
    path.write_bytes(wav(0.5))
    if kind == "stream":
        with path.open("rb") as stream:
            report = client.uploadfile(stream, text="你好。")
    else:
        report = client.uploadfile(path if kind == "path" else path.read_bytes(), text="你好。", filename="reading.wav")
    assert report.filename == "reading.wav"
    assert 0 <= report.total_score <= 100


def test_an_open_address_needs_no_key(live_server: LiveServer) -> None:
    client = Wenlu(base_url=f"{live_server.address}/v1", timeout_seconds=COLD_SECONDS)
    text = client.grammar_text(txt="我把书放在桌子上了。")
    assert text.difficulty_level in "1234567"


# -- one client -----------------------------------------------------------------------------------------------


class Scripted:
    """A transport that answers from a list and keeps what was sent."""

    def __init__(self, *answers: Answer | Callable[[Request], Answer]) -> None:
        self.answers = list(answers)
        self.sent: list[Request] = []
        self.lock = threading.Lock()
        self.tokens = True

    def send(self, request: Request, *, connect_timeout_seconds: float, timeout_seconds: float) -> Answer:
        with self.lock:
            self.sent.append(request)
            if self.tokens and request.url.endswith("/auth/token"):
                return told({"access_token": f"token-{len(self.sent)}", "expires_in": 3600})
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer if isinstance(answer, Answer) else answer(request)


def told(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Answer:
    return Answer(status, headers or {}, json.dumps({"code": status, "message": "success", "data": data}).encode())


def test_threads_share_one_token() -> None:
    transport = Scripted(told({"student_id": "s1", "peers": [], "opted_in": False}))
    client = Wenlu("key", "http://wenlu.example.org", transport=transport)
    threads = [threading.Thread(target=client.peers, args=("s1",)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tokens = [each for each in transport.sent if each.url.endswith("/auth/token")]
    assert len(tokens) == 1
    assert len(transport.sent) == 9


def test_threads_share_the_failure_of_one_exchange_too(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = threading.Semaphore(0)

    class Awaited(Future[str]):
        def result(self, timeout: float | None = None) -> str:
            waiting.release()
            return super().result(timeout)

    def late(_: Request) -> Answer:
        assert all(waiting.acquire(timeout=60) for _ in range(3)), "the others do not wait for this exchange"
        return told(None, 403)

    monkeypatch.setattr("wenlu_client.calls.Future", Awaited)

    exchanges = Scripted(late)
    exchanges.tokens = False
    client = Wenlu("key", "http://wenlu.example.org", transport=exchanges)
    refused: list[Forbidden] = []

    def call() -> None:
        with pytest.raises(Forbidden) as error:
            client.peers("s1")
        refused.append(error.value)

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 4
    assert len(exchanges.sent) == 1


def test_a_token_that_was_refused_is_not_used_again_where_no_other_can_be_had() -> None:
    fetched = iter([("one", 60.0), None, ("two", 60.0)])

    def fetch() -> tuple[str, float]:
        token = next(fetched)
        if token is None:
            raise ConnectionFailed("The connection broke.")
        return token

    tokens = _Tokens(fetch)
    assert tokens.current() == "one"
    with pytest.raises(ConnectionFailed, match="broke"):
        tokens.instead_of("one")
    assert tokens.current() == "two"


def test_the_waits_double_and_are_never_the_same_for_all() -> None:
    first_waits = set()
    for _ in range(5):
        waits: list[float] = []
        client = Wenlu(
            "key",
            "http://wenlu.example.org",
            transport=Scripted(told(None, 500)),
            sleep=waits.append,
            retries=4,
            backoff_seconds=1,
        )
        with pytest.raises(ApiError, match="success"):
            client.peers("s1")
        assert [2**number / 2 <= wait <= 2**number for number, wait in enumerate(waits)] == [True] * 4
        first_waits.add(waits[0])
    assert len(first_waits) > 1


def test_retry_after_is_waited_for() -> None:
    waits: list[float] = []
    busy = told(None, 429, {"retry-after": "7"})
    client = Wenlu("key", "http://wenlu.example.org", transport=Scripted(busy), sleep=waits.append)
    with pytest.raises(ApiError, match="success") as refused:
        client.peers("s1")
    assert waits == [7, 7]
    assert refused.value.retry_after == 7


def test_what_is_deprecated_is_warned_of_once_where_it_is_called() -> None:
    sunset = {"deprecation": "@1798761600", "sunset": "Thu, 01 Jul 2027 00:00:00 GMT"}
    answer = told({"student_id": "s1", "peers": [], "opted_in": False}, headers=sunset)
    client = Wenlu("key", "http://wenlu.example.org", transport=Scripted(told(None, 404, sunset), answer))
    with pytest.raises(NotFound):
        client.peers("s1")  # a warning would be an error here
    with pytest.warns(
        DeprecationWarning, match="peers is deprecated: the service answers it until Thu, 01 Jul 2027"
    ) as warned:
        client.peers("s1")
    assert [Path(each.filename).name for each in warned] == [Path(__file__).name]
    client.peers("s1")  # a second warning would be an error here


def test_what_cannot_be_connected_to_was_not_sent() -> None:
    with socket.socket() as silent:  # has its port for itself, and nobody listens there
        silent.bind(("127.0.0.1", 0))
        client = Wenlu(base_url=f"http://127.0.0.1:{silent.getsockname()[1]}", retries=0)
        with pytest.raises(ConnectionFailed, match=r"No connection to 127\.0\.0\.1") as failed:
            client.uploadfile(b"sound", text="你好")
    assert not failed.value.sent
    assert failed.value.idempotency_key


def test_an_answer_that_trickles_in_ends_with_the_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        stop = threading.Event()

        def trickle() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
                with suppress(OSError):  # the client has gone
                    while not stop.wait(0.05):
                        connection.sendall(b" ")

        thread = threading.Thread(target=trickle)
        thread.start()
        request = Request("GET", f"http://127.0.0.1:{listening.getsockname()[1]}/", {})
        with pytest.raises(TimedOut, match=r"no answer within 0\.3 s"):
            HttpTransport().send(request, connect_timeout_seconds=5, timeout_seconds=0.3)
        stop.set()
        thread.join()


def test_what_needs_a_key_says_so_without_one() -> None:
    with pytest.raises(ValueError, match=r"portrait needs an API key: Wenlu\(api_key=...\)"):
        Wenlu().portrait("s1")


@pytest.mark.parametrize("address", ["wenlu.example.org", "ftp://wenlu.example.org", ""])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="is no address of a server"):
        Wenlu("key", address)


def test_an_address_with_a_password_is_refused_and_not_repeated() -> None:
    with pytest.raises(ValueError, match="no user and no password") as refused:
        Wenlu("key", "https://me:secret@wenlu.example.org")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("student_id", ["", ".", "..", None])
def test_an_identifier_cannot_lead_elsewhere(student_id: Any) -> None:
    with pytest.raises(ValueError, match="student_id must be an identifier"):
        Wenlu("key", "http://127.0.0.1:9").portrait(student_id)


@pytest.mark.parametrize("key", ["", "lesson 7", "第七课", "a\nb", "a" * 201])
def test_an_idempotency_key_that_cannot_be_sent_is_refused(key: str) -> None:
    transport = Scripted(told({}))
    client = Wenlu("key", "http://a", transport=transport)
    with pytest.raises(ValueError, match="An idempotency key is 1 to 200"):
        client.generate_questions(level="beginner", type="matching", idempotency_key=key)
    assert not transport.sent


def test_half_of_a_character_is_sent_as_its_escape() -> None:
    transport = Scripted(told({}))
    Wenlu(base_url="http://a", transport=transport).grammar_text(txt="你\ud842")
    assert transport.sent[0].body == '{"txt": "你\\ud842"}'.encode()


def test_what_is_printed_holds_no_token_and_no_words_of_a_student() -> None:
    access = models.AccessToken(access_token="secret", expires_in=60, permissions=[])
    request = Request("POST", "http://a", {"Authorization": "Bearer secret"}, b"secret")
    assert "secret" not in f"{access!r} {request!r}"


def test_other_addresses_can_be_named_for_readings_and_texts() -> None:
    transport = Scripted(told({}))
    client = Wenlu(
        base_url="http://a/v1/",
        speech_url="http://b/speech/",
        grammar_url="http://c/g",
        transport=transport,
        retries=0,
    )
    client.grammar_text(txt="你好")
    client.uploadfile(io.BytesIO(b"sound"), text="你好")
    assert [each.url for each in transport.sent] == ["http://c/g/grammar_text", "http://b/speech/uploadfile"]


def test_an_error_tells_what_was_wrong_and_what_to_do() -> None:
    body = {
        "code": 400,
        "message": "Parameter validation failed.",
        "errors": [{"field": "count", "message": "must be at most 50"}],
        "error_code": 400002,
        "remedy": "Ask for fewer.",
        "request_id": "r1",
    }
    client = Wenlu("key", "http://a", transport=Scripted(Answer(400, {}, json.dumps(body).encode())))
    with pytest.raises(BadRequest, match=r"failed\. count: must be at most 50 Ask for fewer\. \(400002, request r1\)"):
        client.generate_questions(level="beginner", type="matching", count=51)
