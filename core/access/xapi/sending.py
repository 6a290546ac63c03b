"""Sending what is above the watermark to a record store, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from core.access.xapi.statements import Speaker, Statement, statements_of
from core.errors import OtherServiceFailed
from core.essays.evidence import SCORE
from core.ports.learning_records import StatementReceiver
from core.ports.store import Store
from core.ports.system import Clock
from core.records.learning_records import Act, RecordStore
from core.speech.evidence import READINGS

INDICATORS = (SCORE, READINGS)
"""Leaves of the portrait that each essay that was scored, and each reading, is logged under once."""
MOST_ACTS = 200
"""Read at once. An act has two statements at most, so that a batch has no more than 500."""


@dataclass(frozen=True)
class Sent:
    """What a run of sending did."""

    sent: int = 0
    left_out: int = 0
    """Statements that the store refused for good."""
    complete: bool = True
    """Whether nothing is above the watermark any more; False where another process was at it."""


def acts(
    organisation_id: str,
    seq: int,
    *,
    store: Store,
    since: datetime | None = None,
    until: datetime | None = None,
) -> Iterator[list[Act]]:
    """All acts above a watermark, some at a time."""
    while page := store.acts_above(
        organisation_id, seq, indicators=INDICATORS, limit=MOST_ACTS, since=since, until=until
    ):
        yield page
        seq = page[-1].piece.seq


def send(
    record_store: RecordStore,
    speaker: Speaker,
    *,
    connect: Callable[[RecordStore], StatementReceiver],
    store: Store,
    clock: Clock,
) -> Sent:
    """Send what is above the watermark. It moves on only once the record store has a batch: what broke off is sent again, under the same ids.

    Raises `OtherServiceFailed`, which is noted with the registration.
    """
    receiver = connect(record_store)
    done = Sent()
    try:
        for page in acts(record_store.organisation_id, record_store.watermark, store=store):
            statements = [statement for act in page for statement in statements_of(act, speaker)]
            left_out = _deliver(statements, receiver) if statements else 0
            sent, upto = len(statements) - left_out, page[-1].piece.seq
            if not store.note_sent(record_store, upto=upto, sent=sent, left_out=left_out, at=clock.now()):
                return replace(done, complete=False)
            record_store = replace(record_store, watermark=upto)
            done = Sent(done.sent + sent, done.left_out + left_out)
    except OtherServiceFailed as failure:
        store.note_failure(record_store.organisation_id, str(failure), clock.now())
        raise
    return done


def _deliver(statements: Sequence[Statement], receiver: StatementReceiver) -> int:
    """Give a batch, in halves where it is refused as a whole; returns how many statements were refused by themselves.

    A record store takes all of a batch or nothing: one statement that it holds otherwise already, because a report was deleted since, say,
    would keep back all that come after it.
    """
    if receiver.put(statements) == "taken":
        return 0
    if len(statements) == 1:
        return 1
    middle = len(statements) // 2
    return _deliver(statements[:middle], receiver) + _deliver(statements[middle:], receiver)
