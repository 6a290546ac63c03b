"""Suspended API keys: the operator shuts a key out for a reason, and lets it in again. This is how the usage rules are enforced."""

from __future__ import annotations

from core.access.quota import period_of
from core.errors import KeySuspended, NotFound
from core.ports.access import AccessStore
from core.ports.system import Clock
from core.records.access import ApiKey


def suspend(key_id: str, reason: str, *, store: AccessStore, clock: Clock) -> ApiKey:
    """Refuse a key and every token made from it until it is resumed. Returns the key as it was before. Raises `NotFound`."""
    now = clock.now()
    key = key_named(key_id, store=store, clock=clock)
    if not store.suspend_key(key.organisation_id, key_id, reason, now):
        raise NotFound(f"There is no active key {key_id!r}.")
    return key


def resume(key_id: str, *, store: AccessStore, clock: Clock) -> ApiKey:
    """Let a suspended key and its tokens in again. Returns the key as it was before. Raises `NotFound`, also for one that is not suspended."""
    key = key_named(key_id, store=store, clock=clock)
    if not store.resume_key(key.organisation_id, key_id):
        raise NotFound(f"The key {key_id!r} is not suspended.")
    return key


def key_named(key_id: str, *, store: AccessStore, clock: Clock) -> ApiKey:
    """A key of any organisation, for the operator, who names the key only. Raises `NotFound`."""
    key_state = store.key_state(key_id, period_of(clock.now()))
    if key_state is None:
        raise NotFound(f"There is no key {key_id!r}.")
    return key_state.key


def refuse_if_suspended(key: ApiKey) -> None:
    """Raises `KeySuspended` for a key that the operator has suspended."""
    if key.suspended_at is not None:
        raise KeySuspended(key.suspended_for)


def refuse_new_key(organisation_id: str, *, store: AccessStore) -> None:
    """Raises `KeySuspended` where the operator has suspended a key of the organisation: a new one would undo that."""
    for key in store.keys(organisation_id):
        refuse_if_suspended(key)
