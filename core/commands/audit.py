"""wenlu audit: who did what, for the operator."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from datetime import timedelta

from core.access.audit.reading import MOST_ROWS, rows, wanted
from core.access.audit.wire import AuditLine, AuditSubject
from core.commands.migrated_core import migrated_core
from core.errors import NotFound
from core.learning.days import day_of
from core.records.audit import Fact, FactName

DAYS = 30
"""How far back it goes unless a day is named."""


def audit(options: argparse.Namespace) -> None:
    """Print the entries of one organisation or of all, the newest first, one a line."""
    core = migrated_core()
    organisations = core.store.organisations()
    if options.organisation is not None:
        organisations = [each for each in organisations if each.name == options.organisation]
        if not organisations:
            raise NotFound(f"There is no organisation {options.organisation!r}.")
    since = options.since or day_of(core.clock.now()) - timedelta(days=DAYS)
    asked = wanted(since=since)
    by_organisation = {
        each.name: list(rows(each.organisation_id, asked, store=core.store, most=MOST_ROWS)) for each in organisations
    }
    told = [(line.at, line.seq, _told(line, name)) for name, lines in by_organisation.items() for line in lines]
    for *_, text in sorted(told, reverse=True):
        print(text)
    if not told:
        print(f"Nothing was done since {since:%Y-%m-%d}.")
    if any(len(lines) == MOST_ROWS for lines in by_organisation.values()):
        print(
            f"Of an organisation the newest {MOST_ROWS:,} acts are shown; there may be older ones since {since:%Y-%m-%d}."
        )


def _told(line: AuditLine, organisation: str) -> str:
    actor = " ".join(filter(None, (line.actor.kind, line.actor.id)))
    parts = [
        f"{line.at:%Y-%m-%d %H:%M:%S}Z",
        organisation,
        f"{actor} ({line.actor.name})" if line.actor.name else actor,
        line.action,
        *(text for each in (line.subject, line.related) if (text := _subject(each))),
        *_facts(line.facts),
        line.request_id,
    ]
    # A name that somebody typed stays in one line of the terminal, whatever it is made of.
    return "".join(each if each.isprintable() else " " for each in "  ".join(filter(None, parts)))


def _subject(subject: AuditSubject) -> str:
    if not subject.kind:
        return ""
    shown = " ".join((subject.kind, subject.id))
    if subject.erased:
        return f"{shown} (erased)"
    return f"{shown} ({subject.name})" if subject.name else shown


def _facts(facts: Mapping[FactName, Fact]) -> list[str]:
    """`calls=500`; of what changed both: `tier=free→education`."""
    told = []
    for name, value in facts.items():
        if name.endswith("_before"):
            continue
        before = f"{name}_before"
        told.append(f"{name}={_value(facts[before])}→{_value(value)}" if before in facts else f"{name}={_value(value)}")  # type: ignore[index]
    return told


def _value(value: Fact) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
