"""wenlu people: bringing people in from a file; the short name of a school."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from core.access.keys import UNMATCHABLE_HASH
from core.access.roster import applying
from core.access.roster.cells import key_of
from core.access.roster.entries import Reading
from core.access.roster.planning import plan_of
from core.access.roster.plans import Choices, Plan
from core.access.roster.reading import reading_of
from core.access.roster.sheets import MOST_BYTES
from core.access.school_addresses import set_address
from core.api.core import Core
from core.commands.migrated_core import migrated_core
from core.errors import BadParameter, NotFound
from core.learning.days import day_of
from core.records.access import Account, Organisation
from core.wire import Bilingual

COMMAND_LINE = "command-line"
"""Stands for the account of whoever imports on the server."""


def bring_in(options: argparse.Namespace) -> int:
    """Import a file: what is wrong with each row, then the rest is written, all of it or nothing. 1 when rows have faults; then nothing is
    written unless these are to be left out."""
    content = _content(Path(options.file))
    core = migrated_core()
    organisation = organisation_named(core, options.organisation)
    reading = reading_of(content, source=Path(options.file).name, today=day_of(core.clock.now()))
    class_id = _class_id(core, organisation, options.class_name)
    return carry_out(core, organisation, reading, options, class_id=class_id, writes=not options.dry_run)


def carry_out(
    core: Core,
    organisation: Organisation,
    reading: Reading,
    options: argparse.Namespace,
    *,
    class_id: str | None,
    writes: bool,
) -> int:
    """Say what a list would change and, where it `writes`, write it. 1 when rows have faults; then nothing is written unless these are to be
    left out. `options`: `make_classes`, `leave_out_faulty`."""
    by = Account(
        COMMAND_LINE,
        organisation.organisation_id,
        COMMAND_LINE,
        "admin",
        "",
        UNMATCHABLE_HASH,
        None,
        None,
        core.clock.now(),
    )
    named = frozenset(key_of(name) for entry in reading.entries for name in entry.class_names)
    plan = plan_of(
        reading,
        Choices(new_classes=named if options.make_classes else frozenset()),
        by,
        class_id=class_id,
        syllables=core.reader.syllables,
        store=core.store,
    )
    _print(plan)
    if not writes:
        return 0
    faulty = plan.count("fault")
    if faulty and not options.leave_out_faulty:
        print("Nothing is written. Mend the rows, or give --leave-out-faulty.")
        return 1
    run = applying.apply(
        plan,
        plan.draft.digest(),
        by,
        source=reading.source,
        leave_out_faulty=options.leave_out_faulty,
        store=core.store,
        now=core.clock.now(),
        new_id=core.identifiers.new,
    )
    print(
        "Nothing had to be written."
        if run is None
        else "Written. Cards with one-time codes are made on the page People."
    )
    return 0


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadParameter.of(
            "file",
            f"{path.name!r} cannot be read: {error.strerror}",
            remedy=Bilingual(zh="请检查文件名和权限。", en="Check the name of the file and its permissions."),
        ) from error


def organisation_named(core: Core, name: str) -> Organisation:
    """The organisation of that name. Raises `NotFound`."""
    organisation = core.store.organisation_named(name)
    if organisation is None:
        raise NotFound(f"There is no organisation {name!r}.")
    return organisation


def _class_id(core: Core, organisation: Organisation, name: str | None) -> str | None:
    if name is None:
        return None
    for each in core.store.classes(organisation.organisation_id):
        if key_of(each.name) == key_of(name) and each.archived_at is None:
            return each.class_id
    raise NotFound(
        f"There is no class {name!r}.",
        remedy=Bilingual(zh="请先建班，或在文件里写班级。", en="Make it first, or name the class in the file."),
    )


def _print(plan: Plan) -> None:
    """Every row that is not simply new or here already, then the counts."""
    for text in _told(plan):
        # What stands in a list stays in one line of the terminal, whatever it is made of.
        print("".join(each if each.isprintable() else " " for each in text))


def _told(plan: Plan) -> Iterator[str]:
    for line in plan.lines:
        where = f"{line.entry.file or 'row'} {line.entry.row}"
        for fault in line.faults:
            yield f"{where}, {fault.column.en}: {fault.text.en}"
        if line.question is not None:
            yield f"{where}: {line.question.text.en} It is left out."
        if line.action == "changed":
            yield f"{where}, {line.entry.name}: {'; '.join(each.en for each in line.changes)}"
    for name, rows in plan.unknown_classes:
        yield f"There is no class {name!r} ({rows} rows are left out); --make-classes makes it."
    counts = {action: plan.count(action) for action in ("new", "changed", "same", "question", "fault")}
    yield ", ".join(f"{count} {action}" for action, count in counts.items())


def address(options: argparse.Namespace) -> None:
    """Set the short name by which the sign-in finds an organisation."""
    core = migrated_core()
    organisation = organisation_named(core, options.name)
    kept = set_address(organisation.organisation_id, options.address, store=core.store)
    print(f"{organisation.name} is found under {kept}.")
