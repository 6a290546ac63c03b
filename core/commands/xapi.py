"""wenlu xapi: what students did as statements of xAPI, to a file or to a registered record store."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from core.api.core import Core
from core.backends.outgoing import checked_address
from core.commands.migrated_core import migrated_core
from core.commands.secret_lines import secret_line
from core.errors import BadParameter, NotFound
from core.records.access import PERMISSIONS, Caller
from core.records.learning_records import RecordStore
from core.wire import Bilingual

SITE = "http://127.0.0.1:8501"
"""The site's address where none is given and no record store is registered."""
NOTHING = 1
"""Exit code where there is no registration."""


def export(options: argparse.Namespace) -> None:
    """Write the statements of some days into a new file, one a line, which only its owner can read."""
    core, caller = _core_and_caller(options)
    if options.since is not None and options.until is not None and options.until < options.since:
        raise BadParameter.of(
            "until",
            f"{options.until} is before {options.since}",
            remedy=Bilingual(zh="请检查起止日期。", en="Check the first and the last day."),
        )
    registered = core.learning_records.registration(caller)
    statements = core.learning_records.statements(
        caller,
        site=_site(options, registered),
        naming=options.names or (registered.naming if registered else "pseudonyms"),
        since=options.since,
        until=options.until,
    )
    path, count = Path(options.to), 0
    try:
        with path.open("x", encoding="utf-8") as file:
            for statement in statements:
                file.write(json.dumps(statement, ensure_ascii=False, separators=(",", ":")) + "\n")
                count += 1
    except OSError as error:
        why = "exists already" if isinstance(error, FileExistsError) else f"cannot be written: {error.strerror}"
        raise BadParameter.of(
            "to",
            f"{path.name!r} {why}",
            remedy=Bilingual(
                zh="请换一个文件名（不会覆盖已有的文件），并检查文件夹和权限。",
                en="Give another name (no file is written over), and check the folder and its permissions.",
            ),
        ) from error
    print(f"{path.name}: {count:,} statements.")


def register(options: argparse.Namespace) -> None:
    """Register a record store. The password is read from a file, asked for, or the first line of standard input."""
    endpoint = checked_address("endpoint", options.endpoint)
    password = secret_line("Password of the record store", options.password_file)
    core, caller = _core_and_caller(options)
    made = core.learning_records.register(
        caller,
        endpoint=endpoint,
        username=options.user,
        password=password,
        site=_site(options, core.learning_records.registration(caller)),
        naming=options.names or "pseudonyms",
        everything=options.everything,
    )
    print(f"What students of {options.organisation} do is sent to {made.endpoint} every night from now on.")
    print(f"Students are named by {'their ids' if made.naming == 'student-ids' else 'pseudonyms'}, never by names.")


def status(options: argparse.Namespace) -> int:
    """Say what is registered, without the password. 1 where nothing is."""
    core, caller = _core_and_caller(options)
    registered = core.learning_records.registration(caller)
    if registered is None:
        print("No record store is registered: nothing is sent anywhere.")
        return NOTHING
    print(f"{registered.endpoint}, user {registered.username}, since {registered.registered_at:%Y-%m-%d}")
    print(f"Students are named by {registered.naming}, on the site {registered.site}.")
    tried = f", last tried {registered.tried_at:%Y-%m-%d %H:%M} UTC" if registered.tried_at else ""
    print(f"{registered.sent:,} statements sent, {registered.left_out:,} refused by the store{tried}.")
    if registered.failure:
        print(f"The last try broke off: {registered.failure} The next goes on from there.")
    return 0


def forget(options: argparse.Namespace) -> int:
    """Remove the registration. 1 where there was none."""
    core, caller = _core_and_caller(options)
    if not core.learning_records.forget(caller):
        print("No record store is registered.")
        return NOTHING
    print("Removed: nothing is sent any more. What was sent stays where it is.")
    return 0


def send(options: argparse.Namespace) -> None:
    """Send what is not sent yet, now."""
    core, caller = _core_and_caller(options)
    sent = core.learning_records.send(caller)
    print(f"{sent.sent:,} statements sent, {sent.left_out:,} refused by the store.")
    if not sent.complete:
        print("Another process is at it and goes on.")


def actor(options: argparse.Namespace) -> None:
    """Print the account by which statements name a student."""
    core, caller = _core_and_caller(options)
    registered = core.learning_records.registration(caller)
    named = core.learning_records.actor(
        options.student,
        caller,
        site=_site(options, registered),
        naming=options.names or (registered.naming if registered else "pseudonyms"),
    )
    print(json.dumps(named, ensure_ascii=False))


def _site(options: argparse.Namespace, registered: RecordStore | None) -> str:
    if options.site is not None:
        return str(options.site)
    return registered.site if registered is not None else SITE


def _core_and_caller(options: argparse.Namespace) -> tuple[Core, Caller]:
    """Raises `NotFound` for an organisation that is not there: none is made."""
    core = migrated_core()
    organisation = core.store.organisation_named(options.organisation)
    if organisation is None:
        raise NotFound(f"There is no organisation {options.organisation!r}.")
    return core, Caller(organisation.organisation_id, frozenset(PERMISSIONS), "en")
