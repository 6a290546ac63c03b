"""Fills the item bank and other caches in the background; while a page is loading it pauses."""

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
"""How long nobody must have requested anything before the warming goes on. Measured on two cores: a first page takes 2.4 s alone
and 4.8 s beside the warming."""
PATIENCE_SECONDS = 60.0
"""After this time the rest is made even if requests keep coming."""
SWITCH_SECONDS = 0.0005
"""How long the warming may keep other threads from running; at Python's default of 5 ms a page would wait for it hundreds of times."""


class Warming:
    """One a process: `note_request` notes requests, `run` works through the cells of the bank between them."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._last_request = time.monotonic()
        self._ended = threading.Event()

    def note_request(self) -> None:
        """Note that a request came, so that the warming pauses."""
        self._last_request = time.monotonic()

    def start(self) -> None:
        """Run in a daemon thread: a step that is under way when the server ends may take a minute more."""
        threading.Thread(target=self.run, name="warming", daemon=True).start()

    def stop(self) -> None:
        """Begin no further step, because the server ends."""
        self._ended.set()

    def run(self) -> None:
        """Warm every cell of the bank, the readers of files, plans and the correctors of essays.

        Then exempt all that was made from garbage collection, since it lives as long as the process.
        """
        deadline = time.monotonic() + PATIENCE_SECONDS
        usual = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        try:
            for band, kind, topic in product(BANDS, QUESTION_TYPES, TOPICS):
                self._wait(deadline)
                if self._ended.is_set():
                    return
                self._core.bank.piles(kind, topic, band)
            for warm in (
                self._core.files.start,
                self._core.plan.warm,
                self._core.essays.evaluator.warm,
                self._core.words.warm,
                self._core.knowledge.names_in_pinyin,
            ):
                self._wait(deadline)
                if self._ended.is_set():
                    return
                warm()
        finally:
            sys.setswitchinterval(usual)
        gc.collect()
        gc.freeze()

    def _wait(self, deadline: float) -> None:
        """Wait until nothing has been requested for `QUIET_SECONDS`, or the deadline has passed."""
        while not self._ended.is_set():
            now = time.monotonic()
            remaining = min(self._last_request + QUIET_SECONDS, deadline) - now
            if remaining <= 0:
                return
            self._ended.wait(remaining)


class NotesRequests:
    """ASGI middleware that notes every request for the warming."""

    def __init__(self, app: ASGIApp, warming: Warming) -> None:
        self._app = app
        self._warming = warming

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._warming.note_request()
        await self._app(scope, receive, send)
