"""wenlu people export, import-student, erase, receipts, traces: everything about one student."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from core.access.student_files.naming import traces_in_lines
from core.access.student_files.reading import MOST_BYTES
from core.access.student_files.receipts import receipt_text
from core.access.student_files.scope import LEFT_OUT
from core.access.student_files.words import kind_of
from core.api.core import Core
from core.commands.migrated_core import migrated_core
from core.errors import BadParameter, NotFound
from core.records.access import PERMISSIONS, Caller
from core.records.student_copies import Restored, Trace
from core.wire import Bilingual

FOUND = 1
"""Exit code where something that was looked for is there."""


def export(options: argparse.Namespace) -> None:
    """Write everything about a student into a new file, which only its owner can read."""
    core, caller = _core_and_caller(options)
    content = core.student_data.export(options.student, caller)
    path = Path(options.file)
    try:
        with path.open("xb") as file:
            file.write(content)
    except FileExistsError as error:
        raise BadParameter.of(
            "file",
            f"{path.name!r} exists already",
            remedy=Bilingual(
                zh="请换一个文件名：不会覆盖已有的文件。", en="Give another name: no file is written over."
            ),
        ) from error
    except OSError as error:
        raise _no_file("file", path, "written", error) from error
    print(f"{path.name}: {len(content):,} bytes. It is not encrypted; keep it well.")


def bring_back(options: argparse.Namespace) -> None:
    """Bring a student in from such a file: all of it or nothing."""
    core, caller = _core_and_caller(options)
    restored = core.student_data.bring_back(_content(Path(options.file)), caller, student_id=options.student)
    for line in told(restored):
        print(line)


def told(restored: Restored) -> Iterable[str]:
    """What came back and what did not, for whoever asked."""
    yield f"{sum(restored.counts.values()):,} records were brought in."
    if restored.scope == "own":
        yield f"This is a student's own copy: it is without {', '.join(each.en for each in LEFT_OUT)}."
    for name, count in restored.left_out.items():
        yield f"Left out, since this school does not have what they name: {count} of {kind_of(name).en}."
    for name, count in restored.unlinked.items():
        yield f"Brought in without the ruling that they name: {count} of {kind_of(name).en}."
    if restored.number_taken:
        yield "The number is another student's here and was left off."
    if restored.username is not None:
        code = "" if restored.has_password else " Give a one-time code on the page People: passwords do not come along."
        yield f"The sign-in is {restored.username}.{code}"


def erase(options: argparse.Namespace) -> int:
    """Remove everything about a student, print the receipt, and look whether anything is left. 1 where something is."""
    core, caller = _core_and_caller(options)
    words = _words(core, caller, options)
    in_logs = _traces_in_logs(words, options.log)  # first: a file that cannot be read is said while nothing is erased
    if not (options.yes or _confirmed(options.student)):
        print("Nothing was erased.")
        return FOUND
    receipt = core.student_data.erase(options.student, caller)
    print(core.student_data.receipt_text(receipt.receipt_id, caller, language="en"))
    return _say([*core.student_data.traces(words, caller), *in_logs])


def _confirmed(student_id: str) -> bool:
    """Whether whoever sits at the terminal types the id. Raises `BadParameter` where there is no terminal."""
    if not sys.stdin.isatty():
        raise BadParameter.of(
            "yes",
            "there is no terminal to ask at, and an erasure cannot be undone",
            remedy=Bilingual(
                zh="没有删除任何内容。要不询问就删除，请加上 --yes。",
                en="Nothing was erased. Give --yes to erase without being asked.",
            ),
        )
    return input(f"This cannot be undone. To confirm, type the id {student_id}: ").strip() == student_id


def receipts(options: argparse.Namespace) -> int:
    """Print the receipts of an organisation, or those of one student. 1 where a student has none."""
    core, caller = _core_and_caller(options)
    found = [
        each for each in core.student_data.receipts(caller) if options.student is None or each.is_of(options.student)
    ]
    for receipt in found:
        print(receipt_text(receipt, "en", asked_by=receipt.asked_by))
    if not found:
        print(
            "There is no receipt." if options.student is None else "There is no receipt of an erasure of this student."
        )
    return 0 if found or options.student is None else FOUND


def traces(options: argparse.Namespace) -> int:
    """Say where a student is named in the database and in log files. 1 where anywhere."""
    core, caller = _core_and_caller(options)
    words = _words(core, caller, options)
    return _say([*core.student_data.traces(words, caller), *_traces_in_logs(words, options.log)])


def _words(core: Core, caller: Caller, options: argparse.Namespace) -> list[str]:
    """What is looked for: by which words the student is known, and those that were given."""
    return list(dict.fromkeys([*core.student_data.names(options.student, caller), *options.words]))


def _traces_in_logs(words: Sequence[str], logs: Sequence[str]) -> list[Trace]:
    found: list[Trace] = []
    for log in logs:
        path = Path(log)
        try:
            with path.open(encoding="utf-8", errors="replace") as lines:
                found += traces_in_lines(path.name, lines, words)
        except OSError as error:
            raise _no_file("log", path, "read", error) from error
    return found


def _say(found: Sequence[Trace]) -> int:
    for trace in found:
        print(f"{trace.where}: {trace.word!r} in {trace.count} {'row' if trace.count == 1 else 'rows'}")
    if found:
        print("A name can be another's too, and names of people stand in exercises (item.body, evaluation.result).")
        return FOUND
    print("No trace was found in any table of the database or in the files named.")
    return 0


def _core_and_caller(options: argparse.Namespace) -> tuple[Core, Caller]:
    """Raises `NotFound` for an organisation that is not there: none is made."""
    core = migrated_core()
    organisation = core.store.organisation_named(options.organisation)
    if organisation is None:
        raise NotFound(f"There is no organisation {options.organisation!r}.")
    return core, Caller(organisation.organisation_id, frozenset(PERMISSIONS), "en")


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise _no_file("file", path, "read", error) from error


def _no_file(field: str, path: Path, done: str, error: OSError) -> BadParameter:
    return BadParameter.of(
        field,
        f"{path.name!r} cannot be {done}: {error.strerror}",
        remedy=Bilingual(zh="请检查文件名、文件夹和权限。", en="Check the name, the folder and the permissions."),
    )
