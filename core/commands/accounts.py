"""wenlu accounts: local sign-ins."""

from __future__ import annotations

import argparse
import getpass
import sys

from core.access.keys import hash_password
from core.commands.core_of import migrated_core
from core.errors import BadParameter, NotFound
from core.records import Account, Student

LEAST_PASSWORD = 8


def create(options: argparse.Namespace) -> None:
    """A new sign-in. The password is asked for, or read as one line from standard input."""
    if options.student_id is not None and options.role != "student":
        raise BadParameter.of("student-id", f"a {options.role} is no student")
    core = migrated_core()
    if core.store.account_named(options.username) is not None:
        raise BadParameter.of("username", f"{options.username!r} is taken")
    password = getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    if len(password) < LEAST_PASSWORD:
        raise BadParameter.of("password", f"has {len(password)} characters; at least {LEAST_PASSWORD} are needed")
    organisation = core.access.organisation(options.organisation)
    name = options.name or options.username
    student_id = (options.student_id or options.username) if options.role == "student" else None
    if student_id is not None and core.store.student(organisation.organisation_id, student_id) is None:
        core.store.put_student(Student(organisation.organisation_id, student_id, name, None, core.clock.now()))
    core.store.add_account(
        Account(
            account_id=core.identifiers.new("acc"),
            organisation_id=organisation.organisation_id,
            username=options.username,
            role=options.role,
            display_name=name,
            password_hash=hash_password(password),
            student_id=student_id,
            language="zh",
            created_at=core.clock.now(),
        )
    )
    print(f"{options.username} may sign in as {options.role} of {organisation.name}.")


def listing(options: argparse.Namespace) -> None:
    """Sign-ins of an organisation by user name."""
    core = migrated_core()
    organisation = core.store.organisation_named(options.organisation)
    if organisation is None:
        raise NotFound(f"There is no organisation {options.organisation!r}.")
    for account in core.store.accounts(organisation.organisation_id):
        print(f"{account.username}  {account.role}  {account.display_name}{'  demo' if account.demo else ''}")
