"""wenlu accounts: local sign-ins."""

from __future__ import annotations

import argparse
import getpass
import sys

from core.commands.core_of import migrated_core
from core.errors import BadParameter, NotFound
from core.records import Student


def create(options: argparse.Namespace) -> None:
    """A new sign-in. The password is asked for, or read as one line from standard input."""
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
        made = Student(organisation.organisation_id, student_id, account.display_name, None, account.created_at)
        core.store.put_student(made)
    print(f"{account.username} may sign in as {account.role} of {organisation.name}.")


def _password() -> str:
    """Asked for at a terminal, else the first line of stdin; never an option, which others on the machine could read."""
    return getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")


def listing(options: argparse.Namespace) -> None:
    """Sign-ins of an organisation by user name."""
    core = migrated_core()
    organisation = core.store.organisation_named(options.organisation)
    if organisation is None:
        raise NotFound(f"There is no organisation {options.organisation!r}.")
    for account in core.store.accounts(organisation.organisation_id):
        print(f"{account.username}  {account.role}  {account.display_name}{'  demo' if account.demo else ''}")
