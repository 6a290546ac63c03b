"""The log of a real server: JSON throughout, and nothing of what people and their programs sent."""

from __future__ import annotations

import http.client
import json
import re
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.browser.conftest import ENVIRONMENT, ROOT, running_server

MARKER = "Marker7Zhang"


def ask(port: int, method: str, path: str, body: str | None = None, **headers: str) -> int:
    """The status of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    status = connection.getresponse().status
    connection.close()
    return status


def open_websocket(port: int, origin: str, *messages: bytes | str) -> None:
    """Connect to a page as a browser does, say something, and wait for what comes of it."""
    address = f"ws://127.0.0.1:{port}/_stcore/stream?name={MARKER}"
    try:
        with connect(address, origin=origin, subprotocols=["streamlit", MARKER, MARKER]) as websocket:  # type: ignore[list-item, arg-type]
            for message in messages:
                websocket.send(message)
            websocket.recv(timeout=5)
            websocket.recv(timeout=5)
    except (OSError, WebSocketException, TimeoutError):
        pass


def raw(port: int, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(sent)
        connection.recv(1000)


@pytest.mark.exhaustive
def test_a_servers_log_is_json_and_tells_nothing_of_anybody(tmp_path: Path) -> None:
    with running_server(tmp_path, {**ENVIRONMENT, "WENLU_DEMO": "1", "WENLU_SCHEDULER": "1"}) as address:
        port = urlsplit(address).port
        assert port is not None
        form = {"Content_Type": "application/x-www-form-urlencoded", "Origin": address}
        asked = [
            ask(port, "GET", f"/today?student={MARKER}", Accept="text/html"),
            ask(port, "GET", f"/v1/portrait/{MARKER}?name={MARKER}"),
            ask(port, "GET", f"/v1/{MARKER}", Authorization=f"Bearer {MARKER}"),
            ask(port, "POST", "/v1/auth/token", json.dumps({"api_key": MARKER}), Content_Type="application/json"),
            ask(port, "POST", "/grammar/grammar_text", f'{{"txt": "{MARKER}', Content_Type="application/json"),
            ask(port, "POST", "/speech/uploadfile", MARKER, Content_Type=f"multipart/form-data; boundary={MARKER}"),
            ask(port, "POST", "/session/enter", f"username={MARKER}&password={MARKER}", **form),
            ask(port, "POST", "/session/demo", f"username={quote(MARKER)}", **form),
            ask(port, "PUT", f"/_stcore/upload_file/{MARKER}/{MARKER}", MARKER),
            ask(port, "GET", f"/media/{MARKER}.wav"),
            ask(port, "GET", "/today", Host=f"{MARKER}/x"),
        ]
        assert all(status < 500 for status in asked), asked
        raw(port, f"GET /{MARKER} HTTQ/9\r\n\r\n".encode())
        raw(
            port,
            f"GET /{MARKER} HTTP/1.1\r\nHost: {MARKER}\r\nUpgrade: {MARKER}\r\nConnection: upgrade\r\n\r\n".encode(),
        )
        open_websocket(port, f"http://{MARKER.lower()}.example")
        open_websocket(port, address, b"\xff" + MARKER.encode())
        open_websocket(port, address, MARKER)
    lines = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    for_people = [line for line in lines if line.startswith("Wenlu 文路: http://")]
    assert len(for_people) == 1
    logged = [json.loads(line) for line in lines if line not in for_people]
    assert [line for line in logged if line.get("event") == "call"]
    assert MARKER.lower() not in "\n".join(lines).lower()


WROTE = f"""
import logging, threading, warnings
from core.logs import configure_logs

def fail():
    try:
        raise KeyError("{MARKER}")
    except KeyError as error:
        raise ValueError("student {MARKER}") from error

configure_logs()
logging.getLogger("streamlit.x").warning("Rejected origin %s", "{MARKER}")
logging.getLogger("streamlit.x").warning("Rejected {MARKER}")
try:
    fail()
except ValueError:
    logging.getLogger("asyncio").exception("of {MARKER}")
thread = threading.Thread(target=fail, name="reader")
thread.start()
thread.join()
warnings.warn("of {MARKER}", UserWarning)
fail()
"""


def test_of_what_others_log_and_of_errors_nothing_is_kept_but_what_kind_it_is() -> None:
    ran = subprocess.run([sys.executable, "-c", WROTE], cwd=ROOT, capture_output=True, text=True, check=False)
    assert MARKER not in ran.stderr
    template, ready_made, error, thread, warning, uncaught = map(json.loads, ran.stderr.splitlines())
    assert template["event"] == "Rejected origin %s"
    assert re.fullmatch(r"<string>:[0-9]+", ready_made["event"])
    for each in (error, thread, uncaught):
        assert each["error"] == "ValueError from KeyError"
    assert len(error["trace"]) == 3
    assert (thread["event"], uncaught["event"]) == ("uncaught", "uncaught")
    assert warning["event"].endswith("UserWarning")
