"""wenlu first-admin: how a school that has nobody yet gets its first administrator."""

from __future__ import annotations

import argparse

from core.access.first_administrator import invite
from core.access.roster.cards import sign_in_address
from core.access.roster.codes import shown
from core.commands.migrated_core import migrated_core
from core.settings import Settings
from core.store.database.engine import make_engine
from core.store.sql import SqlStore
from core.wiring import demo_door_of


def first_admin(options: argparse.Namespace) -> None:
    """Make the account, with its organisation if that is new, and print the link and the one-time code to hand over."""
    core = migrated_core()
    known = core.store.organisation_named(options.organisation)
    organisation = known or core.access.organisation(options.organisation)
    if known is None:
        print(f"A new school: {organisation.name} was not there before.")
    invitation = invite(
        organisation,
        options.username,
        store=core.store,
        key=core.access.secret,
        clock=core.clock,
        identifiers=core.identifiers,
    )
    address = sign_in_address(options.site, school=organisation.address or "", username=options.username)
    print(f"{options.username} may sign in as the first administrator of {organisation.name}:")
    print(f"  {address}")
    print(f"  one-time code: {shown(invitation.code)}")
    print(
        f"The code is valid until {invitation.expires_at:%Y-%m-%d %H:%M} UTC and void once a password is chosen, which the page that "
        "opens asks for. If it is lost, the same command makes another."
    )


def suggest_first_admin() -> None:
    """Tell the operator of a server that nobody can sign in to how its first administrator is made."""
    settings = Settings.from_environment()
    if demo_door_of(settings) != "closed":
        return
    engine = make_engine(settings.database_url)
    try:
        store = SqlStore(engine)
        schools = [each.organisation_id for each in store.organisations() if not each.demo]
        if not any(account.role == "admin" for school in schools for account in store.accounts(school)):
            print("No school has an administrator yet: wenlu first-admin --organisation NAME makes one.", flush=True)
    finally:
        engine.dispose()
