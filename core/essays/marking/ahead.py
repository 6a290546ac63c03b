"""Reviews that a teacher will need are made ahead, one after another in a thread of their own, so that no page waits for one."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import structlog

from core.errors import BadRequest, Busy, WenluError

log = structlog.get_logger("wenlu.marking")

Key = tuple[str, str]
"""Organisation and text."""
MOST_REFUSALS = 1_000
MOST_WAITING = 2_000
"""Bounds of what one process remembers; a text that is forgotten is asked for again when it is opened."""
FAULT_SECONDS = 30.0
"""So long a text is left alone after a fault that is not its own (the database away, a model that failed): whoever opens it then has it tried
again. A text that is refused for what it is (too short, no Chinese) stays refused, since a text that was handed in does not change."""


@dataclass(frozen=True)
class Refusal:
    """Why a text could not be reviewed, and until when that is taken for an answer, in seconds of the clock; None: always."""

    error: WenluError
    until: float | None

    @property
    def lasting(self) -> bool:
        """Whether the text will be refused whenever it is tried."""
        return self.until is None


class Ahead:
    """A queue of texts to review and the thread that works on it, which ends when nothing is left. Safe to share between threads."""

    def __init__(self, review: Callable[[Key], object], *, seconds: Callable[[], float] = time.monotonic) -> None:
        """`seconds`: a clock that only counts on."""
        self._review = review
        self._seconds = seconds
        self._waiting: OrderedDict[Key, None] = OrderedDict()
        self._refused: OrderedDict[Key, Refusal] = OrderedDict()
        self._at_work: Key | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def ask(self, keys: Sequence[Key]) -> None:
        """Have these texts reviewed before all others, in their order; what was refused before is not tried again, unless the
        fault has passed."""
        with self._lock:
            for key in reversed(keys):
                if key != self._at_work and self._refusal(key) is None:
                    self._waiting[key] = None
                    self._waiting.move_to_end(key, last=False)
            while len(self._waiting) > MOST_WAITING:
                self._waiting.popitem()
            if self._waiting and self._thread is None:
                self._thread = threading.Thread(target=self._run, name="reviews-ahead", daemon=True)
                self._thread.start()

    def refusal(self, key: Key) -> Refusal | None:
        """Why a text could not be reviewed, if it was tried; None once it may be tried again."""
        with self._lock:
            return self._refusal(key)

    def _refusal(self, key: Key) -> Refusal | None:
        refusal = self._refused.get(key)
        if refusal is None:
            return None
        if refusal.until is not None and self._seconds() >= refusal.until:
            del self._refused[key]
            return None
        return refusal

    def wait(self, seconds: float) -> None:
        """Wait until nothing is left to do, at most so long."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)

    def _run(self) -> None:
        while (key := self._next()) is not None:
            try:
                self._review(key)
            except Busy:
                log.info("a review was put off: the queue is full")
            except WenluError as error:
                self._refuse(key, error)
            except Exception as error:  # the thread must go on with the next text
                log.exception("a review ahead failed")
                self._refuse(key, WenluError(f"The review failed: {type(error).__name__}."))

    def _next(self) -> Key | None:
        with self._lock:
            if not self._waiting:
                self._at_work = self._thread = None
                return None
            self._at_work, _ = self._waiting.popitem(last=False)
            return self._at_work

    def _refuse(self, key: Key, error: WenluError) -> None:
        with self._lock:
            until = None if isinstance(error, BadRequest) else self._seconds() + FAULT_SECONDS
            self._refused[key] = Refusal(error, until)
            while len(self._refused) > MOST_REFUSALS:
                self._refused.popitem(last=False)
