"""What people set for themselves."""

from __future__ import annotations

from pydantic import ValidationError

from core.access.wire import Preferences
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Account
from core.records.preferences import KeptPreferences


def preferences_of(account: Account, *, store: Store) -> Preferences:
    """The preferences of an account; the defaults where none were kept, or where what was kept is no longer understood."""
    kept = store.preferences(account.organisation_id, account.account_id)
    if kept is None:
        return Preferences()
    try:
        return Preferences.model_validate_json(kept.body)
    except ValidationError:  # kept by another version of the program
        return Preferences()


def keep(preferences: Preferences, account: Account, *, store: Store, clock: Clock) -> None:
    """Keep an account's preferences in place of those before."""
    store.put_preferences(
        KeptPreferences(
            organisation_id=account.organisation_id,
            account_id=account.account_id,
            student_id=account.student_id or "",
            body=preferences.model_dump_json(),
            changed_at=clock.now(),
        )
    )
