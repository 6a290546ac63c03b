"""The fetching of an optional pack in the background: how far it has come, and how it ended."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import structlog

from core.backends.downloads import Progress
from core.errors import Unavailable, WenluError

log = structlog.get_logger("wenlu.packs")


@dataclass(frozen=True)
class PackFetch:
    """How far the fetching of a pack has come in this process."""

    state: Literal["idle", "downloading", "unpacking", "done", "failed"] = "idle"
    received_bytes: int = 0
    total_bytes: int | None = None
    """None where the server does not say how much there will be."""
    error: WenluError | None = None

    @property
    def under_way(self) -> bool:
        """Whether it is being fetched or unpacked now."""
        return self.state in ("downloading", "unpacking")


class BackgroundFetch:
    """One fetch at a time, in a thread of that name. Safe to share between threads."""

    def __init__(self, thread_name: str) -> None:
        self._thread_name = thread_name
        self._lock = threading.Lock()
        self._now = PackFetch()

    @property
    def now(self) -> PackFetch:
        """The fetch that is under way, or how the last one of this process ended."""
        return self._now

    def begin(self, install: Callable[[Progress, Callable[[], None]], None]) -> PackFetch:
        """Begin to fetch and install, unless that is under way already; returns at once. `install` is given what it reports its progress to, and
        what it calls once everything is there."""
        with self._lock:
            if not self._now.under_way:
                self._now = PackFetch("downloading")
                try:
                    threading.Thread(target=self._run, args=(install,), name=self._thread_name, daemon=True).start()
                except RuntimeError:  # the machine has no room for another thread
                    self._now = PackFetch("failed", error=Unavailable("No download could be begun beside the service."))
            return self._now

    def _run(self, install: Callable[[Progress, Callable[[], None]], None]) -> None:
        try:
            install(self._progress, self._unpacking)
        except WenluError as error:
            self._now = PackFetch("failed", error=error)
        except Exception:
            log.exception("pack_failed", pack=self._thread_name)
            self._now = PackFetch("failed", error=Unavailable("The pack could not be installed."))
        else:
            self._now = PackFetch("done")

    def _progress(self, received: int, total: int | None) -> None:
        self._now = PackFetch("downloading", received, total)

    def _unpacking(self) -> None:
        self._now = PackFetch("unpacking", self._now.received_bytes, self._now.total_bytes)
