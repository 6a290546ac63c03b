"""Making the demo's year beside a running server: one maker at a time, its progress kept in the database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from core.access.demo import DemoMaking
from core.api.core import Core
from core.demo.assignments import give
from core.demo.behaviours import behaviours
from core.demo.cast import Actor, cast
from core.demo.classes import found
from core.demo.year import APPEALS_EVERY, SteppedClock, ask_teacher, shelf, write_past
from core.portrait.wire import UpdatePortraitRequest
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import PERMISSIONS, Caller

LEASE = timedelta(seconds=60)
"""A maker that has not been heard of for so long has ended; a student takes about a third of a second."""


def begin(store: Store, organisation_id: str, now: datetime) -> None:
    """Note that the demo's year is to be made, ending now."""
    state = DemoMaking(organisation_id=organisation_id, made=0, of=len(cast()), until=now, beat=None, done=False)
    store.change_demo_state(None, state.model_dump_json())


def to_be_made(store: Store) -> bool:
    """Whether it was begun and is not done."""
    text = store.demo_state()
    return text is not None and not DemoMaking.model_validate_json(text).done


def make(core: Core, clock: SteppedClock, *, real: Clock) -> Iterator[str]:
    """Make what is missing; one line a step. Nothing where another maker is at work or everything is done.

    `core` was built on `clock`, which stands at the end of the simulated past.
    """
    making = _claimed(core.store, real.now())
    if making is None:
        return
    clock.moment = making.until
    stock, actors = shelf(core), cast()
    found(core, actors, making.organisation_id)
    for index, actor in enumerate(actors[making.made :], start=making.made):
        count = write_past(actor, core, stock, making.organisation_id, until=making.until)
        _live(core, actor, making, asks=index % APPEALS_EVERY == 1)
        yield f"{actor.student_id}: {count} answers"
        noted = _noted(core.store, making, beat=real.now(), made=index + 1, done=index + 1 == len(actors))
        if noted is None:
            return
        making = noted
    give(core, clock, stock, actors, making.organisation_id)


def _claimed(store: Store, now: datetime) -> DemoMaking | None:
    text = store.demo_state()
    if text is None:
        return None
    making = DemoMaking.model_validate_json(text)
    if making.done or (making.beat is not None and now - making.beat < LEASE):
        return None
    mine = making.model_copy(update={"beat": now})
    return mine if store.change_demo_state(text, mine.model_dump_json()) else None


def _noted(store: Store, making: DemoMaking, **changed: object) -> DemoMaking | None:
    """The state with what was reached; None where another maker has taken over."""
    after = making.model_copy(update=changed)
    return after if store.change_demo_state(making.model_dump_json(), after.model_dump_json()) else None


def _live(core: Core, actor: Actor, making: DemoMaking, *, asks: bool) -> None:
    """The actor's behaviours, map and portrait; perhaps a question to the teacher.

    Student by student, for the nightly work of this very night may have been done before anything was there.
    """
    caller = Caller(making.organisation_id, frozenset(PERMISSIONS), actor.language)
    done = behaviours(actor, until=making.until)
    core.portrait.update(UpdatePortraitRequest(student_id=actor.student_id, behaviors=done), caller)
    if asks:
        ask_teacher(actor, core, making.organisation_id)
