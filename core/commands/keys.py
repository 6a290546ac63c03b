"""wenlu keys: API keys are made, listed and revoked here and nowhere else."""

from __future__ import annotations

import argparse
import sys

from core.access.quota import period_of
from core.commands.core_of import migrated_core
from core.errors import NotFound


def create(options: argparse.Namespace) -> None:
    """Print a new key, alone, on stdout; the organisation is made if it is new."""
    core = migrated_core()
    organisation = core.access.organisation(options.organisation, tier=options.tier)
    if organisation.tier != options.tier:
        print(f"wenlu: {organisation.name} keeps its tier {organisation.tier}.", file=sys.stderr)
    print(core.access.new_key(organisation, frozenset(options.permissions)))


def listing(options: argparse.Namespace) -> None:
    """Keys of an organisation, newest first."""
    core = migrated_core()
    organisation = core.store.organisation_named(options.organisation)
    if organisation is None:
        raise NotFound(f"There is no organisation {options.organisation!r}.")
    for key in core.store.keys(organisation.organisation_id):
        state = f"revoked {key.revoked_at:%Y-%m-%d}" if key.revoked_at else "active"
        used = f"last used {key.last_used_at:%Y-%m-%d}" if key.last_used_at else "never used"
        print(f"{key.key_id}  {key.prefix}_...  {state}, {used}  {','.join(sorted(key.permissions))}")


def revoke(options: argparse.Namespace) -> None:
    """Refuse a key, and every token made from it, from now on."""
    core = migrated_core()
    now = core.clock.now()
    # The operator names a key alone: its organisation is looked up, since nothing of one is reached without it.
    key_state = core.store.key_state(options.key_id, period_of(now))
    if key_state is None or not core.store.revoke_key(key_state.organisation.organisation_id, options.key_id, now):
        raise NotFound(f"There is no active key {options.key_id!r}.")
    print(f"{options.key_id} is revoked.")
