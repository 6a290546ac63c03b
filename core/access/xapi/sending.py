"""Sending what is above the watermark to a record store, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from core.access.xapi.statements import Speaker, Statement, statements_of
from core.errors import OtherServiceFailed
from core.essays.evidence import SCORE
from core.ports.learning_records import StatementReceiver, Taken
from core.ports.store import Store
from core.ports.system import Clock
from core.records.learning_records import Act, RecordStore
from core.speech.evidence import READINGS

INDICATORS = (SCORE, READINGS)
"""Leaves of the portrait that each essay that was scored, and each reading, is logged under once."""
MOST_ACTS = 200
"""Read at once. An act has two statements at most, so that a batch has no more than 500."""
LONGEST = timedelta(minutes=30)
"""A run stops after so long and leaves the rest to the next: a slow record store keeps nobody else's waiting all night."""


@dataclass(frozen=True)
class Sent:
    """What a run of sending did."""

    sent: int = 0
    left_out: int = 0
    """Statements that the store refused for good."""
    complete: bool = True
    """Whether nothing is above the watermark any more; False where another process was at it, or the time was over."""
    out_of_time: bool = False
    """Whether it stopped because it had taken `LONGEST`."""


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
    At the end it moves past what was passed over too, so that consent that is given later does not reach back.

    Raises `OtherServiceFailed`, which is noted with the registration.
    """
    receiver = connect(record_store)
    done = Sent()
    begun = clock.now()
    newest = store.newest_seq_before(record_store.organisation_id, begun)
    try:
        for page in acts(record_store.organisation_id, record_store.watermark, store=store):
            statements = [statement for act in page for statement in statements_of(act, speaker)]
            left_out = _deliver(statements, receiver) if statements else 0
            sent, upto = len(statements) - left_out, page[-1].piece.seq
            if not store.note_sent(record_store, upto=upto, sent=sent, left_out=left_out, at=clock.now()):
                return replace(done, complete=False)
            record_store = replace(record_store, watermark=upto)
            done = Sent(done.sent + sent, done.left_out + left_out)
            if clock.now() - begun >= LONGEST:
                return replace(done, complete=False, out_of_time=True)
    except OtherServiceFailed as failure:
        store.note_failure(record_store, str(failure), clock.now())
        raise
    if newest > record_store.watermark and not store.note_sent(
        record_store, upto=newest, sent=0, left_out=0, at=clock.now()
    ):
        return replace(done, complete=False)
    return done


def _deliver(statements: Sequence[Statement], receiver: StatementReceiver) -> int:
    """Give a batch; returns how many of its statements were left out because they were refused by themselves.

    Raises `OtherServiceFailed` where some were found invalid and none was taken: then it is hardly the statements that are wrong.
    """
    refusals = _refusals(statements, receiver)
    invalid = [statement for statement, why in refusals if why == "invalid"]
    if invalid and len(refusals) == len(statements):
        raise OtherServiceFailed(f"The record store takes no statement, such as {invalid[0]['id']} (400).")
    return len(refusals)


def _refusals(statements: Sequence[Statement], receiver: StatementReceiver) -> list[tuple[Statement, Taken]]:
    """Give statements, in halves where they are refused as a whole; returns those that were refused by themselves, with why.

    A record store takes all of a batch or nothing: one statement that it holds otherwise already, because a report was deleted since, say,
    would keep back all that come after it.
    """
    taken = receiver.put(statements)
    if taken == "taken":
        return []
    if len(statements) == 1:
        return [(statements[0], taken)]
    middle = len(statements) // 2
    return _refusals(statements[:middle], receiver) + _refusals(statements[middle:], receiver)
