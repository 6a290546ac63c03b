"""What the measurements of the pages stand on: a server on a copy of a demo database, a Chromium with a microphone, every page of a role."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.service.pages import CHROMIUM, FLAGS
from benchmarks.service.servers import COMPILED_ONCE, ROOT, free_port, stop, wait_until_it_answers
from core.plan.ids import SAY
from core.records.access import Role
from core.settings import Settings
from core.tables import Tables
from core.wiring import migrate
from evaluation.service.looking import settled
from pages.parts.addresses import addresses
from pages.parts.i18n import writing_in

DESK, PHONE = (1280, 720), (390, 780)
PATIENCE_MS = 120_000
"""Passed only by what never comes: how long it takes is measured, not waited for."""
ROLES: tuple[Role, ...] = ("student", "teacher")
QUIET = {"WENLU_DEMO_CLASS": "0", "WENLU_SCHEDULER": "0", "WENLU_RECORDINGS": ""}
"""No simulated past beyond that of the database, no nightly work, no recordings of this machine."""
ERRORS_IN_LOG = ('"level": "error"', '"level":"error"', "Traceback (most recent call last)")
MICROPHONE = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")


@dataclass(frozen=True)
class Visit:
    """A page and what its address holds."""

    name: str
    query: str = ""

    @property
    def path(self) -> str:
        """What follows the host."""
        return f"/{self.name}?{self.query}" if self.query else f"/{self.name}"

    def __str__(self) -> str:
        return self.path


@dataclass(frozen=True)
class Served:
    """A server that runs, and what it has written."""

    address: str
    pid: int
    log: Path
    database: Path

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rpartition(":")[2])

    def faults(self) -> list[str]:
        """Lines of the log that tell of an error."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line[:300] for line in lines if any(sign in line for sign in ERRORS_IN_LOG)]


@dataclass(frozen=True)
class Options:
    """What the command was asked for."""

    parts: Sequence[str]
    students: int
    minutes: float
    database: Path | None
    pages: Sequence[str] = ()
    """Names of pages to look at; all where empty."""
    roles: Sequence[Role] = field(default=ROLES)

    def visits(self, role: Role) -> list[Visit]:
        """The visits asked for."""
        return [visit for visit in visits(role) if not self.pages or visit.name in self.pages]


@cache
def visits(role: Role) -> tuple[Visit, ...]:
    """Every page of a role as the list of addresses has it; one that shows a thing chosen elsewhere with such a thing."""
    with writing_in("en"):
        listed = [address.name for address in addresses() if role in address.roles]
    unit = Tables().units[0]
    aloud = ",".join(SAY + sentence_id for sentence_id in unit.say)
    chosen = {"lesson": f"resource={unit.lesson}", "read_aloud": f"tasks={aloud}"}
    more = [
        Visit("road", f"unit={unit.id}"),
        Visit("lesson", f"resource={unit.dialogue}"),
        Visit("writing", "resource=essay_e1-01"),
        Visit("placement", "placement=new"),
        Visit("points", "point=【一17】"),
    ]
    return (
        *(Visit(name, chosen.get(name, "")) for name in listed),
        *(each for each in more if each.name in listed and (role == "student" or each.name == "points")),
    )


@contextmanager
def served(
    *, history: bool, source: Path | None = None, prepare: Callable[[Path], None] | None = None
) -> Iterator[Served]:
    """A server on a database of its own, ended on leaving.

    Parameters
    ----------
    history : bool
        With the demo class and its year; otherwise the demo people at their beginning.
    source : path, optional
        A SQLite database of an earlier demo with its class, which is copied; without it the year is made, which takes minutes.
    prepare : callable, optional
        Is called with the file of the database before the server starts.
    """
    with tempfile.TemporaryDirectory(prefix="wenlu-pages-") as name:
        folder = Path(name)
        database = folder / "wenlu.db"
        if history and source is not None:
            _copy(source, database)
        url = f"sqlite:///{database}"
        migrate(Settings(database_url=url, demo=True, demo_class=False))
        if history and source is None:
            _run("demo-class", "--database", url)
        if prepare is not None:
            prepare(database)
        with _serving(folder, url, database) as running:
            yield running


@contextmanager
def _serving(folder: Path, url: str, database: Path) -> Iterator[Served]:
    port, log = free_port(), folder / "log"
    with log.open("wb") as written:
        process = subprocess.Popen(
            [sys.executable, "-m", "core.cli", "serve", "--port", str(port), "--database", url],
            cwd=ROOT,
            env={**os.environ, **COMPILED_ONCE, **QUIET},
            stdout=written,
            stderr=written,
            start_new_session=True,
        )
        try:
            wait_until_it_answers(port, process)
            yield Served(f"http://127.0.0.1:{port}", process.pid, log, database)
        finally:
            stop(process)


def _copy(source: Path, target: Path) -> None:
    """A copy of a database that a server may be writing to."""
    with sqlite3.connect(f"file:{source}?mode=ro", uri=True) as old, sqlite3.connect(target) as new:
        old.backup(new)


def _run(*arguments: str) -> None:
    """`wenlu ARGUMENTS` to its end."""
    command = [sys.executable, "-m", "core.cli", *arguments]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **COMPILED_ONCE}, capture_output=True, check=True)


@contextmanager
def chromium(voice: Path | None = None) -> Iterator[Any]:
    """The system's Chromium with software rendering; its microphone plays the sound file `voice`, once: a sentence and a half is no reading of it."""
    from playwright.sync_api import sync_playwright

    heard = (*MICROPHONE, f"--use-file-for-fake-audio-capture={voice}%noloop") if voice is not None else ()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS, *heard])
        yield browser
        browser.close()


def chromium_path() -> str:
    """Where the system's Chromium lies. Raises `SystemExit` where there is none."""
    path = next((each for name in CHROMIUM if (each := shutil.which(name))), None)
    if path is None:
        raise SystemExit("The benchmark of the pages needs Chromium (Debian: apt-get install chromium).")
    return path


@contextmanager
def entered(
    browser: Any, address: str, username: str, *, size: tuple[int, int] = DESK, scheme: str = "light"
) -> Iterator[Any]:
    """A page of a fresh context, signed in to a demo account as its door at the gate does."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", color_scheme=scheme, permissions=["microphone"]
    )
    context.set_default_timeout(PATIENCE_MS)
    form = {"username": username, "to": "/"}
    context.request.post(f"{address}/session/demo", form=form, headers={"Origin": address}, max_redirects=0)
    yield context.new_page()
    context.close()


def opened(page: Any, address: str) -> None:
    """Go to an address and wait until its page is drawn and at rest."""
    page.goto(address)
    page.get_by_test_id("stMain").wait_for()
    settled(page)
