"""A cache of results for sentences, so that a sentence read again, in a corrected text or a later draft, costs nothing."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")


class Recent(Generic[Key, Result]):
    """The results for the last `most` different keys; safe to share between threads.

    A result must follow from its key alone, and nobody may change it afterwards.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, Result] = OrderedDict()
        self._lock = threading.Lock()

    def results_for(self, keys: Sequence[Key], compute: Callable[[list[Key]], Sequence[Result]]) -> list[Result]:
        """The result for each key; `compute` is called once for the keys that are new, each of them once.

        >>> recent: Recent[str, int] = Recent(2)
        >>> recent.results_for(["a", "bb", "a"], lambda new: [len(word) for word in new])
        [1, 2, 1]
        """
        results: dict[Key, Result] = {}
        with self._lock:
            for key in keys:
                if key in self._kept:
                    self._kept.move_to_end(key)
                    results[key] = self._kept[key]
        new = [key for key in dict.fromkeys(keys) if key not in results]
        if new:
            computed = dict(zip(new, compute(new), strict=True))
            results |= computed
            with self._lock:
                self._kept |= computed
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return [results[key] for key in keys]
