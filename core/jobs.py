"""Nightly work: evidence into the maps, what rests on them, and what is past its time is forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from core.api.core import Core
from core.errors import OtherServiceFailed
from core.knowledge import update as updating
from core.learning.days import day_of
from core.learning.nights import missed_days
from core.records.access import PERMISSIONS, Caller, Organisation

REPLIES_KEPT = timedelta(days=2)
"""An Idempotency-Key is honoured for two days."""


def nightly(core: Core) -> Iterator[str]:
    """Run each job and say what it did; running it twice does nothing the second time.

    An organisation that fails does not keep the others waiting. Raises `ExceptionGroup` at the end when one did.
    """
    failures: list[Exception] = []
    assert (
        core.tables.content is not None
    )  # read now: within the transaction that needs it, nobody else could write for as long
    # Other systems come when every organisation has its own done: one that is slow keeps nobody's maps and plans waiting.
    for work in (_own_work, _work_with_others):
        for organisation in core.store.organisations():
            try:
                yield from work(core, organisation)
            except Exception as error:
                failures.append(error)
                yield f"{organisation.name}: failed: {error}"
    if sent := core.lti.send_scores():
        yield f"{sent} scores sent to learning platforms"
    yield from _forget(core)
    if failures:
        raise ExceptionGroup("The nightly work of some organisations failed", failures)


def _own_work(core: Core, organisation: Organisation) -> Iterator[str]:
    """What needs nobody else."""
    due = missed_days(last_done(core, organisation.organisation_id), core.clock.now())
    yield from _close(core, organisation, due)
    yield from _of_organisation(core, organisation, due)
    if items := core.store.count_items(organisation.organisation_id):
        yield f"{organisation.name}: answers to {items} items counted"
    yield from _judge(core, organisation)
    yield from _make(core, organisation)
    if dropped := core.classes.drop_old_recordings(organisation.organisation_id):
        yield f"{organisation.name}: {dropped} recordings dropped"
    yield from _review(core, organisation)


def _work_with_others(core: Core, organisation: Organisation) -> Iterator[str]:
    """What waits for systems of the school."""
    yield from _courses(core, organisation)
    yield from send_statements(core, organisation)


def anything_due(core: Core) -> bool:
    """Whether the run of some day is due and not done."""
    now = core.clock.now()
    return any(missed_days(last_done(core, each.organisation_id), now) for each in core.store.organisations())


def _of_organisation(core: Core, organisation: Organisation, due: Iterable[date]) -> Iterator[str]:
    """Missed days in order; stops where another process is at work."""
    for day in due:
        run = updating.update_all(
            organisation.organisation_id,
            day,
            points=core.tables.points,
            predictor=core.predictor,
            store=core.store,
            clock=core.clock,
            identifiers=core.identifiers,
            after=core.knowledge.after_update,
        )
        if not run.ours:
            yield f"{organisation.name}, {day}: another process is at it"
            return
        yield (
            f"{organisation.name}, {day}: {run.counts.records} records of {run.counts.students} students, "
            f"{run.counts.points_changed} points changed, {run.touched} portraits"
        )


def _judge(core: Core, organisation: Organisation) -> Iterator[str]:
    """After the map, for the rules look at who answered."""
    judged = core.questions.retire_by_rule(organisation.organisation_id)
    if judged.items:
        yield (
            f"{organisation.name}: {judged.items} items judged by {judged.answers} answers, {judged.retired} retired"
        )


def _close(core: Core, organisation: Organisation, days: Iterable[date]) -> Iterator[str]:
    """What was done of the plans of the days that are over becomes evidence; before their runs are noted as done, so that a crash
    between leaves them to be closed the next time."""
    closed = sum(core.plan.close(organisation.organisation_id, day) for day in days)
    if closed:
        yield f"{organisation.name}: {closed} pieces of evidence from plans"


def _make(core: Core, organisation: Organisation) -> Iterator[str]:
    """Today's plans for those who use them."""
    made = core.plan.make(organisation.organisation_id, day_of(core.clock.now()))
    if made:
        yield f"{organisation.name}: {made} plans made for today"


def _review(core: Core, organisation: Organisation) -> Iterator[str]:
    """What was handed in during the day is reviewed before its teacher opens it."""
    made = core.marking.review_waiting(organisation.organisation_id)
    if made:
        yield f"{organisation.name}: {made} {'essay' if made == 1 else 'essays'} reviewed for their teachers"


def send_statements(core: Core, organisation: Organisation) -> Iterator[str]:
    """What students did, to the record store that the organisation has registered, if it has. One that cannot be reached keeps nothing
    else waiting: the failure stands with the registration, and the next night goes on from there."""
    caller = Caller(organisation.organisation_id, frozenset(PERMISSIONS))
    if core.learning_records.registration(caller) is None:
        return
    try:
        sent = core.learning_records.send(caller)
    except OtherServiceFailed as failure:
        yield f"{organisation.name}: statements not sent: {failure}"
        return
    if sent.sent or sent.left_out:
        more = ", more the next night" if sent.out_of_time else ""
        yield f"{organisation.name}: {sent.sent} statements sent, {sent.left_out} refused{more}"


def _courses(core: Core, organisation: Organisation) -> Iterator[str]:
    """Classes that are courses of a learning platform are brought to its lists of members."""
    for course in core.lti.read_members(organisation.organisation_id):
        if course.failure:
            yield f"{organisation.name}: members of {course.class_id} not read: {course.failure}"
        elif course.joined or course.left:
            yield f"{organisation.name}: {course.joined} joined {course.class_id} by its platform, {course.left} left"
    core.lti.queue_scores(organisation.organisation_id)


def last_done(core: Core, organisation_id: str) -> date | None:
    """See `core.knowledge.update.last_done`."""
    return updating.last_done(organisation_id, store=core.store, clock=core.clock)


def _forget(core: Core) -> Iterator[str]:
    now = core.clock.now()
    removed = core.store.delete_expired(now, replies_before=now - REPLIES_KEPT)
    for name, count in removed.items():
        yield f"{name}: {count} removed"
    core.lti.forget_nonces()
    if forgotten := core.audit.forget_old():
        yield f"audit log: {forgotten} entries past their time removed"
