"""wenlu accounts: who may sign in here, and where they are signed in."""

from __future__ import annotations

import argparse
import getpass
import sys
from dataclasses import replace

from core.api.core import Core
from core.commands.migrated_core import migrated_core
from core.errors import BadParameter, NotFound
from core.records.access import Account
from core.records.students import Student


def create(options: argparse.Namespace) -> None:
    """Make an account. The password is asked for at a terminal, else read as one line from standard input."""
    if options.student_id is not None and options.role != "student":
        raise BadParameter.of("student-id", f"a {options.role} is no student")
    password = _password()
    core = migrated_core()
    organisation = core.access.organisation(options.organisation)
    account = core.access.new_account(
        organisation,
        options.role,
        username=options.username,
        password=password,
        student_id=options.student_id,
        name=options.name or "",
    )
    student_id = account.student_id
    if student_id is not None and core.store.student(organisation.organisation_id, student_id) is None:
        student = Student(organisation.organisation_id, student_id, account.display_name, None, account.created_at)
        core.store.put_student(student)
    print(f"{account.username} may sign in as {account.role} of {organisation.name}.")


def _password() -> str:
    """The password, asked for at a terminal, else the first line of stdin; never an option, which others on the machine could read."""
    return getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")


def listing(options: argparse.Namespace) -> None:
    """List the accounts of an organisation by user name."""
    core = migrated_core()
    organisation = core.store.organisation_named(options.organisation)
    if organisation is None:
        raise NotFound(f"There is no organisation {options.organisation!r}.")
    for account in core.store.accounts(organisation.organisation_id):
        closed = f"  closed {account.disabled_at:%Y-%m-%d}" if account.disabled_at else ""
        print(f"{account.username}  {account.role}  {account.display_name}{'  demo' if account.demo else ''}{closed}")


def password(options: argparse.Namespace) -> None:
    """Set a new password. Whoever is signed in to the account is signed out."""
    core, account = _account_named(options)
    core.access.people.change_password(account, _password())
    print(f"{account.username} has a new password and is signed out everywhere.")


def disable(options: argparse.Namespace) -> None:
    """Close an account: its sign-ins end, and it cannot be signed in to."""
    core, account = _account_named(options)
    changed = core.access.people.disable(account)
    print(
        f"{account.username} is closed and signed out everywhere."
        if changed
        else f"{account.username} was closed before."
    )


def enable(options: argparse.Namespace) -> None:
    """Open a closed account again."""
    core, account = _account_named(options)
    changed = core.access.people.enable(account)
    print(f"{account.username} may sign in again." if changed else f"{account.username} was open.")


def rename(options: argparse.Namespace) -> None:
    """Change the name that pages show; user name and student id stay."""
    core, account = _account_named(options)
    core.store.update_account(replace(account, display_name=options.name))
    print(f"{account.username} is shown as {options.name}.")


def sessions(options: argparse.Namespace) -> None:
    """List where an account is signed in, last seen first; or end one of these sign-ins, or all."""
    core, account = _account_named(options)
    signins = core.access.people.signins(account.organisation_id, account.account_id)
    if options.end is None:
        for signin in signins:
            times = f"since {signin.created_at:%Y-%m-%d %H:%M}, last seen {signin.last_seen_at:%Y-%m-%d %H:%M} UTC"
            print(f"{signin.token_sha256[:NAME_LENGTH]}  {times}  {signin.browser}".rstrip())
        return
    hashes = [signin.token_sha256 for signin in signins if options.end in (ALL, signin.token_sha256[:NAME_LENGTH])]
    if not hashes and options.end != ALL:
        raise NotFound(f"{account.username} has no sign-in {options.end!r}.")
    for token_sha256 in hashes:
        core.access.people.end_signins(account.organisation_id, account.account_id, only=token_sha256)
    print(f"{len(hashes)} ended.")


ALL = "all"
NAME_LENGTH = 12
"""Characters of the hash of a cookie by which a sign-in is named."""


def _account_named(options: argparse.Namespace) -> tuple[Core, Account]:
    """Raises `NotFound`."""
    core = migrated_core()
    found = core.store.accounts_named(options.username)
    if options.organisation is not None:
        organisation = core.store.organisation_named(options.organisation)
        found = [each for each in found if organisation and each.organisation_id == organisation.organisation_id]
    if not found:
        raise NotFound(f"There is no account {options.username!r}.")
    if len(found) > 1:
        raise BadParameter.of(
            "username", f"{options.username!r} is in several organisations; name one by --organisation"
        )
    return core, found[0]
