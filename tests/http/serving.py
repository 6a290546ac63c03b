"""An application on a socket of its own, served in a thread of this process."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp


@contextmanager
def served(app: ASGIApp, *, drained_seconds: float = 0.0, **options: Any) -> Iterator[int]:
    """The port on which the application answers. At the end open connections have so long to be closed by their other side; `options`
    are uvicorn's."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, lifespan="off", **{"log_config": None, **options}))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield int(listener.getsockname()[1])
    finally:
        deadline = time.monotonic() + drained_seconds
        while server.server_state.connections and time.monotonic() < deadline:
            time.sleep(0.01)
        if drained_seconds:
            time.sleep(0.05)  # the last of them is closed in the next turn of the loop
        server.should_exit = True
        thread.join()
