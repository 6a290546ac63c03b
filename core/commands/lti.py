"""wenlu lti: learning platforms that may open Wenlu by LTI 1.3."""

from __future__ import annotations

import argparse
from collections import Counter

from core.api.core import Core
from core.commands.migrated_core import migrated_core
from core.errors import NotFound
from core.records.access import Organisation


def _organisation(core: Core, name: str) -> Organisation:
    organisation = core.store.organisation_named(name)
    if organisation is None:
        raise NotFound(f"There is no organisation {name!r}.")
    return organisation


def register(options: argparse.Namespace) -> None:
    """Let a platform in, and print what its administrator has to enter there."""
    core = migrated_core()
    registration = core.lti.register(
        _organisation(core, options.organisation),
        issuer=options.issuer,
        client_id=options.client_id,
        deployment_id=options.deployment,
        authorize_url=options.authorize_url,
        token_url=options.token_url,
        keys_url=options.keys_url,
    )
    tool = core.lti.configuration(options.site)
    print(f"registered: {registration.registration_id}")
    print(f"launch and redirect address: {tool['target_link_uri']}")
    print(f"login initiation address: {tool['oidc_initiation_url']}")
    print(f"public keys: {tool['public_jwk_url']}")


def show(options: argparse.Namespace) -> None:
    """Print the registered platforms, of one organisation or of all."""
    core = migrated_core()
    organisations = [_organisation(core, options.organisation)] if options.organisation else core.store.organisations()
    count = 0
    for organisation in organisations:
        given_up = Counter(
            each.registration_id
            for each in core.store.lti_scores(organisation.organisation_id)
            if each.sent_at is None and each.try_at is None
        )
        for each in core.store.lti_registrations(organisation.organisation_id):
            count += 1
            print(
                f"{each.registration_id}  {organisation.name}  {each.issuer}  client {each.client_id}  deployment"
                f" {each.deployment_id}  since {each.made_at:%Y-%m-%d}"
            )
            print(f"    {each.authorize_url}  {each.token_url}  {each.keys_url}")
            if lost := given_up[each.registration_id]:
                print(
                    f"    {lost} scores given up, which the platform did not take; each is sent again when it changes"
                )
    if not count:
        print("No learning platform is registered.")


def remove(options: argparse.Namespace) -> None:
    """Let a platform in no more."""
    core = migrated_core()
    found = [each for each in core.store.lti_registrations() if each.registration_id == options.registration]
    if not found:
        raise NotFound(f"There is no registration {options.registration!r}.")
    core.lti.remove(found[0].organisation_id, options.registration)
    print(f"removed: {options.registration}; people, classes and their work stay")


def members(options: argparse.Namespace) -> None:
    """Bring classes to their platforms' lists of members, now."""
    core = migrated_core()
    organisation = _organisation(core, options.organisation)
    read = core.lti.read_members(organisation.organisation_id)
    for each in read:
        print(f"{each.class_id}: {each.failure or f'{each.joined} joined, {each.left} left'}")
    if not read:
        print("No course has a list of members.")


def rotate(_: argparse.Namespace) -> None:
    """Publish a new key, which signs in an hour."""
    kid = migrated_core().lti.rotate_keys()
    print(f"new key: {kid}; it signs in an hour, and the one before is published for another day then")
