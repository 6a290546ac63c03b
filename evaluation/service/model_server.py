"""A stand-in for an OpenAI-compatible server on loopback, which answers as a test wants."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[[dict[str, Any], int], str | None]
"""The text of an answer, given what the user's message holds and the number of the sample from 0; None breaks off."""


@dataclass
class ModelServer:
    """A server that is running."""

    url: str
    asked: list[dict[str, Any]] = field(default_factory=list)
    """What the user's messages held, in order."""
    keys: list[str | None] = field(default_factory=list)
    """The keys that came with them."""


@contextmanager
def model_server(
    reply: Reply, *, seconds: float = 0.0, models: tuple[str, ...] = ("teacher",)
) -> Iterator[ModelServer]:
    """A server whose answers take so many seconds each; it ends with the block."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._send(200, {"object": "list", "data": [{"id": name} for name in models]})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            content = json.loads(body["messages"][1]["content"])
            server.asked.append(content)
            server.keys.append(self.headers.get("Authorization"))
            time.sleep(seconds)
            text = reply(content, body["seed"] - 1)
            if text is None:
                self._send(500, {})
                return
            usage = {"prompt_tokens": 400, "completion_tokens": 40}
            self._send(200, {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage})

        def _send(self, status: int, content: object) -> None:
            raw = json.dumps(content, ensure_ascii=False).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, format: str, *arguments: object) -> None:
            """Nothing is logged."""

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listening.daemon_threads = True
    server = ModelServer(f"http://127.0.0.1:{listening.server_address[1]}/v1")
    threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield server
    finally:
        listening.shutdown()
        listening.server_close()


def quoted(
    quote: str, correction: str, type_: str = "W", reason: str = "原因", *, sure: str = "certain"
) -> dict[str, str]:
    """An edit as a model answers it."""
    return {
        "quote": quote,
        "correction": correction,
        "type": type_,
        "sure": sure,
        "reason": reason,
        "reason_en": "why",
    }
