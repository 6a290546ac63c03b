"""Request rate: a token bucket for each key, in this process or shared through the store."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from datetime import datetime

from core.errors import RateExceeded
from core.ports.access import AccessStore

MOST_BUCKETS = 10_000
"""Buckets kept in memory. Beyond that the least recently used one is dropped, which does no more than refill it."""


class RateLimit:
    """`rate_per_second` calls on average, `burst` at once, for each bucket name.

    With `store` the buckets live in the database and hold across workers; without, in this process.
    """

    def __init__(self, *, rate_per_second: float, burst: int, store: AccessStore | None = None) -> None:
        self._rate = rate_per_second
        self._burst = burst
        self._store = store
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, bucket: str, *, now: datetime) -> None:
        """Take one token or raise `RateExceeded` with the whole seconds to wait."""
        if self._store is not None:
            wait = self._store.take_token(bucket, rate_per_second=self._rate, burst=self._burst, at=now)
        else:
            wait = self._take_here(bucket, now.timestamp())
        if wait > 0:
            raise RateExceeded(retry_after_seconds=max(1, math.ceil(wait)))

    def _take_here(self, bucket: str, now: float) -> float:
        with self._lock:
            tokens, taken_at = self._buckets.pop(bucket, (float(self._burst), now))
            tokens = min(self._burst, tokens + max(0.0, now - taken_at) * self._rate)
            wait = 0.0 if tokens >= 1 else (1 - tokens) / self._rate
            self._buckets[bucket] = (tokens - 1 if wait == 0 else tokens, now)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
            return wait
