"""A real uvicorn on loopback around a small application, in a thread of this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from starlette.types import ASGIApp

from core.settings import Settings
from core.web import connections
from core.web.connections import Bounds, server_options
from tests.http.serving import served

Serve = Callable[..., int]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Serve an application, with short limits; gives the port."""
    with ExitStack() as stack:

        def start(app: ASGIApp, **limits: float) -> int:
            made = Bounds(**{"header_seconds": 0.2, "body_seconds": 0.4, **limits})  # type: ignore[arg-type]
            monkeypatch.setattr(connections, "bounds", lambda: made)
            options = server_options(Settings()) | {"timeout_graceful_shutdown": 1}
            # A server that ends at once leaves sockets to the collector.
            return stack.enter_context(served(app, drained_seconds=5, **options))

        yield start
