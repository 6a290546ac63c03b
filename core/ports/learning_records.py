"""What statements about learning need of the store, and of the other side. Each method of the store is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Literal, Protocol

from core.records.learning_records import Act, RecordStore

Taken = Literal["taken", "conflict", "too_large", "invalid"]
"""What a record store says to a batch: it has all of it now; it holds another statement under one of the ids; the batch is too large; it finds
a statement of it wrong."""


class LearningRecordStore(Protocol):
    """Registered record stores, and the evidence log as acts."""

    def record_store(self, organisation_id: str) -> RecordStore | None:
        """The record store that an organisation has registered."""
        ...

    def put_record_store(self, record_store: RecordStore) -> None:
        """Register a record store in place of an earlier one."""
        ...

    def remove_record_store(self, organisation_id: str) -> bool:
        """Remove the registration; False when there is none."""
        ...

    def note_sent(self, record_store: RecordStore, *, upto: int, sent: int, left_out: int, at: datetime) -> bool:
        """Move the watermark of a record store on and add to its counts. False, and nothing changed, where its watermark is another by now, or
        a record store was registered anew."""
        ...

    def note_failure(self, record_store: RecordStore, failure: str, at: datetime) -> None:
        """Note why a try broke off; nothing where a record store was registered anew meanwhile."""
        ...

    def acts_above(
        self,
        organisation_id: str,
        seq: int,
        *,
        indicators: Collection[str],
        limit: int,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> list[Act]:
        """What students did according to the evidence above a watermark, in ingest order, those who lack consent left out.

        `indicators`: the leaves of the portrait that tell that an essay or a reading was scored. `since` and `until` bound the time at which
        it was done: since <= occurred_at < until.
        """
        ...

    def pseudonym_secret(self, organisation_id: str, fresh: str) -> str:
        """The secret behind an organisation's pseudonyms: `fresh` is stored if there was none before, and the stored one is returned."""
        ...


class StatementReceiver(Protocol):
    """A learning record store, as it is spoken to."""

    def put(self, statements: Sequence[dict[str, Any]]) -> Taken:
        """Give statements, all of them or none. Raises `OtherServiceFailed`."""
        ...
