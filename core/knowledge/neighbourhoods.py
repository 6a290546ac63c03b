"""The students of an organisation who may be matched, kept in memory beside the database and brought up to it.

What is kept here is never the word on consent: whoever answers with it asks the store again, and says who has withdrawn.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Collection
from datetime import timedelta
from weakref import WeakKeyDictionary

from core.learning.matching.neighbours import Match, Neighbours
from core.ports.knowledge import PeerStore
from core.records.learner import PeerStamp

REBUILT_AFTER_SECONDS = 3600.0
"""A run of the nightly job writes rows whose moment is that of its beginning, some of which a look in between can miss."""
OVERLAP = timedelta(minutes=1)
"""Read again with every change: a row becomes visible some time after the moment that stands in it."""
MOST_STUDENTS = 250_000
"""Kept in a process, of all organisations together: some 400 MB. The one asked for last always stays."""


class Neighbourhood:
    """One organisation's. Safe to share between threads, which take turns."""

    def __init__(self, store: PeerStore, organisation_id: str, points: int) -> None:
        self._store = store
        self._organisation_id = organisation_id
        self._points = points
        self._lock = threading.Lock()
        self._stamp: PeerStamp | None = None
        self._built = 0.0
        self._neighbours = Neighbours(points)

    def __len__(self) -> int:
        return len(self._neighbours)

    def search(self, vector: bytes, count: int, *, without: Collection[str]) -> tuple[list[Match], list[Match]]:
        """(similar, complementary), up to `count` of each, as the database stands now."""
        with self._lock:
            self._refresh()
            similar = self._neighbours.similar(vector, count, without=without)
            return similar, self._neighbours.complementary(vector, count, without=without)

    def forget(self, student_ids: Collection[str]) -> None:
        """Students who turned out to have withdrawn; if they consent again they come back as new."""
        with self._lock:
            self._neighbours.drop(student_ids)

    def _refresh(self) -> None:
        """Read what changed since the last look; everything the first time, and once an hour."""
        # The stamp is read first: what changes while the vectors are read is read again next time.
        stamp, before = self._store.peer_stamp(self._organisation_id), self._stamp
        if before is None or time.monotonic() - self._built > REBUILT_AFTER_SECONDS:
            self._neighbours = Neighbours(self._points)
            self._neighbours.put(self._store.peer_vectors(self._organisation_id))
            self._built = time.monotonic()
        elif stamp != before:
            since = PeerStamp(before.newest_consent - OVERLAP, before.newest_vector - OVERLAP)
            self._neighbours.put(self._store.peer_vectors(self._organisation_id, since=since))
        self._stamp = stamp


class Neighbourhoods:
    """Those of the organisations asked for last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Neighbourhood] = OrderedDict()

    def of(self, store: PeerStore, organisation_id: str, points: int) -> Neighbourhood:
        """The organisation's, made when it is not kept."""
        with self._lock:
            if organisation_id not in self._kept:
                self._kept[organisation_id] = Neighbourhood(store, organisation_id, points)
            self._kept.move_to_end(organisation_id)
            while len(self._kept) > 1 and sum(map(len, self._kept.values())) > MOST_STUDENTS:
                self._kept.popitem(last=False)
            return self._kept[organisation_id]


_OF_STORES: WeakKeyDictionary[PeerStore, Neighbourhoods] = WeakKeyDictionary()
_STORES_LOCK = threading.Lock()


def neighbourhood(store: PeerStore, organisation_id: str, *, points: int) -> Neighbourhood:
    """The organisation's students who may be matched, one a store and organisation; it goes when the store goes."""
    with _STORES_LOCK:
        kept = _OF_STORES.setdefault(store, Neighbourhoods())
    return kept.of(store, organisation_id, points)
