"""Questions to a language model: asked side by side within a bound, each once, and answers remembered for a while."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass
from typing import Any, NamedTuple

import structlog

from core.essays.reviewing import Chat

log = structlog.get_logger("wenlu.essays")

MOST_WAITING = 400
"""Questions that wait in one process; what comes beyond them is not asked."""
MOST_REMEMBERED = 4_000
"""Answers of one process, each of a few hundred bytes."""
REMEMBERED_SECONDS = 3_600.0
"""A second draft comes within the hour. An answer may quote the essay, so that it is kept no longer than it is of use."""


class Key(NamedTuple):
    """A question of a student's, in digests: the key holds nothing that anybody wrote."""

    student: str
    question: str

    @classmethod
    def of(cls, student_id: str, *parts: Hashable) -> Key:
        """The key of a question with these parts."""
        return cls(_digest(student_id), _digest(*parts))


def _digest(*parts: Hashable) -> str:
    return hashlib.sha256("\x00".join(map(str, parts)).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True)
class Question:
    """One question."""

    key: Key
    messages: Sequence[dict[str, str]]
    schema: dict[str, Any]
    read: Callable[[str], object | None]
    """What is accepted of the answer's text; None where that cannot be read."""
    sample: int = 0


class Asking:
    """Asks a model; safe to share between threads, which end when nothing is left to ask.

    Parameters
    ----------
    at_once : questions that are under way at once in this process
    now : seconds of a clock that only goes forward
    """

    def __init__(self, chat: Chat, *, at_once: int, now: Callable[[], float] = time.monotonic) -> None:
        self._chat = chat
        self._at_once = at_once
        self._now = now
        self._lock = threading.Lock()
        self._waiting: deque[Question] = deque()
        self._under_way: dict[Key, Future[object | None]] = {}
        self._remembered: OrderedDict[Key, tuple[float, object]] = OrderedDict()
        self._forgotten: set[str] = set()
        self._threads = 0

    def ask(self, question: Question) -> Future[object | None]:
        """The answer, now or when it comes; None where there is none."""
        with self._lock:
            self._drop_old()
            if question.key in self._remembered:
                self._remembered.move_to_end(question.key)
                return _answered(self._remembered[question.key][1])
            if question.key in self._under_way:
                return self._under_way[question.key]
            if len(self._waiting) >= MOST_WAITING:
                log.warning("language_model", failed="too many questions wait")
                return _answered(None)
            future = self._under_way[question.key] = Future()
            self._waiting.append(question)
            if self._threads < self._at_once:
                self._threads += 1
                threading.Thread(target=self._run, name="language-model", daemon=True).start()
            return future

    def forget(self, student_id: str) -> None:
        """Drop all answers about a student's texts, and those that are still under way when they come."""
        student = _digest(student_id)
        with self._lock:
            for key in [key for key in self._remembered if key.student == student]:
                del self._remembered[key]
            if any(key.student == student for key in self._under_way):
                self._forgotten.add(student)

    def remembered(self) -> int:
        """How many answers are kept now."""
        with self._lock:
            self._drop_old()
            return len(self._remembered)

    def _drop_old(self) -> None:
        oldest = self._now() - REMEMBERED_SECONDS
        for key in [key for key, (at, _) in self._remembered.items() if at < oldest]:
            del self._remembered[key]
        while len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)

    def _run(self) -> None:
        while (question := self._next()) is not None:
            answer: object | None = None
            try:
                text = self._chat.answer(question.messages, question.schema, sample=question.sample)
                answer = None if text is None else question.read(text)
            except Exception:  # the thread must go on with the next question
                log.exception("language_model")
            self._settle(question.key, answer)

    def _next(self) -> Question | None:
        with self._lock:
            if not self._waiting:
                self._threads -= 1
                return None
            return self._waiting.popleft()

    def _settle(self, key: Key, answer: object | None) -> None:
        with self._lock:
            future = self._under_way.pop(key)
            if answer is not None and key.student not in self._forgotten:
                self._remembered[key] = (self._now(), answer)
            if not any(other.student == key.student for other in self._under_way):
                self._forgotten.discard(key.student)
        future.set_result(answer)


def _answered(answer: object | None) -> Future[object | None]:
    future: Future[object | None] = Future()
    future.set_result(answer)
    return future


def wait_for(futures: Sequence[Future[object | None]], seconds: float) -> None:
    """Wait until all answers have come, at most so long."""
    wait(futures, timeout=seconds)
