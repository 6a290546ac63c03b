"""The JavaScript client in a page of another origin than the service's, which the operator has allowed."""

from __future__ import annotations

import threading
from base64 import b64encode
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from core.web.origins import AllowedOrigins
from evaluation.speech.reports import wav
from tests.http.service import Service, make_service
from tests.http.serving import served

PACKAGE = Path(__file__).resolve().parents[2] / "clients" / "javascript"
CALL = """async ([address, token, call, { recording, ...values }]) => {
  const { Wenlu } = await import("/src/index.js");
  const client = new Wenlu({ baseUrl: address, timeoutSeconds: 200, getToken: async () => ({ access_token: token, expires_in: 600 }) });
  if (recording) {
    const bytes = Uint8Array.from(atob(recording.base64), (letter) => letter.charCodeAt(0));
    values.file = new File([bytes], recording.name);
  }
  try {
    return { ok: await client[call](values) };
  } catch (error) {
    return { error: error.name, code: error.errorCode, requestId: error.requestId };
  }
}"""
"""What a page does: it makes a client with a token, calls it, and tells the result or the error."""


class Files(SimpleHTTPRequestHandler):
    """Serves the package's files and logs nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged."""


@pytest.fixture
def lessons(page: Page) -> Iterator[str]:
    """The origin of a page that has the client's files; the page is open."""
    files = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(PACKAGE)))
    thread = threading.Thread(target=files.serve_forever)
    thread.start()
    origin = f"http://127.0.0.1:{files.server_address[1]}"
    page.goto(f"{origin}/package.json")
    yield origin
    files.shutdown()
    thread.join()
    files.server_close()


@pytest.fixture
def service() -> Service:
    return make_service()


@pytest.fixture
def address(service: Service, lessons: str) -> Iterator[str]:
    with served(AllowedOrigins(service.client.app, allowed_origins=lessons)) as port:
        yield f"http://127.0.0.1:{port}"


def called(page: Page, address: str, token: str, call: str, **values: Any) -> dict[str, Any]:
    """What a call gives in the page: {"ok": result}, or the error's name, code and requestId."""
    outcome: dict[str, Any] = page.evaluate(CALL, [address, token, call, values])
    return outcome


def test_a_page_asks_for_questions_and_reads_the_id_of_what_failed(page: Page, address: str, service: Service) -> None:
    asked = {"type": "multiple_choice", "count": 2}
    assert called(page, address, service.token, "generateQuestions", level="beginner", **asked)["ok"]["total"] == 2
    refused = called(page, address, service.token, "generateQuestions", level="expert", **asked)
    assert (refused["error"], refused["code"]) == ("BadRequest", 400002)
    assert refused["requestId"]


def test_a_page_sends_a_recording_that_it_holds(page: Page, address: str, service: Service) -> None:
    recording = {"base64": b64encode(wav(0.5)).decode(), "name": "朗读.wav"}
    outcome = called(page, address, service.token, "uploadfile", recording=recording, text="你好。", student_id="s1")
    assert outcome["ok"]["filename"] == "朗读.wav"


def test_a_page_reads_no_file_by_its_path(page: Page, address: str, service: Service) -> None:
    outcome = called(page, address, service.token, "uploadfile", file="/reading.wav", text="你好。")
    assert outcome["error"] == "TypeError"


def test_a_page_of_another_origin_gets_no_answer(page: Page, lessons: str, service: Service) -> None:
    with served(AllowedOrigins(service.client.app, allowed_origins="https://lessons.example")) as port:
        outcome = called(page, f"http://127.0.0.1:{port}", service.token, "grammarText", txt="我把书放在桌子上了。")
    assert outcome["error"] == "ConnectionFailed"
