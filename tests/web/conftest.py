"""A real uvicorn on loopback around a small application, in a thread of this process."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
import uvicorn
from starlette.types import ASGIApp

from core.settings import Settings
from core.web import connections
from core.web.connections import Bounds, server_options

Serve = Callable[..., int]


@contextmanager
def served(app: ASGIApp) -> Iterator[int]:
    """The port on which the application answers."""
    listener = socket.create_server(("127.0.0.1", 0))
    options = server_options(Settings()) | {"timeout_graceful_shutdown": 1}
    server = uvicorn.Server(uvicorn.Config(app, lifespan="off", **options))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield int(listener.getsockname()[1])
    finally:
        deadline = time.monotonic() + 5  # a server that ends at once leaves sockets to the collector
        while server.server_state.connections and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.05)  # the last of them is closed in the next turn of the loop
        server.should_exit = True
        thread.join()


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Serve an application, with short limits; gives the port."""
    with ExitStack() as stack:

        def start(app: ASGIApp, **limits: float) -> int:
            made = Bounds(**{"header_seconds": 0.2, "body_seconds": 0.4, **limits})  # type: ignore[arg-type]
            monkeypatch.setattr(connections, "bounds", lambda: made)
            return stack.enter_context(served(app))

        yield start
