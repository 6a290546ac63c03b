"""The health of the service in words: what /readyz and the metrics tell, each red line with what to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import streamlit as st

from core.api.upkeep import LOW_SHARE, Night
from core.web import siblings
from core.web.memory import resident_bytes
from pages.parts.admin.needs import GIGABYTE, folder_name
from pages.parts.dates import day_name
from pages.parts.i18n import _, ngettext
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MEBIBYTE = 2**20


@dataclass(frozen=True)
class HealthLine:
    """One thing that is well or not; Markdown."""

    text: str
    todo: str = ""
    """What to do; "" where it is well."""


def draw_health(who: Visitor) -> None:
    """One line for each; those of the installation as a whole for the operator's administrators alone."""
    for line in health_lines(who):
        if line.todo:
            st.markdown(f":red[:material/error:] {line.text}  \n{line.todo}")
        else:
            st.markdown(f":green[:material/check_circle:] {line.text}")


def health_lines(who: Visitor) -> list[HealthLine]:
    """What is known, the database first."""
    lines = [*_database(who), *(_night(night) for night in who.core.upkeep.nights(who.caller))]
    if who.core.upkeep.is_operator(who.caller):
        return [*lines, *_parts(), *_disks(who), _memory(who), _queues(who), *_models(who)]
    # Commands on the server are nothing that other schools can run.
    return [replace(line, todo=_("Tell the operator of the service.")) if line.todo else line for line in lines]


def _database(who: Visitor) -> Iterator[HealthLine]:
    problems = who.core.upkeep.database_problems()
    if not problems:
        yield HealthLine(_("The database answers and is up to date"))
    for problem in problems:
        yield HealthLine(*_database_words(problem))


def _database_words(problem: str) -> tuple[str, str]:
    """A problem of `core.store` in the language of the page, and what to do."""
    known = {
        "the database does not answer": (
            _("The database does not answer"),
            _(
                "Look whether it runs and whether WENLU_DATABASE_URL is right; the service goes on by itself when it is back."
            ),
        ),
        "the database does not stand at this version's newest revision": (
            _("The database is not up to date"),
            _("Run `wenlu migrate` on the server; it backs up first."),
        ),
        "the disk of the database is nearly full": (
            _("The disk of the database is nearly full"),
            _("Make room: delete old backups (`wenlu backup --keep N`), or give the disk more."),
        ),
        "the database cannot be written": (
            _("The database cannot be written"),
            _("Look at the permissions of its file and the room on its disk."),
        ),
    }
    return known.get(problem, (escaped(problem), _("Look at the log of the server.")))


def _night(night: Night) -> HealthLine:
    name = escaped(night.name)
    if night.missed:
        text = ngettext(
            "{name}: the nightly work of {count} night is not done",
            "{name}: the nightly work of {count} nights is not done",
            night.missed,
            name=name,
        )
        return HealthLine(
            text, _("Run `wenlu nightly` on the server and read what it says; then see to it that the scheduler runs.")
        )
    if night.last_day is None:
        return HealthLine(_("{name}: the nightly work begins in the first night").format(name=name))
    return HealthLine(_("{name}: the nightly work is done up to {day}").format(name=name, day=day_name(night.last_day)))


def _parts() -> Iterator[HealthLine]:
    """The processes under `wenlu serve`, as its supervisor tells."""
    for name, running in siblings.running().items():
        if running:
            yield HealthLine(_("The part {name} runs").format(name=f"`{name}`"))
        else:
            yield HealthLine(
                _("The part {name} does not run and is being started again").format(name=f"`{name}`"),
                _("If it stays so, read the lines of that part in the log of the server."),
            )


def _disks(who: Visitor) -> Iterator[HealthLine]:
    for name, (free, whole) in who.core.upkeep.disks(who.caller).items():
        text = _("Disk ({folder}): {free} of {whole} GB are free").format(
            folder=folder_name(name), free=f"{free / GIGABYTE:,.1f}", whole=f"{whole / GIGABYTE:,.1f}"
        )
        is_low = free < LOW_SHARE * whole
        remedy = _("Make room: delete old backups (`wenlu backup --keep N`), or give the disk more.")
        yield HealthLine(text, remedy if is_low else "")


def _memory(who: Visitor) -> HealthLine:
    text = _("Memory of this process: {used} of {limit} MB").format(
        used=f"{resident_bytes() / MEBIBYTE:,.0f}", limit=f"{who.core.upkeep.memory_limit_mb(who.caller):,}"
    )
    is_short = who.core.queues.pressure.high
    remedy = _("No costly work is begun. Look what else runs on the machine; raise WENLU_MEMORY_MB where there is room, or start the service again in a quiet hour.")  # fmt: skip
    return HealthLine(text, remedy if is_short else "")


def _queues(who: Visitor) -> HealthLine:
    """Costly work of this process, whatever kind it is."""
    counts = [counted for queue in who.core.queues.all for counted in queue.counts().items()]
    running, waiting = (
        sum(number for (_lane, each), number in counts if each == state) for state in ("running", "waiting")
    )
    return HealthLine(
        _("Costly work in this process: {running} under way, {waiting} waiting").format(
            running=running, waiting=waiting
        )
    )


def _models(who: Visitor) -> Iterator[HealthLine]:
    names = {"texts": _("analysis of texts"), "readings": _("readings aloud"), "essays": _("essays")}
    models = who.core.upkeep.loaded_models(who.caller)
    loaded = _(", ").join(names[name] for name, is_loaded in models.items() if is_loaded)
    waiting = _(", ").join(names[name] for name, is_loaded in models.items() if not is_loaded)
    if loaded:
        yield HealthLine(_("Models in memory of this process: {names}").format(names=loaded))
    if waiting:
        yield HealthLine(_("Models that are loaded when they are first needed: {names}").format(names=waiting))
