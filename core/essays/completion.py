"""Completes reviews that are shown before the operator's language model has answered, in threads of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable

import structlog

from core.essays.archive import Unfinished
from core.essays.history_wire import EssayProgress

log = structlog.get_logger("wenlu.essays")

MOST_UNDER_WAY = 32
"""Reviews that are completed at once in one process; past them a review waits for the model as one over HTTP does."""
WAITS = 6
"""A review that is shown already waits so many times as long as one that nobody sees until it is done: a small machine takes minutes."""


class Completions:
    """The reviews that are being completed in this process. Safe to share between threads."""

    def __init__(self, complete: Callable[[Unfinished], object]) -> None:
        """`complete` puts the completed report into the store."""
        self._complete = complete
        self._under_way: dict[str, Unfinished] = {}
        self._lock = threading.Lock()

    def has_room(self) -> bool:
        """Whether another review may be completed beside those that are."""
        with self._lock:
            return len(self._under_way) < MOST_UNDER_WAY

    def start(self, unfinished: Unfinished, *, seconds: float) -> None:
        """Complete a review once all answers have come, or after so many seconds; returns at once."""
        with self._lock:
            self._under_way[unfinished.act.evaluation_id] = unfinished
        work = threading.Thread(target=self._run, args=(unfinished, seconds), name="essay-completion", daemon=True)
        work.start()

    def progress(self, evaluation_id: str, organisation_id: str) -> EssayProgress | None:
        """How far a review of the organisation has come; None where it is complete, or will not be completed any more."""
        with self._lock:
            unfinished = self._under_way.get(evaluation_id)
        if unfinished is None or unfinished.caller.organisation_id != organisation_id:
            return None
        settled, questions = unfinished.asked.progress()
        return EssayProgress(settled=settled, questions=questions)

    def _run(self, unfinished: Unfinished, seconds: float) -> None:
        try:
            unfinished.asked.wait(seconds)
            self._complete(unfinished)
        except Exception:  # what is shown stays as it is
            log.exception("a review was not completed")
        finally:
            with self._lock:
                self._under_way.pop(unfinished.act.evaluation_id, None)
