"""Who acts now: known at the door of the facade and of a command, and noted by the store with the act.

It goes along with the call, as a request's id goes along with its log lines, so that no method between the door and the store has to hand it
on, and none can forget to: an act that nobody claimed is noted as the service's own, and the tests that walk all acts would see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from core.records.access import Account, Caller
from core.records.audit import THE_OPERATOR, THE_SERVICE, Actor

_ACTING: ContextVar[Actor] = ContextVar("acting", default=THE_SERVICE)


def acting_now() -> Actor:
    """Who acts."""
    return _ACTING.get()


@contextmanager
def acting(actor: Actor) -> Iterator[None]:
    """What is done within is this actor's doing."""
    token = _ACTING.set(actor)
    try:
        yield
    finally:
        _ACTING.reset(token)


def act_as_operator() -> None:
    """What this command does from here on is the doing of whoever sits at the command line."""
    _ACTING.set(THE_OPERATOR)


def actor_of(given: Iterable[object], by: object = None) -> Actor | None:
    """Who calls a method of the facade with these arguments, of which `by` is the account that asks; None where none of them says it."""
    for value in given:
        if isinstance(value, Caller):
            if value.call is not None:
                return Actor("key", value.call.key_id, value.call.request_id)
            if value.account_id:
                return Actor("account", value.account_id)
            break
    if isinstance(by, Account):
        return Actor("account", by.account_id)
    if isinstance(by, str) and by and acting_now().kind == "service":
        return Actor("account", by)
    return None
