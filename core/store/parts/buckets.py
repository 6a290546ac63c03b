"""The bucket part of the store: token buckets shared by all processes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, select, text

from core.records.access import Bucket
from core.store.database.session import SqlPart
from core.store.tables.access import RateBucketTable
from core.store.tables.columns import table, to_micros

BUCKET = table(RateBucketTable)

MAX_SKEW_SECONDS = 60.0
"""The clocks of processes differ by less than this. A bucket from further in the future was written before the clock was set back: it
is filled anew, or it would give no token until the clock has caught up."""

FROM_FUTURE = f"(b.at - :at > {MAX_SKEW_SECONDS})"
ELAPSED = "(CASE WHEN :at > b.at THEN :at - b.at ELSE 0 END)"
IS_FULL = f"({FROM_FUTURE} OR b.tokens + {ELAPSED} * :rate > :burst)"
REFILLED_TOKENS = f"(CASE WHEN {IS_FULL} THEN :burst ELSE b.tokens + {ELAPSED} * :rate END)"
NEWER_TIME = f"(CASE WHEN :at > b.at OR {FROM_FUTURE} THEN :at ELSE b.at END)"
TAKE = text(
    "INSERT INTO rate_bucket AS b (bucket, tokens, at, full_at) VALUES (:bucket, :burst - 1.0, :at, :at + 1.0 / :rate) "
    f"ON CONFLICT (bucket) DO UPDATE SET tokens = {REFILLED_TOKENS} - 1.0, at = {NEWER_TIME}, "
    f"full_at = {NEWER_TIME} + (:burst - ({REFILLED_TOKENS} - 1.0)) / :rate "
    f"WHERE {REFILLED_TOKENS} >= 1.0 RETURNING tokens"
)
GIVE_BACK = text(
    "UPDATE rate_bucket SET tokens = CASE WHEN tokens + 1.0 > :burst THEN :burst ELSE tokens + 1.0 END, "
    "full_at = full_at - 1.0 / :rate WHERE bucket = :bucket"
)


class _BucketEmpty(Exception):
    """Raised inside the transaction, so that what was taken from the other buckets is rolled back."""

    def __init__(self, bucket: Bucket, seconds: float) -> None:
        self.bucket, self.seconds = bucket, seconds


class BucketPart(SqlPart):
    """Token buckets of `core.ports.access.AccessStore` in SQL."""

    def take_token(self, bucket: str, *, rate_per_second: float, burst: int, at: datetime) -> float:
        """See `core.ports.access.AccessStore.take_token`."""
        _, seconds = self.take_tokens([Bucket(bucket, 1 / rate_per_second, burst)], at)
        return seconds

    def take_tokens(self, buckets: Sequence[Bucket], at: datetime) -> tuple[str, float]:
        """See `core.ports.access.AccessStore.take_tokens`."""
        now = to_micros(at) / 1e6
        try:
            with self.write() as connection:
                for bucket in sorted(
                    buckets, key=lambda bucket: bucket.name
                ):  # always in the same order, to avoid deadlocks
                    _take(connection, bucket, now)
        except _BucketEmpty as empty:
            return empty.bucket.name, empty.seconds
        return "", 0.0

    def give_back_tokens(self, buckets: Sequence[Bucket]) -> None:
        """See `core.ports.access.AccessStore.give_back_tokens`."""
        rows = [_parameters(bucket) for bucket in sorted(buckets, key=lambda bucket: bucket.name)]
        with self.write() as connection:
            for row in rows:
                connection.execute(GIVE_BACK, row)

    def delete_full_buckets(self, at: datetime) -> int:
        """See `core.ports.access.AccessStore.delete_full_buckets`."""
        with self.write() as connection:
            return connection.execute(delete(BUCKET).where(BUCKET.c.full_at <= to_micros(at) / 1e6)).rowcount


def _parameters(bucket: Bucket) -> dict[str, Any]:
    return {"bucket": bucket.name, "rate": 1 / bucket.seconds_per_token, "burst": float(bucket.burst)}


def _take(connection: Connection, bucket: Bucket, now: float) -> None:
    if connection.execute(TAKE, {**_parameters(bucket), "at": now}).first() is not None:
        return
    row = connection.execute(select(BUCKET.c.tokens, BUCKET.c.at).where(BUCKET.c.bucket == bucket.name)).one()
    tokens = min(float(bucket.burst), row.tokens + max(0.0, now - row.at) / bucket.seconds_per_token)
    raise _BucketEmpty(bucket, float(max(1e-3, (1.0 - tokens) * bucket.seconds_per_token)))
