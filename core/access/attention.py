"""What needs a person in the administration, from what is known of backups, disks, nights, quota and keys. Pure: no clock, no store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from core.access.wire import QuotaUse
from core.learning.days import day_of
from core.learning.nights import missed_days
from core.records.access import ApiKey
from core.records.backups import BackupLine, BackupTask
from core.records.quota import QuotaRequest

NeedKind = Literal[
    "no_backup", "old_backup", "damaged_backup", "backup_failed", "backups_unreadable", "disk_low", "night_missed", "pack_failed",
    "quota_high", "request_answered", "requests_waiting", "key_suspended",
]  # fmt: skip
OLDEST_BACKUP = timedelta(days=7)
"""A school can do a week's work again, and not a month's."""
LOW_SHARE = 0.1
"""The share of a disk below which it counts as filling up, as in `deploy/alerts.yaml`."""
HIGH_SHARE = 0.9
"""The share of the month's calls from which somebody should look."""
ANSWER_SHOWN = timedelta(days=7)
"""How long an answer to a request is pointed out."""
NIGHT_GRACE = timedelta(hours=4)
"""How long after 02:00 the nightly work may still be under way, as in `deploy/alerts.yaml`."""


@dataclass(frozen=True)
class Need:
    """One thing that needs a person."""

    kind: NeedKind
    subject: str = ""
    """The file, folder, pack or key that it is about."""
    count: int = 0
    at: datetime | None = None


def backup_needs(lines: Sequence[BackupLine], task: BackupTask, *, now: datetime) -> Iterator[Need]:
    """Of the backups, the newest first: none, an old one, damaged ones, one that could not be made or read."""
    good = next((line for line in lines if not line.fault), None)
    if good is None:
        yield Need("no_backup")
    elif now - good.made_at > OLDEST_BACKUP:
        yield Need("old_backup", good.name, at=good.made_at)
    yield from (Need("damaged_backup", line.name, at=line.made_at) for line in lines if line.fault)
    if task.state == "failed" and not any(_makes_up_for(line, task) for line in lines):
        yield Need("backup_failed", task.name)


def _makes_up_for(line: BackupLine, task: BackupTask) -> bool:
    """Whether a failed task needs nobody any more: its backup is told of as damaged, or a good one was made since, perhaps by another process."""
    if line.fault:
        return line.name == task.name
    return task.ended_at is not None and line.made_at > task.ended_at


def disk_needs(free_bytes: Mapping[str, tuple[int, int]]) -> Iterator[Need]:
    """Disks that fill up, by the name of the folder on each: (free, all) bytes."""
    for name, (free, whole) in free_bytes.items():
        if free < LOW_SHARE * whole:
            yield Need("disk_low", name, count=free)


def missed_nights(last: date | None, *, since: datetime, now: datetime) -> int:
    """Nights of an organisation whose work should long be done and is not; none from before there was the organisation.

    >>> from datetime import UTC
    >>> morning = datetime(2026, 11, 25, 1, tzinfo=UTC)
    >>> missed_nights(date(2026, 11, 22), since=datetime(2026, 9, 1, tzinfo=UTC), now=morning)
    2
    >>> missed_nights(None, since=morning, now=morning)
    0
    """
    return sum(day >= day_of(since) for day in missed_days(last, now - NIGHT_GRACE))


def quota_needs(quota: QuotaUse, requests: Sequence[QuotaRequest], *, now: datetime) -> Iterator[Need]:
    """Of the organisation's calls: the month's are nearly used up, requests were answered (the newest answer, and how many there were)."""
    if quota.limit is not None and quota.used >= HIGH_SHARE * quota.limit:
        yield Need("quota_high", count=max(0, quota.limit - quota.used))
    answers = [
        (request.answered_at, request.state)
        for request in requests
        if request.state in ("granted", "refused") and request.answered_at and now - request.answered_at < ANSWER_SHOWN
    ]
    if answers:
        answered_at, state = max(answers)
        yield Need("request_answered", state, count=len(answers), at=answered_at)


def key_needs(keys: Sequence[ApiKey]) -> Iterator[Need]:
    """Keys that the operator has suspended."""
    for key in keys:
        if key.suspended_at is not None and key.revoked_at is None:
            yield Need("key_suspended", key.prefix, at=key.suspended_at)
