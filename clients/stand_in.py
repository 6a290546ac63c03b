"""A server on loopback that plays one vector after another: `python clients/stand_in.py --vectors clients/vectors`.

It prints the port it listens on. `POST /__play {"vector": NAME}` begins a vector; each request after it is compared with the next that
the vector expects, and gets the answer written there. `GET /__verdict` then says {"ok", "why", "missing"},
the last how many requests did not come. Only the standard library.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import re
import socket
import sys
import threading
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

MISMATCH = 422
"""The status of the answer to a request that is not the expected one: no client sends it again."""
UNREAD_SECONDS = 2.0
"""How long a verdict waits for requests that are on their way."""
DISPOSITION = re.compile(r'(\w+)="([^"]*)"')

Json = dict[str, Any]


def load(folder: Path) -> dict[str, Json]:
    """The vectors of a folder by name. Raises `ValueError` where two share a name."""
    vectors: dict[str, Json] = {}
    for file in sorted(folder.glob("*.json")):
        for vector in json.loads(file.read_text("utf-8")):
            if vector["name"] in vectors:
                raise ValueError(f"Two vectors are called {vector['name']}.")
            vectors[vector["name"]] = vector
    return vectors


class Play:
    """One vector as it is played: what has come, and what was wrong with it."""

    def __init__(self, vector: Json) -> None:
        self.steps: Sequence[Json] = vector["server"]
        self.received: list[Mapping[str, str]] = []
        """The headers of the requests so far, their names in small letters."""
        self.faults: list[str] = []

    def next_answer(self, request: Json) -> Json:
        """Compare a request with the next one expected; the answer to it."""
        number = len(self.received) + 1
        self.received.append(request["headers"])
        if number > len(self.steps):
            return self._fault(f"request {number} ({request['method']} {request['path']}) was not expected")
        step = self.steps[number - 1]
        wrong = self._differences(step["expect"], request)
        if wrong:
            return self._fault(f"request {number}: {'; '.join(wrong)}")
        answer: Json = step["answer"]
        return answer

    def is_over(self) -> bool:
        """Whether all requests that are expected came, or something was wrong already."""
        return bool(self.faults) or len(self.received) >= len(self.steps)

    def verdict(self) -> Json:
        """Whether everything came as expected."""
        missing = len(self.steps) - len(self.received)
        why = [*self.faults, *([f"{missing} requests of {len(self.steps)} did not come"] if missing > 0 else [])]
        return {"ok": not why, "why": "; ".join(why), "missing": max(missing, 0)}

    def _fault(self, why: str) -> Json:
        self.faults.append(why)
        return {"status": MISMATCH, "json": {"code": MISMATCH, "message": f"stand-in: {why}"}}

    def _differences(self, expected: Json, request: Json) -> list[str]:
        wrong = [
            f"{part} is {request[part]!r} and not {expected[part]!r}"
            for part in ("method", "path", "query", "json", "parts")
            if part in expected and request[part] != expected[part]
        ]
        headers = expected.get("headers", {})
        return wrong + [
            each for name, value in headers.items() for each in self._header(name, value, request["headers"])
        ]

    def _header(self, name: str, expected: Any, headers: Mapping[str, str]) -> list[str]:
        """What is wrong with a header: the README says what can be expected of one."""
        sent = headers.get(name.lower())
        if isinstance(expected, dict) and "same_as" in expected:
            expected = self.received[expected["same_as"] - 1].get(name.lower())
        if isinstance(expected, dict) and "starts_with" in expected:
            right = sent is not None and sent.startswith(expected["starts_with"])
        elif isinstance(expected, dict):
            right = bool(sent)
        else:
            right = sent == expected
        return [] if right else [f"header {name} is {sent!r} and not {expected!r}"]


class StandIn(ThreadingHTTPServer):
    """The server; one vector is played at a time."""

    daemon_threads = True

    def __init__(self, vectors: Mapping[str, Json]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.vectors = vectors
        self.lock = threading.Condition()
        self.play = Play({"server": []})
        self.parent = os.getppid()

    def service_actions(self) -> None:
        """Ends the stand-in when the program that started it is gone."""
        if os.getppid() != self.parent:
            raise SystemExit

    def handle_error(self, request: object, client_address: object) -> None:  # noqa: ARG002 -- named as in `BaseServer`
        """A client that left before its answer is no fault: it timed out. All else is one, of the client or of the stand-in."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            with self.lock:
                self.play.faults.append(f"the stand-in failed: {error!r}")


class Handler(BaseHTTPRequestHandler):
    """Serves one connection, which is closed after its answer."""

    protocol_version = "HTTP/1.1"
    server: StandIn

    def do_POST(self) -> None:
        body = self._body()
        if self.path == "/__play":
            self._begin(json.loads(body)["vector"])
        else:
            self._played(body)

    def do_GET(self) -> None:
        if self.path == "/__verdict":
            with self.server.lock:
                # A client that waits only a moment may ask before its last request was read.
                self.server.lock.wait_for(self.server.play.is_over, UNREAD_SECONDS)
                verdict = self.server.play.verdict()
            self._send(200, verdict)
        else:
            self._played(self._body())

    do_PUT = do_PATCH = do_DELETE = do_POST

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged: the verdict says what was wrong."""

    def _begin(self, name: str) -> None:
        vector = self.server.vectors.get(name)
        if vector is None:
            self._send(404, {"why": f"There is no vector {name}."})
            return
        with self.server.lock:
            self.server.play = Play(vector)
        self._send(200, {"vector": name})

    def _played(self, body: bytes) -> None:
        request = self._request(body)
        with self.server.lock:
            answer = self.server.play.next_answer(request)
            self.server.lock.notify_all()
        if "delay_seconds" in answer:
            self._wait(answer["delay_seconds"])
        elif "drop" in answer:
            self._cut()
        elif "truncated" in answer:
            self._send(200, {"code": 200, "message": "success"}, longer_by=100)
            self._cut()
        else:
            content = answer["text"] if "text" in answer else answer.get("json")
            self._send(answer["status"], content, answer.get("headers", {}))

    def _body(self) -> bytes:
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            return b"".join(iter(self._chunk, b""))
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def _chunk(self) -> bytes:
        length = int(self.rfile.readline().split(b";")[0], 16)
        chunk = self.rfile.read(length)
        self.rfile.readline()
        return chunk

    def _request(self, body: bytes) -> Json:
        """What came, in the words of a vector."""
        address = urlsplit(self.path)
        content_type = self.headers.get("Content-Type", "")
        return {
            "method": self.command,
            "path": "/".join(unquote(each) for each in address.path.split("/")),
            "query": dict(parse_qsl(address.query, keep_blank_values=True)),
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "json": _json(body) if content_type.startswith("application/json") else None,
            "parts": _parts(body, content_type) if content_type.startswith("multipart/form-data") else None,
        }

    def _send(self, status: int, content: Any, headers: Mapping[str, str] | None = None, *, longer_by: int = 0) -> None:
        """Send an answer: JSON, or a text as it is. `longer_by`: how many bytes more are announced than sent."""
        body = (content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)).encode()
        self.close_connection = True
        self.send_response(status)
        self.send_header("Content-Type", "text/html" if isinstance(content, str) else "application/json")
        self.send_header("Content-Length", str(len(body) + longer_by))
        self.send_header("Connection", "close")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _wait(self, seconds: float) -> None:
        """Say nothing until the time is over or the client has gone."""
        self.close_connection = True
        self.connection.settimeout(seconds)
        try:
            self.connection.recv(1)
        except OSError:
            return

    def _cut(self) -> None:
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body.decode(errors="replace")


def _parts(body: bytes, content_type: str) -> Json:
    """The parts of a form: texts, and files as {base64, filename}."""
    boundary = content_type.partition("boundary=")[2].strip('"').encode()
    parts: Json = {}
    for each in body.split(b"--" + boundary)[1:-1]:
        head, _, content = each.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        named = dict(DISPOSITION.findall(head.decode()))
        content = content.removesuffix(b"\r\n")
        if "filename" in named:
            file = {"base64": base64.b64encode(content).decode(), "filename": named["filename"]}
            parts[named["name"]] = file
        else:
            parts[named["name"]] = content.decode()
    return parts


def main() -> None:
    """Print the port and serve until the process is ended."""
    parser = argparse.ArgumentParser(description="Plays the clients' vectors on loopback.")
    parser.add_argument("--vectors", type=Path, required=True, help="folder of the vectors")
    server = StandIn(load(parser.parse_args().vectors))
    sys.stdout.write(f"{server.server_address[1]}\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main()
