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
"""The site's address in a file, where none is given and no record store is registered."""
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
    path, count = Path(options.to), 0
    try:
        file = path.open("x", encoding="utf-8")
    except OSError as error:
        raise _not_written(path, error) from error
    try:
        with file:
            for statement in core.learning_records.statements(
                caller,
                site=_site(options, registered),
                naming=options.names
                or "pseudonyms",  # ids only for whom they are asked for, whatever the record store gets
                since=options.since,
                until=options.until,
            ):
                file.write(json.dumps(statement, ensure_ascii=False, separators=(",", ":")) + "\n")
                count += 1
    except BaseException as error:
        path.unlink(missing_ok=True)  # half a file looks like a whole one
        if isinstance(error, OSError):
            raise _not_written(path, error) from error
        raise
    print(f"{path.name}: {count:,} statements.")


def _not_written(path: Path, error: OSError) -> BadParameter:
    why = "exists already" if isinstance(error, FileExistsError) else f"cannot be written: {error.strerror}"
    return BadParameter.of(
        "to",
        f"{path.name!r} {why}",
        remedy=Bilingual(
            zh="请换一个文件名（不会覆盖已有的文件），并检查文件夹和权限。",
            en="Give another name (no file is written over), and check the folder and its permissions.",
        ),
    )


def register(options: argparse.Namespace) -> None:
    """Register a record store. The password is read from a file, asked for, or the first line of standard input."""
    endpoint = checked_address("endpoint", options.endpoint)
    core, caller = _core_and_caller(options)
    before = core.learning_records.registration(caller)
    if options.site is None and before is None:
        raise BadParameter.of(
            "site",
            "is needed where no record store was registered before",
            remedy=Bilingual(
                zh="请用 --site 给出页面的公开地址，例如 https://wenlu.example。语句里的编号以它开头，以后不能再改。",
                en="Give the public address of the pages with --site, such as https://wenlu.example. Ids in the statements begin with it for good.",
            ),
        )
    naming = before.naming if before is not None and before.endpoint == endpoint else "pseudonyms"
    password = secret_line("Password of the record store", options.password_file)
    made = core.learning_records.register(
        caller,
        endpoint=endpoint,
        username=options.user,
        password=password,
        site=_site(options, before),
        naming=options.names or naming,
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
    if sent.out_of_time:
        print("Half an hour is over. The next run goes on from there: tonight's, or this command again.")
    elif not sent.complete:
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
