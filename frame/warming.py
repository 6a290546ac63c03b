"""Makes the item bank ready behind the visitors' backs: a page that is just loading goes first."""

from __future__ import annotations

import gc
import sys
import threading
import time
from itertools import product

from starlette.types import ASGIApp, Receive, Scope, Send

from core.api.core import Core
from core.wire import BANDS, QUESTION_TYPES, TOPICS

QUIET_SECONDS = 3.0
"""Measured on two cores: a first page takes 2.4 s alone and 4.8 s beside the warming."""
PATIENCE_SECONDS = 60.0
"""After so long the rest is made whatever goes on."""
SWITCH_SECONDS = 0.0005
"""How long the warming may keep others from running; at Python's 5 ms a page waits for it hundreds of times."""


class Warming:
    """One a process: `seen` notes requests, `run` works through the cells of the bank between them."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._last_request = time.monotonic()
        self._over = threading.Event()

    def seen(self) -> None:
        """Somebody asked for something."""
        self._last_request = time.monotonic()

    def start(self) -> None:
        """Run in a thread that nobody waits for: what it works at when the server ends may take a minute."""
        threading.Thread(target=self.run, name="warming", daemon=True).start()

    def stop(self) -> None:
        """The server ends: make nothing more."""
        self._over.set()

    def run(self) -> None:
        """Every cell of the bank, readers of files, plans, the correctors of essays; then keep the collector from walking what is never garbage."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        usual = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        try:
            for band, kind, topic in product(BANDS, QUESTION_TYPES, TOPICS):
                self._wait(deadline)
                if self._over.is_set():
                    return
                self._core.bank.piles(kind, topic, band)
            for warm in (self._core.files.start, self._core.plan.warm, self._core.essays.evaluator.warm):
                self._wait(deadline)
                if self._over.is_set():
                    return
                warm()
        finally:
            sys.setswitchinterval(usual)
        gc.collect()
        gc.freeze()

    def _wait(self, deadline: float) -> None:
        """Until nothing was asked for a while."""
        while not self._over.is_set():
            now = time.monotonic()
            left = min(self._last_request + QUIET_SECONDS, deadline) - now
            if left <= 0:
                return
            self._over.wait(left)


class GivesWay:
    """ASGI middleware that tells the warming of every request."""

    def __init__(self, app: ASGIApp, warming: Warming) -> None:
        self._app = app
        self._warming = warming

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._warming.seen()
        await self._app(scope, receive, send)
