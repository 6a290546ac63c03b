"""wenlu keys: makes, lists, suspends and revokes API keys."""

from __future__ import annotations

import argparse
import sys

from core.access import suspension
from core.access.quota import period_of
from core.access.usage_rules import RULES
from core.commands.migrated_core import migrated_core
from core.errors import NotFound
from core.records.access import ApiKey


def create(options: argparse.Namespace) -> None:
    """Print a new key on stdout, and nothing else there; the organisation is made if it is new. The usage rules go to stderr."""
    core = migrated_core()
    organisation = core.access.organisation(options.organisation, tier=options.tier)
    if organisation.tier != options.tier:
        print(f"wenlu: {organisation.name} keeps its tier {organisation.tier}.", file=sys.stderr)
    print(f"Whoever uses this key agrees to the usage rules of {RULES.version} (docs/api-policy.md):", file=sys.stderr)
    for rule in RULES.rules:
        print(f"- {rule.en}", file=sys.stderr)
    print(core.access.new_key(organisation, frozenset(options.permissions), agreed_rules=RULES.version))


def listing(options: argparse.Namespace) -> None:
    """List the keys of an organisation, newest first."""
    core = migrated_core()
    organisation = core.store.organisation_named(options.organisation)
    if organisation is None:
        raise NotFound(f"There is no organisation {options.organisation!r}.")
    for key in core.store.keys(organisation.organisation_id):
        used = f"last used {key.last_used_at:%Y-%m-%d}" if key.last_used_at else "never used"
        rules = f"rules of {key.agreed_rules}" if key.agreed_rules else "made before there were rules"
        permissions = ",".join(sorted(key.permissions))
        print(f"{key.key_id}  {key.prefix}_...  {_state(key)}, {used}, {rules}  {permissions}")


def _state(key: ApiKey) -> str:
    if key.revoked_at:
        revoked = f"revoked {key.revoked_at:%Y-%m-%d}"
        if key.suspended_at:
            return f"{revoked}, still suspended ({key.suspended_for}): no new key until it is resumed"
        return revoked
    if key.suspended_at:
        return f"suspended {key.suspended_at:%Y-%m-%d} ({key.suspended_for})"
    return "active"


def revoke(options: argparse.Namespace) -> None:
    """Refuse a key, and every token made from it, from now on."""
    core = migrated_core()
    now = core.clock.now()
    # The operator names the key only. Its organisation is looked up, since the store finds nothing of an organisation without its id.
    key_state = core.store.key_state(options.key_id, period_of(now))
    if key_state is None or not core.store.revoke_key(key_state.organisation.organisation_id, options.key_id, now):
        raise NotFound(f"There is no active key {options.key_id!r}.")
    print(f"{options.key_id} is revoked.")


def suspend(options: argparse.Namespace) -> None:
    """Refuse a key and its tokens with a reason, until it is resumed."""
    core = migrated_core()
    key = suspension.suspend(options.key_id, options.reason, store=core.store, clock=core.clock)
    print(f"{options.key_id} is suspended: {options.reason}")
    others = [
        each.key_id
        for each in core.store.keys(key.organisation_id)
        if each.key_id != key.key_id and each.revoked_at is None and each.suspended_at is None
    ]
    if others:
        print(f"Other keys of the organisation still work: {', '.join(others)}")


def resume(options: argparse.Namespace) -> None:
    """Let a suspended key and its tokens in again."""
    core = migrated_core()
    key = suspension.resume(options.key_id, store=core.store, clock=core.clock)
    print(f"{options.key_id} is resumed.")
    if key.revoked_at:
        suspended = any(each.suspended_at for each in core.store.keys(key.organisation_id))
        print(f"It stays revoked{'' if suspended else '; new keys can be made again'}.")
