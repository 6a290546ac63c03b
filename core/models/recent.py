"""What was found lately of sentences, so that one read again, in a corrected text or a later draft, costs nothing."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")


class Recent(Generic[Key, Found]):
    """The results of the last `most` different questions; safe to share between threads.

    What is found must rest on the question alone, and nobody may change it afterwards.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, Found] = OrderedDict()
        self._lock = threading.Lock()

    def answers(self, asked: Sequence[Key], find: Callable[[list[Key]], Sequence[Found]]) -> list[Found]:
        """What belongs to each question; `find` is asked once for those that are new, each of them once.

        >>> recent: Recent[str, int] = Recent(2)
        >>> recent.answers(["a", "bb", "a"], lambda new: [len(each) for each in new])
        [1, 2, 1]
        """
        found: dict[Key, Found] = {}
        with self._lock:
            for key in asked:
                if key in self._kept:
                    self._kept.move_to_end(key)
                    found[key] = self._kept[key]
        new = [key for key in dict.fromkeys(asked) if key not in found]
        if new:
            made = dict(zip(new, find(new), strict=True))
            found |= made
            with self._lock:
                self._kept |= made
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return [found[key] for key in asked]
